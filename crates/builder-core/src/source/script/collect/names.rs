//! What the variables of a script stand for, by the binding they mean.

use std::collections::{BTreeSet, HashMap};

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::{
    super::{
        super::scopes::Scopes,
        fold::{Constants, constant, key_text},
    },
    keys::key_property,
};

/// Properties by which a page's own window can be reached under another name.
const WINDOW_NAMES: &[&str] = &["window", "self", "globalThis", "frames"];

pub(crate) struct Names<'s> {
    pub(super) scopes: &'s Scopes,
    pub(crate) constants: Constants<'s>,
    /// `w` for `window`, `d` for `document`.
    pub(super) objects: HashMap<u32, String>,
    /// `raf` for `requestAnimationFrame`.
    aliases: HashMap<u32, String>,
    /// `window.requestAnimFrame` for `requestAnimationFrame`.
    alias_properties: HashMap<String, String>,
    /// Elements by the id they were looked up with, kept in variables and in properties.
    elements: HashMap<u32, String>,
    element_properties: HashMap<String, String>,
    /// Keys of object literals and members of lists of texts.
    pub(super) tables: HashMap<u32, Vec<(String, Span)>>,
    pub(super) table_properties: HashMap<String, Vec<(String, Span)>>,
    /// Variables that hold a property of a key event.
    pub(super) keys: HashMap<u32, String>,
    /// Names and properties that some code tests before it uses them.
    pub(super) tested: BTreeSet<String>,
    /// Objects, lists, functions and classes that the script makes itself.
    pub(super) own: BTreeSet<u32>,
    /// Variables that hold what a key event says.
    pub(super) event_keys: BTreeSet<u32>,
    /// Parameters of declared functions.
    params: HashMap<u32, Vec<Option<u32>>>,
    /// Functions with a `this` of their own around this place.
    depth: u32,
}

impl<'s> Names<'s> {
    pub(super) fn of(program: &Program, scopes: &'s Scopes) -> Self {
        let mut names = Self {
            scopes,
            constants: Constants::of(scopes),
            objects: HashMap::new(),
            aliases: HashMap::new(),
            alias_properties: HashMap::new(),
            elements: HashMap::new(),
            element_properties: HashMap::new(),
            tables: HashMap::new(),
            table_properties: HashMap::new(),
            keys: HashMap::new(),
            tested: BTreeSet::new(),
            own: BTreeSet::new(),
            event_keys: BTreeSet::new(),
            params: HashMap::new(),
            depth: 0,
        };
        // What is declared below its use is known on the second walk.
        program.visit_with(&mut names);
        program.visit_with(&mut names);
        names
    }

    /// The binding a name means.
    pub(super) fn key(&self, name: &Ident) -> Option<u32> {
        self.scopes.key(name)
    }

    fn set(&mut self, name: &Ident, value: &Expr, declared: bool) {
        if declared {
            self.constants.note(name, value);
        } else {
            self.constants.note_only(name, value);
        }
        let Some(key) = self.key(name) else {
            if let Some(alias) = self.called(value).filter(|alias| alias != name.sym.as_str()) {
                self.alias_properties.insert(name.sym.to_string(), alias);
            }
            return;
        };
        self.set_key(key, value);
    }

    fn set_key(&mut self, key: u32, value: &Expr) {
        if makes_own(value) {
            self.own.insert(key);
        }
        if let Some(object) = self.object_of(value) {
            self.objects.insert(key, object);
        }
        if let Some(alias) = self.called(value) {
            self.aliases.insert(key, alias);
        }
        if let Some(id) = looked_up(value, &self.constants) {
            self.elements.insert(key, id);
        }
        if let Some(keys) = table(value, &self.constants) {
            self.tables.insert(key, keys);
        }
        if let Some(via) = key_property(value, self) {
            self.keys.insert(key, via);
        }
        if super::keys::is_event_read(value, self) {
            self.event_keys.insert(key);
        }
    }

    /// `window`, `document`, `navigator`, … as far as an expression can be told to be one.
    pub(crate) fn object_of(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Ident(name) => match self.key(name) {
                Some(key) => self.objects.get(&key).cloned(),
                None => global_object(&name.sym),
            },
            Expr::Paren(paren) => self.object_of(&paren.expr),
            Expr::Seq(seq) => self.object_of(seq.exprs.last()?),
            Expr::Assign(assign) => self.object_of(&assign.right),
            Expr::Cond(cond) => self.object_of(&cond.cons).or_else(|| self.object_of(&cond.alt)),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => self.object_of_member(member),
                OptChainBase::Call(_) => None,
            },
            Expr::Member(member) => self.object_of_member(member),
            Expr::Bin(bin)
                if matches!(bin.op, BinaryOp::LogicalOr | BinaryOp::LogicalAnd | BinaryOp::NullishCoalescing) =>
            {
                self.object_of(&bin.left).or_else(|| self.object_of(&bin.right))
            }
            // `Object(window)`, `new Proxy(window, …)`, `window.valueOf()`, `Function.prototype.call…` is another rule's.
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => match &**callee {
                    Expr::Ident(name) if name.sym.as_str() == "Object" => self.object_of(&call.args.first()?.expr),
                    Expr::Member(member) if member_name(&member.prop, &self.constants)?.0 == "valueOf" => {
                        self.object_of(&member.obj)
                    }
                    _ => None,
                },
                _ => None,
            },
            Expr::New(new) => match &*new.callee {
                Expr::Ident(name) if name.sym.as_str() == "Proxy" => self.object_of(&new.args.as_ref()?.first()?.expr),
                _ => None,
            },
            _ => None,
        }
    }

    fn object_of_member(&self, member: &MemberExpr) -> Option<String> {
        let (property, _) = member_name(&member.prop, &self.constants)?;
        let own =
            || matches!(&*member.obj, Expr::Ident(name) if self.key(name).is_some_and(|key| self.own.contains(&key)));
        match property.as_str() {
            "defaultView" | "contentWindow" => Some("window".to_owned()),
            "view" if super::keys::is_event(&member.obj) => Some("window".to_owned()),
            "ownerDocument" | "contentDocument" if !own() => Some("document".to_owned()),
            name if global_object(name).is_some()
                && matches!(self.object_of(&member.obj).as_deref(), Some("window" | "parent")) =>
            {
                global_object(name)
            }
            "document" | "navigator" | "location" | "history" if self.object_of(&member.obj).is_some() => {
                Some(property)
            }
            _ => None,
        }
    }

    /// The browser's function that an expression stands for when it is called.
    pub(crate) fn called(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Ident(name) => match self.key(name) {
                Some(key) => self.aliases.get(&key).cloned(),
                None => {
                    let name = name.sym.to_string();
                    let browser = is_booking(&name) || POWERS.contains(&name.as_str());
                    self.alias_properties.get(&name).cloned().or_else(|| browser.then_some(name))
                }
            },
            Expr::Paren(paren) => self.called(&paren.expr),
            Expr::Seq(seq) => self.called(seq.exprs.last()?),
            Expr::Bin(bin) if matches!(bin.op, BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) => {
                self.called(&bin.left).or_else(|| self.called(&bin.right))
            }
            Expr::Cond(cond) => self.called(&cond.cons).or_else(|| self.called(&cond.alt)),
            Expr::Member(member) => self.called_member(member),
            // `requestAnimationFrame.bind(window)`, `(function () { return window.requestAnimationFrame || … })()`.
            Expr::Call(call) => {
                let Callee::Expr(callee) = &call.callee else { return None };
                match &**callee {
                    Expr::Member(member) if member_name(&member.prop, &self.constants)?.0 == "bind" => {
                        self.called(&member.obj)
                    }
                    other => self.called(returned_by(other)?),
                }
            }
            _ => None,
        }
    }

    /// The same for a member.
    pub(super) fn called_member(&self, member: &MemberExpr) -> Option<String> {
        let (name, _) = member_name(&member.prop, &self.constants)?;
        let browser = is_booking(&name) || POWERS.contains(&name.as_str()) && self.object_of(&member.obj).is_some();
        self.alias_properties.get(&name).cloned().or_else(|| browser.then_some(name))
    }

    /// The id that what is kept in an expression was looked up with.
    pub(super) fn element(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Ident(name) => self.elements.get(&self.key(name)?).cloned(),
            Expr::Member(member) => {
                self.element_properties.get(&member_name(&member.prop, &self.constants)?.0).cloned()
            }
            Expr::Paren(paren) => self.element(&paren.expr),
            Expr::Call(_) => looked_up(expr, &self.constants),
            _ => None,
        }
    }

    fn test(&mut self, expr: &Expr) {
        match expr {
            Expr::Ident(name) => {
                self.tested.insert(name.sym.to_string());
            }
            Expr::Member(member) => {
                if let Some((name, _)) = member_name(&member.prop, &self.constants) {
                    self.tested.insert(name);
                }
            }
            Expr::Paren(paren) => self.test(&paren.expr),
            Expr::Unary(unary) => self.test(&unary.arg),
            Expr::Bin(bin) => {
                self.test(&bin.left);
                self.test(&bin.right);
            }
            Expr::Assign(assign) => self.test(&assign.right),
            _ => {}
        }
    }

    /// What the parameters of a function written in place stand for.
    fn arguments(&mut self, callee: &Expr, args: &[ExprOrSpread]) {
        let params: Vec<&Pat> = match callee {
            Expr::Paren(paren) => return self.arguments(&paren.expr, args),
            Expr::Arrow(arrow) => arrow.params.iter().collect(),
            Expr::Fn(function) => function.function.params.iter().map(|param| &param.pat).collect(),
            // A function that is given the window somewhere may have it wherever it is called.
            Expr::Ident(name) => {
                let params = self.key(name).and_then(|key| self.params.get(&key)).cloned().unwrap_or_default();
                for (param, arg) in params.iter().zip(args) {
                    if let (Some(key), Some(object)) = (param, self.object_of(&arg.expr)) {
                        self.objects.insert(*key, object);
                    }
                }
                return;
            }
            _ => return,
        };
        for (param, arg) in params.iter().zip(args) {
            if let Pat::Ident(name) = param
                && arg.spread.is_none()
                && let Some(key) = self.key(&name.id)
            {
                if matches!(&*arg.expr, Expr::This(_)) && self.depth == 0 {
                    self.objects.insert(key, "window".to_owned());
                }
                self.constants.note(&name.id, &arg.expr);
                self.set_key(key, &arg.expr);
            }
        }
    }
}

fn makes_own(value: &Expr) -> bool {
    match value {
        Expr::Object(_)
        | Expr::Array(_)
        | Expr::Fn(_)
        | Expr::Arrow(_)
        | Expr::Class(_)
        | Expr::Tpl(_)
        | Expr::Lit(_) => true,
        Expr::New(new) => !matches!(&*new.callee, Expr::Ident(name) if name.sym.as_str() == "Proxy"),
        Expr::Paren(paren) => makes_own(&paren.expr),
        _ => false,
    }
}

fn global_object(name: &str) -> Option<String> {
    if WINDOW_NAMES.contains(&name) {
        Some("window".to_owned())
    } else if matches!(name, "top" | "parent" | "opener") {
        Some("parent".to_owned())
    } else if matches!(name, "document" | "navigator" | "location" | "history" | "navigation") {
        Some(name.to_owned())
    } else {
        None
    }
}

/// Functions of the browser that a game has no use for, whose calls are followed under other names.
const POWERS: &[&str] = &[
    "fetch",
    "alert",
    "confirm",
    "prompt",
    "open",
    "eval",
    "sendBeacon",
    "importScripts",
    "execScript",
    "write",
    "writeln",
    "Function",
    "print",
];

/// Functions of the browser that book something for later, or that make trouble when they are called.
fn is_booking(name: &str) -> bool {
    matches!(
        name,
        "requestAnimationFrame"
            | "webkitRequestAnimationFrame"
            | "mozRequestAnimationFrame"
            | "setTimeout"
            | "setInterval"
            | "setImmediate"
            | "requestIdleCallback"
            | "queueMicrotask"
            | "addEventListener"
            | "eval"
    )
}

fn returned_by(function: &Expr) -> Option<&Expr> {
    match function {
        Expr::Paren(paren) => returned_by(&paren.expr),
        Expr::Arrow(arrow) => match &*arrow.body {
            ArrowFunctionBody::Expr(gives) => Some(gives),
            ArrowFunctionBody::FunctionBody(body) => last_return(&body.stmts),
        },
        Expr::Fn(function) => last_return(&function.function.body.as_ref()?.stmts),
        _ => None,
    }
}

fn last_return(body: &[Stmt]) -> Option<&Expr> {
    match body.last()? {
        Stmt::Return(ReturnStmt { arg: Some(gives), .. }) => Some(gives),
        _ => None,
    }
}

impl Visit for Names<'_> {
    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        match (&declarator.name, &declarator.init) {
            (Pat::Ident(name), Some(init)) => self.set(&name.id, init, true),
            // `const { requestAnimationFrame: raf, document: d } = window`
            (Pat::Object(pattern), Some(init)) => {
                let object = self.object_of(init);
                for property in &pattern.props {
                    let (name, local) = match property {
                        ObjectPatProp::KeyValue(pair) => match (key_text(&pair.key, &self.constants), &*pair.value) {
                            (Some(name), Pat::Ident(local)) => (name, &local.id),
                            _ => continue,
                        },
                        ObjectPatProp::Assign(assign) => (assign.key.id.sym.to_string(), &assign.key.id),
                        ObjectPatProp::Rest(_) => continue,
                    };
                    let Some(key) = self.key(local) else { continue };
                    if object.is_some() && POWERS.contains(&name.as_str()) {
                        self.aliases.insert(key, name.clone());
                    }
                    if object.as_deref() == Some("window") {
                        if is_booking(&name) {
                            self.aliases.insert(key, name.clone());
                        }
                        if let Some(object) = global_object(&name) {
                            self.objects.insert(key, object);
                        }
                    }
                    if super::keys::PROPERTIES.contains(&name.as_str()) {
                        if super::keys::is_event(init) {
                            self.event_keys.insert(key);
                        }
                        self.keys.insert(key, name);
                    }
                }
            }
            _ => {}
        }
        declarator.visit_children_with(self);
    }

    fn visit_fn_decl(&mut self, decl: &FnDecl) {
        let params = decl.function.params.iter().map(|param| match &param.pat {
            Pat::Ident(name) => self.key(&name.id),
            _ => None,
        });
        let params: Vec<Option<u32>> = params.collect();
        if let Some(key) = self.key(&decl.ident) {
            self.params.insert(key, params);
        }
        if let Some(key) = self.key(&decl.ident) {
            self.constants.note_function(key, &decl.function);
        }
        decl.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) if assign.op == AssignOp::Assign => {
                self.set(&name.id, &assign.right, false);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                if let Some((name, _)) = member_name(&member.prop, &self.constants) {
                    if let Some(id) = looked_up(&assign.right, &self.constants) {
                        self.element_properties.insert(name.clone(), id);
                    }
                    if let Some(keys) = table(&assign.right, &self.constants) {
                        self.table_properties.insert(name.clone(), keys);
                    }
                    if let Some(alias) = self.called(&assign.right).filter(|alias| *alias != name) {
                        self.alias_properties.insert(name.clone(), alias);
                    }
                    self.constants.assigned.insert(name);
                }
            }
            _ => {}
        }
        assign.visit_children_with(self);
    }

    fn visit_key_value_prop(&mut self, pair: &KeyValueProp) {
        if let Some(name) = key_text(&pair.key, &self.constants) {
            if let Some(id) = looked_up(&pair.value, &self.constants) {
                self.element_properties.insert(name.clone(), id);
            }
            if let Some(keys) = table(&pair.value, &self.constants) {
                self.table_properties.insert(name, keys);
            }
        }
        pair.visit_children_with(self);
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        if let (Some(name), Some(value)) = (key_text(&field.key, &self.constants), &field.value) {
            if let Some(keys) = table(value, &self.constants) {
                self.table_properties.insert(name.clone(), keys);
            }
            if let Some(id) = looked_up(value, &self.constants) {
                self.element_properties.insert(name, id);
            }
        }
        field.visit_children_with(self);
    }

    fn visit_function(&mut self, function: &Function) {
        self.depth += 1;
        function.visit_children_with(self);
        self.depth -= 1;
    }

    fn visit_class(&mut self, class: &Class) {
        self.depth += 1;
        class.visit_children_with(self);
        self.depth -= 1;
    }

    fn visit_assign_pat(&mut self, assign: &AssignPat) {
        if let Pat::Ident(name) = &*assign.left
            && let Some(key) = self.key(&name.id)
            && let Some(object) = self.object_of(&assign.right)
        {
            self.objects.insert(key, object);
        }
        assign.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        if let Callee::Expr(callee) = &call.callee {
            match &**callee {
                // `(function () { … }).call(this)`
                Expr::Member(member) if matches!(&member.prop, MemberProp::Ident(name) if name.sym.as_str() == "call") =>
                {
                    self.arguments(&member.obj, call.args.get(1..).unwrap_or_default());
                }
                other => self.arguments(other, &call.args),
            }
        }
        call.visit_children_with(self);
    }

    fn visit_if_stmt(&mut self, stmt: &IfStmt) {
        self.test(&stmt.test);
        stmt.visit_children_with(self);
    }

    fn visit_cond_expr(&mut self, cond: &CondExpr) {
        self.test(&cond.test);
        cond.visit_children_with(self);
    }

    fn visit_while_stmt(&mut self, stmt: &WhileStmt) {
        self.test(&stmt.test);
        stmt.visit_children_with(self);
    }

    fn visit_bin_expr(&mut self, bin: &BinExpr) {
        if matches!(bin.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) {
            self.test(&bin.left);
        }
        bin.visit_children_with(self);
    }

    fn visit_opt_chain_expr(&mut self, chain: &OptChainExpr) {
        if chain.optional {
            match &*chain.base {
                OptChainBase::Member(member) => self.test(&member.obj),
                OptChainBase::Call(call) => self.test(&call.callee),
            }
        }
        chain.visit_children_with(self);
    }
}

/// The name of a member, and whether it was put together.
pub(crate) fn member_name(prop: &MemberProp, known: &Constants<'_>) -> Option<(String, bool)> {
    match prop {
        MemberProp::Ident(name) => Some((name.sym.to_string(), false)),
        MemberProp::PrivateName(name) => Some((format!("#{}", name.name), false)),
        MemberProp::Computed(computed) => {
            let plain = matches!(&*computed.expr, Expr::Lit(_));
            constant(&computed.expr, known).map(|name| (name, !plain))
        }
    }
}

/// The id an element is looked up with.
pub(super) fn looked_up(expr: &Expr, known: &Constants<'_>) -> Option<String> {
    let Expr::Call(call) = expr else { return None };
    let Callee::Expr(callee) = &call.callee else { return None };
    let name = match &**callee {
        Expr::Member(member) => member_name(&member.prop, known)?.0,
        Expr::Ident(name) => name.sym.to_string(),
        _ => return None,
    };
    let first = constant(&call.args.first()?.expr, known)?;
    match name.as_str() {
        "getElementById" | "$" | "byId" => Some(first.trim_start_matches('#').to_owned()),
        "querySelector" => {
            let id = first.strip_prefix('#')?;
            id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).then(|| id.to_owned())
        }
        _ => None,
    }
}

/// Keys of an object literal, members of a list of texts or of a set of them.
pub(super) fn table(expr: &Expr, known: &Constants<'_>) -> Option<Vec<(String, Span)>> {
    match expr {
        Expr::Object(object) => Some(
            object
                .props
                .iter()
                .filter_map(|property| match property {
                    PropOrSpread::Prop(property) => match &**property {
                        Prop::KeyValue(pair) => Some((key_text(&pair.key, known)?, pair.key.span())),
                        Prop::Method(method) => Some((key_text(&method.key, known)?, method.key.span())),
                        Prop::Shorthand(name) => Some((name.sym.to_string(), name.span)),
                        _ => None,
                    },
                    PropOrSpread::Spread(_) => None,
                })
                .collect(),
        ),
        Expr::Array(array) => array
            .elems
            .iter()
            .map(|part| part.as_ref().and_then(|part| Some((constant(&part.expr, known)?, part.expr.span()))))
            .collect(),
        Expr::New(new) => new.args.iter().flatten().next().and_then(|arg| table(&arg.expr, known)),
        Expr::Call(call) => call.args.first().and_then(|arg| table(&arg.expr, known)),
        Expr::Paren(paren) => table(&paren.expr, known),
        _ => None,
    }
}

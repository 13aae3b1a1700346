//! What is sure to happen when a script is loaded: its statements in order, into the functions they call, as far as
//! no condition decides. What only may happen is walked too, so that what it changes is no longer taken for known.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
};

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;

use super::{
    super::{
        facts::PageFacts,
        scopes::{Born, Scopes},
    },
    collect::{Names, is_endless, member_name},
    fold::{Fixed, constant, fold, key_text},
};

/// Steps after which nothing more is sure.
const STEPS_MAX: u32 = 150_000;
/// Calls inside calls.
const CALLS_MAX: usize = 48;

/// The elements of the page as a script meets them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Elements<'p> {
    /// The page; none when it is not known which page runs the script.
    pub(super) page: Option<&'p PageFacts>,
    /// Number of the tag at which the script runs; what comes later is not there yet.
    pub(super) until: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Later,
    Nowhere,
    Unknown,
}

impl Elements<'_> {
    fn presence(&self, selector: &str, by_id: bool, ready: bool) -> Presence {
        let Some(page) = self.page else { return Presence::Unknown };
        let simple =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let place = |wanted: &dyn Fn(&super::PageTag) -> bool| match page
            .tags
            .iter()
            .find(|tag| wanted(tag))
            .map(|tag| tag.index)
        {
            Some(index) if ready || index < self.until => Presence::There,
            Some(_) => Presence::Later,
            None => Presence::Nowhere,
        };
        if by_id {
            place(&|tag| tag.attribute("id") == Some(selector))
        } else if let Some(id) = selector.strip_prefix('#').filter(|id| simple(id)) {
            place(&|tag| tag.attribute("id") == Some(id))
        } else if let Some(class) = selector.strip_prefix('.').filter(|class| simple(class)) {
            place(&|tag| {
                tag.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|one| one == class))
            })
        } else if simple(selector) && !matches!(selector, "html" | "head" | "body") {
            place(&|tag| tag.name.eq_ignore_ascii_case(selector))
        } else {
            Presence::Unknown
        }
    }

    /// Whether the body has begun.
    fn has_body(&self, ready: bool) -> bool {
        ready || self.page.is_none_or(|page| page.tags.iter().any(|tag| !tag.in_head && tag.index < self.until))
    }
}

/// What is sure.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// Names used before their declaration ran.
    pub(super) early_uses: Vec<(String, Span)>,
    /// Elements used that are not there: selector, whether they come later.
    pub(super) missing: Vec<(String, bool, Span)>,
    /// Loops without end.
    pub(super) hangs: Vec<Span>,
    /// Positions of names and members that are reached.
    pub(super) certain: HashSet<u32>,
}

#[derive(Debug, Clone)]
enum Val<'a> {
    Unknown,
    /// An element that is not there.
    Missing {
        selector: String,
        later: bool,
    },
    /// Something that counts as true.
    Something,
    Fixed(Fixed),
    Function(&'a Function),
    Arrow(&'a ArrowExpr, Box<Val<'a>>),
    Class(&'a Class),
    Object(usize),
}

#[derive(Debug, Default)]
struct Object<'a> {
    fields: HashMap<String, Val<'a>>,
    class: Option<&'a Class>,
}

enum Flow<'a> {
    Next,
    Break,
    Return(Val<'a>),
}

pub(super) fn run(
    program: &Program,
    scopes: &Scopes,
    names: &Names<'_>,
    elements: &Elements<'_>,
    module: bool,
) -> Loaded {
    let mut load = Load {
        scopes,
        names,
        elements,
        values: HashMap::new(),
        objects: Vec::new(),
        declared: HashSet::new(),
        certain: true,
        over: false,
        left_loop: false,
        left_function: false,
        may_throw: false,
        ready: module,
        this: Val::Unknown,
        calls: Vec::new(),
        root: Span::default(),
        maybe_run: HashSet::new(),
        steps: Cell::new(STEPS_MAX),
        due: Vec::new(),
        out: Loaded::default(),
    };
    match program {
        Program::Script(script) => {
            load.hoist(script.body.iter());
            for stmt in &script.body {
                load.statement(stmt);
            }
        }
        Program::Module(module) => {
            let stmts = module.body.iter().filter_map(|item| match item {
                ModuleItem::Stmt(stmt) => Some(stmt),
                ModuleItem::ModuleDecl(_) => None,
            });
            load.hoist(stmts);
            for item in &module.body {
                match item {
                    ModuleItem::Stmt(stmt) => {
                        load.statement(stmt);
                    }
                    ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => load.declaration(&export.decl),
                    ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(export)) => {
                        load.value(&export.expr);
                    }
                    ModuleItem::ModuleDecl(_) => {}
                }
            }
        }
    }
    // What waits for the page, and the first frames: all declarations have run, all elements are there.
    load.ready = true;
    for round in 0..2 {
        let sure = load.certain;
        for function in std::mem::take(&mut load.due) {
            if load.over || round == 1 && load.due.len() > 20 {
                break;
            }
            load.certain = sure;
            load.call(&function, Vec::new(), Val::Unknown, false);
        }
        load.certain = sure;
    }
    load.out
}

struct Load<'a, 'p> {
    scopes: &'a Scopes,
    names: &'a Names<'a>,
    elements: &'p Elements<'p>,
    values: HashMap<u32, Val<'a>>,
    objects: Vec<Object<'a>>,
    /// Bindings whose declaration has run.
    declared: HashSet<u32>,
    /// Whether this place is sure to be reached.
    certain: bool,
    /// Whether the script has died, hangs, or took too many steps.
    over: bool,
    /// Whether something may have left the loop or the function.
    left_loop: bool,
    left_function: bool,
    may_throw: bool,
    /// Whether the whole page is there.
    ready: bool,
    this: Val<'a>,
    calls: Vec<u32>,
    /// The statement at the top that runs.
    root: Span,
    maybe_run: HashSet<u32>,
    steps: Cell<u32>,
    /// Functions that are sure to run later.
    due: Vec<Val<'a>>,
    out: Loaded,
}

impl<'a> Load<'a, '_> {
    fn step(&mut self) -> bool {
        match self.steps.get().checked_sub(1) {
            Some(left) => self.steps.set(left),
            None => self.over = true,
        }
        !self.over
    }

    fn key(&self, name: &Ident) -> Option<u32> {
        self.scopes.key(name)
    }

    fn hoist(&mut self, stmts: impl Iterator<Item = &'a Stmt>) {
        for stmt in stmts {
            if let Stmt::Decl(Decl::Fn(decl)) = stmt
                && let Some(key) = self.key(&decl.ident)
            {
                self.values.insert(key, Val::Function(&decl.function));
            }
        }
    }

    fn block(&mut self, stmts: &'a [Stmt]) -> Flow<'a> {
        self.hoist(stmts.iter());
        for stmt in stmts {
            match self.statement(stmt) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    /// Runs something that may or may not happen.
    fn maybe(&mut self, inner: impl FnOnce(&mut Self)) {
        let sure = std::mem::replace(&mut self.certain, false);
        inner(self);
        self.certain = sure && !self.may_throw && !self.left_loop && !self.left_function;
    }

    fn declaration(&mut self, decl: &'a Decl) {
        match decl {
            Decl::Var(decl) => {
                for one in &decl.decls {
                    let value = one.init.as_ref().map_or(Val::Fixed(Fixed::Undefined), |init| self.value(init));
                    if one.init.is_some() || decl.kind != VarDeclKind::Var {
                        self.bind(&one.name, value, true);
                    }
                }
            }
            Decl::Class(decl) => {
                if let Some(base) = &decl.class.super_class {
                    self.value(base);
                }
                // Inside the class its name is known already.
                if let Some(key) = self.key(&decl.ident) {
                    self.values.insert(key, Val::Class(&decl.class));
                    self.declared.insert(key);
                }
                self.class(&decl.class);
            }
            _ => {}
        }
    }

    fn class(&mut self, class: &'a Class) {
        for member in &class.body {
            match member {
                ClassMember::ClassProp(field) if field.is_static => {
                    if let Some(value) = &field.value {
                        self.value(value);
                    }
                }
                ClassMember::StaticBlock(block) => {
                    self.block(&block.body.stmts);
                }
                _ => {}
            }
        }
    }

    fn bind(&mut self, pattern: &'a Pat, value: Val<'a>, declares: bool) {
        match pattern {
            Pat::Ident(name) => {
                if declares && let Some(key) = self.key(&name.id) {
                    self.declared.insert(key);
                }
                self.set(&name.id, value);
            }
            Pat::Array(array) => {
                array.elems.iter().flatten().for_each(|part| self.bind(part, Val::Unknown, declares));
            }
            Pat::Rest(rest) => self.bind(&rest.arg, Val::Unknown, declares),
            Pat::Assign(assign) => {
                self.maybe(|load| {
                    load.value(&assign.right);
                });
                self.bind(&assign.left, Val::Unknown, declares);
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => {
                            let inner = key_text(&pair.key, &self.names.constants)
                                .map_or(Val::Unknown, |name| self.field(&value, &name));
                            self.bind(&pair.value, inner, declares);
                        }
                        ObjectPatProp::Assign(assign) => {
                            if let Some(default) = &assign.value {
                                self.maybe(|load| {
                                    load.value(default);
                                });
                            }
                            if declares && let Some(key) = self.key(&assign.key.id) {
                                self.declared.insert(key);
                            }
                            let inner = self.field(&value, &assign.key.id.sym);
                            self.set(&assign.key.id, inner);
                        }
                        ObjectPatProp::Rest(rest) => self.bind(&rest.arg, Val::Unknown, declares),
                    }
                }
            }
            Pat::Expr(expr) => {
                self.value(expr);
            }
            Pat::Invalid(_) => {}
        }
    }

    fn set(&mut self, name: &Ident, value: Val<'a>) {
        if let Some(key) = self.key(name) {
            let value = if self.certain { value } else { Val::Unknown };
            self.values.insert(key, value);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) -> Flow<'a> {
        if !self.step() {
            return Flow::Next;
        }
        if self.calls.is_empty() {
            self.root = stmt.span();
        }
        match stmt {
            Stmt::Expr(stmt) => {
                self.value(&stmt.expr);
            }
            Stmt::Decl(decl) => self.declaration(decl),
            Stmt::Block(block) => return self.block(&block.stmts),
            Stmt::Labeled(labeled) => {
                // A label may be left from anywhere in it.
                self.maybe(|load| {
                    load.statement(&labeled.body);
                });
            }
            Stmt::Return(stmt) => {
                let value = stmt.arg.as_ref().map_or(Val::Fixed(Fixed::Undefined), |arg| self.value(arg));
                if self.certain {
                    return Flow::Return(value);
                }
                self.left_function = true;
            }
            Stmt::Throw(stmt) => {
                self.value(&stmt.arg);
                self.may_throw = true;
                self.certain = false;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                if self.certain {
                    return Flow::Break;
                }
                self.left_loop = true;
            }
            Stmt::If(stmt) => {
                let test = self.value(&stmt.test);
                match self.truth(&test) {
                    Some(true) => return self.statement(&stmt.cons),
                    Some(false) => {
                        if let Some(alt) = &stmt.alt {
                            return self.statement(alt);
                        }
                    }
                    None => {
                        self.maybe(|load| {
                            load.statement(&stmt.cons);
                        });
                        if let Some(alt) = &stmt.alt {
                            self.maybe(|load| {
                                load.statement(alt);
                            });
                        }
                    }
                }
            }
            Stmt::Switch(stmt) => {
                self.value(&stmt.discriminant);
                self.in_loop(|load| {
                    for case in &stmt.cases {
                        load.maybe(|load| {
                            for stmt in &case.cons {
                                load.statement(stmt);
                            }
                        });
                    }
                });
            }
            Stmt::Try(stmt) => {
                let may_throw = self.may_throw;
                self.maybe(|load| {
                    load.block(&stmt.block.stmts);
                });
                self.may_throw = may_throw;
                if let Some(handler) = &stmt.handler {
                    self.maybe(|load| {
                        load.block(&handler.body.stmts);
                    });
                }
                if let Some(last) = &stmt.finalizer {
                    self.maybe(|load| {
                        load.block(&last.stmts);
                    });
                }
            }
            Stmt::While(inner) => {
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                self.value(&inner.test);
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::DoWhile(inner) => {
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                return self.first_then_maybe(&inner.body);
            }
            Stmt::For(inner) => {
                match &inner.init {
                    Some(VarDeclOrExpr::VarDecl(decl)) => {
                        for one in &decl.decls {
                            let value = one.init.as_ref().map_or(Val::Unknown, |init| self.value(init));
                            self.bind(&one.name, value, true);
                        }
                    }
                    Some(VarDeclOrExpr::Expr(expr)) => {
                        self.value(expr);
                    }
                    None => {}
                }
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                let test = inner.test.as_ref().map_or(Val::Something, |test| self.value(test));
                if self.truth(&test) == Some(true) {
                    return self.first_then_maybe(&inner.body);
                }
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                        if let Some(update) = &inner.update {
                            load.value(update);
                        }
                    });
                });
            }
            Stmt::ForIn(inner) => {
                self.value(&inner.right);
                self.head(&inner.left);
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::ForOf(inner) => {
                self.value(&inner.right);
                self.head(&inner.left);
                // A list written in place that is not empty is gone through at least once.
                let sure = matches!(&*inner.right, Expr::Array(array) if !array.elems.is_empty());
                if sure && !inner.is_await {
                    return self.first_then_maybe(&inner.body);
                }
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::With(_) => self.over = true,
            Stmt::Empty(_) | Stmt::Debugger(_) => {}
        }
        Flow::Next
    }

    fn head(&mut self, head: &'a ForHead) {
        match head {
            ForHead::VarDecl(decl) => {
                decl.decls.iter().for_each(|one| self.bind(&one.name, Val::Unknown, true));
            }
            ForHead::Pat(pattern) => self.bind(pattern, Val::Unknown, false),
            ForHead::UsingDecl(_) => {}
        }
    }

    fn in_loop(&mut self, inner: impl FnOnce(&mut Self)) {
        let left = std::mem::replace(&mut self.left_loop, false);
        let sure = self.certain;
        inner(self);
        self.left_loop = left;
        self.certain = sure && !self.may_throw && !self.left_function && !left;
    }

    /// A body that runs at least once, and perhaps again.
    fn first_then_maybe(&mut self, body: &'a Stmt) -> Flow<'a> {
        let mut out = Flow::Next;
        self.in_loop(|load| {
            if let Flow::Return(value) = load.statement(body) {
                out = Flow::Return(value);
                return;
            }
            load.maybe(|load| {
                load.statement(body);
            });
        });
        out
    }

    fn endless(&mut self, stmt: &Stmt) {
        if self.certain && !self.over && is_endless(stmt, None, self.names) {
            self.out.hangs.push(stmt.span());
            self.over = true;
        }
    }

    fn truth(&self, value: &Val<'a>) -> Option<bool> {
        match value {
            Val::Unknown => None,
            Val::Missing { .. } => Some(false),
            Val::Fixed(fixed) => Some(fixed.truth()),
            _ => Some(true),
        }
    }

    fn field(&mut self, object: &Val<'a>, name: &str) -> Val<'a> {
        let Val::Object(index) = object else { return Val::Unknown };
        let Some(object) = self.objects.get(*index) else { return Val::Unknown };
        if let Some(value) = object.fields.get(name) {
            return value.clone();
        }
        let mut class = object.class;
        for _ in 0..8 {
            let Some(found) = class else { break };
            for member in &found.body {
                let (key, function, kind) = match member {
                    ClassMember::Method(method) => {
                        (key_text(&method.key, &self.names.constants), &method.function, method.kind)
                    }
                    ClassMember::PrivateMethod(method) => {
                        (Some(format!("#{}", method.key.name)), &method.function, method.kind)
                    }
                    _ => continue,
                };
                if key.as_deref() == Some(name) && kind == MethodKind::Method {
                    return Val::Function(function);
                }
            }
            class = self.base(found);
        }
        Val::Unknown
    }

    fn base(&self, class: &'a Class) -> Option<&'a Class> {
        let Expr::Ident(name) = &**class.super_class.as_ref()? else { return None };
        match self.values.get(&self.key(name)?) {
            Some(Val::Class(class)) => Some(class),
            _ => None,
        }
    }

    fn name(&mut self, name: &'a Ident) -> Val<'a> {
        if self.certain {
            self.out.certain.insert(name.span.lo.0);
        }
        let Some(key) = self.key(name) else { return Val::Unknown };
        self.early(name, key);
        match self.values.get(&key) {
            Some(value) => value.clone(),
            None => Val::Unknown,
        }
    }

    /// Where to mend what happens at a place: the statement at the top that leads there.
    fn rooted(&self, span: Span) -> Span {
        if self.calls.is_empty() || self.ready { span } else { self.root }
    }

    /// Dies of a name that is used before its declaration ran.
    fn early(&mut self, name: &Ident, key: u32) {
        let lexical = self
            .scopes
            .binding(key)
            .is_some_and(|binding| matches!(binding.born, Born::Let | Born::Const | Born::Class));
        if self.certain && !self.over && lexical && !self.declared.contains(&key) {
            let span = self.rooted(name.span);
            self.out.early_uses.push((name.sym.to_string(), span));
            self.over = true;
        }
    }

    /// Dies of an element that is not there, if that is sure.
    fn dereference(&mut self, value: &Val<'a>, span: Span) {
        if let Val::Missing { selector, later } = value
            && self.certain
            && !self.over
        {
            let span = if *later { self.rooted(span) } else { span };
            self.out.missing.push((selector.clone(), *later, span));
            // An element that is nowhere in the page may still be made by a script.
            self.over = *later;
        }
    }

    fn value(&mut self, expr: &'a Expr) -> Val<'a> {
        if !self.step() {
            return Val::Unknown;
        }
        match expr {
            Expr::Ident(name) => self.name(name),
            Expr::This(_) => self.this.clone(),
            Expr::Lit(_) => fold(expr, &self.names.constants).map_or(Val::Unknown, Val::Fixed),
            Expr::Paren(paren) => self.value(&paren.expr),
            Expr::Fn(function) => {
                let value = Val::Function(&function.function);
                if let Some(key) = function.ident.as_ref().and_then(|name| self.key(name)) {
                    self.values.insert(key, value.clone());
                }
                value
            }
            Expr::Arrow(arrow) => Val::Arrow(arrow, Box::new(self.this.clone())),
            Expr::Class(class) => {
                if let Some(base) = &class.class.super_class {
                    self.value(base);
                }
                if let Some(key) = class.ident.as_ref().and_then(|name| self.key(name)) {
                    self.declared.insert(key);
                }
                self.class(&class.class);
                Val::Class(&class.class)
            }
            Expr::Object(object) => self.literal(object),
            Expr::Array(array) => {
                for part in array.elems.iter().flatten() {
                    self.value(&part.expr);
                }
                Val::Something
            }
            Expr::Tpl(template) => {
                for part in &template.exprs {
                    self.value(part);
                }
                Val::Unknown
            }
            Expr::TaggedTpl(tagged) => {
                self.value(&tagged.tag);
                for part in &tagged.tpl.exprs {
                    self.value(part);
                }
                Val::Unknown
            }
            Expr::Unary(unary) => {
                if unary.op == UnaryOp::TypeOf && matches!(&*unary.arg, Expr::Ident(_)) {
                    return Val::Unknown;
                }
                let inner = self.value(&unary.arg);
                match unary.op {
                    UnaryOp::Bang => self.truth(&inner).map_or(Val::Unknown, |truth| Val::Fixed(Fixed::Bool(!truth))),
                    _ => Val::Unknown,
                }
            }
            Expr::Update(update) => {
                match &*update.arg {
                    Expr::Ident(name) => {
                        self.name(name);
                        self.set(name, Val::Unknown);
                    }
                    other => {
                        self.value(other);
                    }
                }
                Val::Unknown
            }
            Expr::Bin(bin) => self.binary(bin),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Member(member) => {
                let object = self.value(&member.obj);
                self.member(&object, member)
            }
            Expr::SuperProp(_) => Val::Unknown,
            Expr::Cond(cond) => {
                let test = self.value(&cond.test);
                match self.truth(&test) {
                    Some(true) => self.value(&cond.cons),
                    Some(false) => self.value(&cond.alt),
                    None => {
                        self.maybe(|load| {
                            load.value(&cond.cons);
                        });
                        self.maybe(|load| {
                            load.value(&cond.alt);
                        });
                        Val::Unknown
                    }
                }
            }
            Expr::Call(call) => self.called(call),
            Expr::New(new) => self.made(new),
            Expr::Seq(seq) => {
                let mut last = Val::Unknown;
                for part in &seq.exprs {
                    last = self.value(part);
                }
                last
            }
            Expr::OptChain(chain) => {
                self.maybe(|load| match &*chain.base {
                    OptChainBase::Member(member) => {
                        load.value(&member.obj);
                    }
                    OptChainBase::Call(call) => {
                        let callee = load.value(&call.callee);
                        for arg in &call.args {
                            let arg = load.value(&arg.expr);
                            load.callback(&arg);
                        }
                        load.callback(&callee);
                    }
                });
                Val::Unknown
            }
            Expr::Await(wait) => {
                self.value(&wait.arg);
                self.left_function = true;
                self.certain = false;
                Val::Unknown
            }
            Expr::Yield(_) => {
                self.left_function = true;
                self.certain = false;
                Val::Unknown
            }
            _ => Val::Unknown,
        }
    }

    fn literal(&mut self, object: &'a ObjectLit) -> Val<'a> {
        let index = self.objects.len();
        self.objects.push(Object::default());
        for property in &object.props {
            match property {
                PropOrSpread::Spread(spread) => {
                    self.value(&spread.expr);
                }
                PropOrSpread::Prop(property) => {
                    let (name, value) = match &**property {
                        Prop::Shorthand(name) => (Some(name.sym.to_string()), self.name(name)),
                        Prop::KeyValue(pair) => {
                            let value = self.value(&pair.value);
                            (key_text(&pair.key, &self.names.constants), value)
                        }
                        Prop::Method(method) => {
                            (key_text(&method.key, &self.names.constants), Val::Function(&method.function))
                        }
                        _ => continue,
                    };
                    if let (Some(name), Some(object)) = (name, self.objects.get_mut(index)) {
                        object.fields.insert(name, value);
                    }
                }
            }
        }
        Val::Object(index)
    }

    fn binary(&mut self, bin: &'a BinExpr) -> Val<'a> {
        let left = self.value(&bin.left);
        let logical = matches!(bin.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing);
        if logical {
            let truth = self.truth(&left);
            let right = match (bin.op, truth) {
                (BinaryOp::LogicalAnd, Some(true)) | (BinaryOp::LogicalOr, Some(false)) => true,
                (BinaryOp::LogicalAnd, Some(false)) | (BinaryOp::LogicalOr, Some(true)) => false,
                _ => {
                    self.maybe(|load| {
                        load.value(&bin.right);
                    });
                    return Val::Unknown;
                }
            };
            return if right { self.value(&bin.right) } else { left };
        }
        let right = self.value(&bin.right);
        let (Val::Fixed(one), Val::Fixed(other)) = (&left, &right) else {
            // `el === null`, `el !== null`
            let absent = |value: &Val<'_>, expr: &Expr| match value {
                Val::Missing { .. } => Some(true),
                Val::Something | Val::Function(_) | Val::Arrow(..) | Val::Class(_) | Val::Object(_) => Some(false),
                _ => matches!(expr, Expr::Lit(Lit::Null(_))).then_some(true),
            };
            let null = |expr: &Expr| matches!(expr, Expr::Lit(Lit::Null(_)));
            if null(&bin.left) || null(&bin.right) {
                let other = if null(&bin.left) { absent(&right, &bin.right) } else { absent(&left, &bin.left) };
                return match (bin.op, other) {
                    (BinaryOp::EqEq | BinaryOp::EqEqEq, Some(absent)) => Val::Fixed(Fixed::Bool(absent)),
                    (BinaryOp::NotEq | BinaryOp::NotEqEq, Some(absent)) => Val::Fixed(Fixed::Bool(!absent)),
                    _ => Val::Unknown,
                };
            }
            return Val::Unknown;
        };
        let (first, second) = (one.number(), other.number());
        let same = one == other;
        Val::Fixed(Fixed::Bool(match bin.op {
            BinaryOp::Lt => first < second,
            BinaryOp::LtEq => first <= second,
            BinaryOp::Gt => first > second,
            BinaryOp::GtEq => first >= second,
            BinaryOp::EqEqEq => same,
            BinaryOp::NotEqEq => !same,
            _ => return Val::Unknown,
        }))
    }

    fn assign(&mut self, assign: &'a AssignExpr) -> Val<'a> {
        let plain = assign.op == AssignOp::Assign;
        let conditional = matches!(assign.op, AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign);
        if conditional {
            self.maybe(|load| {
                load.value(&assign.right);
            });
        }
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                let value = if conditional { Val::Unknown } else { self.value(&assign.right) };
                if self.certain {
                    self.out.certain.insert(name.id.span.lo.0);
                }
                if let Some(key) = self.key(&name.id) {
                    self.early(&name.id, key);
                }
                let value = if plain { value } else { Val::Unknown };
                self.set(&name.id, value.clone());
                value
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                let object = self.value(&member.obj);
                let value = if conditional { Val::Unknown } else { self.value(&assign.right) };
                self.member(&object, member);
                let name = member_name(&member.prop, &self.names.constants).map(|(name, _)| name);
                let Some(name) = name else { return Val::Unknown };
                let sure = self.certain && plain;
                if let Val::Object(index) = &object
                    && let Some(object) = self.objects.get_mut(*index)
                {
                    object.fields.insert(name.clone(), if sure { value.clone() } else { Val::Unknown });
                }
                if name == "onload" && self.names.object_of(&member.obj).as_deref() == Some("window") {
                    self.book(&value);
                }
                value
            }
            AssignTarget::Simple(_) => {
                self.value(&assign.right);
                Val::Unknown
            }
            AssignTarget::Pat(pattern) => {
                self.value(&assign.right);
                match pattern {
                    AssignTargetPat::Array(array) => {
                        array.elems.iter().flatten().for_each(|part| self.bind(part, Val::Unknown, false));
                    }
                    AssignTargetPat::Object(object) => {
                        for property in &object.props {
                            match property {
                                ObjectPatProp::KeyValue(pair) => self.bind(&pair.value, Val::Unknown, false),
                                ObjectPatProp::Assign(assign) => self.set(&assign.key.id, Val::Unknown),
                                ObjectPatProp::Rest(rest) => self.bind(&rest.arg, Val::Unknown, false),
                            }
                        }
                    }
                    AssignTargetPat::Invalid(_) => {}
                }
                Val::Unknown
            }
        }
    }

    fn member(&mut self, object: &Val<'a>, member: &'a MemberExpr) -> Val<'a> {
        if let MemberProp::Computed(computed) = &member.prop {
            self.value(&computed.expr);
        }
        if self.certain {
            self.out.certain.insert(member.span.lo.0);
        }
        self.dereference(object, member.span);
        let Some((name, _)) = member_name(&member.prop, &self.names.constants) else { return Val::Unknown };
        if name == "body" && self.is_document(&member.obj) {
            return if self.elements.has_body(self.ready) {
                Val::Something
            } else {
                Val::Missing { selector: "body".to_owned(), later: true }
            };
        }
        self.field(object, &name)
    }

    fn is_document(&self, expr: &Expr) -> bool {
        self.names.object_of(expr).as_deref() == Some("document")
    }

    fn called(&mut self, call: &'a CallExpr) -> Val<'a> {
        let (callee, this, name, on_document) = match &call.callee {
            Callee::Expr(callee) => match &**callee {
                Expr::Member(member) => {
                    let object = self.value(&member.obj);
                    let value = self.member(&object, member);
                    let name = member_name(&member.prop, &self.names.constants).map(|(name, _)| name);
                    (value, object, name, self.is_document(&member.obj))
                }
                Expr::Ident(name) => (self.name(name), Val::Unknown, Some(name.sym.to_string()), false),
                other => (self.value(other), Val::Unknown, None, false),
            },
            Callee::Super(_) => {
                for arg in &call.args {
                    self.value(&arg.expr);
                }
                return Val::Unknown;
            }
            Callee::Import(_) => return Val::Unknown,
        };
        let args: Vec<Val<'a>> = call.args.iter().map(|arg| self.value(&arg.expr)).collect();
        if self.over {
            return Val::Unknown;
        }
        let first = call.args.first().and_then(|arg| constant(&arg.expr, &self.names.constants));
        match (name.as_deref(), first.as_deref()) {
            (Some("getElementById"), Some(id)) if on_document => return self.look_up(id, true),
            (Some("querySelector"), Some(selector)) if on_document => return self.look_up(selector, false),
            (Some("addEventListener"), Some("DOMContentLoaded" | "load")) => {
                if let Some(function) = args.get(1).cloned() {
                    self.book(&function);
                }
                return Val::Unknown;
            }
            (Some("addEventListener"), _) => {
                args.iter().for_each(|arg| self.callback(arg));
                return Val::Unknown;
            }
            _ => {}
        }
        let alias = match &call.callee {
            Callee::Expr(callee) => self.names.called(callee),
            _ => None,
        };
        if alias.as_deref() == Some("requestAnimationFrame") {
            if let Some(function) = args.first().cloned() {
                self.book(&function);
            }
            return Val::Unknown;
        }
        match callee {
            Val::Function(_) | Val::Arrow(..) => self.call(&callee, args, this, true),
            _ => {
                // `init.call(this)`, `game.start.bind(game)`, `list.forEach(f)`: whatever is known of it may run.
                args.iter().for_each(|arg| self.callback(arg));
                self.callback(&this);
                Val::Unknown
            }
        }
    }

    fn look_up(&mut self, selector: &str, by_id: bool) -> Val<'a> {
        match self.elements.presence(selector, by_id, self.ready) {
            Presence::There => Val::Something,
            Presence::Later => Val::Missing { selector: selector.to_owned(), later: true },
            Presence::Nowhere => Val::Missing { selector: selector.to_owned(), later: false },
            Presence::Unknown => Val::Unknown,
        }
    }

    /// Notes that a function is sure to run later.
    fn book(&mut self, function: &Val<'a>) {
        if self.certain && self.due.len() < 40 {
            self.due.push(function.clone());
        } else {
            self.callback(function);
        }
    }

    /// Runs a function that may run.
    fn callback(&mut self, function: &Val<'a>) {
        let at = match function {
            Val::Function(function) => function.span.lo.0,
            Val::Arrow(arrow, _) => arrow.span.lo.0,
            _ => return,
        };
        if self.maybe_run.insert(at) {
            let this = self.this.clone();
            self.maybe(|load| {
                load.call(function, Vec::new(), this, false);
            });
        }
    }

    fn call(&mut self, callee: &Val<'a>, args: Vec<Val<'a>>, this: Val<'a>, known: bool) -> Val<'a> {
        let (at, generator, this) = match callee {
            Val::Function(function) => (function.span.lo.0, function.is_generator, this),
            Val::Arrow(arrow, this) => (arrow.span.lo.0, arrow.is_generator, (**this).clone()),
            _ => return Val::Unknown,
        };
        let deep = self.calls.len() >= CALLS_MAX || self.calls.iter().filter(|call| **call == at).count() > 1;
        if generator || deep || self.over {
            if deep {
                self.certain = false;
                self.may_throw = true;
            }
            return Val::Unknown;
        }
        // What only may run is walked once.
        if !self.certain && known && !self.maybe_run.insert(at) {
            return Val::Unknown;
        }
        self.calls.push(at);
        let sure = self.certain;
        let this = std::mem::replace(&mut self.this, this);
        let left = (std::mem::replace(&mut self.left_loop, false), std::mem::replace(&mut self.left_function, false));
        let flow = match callee {
            Val::Function(function) => {
                for (number, param) in function.params.iter().enumerate() {
                    self.bind(&param.pat, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
                function.body.as_ref().map_or(Flow::Next, |body| self.block(&body.stmts))
            }
            Val::Arrow(arrow, _) => {
                for (number, param) in arrow.params.iter().enumerate() {
                    self.bind(param, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
                match &*arrow.body {
                    ArrowFunctionBody::FunctionBody(body) => self.block(&body.stmts),
                    ArrowFunctionBody::Expr(expr) => Flow::Return(self.value(expr)),
                }
            }
            _ => Flow::Next,
        };
        let maybe_left = self.left_function;
        self.this = this;
        self.calls.pop();
        (self.left_loop, self.left_function) = left;
        self.certain = sure && !self.may_throw;
        match flow {
            Flow::Return(value) if !maybe_left => value,
            _ => Val::Unknown,
        }
    }

    fn made(&mut self, new: &'a NewExpr) -> Val<'a> {
        let callee = self.value(&new.callee);
        let args: Vec<Val<'a>> = new.args.iter().flatten().map(|arg| self.value(&arg.expr)).collect();
        match callee {
            Val::Class(class) => {
                let index = self.objects.len();
                self.objects.push(Object { class: Some(class), ..Object::default() });
                self.construct(class, &Val::Object(index), args, 0);
                Val::Object(index)
            }
            Val::Function(_) => {
                let index = self.objects.len();
                self.objects.push(Object::default());
                self.call(&callee, args, Val::Object(index), true);
                // A prototype may give it more than is known.
                Val::Something
            }
            _ => {
                args.iter().for_each(|arg| self.callback(arg));
                Val::Something
            }
        }
    }

    fn construct(&mut self, class: &'a Class, object: &Val<'a>, args: Vec<Val<'a>>, depth: u32) {
        if depth > 6 || self.over {
            return;
        }
        if let Some(base) = self.base(class) {
            self.construct(base, object, Vec::new(), depth + 1);
        }
        let this = std::mem::replace(&mut self.this, object.clone());
        for member in &class.body {
            let (name, value) = match member {
                ClassMember::ClassProp(field) if !field.is_static => {
                    (key_text(&field.key, &self.names.constants), &field.value)
                }
                ClassMember::PrivateProp(field) if !field.is_static => {
                    (Some(format!("#{}", field.key.name)), &field.value)
                }
                _ => continue,
            };
            let value = value.as_ref().map_or(Val::Fixed(Fixed::Undefined), |value| self.value(value));
            if let (Some(name), Val::Object(index)) = (name, object)
                && let Some(object) = self.objects.get_mut(*index)
            {
                object.fields.insert(name, value);
            }
        }
        let constructor = class.body.iter().find_map(|member| match member {
            ClassMember::Constructor(constructor) => Some(constructor),
            _ => None,
        });
        if let Some(constructor) = constructor
            && self.calls.len() < CALLS_MAX
            && self.calls.iter().filter(|call| **call == constructor.span.lo.0).count() < 2
        {
            self.calls.push(constructor.span.lo.0);
            let sure = self.certain;
            let left =
                (std::mem::replace(&mut self.left_loop, false), std::mem::replace(&mut self.left_function, false));
            for (number, param) in constructor.params.iter().enumerate() {
                if let ParamOrTsParamProp::Param(param) = param {
                    self.bind(&param.pat, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
            }
            if let Some(body) = &constructor.body {
                self.block(&body.stmts);
            }
            (self.left_loop, self.left_function) = left;
            self.certain = sure && !self.may_throw;
            self.calls.pop();
        }
        self.this = this;
    }
}

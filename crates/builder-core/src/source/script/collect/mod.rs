//! One walk over a script's tree that notes what checks and the bot need to know.
//!
//! Each kind of fact has its file; this one only walks.

mod bookings;
mod derefs;
mod functions;
mod keys;
mod loops;
mod names;
mod powers;
mod texts;
mod visit;

use std::collections::{BTreeSet, HashMap, HashSet};

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

pub(crate) use self::bookings::is_input_event;
use self::{
    derefs::Dereferenced,
    functions::Functions,
    keys::{is_event_read, key_property},
};
pub(super) use self::{
    loops::is_endless,
    names::{Names, member_name},
};
use super::{
    super::{
        facts::{Assignment, ConstWrite, Declared, EndlessLoop, Place, ScriptFacts, Sink, Target, Trigger, Use},
        scopes::{Born, Scopes},
    },
    fold::{Constants, constant},
    load::{self, Elements},
};

const SINKS: &[&str] = &["innerHTML", "outerHTML", "srcdoc"];

pub(super) fn collect(
    program: &Program,
    script: &mut ScriptFacts,
    at: &dyn Fn(Span) -> Place,
    elements: &Elements<'_>,
) {
    let scopes = Scopes::of(program);
    if let Some(top) = scopes.scopes.first().filter(|_| !script.module) {
        for binding in &top.bindings {
            let lexical = matches!(binding.born, Born::Let | Born::Const | Born::Class);
            script.declared.push(Declared { name: binding.name.clone(), lexical, place: at(binding.at) });
        }
    }
    let all: BTreeSet<&str> =
        scopes.scopes.iter().flat_map(|scope| scope.bindings.iter().map(|binding| binding.name.as_str())).collect();
    script.names = all.into_iter().map(str::to_owned).collect();
    let names = Names::of(program, &scopes);
    let functions = Functions::of(program, &names, at);
    let loaded = load::run(program, &scopes, &names, elements, script.module);
    script.early_uses = loaded.early_uses.iter().map(|(name, span)| (name.clone(), at(*span))).collect();
    script.missing_elements =
        loaded.missing.iter().map(|(selector, later, span)| (selector.clone(), *later, at(*span))).collect();
    script.hangs = loaded.hangs.iter().map(|span| at(*span)).collect();
    let dereferenced = derefs::dereferenced(program, &names, &functions, at);
    let mut walk = Walk {
        scopes: &scopes,
        names: &names,
        functions: &functions,
        certain: &loaded.certain,
        dereferenced,
        script,
        at,
        tries: 0,
        stack: vec![0],
        methods: 0,
        typeofs: BTreeSet::new(),
        deferred: HashSet::new(),
        edges_seen: HashSet::new(),
        param_triggers: Vec::new(),
        passed: Vec::new(),
        dynamic_calls: false,
        group: 0,
        texts: HashSet::new(),
        made: HashMap::new(),
    };
    program.visit_with(&mut Kinds(&mut walk));
    program.visit_with(&mut walk);
    let typeofs = std::mem::take(&mut walk.typeofs);
    let (triggers, passed) = (std::mem::take(&mut walk.param_triggers), std::mem::take(&mut walk.passed));
    let dynamic = walk.dynamic_calls;
    for (name, span) in &scopes.const_writes {
        let certain = loaded.certain.contains(&span.lo.0);
        let within = functions.innermost(span.lo.0);
        walk.script.const_writes.push(ConstWrite { name: name.clone(), certain, within, place: at(*span) });
    }
    for (key, trigger) in triggers {
        let Some((function, number)) = functions.params.get(&key) else { continue };
        for (callee, at, from, targets) in &passed {
            if callee == function && at == number {
                for to in targets {
                    let edge = super::super::facts::Edge { from: *from, to: to.clone(), trigger: trigger.clone() };
                    script.edges.push(edge);
                }
            }
        }
    }
    // Where members are called by names that only the run knows, any of them may be called.
    for (id, by_property) in functions.by_property.iter().enumerate().skip(1) {
        if *by_property && dynamic {
            let from = functions.list.get(id).map_or(0, |function| function.parent);
            script.edges.push(super::super::facts::Edge { from, to: Target::Function(id), trigger: Trigger::Call });
        }
    }
    for global in &mut script.globals {
        global.guarded |= typeofs.contains(&global.name) || names.tested.contains(&global.name);
    }
    script.functions = functions.list;
}

struct Walk<'a> {
    scopes: &'a Scopes,
    names: &'a Names<'a>,
    functions: &'a Functions<'a, 'a>,
    /// Positions that are sure to be reached when the script is loaded or in its first frame.
    certain: &'a HashSet<u32>,
    dereferenced: Dereferenced,
    script: &'a mut ScriptFacts,
    at: &'a dyn Fn(Span) -> Place,
    tries: u32,
    /// Functions around this place.
    stack: Vec<usize>,
    /// How many of them have a `this` of their own.
    methods: u32,
    typeofs: BTreeSet<String>,
    /// Positions of what is handed over to run later.
    deferred: HashSet<u32>,
    edges_seen: HashSet<(usize, Target)>,
    /// Parameters that are handed over to run later.
    param_triggers: Vec<(u32, Trigger)>,
    /// Functions that are passed to functions of the script: to which, as which argument, from where.
    passed: Vec<(usize, usize, usize, Vec<Target>)>,
    dynamic_calls: bool,
    /// Comparisons in one condition have one number.
    group: u32,
    /// Variables that hold text.
    texts: HashSet<u32>,
    /// Elements made by the script: variable and tag.
    made: HashMap<u32, String>,
}

impl Walk<'_> {
    fn known(&self) -> &Constants<'_> {
        &self.names.constants
    }

    fn within(&self) -> usize {
        self.stack.last().copied().unwrap_or(0)
    }

    fn this_is_window(&self) -> bool {
        self.methods == 0 && !self.script.module
    }

    fn assigned(&mut self, name: String, property: bool, constant: Option<String>, span: Span) {
        if self.script.assignments.len() < 10_000 {
            let place = (self.at)(span);
            let within = self.within();
            self.script.assignments.push(Assignment { name, property, constant, within, place });
        }
    }

    fn function(&mut self, span: Span, own_this: bool, inner: impl FnOnce(&mut Self)) {
        self.stack.push(self.functions.id(span));
        self.methods += u32::from(own_this);
        let tries = std::mem::take(&mut self.tries);
        inner(self);
        self.tries = tries;
        self.methods -= u32::from(own_this);
        self.stack.pop();
    }

    /// A function written in place runs where it stands, unless it is handed over or only has a name.
    fn found_function(&mut self, span: Span) {
        let id = self.functions.id(span);
        if !self.deferred.contains(&span.lo.0) && !self.functions.by_property.get(id).copied().unwrap_or(false) {
            self.edge(Target::Function(id));
        }
    }

    fn mentioned(&mut self, name: &Ident) {
        if self.deferred.contains(&name.span.lo.0) {
            return;
        }
        match self.names.key(name) {
            Some(key) => match self.functions.bound.get(&key) {
                Some(ids) => ids.clone().into_iter().for_each(|id| self.edge(Target::Function(id))),
                None => self.edge(Target::Name(name.sym.to_string())),
            },
            None => self.edge(Target::Name(name.sym.to_string())),
        }
    }

    fn endless(&mut self, stmt: &Stmt, span: Span) {
        if is_endless(stmt, None, self.names) {
            let within = self.within();
            let place = (self.at)(span);
            self.script.endless.push(EndlessLoop { within, place });
        }
    }

    fn passes(&mut self, callee: &Expr, args: &[ExprOrSpread]) {
        let callees = self.targets(callee);
        let from = self.within();
        for callee in callees {
            let Target::Function(callee) = callee else { continue };
            for (number, arg) in args.iter().enumerate() {
                let targets = match &*arg.expr {
                    Expr::Fn(_) | Expr::Arrow(_) | Expr::Ident(_) | Expr::Member(_) => self.targets(&arg.expr),
                    _ => continue,
                };
                self.passed.push((callee, number, from, targets));
            }
        }
    }
}

/// What variables hold, before it is used.
struct Kinds<'w, 'a>(&'w mut Walk<'a>);

impl Kinds<'_, '_> {
    fn note(&mut self, name: &Ident, value: &Expr) {
        let Some(key) = self.0.names.key(name) else { return };
        if matches!(value, Expr::Tpl(_) | Expr::Lit(Lit::Str(_)))
            || matches!(value, Expr::Bin(bin) if bin.op == BinaryOp::Add && matches!(&*bin.left, Expr::Lit(Lit::Str(_)) | Expr::Tpl(_)))
        {
            self.0.texts.insert(key);
        }
        let object = match value {
            Expr::Call(_) | Expr::New(_) => self.0.object(value),
            _ => String::new(),
        };
        if object.starts_with('<') {
            self.0.made.insert(key, object);
        }
    }
}

impl Visit for Kinds<'_, '_> {
    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init) {
            self.note(&name.id, init);
        }
        declarator.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        if let AssignTarget::Simple(SimpleAssignTarget::Ident(name)) = &assign.left {
            self.note(&name.id, &assign.right);
        }
        assign.visit_children_with(self);
    }
}

impl Walk<'_> {
    /// `Phaser.State`, `game.physics.startSystem`, `this.stones.push`: names joined by dots.
    fn path(&mut self, member: &MemberExpr) {
        let mut parts = Vec::new();
        let mut at = member;
        loop {
            let MemberProp::Ident(name) = &at.prop else { return };
            parts.push(name.sym.as_str());
            match &*at.obj {
                Expr::Member(inner) => at = inner,
                Expr::Ident(root) => {
                    parts.push(root.sym.as_str());
                    break;
                }
                Expr::This(_) => {
                    parts.push("this");
                    break;
                }
                _ => return,
            }
            if parts.len() > 5 {
                return;
            }
        }
        parts.reverse();
        let path = parts.join(".");
        if self.script.paths.len() < 3000 {
            let place = (self.at)(member.span);
            self.script.paths.push((path, place));
        }
    }

    fn member_call(&mut self, member: &MemberExpr, call: &CallExpr) {
        self.path(member);
        let first = call.args.first().map(|arg| &*arg.expr);
        self.member(member, Use::Call, first);
        match member_name(&member.prop, self.known()) {
            Some((name, _)) => {
                let called = self.names.called_member(member).unwrap_or_else(|| name.clone());
                self.call(&called, Some(&member.obj), &call.args, call.span);
                self.reflected(&name, &call.args, call.span);
                // `setTimeout.call(window, 'code')`, `Reflect.apply(setTimeout, window, ['code'])`
                let handed = match name.as_str() {
                    "call" => self.names.called(&member.obj).zip(call.args.get(1).map(|arg| &*arg.expr)),
                    "apply" if call.args.len() == 2 => {
                        self.names.called(&member.obj).zip(call.args.get(1).and_then(|arg| first_of(&arg.expr)))
                    }
                    "apply" => call
                        .args
                        .first()
                        .and_then(|arg| self.names.called(&arg.expr))
                        .zip(call.args.get(2).and_then(|arg| first_of(&arg.expr))),
                    _ => None,
                };
                if let Some((called, value)) = handed {
                    self.use_member(
                        "window".into(),
                        called,
                        Use::Call,
                        false,
                        false,
                        Some(value),
                        Vec::new(),
                        call.span,
                    );
                }
                self.edge(Target::Name(name));
            }
            None => self.dynamic_calls = true,
        }
        member.obj.visit_with(self);
        if let MemberProp::Computed(computed) = &member.prop {
            computed.visit_with(self);
        }
    }

    /// `(({ fetch }) => …)(window)`: a pattern for a parameter takes members out of what is passed.
    fn given(&mut self, callee: &Expr, args: &[ExprOrSpread]) {
        let params: Vec<&Pat> = match callee {
            Expr::Paren(paren) => return self.given(&paren.expr, args),
            Expr::Arrow(arrow) => arrow.params.iter().collect(),
            Expr::Fn(function) => function.function.params.iter().map(|param| &param.pat).collect(),
            _ => return,
        };
        for (param, arg) in params.iter().zip(args) {
            if let Pat::Object(pattern) = param {
                let object = self.object(&arg.expr);
                self.destructured(pattern, &object, arg.expr.span());
            }
        }
    }

    /// `window.onload = start`, `onkeydown = …`
    fn event_property(&mut self, name: &str, value: &Expr, span: Span) {
        let event = name.get(2..).unwrap_or_default();
        if is_input_event(event) {
            self.script.on_properties.push((name.to_owned(), (self.at)(span)));
        }
        let from = self.within();
        for to in self.targets(value) {
            let trigger = Trigger::Event(event.to_owned());
            self.script.edges.push(super::super::facts::Edge { from, to, trigger });
        }
        if matches!(value, Expr::Fn(_) | Expr::Arrow(_) | Expr::Ident(_)) {
            self.deferred.insert(value.span().lo.0);
        }
    }

    fn property_set(&mut self, name: &str, member: &MemberExpr, assign: &AssignExpr, plain: Option<String>) {
        let place = (self.at)(assign.span);
        let fixed = constant(&assign.right, self.known());
        if name.starts_with("on") && name.len() > 2 {
            self.event_property(name, &assign.right, assign.span);
        }
        match name {
            "id" => match &fixed {
                Some(id) => self.script.made_ids.push(id.clone()),
                None if !matches!(&*member.obj, Expr::This(_)) => self.made_pattern(Some(&assign.right)),
                None => {}
            },
            "tabIndex" | "contentEditable" => self.made_focusable(Some(&member.obj)),
            "textContent" | "innerText" | "innerHTML" => {
                let (_, id) = self.target(&member.obj);
                self.shown(&assign.right, id.as_deref(), &place);
            }
            _ => {}
        }
        if SINKS.contains(&name) {
            let constant = fixed.is_some() && assign.op == AssignOp::Assign;
            self.script.sinks.push(Sink { name: name.to_owned(), constant, place });
        }
        self.assigned(name.to_owned(), true, plain, assign.span);
    }
}

fn first_of(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Array(array) => array.elems.first()?.as_ref().map(|first| &*first.expr),
        _ => None,
    }
}

//! The functions of a script, before anything is said about them.

use std::collections::HashMap;

use swc_common::Span;
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::{super::fold::key_text, names::Names};
use crate::source::facts::{FunctionFacts, Place};

/// Properties that the language or a library calls without naming them.
const CALLED_BY_NAME: &[&str] = &[
    "toString",
    "valueOf",
    "toJSON",
    "constructor",
    "handleEvent",
    "then",
    "next",
    "preload",
    "create",
    "update",
    "render",
    "init",
    "setup",
    "draw",
    "success",
    "complete",
    "callback",
    "ready",
    "get",
    "set",
    "has",
    "apply",
];

pub(super) struct Functions<'n, 's> {
    names: &'n Names<'s>,
    at: &'n dyn Fn(Span) -> Place,
    pub(super) list: Vec<FunctionFacts>,
    ids: HashMap<(u32, u32), usize>,
    /// Functions that a variable may hold.
    pub(super) bound: HashMap<u32, Vec<usize>>,
    /// Function and place in its list of each parameter.
    pub(super) params: HashMap<u32, (usize, usize)>,
    /// Functions that are only reached by the name of a property.
    pub(super) by_property: Vec<bool>,
    stack: Vec<usize>,
    pending: Option<(String, bool)>,
}

impl<'n, 's> Functions<'n, 's> {
    pub(super) fn of(program: &Program, names: &'n Names<'s>, at: &'n dyn Fn(Span) -> Place) -> Self {
        let span = match program {
            Program::Module(module) => module.span,
            Program::Script(script) => script.span,
        };
        let top = FunctionFacts { place: at(span), ..FunctionFacts::default() };
        let mut functions = Self {
            names,
            at,
            list: vec![top],
            ids: HashMap::new(),
            bound: HashMap::new(),
            params: HashMap::new(),
            by_property: vec![false],
            stack: vec![0],
            pending: None,
        };
        program.visit_with(&mut functions);
        functions
    }

    pub(super) fn id(&self, span: Span) -> usize {
        self.ids.get(&(span.lo.0, span.hi.0)).copied().unwrap_or(0)
    }

    /// The innermost function around a position.
    pub(super) fn innermost(&self, at: u32) -> usize {
        let around = self.ids.iter().filter(|((lo, hi), _)| *lo <= at && at < *hi);
        around.min_by_key(|((lo, hi), _)| hi - lo).map_or(0, |(_, id)| *id)
    }

    fn enter(&mut self, span: Span) -> usize {
        let (name, by_property) = self.pending.take().unwrap_or_default();
        let id = self.list.len();
        self.ids.insert((span.lo.0, span.hi.0), id);
        let parent = self.stack.last().copied().unwrap_or(0);
        let implied = CALLED_BY_NAME.contains(&name.as_str());
        self.list.push(FunctionFacts {
            name,
            place: (self.at)(span),
            end: (self.at)(span.with_lo(span.hi)),
            parent,
            ..FunctionFacts::default()
        });
        self.by_property.push(by_property && !implied);
        self.stack.push(id);
        id
    }

    fn params(&mut self, id: usize, params: &[&Pat]) {
        for (number, param) in params.iter().enumerate() {
            let name = match param {
                Pat::Ident(name) => &name.id,
                Pat::Assign(assign) => match &*assign.left {
                    Pat::Ident(name) => &name.id,
                    _ => continue,
                },
                _ => continue,
            };
            if let Some(key) = self.names.key(name) {
                self.params.insert(key, (id, number));
            }
        }
    }

    fn bind(&mut self, name: &Ident, id: usize) {
        if let Some(key) = self.names.key(name) {
            self.bound.entry(key).or_default().push(id);
        }
    }

    fn function_of(&self, expr: &Expr) -> Option<Span> {
        match expr {
            Expr::Fn(function) => Some(function.function.span),
            Expr::Arrow(arrow) => Some(arrow.span),
            Expr::Class(class) => Some(class.class.span),
            Expr::Paren(paren) => self.function_of(&paren.expr),
            _ => None,
        }
    }
}

impl Visit for Functions<'_, '_> {
    fn visit_fn_decl(&mut self, decl: &FnDecl) {
        self.pending = Some((decl.ident.sym.to_string(), false));
        decl.function.visit_with(self);
        let id = self.id(decl.function.span);
        self.bind(&decl.ident, id);
    }

    fn visit_fn_expr(&mut self, expr: &FnExpr) {
        if self.pending.is_none()
            && let Some(name) = &expr.ident
        {
            self.pending = Some((name.sym.to_string(), false));
        }
        expr.function.visit_with(self);
        if let Some(name) = &expr.ident {
            let id = self.id(expr.function.span);
            self.bind(name, id);
        }
    }

    fn visit_function(&mut self, function: &Function) {
        let id = self.enter(function.span);
        let params: Vec<&Pat> = function.params.iter().map(|param| &param.pat).collect();
        self.params(id, &params);
        function.visit_children_with(self);
        self.stack.pop();
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let id = self.enter(arrow.span);
        let params: Vec<&Pat> = arrow.params.iter().collect();
        self.params(id, &params);
        arrow.visit_children_with(self);
        self.stack.pop();
    }

    fn visit_class_decl(&mut self, decl: &ClassDecl) {
        self.pending = Some((decl.ident.sym.to_string(), false));
        decl.class.visit_with(self);
        let id = self.id(decl.class.span);
        self.bind(&decl.ident, id);
    }

    fn visit_class(&mut self, class: &Class) {
        class.super_class.visit_with(self);
        self.enter(class.span);
        class.body.visit_with(self);
        self.stack.pop();
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        self.pending = Some(("constructor".to_owned(), false));
        let id = self.enter(constructor.span);
        let params: Vec<&Pat> = constructor
            .params
            .iter()
            .filter_map(|param| match param {
                ParamOrTsParamProp::Param(param) => Some(&param.pat),
                ParamOrTsParamProp::TsParamProp(_) => None,
            })
            .collect();
        self.params(id, &params);
        constructor.visit_children_with(self);
        self.stack.pop();
    }

    fn visit_class_method(&mut self, method: &ClassMethod) {
        self.pending = key_text(&method.key, &self.names.constants).map(|name| (name, true));
        method.function.visit_with(self);
    }

    fn visit_private_method(&mut self, method: &PrivateMethod) {
        self.pending = Some((format!("#{}", method.key.name), true));
        method.function.visit_with(self);
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        self.named_value(key_text(&field.key, &self.names.constants), field.value.as_deref());
    }

    fn visit_private_prop(&mut self, field: &PrivateProp) {
        self.named_value(Some(format!("#{}", field.key.name)), field.value.as_deref());
    }

    fn visit_prop(&mut self, prop: &Prop) {
        match prop {
            Prop::KeyValue(pair) => {
                self.named_value(key_text(&pair.key, &self.names.constants), Some(&pair.value));
            }
            Prop::Method(method) => {
                self.pending = key_text(&method.key, &self.names.constants).map(|name| (name, true));
                method.function.visit_with(self);
            }
            Prop::Getter(getter) => {
                self.pending = key_text(&getter.key, &self.names.constants).map(|name| (name, true));
                getter.function.visit_with(self);
            }
            Prop::Setter(setter) => {
                self.pending = key_text(&setter.key, &self.names.constants).map(|name| (name, true));
                setter.function.visit_with(self);
            }
            other => other.visit_children_with(self),
        }
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init)
            && let Some(span) = self.function_of(init)
        {
            self.pending = Some((name.id.sym.to_string(), false));
            init.visit_with(self);
            let id = self.id(span);
            self.bind(&name.id, id);
            return;
        }
        declarator.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        if let Some(span) = self.function_of(&assign.right) {
            match &assign.left {
                AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                    self.pending = Some((name.id.sym.to_string(), false));
                    assign.right.visit_with(self);
                    let id = self.id(span);
                    self.bind(&name.id, id);
                    return;
                }
                AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                    let name = super::names::member_name(&member.prop, &self.names.constants);
                    self.pending = name.map(|(name, _)| {
                        let event = name.starts_with("on");
                        (name, !event)
                    });
                    member.visit_with(self);
                    assign.right.visit_with(self);
                    return;
                }
                _ => {}
            }
        }
        assign.visit_children_with(self);
    }
}

impl Functions<'_, '_> {
    fn named_value(&mut self, name: Option<String>, value: Option<&Expr>) {
        let Some(value) = value else { return };
        if self.function_of(value).is_some() {
            self.pending = name.map(|name| (name, true));
        }
        value.visit_with(self);
        self.pending = None;
    }
}

//! Scopes, what they declare, and what each use of a name means: one walk over the tree, then one over the uses.

use std::collections::{HashMap, HashSet};

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

/// How a name came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Born {
    Var,
    Let,
    Const,
    Class,
    Function,
    Param,
    Import,
}

#[derive(Debug)]
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) born: Born,
    pub(super) at: Span,
    /// Whether a function inside the scope uses it.
    pub(super) captured: bool,
    /// How often it is assigned after its declaration.
    pub(super) writes: u32,
}

#[derive(Debug)]
pub(super) struct Scope {
    parent: Option<usize>,
    /// Whether `var` stops here.
    function: bool,
    pub(super) bindings: Vec<Binding>,
    by_name: HashMap<String, usize>,
    /// Where code can be inserted that runs when the scope is entered.
    pub(super) entry: Option<u32>,
    /// What the scope is called, for people.
    pub(super) label: String,
}

/// A class and where its body begins.
#[derive(Debug)]
pub(super) struct ClassBody {
    pub(super) first_member: u32,
    pub(super) label: String,
    pub(super) private_fields: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
    Typeof,
}

#[derive(Debug)]
struct Ref {
    name: String,
    at: Span,
    scope: usize,
    kind: Kind,
}

#[derive(Debug, Default)]
pub(super) struct Scopes {
    pub(super) scopes: Vec<Scope>,
    pub(super) classes: Vec<ClassBody>,
    /// Position of each use of a name that nothing declares.
    pub(super) unresolved: HashSet<u32>,
    /// Scope and number of the binding that a use means.
    pub(super) meaning: HashMap<u32, (usize, usize)>,
    /// The same for each place that declares it.
    declares: HashMap<u32, (usize, usize)>,
    /// Assignments to constants.
    pub(super) const_writes: Vec<(String, Span)>,
    refs: Vec<Ref>,
    current: usize,
    pending_label: String,
}

impl Scopes {
    pub(super) fn of(program: &Program) -> Self {
        let mut scopes = Self::default();
        let top = match program {
            Program::Module(module) => entry_of_items(&module.body).unwrap_or(module.span.lo.0),
            Program::Script(script) => entry_of(&script.body).unwrap_or(script.span.lo.0),
        };
        scopes.push(true, Some(top), "top".into());
        program.visit_children_with(&mut scopes);
        scopes.resolve();
        scopes
    }

    fn push(&mut self, function: bool, entry: Option<u32>, label: String) -> usize {
        let parent = (!self.scopes.is_empty()).then_some(self.current);
        self.scopes.push(Scope { parent, function, bindings: Vec::new(), by_name: HashMap::new(), entry, label });
        let before = self.current;
        self.current = self.scopes.len() - 1;
        before
    }

    fn declare(&mut self, name: &Ident, born: Born) {
        let mut at = self.current;
        if born == Born::Var {
            while let (false, Some(parent)) = (self.scopes[at].function, self.scopes[at].parent) {
                at = parent;
            }
        }
        let scope = &mut self.scopes[at];
        let text = name.sym.to_string();
        let number = match scope.by_name.get(&text) {
            Some(number) => *number,
            None => {
                let number = scope.bindings.len();
                scope.by_name.insert(text.clone(), number);
                scope.bindings.push(Binding { name: text, born, at: name.span, captured: false, writes: 0 });
                number
            }
        };
        self.declares.insert(name.span.lo.0, (at, number));
    }

    /// The binding that a name declares or means, by the position of its first declaration.
    pub(super) fn key(&self, name: &Ident) -> Option<u32> {
        let at = name.span.lo.0;
        let (scope, number) = self.meaning.get(&at).or_else(|| self.declares.get(&at))?;
        self.scopes.get(*scope)?.bindings.get(*number).map(|binding| binding.at.lo.0)
    }

    /// The binding with that key.
    pub(super) fn binding(&self, key: u32) -> Option<&Binding> {
        let (scope, number) = self.declares.get(&key)?;
        self.scopes.get(*scope)?.bindings.get(*number)
    }

    fn declare_pattern(&mut self, pattern: &Pat, born: Born) {
        match pattern {
            Pat::Ident(name) => self.declare(&name.id, born),
            Pat::Array(array) => array.elems.iter().flatten().for_each(|part| self.declare_pattern(part, born)),
            Pat::Rest(rest) => self.declare_pattern(&rest.arg, born),
            Pat::Assign(assign) => {
                self.declare_pattern(&assign.left, born);
                assign.right.visit_with(self);
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => {
                            pair.key.visit_with(self);
                            self.declare_pattern(&pair.value, born);
                        }
                        ObjectPatProp::Assign(assign) => {
                            self.declare(&assign.key.id, born);
                            assign.value.visit_with(self);
                        }
                        ObjectPatProp::Rest(rest) => self.declare_pattern(&rest.arg, born),
                    }
                }
            }
            Pat::Expr(expr) => expr.visit_with(self),
            Pat::Invalid(_) => {}
        }
    }

    fn assign_pattern(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(name) => self.use_name(&name.id, Kind::Write),
            Pat::Array(array) => array.elems.iter().flatten().for_each(|part| self.assign_pattern(part)),
            Pat::Rest(rest) => self.assign_pattern(&rest.arg),
            Pat::Assign(assign) => {
                self.assign_pattern(&assign.left);
                assign.right.visit_with(self);
            }
            Pat::Object(object) => self.assign_object(object),
            Pat::Expr(expr) => self.assign_expr(expr),
            Pat::Invalid(_) => {}
        }
    }

    fn assign_object(&mut self, object: &ObjectPat) {
        for property in &object.props {
            match property {
                ObjectPatProp::KeyValue(pair) => {
                    pair.key.visit_with(self);
                    self.assign_pattern(&pair.value);
                }
                ObjectPatProp::Assign(assign) => {
                    self.use_name(&assign.key.id, Kind::Write);
                    assign.value.visit_with(self);
                }
                ObjectPatProp::Rest(rest) => self.assign_pattern(&rest.arg),
            }
        }
    }

    fn assign_expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Ident(name) => self.use_name(name, Kind::Write),
            Expr::Paren(paren) => self.assign_expr(&paren.expr),
            other => other.visit_with(self),
        }
    }

    fn use_name(&mut self, name: &Ident, kind: Kind) {
        self.refs.push(Ref { name: name.sym.to_string(), at: name.span, scope: self.current, kind });
    }

    fn function(&mut self, name: Option<&Ident>, params: &[&Pat], body: Option<(&[Stmt], Span)>) {
        let label = name.map_or_else(|| std::mem::take(&mut self.pending_label), |name| name.sym.to_string());
        let entry = body.map(|(stmts, span)| entry_of(stmts).unwrap_or(span.lo.0 + 1));
        let before = self.push(true, entry, label);
        for param in params {
            self.declare_pattern(param, Born::Param);
        }
        if let Some((stmts, _)) = body {
            stmts.iter().for_each(|stmt| stmt.visit_with(self));
        }
        self.current = before;
    }

    fn block(&mut self, inner: impl FnOnce(&mut Self)) {
        let before = self.push(false, None, String::new());
        inner(self);
        self.current = before;
    }

    fn resolve(&mut self) {
        for reference in std::mem::take(&mut self.refs) {
            let mut at = Some(reference.scope);
            let mut crossed = false;
            let mut found = None;
            while let Some(index) = at {
                let scope = &self.scopes[index];
                if let Some(number) = scope.by_name.get(&reference.name) {
                    found = Some((index, *number));
                    break;
                }
                crossed |= scope.function;
                at = scope.parent;
            }
            match found {
                None if reference.name == "arguments" => {}
                None => {
                    self.unresolved.insert(reference.at.lo.0);
                }
                Some((scope, number)) => {
                    let binding = &mut self.scopes[scope].bindings[number];
                    binding.captured |= crossed;
                    binding.writes += u32::from(reference.kind == Kind::Write);
                    if reference.kind == Kind::Write && binding.born == Born::Const {
                        self.const_writes.push((reference.name, reference.at));
                    }
                    self.meaning.insert(reference.at.lo.0, (scope, number));
                }
            }
        }
    }
}

fn body_of(function: &Function) -> Option<(&[Stmt], Span)> {
    function.body.as_ref().map(|body| (&*body.stmts, body.span))
}

/// After the directives (`'use strict'`) of a body; `None` when it has none.
fn entry_of(body: &[Stmt]) -> Option<u32> {
    body.iter().take_while(|stmt| is_directive(stmt)).last().map(|stmt| stmt.span().hi.0)
}

fn entry_of_items(body: &[ModuleItem]) -> Option<u32> {
    body.iter()
        .take_while(|item| matches!(item, ModuleItem::Stmt(stmt) if is_directive(stmt)))
        .last()
        .map(|item| item.span().hi.0)
}

fn is_directive(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(expr) if matches!(&*expr.expr, Expr::Lit(Lit::Str(_))))
}

impl Visit for Scopes {
    fn visit_var_decl(&mut self, decl: &VarDecl) {
        let born = match decl.kind {
            VarDeclKind::Var => Born::Var,
            VarDeclKind::Let => Born::Let,
            VarDeclKind::Const => Born::Const,
        };
        for declarator in &decl.decls {
            self.declare_pattern(&declarator.name, born);
            if let (Pat::Ident(name), Some(_)) = (&declarator.name, &declarator.init) {
                self.pending_label = name.id.sym.to_string();
            }
            declarator.init.visit_with(self);
            self.pending_label.clear();
        }
    }

    fn visit_fn_decl(&mut self, decl: &FnDecl) {
        self.declare(&decl.ident, Born::Function);
        let params: Vec<&Pat> = decl.function.params.iter().map(|param| &param.pat).collect();
        self.function(Some(&decl.ident), &params, body_of(&decl.function));
    }

    fn visit_fn_expr(&mut self, expr: &FnExpr) {
        self.block(|scopes| {
            if let Some(name) = &expr.ident {
                scopes.declare(name, Born::Function);
            }
            let params: Vec<&Pat> = expr.function.params.iter().map(|param| &param.pat).collect();
            scopes.function(expr.ident.as_ref(), &params, body_of(&expr.function));
        });
    }

    fn visit_function(&mut self, function: &Function) {
        let params: Vec<&Pat> = function.params.iter().map(|param| &param.pat).collect();
        self.function(None, &params, body_of(function));
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let params: Vec<&Pat> = arrow.params.iter().collect();
        match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => self.function(None, &params, Some((&body.stmts, body.span))),
            ArrowFunctionBody::Expr(expr) => {
                let label = std::mem::take(&mut self.pending_label);
                let before = self.push(true, None, label);
                for param in params {
                    self.declare_pattern(param, Born::Param);
                }
                expr.visit_with(self);
                self.current = before;
            }
        }
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        let params: Vec<&Pat> = constructor
            .params
            .iter()
            .filter_map(|param| match param {
                ParamOrTsParamProp::Param(param) => Some(&param.pat),
                ParamOrTsParamProp::TsParamProp(_) => None,
            })
            .collect();
        // A reader at the start of a derived constructor is safe: it looks only later.
        self.function(None, &params, constructor.body.as_ref().map(|body| (&*body.stmts, body.span)));
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.function(None, &[], Some((&block.body.stmts, block.body.span)));
    }

    fn visit_class_decl(&mut self, decl: &ClassDecl) {
        self.declare(&decl.ident, Born::Class);
        self.pending_label = decl.ident.sym.to_string();
        decl.class.visit_with(self);
    }

    fn visit_class_expr(&mut self, expr: &ClassExpr) {
        self.block(|scopes| {
            if let Some(name) = &expr.ident {
                scopes.declare(name, Born::Class);
                scopes.pending_label = name.sym.to_string();
            }
            expr.class.visit_with(scopes);
        });
    }

    fn visit_class(&mut self, class: &Class) {
        let label = std::mem::take(&mut self.pending_label);
        if let Some(first) = class.body.first() {
            let private_fields = class
                .body
                .iter()
                .filter_map(|member| match member {
                    ClassMember::PrivateProp(field) if !field.is_static => Some(field.key.name.to_string()),
                    _ => None,
                })
                .collect();
            self.classes.push(ClassBody { first_member: first.span().lo.0, label, private_fields });
        }
        class.visit_children_with(self);
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        field.key.visit_with(self);
        // A field's value runs when an instance is made, like a function without a body of its own.
        let before = self.push(true, None, String::new());
        field.value.visit_with(self);
        self.current = before;
    }

    fn visit_private_prop(&mut self, field: &PrivateProp) {
        let before = self.push(true, None, String::new());
        field.value.visit_with(self);
        self.current = before;
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.block(|scopes| block.stmts.visit_with(scopes));
    }

    fn visit_for_stmt(&mut self, stmt: &ForStmt) {
        self.block(|scopes| stmt.visit_children_with(scopes));
    }

    fn visit_for_in_stmt(&mut self, stmt: &ForInStmt) {
        self.block(|scopes| {
            scopes.head(&stmt.left);
            stmt.right.visit_with(scopes);
            stmt.body.visit_with(scopes);
        });
    }

    fn visit_for_of_stmt(&mut self, stmt: &ForOfStmt) {
        self.block(|scopes| {
            scopes.head(&stmt.left);
            stmt.right.visit_with(scopes);
            stmt.body.visit_with(scopes);
        });
    }

    fn visit_switch_stmt(&mut self, stmt: &SwitchStmt) {
        stmt.discriminant.visit_with(self);
        self.block(|scopes| stmt.cases.visit_with(scopes));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.block(|scopes| {
            if let Some(param) = &clause.param {
                scopes.declare_pattern(param, Born::Param);
            }
            clause.body.stmts.visit_with(scopes);
        });
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                if assign.op != AssignOp::Assign {
                    self.use_name(&name.id, Kind::Read);
                }
                self.use_name(&name.id, Kind::Write);
                self.pending_label = name.id.sym.to_string();
            }
            AssignTarget::Simple(SimpleAssignTarget::Paren(paren)) => self.assign_expr(&paren.expr),
            AssignTarget::Simple(other) => other.visit_with(self),
            AssignTarget::Pat(AssignTargetPat::Array(array)) => {
                array.elems.iter().flatten().for_each(|part| self.assign_pattern(part));
            }
            AssignTarget::Pat(AssignTargetPat::Object(object)) => self.assign_object(object),
            AssignTarget::Pat(AssignTargetPat::Invalid(_)) => {}
        }
        assign.right.visit_with(self);
        self.pending_label.clear();
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        if let Expr::Ident(name) = &*update.arg {
            self.use_name(name, Kind::Read);
        }
        self.assign_expr(&update.arg);
    }

    fn visit_unary_expr(&mut self, unary: &UnaryExpr) {
        match (&unary.op, &*unary.arg) {
            (UnaryOp::TypeOf, Expr::Ident(name)) => self.use_name(name, Kind::Typeof),
            _ => unary.arg.visit_with(self),
        }
    }

    fn visit_import_decl(&mut self, import: &ImportDecl) {
        for specifier in &import.specifiers {
            let local = match specifier {
                ImportSpecifier::Named(named) => &named.local,
                ImportSpecifier::Default(default) => &default.local,
                ImportSpecifier::Namespace(namespace) => &namespace.local,
            };
            self.declare(local, Born::Import);
        }
    }

    fn visit_labeled_stmt(&mut self, stmt: &LabeledStmt) {
        stmt.body.visit_with(self);
    }

    fn visit_break_stmt(&mut self, _: &BreakStmt) {}

    fn visit_continue_stmt(&mut self, _: &ContinueStmt) {}

    fn visit_export_named_specifier(&mut self, specifier: &ExportNamedSpecifier) {
        if let ModuleExportName::Ident(name) = &specifier.orig {
            self.use_name(name, Kind::Read);
        }
    }

    fn visit_named_export(&mut self, export: &NamedExport) {
        // `export { a } from './b.js'` uses no name of this module.
        if export.src.is_none() {
            export.specifiers.visit_with(self);
        }
    }

    fn visit_ident(&mut self, name: &Ident) {
        self.use_name(name, Kind::Read);
    }
}

impl Scopes {
    fn head(&mut self, head: &ForHead) {
        match head {
            ForHead::VarDecl(decl) => decl.visit_with(self),
            ForHead::UsingDecl(decl) => decl.visit_with(self),
            ForHead::Pat(pattern) => self.assign_pattern(pattern),
        }
    }
}

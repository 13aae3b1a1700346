//! Elements that are looked up and then used without a look whether they are there.

use std::collections::HashMap;

use swc_common::Span;
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::{
    functions::Functions,
    names::{Names, looked_up, member_name},
};
use crate::source::facts::Place;

/// Function and place of the first such use, by the position of the call that looks the element up.
pub(super) type Dereferenced = HashMap<u32, (usize, Place)>;

pub(super) fn dereferenced(
    program: &Program,
    names: &Names<'_>,
    functions: &Functions<'_, '_>,
    at: &dyn Fn(Span) -> Place,
) -> Dereferenced {
    let mut holders = Holders { names, variables: HashMap::new(), properties: HashMap::new() };
    program.visit_with(&mut holders);
    let Holders { variables, properties, .. } = holders;
    let mut uses = Uses { names, functions, at, variables, properties, stack: vec![0], tries: 0, out: HashMap::new() };
    program.visit_with(&mut uses);
    uses.out
}

fn call_at(expr: &Expr, names: &Names<'_>) -> Option<u32> {
    match expr {
        Expr::Paren(paren) => call_at(&paren.expr, names),
        Expr::Call(call) => {
            looked_up(expr, &names.constants)?;
            Some(call.span.lo.0)
        }
        _ => None,
    }
}

struct Holders<'a, 's> {
    names: &'a Names<'s>,
    variables: HashMap<u32, u32>,
    /// Nothing where a property holds more than one thing.
    properties: HashMap<String, Option<u32>>,
}

impl Holders<'_, '_> {
    fn variable(&mut self, name: &Ident, value: &Expr, writes: u32) {
        if let Some(at) = call_at(value, self.names)
            && let Some(key) = self.names.key(name)
            && self.names.scopes.binding(key).is_some_and(|binding| binding.writes == writes)
        {
            self.variables.insert(key, at);
        }
    }

    fn property(&mut self, name: String, value: &Expr) {
        let held = call_at(value, self.names);
        // `this.el = null` before the look-up is no second meaning.
        if held.is_none() && matches!(value, Expr::Lit(Lit::Null(_))) {
            return;
        }
        self.properties.entry(name).and_modify(|known| *known = None).or_insert(held);
    }
}

impl Visit for Holders<'_, '_> {
    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init) {
            self.variable(&name.id, init, 0);
        }
        declarator.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => self.variable(&name.id, &assign.right, 1),
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                if let Some((name, _)) = member_name(&member.prop, &self.names.constants) {
                    self.property(name, &assign.right);
                }
            }
            _ => {}
        }
        assign.visit_children_with(self);
    }

    fn visit_key_value_prop(&mut self, pair: &KeyValueProp) {
        if let Some(name) = super::super::fold::key_text(&pair.key, &self.names.constants) {
            self.property(name, &pair.value);
        }
        pair.visit_children_with(self);
    }

    fn visit_class_prop(&mut self, field: &ClassProp) {
        if let (Some(name), Some(value)) =
            (super::super::fold::key_text(&field.key, &self.names.constants), &field.value)
        {
            self.property(name, value);
        }
        field.visit_children_with(self);
    }
}

struct Uses<'a, 's> {
    names: &'a Names<'s>,
    functions: &'a Functions<'a, 's>,
    at: &'a dyn Fn(Span) -> Place,
    variables: HashMap<u32, u32>,
    properties: HashMap<String, Option<u32>>,
    stack: Vec<usize>,
    tries: u32,
    out: Dereferenced,
}

impl Uses<'_, '_> {
    fn within_function(&mut self, span: Span, inner: impl FnOnce(&mut Self)) {
        self.stack.push(self.functions.id(span));
        // What is caught where a function is made is not caught where it runs.
        let tries = std::mem::take(&mut self.tries);
        inner(self);
        self.tries = tries;
        self.stack.pop();
    }

    fn held(&self, expr: &Expr) -> Option<u32> {
        match expr {
            Expr::Paren(paren) => self.held(&paren.expr),
            Expr::Call(_) => call_at(expr, self.names),
            Expr::Ident(name) if !self.names.tested.contains(name.sym.as_str()) => {
                self.variables.get(&self.names.key(name)?).copied()
            }
            Expr::Member(member) => {
                let (name, _) = member_name(&member.prop, &self.names.constants)?;
                if self.names.tested.contains(&name) {
                    return None;
                }
                self.properties.get(&name).copied().flatten()
            }
            _ => None,
        }
    }
}

impl Visit for Uses<'_, '_> {
    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if self.tries == 0
            && let Some(lookup) = self.held(&member.obj)
        {
            let place = (self.at)(member.span);
            let within = self.stack.last().copied().unwrap_or(0);
            self.out.entry(lookup).or_insert((within, place));
        }
        member.visit_children_with(self);
    }

    fn visit_opt_chain_expr(&mut self, chain: &OptChainExpr) {
        // `el?.x` looks whether it is there.
        match &*chain.base {
            OptChainBase::Member(member) if chain.optional => member.visit_children_with(self),
            _ => chain.visit_children_with(self),
        }
    }

    fn visit_function(&mut self, function: &Function) {
        self.within_function(function.span, |uses| function.visit_children_with(uses));
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.within_function(arrow.span, |uses| arrow.visit_children_with(uses));
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        self.within_function(constructor.span, |uses| constructor.visit_children_with(uses));
    }

    fn visit_try_stmt(&mut self, stmt: &TryStmt) {
        self.tries += 1;
        stmt.block.visit_with(self);
        self.tries -= 1;
        stmt.handler.visit_with(self);
        stmt.finalizer.visit_with(self);
    }
}

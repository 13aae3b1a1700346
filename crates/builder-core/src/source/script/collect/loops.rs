//! Loops that cannot end.

use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::{super::fold::fold, names::Names};

/// Whether a loop runs for ever once it is reached: its test is always true, and nothing in it leaves it.
pub(crate) fn is_endless(stmt: &Stmt, label: Option<&str>, names: &Names<'_>) -> bool {
    let (always, body) = match stmt {
        Stmt::While(stmt) => (is_true(&stmt.test, names), &stmt.body),
        Stmt::DoWhile(stmt) => (is_true(&stmt.test, names), &stmt.body),
        Stmt::For(stmt) => {
            let always = match &stmt.test {
                None => true,
                Some(test) => is_true(test, names) || runs_away(stmt, test, names),
            };
            // `for (;;)` whose update leaves is no loop that anybody writes.
            (always, &stmt.body)
        }
        _ => return false,
    };
    always && !leaves(body, label)
}

/// A test that is a constant, or over variables that are declared with a constant and assigned nowhere. What
/// stands in lists and objects may change.
fn is_true(test: &Expr, names: &Names<'_>) -> bool {
    !looks_inside(test) && fold(test, &names.constants).is_some_and(|value| value.truth())
}

/// `for (let i = 10; i > 0; i++)`: counts away from its end, and nothing else touches the counter.
fn runs_away(stmt: &ForStmt, test: &Expr, names: &Names<'_>) -> bool {
    let (Expr::Bin(bin), Some(Expr::Update(update))) = (test, stmt.update.as_deref()) else { return false };
    let (Expr::Ident(counter), Expr::Ident(updated)) = (&*bin.left, &*update.arg) else { return false };
    let Some(VarDeclOrExpr::VarDecl(decl)) = &stmt.init else { return false };
    let [VarDeclarator { name: Pat::Ident(name), init: Some(init), .. }] = &*decl.decls else { return false };
    let (Some(key), Some(other), Some(own)) = (names.key(counter), names.key(updated), names.key(&name.id)) else {
        return false;
    };
    let once = names.scopes.binding(key).is_some_and(|binding| binding.writes == 1);
    if key != other || key != own || !once || looks_inside(&bin.right) || looks_inside(init) {
        return false;
    }
    let (Some(begin), Some(end)) = (fold(init, &names.constants), fold(&bin.right, &names.constants)) else {
        return false;
    };
    let (begin, end) = (begin.number(), end.number());
    match (bin.op, update.op) {
        (BinaryOp::Gt, UpdateOp::PlusPlus) => begin > end,
        (BinaryOp::GtEq, UpdateOp::PlusPlus) => begin >= end,
        (BinaryOp::Lt, UpdateOp::MinusMinus) => begin < end,
        (BinaryOp::LtEq, UpdateOp::MinusMinus) => begin <= end,
        _ => false,
    }
}

fn looks_inside(expr: &Expr) -> bool {
    struct Inside(bool);
    impl Visit for Inside {
        fn visit_call_expr(&mut self, _: &CallExpr) {
            self.0 = true;
        }

        fn visit_member_expr(&mut self, _: &MemberExpr) {
            self.0 = true;
        }

        fn visit_assign_expr(&mut self, _: &AssignExpr) {
            self.0 = true;
        }

        fn visit_update_expr(&mut self, _: &UpdateExpr) {
            self.0 = true;
        }
    }
    let mut inside = Inside(false);
    expr.visit_with(&mut inside);
    inside.0
}

/// Whether something in the body of a loop leaves it.
fn leaves(body: &Stmt, label: Option<&str>) -> bool {
    struct Exits<'l> {
        found: bool,
        inner: u32,
        label: Option<&'l str>,
        own_labels: Vec<String>,
    }
    impl Visit for Exits<'_> {
        fn visit_break_stmt(&mut self, stmt: &BreakStmt) {
            self.found |= match &stmt.label {
                None => self.inner == 0,
                Some(name) => {
                    self.label == Some(name.sym.as_str()) || !self.own_labels.iter().any(|own| *own == *name.sym)
                }
            };
        }

        fn visit_continue_stmt(&mut self, stmt: &ContinueStmt) {
            if let Some(name) = &stmt.label {
                self.found |=
                    self.label != Some(name.sym.as_str()) && !self.own_labels.iter().any(|own| *own == *name.sym);
            }
        }

        fn visit_labeled_stmt(&mut self, stmt: &LabeledStmt) {
            self.own_labels.push(stmt.label.sym.to_string());
            stmt.body.visit_with(self);
        }

        fn visit_return_stmt(&mut self, _: &ReturnStmt) {
            self.found = true;
        }

        fn visit_throw_stmt(&mut self, _: &ThrowStmt) {
            self.found = true;
        }

        // What waits lets others go on.
        fn visit_yield_expr(&mut self, _: &YieldExpr) {
            self.found = true;
        }

        fn visit_await_expr(&mut self, _: &AwaitExpr) {
            self.found = true;
        }

        fn visit_for_of_stmt(&mut self, stmt: &ForOfStmt) {
            self.found |= stmt.is_await;
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_for_in_stmt(&mut self, stmt: &ForInStmt) {
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_for_stmt(&mut self, stmt: &ForStmt) {
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_while_stmt(&mut self, stmt: &WhileStmt) {
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_do_while_stmt(&mut self, stmt: &DoWhileStmt) {
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_switch_stmt(&mut self, stmt: &SwitchStmt) {
            self.nested(|exits| stmt.visit_children_with(exits));
        }

        fn visit_function(&mut self, _: &Function) {}

        fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}

        // A call may throw, and a debugger may stop: neither is a way out that a program takes.
    }
    impl Exits<'_> {
        fn nested(&mut self, inner: impl FnOnce(&mut Self)) {
            self.inner += 1;
            inner(self);
            self.inner -= 1;
        }
    }
    let mut exits = Exits { found: false, inner: 0, label, own_labels: Vec::new() };
    body.visit_with(&mut exits);
    exits.found
}

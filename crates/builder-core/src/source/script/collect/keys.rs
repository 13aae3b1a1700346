//! What key events are compared with.

use swc_ecma_ast::*;

use super::{
    Walk,
    names::{Names, member_name, table},
};
use crate::source::facts::{Compared, Place};

/// Properties of a key event that say which key it was.
pub(super) const PROPERTIES: &[&str] = &["key", "code", "keyCode", "which"];

/// `key`, `code`, `keyCode` or `which` if that is what an expression reads; `key lower` after `toLowerCase`.
pub(super) fn key_property(expr: &Expr, names: &Names<'_>) -> Option<String> {
    match expr {
        Expr::Member(member) => match &member.prop {
            MemberProp::Ident(name) if PROPERTIES.contains(&name.sym.as_str()) => Some(name.sym.to_string()),
            _ => None,
        },
        Expr::Ident(name) => match names.key(name).and_then(|key| names.keys.get(&key)) {
            Some(via) => Some(via.clone()),
            None => PROPERTIES.contains(&name.sym.as_str()).then(|| name.sym.to_string()),
        },
        Expr::Paren(paren) => key_property(&paren.expr, names),
        Expr::Bin(bin) if matches!(bin.op, BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) => {
            key_property(&bin.left, names).or_else(|| key_property(&bin.right, names))
        }
        Expr::Cond(cond) => key_property(&cond.cons, names).or_else(|| key_property(&cond.alt, names)),
        Expr::Call(call) => {
            let Callee::Expr(callee) = &call.callee else { return None };
            let Expr::Member(member) = &**callee else { return None };
            let MemberProp::Ident(method) = &member.prop else { return None };
            if !matches!(method.sym.as_str(), "toLowerCase" | "toUpperCase" | "toLocaleLowerCase") {
                return None;
            }
            key_property(&member.obj, names).map(|via| if via == "key" { "key lower".to_owned() } else { via })
        }
        _ => None,
    }
}

/// Whether an expression is the event that a listener gets, by the name everybody gives it.
pub(super) fn is_event(expr: &Expr) -> bool {
    match expr {
        Expr::Ident(name) => matches!(name.sym.as_str(), "e" | "ev" | "evt" | "event"),
        Expr::Paren(paren) => is_event(&paren.expr),
        Expr::Member(member) => {
            matches!(&member.prop, MemberProp::Ident(name) if matches!(name.sym.as_str(), "event" | "originalEvent"))
        }
        Expr::Bin(bin) => is_event(&bin.left),
        _ => false,
    }
}

/// Whether an expression is sure to be what a key event says.
pub(super) fn is_event_read(expr: &Expr, names: &Names<'_>) -> bool {
    match expr {
        Expr::Paren(paren) => is_event_read(&paren.expr, names),
        Expr::Bin(bin) => is_event_read(&bin.left, names),
        Expr::Ident(name) => names.key(name).is_some_and(|key| names.event_keys.contains(&key)),
        Expr::Member(member) => key_property(expr, names).is_some() && is_event(&member.obj),
        Expr::Call(call) => match &call.callee {
            Callee::Expr(callee) => match &**callee {
                Expr::Member(member) => key_property(expr, names).is_some() && is_event_read(&member.obj, names),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

impl Walk<'_> {
    pub(super) fn compared(&mut self, via: String, value: String, sure: bool, place: Place) {
        let within = self.within();
        let group = self.group;
        self.script.keys.push(Compared { via, value, sure, group, within, place });
    }

    /// `TABLE[event.code]`, `TABLE.includes(event.code)`: its entries are what the event is compared with.
    pub(super) fn compared_with_table(&mut self, via: &str, object: &Expr, sure: bool) {
        let values = match object {
            Expr::Ident(name) => self.names.key(name).and_then(|key| self.names.tables.get(&key).cloned()),
            Expr::Member(inner) => member_name(&inner.prop, self.known())
                .and_then(|(name, _)| self.names.table_properties.get(&name).cloned()),
            other => table(other, self.known()),
        };
        let group = std::mem::replace(&mut self.group, u32::MAX - self.script.keys.len() as u32);
        for (value, span) in values.into_iter().flatten() {
            let place = (self.at)(span);
            self.compared(via.to_owned(), value, sure, place);
        }
        self.group = group;
    }
}

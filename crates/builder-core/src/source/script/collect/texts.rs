//! What the player is shown.

use swc_ecma_ast::*;

use super::{
    super::fold::{Constants, constant},
    Walk,
};
use crate::source::facts::{Place, Shown};

enum Piece {
    Text(String),
    Name(String),
    Other,
}

impl Walk<'_> {
    /// Variables inside a text that the player is shown.
    pub(super) fn shown(&mut self, expr: &Expr, element: Option<&str>, place: &Place) {
        let mut pieces = Vec::new();
        flatten(expr, self.known(), &mut pieces);
        let mut label = String::new();
        let within = self.within();
        for piece in pieces {
            match piece {
                Piece::Text(text) => {
                    if text.chars().any(char::is_alphabetic) && self.script.texts.len() < 2000 {
                        self.script.texts.push((text.clone(), place.clone()));
                    }
                    label = text;
                }
                Piece::Name(name) => {
                    let label = std::mem::take(&mut label);
                    let element = element.map(str::to_owned);
                    self.script.shown.push(Shown { name, element, label, within, place: place.clone() });
                }
                Piece::Other => label.clear(),
            }
        }
    }
}

fn flatten(expr: &Expr, known: &Constants<'_>, out: &mut Vec<Piece>) {
    match expr {
        Expr::Paren(paren) => flatten(&paren.expr, known, out),
        Expr::Bin(bin) if bin.op == BinaryOp::Add => {
            flatten(&bin.left, known, out);
            flatten(&bin.right, known, out);
        }
        Expr::Tpl(template) => {
            for (at, piece) in template.quasis.iter().enumerate() {
                let text = piece.cooked.as_ref().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
                if !text.is_empty() {
                    out.push(Piece::Text(text));
                }
                if let Some(expr) = template.exprs.get(at) {
                    flatten(expr, known, out);
                }
            }
        }
        Expr::Ident(name) => out.push(Piece::Name(name.sym.to_string())),
        Expr::Member(member) => match &member.prop {
            MemberProp::Ident(name) => out.push(Piece::Name(name.sym.to_string())),
            MemberProp::PrivateName(name) => out.push(Piece::Name(format!("#{}", name.name))),
            MemberProp::Computed(_) => out.push(Piece::Other),
        },
        Expr::Cond(cond) => {
            flatten(&cond.cons, known, out);
            flatten(&cond.alt, known, out);
        }
        Expr::Call(call) => match (&call.callee, call.args.first()) {
            // String(x), Math.floor(x), x.toFixed(1): still the value of x.
            (Callee::Expr(callee), Some(arg)) if is_plain_function(callee) => flatten(&arg.expr, known, out),
            (Callee::Expr(callee), _) => match &**callee {
                Expr::Member(member) if is_formatting(&member.prop) => flatten(&member.obj, known, out),
                _ => out.push(Piece::Other),
            },
            _ => out.push(Piece::Other),
        },
        other => match constant(other, known) {
            Some(text) => out.push(Piece::Text(text)),
            None => out.push(Piece::Other),
        },
    }
}

fn is_plain_function(callee: &Expr) -> bool {
    match callee {
        Expr::Ident(name) => matches!(name.sym.as_str(), "String" | "Number" | "parseInt"),
        Expr::Member(member) => match (&*member.obj, &member.prop) {
            (Expr::Ident(object), MemberProp::Ident(name)) => {
                object.sym.as_str() == "Math" && matches!(name.sym.as_str(), "floor" | "round" | "ceil" | "trunc")
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_formatting(prop: &MemberProp) -> bool {
    matches!(prop, MemberProp::Ident(name) if matches!(name.sym.as_str(), "toFixed" | "toString" | "padStart" | "toLocaleString"))
}

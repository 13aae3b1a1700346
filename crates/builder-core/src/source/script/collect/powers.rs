//! Names of the browser and members of its objects, under whatever spelling.

use swc_common::Span;
use swc_ecma_ast::*;

use super::{
    super::fold::{constant, key_text, pattern},
    Walk,
    names::member_name,
};
use crate::source::facts::{GlobalUse, MemberUse, Use};

/// Objects of the browser by which its powers can be had.
pub(super) const POWERFUL: &[&str] = &["window", "parent", "navigator", "document"];

impl Walk<'_> {
    pub(super) fn is_global(&self, name: &Ident) -> bool {
        self.scopes.unresolved.contains(&name.span.lo.0)
    }

    pub(super) fn global(&mut self, name: &Ident, how: Use) {
        if self.is_global(name) && self.script.globals.len() < 5000 {
            let place = (self.at)(name.span);
            let guarded = self.tries > 0;
            let within = self.within();
            let certain = self.certain.contains(&name.span.lo.0);
            self.script.globals.push(GlobalUse { name: name.sym.to_string(), how, guarded, certain, within, place });
        }
    }

    /// What something is: an object of the browser, an element made by its tag, a function, `this`; empty if that
    /// cannot be told.
    pub(super) fn object(&self, expr: &Expr) -> String {
        if let Some(object) = self.names.object_of(expr) {
            return object;
        }
        match expr {
            Expr::This(_) if self.this_is_window() => "window".to_owned(),
            Expr::This(_) => "this".to_owned(),
            Expr::Fn(_) | Expr::Arrow(_) => "function".to_owned(),
            Expr::Paren(paren) => self.object(&paren.expr),
            Expr::Seq(seq) => seq.exprs.last().map(|last| self.object(last)).unwrap_or_default(),
            Expr::Ident(name) => match self.names.key(name) {
                Some(key) if self.functions.bound.contains_key(&key) => "function".to_owned(),
                Some(key) => self.made.get(&key).cloned().unwrap_or_default(),
                None if name.sym.as_str() == "Function" => "function".to_owned(),
                None => String::new(),
            },
            Expr::Member(member) => match member_name(&member.prop, self.known()) {
                Some((name, _)) if name == "constructor" => "constructor".to_owned(),
                Some((name, _)) if name == "__proto__" && self.object(&member.obj) == "function" => {
                    "prototype".to_owned()
                }
                // `[].at`, `''.sub`: methods of values written in place.
                Some(_) if matches!(&*member.obj, Expr::Array(_) | Expr::Lit(_) | Expr::Tpl(_)) => {
                    "function".to_owned()
                }
                _ => String::new(),
            },
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => match &**callee {
                    Expr::Member(member) => {
                        match member_name(&member.prop, self.known()).map(|(name, _)| name).as_deref() {
                            Some("getPrototypeOf") => {
                                let of_function =
                                    call.args.first().is_some_and(|arg| self.object(&arg.expr) == "function");
                                if of_function { "prototype".to_owned() } else { String::new() }
                            }
                            Some("bind") => self.object(&member.obj),
                            Some("createElement") => {
                                let tag = call.args.first().and_then(|arg| constant(&arg.expr, self.known()));
                                tag.map(|tag| format!("<{}>", tag.to_ascii_lowercase())).unwrap_or_default()
                            }
                            _ => String::new(),
                        }
                    }
                    _ => String::new(),
                },
                _ => String::new(),
            },
            Expr::New(new) => match &*new.callee {
                Expr::Ident(name) if name.sym.as_str() == "Image" => "<img>".to_owned(),
                Expr::Ident(name) if name.sym.as_str() == "Audio" => "<audio>".to_owned(),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }

    /// The beginning of a text, as far as it is constant.
    pub(super) fn begins(&self, expr: &Expr) -> Option<String> {
        let pieces = pattern(expr, self.known());
        let textual = pieces.len() > 1;
        pieces.into_iter().next().flatten().filter(|_| textual)
    }

    fn is_own(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Ident(name) => self.names.key(name).is_some_and(|key| self.names.own.contains(&key)),
            Expr::Object(_) | Expr::Array(_) => true,
            Expr::Paren(paren) => self.is_own(&paren.expr),
            _ => false,
        }
    }

    pub(super) fn member(&mut self, member: &MemberExpr, how: Use, value: Option<&Expr>) {
        let object = self.object(&member.obj);
        let own = self.is_own(&member.obj);
        let mut pieces = Vec::new();
        let (property, assembled) = match member_name(&member.prop, self.known()) {
            Some(found) => found,
            // A name that only the run knows matters where every power has one.
            None if POWERFUL.contains(&object.as_str()) => {
                if let MemberProp::Computed(computed) = &member.prop {
                    pieces = pattern(&computed.expr, self.known());
                }
                (String::new(), true)
            }
            None => return,
        };
        self.use_member(object, property, how, assembled, own, value, pieces, member.span);
    }

    #[expect(clippy::too_many_arguments, reason = "one fact with as many parts")]
    pub(super) fn use_member(
        &mut self,
        object: String,
        property: String,
        how: Use,
        assembled: bool,
        own: bool,
        value: Option<&Expr>,
        pieces: Vec<Option<String>>,
        span: Span,
    ) {
        if self.script.members.len() >= 20_000 {
            return;
        }
        let text = value.and_then(|value| constant(value, self.known()));
        let begins = value.and_then(|value| self.begins(value));
        let textual = value.is_some_and(|value| self.is_textual(value));
        let varies = value.is_some() && text.is_none();
        let place = (self.at)(span);
        let within = self.within();
        let certain = self.certain.contains(&span.lo.0) && self.tries == 0;
        self.script.members.push(MemberUse {
            object,
            property,
            how,
            assembled,
            own,
            varies,
            text,
            begins,
            textual,
            pieces,
            certain,
            within,
            place,
        });
    }

    /// Whether an expression is a text, whatever it says.
    fn is_textual(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(Lit::Str(_)) | Expr::Tpl(_) => true,
            Expr::Paren(paren) => self.is_textual(&paren.expr),
            Expr::Bin(bin) => bin.op == BinaryOp::Add && (self.is_textual(&bin.left) || self.is_textual(&bin.right)),
            Expr::Ident(name) => {
                self.names.key(name).is_some_and(|key| self.texts.contains(&key))
                    || constant(expr, self.known()).is_some_and(|text| {
                        text.parse::<f64>().is_err() && !matches!(text.as_str(), "true" | "false" | "null")
                    })
            }
            Expr::Cond(cond) => self.is_textual(&cond.cons) || self.is_textual(&cond.alt),
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => match &**callee {
                    Expr::Ident(name) => {
                        matches!(name.sym.as_str(), "atob" | "unescape" | "decodeURIComponent" | "String")
                    }
                    Expr::Member(member) => member_name(&member.prop, self.known()).is_some_and(|(name, _)| {
                        matches!(name.as_str(), "join" | "fromCharCode" | "replace" | "concat" | "toString")
                    }),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Members of a browser's object that a pattern takes out of it.
    pub(super) fn destructured(&mut self, pattern: &ObjectPat, object: &str, span: Span) {
        for property in pattern.props.iter().filter(|_| !object.is_empty()) {
            let (name, plain) = match property {
                ObjectPatProp::KeyValue(pair) => {
                    (key_text(&pair.key, self.known()), !matches!(pair.key, PropName::Computed(_)))
                }
                ObjectPatProp::Assign(assign) => (Some(assign.key.id.sym.to_string()), true),
                ObjectPatProp::Rest(_) => (None, true),
            };
            match name {
                Some(property) => {
                    self.use_member(object.to_owned(), property, Use::Read, !plain, false, None, Vec::new(), span);
                }
                None if !plain => {
                    self.use_member(object.to_owned(), String::new(), Use::Call, true, false, None, vec![None], span);
                }
                None => {}
            }
        }
    }

    /// `Reflect.get(window, …)`, `Object.values(window)` and the like.
    pub(super) fn reflected(&mut self, method: &str, args: &[ExprOrSpread], span: Span) {
        let Some(object) = args.first().and_then(|arg| self.names.object_of(&arg.expr)) else { return };
        if !POWERFUL.contains(&object.as_str()) {
            return;
        }
        match method {
            "get" | "getOwnPropertyDescriptor" | "__lookupGetter__" => {
                let name = args.get(1).and_then(|arg| constant(&arg.expr, self.known()));
                let (property, how, pieces) = match name {
                    Some(name) => (name, Use::Read, Vec::new()),
                    None => (String::new(), Use::Call, vec![None]),
                };
                self.use_member(object, property, how, true, false, None, pieces, span);
            }
            "keys"
            | "values"
            | "entries"
            | "getOwnPropertyNames"
            | "getOwnPropertyDescriptors"
            | "ownKeys"
            | "fromEntries" => {
                self.use_member(object, String::new(), Use::Call, true, false, None, vec![None], span);
            }
            _ => {}
        }
    }
}

//! What is booked for later, who listens for what, and which elements are looked up.

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;

use super::{
    super::fold::{constant, pattern},
    Walk,
    keys::{is_event_read, key_property},
    names::member_name,
};
use crate::source::facts::{Edge, Listener, Lookup, Scheduler, Sink, Target, Trigger};

const SINK_CALLS: &[&str] =
    &["insertAdjacentHTML", "createContextualFragment", "setHTMLUnsafe", "parseHTMLUnsafe", "parseFromString"];

/// Events by which a player acts.
pub(crate) fn is_input_event(event: &str) -> bool {
    event.split([' ', '.']).any(|event| {
        [
            "key",
            "pointer",
            "mouse",
            "touch",
            "click",
            "dblclick",
            "contextmenu",
            "wheel",
            "gamepad",
            "device",
            "submit",
            "change",
            "input",
            "drag",
            "drop",
        ]
        .iter()
        .any(|start| event.starts_with(start))
    })
}

impl Walk<'_> {
    /// What an expression that is passed on would run.
    pub(super) fn targets(&self, expr: &Expr) -> Vec<Target> {
        match expr {
            Expr::Paren(paren) => self.targets(&paren.expr),
            Expr::Fn(function) => vec![Target::Function(self.functions.id(function.function.span))],
            Expr::Arrow(arrow) => vec![Target::Function(self.functions.id(arrow.span))],
            Expr::Ident(name) => match self.names.key(name) {
                Some(key) => match self.functions.bound.get(&key) {
                    Some(ids) => ids.iter().map(|id| Target::Function(*id)).collect(),
                    None => vec![Target::Name(name.sym.to_string())],
                },
                None => vec![Target::Name(name.sym.to_string())],
            },
            Expr::Member(member) => match member_name(&member.prop, self.known()) {
                Some((name, _)) => vec![Target::Name(name)],
                None => vec![Target::Any],
            },
            Expr::Cond(cond) => [self.targets(&cond.cons), self.targets(&cond.alt)].concat(),
            Expr::Bin(bin) => [self.targets(&bin.left), self.targets(&bin.right)].concat(),
            // `this.tick.bind(this)`, `throttle(tick, 20)`: whatever goes in may run.
            Expr::Call(call) => {
                let mut out = Vec::new();
                if let Callee::Expr(callee) = &call.callee {
                    match &**callee {
                        Expr::Member(member) => out.extend(self.targets(&member.obj)),
                        other => out.extend(self.targets(other)),
                    }
                }
                for arg in &call.args {
                    if matches!(&*arg.expr, Expr::Ident(_) | Expr::Fn(_) | Expr::Arrow(_) | Expr::Member(_)) {
                        out.extend(self.targets(&arg.expr));
                    }
                }
                out
            }
            _ => Vec::new(),
        }
    }

    /// Notes that an expression is handed over to be run later.
    fn book(&mut self, trigger: &Trigger, callback: Option<&ExprOrSpread>) {
        let Some(callback) = callback else { return };
        if let Expr::Ident(name) = &*callback.expr
            && let Some(key) = self.names.key(name)
            && self.functions.params.contains_key(&key)
        {
            self.param_triggers.push((key, trigger.clone()));
        }
        let from = self.within();
        let targets = self.targets(&callback.expr);
        if matches!(&*callback.expr, Expr::Fn(_) | Expr::Arrow(_) | Expr::Ident(_) | Expr::Member(_)) {
            self.deferred.insert(callback.expr.span().lo.0);
        }
        for to in targets {
            self.script.edges.push(Edge { from, to, trigger: trigger.clone() });
        }
    }

    pub(super) fn edge(&mut self, to: Target) {
        let from = self.within();
        if self.script.edges.len() < 200_000 && self.edges_seen.insert((from, to.clone())) {
            self.script.edges.push(Edge { from, to, trigger: Trigger::Call });
        }
    }

    /// A call of a function of that name, whatever it is called on.
    pub(super) fn call(&mut self, name: &str, object: Option<&Expr>, args: &[ExprOrSpread], span: Span) {
        let place = (self.at)(span);
        let within = self.within();
        let certain = self.tries == 0;
        let first = args.first().and_then(|arg| constant(&arg.expr, self.known()));
        match name {
            "addEventListener" | "on" | "once" | "bind" | "addListener" | "attachEvent" => {
                let (target, target_id) = object.map_or((String::from("window"), None), |object| self.target(object));
                let target = if target == "addEventListener" { "window".into() } else { target };
                let event = first.unwrap_or_default();
                if name == "addEventListener" || is_input_event(&event) {
                    self.book(&Trigger::Event(event.clone()), args.get(1));
                    let fresh = args.get(1).is_some_and(|arg| makes_new(&arg.expr));
                    let once = args.get(2).is_some_and(|arg| matches!(&*arg.expr, Expr::Object(_)));
                    self.script.listeners.push(Listener { event, target, target_id, fresh, once, within, place });
                } else if name != "bind" {
                    self.book(&Trigger::Event(event), args.get(1));
                }
            }
            "requestAnimationFrame"
            | "webkitRequestAnimationFrame"
            | "mozRequestAnimationFrame"
            | "setAnimationLoop" => {
                self.book(&Trigger::Frame, args.first());
                self.schedule("requestAnimationFrame", span);
            }
            "animate" => self.schedule("animate", span),
            "setInterval" | "setTimeout" | "setImmediate" | "requestIdleCallback" | "queueMicrotask" => {
                self.book(&Trigger::Timer, args.first());
                if matches!(name, "setInterval" | "setTimeout") {
                    self.schedule(name, span);
                }
            }
            "then" | "catch" | "finally" => {
                for arg in args {
                    self.book(&Trigger::Timer, Some(arg));
                }
            }
            "ready" | "click" | "dblclick" | "keydown" | "keyup" | "keypress" | "mousedown" | "mouseup"
            | "mousemove" | "touchstart" => {
                if let Some(arg) = args.first() {
                    let event = if name == "ready" { "load" } else { name };
                    self.book(&Trigger::Event(event.to_owned()), Some(arg));
                    if name != "ready" && object.is_some() {
                        let event = event.to_owned();
                        let target = String::new();
                        self.script.listeners.push(Listener {
                            event,
                            target,
                            target_id: None,
                            fresh: false,
                            once: true,
                            within,
                            place,
                        });
                    }
                }
            }
            "getElementById" => {
                if let Some(selector) = first {
                    let used = self.dereferenced.get(&span.lo.0).cloned();
                    self.script.lookups.push(Lookup { selector, by_id: true, used, certain, within, place });
                }
            }
            "querySelector" => {
                if let Some(selector) = first {
                    let used = self.dereferenced.get(&span.lo.0).cloned();
                    let on_page = object.and_then(|object| self.names.object_of(object)).as_deref() == Some("document");
                    let used = used.filter(|_| on_page);
                    self.script.lookups.push(Lookup { selector, by_id: false, used, certain, within, place });
                }
            }
            "setAttribute" => {
                let value = args.get(1).and_then(|arg| constant(&arg.expr, self.known()));
                match (first.as_deref(), value) {
                    (Some("id"), Some(id)) => self.script.made_ids.push(id),
                    (Some("id"), None) => self.made_pattern(args.get(1).map(|arg| &*arg.expr)),
                    (Some("tabindex" | "contenteditable"), _) => self.made_focusable(object),
                    (Some(attribute), value) => {
                        let begins = args.get(1).and_then(|arg| self.begins(&arg.expr));
                        self.script.attributes_set.push((attribute.to_ascii_lowercase(), value.or(begins), place));
                    }
                    _ => {}
                }
            }
            "includes" | "has" | "indexOf" => {
                if let Some(via) = args.first().and_then(|arg| key_property(&arg.expr, self.names))
                    && let Some(object) = object
                {
                    let sure = args.first().is_some_and(|arg| is_event_read(&arg.expr, self.names));
                    self.compared_with_table(&via, object, sure);
                }
            }
            "fillText" | "strokeText" => {
                if let Some(arg) = args.first() {
                    self.shown(&arg.expr, None, &place);
                }
            }
            _ if SINK_CALLS.contains(&name) => {
                let text = match name {
                    "parseFromString" => args.first(),
                    _ => args.last(),
                };
                let constant = text.is_some_and(|arg| constant(&arg.expr, self.known()).is_some());
                self.script.sinks.push(Sink { name: name.to_owned(), constant, place });
            }
            _ => {}
        }
    }

    fn schedule(&mut self, kind: &str, span: Span) {
        let in_function = self.within() > 0;
        let within = self.within();
        self.script.schedulers.push(Scheduler { kind: kind.to_owned(), in_function, within, place: (self.at)(span) });
    }

    pub(super) fn made_pattern(&mut self, value: Option<&Expr>) {
        if let Some(value) = value {
            self.script.made_patterns.push(pattern(value, self.known()));
        }
    }

    pub(super) fn made_focusable(&mut self, object: Option<&Expr>) {
        let (name, id) = object.map(|object| self.target(object)).unwrap_or_default();
        self.script.made_focusable.push(id.unwrap_or(name));
    }

    pub(super) fn target(&self, expr: &Expr) -> (String, Option<String>) {
        let name = match expr {
            Expr::Ident(name) => name.sym.to_string(),
            Expr::Member(member) => member_name(&member.prop, self.known()).map(|(name, _)| name).unwrap_or_default(),
            Expr::Paren(paren) => return self.target(&paren.expr),
            _ => String::new(),
        };
        (name, self.names.element(expr))
    }
}

/// Whether evaluating an expression makes another function each time.
fn makes_new(expr: &Expr) -> bool {
    match expr {
        Expr::Fn(_) | Expr::Arrow(_) => true,
        Expr::Paren(paren) => makes_new(&paren.expr),
        Expr::Call(call) => match &call.callee {
            Callee::Expr(callee) => {
                matches!(&**callee, Expr::Member(member) if matches!(&member.prop, MemberProp::Ident(name) if name.sym.as_str() == "bind"))
            }
            _ => false,
        },
        _ => false,
    }
}

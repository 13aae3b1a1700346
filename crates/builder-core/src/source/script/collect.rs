//! One walk over a script's tree that notes what checks and the bot need to know.

use std::collections::{BTreeSet, HashMap};

use swc_common::Span;
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::{
    super::{
        facts::{
            Assignment, Compared, Declared, GlobalUse, Listener, Lookup, MemberUse, Place, Scheduler, ScriptFacts,
            Shown, Sink, Use,
        },
        scopes::{Born, Scopes},
    },
    fold::{Constants, constant},
};

/// Properties by which a page's own window can be reached under another name.
const WINDOW_NAMES: &[&str] = &["window", "self", "globalThis", "frames", "top", "parent"];
const KEY_PROPERTIES: &[&str] = &["key", "code", "keyCode", "which"];
const SINKS: &[&str] = &["innerHTML", "outerHTML", "srcdoc"];
const SINK_CALLS: &[&str] = &["insertAdjacentHTML", "createContextualFragment", "setHTMLUnsafe", "parseHTMLUnsafe"];

pub(super) fn collect(program: &Program, script: &mut ScriptFacts, at: &dyn Fn(Span) -> Place) {
    let scopes = Scopes::of(program);
    for (name, span) in &scopes.const_writes {
        script.const_writes.push((name.clone(), at(*span)));
    }
    if let Some(top) = scopes.scopes.first().filter(|_| !script.module) {
        for binding in &top.bindings {
            let lexical = matches!(binding.born, Born::Let | Born::Const | Born::Class);
            script.declared.push(Declared { name: binding.name.clone(), lexical, place: at(binding.at) });
        }
    }
    let names: BTreeSet<&str> =
        scopes.scopes.iter().flat_map(|scope| scope.bindings.iter().map(|binding| binding.name.as_str())).collect();
    script.names = names.into_iter().map(str::to_owned).collect();
    let mut names = Names::default();
    program.visit_with(&mut names);
    let mut walk = Walk {
        scopes: &scopes,
        names: &names,
        script,
        at,
        tries: 0,
        functions: 0,
        typeofs: BTreeSet::new(),
        tables: Vec::new(),
    };
    program.visit_with(&mut walk);
    let (typeofs, tables) = (std::mem::take(&mut walk.typeofs), std::mem::take(&mut walk.tables));
    for (via, table, place) in tables {
        for value in names.tables.get(&table).into_iter().flatten() {
            script.keys.push(Compared { via: via.clone(), value: value.clone(), place: place.clone() });
        }
    }
    for global in &mut script.globals {
        global.guarded |= typeofs.contains(&global.name);
    }
}

/// What variables of a script stand for, by name: good enough where a name has one meaning in a script.
#[derive(Default)]
struct Names {
    constants: Constants,
    /// Names with more than one value, which stand for nothing.
    ambiguous: BTreeSet<String>,
    /// `w` for `window`, `d` for `document`.
    objects: HashMap<String, String>,
    /// Elements by the id they were looked up with.
    elements: HashMap<String, String>,
    /// Keys of object literals and members of lists of texts.
    tables: HashMap<String, Vec<String>>,
    /// Variables that hold a property of a key event.
    keys: HashMap<String, String>,
}

impl Names {
    fn set(&mut self, name: &str, value: &Expr) {
        if self.ambiguous.contains(name) {
            return;
        }
        if let Some(text) = constant(value, &self.constants) {
            if self.constants.insert(name.to_owned(), text).is_some() {
                self.ambiguous.insert(name.to_owned());
                self.constants.remove(name);
            }
            return;
        }
        if let Some(object) = object_of(value, self) {
            self.objects.insert(name.to_owned(), object);
        }
        if let Some(id) = looked_up(value, &self.constants) {
            self.elements.insert(name.to_owned(), id);
        }
        if let Some(keys) = table(value, &self.constants) {
            self.tables.insert(name.to_owned(), keys);
        }
        if let Some(via) = key_property(value, self) {
            self.keys.insert(name.to_owned(), via);
        }
    }
}

impl Visit for Names {
    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init) {
            self.set(name.id.sym.as_str(), init);
        }
        declarator.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                let name = name.id.sym.to_string();
                if assign.op == AssignOp::Assign && !self.constants.contains_key(&name) {
                    self.set(&name, &assign.right);
                }
                self.ambiguous.insert(name.clone());
                self.constants.remove(&name);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                if let MemberProp::Ident(name) = &member.prop
                    && let Some(id) = looked_up(&assign.right, &self.constants)
                {
                    self.elements.insert(name.sym.to_string(), id);
                }
            }
            _ => {}
        }
        assign.visit_children_with(self);
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        if let Expr::Ident(name) = &*update.arg {
            self.ambiguous.insert(name.sym.to_string());
            self.constants.remove(name.sym.as_str());
        }
        update.visit_children_with(self);
    }

    fn visit_key_value_prop(&mut self, pair: &KeyValueProp) {
        if let PropName::Ident(name) = &pair.key
            && let Some(id) = looked_up(&pair.value, &self.constants)
        {
            self.elements.insert(name.sym.to_string(), id);
        }
        pair.visit_children_with(self);
    }
}

fn member_name(prop: &MemberProp, known: &Constants) -> Option<(String, bool)> {
    match prop {
        MemberProp::Ident(name) => Some((name.sym.to_string(), false)),
        MemberProp::PrivateName(name) => Some((format!("#{}", name.name), false)),
        MemberProp::Computed(computed) => {
            let plain = matches!(&*computed.expr, Expr::Lit(_));
            constant(&computed.expr, known).map(|name| (name, !plain))
        }
    }
}

/// `window`, `document`, `navigator`, … as far as an expression can be told to be one.
fn object_of(expr: &Expr, names: &Names) -> Option<String> {
    match expr {
        Expr::Ident(name) => {
            let name = name.sym.as_str();
            if WINDOW_NAMES.contains(&name) {
                Some("window".to_owned())
            } else if matches!(name, "document" | "navigator" | "location" | "history") {
                Some(name.to_owned())
            } else {
                names.objects.get(name).cloned()
            }
        }
        Expr::Paren(paren) => object_of(&paren.expr, names),
        Expr::Member(member) => {
            let (property, _) = member_name(&member.prop, &names.constants)?;
            match property.as_str() {
                "defaultView" | "contentWindow" => Some("window".to_owned()),
                "ownerDocument" | "contentDocument" => Some("document".to_owned()),
                "window" | "self" | "globalThis" | "top" | "parent" | "frames"
                    if object_of(&member.obj, names).as_deref() == Some("window") =>
                {
                    Some("window".to_owned())
                }
                "document" | "navigator" | "location" | "history" if object_of(&member.obj, names).is_some() => {
                    Some(property)
                }
                _ => None,
            }
        }
        Expr::Bin(bin) if matches!(bin.op, BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) => {
            object_of(&bin.left, names).or_else(|| object_of(&bin.right, names))
        }
        _ => None,
    }
}

/// The id an element is looked up with.
fn looked_up(expr: &Expr, known: &Constants) -> Option<String> {
    let Expr::Call(call) = expr else { return None };
    let Callee::Expr(callee) = &call.callee else { return None };
    let name = match &**callee {
        Expr::Member(member) => member_name(&member.prop, known)?.0,
        Expr::Ident(name) => name.sym.to_string(),
        _ => return None,
    };
    let first = constant(&call.args.first()?.expr, known)?;
    match name.as_str() {
        "getElementById" | "$" | "byId" => Some(first.trim_start_matches('#').to_owned()),
        "querySelector" => {
            let id = first.strip_prefix('#')?;
            id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).then(|| id.to_owned())
        }
        _ => None,
    }
}

/// Keys of an object literal, members of a list of texts or of a set of them.
fn table(expr: &Expr, known: &Constants) -> Option<Vec<String>> {
    match expr {
        Expr::Object(object) => Some(
            object
                .props
                .iter()
                .filter_map(|property| match property {
                    PropOrSpread::Prop(property) => match &**property {
                        Prop::KeyValue(pair) => property_name(&pair.key, known),
                        Prop::Method(method) => property_name(&method.key, known),
                        Prop::Shorthand(name) => Some(name.sym.to_string()),
                        _ => None,
                    },
                    PropOrSpread::Spread(_) => None,
                })
                .collect(),
        ),
        Expr::Array(array) => {
            array.elems.iter().map(|part| part.as_ref().and_then(|part| constant(&part.expr, known))).collect()
        }
        Expr::New(new) => new.args.iter().flatten().next().and_then(|arg| table(&arg.expr, known)),
        Expr::Call(call) => call.args.first().and_then(|arg| table(&arg.expr, known)),
        _ => None,
    }
}

fn property_name(name: &PropName, known: &Constants) -> Option<String> {
    match name {
        PropName::Ident(name) => Some(name.sym.to_string()),
        PropName::Str(text) => Some(text.value.to_string_lossy().into_owned()),
        PropName::Num(number) => Some(number.value.to_string()),
        PropName::Computed(computed) => constant(&computed.expr, known),
        PropName::BigInt(_) => None,
    }
}

/// `key`, `code`, `keyCode` or `which` if that is what an expression reads; `key lower` after `toLowerCase`.
fn key_property(expr: &Expr, names: &Names) -> Option<String> {
    match expr {
        Expr::Member(member) => match &member.prop {
            MemberProp::Ident(name) if KEY_PROPERTIES.contains(&name.sym.as_str()) => Some(name.sym.to_string()),
            _ => None,
        },
        Expr::Ident(name) if KEY_PROPERTIES.contains(&name.sym.as_str()) => Some(name.sym.to_string()),
        Expr::Ident(name) => names.keys.get(name.sym.as_str()).cloned(),
        Expr::Paren(paren) => key_property(&paren.expr, names),
        Expr::Bin(bin) if matches!(bin.op, BinaryOp::LogicalOr | BinaryOp::NullishCoalescing) => {
            key_property(&bin.left, names).or_else(|| key_property(&bin.right, names))
        }
        Expr::Call(call) => {
            let Callee::Expr(callee) = &call.callee else { return None };
            let Expr::Member(member) = &**callee else { return None };
            let MemberProp::Ident(method) = &member.prop else { return None };
            if !matches!(method.sym.as_str(), "toLowerCase" | "toUpperCase") {
                return None;
            }
            key_property(&member.obj, names).map(|via| if via == "key" { "key lower".to_owned() } else { via })
        }
        _ => None,
    }
}

struct Walk<'a> {
    scopes: &'a Scopes,
    names: &'a Names,
    script: &'a mut ScriptFacts,
    at: &'a dyn Fn(Span) -> Place,
    tries: u32,
    functions: u32,
    typeofs: BTreeSet<String>,
    tables: Vec<(String, String, Place)>,
}

impl Walk<'_> {
    fn known(&self) -> &Constants {
        &self.names.constants
    }

    fn is_global(&self, name: &Ident) -> bool {
        self.scopes.unresolved.contains(&name.span.lo.0)
    }

    fn global(&mut self, name: &Ident, how: Use) {
        if self.is_global(name) && self.script.globals.len() < 5000 {
            let place = (self.at)(name.span);
            let guarded = self.tries > 0;
            self.script.globals.push(GlobalUse { name: name.sym.to_string(), how, place, guarded });
        }
    }

    /// An alias of a browser object must not be a variable of the game that merely has its name.
    fn object(&self, expr: &Expr) -> String {
        if let Expr::Ident(name) = expr
            && !self.is_global(name)
            && !self.names.objects.contains_key(name.sym.as_str())
        {
            return String::new();
        }
        object_of(expr, self.names).unwrap_or_default()
    }

    fn member(&mut self, member: &MemberExpr, how: Use, value: Option<&Expr>) {
        let object = self.object(&member.obj);
        let (property, assembled) = match member_name(&member.prop, self.known()) {
            Some(found) => found,
            // A name that only the run knows matters on the window, where every power has one.
            None if matches!(object.as_str(), "window" | "navigator" | "document") => (String::new(), true),
            None => return,
        };
        if self.script.members.len() >= 20_000 {
            return;
        }
        let text = value.and_then(|value| constant(value, self.known()));
        let varies = value.is_some() && text.is_none();
        let place = (self.at)(member.span);
        self.script.members.push(MemberUse { object, property, how, assembled, varies, text, place });
    }

    fn target(&self, expr: &Expr) -> (String, Option<String>) {
        match expr {
            Expr::Ident(name) => (name.sym.to_string(), self.names.elements.get(name.sym.as_str()).cloned()),
            Expr::Member(member) => match member_name(&member.prop, self.known()) {
                Some((name, _)) => (name.clone(), self.names.elements.get(&name).cloned()),
                None => (String::new(), None),
            },
            Expr::Call(_) => (String::new(), looked_up(expr, self.known())),
            Expr::Paren(paren) => self.target(&paren.expr),
            _ => (String::new(), None),
        }
    }

    fn call(&mut self, name: &str, object: Option<&Expr>, args: &[ExprOrSpread], span: Span) {
        let place = (self.at)(span);
        let first = args.first().and_then(|arg| constant(&arg.expr, self.known()));
        match name {
            "addEventListener" | "on" | "bind" | "addListener" => {
                let (target, target_id) = object.map_or((String::from("window"), None), |object| self.target(object));
                let target = if target == "addEventListener" { "window".into() } else { target };
                let event = first.unwrap_or_default();
                if name == "addEventListener" || is_input_event(&event) {
                    self.script.listeners.push(Listener { event, target, target_id, place });
                }
            }
            "requestAnimationFrame" | "setInterval" | "setTimeout" | "animate" | "setAnimationLoop" => {
                let in_function = self.functions > 0;
                self.script.schedulers.push(Scheduler { kind: name.to_owned(), in_function, place });
            }
            "getElementById" => {
                if let Some(selector) = first {
                    self.script.lookups.push(Lookup { selector, by_id: true, place });
                }
            }
            "querySelector" => {
                if let Some(selector) = first {
                    self.script.lookups.push(Lookup { selector, by_id: false, place });
                }
            }
            "setAttribute" if first.as_deref() == Some("id") => {
                if let Some(id) = args.get(1).and_then(|arg| constant(&arg.expr, self.known())) {
                    self.script.made_ids.push(id);
                }
            }
            "includes" | "has" | "indexOf" => {
                if let Some(via) = args.first().and_then(|arg| key_property(&arg.expr, self.names))
                    && let Some(object) = object
                {
                    if let Expr::Ident(name) = object {
                        self.tables.push((via, name.sym.to_string(), place));
                    } else if let Some(values) = table(object, self.known()) {
                        for value in values {
                            self.script.keys.push(Compared { via: via.clone(), value, place: place.clone() });
                        }
                    }
                }
            }
            "fillText" | "strokeText" => {
                if let Some(arg) = args.first() {
                    self.shown(&arg.expr, None, &place);
                }
            }
            _ if SINK_CALLS.contains(&name) => {
                let constant = args.last().is_some_and(|arg| constant(&arg.expr, self.known()).is_some());
                self.script.sinks.push(Sink { name: name.to_owned(), constant, place });
            }
            _ => {}
        }
    }

    /// Variables inside a text that the player is shown.
    fn shown(&mut self, expr: &Expr, element: Option<String>, place: &Place) {
        let mut pieces = Vec::new();
        flatten(expr, self.known(), &mut pieces);
        let mut label = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => label = text,
                Piece::Name(name) => {
                    let label = std::mem::take(&mut label);
                    self.script.shown.push(Shown { name, element: element.clone(), label, place: place.clone() });
                }
                Piece::Other => label.clear(),
            }
        }
    }

    fn assigned(&mut self, name: String, property: bool, constant: Option<String>, span: Span) {
        if self.script.assignments.len() < 10_000 {
            let place = (self.at)(span);
            self.script.assignments.push(Assignment { name, property, constant, place });
        }
    }
}

enum Piece {
    Text(String),
    Name(String),
    Other,
}

fn flatten(expr: &Expr, known: &Constants, out: &mut Vec<Piece>) {
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

impl Visit for Walk<'_> {
    fn visit_call_expr(&mut self, call: &CallExpr) {
        match &call.callee {
            Callee::Expr(callee) => match &**callee {
                Expr::Ident(name) => {
                    self.global(name, Use::Call);
                    self.call(name.sym.as_str(), None, &call.args, call.span);
                    if self.is_global(name) {
                        let value = call.args.first().map(|arg| &*arg.expr);
                        let text = value.and_then(|value| constant(value, self.known()));
                        let varies = value.is_some() && text.is_none();
                        let place = (self.at)(call.span);
                        let property = name.sym.to_string();
                        let object = "window".to_owned();
                        self.script.members.push(MemberUse {
                            object,
                            property,
                            how: Use::Call,
                            assembled: false,
                            varies,
                            text,
                            place,
                        });
                    }
                }
                Expr::Member(member) => {
                    self.member(member, Use::Call, call.args.first().map(|arg| &*arg.expr));
                    if let Some((name, _)) = member_name(&member.prop, self.known()) {
                        self.call(&name, Some(&member.obj), &call.args, call.span);
                    }
                    member.obj.visit_with(self);
                    if let MemberProp::Computed(computed) = &member.prop {
                        computed.visit_with(self);
                    }
                }
                other => other.visit_with(self),
            },
            Callee::Import(import) => {
                let from = call.args.first().and_then(|arg| constant(&arg.expr, self.known())).unwrap_or_default();
                let place = (self.at)(import.span);
                self.script.imports.push((from, true, place));
            }
            Callee::Super(_) => {}
        }
        call.args.visit_with(self);
    }

    fn visit_opt_chain_expr(&mut self, chain: &OptChainExpr) {
        if let OptChainBase::Call(call) = &*chain.base
            && let Expr::Member(member) = &*call.callee
            && let Some((name, _)) = member_name(&member.prop, self.known())
        {
            self.call(&name, Some(&member.obj), &call.args, call.span);
        }
        chain.visit_children_with(self);
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        match &*new.callee {
            Expr::Ident(name) => self.global(name, Use::New),
            Expr::Member(member) => {
                self.member(member, Use::New, new.args.iter().flatten().next().map(|arg| &*arg.expr));
                member.obj.visit_with(self);
            }
            other => other.visit_with(self),
        }
        new.args.visit_with(self);
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        self.member(member, Use::Read, None);
        // `TABLE[event.code]`: its keys are what the event is compared with.
        if let MemberProp::Computed(computed) = &member.prop
            && let Some(via) = key_property(&computed.expr, self.names)
        {
            let place = (self.at)(member.span);
            match &*member.obj {
                Expr::Ident(name) => self.tables.push((via, name.sym.to_string(), place)),
                Expr::Member(inner) => {
                    if let Some((name, _)) = member_name(&inner.prop, self.known()) {
                        self.tables.push((via, name, place));
                    }
                }
                other => {
                    for value in table(other, self.known()).into_iter().flatten() {
                        self.script.keys.push(Compared { via: via.clone(), value, place: place.clone() });
                    }
                }
            }
        }
        member.obj.visit_with(self);
        if let MemberProp::Computed(computed) = &member.prop {
            computed.visit_with(self);
        }
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                self.global(&name.id, Use::Write);
                let plain =
                    (assign.op == AssignOp::Assign).then(|| constant(&assign.right, &Constants::new())).flatten();
                self.assigned(name.id.sym.to_string(), false, plain, assign.span);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                self.member(member, Use::Write, Some(&assign.right));
                if let Some((name, _)) = member_name(&member.prop, self.known()) {
                    let place = (self.at)(assign.span);
                    let fixed = constant(&assign.right, self.known());
                    if name.starts_with("on") && is_input_event(&name[2..]) {
                        self.script.on_properties.push((name.clone(), place.clone()));
                    }
                    if name == "id" {
                        self.script.made_ids.extend(fixed.clone());
                    }
                    if SINKS.contains(&name.as_str()) {
                        let constant = fixed.is_some() && assign.op == AssignOp::Assign;
                        self.script.sinks.push(Sink { name: name.clone(), constant, place: place.clone() });
                    }
                    if matches!(name.as_str(), "textContent" | "innerText" | "innerHTML") {
                        let (_, id) = self.target(&member.obj);
                        self.shown(&assign.right, id, &place);
                    }
                    let plain =
                        (assign.op == AssignOp::Assign).then(|| constant(&assign.right, &Constants::new())).flatten();
                    self.assigned(name, true, plain, assign.span);
                }
                member.obj.visit_with(self);
                if let MemberProp::Computed(computed) = &member.prop {
                    computed.visit_with(self);
                }
            }
            other => other.visit_children_with(self),
        }
        assign.right.visit_with(self);
    }

    fn visit_update_expr(&mut self, update: &UpdateExpr) {
        match &*update.arg {
            Expr::Ident(name) => self.assigned(name.sym.to_string(), false, None, update.span),
            Expr::Member(member) => {
                if let Some((name, _)) = member_name(&member.prop, self.known()) {
                    self.assigned(name, true, None, update.span);
                }
            }
            _ => {}
        }
        update.visit_children_with(self);
    }

    fn visit_var_declarator(&mut self, declarator: &VarDeclarator) {
        if let (Pat::Object(pattern), Some(init)) = (&declarator.name, &declarator.init) {
            let object = self.object(init);
            for property in pattern.props.iter().filter(|_| !object.is_empty()) {
                let name = match property {
                    ObjectPatProp::KeyValue(pair) => property_name(&pair.key, self.known()),
                    ObjectPatProp::Assign(assign) => Some(assign.key.id.sym.to_string()),
                    ObjectPatProp::Rest(_) => None,
                };
                if let Some(property) = name {
                    let place = (self.at)(declarator.span);
                    let object = object.clone();
                    self.script.members.push(MemberUse {
                        object,
                        property,
                        how: Use::Read,
                        assembled: false,
                        varies: false,
                        text: None,
                        place,
                    });
                }
            }
        }
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init) {
            let fixed = constant(init, &Constants::new());
            self.assigned(name.id.sym.to_string(), false, fixed, declarator.span);
        }
        declarator.visit_children_with(self);
    }

    fn visit_bin_expr(&mut self, bin: &BinExpr) {
        if matches!(bin.op, BinaryOp::EqEq | BinaryOp::EqEqEq | BinaryOp::NotEq | BinaryOp::NotEqEq) {
            for (one, other) in [(&bin.left, &bin.right), (&bin.right, &bin.left)] {
                if let (Some(via), Some(value)) = (key_property(one, self.names), constant(other, self.known())) {
                    let place = (self.at)(bin.span);
                    self.script.keys.push(Compared { via, value, place });
                }
            }
        }
        bin.visit_children_with(self);
    }

    fn visit_switch_stmt(&mut self, stmt: &SwitchStmt) {
        if let Some(via) = key_property(&stmt.discriminant, self.names) {
            for case in &stmt.cases {
                if let Some(value) = case.test.as_ref().and_then(|test| constant(test, self.known())) {
                    let place = (self.at)(case.span);
                    self.script.keys.push(Compared { via: via.clone(), value, place });
                }
            }
        }
        stmt.visit_children_with(self);
    }

    fn visit_unary_expr(&mut self, unary: &UnaryExpr) {
        if let (UnaryOp::TypeOf, Expr::Ident(name)) = (&unary.op, &*unary.arg) {
            self.typeofs.insert(name.sym.to_string());
            return;
        }
        unary.visit_children_with(self);
    }

    fn visit_try_stmt(&mut self, stmt: &TryStmt) {
        self.tries += 1;
        stmt.block.visit_with(self);
        self.tries -= 1;
        stmt.handler.visit_with(self);
        stmt.finalizer.visit_with(self);
    }

    fn visit_function(&mut self, function: &Function) {
        self.script.asynchronous |= function.is_async;
        self.functions += 1;
        function.visit_children_with(self);
        self.functions -= 1;
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.script.asynchronous |= arrow.is_async;
        self.functions += 1;
        arrow.visit_children_with(self);
        self.functions -= 1;
    }

    fn visit_lit(&mut self, lit: &Lit) {
        if let Lit::Str(text) = lit
            && self.script.strings.len() < 5000
        {
            let place = (self.at)(text.span);
            self.script.strings.push((text.value.to_string_lossy().into_owned(), place));
        }
    }

    fn visit_tpl_element(&mut self, piece: &TplElement) {
        if let Some(text) = piece.cooked.as_ref().filter(|text| !text.is_empty())
            && self.script.strings.len() < 5000
        {
            let place = (self.at)(piece.span);
            self.script.strings.push((text.to_string_lossy().into_owned(), place));
        }
    }

    fn visit_import_decl(&mut self, import: &ImportDecl) {
        let place = (self.at)(import.span);
        self.script.imports.push((import.src.value.to_string_lossy().into_owned(), false, place));
    }

    fn visit_ident(&mut self, name: &Ident) {
        if name.sym.as_str() == "Promise" {
            self.script.asynchronous = true;
        }
        self.global(name, Use::Read);
    }

    fn visit_labeled_stmt(&mut self, stmt: &LabeledStmt) {
        stmt.body.visit_with(self);
    }

    fn visit_break_stmt(&mut self, _: &BreakStmt) {}

    fn visit_continue_stmt(&mut self, _: &ContinueStmt) {}
}

//! What is sure to happen when a script is loaded: its statements in order, into the functions they call, as far as
//! no condition decides. What only may happen is walked too, so that what it changes is no longer taken for known.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
};

use swc_common::{Span, Spanned};
use swc_ecma_ast::*;

use super::{
    super::{
        facts::PageFacts,
        scopes::{Born, Scopes},
    },
    collect::{Names, is_endless, member_name},
    fold::{Fixed, constant, fold, key_text},
};

mod values;

/// Steps after which nothing more is sure.
const STEPS_MAX: u32 = 150_000;
/// Calls inside calls.
const CALLS_MAX: usize = 48;

/// The elements of the page as a script meets them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Elements<'p> {
    /// The page; none when it is not known which page runs the script.
    pub(super) page: Option<&'p PageFacts>,
    /// Number of the tag at which the script runs; what comes later is not there yet.
    pub(super) until: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Later,
    Nowhere,
    Unknown,
}

impl Elements<'_> {
    fn presence(&self, selector: &str, by_id: bool, ready: bool) -> Presence {
        let Some(page) = self.page else { return Presence::Unknown };
        let simple =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        let place = |wanted: &dyn Fn(&super::PageTag) -> bool| match page
            .tags
            .iter()
            .find(|tag| wanted(tag))
            .map(|tag| tag.index)
        {
            Some(index) if ready || index < self.until => Presence::There,
            Some(_) => Presence::Later,
            None => Presence::Nowhere,
        };
        if by_id {
            place(&|tag| tag.attribute("id") == Some(selector))
        } else if let Some(id) = selector.strip_prefix('#').filter(|id| simple(id)) {
            place(&|tag| tag.attribute("id") == Some(id))
        } else if let Some(class) = selector.strip_prefix('.').filter(|class| simple(class)) {
            place(&|tag| {
                tag.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|one| one == class))
            })
        } else if simple(selector) && !matches!(selector, "html" | "head" | "body") {
            place(&|tag| tag.name.eq_ignore_ascii_case(selector))
        } else {
            Presence::Unknown
        }
    }

    /// Whether the body has begun.
    fn has_body(&self, ready: bool) -> bool {
        ready || self.page.is_none_or(|page| page.tags.iter().any(|tag| !tag.in_head && tag.index < self.until))
    }
}

/// What is sure.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// Names used before their declaration ran.
    pub(super) early_uses: Vec<(String, Span)>,
    /// Elements used that are not there: selector, whether they come later.
    pub(super) missing: Vec<(String, bool, Span)>,
    /// Loops without end.
    pub(super) hangs: Vec<Span>,
    /// Positions of names and members that are reached.
    pub(super) certain: HashSet<u32>,
}

#[derive(Debug, Clone)]
enum Val<'a> {
    Unknown,
    /// An element that is not there.
    Missing {
        selector: String,
        later: bool,
    },
    /// Something that counts as true.
    Something,
    Fixed(Fixed),
    Function(&'a Function),
    Arrow(&'a ArrowExpr, Box<Val<'a>>),
    Class(&'a Class),
    Object(usize),
}

#[derive(Debug, Default)]
struct Object<'a> {
    fields: HashMap<String, Val<'a>>,
    class: Option<&'a Class>,
}

enum Flow<'a> {
    Next,
    Break,
    Return(Val<'a>),
}

pub(super) fn run(
    program: &Program,
    scopes: &Scopes,
    names: &Names<'_>,
    elements: &Elements<'_>,
    module: bool,
) -> Loaded {
    let mut load = Load {
        scopes,
        names,
        elements,
        values: HashMap::new(),
        objects: Vec::new(),
        declared: HashSet::new(),
        certain: true,
        over: false,
        left_loop: false,
        left_function: false,
        may_throw: false,
        ready: module,
        this: Val::Unknown,
        calls: Vec::new(),
        root: Span::default(),
        maybe_run: HashSet::new(),
        steps: Cell::new(STEPS_MAX),
        due: Vec::new(),
        out: Loaded::default(),
    };
    match program {
        Program::Script(script) => {
            load.hoist(script.body.iter());
            for stmt in &script.body {
                load.statement(stmt);
            }
        }
        Program::Module(module) => {
            let stmts = module.body.iter().filter_map(|item| match item {
                ModuleItem::Stmt(stmt) => Some(stmt),
                ModuleItem::ModuleDecl(_) => None,
            });
            load.hoist(stmts);
            for item in &module.body {
                match item {
                    ModuleItem::Stmt(stmt) => {
                        load.statement(stmt);
                    }
                    ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => load.declaration(&export.decl),
                    ModuleItem::ModuleDecl(ModuleDecl::ExportDefaultExpr(export)) => {
                        load.value(&export.expr);
                    }
                    ModuleItem::ModuleDecl(_) => {}
                }
            }
        }
    }
    // What waits for the page, and the first frames: all declarations have run, all elements are there.
    load.ready = true;
    for round in 0..2 {
        let sure = load.certain;
        for function in std::mem::take(&mut load.due) {
            if load.over || round == 1 && load.due.len() > 20 {
                break;
            }
            load.certain = sure;
            load.call(&function, Vec::new(), Val::Unknown, false);
        }
        load.certain = sure;
    }
    load.out
}

struct Load<'a, 'p> {
    scopes: &'a Scopes,
    names: &'a Names<'a>,
    elements: &'p Elements<'p>,
    values: HashMap<u32, Val<'a>>,
    objects: Vec<Object<'a>>,
    /// Bindings whose declaration has run.
    declared: HashSet<u32>,
    /// Whether this place is sure to be reached.
    certain: bool,
    /// Whether the script has died, hangs, or took too many steps.
    over: bool,
    /// Whether something may have left the loop or the function.
    left_loop: bool,
    left_function: bool,
    may_throw: bool,
    /// Whether the whole page is there.
    ready: bool,
    this: Val<'a>,
    calls: Vec<u32>,
    /// The statement at the top that runs.
    root: Span,
    maybe_run: HashSet<u32>,
    steps: Cell<u32>,
    /// Functions that are sure to run later.
    due: Vec<Val<'a>>,
    out: Loaded,
}

impl<'a> Load<'a, '_> {
    fn step(&mut self) -> bool {
        match self.steps.get().checked_sub(1) {
            Some(left) => self.steps.set(left),
            None => self.over = true,
        }
        !self.over
    }

    fn key(&self, name: &Ident) -> Option<u32> {
        self.scopes.key(name)
    }

    fn hoist(&mut self, stmts: impl Iterator<Item = &'a Stmt>) {
        for stmt in stmts {
            if let Stmt::Decl(Decl::Fn(decl)) = stmt
                && let Some(key) = self.key(&decl.ident)
            {
                self.values.insert(key, Val::Function(&decl.function));
            }
        }
    }

    fn block(&mut self, stmts: &'a [Stmt]) -> Flow<'a> {
        self.hoist(stmts.iter());
        for stmt in stmts {
            match self.statement(stmt) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    /// Runs something that may or may not happen.
    fn maybe(&mut self, inner: impl FnOnce(&mut Self)) {
        let sure = std::mem::replace(&mut self.certain, false);
        inner(self);
        self.certain = sure && !self.may_throw && !self.left_loop && !self.left_function;
    }

    fn declaration(&mut self, decl: &'a Decl) {
        match decl {
            Decl::Var(decl) => {
                for one in &decl.decls {
                    let value = one.init.as_ref().map_or(Val::Fixed(Fixed::Undefined), |init| self.value(init));
                    if one.init.is_some() || decl.kind != VarDeclKind::Var {
                        self.bind(&one.name, value, true);
                    }
                }
            }
            Decl::Class(decl) => {
                if let Some(base) = &decl.class.super_class {
                    self.value(base);
                }
                // Inside the class its name is known already.
                if let Some(key) = self.key(&decl.ident) {
                    self.values.insert(key, Val::Class(&decl.class));
                    self.declared.insert(key);
                }
                self.class(&decl.class);
            }
            _ => {}
        }
    }

    fn class(&mut self, class: &'a Class) {
        for member in &class.body {
            match member {
                ClassMember::ClassProp(field) if field.is_static => {
                    if let Some(value) = &field.value {
                        self.value(value);
                    }
                }
                ClassMember::StaticBlock(block) => {
                    self.block(&block.body.stmts);
                }
                _ => {}
            }
        }
    }

    fn bind(&mut self, pattern: &'a Pat, value: Val<'a>, declares: bool) {
        match pattern {
            Pat::Ident(name) => {
                if declares && let Some(key) = self.key(&name.id) {
                    self.declared.insert(key);
                }
                self.set(&name.id, value);
            }
            Pat::Array(array) => {
                array.elems.iter().flatten().for_each(|part| self.bind(part, Val::Unknown, declares));
            }
            Pat::Rest(rest) => self.bind(&rest.arg, Val::Unknown, declares),
            Pat::Assign(assign) => {
                self.maybe(|load| {
                    load.value(&assign.right);
                });
                self.bind(&assign.left, Val::Unknown, declares);
            }
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => {
                            let inner = key_text(&pair.key, &self.names.constants)
                                .map_or(Val::Unknown, |name| self.field(&value, &name));
                            self.bind(&pair.value, inner, declares);
                        }
                        ObjectPatProp::Assign(assign) => {
                            if let Some(default) = &assign.value {
                                self.maybe(|load| {
                                    load.value(default);
                                });
                            }
                            if declares && let Some(key) = self.key(&assign.key.id) {
                                self.declared.insert(key);
                            }
                            let inner = self.field(&value, &assign.key.id.sym);
                            self.set(&assign.key.id, inner);
                        }
                        ObjectPatProp::Rest(rest) => self.bind(&rest.arg, Val::Unknown, declares),
                    }
                }
            }
            Pat::Expr(expr) => {
                self.value(expr);
            }
            Pat::Invalid(_) => {}
        }
    }

    fn set(&mut self, name: &Ident, value: Val<'a>) {
        if let Some(key) = self.key(name) {
            let value = if self.certain { value } else { Val::Unknown };
            self.values.insert(key, value);
        }
    }

    fn statement(&mut self, stmt: &'a Stmt) -> Flow<'a> {
        if !self.step() {
            return Flow::Next;
        }
        if self.calls.is_empty() {
            self.root = stmt.span();
        }
        match stmt {
            Stmt::Expr(stmt) => {
                self.value(&stmt.expr);
            }
            Stmt::Decl(decl) => self.declaration(decl),
            Stmt::Block(block) => return self.block(&block.stmts),
            Stmt::Labeled(labeled) => {
                // A label may be left from anywhere in it.
                self.maybe(|load| {
                    load.statement(&labeled.body);
                });
            }
            Stmt::Return(stmt) => {
                let value = stmt.arg.as_ref().map_or(Val::Fixed(Fixed::Undefined), |arg| self.value(arg));
                if self.certain {
                    return Flow::Return(value);
                }
                self.left_function = true;
            }
            Stmt::Throw(stmt) => {
                self.value(&stmt.arg);
                self.may_throw = true;
                self.certain = false;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                if self.certain {
                    return Flow::Break;
                }
                self.left_loop = true;
            }
            Stmt::If(stmt) => {
                let test = self.value(&stmt.test);
                match self.truth(&test) {
                    Some(true) => return self.statement(&stmt.cons),
                    Some(false) => {
                        if let Some(alt) = &stmt.alt {
                            return self.statement(alt);
                        }
                    }
                    None => {
                        self.maybe(|load| {
                            load.statement(&stmt.cons);
                        });
                        if let Some(alt) = &stmt.alt {
                            self.maybe(|load| {
                                load.statement(alt);
                            });
                        }
                    }
                }
            }
            Stmt::Switch(stmt) => {
                self.value(&stmt.discriminant);
                self.in_loop(|load| {
                    for case in &stmt.cases {
                        load.maybe(|load| {
                            for stmt in &case.cons {
                                load.statement(stmt);
                            }
                        });
                    }
                });
            }
            Stmt::Try(stmt) => {
                let may_throw = self.may_throw;
                self.maybe(|load| {
                    load.block(&stmt.block.stmts);
                });
                self.may_throw = may_throw;
                if let Some(handler) = &stmt.handler {
                    self.maybe(|load| {
                        load.block(&handler.body.stmts);
                    });
                }
                if let Some(last) = &stmt.finalizer {
                    self.maybe(|load| {
                        load.block(&last.stmts);
                    });
                }
            }
            Stmt::While(inner) => {
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                self.value(&inner.test);
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::DoWhile(inner) => {
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                return self.first_then_maybe(&inner.body);
            }
            Stmt::For(inner) => {
                match &inner.init {
                    Some(VarDeclOrExpr::VarDecl(decl)) => {
                        for one in &decl.decls {
                            let value = one.init.as_ref().map_or(Val::Unknown, |init| self.value(init));
                            self.bind(&one.name, value, true);
                        }
                    }
                    Some(VarDeclOrExpr::Expr(expr)) => {
                        self.value(expr);
                    }
                    None => {}
                }
                self.endless(stmt);
                if self.over {
                    return Flow::Next;
                }
                let test = inner.test.as_ref().map_or(Val::Something, |test| self.value(test));
                if self.truth(&test) == Some(true) {
                    return self.first_then_maybe(&inner.body);
                }
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                        if let Some(update) = &inner.update {
                            load.value(update);
                        }
                    });
                });
            }
            Stmt::ForIn(inner) => {
                self.value(&inner.right);
                self.head(&inner.left);
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::ForOf(inner) => {
                self.value(&inner.right);
                self.head(&inner.left);
                // A list written in place that is not empty is gone through at least once.
                let sure = matches!(&*inner.right, Expr::Array(array) if !array.elems.is_empty());
                if sure && !inner.is_await {
                    return self.first_then_maybe(&inner.body);
                }
                self.in_loop(|load| {
                    load.maybe(|load| {
                        load.statement(&inner.body);
                    });
                });
            }
            Stmt::With(_) => self.over = true,
            Stmt::Empty(_) | Stmt::Debugger(_) => {}
        }
        Flow::Next
    }

    fn head(&mut self, head: &'a ForHead) {
        match head {
            ForHead::VarDecl(decl) => {
                decl.decls.iter().for_each(|one| self.bind(&one.name, Val::Unknown, true));
            }
            ForHead::Pat(pattern) => self.bind(pattern, Val::Unknown, false),
            ForHead::UsingDecl(_) => {}
        }
    }

    fn in_loop(&mut self, inner: impl FnOnce(&mut Self)) {
        let left = std::mem::replace(&mut self.left_loop, false);
        let sure = self.certain;
        inner(self);
        self.left_loop = left;
        self.certain = sure && !self.may_throw && !self.left_function && !left;
    }

    /// A body that runs at least once, and perhaps again.
    fn first_then_maybe(&mut self, body: &'a Stmt) -> Flow<'a> {
        let mut out = Flow::Next;
        self.in_loop(|load| {
            if let Flow::Return(value) = load.statement(body) {
                out = Flow::Return(value);
                return;
            }
            load.maybe(|load| {
                load.statement(body);
            });
        });
        out
    }

    fn endless(&mut self, stmt: &Stmt) {
        if self.certain && !self.over && is_endless(stmt, None, self.names) {
            self.out.hangs.push(stmt.span());
            self.over = true;
        }
    }
}

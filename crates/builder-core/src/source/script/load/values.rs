//! Expressions: what they are sure to be, and what making them does.

use super::*;

impl<'a> Load<'a, '_> {
    pub(super) fn truth(&self, value: &Val<'a>) -> Option<bool> {
        match value {
            Val::Unknown => None,
            Val::Missing { .. } => Some(false),
            Val::Fixed(fixed) => Some(fixed.truth()),
            _ => Some(true),
        }
    }

    pub(super) fn field(&mut self, object: &Val<'a>, name: &str) -> Val<'a> {
        let Val::Object(index) = object else { return Val::Unknown };
        let Some(object) = self.objects.get(*index) else { return Val::Unknown };
        if let Some(value) = object.fields.get(name) {
            return value.clone();
        }
        let mut class = object.class;
        for _ in 0..8 {
            let Some(found) = class else { break };
            for member in &found.body {
                let (key, function, kind) = match member {
                    ClassMember::Method(method) => {
                        (key_text(&method.key, &self.names.constants), &method.function, method.kind)
                    }
                    ClassMember::PrivateMethod(method) => {
                        (Some(format!("#{}", method.key.name)), &method.function, method.kind)
                    }
                    _ => continue,
                };
                if key.as_deref() == Some(name) && kind == MethodKind::Method {
                    return Val::Function(function);
                }
            }
            class = self.base(found);
        }
        Val::Unknown
    }

    pub(super) fn base(&self, class: &'a Class) -> Option<&'a Class> {
        let Expr::Ident(name) = &**class.super_class.as_ref()? else { return None };
        match self.values.get(&self.key(name)?) {
            Some(Val::Class(class)) => Some(class),
            _ => None,
        }
    }

    pub(super) fn name(&mut self, name: &'a Ident) -> Val<'a> {
        if self.certain {
            self.out.certain.insert(name.span.lo.0);
        }
        let Some(key) = self.key(name) else { return Val::Unknown };
        self.early(name, key);
        match self.values.get(&key) {
            Some(value) => value.clone(),
            None => Val::Unknown,
        }
    }

    /// Where to mend what happens at a place: the statement at the top that leads there.
    pub(super) fn rooted(&self, span: Span) -> Span {
        if self.calls.is_empty() || self.ready { span } else { self.root }
    }

    /// Dies of a name that is used before its declaration ran.
    pub(super) fn early(&mut self, name: &Ident, key: u32) {
        let lexical = self
            .scopes
            .binding(key)
            .is_some_and(|binding| matches!(binding.born, Born::Let | Born::Const | Born::Class));
        if self.certain && !self.over && lexical && !self.declared.contains(&key) {
            let span = self.rooted(name.span);
            self.out.early_uses.push((name.sym.to_string(), span));
            self.over = true;
        }
    }

    /// Dies of an element that is not there, if that is sure.
    pub(super) fn dereference(&mut self, value: &Val<'a>, span: Span) {
        if let Val::Missing { selector, later } = value
            && self.certain
            && !self.over
        {
            let span = if *later { self.rooted(span) } else { span };
            self.out.missing.push((selector.clone(), *later, span));
            // An element that is nowhere in the page may still be made by a script.
            self.over = *later;
        }
    }

    pub(super) fn value(&mut self, expr: &'a Expr) -> Val<'a> {
        if !self.step() {
            return Val::Unknown;
        }
        match expr {
            Expr::Ident(name) => self.name(name),
            Expr::This(_) => self.this.clone(),
            Expr::Lit(_) => fold(expr, &self.names.constants).map_or(Val::Unknown, Val::Fixed),
            Expr::Paren(paren) => self.value(&paren.expr),
            Expr::Fn(function) => {
                let value = Val::Function(&function.function);
                if let Some(key) = function.ident.as_ref().and_then(|name| self.key(name)) {
                    self.values.insert(key, value.clone());
                }
                value
            }
            Expr::Arrow(arrow) => Val::Arrow(arrow, Box::new(self.this.clone())),
            Expr::Class(class) => {
                if let Some(base) = &class.class.super_class {
                    self.value(base);
                }
                if let Some(key) = class.ident.as_ref().and_then(|name| self.key(name)) {
                    self.declared.insert(key);
                }
                self.class(&class.class);
                Val::Class(&class.class)
            }
            Expr::Object(object) => self.literal(object),
            Expr::Array(array) => {
                for part in array.elems.iter().flatten() {
                    self.value(&part.expr);
                }
                Val::Something
            }
            Expr::Tpl(template) => {
                for part in &template.exprs {
                    self.value(part);
                }
                Val::Unknown
            }
            Expr::TaggedTpl(tagged) => {
                self.value(&tagged.tag);
                for part in &tagged.tpl.exprs {
                    self.value(part);
                }
                Val::Unknown
            }
            Expr::Unary(unary) => {
                if unary.op == UnaryOp::TypeOf && matches!(&*unary.arg, Expr::Ident(_)) {
                    return Val::Unknown;
                }
                let inner = self.value(&unary.arg);
                match unary.op {
                    UnaryOp::Bang => self.truth(&inner).map_or(Val::Unknown, |truth| Val::Fixed(Fixed::Bool(!truth))),
                    _ => Val::Unknown,
                }
            }
            Expr::Update(update) => {
                match &*update.arg {
                    Expr::Ident(name) => {
                        self.name(name);
                        self.set(name, Val::Unknown);
                    }
                    other => {
                        self.value(other);
                    }
                }
                Val::Unknown
            }
            Expr::Bin(bin) => self.binary(bin),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Member(member) => {
                let object = self.value(&member.obj);
                self.member(&object, member)
            }
            Expr::SuperProp(_) => Val::Unknown,
            Expr::Cond(cond) => {
                let test = self.value(&cond.test);
                match self.truth(&test) {
                    Some(true) => self.value(&cond.cons),
                    Some(false) => self.value(&cond.alt),
                    None => {
                        self.maybe(|load| {
                            load.value(&cond.cons);
                        });
                        self.maybe(|load| {
                            load.value(&cond.alt);
                        });
                        Val::Unknown
                    }
                }
            }
            Expr::Call(call) => self.called(call),
            Expr::New(new) => self.made(new),
            Expr::Seq(seq) => {
                let mut last = Val::Unknown;
                for part in &seq.exprs {
                    last = self.value(part);
                }
                last
            }
            Expr::OptChain(chain) => {
                self.maybe(|load| match &*chain.base {
                    OptChainBase::Member(member) => {
                        load.value(&member.obj);
                    }
                    OptChainBase::Call(call) => {
                        let callee = load.value(&call.callee);
                        for arg in &call.args {
                            let arg = load.value(&arg.expr);
                            load.callback(&arg);
                        }
                        load.callback(&callee);
                    }
                });
                Val::Unknown
            }
            Expr::Await(wait) => {
                self.value(&wait.arg);
                self.left_function = true;
                self.certain = false;
                Val::Unknown
            }
            Expr::Yield(_) => {
                self.left_function = true;
                self.certain = false;
                Val::Unknown
            }
            _ => Val::Unknown,
        }
    }

    pub(super) fn literal(&mut self, object: &'a ObjectLit) -> Val<'a> {
        let index = self.objects.len();
        self.objects.push(Object::default());
        for property in &object.props {
            match property {
                PropOrSpread::Spread(spread) => {
                    self.value(&spread.expr);
                }
                PropOrSpread::Prop(property) => {
                    let (name, value) = match &**property {
                        Prop::Shorthand(name) => (Some(name.sym.to_string()), self.name(name)),
                        Prop::KeyValue(pair) => {
                            let value = self.value(&pair.value);
                            (key_text(&pair.key, &self.names.constants), value)
                        }
                        Prop::Method(method) => {
                            (key_text(&method.key, &self.names.constants), Val::Function(&method.function))
                        }
                        _ => continue,
                    };
                    if let (Some(name), Some(object)) = (name, self.objects.get_mut(index)) {
                        object.fields.insert(name, value);
                    }
                }
            }
        }
        Val::Object(index)
    }

    pub(super) fn binary(&mut self, bin: &'a BinExpr) -> Val<'a> {
        let left = self.value(&bin.left);
        let logical = matches!(bin.op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing);
        if logical {
            let truth = self.truth(&left);
            let right = match (bin.op, truth) {
                (BinaryOp::LogicalAnd, Some(true)) | (BinaryOp::LogicalOr, Some(false)) => true,
                (BinaryOp::LogicalAnd, Some(false)) | (BinaryOp::LogicalOr, Some(true)) => false,
                _ => {
                    self.maybe(|load| {
                        load.value(&bin.right);
                    });
                    return Val::Unknown;
                }
            };
            return if right { self.value(&bin.right) } else { left };
        }
        let right = self.value(&bin.right);
        let (Val::Fixed(one), Val::Fixed(other)) = (&left, &right) else {
            // `el === null`, `el !== null`
            let absent = |value: &Val<'_>, expr: &Expr| match value {
                Val::Missing { .. } => Some(true),
                Val::Something | Val::Function(_) | Val::Arrow(..) | Val::Class(_) | Val::Object(_) => Some(false),
                _ => matches!(expr, Expr::Lit(Lit::Null(_))).then_some(true),
            };
            let null = |expr: &Expr| matches!(expr, Expr::Lit(Lit::Null(_)));
            if null(&bin.left) || null(&bin.right) {
                let other = if null(&bin.left) { absent(&right, &bin.right) } else { absent(&left, &bin.left) };
                return match (bin.op, other) {
                    (BinaryOp::EqEq | BinaryOp::EqEqEq, Some(absent)) => Val::Fixed(Fixed::Bool(absent)),
                    (BinaryOp::NotEq | BinaryOp::NotEqEq, Some(absent)) => Val::Fixed(Fixed::Bool(!absent)),
                    _ => Val::Unknown,
                };
            }
            return Val::Unknown;
        };
        let (first, second) = (one.number(), other.number());
        let same = one == other;
        Val::Fixed(Fixed::Bool(match bin.op {
            BinaryOp::Lt => first < second,
            BinaryOp::LtEq => first <= second,
            BinaryOp::Gt => first > second,
            BinaryOp::GtEq => first >= second,
            BinaryOp::EqEqEq => same,
            BinaryOp::NotEqEq => !same,
            _ => return Val::Unknown,
        }))
    }

    pub(super) fn assign(&mut self, assign: &'a AssignExpr) -> Val<'a> {
        let plain = assign.op == AssignOp::Assign;
        let conditional = matches!(assign.op, AssignOp::AndAssign | AssignOp::OrAssign | AssignOp::NullishAssign);
        if conditional {
            self.maybe(|load| {
                load.value(&assign.right);
            });
        }
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                let value = if conditional { Val::Unknown } else { self.value(&assign.right) };
                if self.certain {
                    self.out.certain.insert(name.id.span.lo.0);
                }
                if let Some(key) = self.key(&name.id) {
                    self.early(&name.id, key);
                }
                let value = if plain { value } else { Val::Unknown };
                self.set(&name.id, value.clone());
                value
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                let object = self.value(&member.obj);
                let value = if conditional { Val::Unknown } else { self.value(&assign.right) };
                self.member(&object, member);
                let name = member_name(&member.prop, &self.names.constants).map(|(name, _)| name);
                let Some(name) = name else { return Val::Unknown };
                let sure = self.certain && plain;
                if let Val::Object(index) = &object
                    && let Some(object) = self.objects.get_mut(*index)
                {
                    object.fields.insert(name.clone(), if sure { value.clone() } else { Val::Unknown });
                }
                if name == "onload" && self.names.object_of(&member.obj).as_deref() == Some("window") {
                    self.book(&value);
                }
                value
            }
            AssignTarget::Simple(_) => {
                self.value(&assign.right);
                Val::Unknown
            }
            AssignTarget::Pat(pattern) => {
                self.value(&assign.right);
                match pattern {
                    AssignTargetPat::Array(array) => {
                        array.elems.iter().flatten().for_each(|part| self.bind(part, Val::Unknown, false));
                    }
                    AssignTargetPat::Object(object) => {
                        for property in &object.props {
                            match property {
                                ObjectPatProp::KeyValue(pair) => self.bind(&pair.value, Val::Unknown, false),
                                ObjectPatProp::Assign(assign) => self.set(&assign.key.id, Val::Unknown),
                                ObjectPatProp::Rest(rest) => self.bind(&rest.arg, Val::Unknown, false),
                            }
                        }
                    }
                    AssignTargetPat::Invalid(_) => {}
                }
                Val::Unknown
            }
        }
    }

    pub(super) fn member(&mut self, object: &Val<'a>, member: &'a MemberExpr) -> Val<'a> {
        if let MemberProp::Computed(computed) = &member.prop {
            self.value(&computed.expr);
        }
        if self.certain {
            self.out.certain.insert(member.span.lo.0);
        }
        self.dereference(object, member.span);
        let Some((name, _)) = member_name(&member.prop, &self.names.constants) else { return Val::Unknown };
        if name == "body" && self.is_document(&member.obj) {
            return if self.elements.has_body(self.ready) {
                Val::Something
            } else {
                Val::Missing { selector: "body".to_owned(), later: true }
            };
        }
        self.field(object, &name)
    }

    pub(super) fn is_document(&self, expr: &Expr) -> bool {
        self.names.object_of(expr).as_deref() == Some("document")
    }

    pub(super) fn called(&mut self, call: &'a CallExpr) -> Val<'a> {
        let (callee, this, name, on_document) = match &call.callee {
            Callee::Expr(callee) => match &**callee {
                Expr::Member(member) => {
                    let object = self.value(&member.obj);
                    let value = self.member(&object, member);
                    let name = member_name(&member.prop, &self.names.constants).map(|(name, _)| name);
                    (value, object, name, self.is_document(&member.obj))
                }
                Expr::Ident(name) => (self.name(name), Val::Unknown, Some(name.sym.to_string()), false),
                other => (self.value(other), Val::Unknown, None, false),
            },
            Callee::Super(_) => {
                for arg in &call.args {
                    self.value(&arg.expr);
                }
                return Val::Unknown;
            }
            Callee::Import(_) => return Val::Unknown,
        };
        let args: Vec<Val<'a>> = call.args.iter().map(|arg| self.value(&arg.expr)).collect();
        if self.over {
            return Val::Unknown;
        }
        let first = call.args.first().and_then(|arg| constant(&arg.expr, &self.names.constants));
        match (name.as_deref(), first.as_deref()) {
            (Some("getElementById"), Some(id)) if on_document => return self.look_up(id, true),
            (Some("querySelector"), Some(selector)) if on_document => return self.look_up(selector, false),
            (Some("addEventListener"), Some("DOMContentLoaded" | "load")) => {
                if let Some(function) = args.get(1).cloned() {
                    self.book(&function);
                }
                return Val::Unknown;
            }
            (Some("addEventListener"), _) => {
                args.iter().for_each(|arg| self.callback(arg));
                return Val::Unknown;
            }
            _ => {}
        }
        let alias = match &call.callee {
            Callee::Expr(callee) => self.names.called(callee),
            _ => None,
        };
        if alias.as_deref() == Some("requestAnimationFrame") {
            if let Some(function) = args.first().cloned() {
                self.book(&function);
            }
            return Val::Unknown;
        }
        match callee {
            Val::Function(_) | Val::Arrow(..) => self.call(&callee, args, this, true),
            _ => {
                // `init.call(this)`, `game.start.bind(game)`, `list.forEach(f)`: whatever is known of it may run.
                args.iter().for_each(|arg| self.callback(arg));
                self.callback(&this);
                Val::Unknown
            }
        }
    }

    pub(super) fn look_up(&mut self, selector: &str, by_id: bool) -> Val<'a> {
        match self.elements.presence(selector, by_id, self.ready) {
            Presence::There => Val::Something,
            Presence::Later => Val::Missing { selector: selector.to_owned(), later: true },
            Presence::Nowhere => Val::Missing { selector: selector.to_owned(), later: false },
            Presence::Unknown => Val::Unknown,
        }
    }

    /// Notes that a function is sure to run later.
    pub(super) fn book(&mut self, function: &Val<'a>) {
        if self.certain && self.due.len() < 40 {
            self.due.push(function.clone());
        } else {
            self.callback(function);
        }
    }

    /// Runs a function that may run.
    pub(super) fn callback(&mut self, function: &Val<'a>) {
        let at = match function {
            Val::Function(function) => function.span.lo.0,
            Val::Arrow(arrow, _) => arrow.span.lo.0,
            _ => return,
        };
        if self.maybe_run.insert(at) {
            let this = self.this.clone();
            self.maybe(|load| {
                load.call(function, Vec::new(), this, false);
            });
        }
    }

    pub(super) fn call(&mut self, callee: &Val<'a>, args: Vec<Val<'a>>, this: Val<'a>, known: bool) -> Val<'a> {
        let (at, generator, this) = match callee {
            Val::Function(function) => (function.span.lo.0, function.is_generator, this),
            Val::Arrow(arrow, this) => (arrow.span.lo.0, arrow.is_generator, (**this).clone()),
            _ => return Val::Unknown,
        };
        let deep = self.calls.len() >= CALLS_MAX || self.calls.iter().filter(|call| **call == at).count() > 1;
        if generator || deep || self.over {
            if deep {
                self.certain = false;
                self.may_throw = true;
            }
            return Val::Unknown;
        }
        // What only may run is walked once.
        if !self.certain && known && !self.maybe_run.insert(at) {
            return Val::Unknown;
        }
        self.calls.push(at);
        let sure = self.certain;
        let this = std::mem::replace(&mut self.this, this);
        let left = (std::mem::replace(&mut self.left_loop, false), std::mem::replace(&mut self.left_function, false));
        let flow = match callee {
            Val::Function(function) => {
                for (number, param) in function.params.iter().enumerate() {
                    self.bind(&param.pat, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
                function.body.as_ref().map_or(Flow::Next, |body| self.block(&body.stmts))
            }
            Val::Arrow(arrow, _) => {
                for (number, param) in arrow.params.iter().enumerate() {
                    self.bind(param, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
                match &*arrow.body {
                    ArrowFunctionBody::FunctionBody(body) => self.block(&body.stmts),
                    ArrowFunctionBody::Expr(expr) => Flow::Return(self.value(expr)),
                }
            }
            _ => Flow::Next,
        };
        let maybe_left = self.left_function;
        self.this = this;
        self.calls.pop();
        (self.left_loop, self.left_function) = left;
        self.certain = sure && !self.may_throw;
        match flow {
            Flow::Return(value) if !maybe_left => value,
            _ => Val::Unknown,
        }
    }

    pub(super) fn made(&mut self, new: &'a NewExpr) -> Val<'a> {
        let callee = self.value(&new.callee);
        let args: Vec<Val<'a>> = new.args.iter().flatten().map(|arg| self.value(&arg.expr)).collect();
        match callee {
            Val::Class(class) => {
                let index = self.objects.len();
                self.objects.push(Object { class: Some(class), ..Object::default() });
                self.construct(class, &Val::Object(index), args, 0);
                Val::Object(index)
            }
            Val::Function(_) => {
                let index = self.objects.len();
                self.objects.push(Object::default());
                self.call(&callee, args, Val::Object(index), true);
                // A prototype may give it more than is known.
                Val::Something
            }
            _ => {
                args.iter().for_each(|arg| self.callback(arg));
                Val::Something
            }
        }
    }

    pub(super) fn construct(&mut self, class: &'a Class, object: &Val<'a>, args: Vec<Val<'a>>, depth: u32) {
        if depth > 6 || self.over {
            return;
        }
        if let Some(base) = self.base(class) {
            self.construct(base, object, Vec::new(), depth + 1);
        }
        let this = std::mem::replace(&mut self.this, object.clone());
        for member in &class.body {
            let (name, value) = match member {
                ClassMember::ClassProp(field) if !field.is_static => {
                    (key_text(&field.key, &self.names.constants), &field.value)
                }
                ClassMember::PrivateProp(field) if !field.is_static => {
                    (Some(format!("#{}", field.key.name)), &field.value)
                }
                _ => continue,
            };
            let value = value.as_ref().map_or(Val::Fixed(Fixed::Undefined), |value| self.value(value));
            if let (Some(name), Val::Object(index)) = (name, object)
                && let Some(object) = self.objects.get_mut(*index)
            {
                object.fields.insert(name, value);
            }
        }
        let constructor = class.body.iter().find_map(|member| match member {
            ClassMember::Constructor(constructor) => Some(constructor),
            _ => None,
        });
        if let Some(constructor) = constructor
            && self.calls.len() < CALLS_MAX
            && self.calls.iter().filter(|call| **call == constructor.span.lo.0).count() < 2
        {
            self.calls.push(constructor.span.lo.0);
            let sure = self.certain;
            let left =
                (std::mem::replace(&mut self.left_loop, false), std::mem::replace(&mut self.left_function, false));
            for (number, param) in constructor.params.iter().enumerate() {
                if let ParamOrTsParamProp::Param(param) = param {
                    self.bind(&param.pat, args.get(number).cloned().unwrap_or(Val::Unknown), true);
                }
            }
            if let Some(body) = &constructor.body {
                self.block(&body.stmts);
            }
            (self.left_loop, self.left_function) = left;
            self.certain = sure && !self.may_throw;
            self.calls.pop();
        }
        self.this = this;
    }
}

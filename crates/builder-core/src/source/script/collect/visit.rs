//! Where the walk stops, and what it notes there.

use swc_common::Spanned;
use swc_ecma_ast::*;
use swc_ecma_visit::{Visit, VisitWith};

use super::*;

impl Visit for Walk<'_> {
    fn visit_call_expr(&mut self, call: &CallExpr) {
        match &call.callee {
            Callee::Expr(callee) => {
                self.passes(callee, &call.args);
                self.given(callee, &call.args);
                match &**callee {
                    Expr::Ident(name) => {
                        self.global(name, Use::Call);
                        self.mentioned(name);
                        let alias = self.names.called(callee);
                        let called = alias.clone().unwrap_or_else(|| name.sym.to_string());
                        self.call(&called, None, &call.args, call.span);
                        if self.is_global(name) || alias.is_some() {
                            let value = call.args.first().map(|arg| &*arg.expr);
                            self.use_member(
                                "window".into(),
                                called,
                                Use::Call,
                                false,
                                false,
                                value,
                                Vec::new(),
                                call.span,
                            );
                        }
                    }
                    Expr::Member(member) => self.member_call(member, call),
                    other => other.visit_with(self),
                }
            }
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
        if let OptChainBase::Call(call) = &*chain.base {
            match &*call.callee {
                Expr::Member(member) => {
                    let value = call.args.first().map(|arg| &*arg.expr);
                    self.member(member, Use::Call, value);
                    if let Some((name, _)) = member_name(&member.prop, self.known()) {
                        self.call(&name, Some(&member.obj), &call.args, call.span);
                        self.edge(Target::Name(name));
                    }
                }
                Expr::Ident(name) => {
                    let called = self.names.called(&call.callee).unwrap_or_else(|| name.sym.to_string());
                    self.call(&called, None, &call.args, call.span);
                }
                _ => {}
            }
        }
        chain.visit_children_with(self);
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        match &*new.callee {
            Expr::Ident(name) => {
                self.global(name, Use::New);
                self.mentioned(name);
                // `new Audio(address)` sets the source as an assignment does.
                if let Some(address) = new.args.iter().flatten().next().filter(|_| name.sym.as_str() == "Audio") {
                    let object = "<audio>".to_owned();
                    let address = Some(&*address.expr);
                    self.use_member(object, "src".into(), Use::Write, false, false, address, Vec::new(), new.span);
                }
            }
            Expr::Member(member) => {
                self.member(member, Use::New, new.args.iter().flatten().next().map(|arg| &*arg.expr));
                if let Some((name, _)) = member_name(&member.prop, self.known()) {
                    self.edge(Target::Name(name));
                }
                member.obj.visit_with(self);
            }
            other => other.visit_with(self),
        }
        new.args.visit_with(self);
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        self.member(member, Use::Read, None);
        self.path(member);
        if let Some((name, _)) = member_name(&member.prop, self.known())
            && !self.deferred.contains(&member.span.lo.0)
        {
            self.edge(Target::Name(name));
        }
        if let MemberProp::Computed(computed) = &member.prop
            && let Some(via) = key_property(&computed.expr, self.names)
        {
            let sure = is_event_read(&computed.expr, self.names);
            self.compared_with_table(&via, &member.obj, sure);
            // What a table of keys holds may be run.
            self.dynamic_calls = true;
        }
        // `Function.prototype` is where methods of functions are, not a way to make one.
        let harmless = matches!(&*member.obj, Expr::Ident(name) if name.sym.as_str() == "Function")
            && matches!(&member.prop, MemberProp::Ident(name) if matches!(name.sym.as_str(), "prototype" | "name"));
        if !harmless {
            member.obj.visit_with(self);
        }
        if let MemberProp::Computed(computed) = &member.prop {
            computed.visit_with(self);
        }
    }

    fn visit_assign_expr(&mut self, assign: &AssignExpr) {
        let fixed_only = Constants::default();
        let plain = (assign.op == AssignOp::Assign).then(|| constant(&assign.right, &fixed_only)).flatten();
        match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(name)) => {
                self.global(&name.id, Use::Write);
                if self.is_global(&name.id) && name.id.sym.starts_with("on") {
                    self.event_property(&name.id.sym, &assign.right, assign.span);
                }
                self.assigned(name.id.sym.to_string(), false, plain, assign.span);
            }
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => {
                self.member(member, Use::Write, Some(&assign.right));
                if let Some((name, _)) = member_name(&member.prop, self.known()) {
                    self.property_set(&name, member, assign, plain);
                }
                member.obj.visit_with(self);
                if let MemberProp::Computed(computed) = &member.prop {
                    computed.visit_with(self);
                }
            }
            AssignTarget::Pat(AssignTargetPat::Object(pattern)) => {
                let object = self.object(&assign.right);
                self.destructured(pattern, &object, assign.span);
                pattern.visit_with(self);
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
            self.destructured(pattern, &object, declarator.span);
            for property in &pattern.props {
                let name = match property {
                    ObjectPatProp::KeyValue(pair) => super::super::fold::key_text(&pair.key, self.known()),
                    ObjectPatProp::Assign(assign) => Some(assign.key.id.sym.to_string()),
                    ObjectPatProp::Rest(_) => None,
                };
                if let Some(name) = name {
                    self.edge(Target::Name(name));
                }
            }
        }
        if let (Pat::Ident(name), Some(init)) = (&declarator.name, &declarator.init) {
            let fixed = constant(init, &Constants::default());
            self.assigned(name.id.sym.to_string(), false, fixed, declarator.span);
            // A function with a name runs when the name is used.
            match &**init {
                Expr::Fn(function) => {
                    self.deferred.insert(function.function.span.lo.0);
                }
                Expr::Arrow(arrow) => {
                    self.deferred.insert(arrow.span.lo.0);
                }
                _ => {}
            }
        }
        declarator.visit_children_with(self);
    }

    fn visit_bin_expr(&mut self, bin: &BinExpr) {
        if matches!(bin.op, BinaryOp::EqEq | BinaryOp::EqEqEq | BinaryOp::NotEq | BinaryOp::NotEqEq) {
            for (one, other) in [(&bin.left, &bin.right), (&bin.right, &bin.left)] {
                if let (Some(via), Some(value)) = (key_property(one, self.names), constant(other, self.known())) {
                    let place = (self.at)(bin.span);
                    let sure = is_event_read(one, self.names);
                    self.compared(via, value, sure, place);
                }
            }
        }
        // Asking whether something is a function makes none.
        if bin.op == BinaryOp::InstanceOf && matches!(&*bin.right, Expr::Ident(name) if name.sym.as_str() == "Function")
        {
            bin.left.visit_with(self);
            return;
        }
        let group = self.group;
        if bin.op == BinaryOp::LogicalOr && group == 0 {
            self.group = bin.span.lo.0;
        }
        bin.visit_children_with(self);
        self.group = group;
    }

    fn visit_switch_stmt(&mut self, stmt: &SwitchStmt) {
        if let Some(via) = key_property(&stmt.discriminant, self.names) {
            let sure = is_event_read(&stmt.discriminant, self.names);
            let group = self.group;
            for case in &stmt.cases {
                // Cases that share one body do the same.
                if self.group == group {
                    self.group = case.span.lo.0;
                }
                if let Some(value) = case.test.as_ref().and_then(|test| constant(test, self.known())) {
                    let place = (self.at)(case.span);
                    self.compared(via.clone(), value, sure, place);
                }
                if !case.cons.is_empty() {
                    self.group = group;
                }
            }
            self.group = group;
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

    fn visit_fn_decl(&mut self, decl: &FnDecl) {
        // Declared functions run when their name is used; what an exported one does, others decide.
        if self.script.module && self.stack.len() == 1 {
            self.edge(Target::Function(self.functions.id(decl.function.span)));
        }
        self.deferred.insert(decl.function.span.lo.0);
        decl.function.visit_with(self);
    }

    fn visit_function(&mut self, function: &Function) {
        self.script.asynchronous |= function.is_async;
        self.found_function(function.span);
        self.function(function.span, true, |walk| function.visit_children_with(walk));
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.script.asynchronous |= arrow.is_async;
        self.found_function(arrow.span);
        self.function(arrow.span, false, |walk| arrow.visit_children_with(walk));
    }

    fn visit_class_decl(&mut self, decl: &ClassDecl) {
        self.deferred.insert(decl.class.span.lo.0);
        decl.class.visit_with(self);
    }

    fn visit_class(&mut self, class: &Class) {
        class.super_class.visit_with(self);
        self.found_function(class.span);
        self.function(class.span, true, |walk| class.body.visit_with(walk));
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        self.found_function(constructor.span);
        self.function(constructor.span, true, |walk| constructor.visit_children_with(walk));
    }

    fn visit_lit(&mut self, lit: &Lit) {
        if let Lit::Num(number) = lit {
            self.script.numbers.insert(number.value.to_bits());
        }
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

    fn visit_key_value_prop(&mut self, pair: &KeyValueProp) {
        let name = super::super::fold::key_text(&pair.key, self.known());
        match name.as_deref() {
            Some("id") => match constant(&pair.value, self.known()) {
                Some(id) => self.script.made_ids.push(id),
                None => self.made_pattern(Some(&pair.value)),
            },
            // `Object.assign(el, { textContent: … })` and helpers that make elements.
            Some("textContent" | "innerText" | "innerHTML" | "text" | "html") => {
                let place = (self.at)(pair.key.span());
                self.shown(&pair.value, None, &place);
            }
            _ => {}
        }
        pair.visit_children_with(self);
    }

    fn visit_array_lit(&mut self, array: &ArrayLit) {
        self.script.numbers.insert((array.elems.len() as f64).to_bits());
        array.visit_children_with(self);
    }

    fn visit_with_stmt(&mut self, stmt: &WithStmt) {
        if let Some(object) = self.names.object_of(&stmt.obj) {
            self.use_member(object, String::new(), Use::Call, true, false, None, vec![None], stmt.span);
        }
        stmt.visit_children_with(self);
    }

    fn visit_for_in_stmt(&mut self, stmt: &ForInStmt) {
        if self.names.object_of(&stmt.right).as_deref() == Some("window") {
            self.use_member("window".into(), String::new(), Use::Call, true, false, None, vec![None], stmt.span);
        }
        stmt.visit_children_with(self);
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
        self.mentioned(name);
    }

    fn visit_labeled_stmt(&mut self, stmt: &LabeledStmt) {
        stmt.body.visit_with(self);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        if matches!(stmt, Stmt::For(_) | Stmt::DoWhile(_) | Stmt::While(_)) {
            self.endless(stmt, stmt.span());
        }
        stmt.visit_children_with(self);
    }

    fn visit_break_stmt(&mut self, _: &BreakStmt) {}

    fn visit_continue_stmt(&mut self, _: &ContinueStmt) {}
}

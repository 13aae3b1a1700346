//! Constant texts: what an expression is, if that can be told without running it.

use std::collections::HashMap;

use swc_ecma_ast::*;

/// Constant variables by name, as far as one walk over declarations can tell.
pub(super) type Constants = HashMap<String, String>;

/// The text an expression always has.
pub(super) fn constant(expr: &Expr, known: &Constants) -> Option<String> {
    constant_within(expr, known, 24)
}

fn constant_within(expr: &Expr, known: &Constants, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let fold = |expr: &Expr| constant_within(expr, known, depth);
    Some(match expr {
        Expr::Lit(Lit::Str(text)) => text.value.to_string_lossy().into_owned(),
        Expr::Lit(Lit::Num(number)) => number.value.to_string(),
        Expr::Lit(Lit::Bool(flag)) => flag.value.to_string(),
        Expr::Lit(Lit::Null(_)) => "null".to_owned(),
        Expr::Tpl(template) => {
            let mut out = String::new();
            for (at, piece) in template.quasis.iter().enumerate() {
                out.push_str(&piece.cooked.as_ref()?.to_string_lossy());
                if let Some(expr) = template.exprs.get(at) {
                    out.push_str(&fold(expr)?);
                }
            }
            out
        }
        Expr::Bin(bin) if bin.op == BinaryOp::Add => {
            if matches!((&*bin.left, &*bin.right), (Expr::Lit(Lit::Num(_)), Expr::Lit(Lit::Num(_)))) {
                return None;
            }
            fold(&bin.left)? + &fold(&bin.right)?
        }
        Expr::Paren(paren) => fold(&paren.expr)?,
        Expr::Unary(unary) if unary.op == UnaryOp::Minus => format!("-{}", fold(&unary.arg)?),
        Expr::Ident(name) => known.get(name.sym.as_str())?.clone(),
        Expr::Call(call) => folded_call(call, known, depth)?,
        _ => return None,
    })
}

/// `['a','b'].join('')`, `'abc'.split('').reverse().join('')`, `String.fromCharCode(…)`, `'x'.concat('y')`.
fn folded_call(call: &CallExpr, known: &Constants, depth: u32) -> Option<String> {
    let Callee::Expr(callee) = &call.callee else { return None };
    let Expr::Member(member) = &**callee else { return None };
    let MemberProp::Ident(method) = &member.prop else { return None };
    let arguments: Option<Vec<String>> = call.args.iter().map(|arg| constant_within(&arg.expr, known, depth)).collect();
    let arguments = arguments?;
    match method.sym.as_str() {
        "fromCharCode" | "fromCodePoint" => {
            arguments.iter().map(|code| code.parse::<f64>().ok().and_then(|code| char::from_u32(code as u32))).collect()
        }
        "join" => {
            let parts = list(&member.obj, known, depth)?;
            Some(parts.join(arguments.first().map_or(",", String::as_str)))
        }
        "concat" => {
            let first = constant_within(&member.obj, known, depth)?;
            Some(first + &arguments.concat())
        }
        "toLowerCase" => constant_within(&member.obj, known, depth).map(|text| text.to_lowercase()),
        "toUpperCase" => constant_within(&member.obj, known, depth).map(|text| text.to_uppercase()),
        "replace" => {
            let text = constant_within(&member.obj, known, depth)?;
            Some(text.replacen(arguments.first()?, arguments.get(1)?, 1))
        }
        _ => None,
    }
}

fn list(expr: &Expr, known: &Constants, depth: u32) -> Option<Vec<String>> {
    let depth = depth.checked_sub(1)?;
    match expr {
        Expr::Array(array) => array
            .elems
            .iter()
            .map(|part| part.as_ref().and_then(|part| constant_within(&part.expr, known, depth)))
            .collect(),
        Expr::Paren(paren) => list(&paren.expr, known, depth),
        Expr::Call(call) => {
            let Callee::Expr(callee) = &call.callee else { return None };
            let Expr::Member(member) = &**callee else { return None };
            let MemberProp::Ident(method) = &member.prop else { return None };
            match method.sym.as_str() {
                "split" => {
                    let text = constant_within(&member.obj, known, depth)?;
                    let by = constant_within(&call.args.first()?.expr, known, depth)?;
                    Some(if by.is_empty() {
                        text.chars().map(String::from).collect()
                    } else {
                        text.split(by.as_str()).map(str::to_owned).collect()
                    })
                }
                "reverse" => {
                    let mut parts = list(&member.obj, known, depth)?;
                    parts.reverse();
                    Some(parts)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

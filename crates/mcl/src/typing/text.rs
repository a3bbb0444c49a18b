//! Expressions in messages.

use crate::scope::program::{NodeId, NodeKind, Program};
use crate::types::format::format_type;
use crate::values::format::format_value;
use polycty_core::text::floor_char_boundary;

/// The maximum length of the text of an expression in bytes; longer texts are truncated and end in
/// `…`.
const LONGEST: usize = 4096;

/// Formats an expression for messages.
pub(super) fn text(program: &Program, id: NodeId) -> String {
    let mut out = String::new();
    write(program, id, &mut out);
    if out.len() > LONGEST {
        out.truncate(floor_char_boundary(&out, LONGEST));
        out.push('…');
    }
    out
}

fn each(
    program: &Program,
    parts: impl Iterator<Item = (Option<String>, NodeId)>,
    between: &str,
    out: &mut String,
) {
    for (at, (name, part)) in parts.enumerate() {
        out.push_str(if at > 0 { between } else { "" });
        if let Some(name) = name {
            out.push_str(&name);
            out.push_str(": ");
        }
        write(program, part, out);
    }
}

fn write(program: &Program, id: NodeId, out: &mut String) {
    if out.len() > LONGEST {
        return;
    }
    match &program[id].kind {
        NodeKind::Const(value) => {
            let kind = match value {
                value if value.as_bool().is_some() => "bool",
                value if value.as_str().is_some() => "str",
                value if value.as_integer().is_some() => "int",
                value if value.as_double().is_some() => "float",
                _ => "value",
            };
            let value = format_value(value).unwrap_or_default();
            out.push_str(&format!("{kind}({value})"));
        }
        NodeKind::List(parts) => {
            out.push_str("list(");
            each(program, parts.iter().map(|part| (None, *part)), ", ", out);
            out.push(')');
        }
        NodeKind::Map(pairs) => {
            out.push_str("map(");
            for (at, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(program, *key, out);
                out.push_str(": ");
                write(program, *value, out);
            }
            out.push(')');
        }
        NodeKind::Struct(fields) => {
            out.push_str("struct(");
            let fields = fields
                .iter()
                .map(|(name, value)| (Some(name.to_string()), *value));
            each(program, fields, "; ", out);
            out.push(')');
        }
        NodeKind::Var(name, _) => out.push_str(&format!("var({name})")),
        NodeKind::Param(name, _) => out.push_str(&format!("param({name})")),
        NodeKind::Call(call) => {
            out.push_str("call:");
            out.push_str(call.name.as_deref().unwrap_or("<anon>"));
            out.push('(');
            each(program, call.args.iter().map(|arg| (None, *arg)), ", ", out);
            out.push(')');
        }
        NodeKind::Builtin(function) => {
            out.push_str(&format!("func() {{ <built-in:{}> }}", function.name()));
        }
        NodeKind::Func(func) => {
            out.push_str("func");
            if let Some(title) = &func.title {
                out.push(':');
                out.push_str(title);
            }
            let params = func.params.iter().map(|param| match &program[*param].kind {
                NodeKind::Param(name, Some(ty)) => {
                    format!("{name} {}", format_type(ty).unwrap_or_default())
                }
                NodeKind::Param(name, None) => name.to_string(),
                _ => String::new(),
            });
            let params: Vec<String> = params.collect();
            out.push_str(&format!("({})", params.join(", ")));
            if let Some(result) = &func.result {
                out.push_str(&format!(" {}", format_type(result).unwrap_or_default()));
            }
            out.push_str(" { ");
            write(program, func.body, out);
            out.push_str(" }");
        }
        NodeKind::If(condition, then, otherwise) => {
            out.push_str("if( ");
            write(program, *condition, out);
            out.push_str(" ) { ");
            write(program, *then, out);
            out.push_str(" } else { ");
            write(program, *otherwise, out);
            out.push_str(" }");
        }
        NodeKind::Except(expr, except) => {
            out.push_str("except( ");
            write(program, *expr, out);
            out.push_str(" <|> ");
            write(program, *except, out);
            out.push_str(" )");
        }
    }
}

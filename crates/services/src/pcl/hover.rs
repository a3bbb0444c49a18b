//! Hover: declarations, and the types of expressions.

use super::program::{CONVERSIONS, Decl, FUNCTIONS, Kind, Program, check_text};
use crate::answer::Hover;
use crate::language::Context;
use crate::layout::type_text;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_pcl::line;

pub(super) fn hover(program: &Program, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
    if let Some(decl) = program.decl_at(byte) {
        let decl = &program.decls[decl];
        return Ok(Some(block(decl.name_span, &declaration(decl))));
    }
    for (name, span) in program.uses(program.own, context.budget)? {
        if span.start <= byte && byte <= span.end {
            let decl = program.decl(&name);
            return Ok(decl.map(|decl| block(span, &declaration(&program.decls[decl]))));
        }
    }
    let file = program.file();
    let at = file.at(byte);
    let Some(expression) = at.expressions.last() else {
        return Ok(None);
    };
    let part = file.span(expression.range());
    if let Some(name) = expression.as_call().map(|call| call.name.to_string())
        && FUNCTIONS
            .into_iter()
            .chain(CONVERSIONS)
            .any(|known| known == name)
    {
        return Ok(Some(block(part, &format!("{name}(…)"))));
    }
    let Some(text) = expression.text() else {
        return Ok(None);
    };
    let start = expression.range().start;
    let checked = check_text(text, start, &program.scope(), context.budget)?;
    let known = checked.filter(|(ty, _)| !ty.is_any());
    Ok(known.map(|(ty, _)| block(part, &shown(&ty))))
}

/// A declaration in one line.
pub(super) fn declaration(decl: &Decl) -> String {
    format!("{} {}: {}", decl.kind.word(), decl.name, detail(decl))
}

/// The type of a declaration.
pub(super) fn detail(decl: &Decl) -> String {
    match decl.kind {
        Kind::Resource | Kind::Component => decl.label.clone(),
        _ => shown(&decl.ty),
    }
}

/// A type in one line.
pub(super) fn shown(ty: &Type) -> String {
    let text: Result<String> = type_text(ty, |ty| Ok(line(ty)));
    text.unwrap_or_default()
}

fn block(span: Span, code: &str) -> Hover {
    Hover {
        span,
        text: format!("```pcl\n{code}\n```"),
    }
}

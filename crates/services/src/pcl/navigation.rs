//! Definitions, references and renaming in the files of a program.

use super::program::Program;
use crate::answer::{FileEdit, Location, replacements};
use crate::language::Context;
use polycty_core::source::{Code, Error, Result, Span};

/// The declaration at a byte or of the variable at the byte, and the span of the name there.
fn target(program: &Program, context: &Context<'_>, byte: u32) -> Result<Option<(usize, Span)>> {
    if let Some(decl) = program.decl_at(byte) {
        return Ok(Some((decl, program.decls[decl].name_span)));
    }
    let uses = program.uses(program.own, context.budget)?;
    let mut uses = uses.into_iter();
    let found = uses.find(|(_, span)| span.start <= byte && byte <= span.end);
    Ok(found.and_then(|(name, span)| Some((program.decl(&name)?, span))))
}

pub(super) fn definitions(
    program: &Program,
    context: &Context<'_>,
    byte: u32,
) -> Result<Vec<Location>> {
    let target = target(program, context, byte)?;
    let location = target.map(|(decl, _)| {
        let decl = &program.decls[decl];
        Location {
            path: program.files[decl.file].path.clone(),
            span: decl.name_span,
        }
    });
    Ok(location.into_iter().collect())
}

pub(super) fn references(
    program: &Program,
    context: &Context<'_>,
    byte: u32,
    declarations: bool,
) -> Result<Vec<Location>> {
    let Some((target, _)) = target(program, context, byte)? else {
        return Ok(Vec::new());
    };
    let decl = &program.decls[target];
    let mut found = Vec::new();
    for (at, file) in program.files.iter().enumerate() {
        let location = |span: Span| Location {
            path: file.path.clone(),
            span,
        };
        if declarations && decl.file == at {
            found.push(location(decl.name_span));
        }
        // Outputs cannot be used.
        if program.decl(&decl.name) == Some(target) {
            let uses = program.uses(at, context.budget)?.into_iter();
            let uses = uses.filter(|(name, _)| *name == decl.name);
            found.extend(uses.map(|(_, span)| location(span)));
        }
    }
    context.budget.sort(&mut found)?;
    found.dedup();
    Ok(found)
}

pub(super) fn renameable(
    program: &Program,
    context: &Context<'_>,
    byte: u32,
) -> Result<Option<Span>> {
    Ok(target(program, context, byte)?.map(|(_, span)| span))
}

pub(super) fn rename(
    program: &Program,
    context: &Context<'_>,
    byte: u32,
    name: &str,
) -> Result<Vec<FileEdit>> {
    let refused = |message: String| Err(Error::new(Code::Value, message));
    if !polycty_hcl::syntax::is_identifier(name) {
        return refused(format!("`{name}` is not a valid name"));
    }
    if program.decl(name).is_some() {
        return refused(format!("`{name}` already exists"));
    }
    let found = references(program, context, byte, true)?;
    Ok(replacements(found, name))
}

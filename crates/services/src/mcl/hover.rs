//! Hover: the types of names.

use super::analysis::{Analysis, Setup};
use super::navigation::{file, resolve};
use super::signature::{core_function, core_label};
use super::skeleton::{Decl, DeclKind, Use, UseKind};
use crate::answer::Hover;
use crate::language::Context;
use crate::layout::type_text;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_mcl::format_type;
use polycty_mcl::host::Library;

/// The maximum number of characters of the head of a function or class.
const MAX_HEAD: usize = 1_000;

pub(super) fn hover(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Option<Hover>> {
    let text = &*analysis.text;
    if let Some(decl) = analysis.skeleton.decl_at(byte) {
        let types = analysis.types_of_decl(decl);
        let decl = &analysis.skeleton.decls[decl];
        return Ok(Some(block(decl.name_span, &declaration(decl, text, types))));
    }
    if let Some(found) = analysis.skeleton.use_at(byte) {
        let span = found.span();
        return Ok(described(analysis, setup, context, found)?.map(|code| block(span, &code)));
    }
    let Some(resource) = analysis.skeleton.resource_at(byte) else {
        return Ok(None);
    };
    let field = resource.fields.iter();
    let Some(field) = field
        .copied()
        .find(|field| field.start <= byte && byte <= field.end)
    else {
        return Ok(None);
    };
    let kinds = setup.kinds.as_ref();
    let kind = kinds.and_then(|kinds| kinds.0.get(resource.kind.slice(text)));
    let known = kind.and_then(|kind| kind.fields.get(field.slice(text)));
    let ty = known.and_then(|known| format_type(&known.ty).ok());
    Ok(ty.map(|ty| block(field, &format!("{} {ty}", field.slice(text)))))
}

/// The description of a used name.
fn described(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    found: &Use,
) -> Result<Option<String>> {
    let text = &*analysis.text;
    let types = analysis.types_of_use(found);
    let own = (context.document.path(), text, &analysis.skeleton);
    if let Some(target) = resolve(context, setup, own, found)?
        && let Some(file) = file(context, &target.path)?
    {
        let decl = &file.skeleton.decls[target.decl];
        return Ok(Some(declaration(decl, &file.text, types)));
    }
    let name = found.span().slice(text);
    Ok(match found.kind {
        UseKind::Var => {
            let library = super::analysis::library();
            let mut variables = library.variables("").into_iter();
            let value = variables.find(|(known, _)| **known == *name);
            let types = type_list(types);
            match (value, types.is_empty()) {
                (Some((_, value)), true) => {
                    let ty = polycty_mcl::type_of(&value).ok();
                    ty.and_then(|ty| format_type(&ty).ok())
                        .map(|ty| format!("${name} {ty}"))
                }
                (None, true) => None,
                (_, false) => Some(format!("${name} {types}")),
            }
        }
        UseKind::Func => core_function(analysis, found).map(|function| {
            let label = core_label(function).0;
            match type_list(types) {
                types if types.is_empty() => label,
                types => format!("{label}\n{types}"),
            }
        }),
        UseKind::Class => None,
    })
}

/// A declaration in the notation of the language.
pub(super) fn declaration(decl: &Decl, text: &str, types: &[Type]) -> String {
    let declared = decl.ty.map_or("", |ty| ty.slice(text));
    match decl.kind {
        DeclKind::Var | DeclKind::Param => {
            let types = match type_list(types) {
                types if types.is_empty() => declared.to_owned(),
                types => types,
            };
            format!("${} {types}", decl.name).trim_end().to_owned()
        }
        DeclKind::Func | DeclKind::Class => {
            let span = decl.span.slice(text);
            let head = span.lines().next().unwrap_or_default();
            let end = head.char_indices().nth(MAX_HEAD);
            let head = end.map_or(head, |(end, _)| head.get(..end).unwrap_or_default());
            let head = head.trim_end().trim_end_matches('{').trim_end();
            match type_list(types) {
                types if types.is_empty() => head.to_owned(),
                types => format!("{head}\n{types}"),
            }
        }
        DeclKind::Import => format!("import \"{}\"", decl.of),
        DeclKind::Include => format!("include {} as {}", decl.of, decl.name),
    }
}

/// Types in the notation of the language. Several are those of copies of a function.
fn type_list(types: &[Type]) -> String {
    let texts = types
        .iter()
        .filter_map(|ty| type_text(ty, format_type).ok());
    texts.collect::<Vec<_>>().join(" | ")
}

fn block(span: Span, code: &str) -> Hover {
    Hover {
        span,
        text: format!("```mcl\n{code}\n```"),
    }
}

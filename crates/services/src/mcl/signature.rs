//! Signatures of the functions and classes around a position.

use super::analysis::{Analysis, Setup};
use super::navigation::{file, resolve};
use super::scan::Kind;
use super::skeleton::{DeclKind, Use, UseKind};
use crate::answer::{Parameter, Signature, Signatures};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_core::types::VariableScope;
use polycty_mcl::functions::{Function, find};
use polycty_mcl::{MclType, format_type};
use std::collections::HashSet;

pub(super) fn signatures(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Option<Signatures>> {
    let Some((open, argument)) = call_at(analysis, byte) else {
        return Ok(None);
    };
    let mut uses = analysis.skeleton.uses.iter();
    let Some(found) = uses.find(|each| each.call == Some(open)) else {
        return Ok(None);
    };
    let own = (context.document.path(), &*analysis.text, &analysis.skeleton);
    let (label, parameters) = match resolve(context, setup, own, found)? {
        Some(target) => {
            let Some(file) = file(context, &target.path)? else {
                return Ok(None);
            };
            let decl = &file.skeleton.decls[target.decl];
            let params =
                file.skeleton.decls.iter().filter(|param| {
                    param.kind == DeclKind::Param && Some(param.scope) == decl.inner
                });
            let params = params.map(|param| param.span.slice(&file.text).to_owned());
            let result = match decl.kind {
                DeclKind::Func => decl.ty.map_or("", |ty| ty.slice(&file.text)),
                _ => "",
            };
            labelled(&decl.name, params.collect(), result)
        }
        None => match core_function(analysis, found) {
            Some(function) => core_label(function),
            None => return Ok(None),
        },
    };
    let parameters: Vec<Parameter> = parameters
        .into_iter()
        .map(|label| Parameter {
            label,
            documentation: String::new(),
        })
        .collect();
    let parameter = (argument < parameters.len()).then_some(argument);
    Ok(Some(Signatures {
        signatures: vec![Signature {
            label,
            documentation: String::new(),
            parameters,
        }],
        active: 0,
        parameter,
    }))
}

/// The parenthesis of the call around a byte, and the number of commas between them.
fn call_at(analysis: &Analysis, byte: u32) -> Option<(u32, usize)> {
    let mut open: Vec<(u32, usize, bool)> = Vec::new();
    for token in &analysis.skeleton.tokens {
        if token.span.end > byte {
            break;
        }
        match token.kind {
            Kind::Mark(b'(', 0) => open.push((token.span.start, 0, true)),
            Kind::Mark(b'[' | b'{', 0) => open.push((token.span.start, 0, false)),
            Kind::Mark(b')' | b']' | b'}', 0) => {
                open.pop();
            }
            Kind::Mark(b',', 0) => {
                if let Some((_, commas, _)) = open.last_mut() {
                    *commas += 1;
                }
            }
            _ => {}
        }
    }
    let uses = analysis.skeleton.uses.iter();
    let calls: HashSet<u32> = uses.filter_map(|each| each.call).collect();
    let is_call = |start: u32| calls.contains(&start);
    let mut around = open.into_iter().rev();
    around
        .find(|(start, _, is_parenthesis)| *is_parenthesis && is_call(*start))
        .map(|(start, commas, _)| (start, commas))
}

/// The core function of a use: of the root, or of an imported system module.
pub(super) fn core_function(analysis: &Analysis, found: &Use) -> Option<&'static Function> {
    if found.kind != UseKind::Func {
        return None;
    }
    let text = &*analysis.text;
    match found.parts[..] {
        [name] => find(name.slice(text)),
        [alias, name] => {
            let alias = alias.slice(text);
            let decl = analysis
                .skeleton
                .named(found.scope, alias, &|kind| kind == DeclKind::Import)?;
            let module = &analysis.skeleton.decls[decl].of;
            find(&format!("{module}.{}", name.slice(text)))
        }
        _ => None,
    }
}

/// The label of a core function, and its parameters in the label.
pub(super) fn core_label(function: &'static Function) -> (String, Vec<Span>) {
    let name = function.module().1;
    let ty = function.signature(VariableScope::new()).ok().flatten();
    if let Some(ty) = &ty
        && let Some(MclType::Func(params, result)) = MclType::of(ty)
    {
        let params = params.iter().enumerate().map(|(at, param)| {
            let name = function.argument_name(at).unwrap_or_default();
            format!("${name} {}", format_type(&param.ty).unwrap_or_default())
        });
        let params = params.collect();
        let result = result.and_then(|result| format_type(result).ok());
        return labelled(name, params, &result.unwrap_or_default());
    }
    let names = (0..4).map_while(|at| function.argument_name(at).ok());
    labelled(name, names.map(|name| format!("${name}")).collect(), "")
}

fn labelled(name: &str, params: Vec<String>, result: &str) -> (String, Vec<Span>) {
    let mut label = format!("{name}(");
    let mut spans = Vec::new();
    for (at, param) in params.iter().enumerate() {
        if at > 0 {
            label.push_str(", ");
        }
        spans.push(Span::new(label.len(), label.len() + param.len()));
        label.push_str(param);
    }
    label.push(')');
    if !result.is_empty() {
        label.push(' ');
        label.push_str(result);
    }
    (label, spans)
}

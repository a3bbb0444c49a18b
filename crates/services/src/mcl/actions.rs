//! Code actions: imports of the modules of functions, and declared types.

use super::analysis::Analysis;
use super::skeleton::{DeclKind, UseKind, touches};
use crate::answer::{Action, ActionKind, FileEdit, TextEdit};
use crate::language::Context;
use crate::layout::type_text;
use polycty_core::source::Span;
use polycty_mcl::format_type;
use polycty_mcl::functions::all;
use std::collections::BTreeSet;

pub(super) fn actions(analysis: &Analysis, context: &Context<'_>, span: Span) -> Vec<Action> {
    let text = &*analysis.text;
    let path = context.document.path();
    let edit = |span: Span, text: String| {
        vec![FileEdit {
            path: path.to_owned(),
            edits: vec![TextEdit { span, text }],
        }]
    };
    let mut found = Vec::new();
    let uses = analysis.skeleton.uses.iter();
    let uses =
        uses.filter(|each| touches(each.span(), span.start) || touches(span, each.span().start));
    for each in uses {
        let [alias, _] = each.parts[..] else { continue };
        let alias = alias.slice(text);
        let is_import = |kind| matches!(kind, DeclKind::Import | DeclKind::Include);
        let is_known = analysis
            .skeleton
            .named(each.scope, alias, &is_import)
            .is_some();
        if is_known || each.kind != UseKind::Func {
            continue;
        }
        let modules = all().map(|function| function.module().0);
        let modules = modules.filter(|module| module.rsplit('/').next() == Some(alias));
        for module in modules.collect::<BTreeSet<_>>() {
            found.push(Action {
                title: format!("Import \"{module}\""),
                kind: ActionKind::QuickFix,
                edits: edit(Span::at(0), format!("import \"{module}\"\n")),
            });
        }
    }
    let decls = analysis.skeleton.decls.iter().enumerate();
    for (at, decl) in decls {
        let is_here = touches(decl.name_span, span.start);
        if !is_here || decl.ty.is_some() || !matches!(decl.kind, DeclKind::Var | DeclKind::Param) {
            continue;
        }
        if let [ty] = analysis.types_of_decl(at)
            && let Ok(ty) = type_text(ty, format_type)
            && !ty.contains(['?', '…'])
        {
            let end = Span::at(decl.name_span.end as usize);
            found.push(Action {
                title: format!("Declare the type `{ty}`"),
                kind: ActionKind::Rewrite,
                edits: edit(end, format!(" {ty}")),
            });
        }
    }
    found
}

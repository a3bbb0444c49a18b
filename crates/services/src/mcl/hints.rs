//! Hints: the inferred types of variables and parameters without declared types.

use super::analysis::Analysis;
use super::skeleton::DeclKind;
use crate::answer::{Hint, HintKind};
use polycty_core::source::Span;
use polycty_mcl::format_type;

/// The maximum number of characters of a hint.
const MAX_LABEL: usize = 40;

pub(super) fn hints(analysis: &Analysis, span: Span) -> Vec<Hint> {
    let decls = analysis.skeleton.decls.iter().enumerate();
    let inside = decls.filter(|(_, decl)| {
        let is_value = matches!(decl.kind, DeclKind::Var | DeclKind::Param);
        let name = decl.name_span;
        is_value && decl.ty.is_none() && span.start <= name.end && name.end <= span.end
    });
    let hints = inside.filter_map(|(at, decl)| {
        let types = analysis.types_of_decl(at);
        let [ty] = types else { return None };
        let mut label = format_type(ty).ok()?;
        if label.chars().count() > MAX_LABEL {
            label = label.chars().take(MAX_LABEL).chain(['…']).collect();
        }
        Some(Hint {
            byte: decl.name_span.end,
            label: format!(" {label}"),
            kind: HintKind::Type,
        })
    });
    hints.collect()
}

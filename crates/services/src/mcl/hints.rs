//! Hints: the inferred types of variables and parameters without declared types.

use super::analysis::Analysis;
use super::skeleton::DeclKind;
use crate::answer::{Hint, HintKind};
use crate::layout::type_text;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_mcl::format_type;

/// The maximum number of characters of a hint.
const MAX_LABEL: usize = 40;

pub(super) fn hints(analysis: &Analysis, span: Span, budget: &Budget) -> Result<Vec<Hint>> {
    let decls = analysis.skeleton.decls.iter().enumerate();
    let inside = decls.filter(|(_, decl)| {
        let is_value = matches!(decl.kind, DeclKind::Var | DeclKind::Param);
        let name = decl.name_span;
        is_value && decl.ty.is_none() && span.start <= name.end && name.end <= span.end
    });
    let mut hints = Vec::new();
    for (at, decl) in inside {
        let [ty] = analysis.types_of_decl(at) else {
            continue;
        };
        let Ok(mut label) = type_text(ty, format_type) else {
            continue;
        };
        budget.charge(1 + label.len() as u64 / 8)?;
        if label.chars().count() > MAX_LABEL {
            label = label.chars().take(MAX_LABEL).chain(['…']).collect();
        }
        hints.push(Hint {
            byte: decl.name_span.end,
            label: format!(" {label}"),
            kind: HintKind::Type,
        });
    }
    Ok(hints)
}

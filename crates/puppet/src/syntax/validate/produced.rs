//! Validation of heredoc texts by their syntax.

use super::super::tree::{ExprId, ExprKind, NameId, Program};
use crate::syntax::notation::Notation;
use crate::syntax::read::parse_program;
use polycty_core::calls::Budget;
use polycty_core::codec::json;
use polycty_core::source::Source;
use polycty_core::text::base64;

/// Returns the error of a text, if the validator supports the heredoc's syntax. A text that
/// interpolates is checked at evaluation, when it is complete.
pub(super) fn wrong(program: &Program, syntax: NameId, text: ExprId) -> Option<String> {
    let name = program.name(syntax);
    let ExprKind::String(text) = program[text].kind else {
        return None;
    };
    let text = program[text].as_str()?;
    let checked = |notation| {
        let source = Source::new("", text);
        parse_program(source, notation, &Budget::new()).err()
    };
    // The validator does not check such a text, so there is no recursion.
    let found = match name.rsplit('+').next() {
        Some("json") => {
            let error = json::implied_type(text.as_bytes()).err()?;
            format!(
                "JSON syntax checker: Cannot parse invalid JSON string. \"{}\"",
                error.message()
            )
        }
        Some("base64") => {
            let compact: String = text.split_whitespace().collect();
            if base64::from_strict(&compact).is_some() {
                return None;
            }
            "Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct"
                .into()
        }
        Some("pp") => {
            let error = checked(Notation::Manifest)?;
            format!("PP syntax checker: \"{}\"", error.message())
        }
        Some("epp") => {
            let error = checked(Notation::Template)?;
            format!("EPP syntax checker: \"{}\"", error.message())
        }
        _ => return None,
    };
    Some(format!(
        "Invalid produced text having syntax: '{name}'. {found}"
    ))
}

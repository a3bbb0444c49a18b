//! Texts of types and signatures.

use crate::layout::type_text;
use polycty_core::calls::Signature;
use polycty_core::source::Span;
use polycty_core::types::Type;
use polycty_hcl::format_constraint;

/// The text of a type.
pub(crate) fn shown(ty: &Type) -> String {
    type_text(ty, format_constraint).unwrap_or_else(|_| "any".to_owned())
}

/// The label of a signature, with the parts of its parameters.
pub(crate) fn signature_label(name: &str, signature: &Signature) -> (String, Vec<Span>) {
    let mut label = format!("{name}(");
    let mut parts = Vec::new();
    let positional = signature.positional_count();
    for (at, parameter) in signature.parameters().enumerate() {
        if at > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        label.push_str(parameter.name);
        label.push_str(": ");
        label.push_str(&shown(parameter.ty));
        if at >= positional {
            label.push_str("...");
        }
        parts.push(Span::new(start, label.len()));
    }
    label.push(')');
    if let Some(returns) = &signature.func().result {
        label.push_str(": ");
        label.push_str(&shown(returns));
    }
    (label, parts)
}

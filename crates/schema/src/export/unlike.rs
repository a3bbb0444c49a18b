//! Elements of different types: documents that differ only where the type of the elements is open.

use crate::document::{Document, object};
use polycty_core::types::{Kind, Str, Type};

/// The limits on the nesting and on the parts of an element.
const MAX_LEVELS: u32 = 16;
const MAX_PARTS: u32 = 256;

/// Returns an array and an object with two elements of a type. Where the type is open, the elements
/// have values that no single type has.
pub(super) fn unlike(element: &Type) -> Vec<Document> {
    let sample = |open: Document| sampled(element, &open, MAX_LEVELS, &mut MAX_PARTS.clone());
    let pair = [Document::Bool(true), Document::Array(Vec::new())].map(sample);
    let [Some(a), Some(b)] = pair else {
        return Vec::new();
    };
    let members = object([("a", a.clone()), ("b", b.clone())]);
    vec![Document::Array(vec![a, b]), members]
}

/// A document of a type that has a given part where the type is open.
fn sampled(ty: &Type, open: &Document, levels: u32, left: &mut u32) -> Option<Document> {
    let levels = levels.checked_sub(1)?;
    *left = left.checked_sub(1)?;
    Some(match ty.kind() {
        Kind::Any => open.clone(),
        Kind::Bool(_) => Document::Bool(true),
        Kind::Number => Document::whole(1),
        Kind::String(_) => Document::string("a"),
        Kind::List { element, .. } | Kind::Set(element) => {
            Document::Array(vec![sampled(element, open, levels, left)?])
        }
        Kind::Map { element, .. } => object([("a", sampled(element, open, levels, left)?)]),
        Kind::Tuple { elements, .. } => {
            let each = elements.iter();
            let each = each.map(|element| sampled(element, open, levels, left));
            Document::Array(each.collect::<Option<_>>()?)
        }
        Kind::Object(fields) => {
            let mut members: Vec<(Str, Document)> = Vec::new();
            for field in fields.sorted_fields() {
                let member = sampled(field.ty(), open, levels, left)?;
                members.push((field.shared_name().clone(), member));
            }
            Document::Object(members)
        }
        _ => return None,
    })
}

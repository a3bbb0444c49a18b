//! Conformance of types (go-cty `TestConformance`).
//!
//! `any` in the wanted type allows every type at its position; otherwise both types have the same
//! structure. Whether a field is optional is not compared. Types outside cty conform if they are
//! equal.

use super::{Field, Kind, ObjectType, PartStep, Type};
use crate::text::Quoted;

/// The maximum number of reported mismatches. A type with shared parts may have far more.
pub const MAX_NONCONFORMITIES: usize = 1000;

/// A part of a type that does not conform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonconformity {
    /// The steps from the type to the part.
    pub path: Vec<PartStep>,
    /// The description of the mismatch.
    pub message: String,
}

impl Type {
    /// Whether this type conforms to the wanted one.
    #[must_use]
    pub fn conforms_to(&self, wanted: &Type) -> bool {
        if self.is_same_node(wanted) {
            return true;
        }
        match (self.kind(), wanted.kind()) {
            (_, Kind::Any) => true,
            (Kind::Object(given), Kind::Object(wanted)) => {
                given.len() == wanted.len()
                    && (wanted.fields().iter().enumerate()).all(|(at, field)| {
                        field_at(given, at, field.name())
                            .is_some_and(|have| have.ty().conforms_to(field.ty()))
                    })
            }
            (
                Kind::Tuple { elements, size },
                Kind::Tuple {
                    elements: wanted,
                    size: wanted_size,
                },
            ) => {
                size == wanted_size
                    && elements.len() == wanted.len()
                    && (elements.iter().zip(wanted)).all(|(given, want)| given.conforms_to(want))
            }
            _ => match same_collection(self, wanted) {
                Some((given, want)) => given.conforms_to(want),
                None => self == wanted,
            },
        }
    }

    /// Returns the parts of this type that do not conform to the wanted type, at most
    /// [`MAX_NONCONFORMITIES`]; empty if it conforms. Paths start at this type.
    #[must_use]
    pub fn nonconformities(&self, wanted: &Type) -> Vec<Nonconformity> {
        let mut found = Vec::new();
        collect(self, wanted, &mut Vec::new(), &mut found);
        found
    }
}

/// The element types of two collections that are equal otherwise.
fn same_collection<'a>(given: &'a Type, wanted: &'a Type) -> Option<(&'a Type, &'a Type)> {
    match (given.kind(), wanted.kind()) {
        (Kind::Set(given), Kind::Set(wanted)) => Some((given, wanted)),
        (
            Kind::List { element, size },
            Kind::List {
                element: wanted,
                size: wanted_size,
            },
        ) if size == wanted_size => Some((element, wanted)),
        (
            Kind::Map { key, element, size },
            Kind::Map {
                key: wanted_key,
                element: wanted,
                size: wanted_size,
            },
        ) if key == wanted_key && size == wanted_size => Some((element, wanted)),
        _ => None,
    }
}

/// The field with this name, which is usually at the same index.
fn field_at<'a>(object: &'a ObjectType, at: usize, name: &str) -> Option<&'a Field> {
    match object.fields().get(at) {
        Some(field) if field.name() == name => Some(field),
        _ => object.get(name),
    }
}

fn collect(given: &Type, wanted: &Type, path: &mut Vec<PartStep>, found: &mut Vec<Nonconformity>) {
    if given.is_same_node(wanted) || wanted.is_any() || found.len() >= MAX_NONCONFORMITIES {
        return;
    }
    match (given.kind(), wanted.kind()) {
        (Kind::Object(have), Kind::Object(want)) => {
            for field in have.fields() {
                if want.get(field.name()).is_none() {
                    let name = Quoted(field.name());
                    report(path, found, format!("unsupported attribute {name}"));
                }
            }
            for field in want.fields() {
                if have.get(field.name()).is_none() {
                    let name = Quoted(field.name());
                    report(path, found, format!("missing required attribute {name}"));
                }
            }
            for (at, field) in want.fields().iter().enumerate() {
                if let Some(part) = field_at(have, at, field.name()) {
                    path.push(PartStep::Field(field.shared_name().clone()));
                    collect(part.ty(), field.ty(), path, found);
                    path.pop();
                }
            }
        }
        (
            Kind::Tuple { elements, size },
            Kind::Tuple {
                elements: wanted,
                size: wanted_size,
            },
        ) if size == wanted_size => {
            if elements.len() != wanted.len() {
                let (want, have) = (wanted.len(), elements.len());
                let message = format!("{want} elements are required, but got {have}");
                return report(path, found, message);
            }
            for (at, (part, want)) in elements.iter().zip(wanted).enumerate() {
                path.push(PartStep::Position(at));
                collect(part, want, path, found);
                path.pop();
            }
        }
        _ => match same_collection(given, wanted) {
            Some((part, want)) => {
                path.push(PartStep::Element);
                collect(part, want, path, found);
                path.pop();
            }
            None if given == wanted => {}
            None => {
                let (want, have) = (wanted.friendly_name(), given.friendly_name());
                report(path, found, format!("{want} required, but received {have}"));
            }
        },
    }
}

fn report(path: &[PartStep], found: &mut Vec<Nonconformity>, message: String) {
    if found.len() >= MAX_NONCONFORMITIES {
        return;
    }
    found.push(Nonconformity {
        path: path.to_vec(),
        message,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(fields: &[(&str, &Type)]) -> Type {
        let fields: Vec<Field> = fields
            .iter()
            .map(|(name, ty)| Field::new(*name, (*ty).clone()))
            .collect();
        Type::object(fields).unwrap()
    }

    #[test]
    fn every_mismatch_is_reported_with_its_path() {
        let given = Type::list(object(&[("a", Type::bool()), ("b", Type::bool())])).unwrap();
        let wanted = Type::list(object(&[("b", Type::string()), ("c", Type::any())])).unwrap();
        let reported: Vec<(usize, String)> = given
            .nonconformities(&wanted)
            .into_iter()
            .map(|failure| (failure.path.len(), failure.message))
            .collect();
        assert_eq!(
            reported,
            [
                (1, "unsupported attribute \"a\"".into()),
                (1, "missing required attribute \"c\"".into()),
                (2, "string required, but received bool".into()),
            ]
        );
        assert!(!given.conforms_to(&wanted));
    }

    #[test]
    fn mismatches_of_shared_parts_are_limited() {
        let (mut given, mut wanted) = (Type::bool().clone(), Type::string().clone());
        for _ in 0..20 {
            given = Type::tuple([given.clone(), given]).unwrap();
            wanted = Type::tuple([wanted.clone(), wanted]).unwrap();
        }
        assert_eq!(given.nonconformities(&wanted).len(), MAX_NONCONFORMITIES);
    }

    #[test]
    fn any_is_a_wildcard_only_in_the_wanted_type() {
        let any = Type::list(Type::any().clone()).unwrap();
        let strings = Type::list(Type::string().clone()).unwrap();
        assert!(strings.conforms_to(&any));
        assert!(!any.conforms_to(&strings));
    }

    #[test]
    fn optional_fields_and_the_order_of_fields_do_not_matter() {
        let a = Type::object([
            Field::optional("b", Type::bool().clone()),
            Field::new("a", Type::bool().clone()),
        ])
        .unwrap();
        let b = object(&[("a", Type::bool()), ("b", Type::bool())]);
        assert!(a != b && a.conforms_to(&b) && b.conforms_to(&a));
        assert_eq!(a.nonconformities(&b), []);
    }
}

//! Extraneous attributes: the parts of a value that a conversion drops.
//!
//! A conversion to an object takes the attributes that the type has and ignores the others, which
//! are often misspelled names. [`extraneous`] finds these at any depth, for strict checks. They do
//! not prevent the conversion.

use super::check::MAX_DIAGNOSTICS;
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{Code, Error, PathStep, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Kind, ObjectType, Type};
use polycty_core::values::Value;

/// Returns the attributes of a value, and the keys of maps converted to objects, that a type does
/// not have. Each is an error [`Code::NotFound`] with its path and a warning diagnostic with a
/// suggested name. They are in the order of the value's parts, at most [`MAX_DIAGNOSTICS`]. Inside a
/// marked value, only their existence is reported.
///
/// # Errors
/// [`Code::Limit`] if the budget is exceeded.
pub fn extraneous(value: &Value, wanted: &Type, budget: &Budget) -> Result<Vec<Error>> {
    let mut search = Search {
        budget,
        path: Vec::new(),
        found: Vec::new(),
    };
    search.part(value, wanted)?;
    Ok(search.found)
}

struct Search<'a> {
    budget: &'a Budget,
    path: Vec<PathStep>,
    found: Vec<Error>,
}

impl Search<'_> {
    /// The recursion is as deep as types and values nest, which is limited.
    fn part(&mut self, value: &Value, wanted: &Type) -> Result<()> {
        self.budget.charge(1)?;
        if self.found.len() >= MAX_DIAGNOSTICS || value.ty() == wanted {
            return Ok(());
        }
        if value.is_marked() {
            return self.marked(value, wanted);
        }
        match (wanted.kind(), value.ty().kind()) {
            (Kind::Object(object), Kind::Object(found)) => {
                // An unknown object has the attributes of its type, too.
                let mut parts = value.parts().unwrap_or_default().iter();
                for field in found.fields() {
                    let step = PathStep::Attr(field.shared_name().clone());
                    let part = parts.next();
                    match (object.get(field.name()), part) {
                        (Some(wanted), Some(part)) => self.step(step, part, wanted.ty())?,
                        (Some(_), None) => {}
                        (None, _) if !value.is_null() => self.report(field.name(), step, object)?,
                        (None, _) => {}
                    }
                }
            }
            (Kind::Object(object), Kind::Map { .. }) => {
                for entry in value.entries().unwrap_or_default() {
                    let step = PathStep::Index(entry.key_str().into());
                    match object.get(entry.key_str()) {
                        Some(wanted) => self.step(step, entry.value(), wanted.ty())?,
                        None => self.report(entry.key_str(), step, object)?,
                    }
                }
            }
            (Kind::Map { element, .. }, Kind::Object(found)) => {
                let parts = value.parts().unwrap_or_default();
                for (field, part) in found.fields().iter().zip(parts) {
                    let step = PathStep::Attr(field.shared_name().clone());
                    self.step(step, part, element)?;
                }
            }
            (Kind::Map { element, .. }, Kind::Map { .. }) => {
                for entry in value.entries().unwrap_or_default() {
                    let step = PathStep::Index(entry.key_str().into());
                    self.step(step, entry.value(), element)?;
                }
            }
            (
                Kind::List { element, .. } | Kind::Set(element),
                Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. },
            ) => {
                for (at, part) in value.parts().unwrap_or_default().iter().enumerate() {
                    self.step(PathStep::Index(at.into()), part, element)?;
                }
            }
            (Kind::Tuple { elements, .. }, Kind::Tuple { .. }) => {
                let parts = value.parts().unwrap_or_default().iter();
                for (at, (part, element)) in parts.zip(elements).enumerate() {
                    self.step(PathStep::Index(at.into()), part, element)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step(&mut self, step: PathStep, part: &Value, wanted: &Type) -> Result<()> {
        self.path.push(step);
        self.part(part, wanted)?;
        self.path.pop();
        Ok(())
    }

    /// The attribute names of a marked value must not be shown.
    fn marked(&mut self, value: &Value, wanted: &Type) -> Result<()> {
        let inside = extraneous(value.unmarked(), wanted, self.budget)?;
        if !inside.is_empty() {
            let message = "there are attributes that the type does not have";
            self.push(message.to_owned(), None)?;
        }
        Ok(())
    }

    fn report(&mut self, name: &str, step: PathStep, wanted: &ObjectType) -> Result<()> {
        if self.found.len() >= MAX_DIAGNOSTICS {
            return Ok(());
        }
        let names = wanted.fields();
        let meant = cost::suggest(name, names.iter().map(|field| field.name()), self.budget);
        let hint = meant.map_or_else(String::new, |meant| {
            format!("; did you mean {}?", Quoted(meant))
        });
        let message = format!("the type has no attribute {}{hint}", Quoted(name));
        self.path.push(step);
        self.push(message, meant)?;
        self.path.pop();
        Ok(())
    }

    fn push(&mut self, message: String, meant: Option<&str>) -> Result<()> {
        let mut warning = Reporter::Hcl.warning("Unexpected attribute", message.as_str());
        warning.suggestion = meant.map(str::to_owned);
        self.budget
            .hold((warning.memory() + message.len()) as u64)?;
        let error = Error::new(Code::NotFound, message).with_diagnostic(warning);
        let path = self.path.iter().cloned().collect();
        self.found.push(error.with_path(path));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::extraneous;
    use crate::types::{NoDefaults, Notation, parse};
    use polycty_core::calls::Budget;
    use polycty_core::codec::json;
    use polycty_core::source::Severity;
    use polycty_core::values::Value;

    fn found(value: &Value, ty: &str) -> Vec<String> {
        let budget = Budget::standard();
        let ty = parse(ty, Notation::<NoDefaults>::Constraint, &budget)
            .unwrap()
            .ty;
        let found = extraneous(value, &ty, &budget).unwrap();
        let line = |error: &polycty_core::source::Error| {
            assert_eq!(error.diagnostics()[0].severity, Severity::Warning);
            error.to_string()
        };
        found.iter().map(line).collect()
    }

    fn document(text: &str) -> Value {
        let ty = json::implied_type(text.as_bytes()).unwrap();
        json::decode(text.as_bytes(), &ty).unwrap()
    }

    #[test]
    fn what_a_type_does_not_have_is_found_at_any_depth() {
        let value = document(
            r#"{"name": "a", "prot": 1, "l": [{"x": 1}, {"x": 1, "why": 2}], "m": {"k": {"z": 1}}, "any": {"q": 1}}"#,
        );
        let ty = "object({name = string, port = optional(number), l = list(object({x = number})), m = map(object({})), any = any})";
        assert_eq!(
            found(&value, ty),
            [
                ".l[1].why: the type has no attribute \"why\"",
                ".m.k.z: the type has no attribute \"z\"",
                ".prot: the type has no attribute \"prot\"; did you mean \"port\"?",
            ]
        );
        let none: Vec<String> = Vec::new();
        assert_eq!(found(&value, "map(any)"), none);
        assert_eq!(found(&document("null"), ty), none);
    }

    #[test]
    fn what_is_marked_is_not_named() {
        let secret = document(r#"{"a": {"b": 1}}"#).transform(&mut |steps, part| {
            Ok(if steps.len() == 1 {
                part.mark("sensitive")
            } else {
                part
            })
        });
        assert_eq!(
            found(&secret.unwrap(), "object({a = object({})})"),
            [".a: there are attributes that the type does not have"]
        );
    }
}

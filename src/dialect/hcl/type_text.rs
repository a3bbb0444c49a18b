//! How is a type written in HCL's native syntax?
//!
//! `list(object({ name = string, port = number }))`: the rules and the words for
//! what breaks them are those of HCL's `ext/typeexpr`. First the whole text must
//! be an expression, [`outline`]; then every fault of the type it stands for is
//! told. Places are lines, columns in grapheme clusters, and bytes.

mod outline;
mod scan;

use crate::diagnostic::{Code, Diagnostic, Error, Position, Range as SourceRange, Result, Source};
use crate::types::{Field, Kind, MAX_DEPTH, Quoted, Str, StringConstraint, Type};
use crate::values::nfc;
use outline::{Call, Fault, Outline, Shape};
use scan::{BOM, Finding, MAX_FINDINGS};
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// What a type text may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// An exact type.
    Type,
    /// A type constraint: also `any`, and `optional(T)` for an attribute.
    Constraint,
}

/// The type that a text stands for.
///
/// ```
/// use polycty::dialect::hcl::{Mode, format_type, parse_type};
/// let ty = parse_type("map( object({ port = number }) )", Mode::Type).unwrap();
/// assert_eq!(format_type(&ty).unwrap(), "map(object({port=number}))");
/// let error = parse_type("list(strin)", Mode::Type).unwrap_err();
/// assert_eq!(error.diagnostics()[0].subject.unwrap().start.column, 6);
/// ```
///
/// # Errors
/// [`Code::Syntax`] when the text is no expression and [`Code::Type`] when the
/// expression is no type, both with a diagnostic for each fault and the first
/// one's byte offset; [`Code::Limit`] when it nests too deep.
pub fn parse_type(text: &str, mode: Mode) -> Result<Type> {
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(
            Code::Limit,
            "type expression is longer than four gigabytes",
        ));
    }
    let (tokens, mut findings) = scan::scan(text);
    let expression = match outline::outline(text, &tokens) {
        Ok(expression) if findings.is_empty() => expression,
        Ok(_) => return Err(refuse(Code::Syntax, text, findings)),
        Err(fault) => match *fault {
            Fault::Syntax(finding) => {
                findings.push(finding);
                return Err(refuse(Code::Syntax, text, findings));
            }
            Fault::Nesting(at) => {
                return Err(Error::new(
                    Code::Limit,
                    format!("type is nested more than {MAX_DEPTH} levels deep"),
                )
                .with_offset(at));
            }
        },
    };
    let mut reader = Reader { mode, findings };
    let ty = reader.read(&expression)?;
    if reader.findings.is_empty() {
        Ok(ty)
    } else {
        Err(refuse(Code::Type, text, reader.findings))
    }
}

/// The text of a type, as HCL's `TypeString` writes it: without spaces, and
/// without a word on which attributes are optional. Names of attributes that are
/// no identifiers stand in quotes, which no reader accepts; nor can an object be
/// read whose first attribute is called `for`.
///
/// # Errors
/// [`Code::Unsupported`] for types that HCL has not.
pub fn format_type(ty: &Type) -> Result<String> {
    let mut out = String::new();
    write_type(ty, &mut out)?;
    Ok(out)
}

fn write_type(ty: &Type, out: &mut String) -> Result<()> {
    match ty.kind() {
        Kind::Any => out.push_str("any"),
        Kind::Bool(None) => out.push_str("bool"),
        Kind::Number => out.push_str("number"),
        Kind::String(StringConstraint::Plain) => out.push_str("string"),
        Kind::List {
            element,
            size: None,
        } => write_call("list", element, out)?,
        Kind::Set(element) => write_call("set", element, out)?,
        Kind::Map {
            key,
            element,
            size: None,
        } if key == Type::string() => write_call("map", element, out)?,
        Kind::Tuple {
            elements,
            size: None,
        } => {
            out.push_str("tuple([");
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_type(element, out)?;
            }
            out.push_str("])");
        }
        Kind::Object(object) => {
            out.push_str("object({");
            for (at, field) in object.sorted_fields().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                if scan::is_identifier(field.name()) {
                    out.push_str(field.name());
                } else {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{}", Quoted(field.name()));
                }
                out.push('=');
                write_type(field.ty(), out)?;
            }
            out.push_str("})");
        }
        _ => {
            return Err(Error::new(
                Code::Unsupported,
                format!("{} is not a type of HCL", ty.friendly_name()),
            )
            .with_found(ty));
        }
    }
    Ok(())
}

fn write_call(name: &str, element: &Type, out: &mut String) -> Result<()> {
    out.push_str(name);
    out.push('(');
    write_type(element, out)?;
    out.push(')');
    Ok(())
}

/// Reads types from outlines and gathers what is wrong with them.
struct Reader {
    mode: Mode,
    findings: Vec<Finding>,
}

impl Reader {
    /// The type of an expression; any type at all where there is a finding.
    fn read(&mut self, expression: &Outline<'_>) -> Result<Type> {
        match &expression.shape {
            Shape::Name(name) => Ok(self.read_name(name, expression)),
            Shape::Call(call) => self.read_call(call, expression),
            Shape::Tuple(_) | Shape::Object(_) | Shape::Other => Ok(self.find(
                &expression.range,
                "A type specification is either a primitive type keyword (bool, number, string) or a complex type constructor call, like list(string).",
            )),
        }
    }

    fn read_name(&mut self, name: &str, expression: &Outline<'_>) -> Type {
        let detail = match name {
            "bool" => return Type::bool().clone(),
            "string" => return Type::string().clone(),
            "number" => return Type::number().clone(),
            "any" if self.mode == Mode::Constraint => return Type::any().clone(),
            "any" => format!(
                "The keyword {} cannot be used in this type specification: an exact type is required.",
                Quoted(name)
            ),
            _ => match wrong_arguments(name) {
                Some(detail) => detail,
                None => format!(
                    "The keyword {} is not a valid type specification.",
                    Quoted(name)
                ),
            },
        };
        self.find(&expression.range, detail)
    }

    fn read_call(&mut self, call: &Call<'_>, expression: &Outline<'_>) -> Result<Type> {
        let [argument] = &*call.arguments else {
            return Ok(self.find_in_call(call, expression));
        };
        Ok(match &*call.name {
            "list" => Type::list(self.read(argument)?)?,
            "set" => Type::set(self.read(argument)?)?,
            "map" => Type::map(self.read(argument)?)?,
            "tuple" => self.read_tuple(argument)?,
            "object" => self.read_object(argument)?,
            _ => self.find_in_call(call, expression),
        })
    }

    /// What is wrong with a call: its name, or the number of its arguments.
    fn find_in_call(&mut self, call: &Call<'_>, expression: &Outline<'_>) -> Type {
        let name = &*call.name;
        let quoted = Quoted(name);
        let mut subject = call.arguments_range.clone();
        let detail = match name {
            "bool" | "string" | "number" => {
                format!("Primitive type keyword {quoted} does not expect arguments.")
            }
            "any" => format!("Type constraint keyword {quoted} does not expect arguments."),
            "optional" => {
                subject = call.name_range.clone();
                format!("Keyword {quoted} is valid only as a modifier for object type attributes.")
            }
            _ => match wrong_arguments(name) {
                Some(detail) => {
                    if let [_, second, ..] = &*call.arguments {
                        let last = &call.arguments[call.arguments.len() - 1];
                        subject = second.range.start..last.range.end;
                    }
                    detail
                }
                None => {
                    subject = expression.range.clone();
                    format!("Keyword {quoted} is not a valid type constructor.")
                }
            },
        };
        self.find(&subject, detail)
    }

    fn read_tuple(&mut self, argument: &Outline<'_>) -> Result<Type> {
        let Shape::Tuple(items) = &argument.shape else {
            return Ok(self.find(
                &argument.range,
                "Tuple type constructor requires a list of element types.",
            ));
        };
        let elements: Result<Vec<Type>> = items.iter().map(|item| self.read(item)).collect();
        Ok(Type::tuple(elements?)?)
    }

    fn read_object(&mut self, argument: &Outline<'_>) -> Result<Type> {
        let Shape::Object(items) = &argument.shape else {
            return Ok(self.find(
                &argument.range,
                "Object type constructor requires a map whose keys are attribute names and whose values are the corresponding attribute types.",
            ));
        };
        let mut fields: Vec<Field> = Vec::with_capacity(items.len());
        let mut names: HashSet<Str> = HashSet::with_capacity(items.len());
        for (key, value) in items {
            let Shape::Name(name) = key.shape else {
                self.find(
                    &key.range,
                    "Object constructor map keys must be attribute names.",
                );
                continue;
            };
            let name: Str = nfc(name).into();
            if !names.insert(name.clone()) {
                self.find(&key.range, "Object constructor map keys must be unique.");
                continue;
            }
            if let Some(field) = self.read_field(name, value)? {
                fields.push(field);
            }
        }
        fields.sort_unstable_by(|a, b| a.name().cmp(b.name()));
        Ok(Type::object(fields)?)
    }

    fn read_field(&mut self, name: Str, value: &Outline<'_>) -> Result<Option<Field>> {
        let call = match &value.shape {
            Shape::Call(call) if call.name == "optional" => call,
            _ => return Ok(Some(Field::new(name, self.read(value)?))),
        };
        let Some(first) = call.arguments.first() else {
            self.find(
                &call.arguments_range,
                "Optional attribute modifier requires the attribute type as its argument.",
            );
            return Ok(None);
        };
        if self.mode == Mode::Type {
            self.find(
                &call.name_range,
                "Optional attribute modifier is only for type constraints, not for exact types.",
            );
        } else if call.arguments.len() > 1 {
            self.find(
                &call.arguments_range,
                "Optional attribute modifier expects only one argument: the attribute type.",
            );
        }
        Ok(Some(Field::optional(name, self.read(first)?)))
    }

    fn find(&mut self, subject: &Range<usize>, detail: impl Into<String>) -> Type {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(Finding {
                summary: "Invalid type specification",
                detail: detail.into(),
                subject: subject.clone(),
            });
        }
        Type::any().clone()
    }
}

/// What to say of a type constructor without its one argument; nothing when the
/// name is no constructor's.
fn wrong_arguments(name: &str) -> Option<String> {
    Some(match name {
        "list" | "set" | "map" => format!(
            "The {name} type constructor requires one argument specifying the element type."
        ),
        "object" => String::from(
            "The object type constructor requires one argument specifying the attribute types and values as a map.",
        ),
        "tuple" => String::from(
            "The tuple type constructor requires one argument specifying the element types as a list.",
        ),
        _ => return None,
    })
}

/// The error that tells these findings, of which there is at least one.
#[cold]
fn refuse(code: Code, text: &str, findings: Vec<Finding>) -> Error {
    let places = Places::of(text, &findings);
    let message = findings
        .first()
        .map(|first| format!("{}; {}", first.summary, first.detail));
    let mut error = Error::new(code, message.unwrap_or_default()).with_source(Source {
        name: "type".into(),
        text: text.into(),
    });
    if let Some(first) = findings.iter().map(|finding| finding.subject.start).min() {
        error = error.with_offset(first);
    }
    findings.into_iter().fold(error, |error, finding| {
        error.with_diagnostic(
            Diagnostic::error(finding.summary, finding.detail).with_subject(SourceRange {
                start: places.at(finding.subject.start),
                end: places.at(finding.subject.end),
            }),
        )
    })
}

/// The lines and columns of some bytes of a text, counted in one pass.
struct Places(Vec<Position>);

impl Places {
    fn of(text: &str, findings: &[Finding]) -> Places {
        let mut bytes: Vec<usize> = findings
            .iter()
            .flat_map(|finding| [finding.subject.start, finding.subject.end])
            .collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut place = Position {
            byte: if text.starts_with(BOM) { BOM.len() } else { 0 },
            ..Position::START
        };
        let places = bytes.into_iter().map(|byte| {
            for cluster in text[place.byte..byte].graphemes(true) {
                if matches!(cluster, "\n" | "\r\n") {
                    place.line = place.line.saturating_add(1);
                    place.column = 1;
                } else {
                    place.column = place.column.saturating_add(1);
                }
            }
            place.byte = byte;
            place
        });
        Places(places.collect())
    }

    fn at(&self, byte: usize) -> Position {
        let found = self.0.binary_search_by_key(&byte, |place| place.byte);
        found.map_or(Position::START, |at| self.0[at])
    }
}

#[cfg(test)]
mod tests;

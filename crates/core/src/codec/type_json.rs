//! cty's notation of types as JSON.
//!
//! Examples are `"string"`, `["list","number"]`, `["object",{"a":"bool"}]` and, with optional
//! attributes, `["object",{"a":"bool"},["a"]]`. Messages and accepted deviations are those of
//! go-cty's `Type.UnmarshalJSON` and Go's `encoding/json`: a repeated member replaces the earlier
//! one, `null` means no attributes or elements, and an extra closing bracket at the end is ignored.

use super::json::{Peek, Reader};
use crate::sort::sort_by;
use crate::source::{Code, Error, Result};
use crate::text::Quoted;
use crate::text::json::{Escaping, write_string};
use crate::types::{Field, Kind, MAX_DEPTH, Str, StringConstraint, Type, TypeError};
use crate::values::nfc;

/// Parses a type from JSON. Names of attributes are normalized to form C and sorted.
///
/// ```
/// use polycty_core::codec::type_json::{read_type, type_to_json};
/// let ty = read_type(r#"["object", {"b": "bool", "a": ["list", "dynamic"]}, ["b"]]"#)?;
/// assert_eq!(type_to_json(&ty)?, r#"["object",{"a":["list","dynamic"],"b":"bool"},["b"]]"#);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// [`Code::Syntax`] if the text is not JSON, [`Code::Type`] if it does not describe a type,
/// [`Code::Limit`] if it is nested too deep; each with the byte offset of the error.
pub fn read_type(text: &str) -> Result<Type> {
    let mut reader = Reader::new(text);
    let ty = description(&mut reader, 0)?;
    match reader.peek_byte() {
        None | Some(b']' | b'}') => Ok(ty),
        Some(_) if ty.is_primitive() || ty.is_any() => {
            Err(wrong(&reader, "extraneous data after type description"))
        }
        Some(_) => Err(extra_data(&reader)),
    }
}

/// Writes a type as JSON, without white space, with the attributes in ascending order of their
/// names.
///
/// # Errors
/// [`Code::Unsupported`] for types that cty cannot write.
pub fn type_to_json(ty: &Type) -> Result<String> {
    let mut out = Vec::new();
    write_type(ty, &mut out)?;
    // The output consists of strings only, so the default is never used.
    Ok(String::from_utf8(out).unwrap_or_default())
}

/// Appends a type as JSON.
///
/// # Errors
/// [`Code::Unsupported`] for types that cty cannot write; the output then contains a part of the
/// type.
pub fn write_type(ty: &Type, out: &mut Vec<u8>) -> Result<()> {
    match ty.kind() {
        Kind::Any => out.extend_from_slice(b"\"dynamic\""),
        Kind::Bool(None) => out.extend_from_slice(b"\"bool\""),
        Kind::Number => out.extend_from_slice(b"\"number\""),
        Kind::String(StringConstraint::Plain) => out.extend_from_slice(b"\"string\""),
        Kind::List {
            element,
            size: None,
        } => write_collection(b"[\"list\",", element, out)?,
        Kind::Set(element) => write_collection(b"[\"set\",", element, out)?,
        Kind::Map {
            key,
            element,
            size: None,
        } if key == Type::string() => write_collection(b"[\"map\",", element, out)?,
        Kind::Tuple {
            elements,
            size: None,
        } => {
            out.extend_from_slice(b"[\"tuple\",[");
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write_type(element, out)?;
            }
            out.extend_from_slice(b"]]");
        }
        Kind::Object(object) => {
            out.extend_from_slice(b"[\"object\",{");
            for (at, field) in object.sorted_fields().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                write_string(field.name().as_bytes(), Escaping::Html, out);
                out.push(b':');
                write_type(field.ty(), out)?;
            }
            out.push(b'}');
            let optional = object.sorted_fields().filter(|field| field.is_optional());
            let mut separator: &[u8] = b",[";
            for field in optional {
                out.extend_from_slice(separator);
                write_string(field.name().as_bytes(), Escaping::Html, out);
                separator = b",";
            }
            out.extend_from_slice(if separator == b"," { b"]]" } else { b"]" });
        }
        _ => {
            let message = format!("type not allowed: {}", ty.friendly_name());
            return Err(Error::new(Code::Unsupported, message).with_found(ty));
        }
    }
    Ok(())
}

fn write_collection(opening: &[u8], element: &Type, out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(opening);
    write_type(element, out)?;
    out.push(b']');
    Ok(())
}

/// Reads a description that is nested in `depth` others.
fn description(reader: &mut Reader<'_>, depth: u32) -> Result<Type> {
    if depth >= MAX_DEPTH {
        return Err(Error::from(TypeError::TooDeep).with_offset(reader.offset()));
    }
    match reader.peek()? {
        Peek::String => primitive(reader),
        Peek::Array => complex(reader, depth),
        Peek::Object => Err(wrong(reader, "invalid complex type description")),
        Peek::Null | Peek::Bool | Peek::Number => {
            let at = reader.offset();
            reader.skip_value()?;
            Err(wrong(reader, "invalid type description").with_offset(at))
        }
    }
}

fn primitive(reader: &mut Reader<'_>) -> Result<Type> {
    let at = reader.offset();
    Ok(match &*reader.string()? {
        "bool" => Type::bool().clone(),
        "number" => Type::number().clone(),
        "string" => Type::string().clone(),
        "dynamic" => Type::any().clone(),
        name => {
            let message = format!("invalid primitive type name {}", Quoted(name));
            return Err(wrong(reader, message).with_offset(at));
        }
    })
}

/// Reads a description in brackets: the constructor's name and its argument.
fn complex(reader: &mut Reader<'_>, depth: u32) -> Result<Type> {
    let opening = reader.offset();
    reader.begin_array()?;
    let invalid = "invalid complex type kind name";
    let at = reader.offset();
    match reader.peek_byte() {
        Some(b']' | b'[' | b'{') => return Err(wrong(reader, invalid)),
        _ if reader.peek()? != Peek::String => {
            reader.skip_value()?;
            return Err(wrong(reader, invalid).with_offset(at));
        }
        _ => {}
    }
    let constructor = reader.string()?;
    if !matches!(&*constructor, "list" | "set" | "map" | "tuple" | "object") {
        return Err(wrong(reader, invalid).with_offset(at));
    }
    begin_argument(reader, depth)?;
    let ty = match &*constructor {
        "list" => Type::list(description(reader, depth + 1)?),
        "set" => Type::set(description(reader, depth + 1)?),
        "map" => Type::map(description(reader, depth + 1)?),
        "tuple" => Type::tuple(elements(reader, depth)?),
        _ => object(reader, depth)?,
    };
    let ty = ty.map_err(|error| {
        let error = Error::from(error).of_input(Code::Type);
        error.with_offset(opening)
    })?;
    end(reader)?;
    Ok(ty)
}

/// Reads the comma before an argument and checks the grammar of the whole argument, since errors of
/// grammar take precedence. The parts of the argument are checked with it.
fn begin_argument(reader: &mut Reader<'_>, depth: u32) -> Result<()> {
    match reader.peek_byte() {
        Some(b',') => reader.seek(reader.offset() + 1),
        Some(_) => return Err(reader.failure("expected comma after array element")),
        None => return Err(reader.failure("EOF")),
    }
    if depth == 0 {
        let start = reader.offset();
        reader.skip_value()?;
        reader.seek(start);
    }
    reader.peek().map(drop)
}

/// Reads the bracket that ends a description.
fn end(reader: &mut Reader<'_>) -> Result<()> {
    match reader.peek_byte() {
        Some(b']') => {
            reader.seek(reader.offset() + 1);
            Ok(())
        }
        Some(b',') => {
            let comma = reader.offset();
            reader.seek(comma + 1);
            if !matches!(reader.peek_byte(), Some(b'[' | b'{')) {
                reader.skip_value()?;
            }
            Err(extra_data(reader).with_offset(comma))
        }
        Some(_) => Err(reader.unexpected("after array element")),
        None => Err(reader.failure("EOF")),
    }
}

/// Reads the element types of a tuple.
fn elements(reader: &mut Reader<'_>, depth: u32) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    match reader.peek()? {
        Peek::Null => reader.null()?,
        Peek::Array => {
            let mut items = reader.begin_array()?;
            while reader.next_element(&mut items)? {
                types.push(description(reader, depth + 1)?);
            }
        }
        found => return Err(mismatch(reader, found, "[]cty.Type")),
    }
    Ok(types)
}

/// Reads the attributes of an object, and the names of the optional ones.
fn object(reader: &mut Reader<'_>, depth: u32) -> Result<Result<Type, TypeError>> {
    let mut attributes: Vec<(Str, Type)> = Vec::new();
    match reader.peek()? {
        Peek::Null => reader.null()?,
        Peek::Object => {
            let mut members = reader.begin_object()?;
            while let Some(name) = reader.next_key(&mut members)? {
                let name: Str = nfc(&name).into();
                attributes.push((name, description(reader, depth + 1)?));
            }
        }
        found => return Err(mismatch(reader, found, "map[string]cty.Type")),
    }
    if !attributes.is_sorted_by(|a, b| a.0 < b.0) {
        // The last of equal names is kept.
        attributes.reverse();
        sort_by(&mut attributes, |a, b| a.0.cmp(&b.0));
        attributes.dedup_by(|a, b| a.0 == b.0);
    }
    let mut optional = match reader.peek_byte() {
        None | Some(b']' | b'}') => Vec::new(),
        Some(_) => {
            begin_argument(reader, depth)?;
            names(reader)?
        }
    };
    optional.sort_unstable();
    let declared = |name: &Str| {
        attributes
            .binary_search_by(|(have, _)| have.cmp(name))
            .is_ok()
    };
    if let Some(name) = optional.iter().find(|name| !declared(name)) {
        return Ok(Err(TypeError::UndeclaredOptional(name.clone())));
    }
    let fields: Vec<Field> = attributes
        .into_iter()
        .map(|(name, ty)| {
            if optional.binary_search(&name).is_ok() {
                Field::optional(name, ty)
            } else {
                Field::new(name, ty)
            }
        })
        .collect();
    Ok(Type::object(fields))
}

/// Reads a list of names.
fn names(reader: &mut Reader<'_>) -> Result<Vec<Str>> {
    let mut names: Vec<Str> = Vec::new();
    match reader.peek()? {
        Peek::Null => reader.null()?,
        Peek::Array => {
            let mut items = reader.begin_array()?;
            while reader.next_element(&mut items)? {
                match reader.peek()? {
                    Peek::String => names.push(nfc(&reader.string()?).into()),
                    Peek::Null => {
                        reader.null()?;
                        names.push("".into());
                    }
                    found => return Err(mismatch(reader, found, "string")),
                }
            }
        }
        found => return Err(mismatch(reader, found, "[]string")),
    }
    Ok(names)
}

/// The error of a description that is JSON but not a type.
#[cold]
fn wrong(reader: &Reader<'_>, message: impl Into<String>) -> Error {
    Error::new(Code::Type, message).with_offset(reader.offset())
}

#[cold]
fn extra_data(reader: &Reader<'_>) -> Error {
    wrong(reader, "unexpected extra data in type description")
}

/// The error of a value of a wrong kind. `wanted` is the term that cty uses.
#[cold]
fn mismatch(reader: &Reader<'_>, found: Peek, wanted: &str) -> Error {
    let found = match found {
        Peek::Null => "null",
        Peek::Bool => "bool",
        Peek::Number => "number",
        Peek::String => "string",
        Peek::Array => "array",
        Peek::Object => "object",
    };
    wrong(
        reader,
        format!("json: cannot unmarshal {found} into Go value of type {wanted}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(text: &str) -> (String, Option<usize>) {
        let error = read_type(text).unwrap_err();
        (error.message().to_owned(), error.offset())
    }

    #[test]
    fn written_types_are_parsed_back() {
        for text in [
            r#""dynamic""#,
            r#"["map",["set",["tuple",["bool",["tuple",[]]]]]]"#,
            r#"["object",{"":"bool","\"\\\u003c":"number","é":["list","string"]},["","é"]]"#,
        ] {
            assert_eq!(type_to_json(&read_type(text).unwrap()).unwrap(), text);
        }
    }

    #[test]
    fn names_are_normalized_and_the_last_duplicate_is_kept() {
        let ty = read_type(
            "[\"object\",{\"é\":\"bool\",\"a\":\"bool\",\"e\u{301}\":\"string\"},[\"e\u{301}\"]]",
        );
        assert_eq!(
            type_to_json(&ty.unwrap()).unwrap(),
            r#"["object",{"a":"bool","é":"string"},["é"]]"#
        );
    }

    #[test]
    fn errors_have_a_message_and_an_offset() {
        for (text, message, at) in [
            ("", "EOF", 0),
            ("[", "EOF", 1),
            ("[]", "invalid complex type kind name", 1),
            ("[1]", "invalid complex type kind name", 1),
            (r#"["list"]"#, "expected comma after array element", 7),
            (r#"["list""#, "EOF", 7),
            (r#"["list","#, "EOF", 8),
            (r#"["list","string""#, "EOF", 16),
            (
                r#"["list","string",]"#,
                "invalid character ']' looking for beginning of value",
                17,
            ),
            (
                r#"["list","string"}"#,
                "invalid character '}' after array element",
                16,
            ),
            (
                r#"["list","string",{"#,
                "unexpected extra data in type description",
                16,
            ),
            (r#""bool" 1"#, "extraneous data after type description", 7),
            (
                r#"["tuple",["foo",x]]"#,
                "invalid character 'x' looking for beginning of value",
                16,
            ),
            (
                r#"["tuple",["bool",["foo",1]]]"#,
                "invalid complex type kind name",
                18,
            ),
            (
                r#"["object",{"a":"bool"},[1]]"#,
                "json: cannot unmarshal number into Go value of type string",
                24,
            ),
            (
                r#"["object",{"a":"bool"},["b"]]"#,
                "optional attribute \"b\" is not declared",
                0,
            ),
        ] {
            assert_eq!(failure(text), (message.to_owned(), Some(at)), "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        for open in ["[\"list\",", "[\"object\",{\"a\":", "[\"tuple\",["] {
            let error = read_type(&open.repeat(1_000_000)).unwrap_err();
            assert_eq!(error.code(), Code::Limit, "{open} {error}");
        }
        let depth = MAX_DEPTH as usize - 1;
        let text = "[\"list\",".repeat(depth) + "\"bool\"" + &"]".repeat(depth);
        assert_eq!(read_type(&text).unwrap().depth(), MAX_DEPTH);
        let deeper = format!("[\"list\",{text}]");
        assert_eq!(read_type(&deeper).unwrap_err().code(), Code::Limit);
    }

    #[test]
    fn types_outside_cty_are_rejected() {
        let ty = Type::set(Type::optional(Type::bool().clone()).unwrap()).unwrap();
        let error = type_to_json(&ty).unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            (Code::Unsupported, "type not allowed: optional bool")
        );
    }
}

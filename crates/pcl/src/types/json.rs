//! The JSON form of types.
//!
//! It is cty's JSON form of types with the constructors that PCL adds:
//!
//! | JSON | type |
//! |---|---|
//! | `"bool"`, `"string"`, `"number"`, `"int"`, `"none"`, `"dynamic"`, `"id"` | the built-in types |
//! | `["list",T]`, `["set",T]`, `["map",T]`, `["promise",T]`, `["output",T]`, `["optional",T]` | one part |
//! | `["tuple",[T,...]]`, `["union",[T,...]]` | parts in order |
//! | `["object",{"name":T,...}]` | properties |
//! | `["opaque","name"]` | an opaque type |
//! | `["const",T,value]` | a string, number, boolean or null of the type |
//! | `["enum","token",T,[value,...]]` | an enumeration |
//! | `["rec","label",T]`, within it `["ref","label"]` | a recursive type |
//!
//! Decoded types are in normal form. Numbers are decimal text and never become doubles.

use crate::types::format::MAX_DISPLAY_BYTES;
use crate::types::normal_form;
use crate::types::view::{self, PclType, shape};
use polycty_core::codec::json::{Peek, Reader, write_string};
use polycty_core::number::{Number, PARSED_PRECISION};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Group, GroupMember, IdMap, MAX_DEPTH, Scalar, Str, Type, TypeError};

/// Decodes a type from JSON.
///
/// ```
/// use polycty_pcl as pcl;
/// let ty = pcl::decode_type(r#"["optional",["union",["string","int","int"]]]"#)?;
/// assert_eq!(pcl::format_type(&ty)?, "union(int, none, string)");
/// assert_eq!(pcl::encode_type(&ty)?, r#"["union",["int","none","string"]]"#);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// Each error has a byte offset.
/// - [`Code::Syntax`] if the text is not JSON.
/// - [`Code::Type`] if it does not describe a type.
/// - [`Code::Limit`] if it nests too deep.
pub fn decode_type(text: &str) -> Result<Type> {
    let mut decoder = Decoder {
        reader: Reader::new(text),
        pass: Pass::Looking,
        open: Vec::new(),
        opened: 0,
        meant: Vec::new(),
        group: None,
    };
    let ty = decoder.whole()?;
    if !decoder.meant.contains(&true) {
        return Ok(ty);
    }
    decoder.reader = Reader::new(text);
    (decoder.pass, decoder.opened) = (Pass::Making, 0);
    decoder.whole()
}

/// A `rec` is recursive only if a `ref` inside refers to it, which is known only after its
/// beginning. Therefore a text with any `rec` is read twice. Other `rec` are plain types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Finds the recursive types.
    Looking,
    /// Builds the types.
    Making,
}

/// The group of all recursive types in the outermost one.
struct Recursion {
    members: Vec<GroupMember>,
    labels: Vec<String>,
    definitions: Vec<Option<Type>>,
}

struct Decoder<'a> {
    reader: Reader<'a>,
    pass: Pass,
    /// In the first pass, the labels and numbers of the enclosing `rec`.
    open: Vec<(String, usize)>,
    /// The number of `rec` so far.
    opened: usize,
    /// Whether a `ref` refers to each `rec`, by number.
    meant: Vec<bool>,
    group: Option<Recursion>,
}

impl Decoder<'_> {
    fn whole(&mut self) -> Result<Type> {
        let ty = self.ty(0)?;
        match self.reader.peek_byte() {
            None => Ok(ty),
            Some(_) => Err(Error::new(Code::Syntax, "extra characters after the type")
                .with_offset(self.reader.offset())),
        }
    }

    fn error(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Type, message).with_offset(self.reader.offset())
    }

    fn ty(&mut self, depth: u32) -> Result<Type> {
        if depth >= MAX_DEPTH {
            return Err(Error::from(TypeError::TooDeep).with_offset(self.reader.offset()));
        }
        match self.reader.peek()? {
            Peek::String => {
                let name = self.reader.string()?;
                view::built_in(&name)
                    .cloned()
                    .ok_or_else(|| self.error(format!("there is no type {name:?}")))
            }
            Peek::Array => {
                let mut items = self.reader.begin_array()?;
                if !self.reader.next_element(&mut items)? {
                    return Err(self.error("the name of a constructor is required"));
                }
                let name = self.reader.string()?.into_owned();
                let mut missing = false;
                let mut next = |decoder: &mut Self| -> Result<()> {
                    missing = !decoder.reader.next_element(&mut items)?;
                    if missing {
                        Err(decoder.error(format!("too few parts for {name:?}")))
                    } else {
                        Ok(())
                    }
                };
                let ty = self.constructed(&name, depth, &mut next)?;
                if self.reader.next_element(&mut items)? {
                    return Err(self.error(format!("too many parts for {name:?}")));
                }
                Ok(ty)
            }
            _ => Err(self.error("expected a type name or a list that starts with one")),
        }
    }

    fn constructed(
        &mut self,
        name: &str,
        depth: u32,
        next: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<Type> {
        next(self)?;
        Ok(match name {
            "list" => Type::list(self.ty(depth + 1)?)?,
            "set" => Type::set(self.ty(depth + 1)?)?,
            "map" => Type::map(self.ty(depth + 1)?)?,
            "promise" => normal_form::promise(self.ty(depth + 1)?)?,
            "output" => normal_form::output(self.ty(depth + 1)?)?,
            "optional" => normal_form::optional(self.ty(depth + 1)?)?,
            "tuple" => Type::tuple(self.types(depth)?)?,
            "union" => normal_form::union(self.types(depth)?)?,
            "object" => self.object(depth)?,
            "opaque" => {
                let name = self.reader.string()?;
                match view::built_in(&name) {
                    Some(_) => return Err(self.error(format!("{name:?} is built in"))),
                    None => view::opaque(&name),
                }
            }
            "const" => {
                let ty = self.ty(depth + 1)?;
                next(self)?;
                let value = self.scalar()?;
                view::constant(&ty, value)?
            }
            "enum" => {
                let token = self.reader.string()?.into_owned();
                next(self)?;
                let ty = self.ty(depth + 1)?;
                next(self)?;
                let mut values = Vec::new();
                let mut items = self.reader.begin_array()?;
                while self.reader.next_element(&mut items)? {
                    let value = self.scalar()?;
                    values.push(
                        value.ok_or_else(|| self.error("unexpected null in an enumeration"))?,
                    );
                }
                view::enumeration(&token, &ty, values)?
            }
            "rec" => {
                let label = self.reader.string()?.into_owned();
                next(self)?;
                let number = self.opened;
                self.opened += 1;
                if self.pass == Pass::Looking {
                    self.meant.push(false);
                    self.open.push((label, number));
                    let ty = self.ty(depth + 1);
                    self.open.pop();
                    return ty;
                }
                if self.meant[number] {
                    self.recursive(label, depth + 1)?
                } else {
                    self.ty(depth + 1)?
                }
            }
            "ref" => {
                let label = self.reader.string()?.into_owned();
                if self.pass == Pass::Looking
                    && let Some((_, number)) = self.open.iter().rfind(|(open, _)| *open == label)
                {
                    self.meant[*number] = true;
                    return Ok(Type::any().clone());
                }
                let found = self.group.as_ref().and_then(|group| {
                    let at = group.labels.iter().rposition(|known| *known == label)?;
                    Some(group.members.get(at)?.reference())
                });
                found.ok_or_else(|| self.error(format!("undefined recursive type {label:?}")))?
            }
            _ => return Err(self.error(format!("unknown constructor {name:?}"))),
        })
    }

    fn types(&mut self, depth: u32) -> Result<Vec<Type>> {
        let mut types = Vec::new();
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            types.push(self.ty(depth + 1)?);
        }
        Ok(types)
    }

    fn object(&mut self, depth: u32) -> Result<Type> {
        let mut properties: Vec<(Str, Type)> = Vec::new();
        let mut items = self.reader.begin_object()?;
        while let Some(name) = self.reader.next_key(&mut items)? {
            let name: Str = name.as_ref().into();
            properties.push((name, self.ty(depth + 1)?));
        }
        Ok(normal_form::object(properties)?)
    }

    fn scalar(&mut self) -> Result<Option<Scalar>> {
        Ok(match self.reader.peek()? {
            Peek::Null => {
                self.reader.null()?;
                None
            }
            Peek::Bool => Some(Scalar::Bool(self.reader.bool()?)),
            Peek::String => Some(Scalar::String(self.reader.string()?.as_ref().into())),
            Peek::Number => Some(Scalar::Number(Number::parse(self.reader.number()?)?)),
            Peek::Array | Peek::Object => {
                return Err(self.error("a string, number, boolean or null is required"));
            }
        })
    }

    /// Decodes a recursive type. All recursive types in the outermost one are definitions of one
    /// group; their number is at most the number of `"rec"` in the text.
    fn recursive(&mut self, label: String, depth: u32) -> Result<Type> {
        if let Some(group) = &mut self.group {
            let at = group.labels.len();
            group.labels.push(label);
            group.definitions.push(None);
            let member = group.members.get(at).map(GroupMember::reference);
            let definition = self.ty(depth)?;
            if let Some(group) = &mut self.group {
                group.definitions[at] = Some(definition);
                // The label is out of scope now; the index in the group stays reserved.
                group.labels[at].clear();
                group.labels[at].push('\0');
            }
            return member.ok_or_else(|| self.error("unexpected recursive type"));
        }
        let here = self.reader.offset();
        let most = 1 + self.reader.raw_value()?.matches("rec\"").count();
        self.reader.seek(here);
        let mut failure = None;
        let group = Group::define(vec![Str::from("rec"); most], |members| {
            self.group = Some(Recursion {
                members: members.to_vec(),
                labels: Vec::new(),
                definitions: Vec::new(),
            });
            let outcome = self.recursive(label, depth);
            let made = self
                .group
                .take()
                .map_or(Vec::new(), |made| made.definitions);
            if let Err(error) = outcome {
                failure = Some(error);
            }
            let mut definitions: Vec<Type> = made
                .into_iter()
                .map(|definition| definition.unwrap_or_else(|| Type::any().clone()))
                .collect();
            definitions.resize(most, Type::any().clone());
            Ok(definitions)
        });
        match failure {
            Some(error) => Err(error),
            None => {
                let group = group?;
                if view::all_guarded(&group) {
                    Ok(group.reference(0)?)
                } else {
                    Err(self.error(view::UNGUARDED))
                }
            }
        }
    }
}

/// Encodes a type as JSON without white space; properties are in the order of their names.
///
/// # Errors
/// [`Code::Unsupported`] for a type of a different dialect, [`Code::Limit`] if the text exceeds
/// [`MAX_DISPLAY_BYTES`].
pub fn encode_type(ty: &Type) -> Result<String> {
    let mut encoder = Encoder {
        out: Vec::new(),
        open: IdMap::default(),
        labels: 0,
    };
    encoder.ty(ty)?;
    // The output consists of valid strings, so the default is never used.
    Ok(String::from_utf8(encoder.out).unwrap_or_default())
}

struct Encoder {
    out: Vec<u8>,
    /// The enclosing recursive types and their labels.
    open: IdMap<(u64, u32), usize>,
    labels: usize,
}

impl Encoder {
    fn ty(&mut self, ty: &Type) -> Result<()> {
        if self.out.len() > MAX_DISPLAY_BYTES {
            return Err(Error::new(
                Code::Limit,
                format!("the type's text has more than {MAX_DISPLAY_BYTES} bytes"),
            ));
        }
        match shape(ty) {
            PclType::Dynamic => self.name("dynamic"),
            PclType::None => self.name("none"),
            PclType::Bool => self.name("bool"),
            PclType::Int => self.name("int"),
            PclType::Number => self.name("number"),
            PclType::String => self.name("string"),
            PclType::Id => self.name("id"),
            PclType::Opaque(name) => {
                self.open("opaque");
                self.name(name);
                self.out.push(b']');
            }
            PclType::List(inner) => self.one("list", inner)?,
            PclType::Set(inner) => self.one("set", inner)?,
            PclType::Map(inner) => self.one("map", inner)?,
            PclType::Promise(inner) => self.one("promise", inner)?,
            PclType::Output(inner) => self.one("output", inner)?,
            PclType::Tuple(parts) => self.several("tuple", parts)?,
            PclType::Union(parts) => self.several("union", parts)?,
            PclType::Object(object) => {
                self.open("object");
                self.out.push(b'{');
                for (at, field) in object.sorted_fields().enumerate() {
                    if at > 0 {
                        self.out.push(b',');
                    }
                    self.name(field.name());
                    self.out.push(b':');
                    self.ty(field.ty())?;
                }
                self.out.extend_from_slice(b"}]");
            }
            PclType::Const(ty, value) => {
                self.open("const");
                self.ty(ty)?;
                self.out.push(b',');
                self.scalar(value)?;
                self.out.push(b']');
            }
            PclType::Enum { token, ty, values } => {
                self.open("enum");
                self.name(token);
                self.out.push(b',');
                self.ty(ty)?;
                self.out.extend_from_slice(b",[");
                for (at, value) in values.iter().enumerate() {
                    if at > 0 {
                        self.out.push(b',');
                    }
                    self.scalar(Some(value))?;
                }
                self.out.extend_from_slice(b"]]");
            }
            PclType::Recursive(reference) => {
                let key = reference.key();
                if let Some(label) = self.open.get(&key) {
                    let label = format!("R{label}");
                    self.open("ref");
                    self.name(&label);
                    self.out.push(b']');
                    return Ok(());
                }
                if self.open.len() >= MAX_DEPTH as usize {
                    return Err(Error::from(TypeError::TooDeep));
                }
                let definition = reference.unfold()?;
                self.labels += 1;
                let label = format!("R{}", self.labels);
                self.open.insert(key, self.labels);
                self.open("rec");
                self.name(&label);
                self.out.push(b',');
                self.ty(&definition)?;
                self.out.push(b']');
                self.open.remove(&key);
            }
            PclType::Foreign => {
                let message = format!("type {} is not a type of PCL", ty.friendly_name());
                return Err(Error::new(Code::Unsupported, message).with_found(ty));
            }
        }
        Ok(())
    }

    fn name(&mut self, name: &str) {
        write_string(name.as_bytes(), &mut self.out);
    }

    fn open(&mut self, constructor: &str) {
        self.out.push(b'[');
        self.name(constructor);
        self.out.push(b',');
    }

    fn one(&mut self, constructor: &str, inner: &Type) -> Result<()> {
        self.open(constructor);
        self.ty(inner)?;
        self.out.push(b']');
        Ok(())
    }

    fn several(&mut self, constructor: &str, parts: &[Type]) -> Result<()> {
        self.open(constructor);
        self.out.push(b'[');
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            self.ty(part)?;
        }
        self.out.extend_from_slice(b"]]");
        Ok(())
    }

    fn scalar(&mut self, value: Option<&Scalar>) -> Result<()> {
        match value {
            None => self.out.extend_from_slice(b"null"),
            Some(Scalar::Bool(value)) => {
                self.out
                    .extend_from_slice(if *value { b"true" } else { b"false" });
            }
            Some(Scalar::String(text)) => self.name(text),
            Some(Scalar::Integer(int)) => self.out.extend_from_slice(int.to_string().as_bytes()),
            Some(Scalar::Number(number)) => {
                let precision = number.min_precision().max(PARSED_PRECISION);
                let text = number.with_precision(precision).to_text()?;
                self.out.extend_from_slice(text.as_bytes());
            }
            Some(Scalar::Double(double)) => {
                self.out.extend_from_slice(double.to_string().as_bytes());
            }
        }
        Ok(())
    }
}

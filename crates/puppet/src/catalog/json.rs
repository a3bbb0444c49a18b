//! The JSON form of a catalog (`catalog_format` 2 of Puppet).
//!
//! References are texts `Type[title]`. Values that JSON does not have are objects with the key
//! `__ptype`, as Puppet's rich data writes them. Parameters whose own value is secret are written
//! as they are and named in `sensitive_parameters`, because the agent needs them.

use super::json_type::write_type;
use super::model::{Catalog, CatalogResource};
use crate::scalars::text::push_float;
use crate::scalars::time::{push_timespan, push_timestamp};
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources::capitalised;
use crate::values::special::{Special, array_elements};
use polycty_core::calls::{Budget, GrowingText};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::base64;
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::types::{KeyedSet, Scalar, Str, Type};
use polycty_core::values::Value;
use std::fmt::Write;

/// The key that marks an object as a value that JSON does not have.
pub(super) const TYPE_KEY: &str = "__ptype";

/// The key of the content of the value.
pub(super) const VALUE_KEY: &str = "__pvalue";

/// The values of a catalog's JSON form that do not depend on the manifests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonOptions {
    /// The version of the configuration, by default 0.
    pub version: i64,
    /// The identifier of the compilation, by default a UUID of zeros.
    pub uuid: Str,
    /// The identifier of the deployed code.
    pub code_id: Option<Str>,
    /// Whether secret values are written; an agent needs them.
    pub secrets: Secrets,
}

/// Whether secret values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Secrets {
    /// Secret values are written as they are.
    #[default]
    Written,
    /// A secret value is an object with only the key `__ptype`.
    Redacted,
}

impl Default for JsonOptions {
    fn default() -> JsonOptions {
        JsonOptions {
            version: 0,
            uuid: "00000000-0000-0000-0000-000000000000".into(),
            code_id: None,
            secrets: Secrets::default(),
        }
    }
}

impl Catalog {
    /// Returns the catalog as the JSON that an agent receives. Virtual resources and their edges
    /// are not included.
    ///
    /// # Errors
    /// - [`Code::Value`] for a number that JSON does not have.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn to_json(&self, options: &JsonOptions, budget: &Budget) -> Result<String> {
        let mut json = Writer::new(budget);
        json.secrets = options.secrets;
        json.out.push('{')?;
        json.key("tags")?;
        json.texts(&self.tags)?;
        json.key("name")?;
        json.text(&self.node)?;
        json.key("version")?;
        let _ = json.out.write(|out| write!(out, "{}", options.version))?;
        json.key("code_id")?;
        match &options.code_id {
            Some(id) => json.text(id)?,
            None => json.out.push_str("null")?,
        }
        json.key("catalog_uuid")?;
        json.text(&options.uuid)?;
        json.key("catalog_format")?;
        json.out.push('2')?;
        json.key("environment")?;
        json.text(&self.environment)?;
        json.key("resources")?;
        json.out.push('[')?;
        for resource in self.resources.iter().filter(|one| !one.is_virtual) {
            json.separate()?;
            json.resource(resource)?;
        }
        json.out.push(']')?;
        json.key("edges")?;
        json.out.push('[')?;
        for edge in &self.edges {
            let end = |at: u32| {
                let found = self.resources.get(at as usize);
                found.filter(|resource| !resource.is_virtual)
            };
            let (Some(source), Some(target)) = (end(edge.source), end(edge.target)) else {
                continue;
            };
            json.separate()?;
            json.out.push('{')?;
            json.key("source")?;
            json.reference(source)?;
            json.key("target")?;
            json.reference(target)?;
            json.out.push('}')?;
        }
        json.out.push(']')?;
        json.key("classes")?;
        json.texts(&self.classes)?;
        json.out.push('}')?;
        json.finish()
    }
}

impl CatalogResource {
    /// Returns the resource as it is written in the JSON form of its catalog.
    ///
    /// # Errors
    /// As [`Catalog::to_json`].
    pub fn to_json(&self, budget: &Budget) -> Result<String> {
        let mut json = Writer::new(budget);
        json.resource(self)?;
        json.finish()
    }
}

/// Returns a value as it is written in the JSON form of a catalog.
///
/// # Errors
/// As [`Catalog::to_json`].
pub fn value_to_json(value: &Value, budget: &Budget) -> Result<String> {
    let mut json = Writer::new(budget);
    json.value(value)?;
    json.finish()
}

/// Returns the text `Type[title]` of a reference to one resource or class, or `None` for a
/// different type.
#[must_use]
pub fn reference_text(ty: &Type) -> Option<String> {
    match nominal::view(ty)? {
        (Name::Resource, [name, title]) => {
            Some(format!("{}[{}]", name.as_text()?, title.as_text()?))
        }
        (Name::Class, [class]) => Some(format!("Class[{}]", capitalised(class.as_text()?))),
        _ => None,
    }
}

/// A JSON text that is being written.
pub(super) struct Writer<'b> {
    budget: &'b Budget,
    pub(super) out: GrowingText<'b>,
    secrets: Secrets,
}

impl<'b> Writer<'b> {
    fn new(budget: &'b Budget) -> Writer<'b> {
        Writer {
            budget,
            out: GrowingText::new(budget),
            secrets: Secrets::default(),
        }
    }

    fn finish(self) -> Result<String> {
        Ok(self.out.into_held()?)
    }

    /// Appends a comma after an earlier element.
    pub(super) fn separate(&mut self) -> Result<()> {
        if !self.out.ends_with(['{', '[', ':']) && !self.out.is_empty() {
            self.out.push(',')?;
        }
        Ok(())
    }

    pub(super) fn text(&mut self, text: &str) -> Result<()> {
        // Only control characters, quotes, backslashes and some characters of more bytes are escaped.
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if text.bytes().all(is_plain) {
            self.out.push('"')?;
            self.out.push_str(text)?;
            self.out.push('"')?;
        } else {
            let written = |out: &mut String| write_string(text.as_bytes(), Escaping::Needed, out);
            self.out.write(written)?;
        }
        Ok(())
    }

    pub(super) fn key(&mut self, key: &str) -> Result<()> {
        self.separate()?;
        self.text(key)?;
        self.out.push(':')?;
        Ok(())
    }

    fn texts(&mut self, texts: &[Str]) -> Result<()> {
        self.out.push('[')?;
        for text in texts {
            self.separate()?;
            self.text(text)?;
        }
        self.out.push(']')?;
        Ok(())
    }

    fn reference(&mut self, resource: &CatalogResource) -> Result<()> {
        self.text(&resource.reference())
    }

    fn resource(&mut self, resource: &CatalogResource) -> Result<()> {
        self.out.push('{')?;
        self.key("type")?;
        self.text(&resource.resource_type)?;
        self.key("title")?;
        self.text(&resource.title)?;
        self.key("tags")?;
        self.texts(&resource.tags)?;
        if let Some(file) = &resource.file {
            self.key("file")?;
            self.text(file)?;
        }
        if let Some(line) = resource.line {
            self.key("line")?;
            let _ = self.out.write(|out| write!(out, "{line}"))?;
        }
        self.key("exported")?;
        self.out
            .push_str(if resource.exported { "true" } else { "false" })?;
        self.key("kind")?;
        self.text(resource.kind.name())?;
        if !resource.parameters.is_empty() {
            self.key("parameters")?;
            self.out.push('{')?;
            let hidden: KeyedSet<&str> = match self.secrets {
                Secrets::Redacted => resource.sensitive.iter().map(|name| &**name).collect(),
                Secrets::Written => KeyedSet::default(),
            };
            for (name, value) in &resource.parameters {
                self.key(name)?;
                match hidden.contains(&**name) {
                    true => self.redacted()?,
                    false => self.value(value)?,
                }
            }
            self.out.push('}')?;
        }
        if !resource.sensitive.is_empty() {
            self.key("sensitive_parameters")?;
            self.texts(&resource.sensitive)?;
        }
        self.out.push('}')?;
        Ok(())
    }

    pub(super) fn value(&mut self, value: &Value) -> Result<()> {
        self.budget.charge(1)?;
        if value.is_null() {
            self.out.push_str("null")?;
        } else if let Some(flag) = value.as_bool() {
            self.out.push_str(if flag { "true" } else { "false" })?;
        } else if let Some(text) = value.as_str() {
            self.text(text)?;
        } else if let Some(integer) = value.as_integer() {
            polycty_core::calls::cost::write_integer(&integer, self.budget)?;
            let _ = self.out.write(|out| write!(out, "{integer}"))?;
        } else if let Some(float) = value.as_double() {
            self.float(float)?;
        } else if let Some(ty) = value.as_type() {
            match reference_text(ty) {
                Some(reference) => self.text(&reference)?,
                None => self.ty(ty)?,
            }
        } else if let Some(elements) = array_elements(value) {
            self.elements(elements)?;
        } else if let Some(map) = value.as_ordered_map() {
            self.hash(map.entries())?;
        } else if let Some(special) = Special::of(value) {
            self.special(special)?;
        } else {
            let message = "a value has no JSON form in a catalog";
            return Err(Error::new(Code::Unsupported, message));
        }
        Ok(())
    }

    fn elements(&mut self, elements: &[Value]) -> Result<()> {
        self.out.push('[')?;
        for element in elements {
            self.separate()?;
            self.value(element)?;
        }
        self.out.push(']')?;
        Ok(())
    }

    /// Writes a hash: an object, or a list of keys and values if a key is not a text or would be
    /// mistaken for the mark of a type.
    fn hash(&mut self, entries: &[(Value, Value)]) -> Result<()> {
        let plain = |(key, _): &(Value, Value)| key.as_str().is_some_and(|key| key != TYPE_KEY);
        if entries.iter().all(plain) {
            self.out.push('{')?;
            for (key, value) in entries {
                self.key(key.as_str().unwrap_or_default())?;
                self.value(value)?;
            }
            self.out.push('}')?;
            return Ok(());
        }
        self.open("Hash")?;
        self.key(VALUE_KEY)?;
        self.out.push('[')?;
        for (key, value) in entries {
            self.separate()?;
            self.value(key)?;
            self.separate()?;
            self.value(value)?;
        }
        self.out.push_str("]}")?;
        Ok(())
    }

    fn float(&mut self, float: f64) -> Result<()> {
        if !float.is_finite() {
            let message = format!("{float} not allowed in JSON");
            return Err(Error::new(Code::Value, message));
        }
        self.out.write(|out| push_float(out, float))?;
        Ok(())
    }

    pub(super) fn scalar(&mut self, scalar: &Scalar) -> Result<()> {
        match scalar {
            Scalar::String(text) => self.text(text),
            Scalar::Bool(flag) => {
                self.out.push_str(if *flag { "true" } else { "false" })?;
                Ok(())
            }
            Scalar::Integer(integer) => {
                let _ = self.out.write(|out| write!(out, "{integer}"))?;
                Ok(())
            }
            Scalar::Double(float) => self.float(*float),
            _ => {
                let message = "a value of a type has no JSON form in a catalog";
                Err(Error::new(Code::Unsupported, message))
            }
        }
    }

    /// Opens an object of a type.
    pub(super) fn open(&mut self, name: &str) -> Result<()> {
        self.out.push('{')?;
        self.key(TYPE_KEY)?;
        self.text(name)
    }

    /// Writes a value of a type with a text.
    fn typed(&mut self, name: &str, text: &str) -> Result<()> {
        self.open(name)?;
        self.key(VALUE_KEY)?;
        self.text(text)?;
        self.out.push('}')?;
        Ok(())
    }

    pub(super) fn ty(&mut self, ty: &Type) -> Result<()> {
        self.budget.charge(u64::from(ty.size()))?;
        write_type(self, ty)
    }

    fn special(&mut self, special: &Special) -> Result<()> {
        let mut text = String::new();
        match special {
            Special::Default => {
                self.open("Default")?;
                self.out.push('}')?;
                Ok(())
            }
            Special::Regexp(source) => self.typed("Regexp", source),
            Special::Sensitive(_) if self.secrets == Secrets::Redacted => self.redacted(),
            Special::Sensitive(content) => {
                self.open("Sensitive")?;
                self.key(VALUE_KEY)?;
                self.value(content)?;
                self.out.push('}')?;
                Ok(())
            }
            Special::SemVer(version) => self.typed("SemVer", &version.to_string()),
            Special::SemVerRange(range) => self.typed("SemVerRange", range.text()),
            Special::Timespan(nanos) => {
                push_timespan(&mut text, *nanos);
                self.typed("Timespan", &text)
            }
            Special::Timestamp(nanos) => {
                push_timestamp(&mut text, *nanos);
                self.typed("Timestamp", &text)
            }
            Special::Binary(bytes) => self.typed("Binary", &base64::strict(bytes)),
            Special::Uri(components) => self.typed("URI", &components.text()),
            Special::Iterator(sequence) => {
                let all = sequence.all(self.budget)?;
                self.elements(&all)
            }
            Special::Object(ty, attributes) => self.object(ty, attributes),
        }
    }

    /// Writes a secret value without its content.
    fn redacted(&mut self) -> Result<()> {
        self.open("Sensitive")?;
        self.out.push('}')?;
        Ok(())
    }

    /// Writes an object with the attributes that it sets.
    fn object(&mut self, ty: &Type, attributes: &[(Str, Value)]) -> Result<()> {
        match nominal::view(ty) {
            Some((Name::Deferred, _)) => self.open("Deferred")?,
            Some((Name::Error, _)) => self.open("Error")?,
            _ => self.open(&crate::types::format::short_name(ty))?,
        }
        for (name, value) in attributes.iter().filter(|(_, value)| !value.is_null()) {
            self.key(name)?;
            self.value(value)?;
        }
        self.out.push('}')?;
        Ok(())
    }

    /// Writes a type as the text of a type that is resolved when it is read.
    pub(super) fn type_reference(&mut self, ty: &Type) -> Result<()> {
        self.open("Pcore::TypeReferenceType")?;
        self.key("type_string")?;
        self.text(&type_text(ty))?;
        self.out.push('}')?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::model::{Edge, ResourceKind};
    use crate::{Environment, Prepared, Strict, evaluate};
    use polycty_core::source::Source;

    fn value(text: &str) -> Value {
        let budget = Budget::new();
        let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget).unwrap();
        evaluate(&program, &Environment::new(), &budget).unwrap()
    }

    #[test]
    fn values_have_puppets_rich_data() {
        for (text, json) in [
            (
                "[1, -0.0, 1.0e20, true, undef, 'a\"']",
                r#"[1,-0.0,1.0e+20,true,null,"a\""]"#,
            ),
            ("default", r#"{"__ptype":"Default"}"#),
            ("/re/", r#"{"__ptype":"Regexp","__pvalue":"re"}"#),
            (
                "SemVer('1.0.0-rc1+b')",
                r#"{"__ptype":"SemVer","__pvalue":"1.0.0-rc1+b"}"#,
            ),
            (
                "Timespan(90)",
                r#"{"__ptype":"Timespan","__pvalue":"0-00:01:30.0"}"#,
            ),
            (
                "Timestamp('2020-01-02T03:04:05 UTC')",
                r#"{"__ptype":"Timestamp","__pvalue":"2020-01-02T03:04:05.000000000 UTC"}"#,
            ),
            (
                "Binary('aGk=')",
                r#"{"__ptype":"Binary","__pvalue":"aGk="}"#,
            ),
            (
                "[Sensitive('s')]",
                r#"[{"__ptype":"Sensitive","__pvalue":"s"}]"#,
            ),
            (
                "{ '__ptype' => 'x' }",
                r#"{"__ptype":"Hash","__pvalue":["__ptype","x"]}"#,
            ),
            ("{ 1 => 'x' }", r#"{"__ptype":"Hash","__pvalue":[1,"x"]}"#),
            ("Deferred('fn')", r#"{"__ptype":"Deferred","name":"fn"}"#),
            (
                "Deferred('fn', [Deferred('g', [])])",
                r#"{"__ptype":"Deferred","name":"fn","arguments":[{"__ptype":"Deferred","name":"g","arguments":[]}]}"#,
            ),
            ("[1, 2].map |$x| { $x * 2 }", "[2,4]"),
            ("File['/a']", r#""File[/a]""#),
            ("Class['m::sub']", r#""Class[M::Sub]""#),
        ] {
            assert_eq!(
                value_to_json(&value(text), &Budget::new()).unwrap(),
                json,
                "{text}"
            );
        }
        let infinity = Value::from_double(f64::INFINITY);
        let error = value_to_json(&infinity, &Budget::new()).unwrap_err();
        assert_eq!(error.code(), Code::Value);
    }

    #[test]
    fn types_have_the_attributes_of_puppets_type_objects() {
        for (text, json) in [
            (
                "Integer[1, 3]",
                r#"{"__ptype":"Pcore::IntegerType","from":1,"to":3}"#,
            ),
            (
                "Init[Integer]",
                r#"{"__ptype":"Pcore::InitType","type":{"__ptype":"Pcore::IntegerType"}}"#,
            ),
            (
                "Object[{ name => 'X', attributes => { a => Integer } }]",
                r#"{"__ptype":"Pcore::ObjectType","_pcore_init_hash":{"name":"X","attributes":{"a":{"__ptype":"Pcore::IntegerType"}}}}"#,
            ),
            (
                "Array[String[1]]",
                r#"{"__ptype":"Pcore::ArrayType","element_type":{"__ptype":"Pcore::StringType","size_type_or_value":{"__ptype":"Pcore::IntegerType","from":1}}}"#,
            ),
            (
                "Optional[Enum[a]]",
                r#"{"__ptype":"Pcore::OptionalType","type":{"__ptype":"Pcore::EnumType","values":["a"]}}"#,
            ),
        ] {
            assert_eq!(
                value_to_json(&value(text), &Budget::new()).unwrap(),
                json,
                "{text}"
            );
        }
    }

    #[test]
    fn an_agent_gets_no_virtual_resources() {
        let resource = |title: &str, is_virtual| CatalogResource {
            resource_type: "Notify".into(),
            title: title.into(),
            exported: is_virtual,
            is_virtual,
            kind: ResourceKind::Compilable,
            parameters: vec![("message".into(), Value::string("s"))],
            sensitive: vec!["message".into()],
            ..CatalogResource::default()
        };
        let catalog = Catalog {
            node: "n".into(),
            environment: "e".into(),
            resources: vec![resource("a", false), resource("b", true)],
            edges: vec![
                Edge {
                    source: 0,
                    target: 1,
                },
                Edge {
                    source: 0,
                    target: 0,
                },
            ],
            ..Catalog::default()
        };
        let json = catalog
            .to_json(&JsonOptions::default(), &Budget::new())
            .unwrap();
        assert_eq!(
            json,
            r#"{"tags":[],"name":"n","version":0,"code_id":null,"catalog_uuid":"00000000-0000-0000-0000-000000000000","catalog_format":2,"environment":"e","resources":[{"type":"Notify","title":"a","tags":[],"exported":false,"kind":"compilable_type","parameters":{"message":"s"},"sensitive_parameters":["message"]}],"edges":[{"source":"Notify[a]","target":"Notify[a]"}],"classes":[]}"#
        );
        let redacted = JsonOptions {
            secrets: Secrets::Redacted,
            ..JsonOptions::default()
        };
        let json = catalog.to_json(&redacted, &Budget::new()).unwrap();
        assert!(json.contains(r#""parameters":{"message":{"__ptype":"Sensitive"}}"#));
        let few = Budget::new().limit_steps(0);
        let error = catalog.to_json(&JsonOptions::default(), &few).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
}

//! Values of variables that are set from outside of the module.
//!
//! They come from files of values, from texts of a command line or an environment, and from the
//! program. The last value of a variable takes precedence.

use super::files::{ModuleFile, Notation, Secrets, notation_of, parsed_as};
use super::merge::Index;
use super::secrets::HiddenLines;
use super::sink::{DiagnosticSink, Location};
use polycty_core::codec::document::{Document, Format};
use polycty_core::source::{Path, PathStep, Result, Source};
use polycty_core::text::Quoted;
use polycty_core::types::{Keyed, Str};
use polycty_core::values::Value;
use polycty_hcl::body::{BlockSchema, Body, Schema};
use polycty_hcl::eval::Expr;
use std::sync::Arc;

/// The origin of a text that is the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextFrom {
    /// A command line: a value of an undeclared variable is an error.
    CommandLine,
    /// An environment, which other programs share: a value of an undeclared variable is ignored.
    Environment,
}

/// Values for variables.
///
/// ```
/// use polycty_core::values::Value;
/// use polycty_terraform::module::{Given, TextFrom};
/// let mut given = Given::default();
/// given.file("production.tfvars", "region = \"eu-central-1\"");
/// given.text("replicas", "3", TextFrom::CommandLine);
/// given.value("debug", Value::bool(false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Given {
    items: Vec<Item>,
}

#[derive(Clone, Debug)]
enum Item {
    Value(Str, Value),
    Text(Str, Str, TextFrom),
    File(ModuleFile, Notation),
    /// A YAML document of values.
    Yaml(ModuleFile),
}

/// The source of a value, before the conversion to the variable's type.
pub(crate) enum Raw {
    Value(Value),
    Text(Str, TextFrom),
    /// An argument of a file of values.
    Argument(Expr, Location),
    /// A value of a YAML document.
    Data(Value, Location, Arc<Document>),
}

/// The arguments of files of values that may be secrets.
#[derive(Clone, Copy)]
pub(crate) enum FileSecrets<'n> {
    /// No variable is sensitive.
    None,
    /// The function returns whether the value of a variable is a secret.
    Of(&'n dyn Fn(&str) -> Secrets),
    /// The sensitive variables are not known.
    All,
}

impl Given {
    /// Adds a value.
    pub fn value(&mut self, name: impl Into<Str>, value: Value) {
        self.items.push(Item::Value(name.into(), value));
    }

    /// Adds a text. It is the value itself if the type of the variable is a primitive type or not
    /// declared; otherwise it is an expression.
    pub fn text(&mut self, name: impl Into<Str>, text: impl Into<Str>, from: TextFrom) {
        self.items.push(Item::Text(name.into(), text.into(), from));
    }

    /// Adds the values of a file: a JSON object if the name ends in `.json`, a mapping in YAML if it
    /// ends in `.yaml` or `.yml`, otherwise arguments in native syntax. Terraform itself reads no
    /// YAML; its values are those of a JSON file without templates.
    pub fn file(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        let name = name.into();
        let text = text.into();
        if Format::of_file(&name) == Format::Yaml {
            self.items.push(Item::Yaml(ModuleFile { name, text }));
            return;
        }
        let notation = notation_of(&name);
        self.items
            .push(Item::File(ModuleFile { name, text }, notation));
    }

    /// Adds the values of a JSON object, by the names of variables. `name` is the name of the text
    /// in diagnostics.
    pub fn json(&mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) {
        let (name, text) = (name.into(), text.into());
        self.items
            .push(Item::File(ModuleFile { name, text }, Notation::Json));
    }

    /// Whether no values were added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the last value of each name. `secrets` applies to the files.
    pub(crate) fn read(
        &self,
        secrets: FileSecrets<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Vec<(Str, Raw)>> {
        let mut all: Vec<(Str, Raw)> = Vec::with_capacity(self.items.len());
        for item in sink.budget.charged(&self.items)? {
            match item {
                Item::Value(name, value) => all.push((name.clone(), Raw::Value(value.clone()))),
                Item::Text(name, text, from) => {
                    all.push((name.clone(), Raw::Text(text.clone(), *from)));
                }
                Item::File(file, notation) => {
                    read_file(file, *notation, secrets, &mut all, sink)?;
                }
                Item::Yaml(file) => read_yaml(file, secrets, &mut all, sink)?,
            }
        }
        Ok(all)
    }
}

/// Returns the last value of each name, in the order of these values.
pub(crate) fn last_of_each(mut all: Vec<(Str, Raw)>) -> Vec<(Str, Raw)> {
    let mut last: Index<Str> = Index::with_capacity_and_hasher(all.len(), Keyed);
    for (at, (name, _)) in all.iter().enumerate() {
        last.insert(name.clone(), at);
    }
    let mut at = 0;
    all.retain(|(name, _)| {
        at += 1;
        last[name] == at - 1
    });
    all
}

/// The bytes charged for an argument of a file of values.
const ARGUMENT: u64 = 300;

fn read_file(
    file: &ModuleFile,
    notation: Notation,
    secrets: FileSecrets<'_>,
    all: &mut Vec<(Str, Raw)>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let text_secrets = match secrets {
        FileSecrets::None => Secrets::None,
        FileSecrets::Of(_) | FileSecrets::All => Secrets::Possible,
    };
    let parsed = parsed_as(notation, file, text_secrets, sink.budget);
    let is_sound = sink.report_parsed(parsed.diagnostics)?;
    if let Notation::Native = notation
        && report_declarations(&parsed.body, &file.name, sink)?
    {
        return Ok(());
    }
    let found = parsed.body.just_attributes_within(sink.budget);
    let is_sound = sink.report_all(found.diagnostics)? && is_sound;
    let hidden = match secrets {
        FileSecrets::Of(secrets_of) if is_sound => {
            sink.budget.charge(found.content.len() as u64)?;
            let secret = found
                .content
                .iter()
                .filter(|attribute| secrets_of(&attribute.name) == Secrets::Possible);
            Some(HiddenLines::of(secret.map(|attribute| attribute.range)))
        }
        _ => None,
    };
    for attribute in sink.budget.charged_holding(ARGUMENT, found.content)? {
        let mut place = Location::new(&attribute.source, attribute.expr.range());
        if let Some(hidden) = &hidden {
            place.source.has_secrets = hidden.overlap(attribute.range);
        }
        all.push((attribute.name, Raw::Argument(attribute.expr, place)));
    }
    Ok(())
}

/// Reads a YAML document of values.
fn read_yaml(
    file: &ModuleFile,
    secrets: FileSecrets<'_>,
    all: &mut Vec<(Str, Raw)>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let text = String::from_utf8_lossy(&file.text);
    let mut source = Source::new(file.name.as_str(), &*text);
    source.has_secrets = !matches!(secrets, FileSecrets::None);
    let document = Document::new(source.clone(), Format::Yaml);
    let value = match document.value(sink.budget) {
        Ok(value) => value,
        Err(error) if error.code().is_refusal() => return Err(error),
        Err(error) => {
            sink.report_all(error.diagnostics().to_vec())?;
            return Ok(());
        }
    };
    let fields = match value.ty().is_object() && !value.is_null() {
        true => value.ty().fields(),
        false => &[],
    };
    let paths: Vec<Path> = (fields.iter())
        .map(|field| Path::new().then(PathStep::Attr(field.shared_name().clone())))
        .chain([Path::new()])
        .collect();
    let parts = document.locate(&paths.iter().collect::<Vec<_>>(), sink.budget)?;
    if !value.ty().is_object() && !value.is_null() {
        let place = Location::new(&source, parts[0].value);
        sink.report(place.error(
            "Invalid values",
            "A YAML file of values must contain one mapping of the names of variables.",
        ))?;
        return Ok(());
    }
    let hidden = match secrets {
        FileSecrets::Of(secrets_of) => {
            let secret = fields
                .iter()
                .zip(&parts)
                .filter(|(field, _)| secrets_of(field.name()) == Secrets::Possible);
            Some(HiddenLines::of(secret.map(|(_, part)| part.value)))
        }
        _ => None,
    };
    let document = Arc::new(document);
    for (field, part) in fields.iter().zip(&parts) {
        let Some(value) = value.attribute(field.name()) else {
            continue;
        };
        sink.budget.hold(ARGUMENT)?;
        let mut place = Location::new(&source, part.value);
        if let Some(hidden) = &hidden {
            place.source.has_secrets = hidden.overlap(part.value);
        }
        let raw = Raw::Data(value.clone(), place, document.clone());
        all.push((field.shared_name().clone(), raw));
    }
    Ok(())
}

/// Reports declarations of variables in a file of values. Returns whether there are any.
fn report_declarations(body: &Body, file: &str, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
    let schema = Schema {
        attributes: Vec::new(),
        blocks: vec![BlockSchema {
            block_type: "variable".into(),
            labels: vec!["name".into()],
        }],
    };
    let (found, _) = body.partial_content_within(&schema, sink.budget);
    for block in &found.content.blocks {
        let name = &block.labels[0];
        let place = Location::new(&block.source, block.type_range);
        sink.report(place.error(
            "Variable declaration in .tfvars file",
            format!(
                "A .tfvars file is used to assign values to variables that have already been declared in .tf files, not to declare new variables. To declare variable {}, place this block in one of your .tf files, such as variables.tf.\n\nTo set a value for this variable in {}, use the definition syntax instead:\n    {name} = <value>",
                Quoted(name),
                file.rsplit('/').next().unwrap_or(file),
            ),
        ))?;
    }
    Ok(!found.content.blocks.is_empty())
}

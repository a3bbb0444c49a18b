//! The model of a catalog and the inputs of its compilation.
//!
//! A [`Catalog`] contains the resources of one node in the order of their creation, the edges of
//! containment, the names of the classes and the tags. Values of parameters are values of the
//! language: references are types such as `File['/a']`, secrets inside arrays and hashes are
//! `Sensitive`. A parameter whose own value is `Sensitive` has the unwrapped value and is named in
//! [`CatalogResource::sensitive`].

use super::state::Place;
use polycty_core::source::{Code, Diagnostic, Error, Position, Range, Reporter, Result, Source};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The compiled catalog of a node.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The name of the node.
    pub node: Str,
    /// The name of the environment.
    pub environment: Str,
    /// The names of classes and nodes in the order of their evaluation; the classes of the node
    /// classifier first.
    pub classes: Vec<Str>,
    /// The tags of the catalog, in the order of their addition.
    pub tags: Vec<Str>,
    /// The resources in the order of their creation. Virtual resources that are not exported are
    /// not included; virtual exported ones are.
    pub resources: Vec<CatalogResource>,
    /// The edges of containment.
    pub edges: Vec<Edge>,
}

/// A resource of a catalog.
#[derive(Clone, Debug, Default)]
pub struct CatalogResource {
    /// The type with capitalized segments, such as `File`.
    pub resource_type: Str,
    /// The title as written; of a class, the name with capitalized segments.
    pub title: Str,
    /// The tags in the order of their addition, without duplicates.
    pub tags: Vec<Str>,
    /// The file of the declaration.
    pub file: Option<Str>,
    /// The line of the declaration, from 1.
    pub line: Option<u32>,
    /// The kind of the resource.
    pub kind: ResourceKind,
    /// Whether the resource is exported.
    pub exported: bool,
    /// Whether the resource is virtual; only exported resources are virtual in a catalog.
    pub is_virtual: bool,
    /// The parameters in the order of their assignment, without those whose value is `undef` and
    /// without a name that equals the title.
    pub parameters: Vec<(Str, Value)>,
    /// The names of the parameters whose value is secret.
    pub sensitive: Vec<Str>,
}

impl CatalogResource {
    /// Returns the reference to the resource, such as `File[/a]`.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.resource_type, self.title)
    }

    /// Returns the value of a parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        let mut all = self.parameters.iter();
        all.find(|(known, _)| **known == *name)
            .map(|(_, value)| value)
    }
}

/// The kind of a resource in a catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResourceKind {
    /// A class that was included, `main`, `settings` or a node.
    #[default]
    Unknown,
    /// A resource of a type that the agent implements.
    Compilable,
    /// A resource of a defined type.
    Defined,
    /// A class that was declared like a resource.
    Class,
}

impl ResourceKind {
    /// Returns the name of the kind in the JSON form of a catalog.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ResourceKind::Unknown => "unknown",
            ResourceKind::Compilable => "compilable_type",
            ResourceKind::Defined => "defined_type",
            ResourceKind::Class => "class",
        }
    }
}

/// An edge of containment, by the indices of the resources in [`Catalog::resources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The container.
    pub source: u32,
    /// The contained resource.
    pub target: u32,
}

/// The inputs of a compilation that belong to one node.
#[derive(Clone, Debug, Default)]
pub struct NodeInput {
    /// The name of the node (`certname`).
    pub name: Str,
    /// The facts, a hash.
    pub facts: Option<Value>,
    /// The value of `$trusted`, a hash.
    pub trusted: Option<Value>,
    /// The value of `$server_facts`, a hash.
    pub server_facts: Option<Value>,
    /// The parameters of the node classifier, in order; they take precedence over facts.
    pub parameters: Vec<(Str, Value)>,
    /// The classes of the node classifier, in order. Each has the hash of its parameters, or `None`
    /// for a class that is only named.
    pub classes: Vec<(Str, Option<Value>)>,
    /// The name of the environment that the node classifier selects.
    pub environment: Option<Str>,
}

/// The settings of a compilation.
#[derive(Clone, Default)]
pub struct CompileOptions {
    /// The name of the environment, `production` if empty.
    pub environment: Str,
    /// The variables of the class `settings`.
    pub settings: Vec<(Str, Value)>,
    /// The resources that other nodes have exported. Without a store, collectors of exported
    /// resources only log a warning.
    pub exported: Option<Arc<dyn ExportedStore>>,
    /// The resource types of the environment, in addition to those of Puppet.
    pub resource_types: Option<Arc<dyn ResourceTypeSource>>,
}

impl fmt::Debug for CompileOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompileOptions")
            .field("environment", &self.environment)
            .field("settings", &self.settings.len())
            .field("exported", &self.exported.is_some())
            .field("resource_types", &self.resource_types.is_some())
            .finish()
    }
}

/// The source of resource types that are not written in Puppet's language: files of the folder
/// `.resource_types`.
pub trait ResourceTypeSource: Send + Sync {
    /// Returns the text that defines a type, by its lowercase name, or `None`.
    ///
    /// # Errors
    /// Any error ends the compilation.
    fn load(&self, name: &str) -> Result<Option<Source>>;
}

/// A store of exported resources.
pub trait ExportedStore: Send + Sync {
    /// Returns the resources of a type that nodes other than `node` have exported and that a query
    /// matches; `None` matches every resource. The type has capitalized segments.
    ///
    /// # Errors
    /// Any error ends the compilation.
    fn find(
        &self,
        resource_type: &str,
        query: Option<&ExportedQuery>,
        node: &str,
    ) -> Result<Vec<ExportedResource>>;
}

/// The condition of a collector of exported resources.
#[derive(Clone, Debug)]
pub enum ExportedQuery {
    /// The attribute equals the value; the attributes `title` and `tag` are those of the resource.
    Equal(Str, Value),
    /// The attribute does not equal the value.
    NotEqual(Str, Value),
    /// Both conditions hold.
    And(Box<ExportedQuery>, Box<ExportedQuery>),
    /// One of the conditions holds.
    Or(Box<ExportedQuery>, Box<ExportedQuery>),
}

/// A resource that another node has exported.
#[derive(Clone, Debug, Default)]
pub struct ExportedResource {
    /// The type with capitalized segments.
    pub resource_type: Str,
    /// The title.
    pub title: Str,
    /// The parameters in order.
    pub parameters: Vec<(Str, Value)>,
    /// The tags.
    pub tags: Vec<Str>,
    /// The node that exported it.
    pub node: Str,
}

/// The error of a compilation, with Puppet's message and position.
#[derive(Clone, Debug)]
pub struct CompileError(Box<Failure>);

/// Boxed, so that a result stays small.
#[derive(Clone, Debug)]
struct Failure {
    code: Code,
    message: String,
    prefix: &'static str,
    environment: Str,
    file: Option<Str>,
    line: Option<u32>,
    column: Option<u32>,
    logged: Vec<String>,
    node: Str,
    name: Option<&'static str>,
    /// The position at the end of the message, which is not one of Puppet's error.
    mentioned: Place,
}

impl CompileError {
    /// Creates an error without a position.
    #[must_use]
    #[cold]
    pub fn new(code: Code, message: impl Into<String>) -> CompileError {
        CompileError(Box::new(Failure {
            code,
            message: message.into(),
            prefix: "",
            environment: Str::default(),
            file: None,
            line: None,
            column: None,
            logged: Vec::new(),
            node: Str::default(),
            name: None,
            mentioned: Place::default(),
        }))
    }

    /// Sets the position that the message has at its end. Diagnostics use it if there is no other.
    #[must_use]
    pub(crate) fn mentioning(mut self, place: Place) -> CompileError {
        self.0.mentioned = place;
        self
    }

    /// The file, the line and the column of the diagnostic.
    pub(crate) fn position(&self) -> Option<(&Str, u32, Option<u32>)> {
        let own = self.0.file.as_ref().zip(self.0.line);
        let mentioned = (self.0.mentioned.file.as_ref()).zip(self.0.mentioned.line);
        let own = own.map(|(file, line)| (file, line, self.0.column));
        own.or(mentioned.map(|(file, line)| (file, line, None)))
    }

    /// Sets the name of the kind of error, the second part of the identifier of its diagnostic.
    #[must_use]
    pub(crate) fn named(mut self, name: Option<&'static str>) -> CompileError {
        self.0.name = name;
        self
    }

    /// The name of the kind of error.
    pub(crate) fn name(&self) -> Option<&'static str> {
        self.0.name
    }

    /// Sets the position: the file, and optionally the line and the column in characters from 1.
    #[must_use]
    pub fn at(mut self, file: Option<Str>, line: Option<u32>, column: Option<u32>) -> CompileError {
        (self.0.file, self.0.line, self.0.column) = (file, line, column);
        self
    }

    /// Sets the individual errors that the message counts.
    #[must_use]
    pub fn with_logged(mut self, logged: Vec<String>) -> CompileError {
        self.0.logged = logged;
        self
    }

    /// Records that the error is one of parsing the manifests of an environment.
    #[must_use]
    pub fn of_parsing(mut self, environment: &str) -> CompileError {
        self.0.prefix = "Could not parse for environment ";
        self.0.environment = environment.into();
        self
    }

    /// Sets the name of the node.
    #[must_use]
    pub fn on_node(mut self, node: &str) -> CompileError {
        self.0.node = node.into();
        self
    }

    /// The kind of error.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The message without the position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.0.line
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        self.0.column
    }

    /// The individual errors that the message counts.
    #[must_use]
    pub fn logged(&self) -> &[String] {
        &self.0.logged
    }

    /// Returns the text as Puppet's command line writes it, with the position and the node.
    #[must_use]
    pub fn full(&self) -> String {
        let failure = &*self.0;
        let mut text = String::new();
        if !failure.prefix.is_empty() {
            text.push_str(failure.prefix);
            text.push_str(&failure.environment);
            text.push_str(": ");
        }
        text.push_str(&failure.message);
        text.push_str(&place(
            failure.file.as_deref(),
            failure.line,
            failure.column,
        ));
        if !failure.node.is_empty() {
            text.push_str(" on node ");
            text.push_str(&failure.node);
        }
        text
    }

    /// Returns the error with a diagnostic for the position.
    #[must_use]
    pub fn into_error(self) -> Error {
        let mut diagnostic = self.diagnostic();
        if let Some((file, line, column)) = self.position() {
            diagnostic = diagnostic.with_subject(at(line, column.unwrap_or(1)));
            diagnostic.source = Some(Source::new(file.clone(), ""));
        }
        Error::summing_up(self.code(), self.full(), vec![diagnostic])
    }

    /// Returns the diagnostic without its position.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let message = self.message();
        let place = self.0.mentioned.text();
        let diagnostic =
            Reporter::Puppet.error(message.strip_suffix(&*place).unwrap_or(message), "");
        let mut diagnostic = diagnostic.with_code(self.code());
        diagnostic.name = self.name().map(Cow::Borrowed);
        diagnostic
    }
}

/// Returns the empty range at a position of a file whose text is not at hand.
pub(crate) fn at(line: u32, column: u32) -> Range {
    let position = Position {
        line,
        column,
        byte: 0,
    };
    Range {
        start: position,
        end: position,
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full())
    }
}

impl std::error::Error for CompileError {}

/// Returns a position as Puppet appends it to a message, with a leading blank; empty without a
/// file and a line.
pub(crate) fn place(file: Option<&str>, line: Option<u32>, column: Option<u32>) -> String {
    match (file, line, column) {
        (Some(file), Some(line), Some(column)) => {
            format!(" (file: {file}, line: {line}, column: {column})")
        }
        (Some(file), Some(line), None) => format!(" (file: {file}, line: {line})"),
        (Some(file), None, _) => format!(" (file: {file})"),
        (None, Some(line), Some(column)) => format!(" (line: {line}, column: {column})"),
        (None, Some(line), None) => format!(" (line: {line})"),
        (None, None, _) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_error_names_the_position_and_the_node() {
        let error = CompileError::new(Code::Diagnostics, "Syntax error at '}'")
            .at(Some("site.pp".into()), Some(3), Some(1))
            .of_parsing("production")
            .on_node("web");
        assert_eq!(
            error.full(),
            "Could not parse for environment production: Syntax error at '}' (file: site.pp, \
             line: 3, column: 1) on node web"
        );
        let error = CompileError::new(Code::Diagnostics, "x").at(None, Some(3), None);
        assert_eq!(error.into_error().message(), "x (line: 3)");
    }

    #[test]
    fn parameters_are_found_by_name() {
        let resource = CatalogResource {
            resource_type: "File".into(),
            title: "/a".into(),
            parameters: vec![("mode".into(), Value::string("0644"))],
            ..CatalogResource::default()
        };
        assert_eq!(resource.reference(), "File[/a]");
        assert!(resource.parameter("mode").is_some());
        assert!(resource.parameter("owner").is_none());
        assert_eq!(resource.kind.name(), "unknown");
    }
}

//! Spec documents: specs that are written in HCL.
//!
//! The language is that of the `hcldec` command: one block that is the spec, with nested blocks for
//! nested specs. Inside `object`, the label of a block is the name of the attribute, and also the
//! name of the argument or block type to decode unless `name` or `block_type` sets a different one.
//! `function` blocks define functions and `variables` blocks define variables for the decoded
//! bodies.
//!
//! In addition to the language of the command, there are blocks for all other specs: `block_tuple`,
//! `block_object`, `block_attrs`, `block_label`, and `tuple` as an alias of `array`.

use super::functions::{UserFunctions, read_functions_within};
use super::spec::{Count, Presence, Spec};
use super::type_values::evaluate_type;
use crate::body::{Attribute, AttributeSchema, Block, BlockSchema, Body, Content, Schema};
use crate::eval::{DiagnosticSink, Expr, Scope, has_errors};
use crate::functions;
use crate::functions::Function;
use crate::rules::convert_within;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Error, Range, Reporter, Result, in_source};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The result of reading a spec document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SpecDocument {
    /// The spec. Erroneous parts are replaced with null.
    pub spec: Spec,
    /// The variables that the document defines.
    pub variables: BTreeMap<Str, Value>,
    /// The functions that the document defines.
    pub functions: BTreeMap<Str, Function>,
    /// The diagnostics in order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

impl SpecDocument {
    /// The scope of the variables and functions of the document, or `None` if it has neither.
    #[must_use]
    pub fn scope(&self) -> Option<Scope> {
        if self.variables.is_empty() && self.functions.is_empty() {
            return None;
        }
        let mut scope = Scope::new();
        for (name, value) in &self.variables {
            scope.set_if_identifier(name, value.clone());
        }
        for (name, function) in &self.functions {
            // A function whose name is not valid cannot be called, so it can be ignored.
            let _ = scope.set_function(name.clone(), function.clone());
        }
        Some(scope)
    }
}

/// Reads a spec document.
///
/// ```
/// use polycty_hcl::body::parse_config;
/// use polycty_hcl::decode::read_spec;
/// let text = b"object {\n  attr \"port\" {\n    type     = number\n    required = true\n  }\n}\n";
/// let document = read_spec(&parse_config(text, "spec.hcl").body);
/// assert!(document.diagnostics.is_empty());
/// assert!(document.spec.implied_type().field("port").unwrap().ty().is_number());
/// ```
#[must_use]
pub fn read_spec(body: &Body) -> SpecDocument {
    read_spec_within(body, &Budget::standard())
}

/// Reads a spec document with the budget of an operation.
#[must_use]
pub fn read_spec_within(body: &Body, budget: &Budget) -> SpecDocument {
    let UserFunctions {
        functions,
        rest,
        diagnostics,
    } = read_functions_within(body, "function", |_| Some(SCOPE.clone()), budget);
    let mut reader = Reader {
        sink: DiagnosticSink::new(budget),
    };
    reader.sink.report_all(diagnostics);
    let schema = Schema {
        attributes: Vec::new(),
        blocks: vec![block_schema("variables", &[])],
    };
    let (found, rest) = rest.partial_content_within(&schema, budget);
    reader.sink.report_all(found.diagnostics);
    let mut variables = BTreeMap::new();
    for block in found.content.blocks {
        let attributes = block.body.just_attributes_within(budget);
        reader.sink.report_all(attributes.diagnostics);
        for attribute in attributes.content {
            let evaluated = attribute.expr.evaluate_within(Some(&SCOPE), budget);
            reader.sink.report_all(evaluated.diagnostics);
            variables.insert(attribute.name, evaluated.value);
        }
    }
    let one = "A spec file must have exactly one root block specifying how to map to a JSON value.";
    let spec = reader.only_block(&rest, one);
    let spec = spec.filter(|_| !reader.sink.ended());
    let mut diagnostics = reader.sink.into_vec();
    if let Some(source) = body.source() {
        in_source(&mut diagnostics, source);
    }
    SpecDocument {
        spec: spec.unwrap_or_else(nothing),
        variables,
        functions,
        diagnostics,
    }
}

/// The functions that expressions in a spec document can call.
static SCOPE: LazyLock<Scope> = LazyLock::new(|| {
    let mut scope = Scope::new();
    for (name, standard) in [
        ("abs", "absolute"),
        ("coalesce", "coalesce"),
        ("concat", "concat"),
        ("hasindex", "hasindex"),
        ("int", "int"),
        ("jsondecode", "jsondecode"),
        ("jsonencode", "jsonencode"),
        ("length", "length"),
        ("lower", "lower"),
        ("max", "max"),
        ("min", "min"),
        ("reverse", "reverse"),
        ("strlen", "strlen"),
        ("substr", "substr"),
        ("upper", "upper"),
    ] {
        if let Some(standard) = functions::standard_function(standard) {
            let named = scope.set_function(name, standard.function().clone());
            debug_assert!(named.is_ok());
        }
    }
    scope
});

/// The block types of specs.
const SPEC_BLOCKS: [&str; 15] = [
    "object",
    "array",
    "tuple",
    "literal",
    "attr",
    "block",
    "block_list",
    "block_set",
    "block_tuple",
    "block_map",
    "block_object",
    "block_attrs",
    "block_label",
    "default",
    "transform",
];

static UNLABELLED: LazyLock<Schema> = LazyLock::new(|| spec_schema(&[]));
static LABELLED: LazyLock<Schema> = LazyLock::new(|| spec_schema(&["key"]));

fn spec_schema(labels: &[&str]) -> Schema {
    Schema {
        attributes: Vec::new(),
        blocks: SPEC_BLOCKS
            .iter()
            .map(|name| block_schema(name, labels))
            .collect(),
    }
}

fn block_schema(name: &str, labels: &[&str]) -> BlockSchema {
    BlockSchema {
        block_type: name.into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
    }
}

/// Returns the replacement for an erroneous spec.
fn nothing() -> Spec {
    Spec::literal(Value::null(Type::any().clone()))
}

/// Reads specs and collects diagnostics. A method that returns no spec has reported the reason.
struct Reader<'a> {
    sink: DiagnosticSink<'a>,
}

/// The arguments of the block of a spec, and the nested specs.
struct Arguments {
    content: Content,
    rest: Body,
    missing: Range,
    name: Option<Str>,
}

impl Reader<'_> {
    fn spec(&mut self, block: &Block) -> Option<Spec> {
        let body = &block.body;
        let name = block.labels.first();
        let before = self.sink.count();
        let spec = match &*block.block_type {
            "object" => self.object(body),
            "array" | "tuple" => self.tuple(body),
            "literal" => self.literal(body),
            "attr" => self.attribute(body, name),
            "block" => self.block(body, name),
            "block_list" => self.blocks(body, name, "block_list", Spec::block_list),
            "block_set" => self.blocks(body, name, "block_set", Spec::block_set),
            "block_tuple" => self.blocks(body, name, "block_tuple", Spec::block_tuple),
            "block_map" => self.labelled(body, name, "block_map", Spec::block_map),
            "block_object" => self.labelled(body, name, "block_object", Spec::block_object),
            "block_attrs" => self.block_attributes(body, name),
            "block_label" => self.block_label(body, name),
            "default" => self.default(body),
            _ => self.transform(body),
        };
        in_source(self.sink.since_mut(before), &block.source);
        spec
    }

    fn object(&mut self, body: &Body) -> Option<Spec> {
        let found = body.content_within(&LABELLED, self.sink.budget);
        self.sink.report_all(found.diagnostics);
        let mut attributes = Vec::with_capacity(found.content.blocks.len());
        for block in found.content.blocks {
            let spec = self.spec(&block).unwrap_or_else(nothing);
            attributes.extend(block.labels.into_iter().next().map(|name| (name, spec)));
        }
        self.made(Spec::object(attributes), body)
    }

    fn tuple(&mut self, body: &Body) -> Option<Spec> {
        let found = body.content_within(&UNLABELLED, self.sink.budget);
        self.sink.report_all(found.diagnostics);
        let blocks = found.content.blocks.iter();
        let elements = blocks.map(|block| self.spec(block).unwrap_or_else(nothing));
        let elements = elements.collect();
        self.made(Spec::tuple(elements), body)
    }

    fn literal(&mut self, body: &Body) -> Option<Spec> {
        let given = self.arguments(body, None, &[("value", true)], Nested::No)?;
        let evaluated = given
            .content
            .attribute("value")?
            .expr
            .evaluate_within(Some(&SCOPE), self.sink.budget);
        let failed = evaluated.has_errors();
        self.sink.report_all(evaluated.diagnostics);
        (!failed).then(|| Spec::literal(evaluated.value))
    }

    fn attribute(&mut self, body: &Body, name: Option<&Str>) -> Option<Spec> {
        let schema = [("name", false), ("type", false), ("required", false)];
        let given = self.arguments(body, name, &schema, Nested::No)?;
        let before = self.sink.count();
        let name = self.name(&given, "name");
        let presence = self.presence(&given);
        if self.sink.failed_since(before) {
            return None;
        }
        let ty = self.ty(&given, "type");
        let Some(name) = name else {
            return self.refuse(
                "Missing name in attribute spec",
                "The name attribute is required, to specify the attribute name that is expected in an input HCL file.",
                given.missing,
            );
        };
        Some(Spec::attribute(name, ty, presence))
    }

    fn block(&mut self, body: &Body, name: Option<&Str>) -> Option<Spec> {
        let schema = [("block_type", false), ("required", false)];
        let given = self.arguments(body, name, &schema, Nested::Yes)?;
        let before = self.sink.count();
        let name = self.name(&given, "block_type");
        let presence = self.presence(&given);
        if self.sink.failed_since(before) {
            return None;
        }
        let nested = self.nested(&given.rest);
        let name = self.block_type(name, "block", given.missing)?;
        self.made(Spec::block(name, nested, presence), body)
    }

    fn blocks(
        &mut self,
        body: &Body,
        name: Option<&Str>,
        kind: &str,
        make: fn(Str, Spec, Count) -> Result<Spec>,
    ) -> Option<Spec> {
        let schema = [
            ("block_type", false),
            ("min_items", false),
            ("max_items", false),
        ];
        let given = self.arguments(body, name, &schema, Nested::Yes)?;
        let before = self.sink.count();
        let name = self.name(&given, "block_type");
        let min = self.whole(&given, "min_items");
        let max = self.whole(&given, "max_items");
        if self.sink.failed_since(before) {
            return None;
        }
        let nested = self.nested(&given.rest);
        let name = self.block_type(name, kind, given.missing)?;
        let count = Count {
            min: min.unwrap_or_default(),
            max: max.filter(|max| *max > 0),
        };
        self.made(make(name, nested, count), body)
    }

    fn labelled(
        &mut self,
        body: &Body,
        name: Option<&Str>,
        kind: &str,
        make: fn(Str, Vec<Str>, Spec) -> Result<Spec>,
    ) -> Option<Spec> {
        let schema = [("block_type", false), ("labels", true)];
        let given = self.arguments(body, name, &schema, Nested::Yes)?;
        let before = self.sink.count();
        let name = self.name(&given, "block_type");
        let labels = self.labels(&given);
        if self.sink.failed_since(before) {
            return None;
        }
        let nested = self.nested(&given.rest);
        let name = self.block_type(name, kind, given.missing)?;
        if labels.is_empty() {
            let detail = format!("A {kind} must have at least one label specified.");
            return self.refuse("Invalid block label name list", &detail, given.missing);
        }
        let spec = self.made(make(name, labels, nested), body)?;
        if kind == "block_map" && spec.is_dynamic() {
            return self.refuse(
                "Invalid block_map spec",
                "A block_map spec may not contain attributes with type 'any'.",
                given.missing,
            );
        }
        Some(spec)
    }

    fn block_attributes(&mut self, body: &Body, name: Option<&Str>) -> Option<Spec> {
        let schema = [
            ("block_type", false),
            ("element_type", false),
            ("required", false),
        ];
        let given = self.arguments(body, name, &schema, Nested::No)?;
        let before = self.sink.count();
        let name = self.name(&given, "block_type");
        let presence = self.presence(&given);
        if self.sink.failed_since(before) {
            return None;
        }
        let element = self.ty(&given, "element_type");
        let name = self.block_type(name, "block_attrs", given.missing)?;
        self.made(Spec::block_attributes(name, element, presence), body)
    }

    fn block_label(&mut self, body: &Body, name: Option<&Str>) -> Option<Spec> {
        let schema = [("index", true), ("name", false)];
        let given = self.arguments(body, name, &schema, Nested::No)?;
        let before = self.sink.count();
        let name = self.name(&given, "name");
        let index = self.whole(&given, "index");
        if self.sink.failed_since(before) {
            return None;
        }
        let Some(name) = name else {
            return self.refuse(
                "Missing name in block_label spec",
                "The name attribute is required, to specify what the label is called.",
                given.missing,
            );
        };
        self.made(Spec::block_label(index.unwrap_or_default(), name), body)
    }

    /// Reads a spec whose value is the first non-null value of any number of specs.
    fn default(&mut self, body: &Body) -> Option<Spec> {
        let found = body.content_within(&UNLABELLED, self.sink.budget);
        let failed = has_errors(&found.diagnostics);
        self.sink.report_all(found.diagnostics);
        let blocks = found.content.blocks;
        if blocks.is_empty() {
            if failed {
                return None;
            }
            return self.refuse(
                "Missing spec block",
                "A default block must have at least one nested spec, each specifying a possible outcome.",
                body.missing_item_range(),
            );
        }
        if let ([only], false) = (&*blocks, failed) {
            let mut diagnostic = Reporter::Hcl.error(
                "Useless default block",
                "A default block with only one spec is equivalent to using that spec alone.",
            );
            diagnostic.severity = polycty_core::source::Severity::Warning;
            self.sink.report(diagnostic.with_subject(only.def_range));
        }
        let mut spec: Option<Spec> = None;
        for block in &blocks {
            let before = self.sink.count();
            let next = self.spec(block);
            if self.sink.failed_since(before) {
                continue;
            }
            spec = match (spec, next) {
                (Some(primary), Some(next)) => self.made(Spec::default(primary, next), body),
                (spec, next) => spec.or(next),
            };
        }
        spec
    }

    fn transform(&mut self, body: &Body) -> Option<Spec> {
        let given = self.arguments(body, None, &[("result", false)], Nested::Yes)?;
        let result = match given.content.attribute("result") {
            Some(result) => result.expr.clone(),
            None => Expr::Value(Value::null(Type::any().clone()), given.missing),
        };
        let found = given.rest.content_within(&UNLABELLED, self.sink.budget);
        let failed = has_errors(&found.diagnostics);
        self.sink.report_all(found.diagnostics);
        let [block] = &*found.content.blocks else {
            if failed {
                return None;
            }
            return self.refuse(
                "Invalid transform spec",
                "A transform spec block must have exactly one nested spec block.",
                given.missing,
            );
        };
        let wrapped = self.spec(block).unwrap_or_else(nothing);
        self.made(
            Spec::transform_expr_within(wrapped, result, "nested", &SCOPE, self.sink.budget),
            body,
        )
    }

    /// Reads the spec of the bodies of blocks.
    fn nested(&mut self, body: &Body) -> Spec {
        let one = "A block spec must have exactly one child spec specifying how to decode block contents.";
        self.only_block(body, one).unwrap_or_else(nothing)
    }

    /// Reads the only spec of a body.
    fn only_block(&mut self, body: &Body, one: &str) -> Option<Spec> {
        let found = body.content_within(&UNLABELLED, self.sink.budget);
        let failed = has_errors(&found.diagnostics);
        self.sink.report_all(found.diagnostics);
        match &*found.content.blocks {
            [block] => self.spec(block),
            [] if failed => None,
            [] => self.refuse("Missing spec block", one, body.missing_item_range()),
            [_, second, ..] => self.refuse("Extraneous spec block", one, second.def_range),
        }
    }

    fn arguments(
        &mut self,
        body: &Body,
        name: Option<&Str>,
        attributes: &[(&str, bool)],
        nested: Nested,
    ) -> Option<Arguments> {
        let attribute = |(name, required): &(&str, bool)| AttributeSchema {
            name: (*name).into(),
            required: *required,
        };
        let schema = Schema {
            attributes: attributes.iter().map(attribute).collect(),
            blocks: Vec::new(),
        };
        let (found, rest) = match nested {
            Nested::Yes => body.partial_content_within(&schema, self.sink.budget),
            Nested::No => (body.content_within(&schema, self.sink.budget), body.clone()),
        };
        let failed = has_errors(&found.diagnostics);
        self.sink.report_all(found.diagnostics);
        (!failed).then(|| Arguments {
            content: found.content,
            rest,
            missing: body.missing_item_range(),
            name: name.cloned(),
        })
    }

    /// Returns the name set by an argument, or otherwise the label; `None` if it is empty.
    fn name(&mut self, given: &Arguments, attribute: &str) -> Option<Str> {
        let value = self.value(given, attribute, Type::string());
        let name = match &value {
            Some(value) if !value.is_null() => value.as_str().map(Str::from),
            _ => given.name.clone(),
        };
        name.filter(|name| !name.is_empty())
    }

    fn block_type(&mut self, name: Option<Str>, kind: &str, missing: Range) -> Option<Str> {
        if name.is_none() {
            self.refuse(
                &format!("Missing block_type in {kind} spec"),
                "The block_type attribute is required, to specify the block type name that is expected in an input HCL file.",
                missing,
            );
        }
        name
    }

    fn presence(&mut self, given: &Arguments) -> Presence {
        let value = self.value(given, "required", Type::bool());
        match value.and_then(|value| value.as_bool()) {
            Some(true) => Presence::Required,
            _ => Presence::Optional,
        }
    }

    fn ty(&mut self, given: &Arguments, attribute: &str) -> Type {
        let Some(attribute) = given.content.attribute(attribute) else {
            return Type::any().clone();
        };
        let (ty, diagnostics) = evaluate_type(&attribute.expr, self.sink.budget);
        self.sink.report_all(diagnostics);
        ty
    }

    /// Returns a count. A negative number counts as zero.
    fn whole(&mut self, given: &Arguments, attribute: &str) -> Option<usize> {
        let value = self.value(given, attribute, Type::number())?;
        let number = value.as_number()?;
        match number.to_i64() {
            Some(whole) => Some(usize::try_from(whole).unwrap_or_default()),
            None => {
                let attribute = given.content.attribute(attribute)?;
                let wanted = format!(
                    "value must be a whole number, between {} and {}",
                    i64::MIN,
                    i64::MAX
                );
                self.unsuitable(attribute, &wanted);
                None
            }
        }
    }

    fn labels(&mut self, given: &Arguments) -> Vec<Str> {
        let Ok(strings) = Type::list(Type::string().clone()) else {
            return Vec::new();
        };
        let Some(value) = self.value(given, "labels", &strings) else {
            return Vec::new();
        };
        let mut labels = Vec::new();
        for part in value.parts().unwrap_or_default() {
            match part.as_str() {
                Some(label) => labels.push(label.into()),
                None => {
                    if let Some(attribute) = given.content.attribute("labels") {
                        self.unsuitable(attribute, "null value is not allowed");
                    }
                    return Vec::new();
                }
            }
        }
        labels
    }

    /// Returns the value of an argument, converted to a type; `None` if it is missing or invalid.
    fn value(&mut self, given: &Arguments, attribute: &str, ty: &Type) -> Option<Value> {
        let attribute = given.content.attribute(attribute)?;
        let evaluated = attribute.expr.evaluate_within(None, self.sink.budget);
        let failed = evaluated.has_errors();
        self.sink.report_all(evaluated.diagnostics);
        match convert_within(&evaluated.value, ty, self.sink.budget) {
            Ok(value) if value.is_known() => return Some(value),
            Ok(_) if failed => self.unsuitable(attribute, "value must be known"),
            Ok(_) => {}
            Err(error) => self.unsuitable(attribute, error.message()),
        }
        None
    }

    fn unsuitable(&mut self, attribute: &Attribute, why: &str) {
        let diagnostic =
            Reporter::Hcl.error("Unsuitable value type", format!("Unsuitable value: {why}"));
        self.sink.report(
            diagnostic
                .with_subject(attribute.expr.start_range())
                .with_context(attribute.expr.range()),
        );
    }

    fn made(&mut self, made: Result<Spec>, body: &Body) -> Option<Spec> {
        match made {
            Ok(spec) => Some(spec),
            Err(error) => self.refused(&error, body.missing_item_range()),
        }
    }

    #[cold]
    fn refused(&mut self, error: &Error, at: Range) -> Option<Spec> {
        self.refuse("Invalid spec", &error.sentence(), at)
    }

    #[cold]
    fn refuse(&mut self, summary: &str, detail: &str, at: Range) -> Option<Spec> {
        let diagnostic = Reporter::Hcl.error(summary, detail).with_subject(at);
        self.sink.report(diagnostic);
        None
    }
}

/// Whether the block of a spec contains nested specs in addition to its arguments.
#[derive(Clone, Copy)]
enum Nested {
    No,
    Yes,
}

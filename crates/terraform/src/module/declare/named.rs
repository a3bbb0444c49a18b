//! Variables, local values and outputs.

use super::super::files::FileRole;
use super::super::ignored::report_ignored;
use super::super::inventory::{Constraint, Declared, Local, Output, Rule, Variable};
use super::super::release::Release;
use super::super::sink::{DiagnosticSink, Location};
use super::argument::{
    depends_on, is_name, name_place, of_type, quoted, rule, rules, schema, text, truth, value_place,
};
use super::{NAME, Reader, TYPE};
use polycty_core::calls::cost;
use polycty_core::source::Result;
use polycty_core::text::Quoted;
use polycty_core::types::{Flags, Str, Type};
use polycty_core::values::Value;
use polycty_hcl::TypeNotation;
use polycty_hcl::body::{Attribute, Block, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert_by;
use polycty_hcl::syntax::{Traversal, TraversalStepKind};
use std::sync::LazyLock;

/// Names that a variable cannot have because they are meta-arguments of `module` blocks.
const RESERVED: [&str; 9] = [
    "source",
    "version",
    "count",
    "for_each",
    "depends_on",
    "providers",
    "lifecycle",
    "locals",
    "provider",
];

impl Reader<'_, '_> {
    pub(crate) fn variable(&mut self, block: &Block) -> Result<Variable> {
        static VARIABLE: LazyLock<Schema> = LazyLock::new(|| variable_schema(&[]));
        static SINCE_1_15: LazyLock<Schema> =
            LazyLock::new(|| variable_schema(&["const", "deprecated"]));
        let schema: &Schema = if self.sink.release.is_tofu_or_since(Release::V1_15) {
            &SINCE_1_15
        } else {
            &VARIABLE
        };
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid variable name")?;
        let name = block.labels[0].clone();
        let is_reserved = RESERVED.contains(&&*name)
            || (&*name == "ignore_nested_deprecations" && self.sink.release >= Release::V1_15);
        if is_reserved {
            let place = Location::new(&block.source, block.label_ranges[0]);
            self.sink.report(place.error(
                "Invalid variable name",
                format!(
                    "The variable name {} is reserved due to its special meaning inside module blocks.",
                    Quoted(&name)
                ),
            ))?;
        }
        let description = text(&content, "description", self.sink)?;
        let constraint = match content.attribute("type") {
            Some(attribute) => self.constraint(attribute, TypeOf::Variable)?,
            None => None,
        };
        let sensitive = truth(&content, "sensitive", self.sink)?;
        let ephemeral = truth(&content, "ephemeral", self.sink)?;
        let nullable = truth(&content, "nullable", self.sink)?;
        let constant = truth(&content, "const", self.sink)?;
        let deprecated = text(&content, "deprecated", self.sink)?;
        self.check_deprecated(block, deprecated.as_deref())?;
        if constant == Some(true) && !self.sink.release.is_tofu() {
            let place = Location::new(&block.source, block.def_range);
            for (is, word) in [(sensitive, "sensitive"), (ephemeral, "ephemeral")] {
                if is == Some(true) {
                    self.sink.report(place.error(
                        format!("Const variable cannot be {word}"),
                        format!("A variable that is marked as \"const\" cannot also be marked as \"{word}\"."),
                    ))?;
                }
            }
        }
        let default = match content.attribute("default") {
            Some(attribute) => {
                let is_wrong = nullable.is_none() && content.attribute("nullable").is_some();
                let nullable = if is_wrong && self.sink.release >= Release::V1_12 {
                    Some(false)
                } else {
                    nullable
                };
                self.default(attribute, constraint.as_ref(), nullable)?
            }
            None => None,
        };
        let mut validations = Vec::new();
        for inner in of_type(&content.blocks, "validation") {
            if self.role == FileRole::Override {
                let place = Location::new(&inner.source, inner.def_range);
                self.sink.report(place.error(
                    "Can't override validation blocks",
                    "Override files cannot override \"validation\" blocks.",
                ))?;
            }
            validations.extend(self.validation(&name, inner)?);
        }
        Ok(Variable {
            name,
            declared: Declared::new(block),
            constraint,
            default,
            description,
            sensitive,
            ephemeral,
            nullable,
            constant,
            deprecated,
            validations,
        })
    }

    /// Reports a blank message of a deprecation, which OpenTofu does not accept.
    fn check_deprecated(&mut self, block: &Block, message: Option<&str>) -> Result<()> {
        let is_blank = message.is_some_and(|message| message.trim().is_empty());
        if !self.sink.release.is_tofu() || !is_blank {
            return Ok(());
        }
        let place = Location::new(&block.source, block.label_ranges[0]);
        self.sink.report(place.error(
            "Invalid `deprecated` value",
            format!(
                "The \"deprecated\" argument must not be empty, and should provide instructions on how to migrate away from usage of this deprecated {}.",
                block.block_type
            ),
        ))
    }

    /// Reads the type of a variable or an output.
    fn constraint(&mut self, attribute: &Attribute, of: TypeOf) -> Result<Option<Constraint>> {
        let place = value_place(attribute);
        // Many variables have the same type text.
        let native = Some(&attribute.expr).filter(|expr| matches!(expr, Expr::Native(_)));
        let known = native
            .and_then(Expr::text)
            .and_then(|text| self.types.get_key_value(text));
        if let Some((text, read)) = known {
            self.sink.budget.charge(1)?;
            return Ok(Some(Constraint {
                ty: read.ty.clone(),
                defaults: read.defaults.clone(),
                text: text.clone(),
                place,
            }));
        }
        if of == TypeOf::Variable
            && let Some(written) = quoted(&attribute.expr)
        {
            let detail = |instead: &str| {
                format!(
                    "Terraform 0.11 and earlier required type constraints to be given in quotes, but that form is now deprecated and will be removed in a future version of Terraform. Remove the quotes around {instead}"
                )
            };
            const QUOTES: &str = "Invalid quoted type constraints";
            let diagnostic = match &*written {
                "string" => place.error(QUOTES, detail("\"string\".")),
                "list" => place.error(QUOTES, detail("\"list\" and write list(string) instead to explicitly indicate that the list elements are strings.")),
                "map" => place.error(QUOTES, detail("\"map\" and write map(string) instead to explicitly indicate that the map elements are strings.")),
                _ => place.error(
                    "Invalid legacy variable type hint",
                    "To provide a full type expression, remove the surrounding quotes and give the type expression directly.",
                ),
            };
            self.sink.report(diagnostic)?;
            return Ok(None);
        }
        // In JSON, the type is written as a string.
        let text: Option<Str> = match &attribute.expr {
            json @ Expr::Json(_) => {
                let evaluated = json.evaluate_within(None, self.sink.budget);
                evaluated.value.as_str().map(Str::from)
            }
            native => native.text().map(Str::from),
        };
        let text = text.unwrap_or_default();
        // Shorthands from releases before types had element types.
        let is_word = |native: &Expr| match &*text {
            "list" | "map" => true,
            _ => matches!(native, Expr::Json(_)),
        };
        let word = Some(&attribute.expr).filter(|expr| of == TypeOf::Variable && is_word(expr));
        let shorthand = match word.and_then(Expr::keyword).as_deref() {
            Some("list") => Some(Type::list(Type::any().clone())),
            Some("map") => Some(Type::map(Type::any().clone())),
            _ => None,
        };
        if let Some(Ok(ty)) = shorthand {
            let defaults = None;
            return Ok(Some(Constraint {
                ty,
                defaults,
                text,
                place,
            }));
        }
        let budget = self.sink.budget;
        match attribute
            .expr
            .as_type_within(TypeNotation::Defaults, budget)
        {
            Ok(read) => {
                if let Expr::Native(_) = &attribute.expr {
                    budget.hold(TYPE + text.len() as u64)?;
                    self.types.insert(text.clone(), read.clone());
                }
                Ok(Some(Constraint {
                    ty: read.ty,
                    defaults: read.defaults,
                    text,
                    place,
                }))
            }
            Err(diagnostics) => {
                self.sink.report_all(diagnostics)?;
                Ok(None)
            }
        }
    }

    /// Converts the default of a variable to the variable's type.
    fn default(
        &mut self,
        attribute: &Attribute,
        constraint: Option<&Constraint>,
        nullable: Option<bool>,
    ) -> Result<Option<Value>> {
        if let (Some(constraint), true) = (constraint, self.sink.release.is_tofu()) {
            let source = &attribute.source;
            report_ignored(&attribute.expr, &constraint.ty, None, source, self.sink)?;
        }
        if let Some(constraint) = constraint
            && let Some(value) = constant(&attribute.expr, constraint, self.sink)
        {
            return Ok(Some(value));
        }
        let evaluated = attribute.expr.evaluate_within(None, self.sink.budget);
        let sound = self.sink.report_all(evaluated.diagnostics)?;
        let mut value = evaluated.value;
        let place = value_place(attribute);
        const INVALID: &str = "Invalid default value for variable";
        if let Some(constraint) = constraint {
            match fitted(&value, constraint, self.sink) {
                Ok(fit) => value = fit,
                Err(error) if error.code().is_refusal() => return Err(error),
                Err(error) => {
                    let path = if error.path().is_empty() {
                        String::new()
                    } else {
                        format!("{}: ", error.path())
                    };
                    let detail = format!(
                        "This default value is not compatible with the variable's type constraint: {path}{}.",
                        self.sink.reason(&error)
                    );
                    self.sink.report(place.error(INVALID, detail))?;
                    value = Value::dynamic();
                }
            }
        }
        if nullable == Some(false) && value.is_null() {
            let detail = "A null default value is not valid when nullable=false.";
            self.sink.report(place.error(INVALID, detail))?;
        }
        Ok(Some(if sound { value } else { Value::dynamic() }))
    }

    fn validation(&mut self, name: &Str, block: &Block) -> Result<Option<Rule>> {
        let before = self.sink.count();
        let rule = rule(block, self.sink)?;
        // If a part of the block is missing, the condition is still checked.
        let condition = match &rule {
            Some(rule) => Some(rule.condition.clone()),
            None if self.sink.failed_since(before) => {
                let declared = Declared::new(block);
                let argument = declared.argument("condition", self.sink.budget)?;
                argument.map(|argument| argument.expr)
            }
            None => None,
        };
        if let Some(condition) = condition {
            let refers = |traversal: &Traversal| match &*traversal.steps {
                [root, step, ..] => {
                    matches!(&root.kind, TraversalStepKind::Root(root) if &**root == "var")
                        && matches!(&step.kind, TraversalStepKind::Attr(attr) if attr == name)
                }
                _ => false,
            };
            if !condition.variables().iter().any(refers) {
                let place = Location::new(&block.source, condition.range());
                self.sink.report(place.error(
                    "Invalid variable validation condition",
                    format!("The condition for variable {} must refer to var.{name} in order to test incoming values.", Quoted(name)),
                ))?;
            }
        }
        Ok(rule)
    }

    pub(crate) fn locals(&mut self, block: &Block, into: &mut Vec<Local>) -> Result<()> {
        let found = block.body.just_attributes_within(self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        for attribute in found.content {
            if !is_name(&attribute.name) {
                let diagnostic = name_place(&attribute).error("Invalid local value name", NAME);
                self.sink.report(diagnostic)?;
            }
            into.push(Local {
                place: Location::new(&attribute.source, attribute.range),
                name: attribute.name,
                value: attribute.expr,
            });
        }
        Ok(())
    }

    pub(crate) fn output(&mut self, block: &Block) -> Result<Output> {
        static PRIMARY: LazyLock<Schema> = LazyLock::new(|| output_schema("value!", &[]));
        static OVERRIDE: LazyLock<Schema> = LazyLock::new(|| output_schema("value", &[]));
        static NEWER: [&str; 2] = ["deprecated", "type"];
        static NEW: LazyLock<Schema> = LazyLock::new(|| output_schema("value!", &NEWER));
        static NEW_OVERRIDE: LazyLock<Schema> = LazyLock::new(|| output_schema("value", &NEWER));
        static OF_TOFU: LazyLock<Schema> = LazyLock::new(|| output_schema("value!", &NEWER[..1]));
        static TOFU_OVERRIDE: LazyLock<Schema> =
            LazyLock::new(|| output_schema("value", &NEWER[..1]));
        let is_new = self.sink.release >= Release::V1_15;
        let schema: &Schema = match (self.role, is_new) {
            (FileRole::Primary, _) if self.sink.release.is_tofu() => &OF_TOFU,
            (FileRole::Override, _) if self.sink.release.is_tofu() => &TOFU_OVERRIDE,
            (FileRole::Primary, false) => &PRIMARY,
            (FileRole::Override, false) => &OVERRIDE,
            (FileRole::Primary, true) => &NEW,
            (FileRole::Override, true) => &NEW_OVERRIDE,
        };
        let found = block.body.content_within(schema, self.sink.budget);
        self.sink.report_all(found.diagnostics)?;
        let content = found.content;
        self.check_name(block, 0, "Invalid output name")?;
        let description = text(&content, "description", self.sink)?;
        let sensitive = truth(&content, "sensitive", self.sink)?;
        let ephemeral = truth(&content, "ephemeral", self.sink)?;
        let constraint = match content.attribute("type") {
            Some(attribute) => self.constraint(attribute, TypeOf::Output)?,
            None => None,
        };
        let deprecated = text(&content, "deprecated", self.sink)?;
        self.check_deprecated(block, deprecated.as_deref())?;
        let deprecated = deprecated.and_then(|message| {
            let attribute = content.attribute("deprecated")?;
            Some((message, Location::new(&attribute.source, attribute.range)))
        });
        for block in of_type(&content.blocks, "postcondition") {
            let place = Location::new(&block.source, block.type_range);
            self.sink.report(place.error(
                "Postconditions are not allowed",
                "Output values can only have preconditions, not postconditions.",
            ))?;
        }
        let value = content.attribute("value");
        Ok(Output {
            name: block.labels[0].clone(),
            declared: Declared::new(block),
            value: value.map(|attribute| attribute.expr.clone()),
            description,
            sensitive,
            ephemeral,
            constraint,
            deprecated,
            depends_on: depends_on(&content, self.sink)?,
            preconditions: rules(&content.blocks, "precondition", self.sink)?,
        })
    }
}

/// The declaration that a type belongs to. Only variables support the forms of older releases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeOf {
    Variable,
    Output,
}

fn variable_schema(newer: &[&str]) -> Schema {
    let mut arguments = vec![
        "description",
        "default",
        "type",
        "sensitive",
        "ephemeral",
        "nullable",
    ];
    arguments.extend(newer);
    schema(&arguments, &[("validation", &[])])
}

fn output_schema(value: &str, newer: &[&str]) -> Schema {
    let mut arguments = vec!["description", value, "depends_on", "sensitive", "ephemeral"];
    arguments.extend(newer);
    schema(&arguments, &[("precondition", &[]), ("postcondition", &[])])
}

/// Returns the value of an expression that consists of literals, with the result of [`fitted`], or
/// `None` if it needs evaluation. The value is never null.
pub(crate) fn constant(
    expr: &Expr,
    constraint: &Constraint,
    sink: &mut DiagnosticSink<'_>,
) -> Option<Value> {
    let Expr::Native(expression) = expr else {
        return None;
    };
    let defaults = constraint.defaults.as_deref();
    let conversions = &mut sink.conversions;
    conversions.constant(expression, &constraint.ty, defaults, sink.budget)
}

/// Converts a value to a type, with the defaults of omitted attributes.
///
/// # Errors
/// - The conversion error.
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn fitted(
    value: &Value,
    constraint: &Constraint,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Value> {
    let budget = sink.budget;
    let filled = match &constraint.defaults {
        Some(defaults) if !value.is_null() => {
            cost::remake_value(value, budget)?;
            defaults.apply_within(value, budget)?
        }
        _ => value.clone(),
    };
    let fit = convert_by(&mut sink.conversions, &filled, &constraint.ty, budget)?;
    // The type of an unknown value has no optional attributes, as no type of a value has any.
    if !fit.is_known() && fit.ty().has(Flags::OPTIONAL_FIELD) {
        let bare = constraint.ty.without_optional_fields()?;
        return Ok(Value::unknown(bare).with_marks(&fit.marks()));
    }
    Ok(fit)
}

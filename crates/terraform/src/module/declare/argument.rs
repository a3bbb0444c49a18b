//! Arguments that Terraform itself evaluates, and the blocks that all kinds of declarations have.

use super::super::inventory::{Dependency, Repetition, Rule};
use super::super::release::Release;
use super::super::sink::{DiagnosticSink, Location};
use polycty_core::source::Range;
use polycty_core::source::{Diagnostic, Position, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::body::{Attribute, AttributeSchema, Block, BlockSchema, Content, Schema};
use polycty_hcl::eval::{Expr, Form};
use polycty_hcl::functions::define::convert;
use polycty_hcl::syntax::{Traversal, is_identifier, parse_traversal_within};
use std::sync::LazyLock;

/// A schema of arguments and of blocks with the names of their labels. A name that ends in `!` is a
/// required argument.
pub(crate) fn schema(arguments: &[&str], blocks: &[(&str, &[&str])]) -> Schema {
    let attributes = arguments.iter().map(|name| AttributeSchema {
        name: name.trim_end_matches('!').into(),
        required: name.ends_with('!'),
    });
    let blocks = blocks.iter().map(|(block_type, labels)| BlockSchema {
        block_type: (*block_type).into(),
        labels: labels.iter().map(|label| Str::from(*label)).collect(),
    });
    Schema {
        attributes: attributes.collect(),
        blocks: blocks.collect(),
    }
}

/// Returns whether a name is valid for a declaration.
pub(crate) fn is_name(name: &str) -> bool {
    is_identifier(name)
}

/// The position of the value of an argument.
pub(crate) fn value_place(attribute: &Attribute) -> Location {
    Location::new(&attribute.source, attribute.expr.range())
}

/// The position of the name of an argument.
pub(crate) fn name_place(attribute: &Attribute) -> Location {
    Location::new(&attribute.source, attribute.name_range)
}

/// Evaluates an argument without variables and converts it to a type. Returns `None` if that fails,
/// which is reported.
fn constant(
    attribute: &Attribute,
    ty: &Type,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<Value>> {
    if let Expr::Native(expression) = &attribute.expr {
        let conversions = &mut sink.conversions;
        let value = conversions.constant(expression, ty, None, sink.budget);
        if value.is_some() {
            return Ok(value);
        }
    }
    let evaluated = attribute.expr.evaluate_within(None, sink.budget);
    let sound = sink.report_all(evaluated.diagnostics)?;
    let wrong = match convert(&evaluated.value, ty, sink.budget) {
        Ok(value) if !value.is_known() => "value must be known".to_owned(),
        Ok(value) if value.is_null() => "null value is not allowed".to_owned(),
        Ok(value) if sound => return Ok(Some(value)),
        Ok(_) => return Ok(None),
        Err(error) if error.code().is_refusal() => return Err(error),
        Err(error) => sink.reason(&error).into_owned(),
    };
    let place = Location::new(&attribute.source, attribute.expr.start_range());
    let diagnostic = place.error(
        "Unsuitable value type",
        format!("Unsuitable value: {wrong}"),
    );
    sink.report(diagnostic.with_context(attribute.expr.range()))?;
    Ok(None)
}

/// Reads a bool argument.
pub(crate) fn truth(
    content: &Content,
    name: &str,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<bool>> {
    match content.attribute(name) {
        Some(attribute) => {
            Ok(constant(attribute, Type::bool(), sink)?.and_then(|value| value.as_bool()))
        }
        None => Ok(None),
    }
}

/// Reads a string argument.
pub(crate) fn text(
    content: &Content,
    name: &str,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<Str>> {
    match content.attribute(name) {
        Some(attribute) => text_of(attribute, sink),
        None => Ok(None),
    }
}

/// Evaluates a string argument.
pub(crate) fn text_of(attribute: &Attribute, sink: &mut DiagnosticSink<'_>) -> Result<Option<Str>> {
    let value = constant(attribute, Type::string(), sink)?;
    Ok(value.and_then(|value| Some(value.as_str()?.into())))
}

/// Reads `count` and `for_each`, which exclude each other.
pub(crate) fn repetition(content: &Content, sink: &mut DiagnosticSink<'_>) -> Result<Repetition> {
    let (count, each) = (content.attribute("count"), content.attribute("for_each"));
    if sink.release.is_tofu() {
        // `enabled` excludes both, too: all three are checked when it has been read.
        return Ok(repetition_of(count, each));
    }
    if let (Some(_), Some(each)) = (count, each) {
        sink.report(name_place(each).error(
            "Invalid combination of \"count\" and \"for_each\"",
            "The \"count\" and \"for_each\" meta-arguments are mutually-exclusive, only one should be used to be explicit about the number of resources to be created.",
        ))?;
    }
    Ok(repetition_of(count, each))
}

fn repetition_of(count: Option<&Attribute>, each: Option<&Attribute>) -> Repetition {
    match (count, each) {
        (Some(count), _) => Repetition::Count(count.expr.clone()),
        (None, Some(each)) => Repetition::ForEach(each.expr.clone()),
        (None, None) => Repetition::Single,
    }
}

/// Adds the `enabled` argument of a `lifecycle` block to the repetition of OpenTofu. It excludes
/// `count` and `for_each`, which exclude each other. `what` names the instances.
pub(crate) fn with_enabled(
    repetition: &mut Repetition,
    content: &Content,
    enabled: Option<&Attribute>,
    what: &str,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let all = [
        ("\"count\"", content.attribute("count")),
        ("\"enabled\"", enabled),
        ("\"for_each\"", content.attribute("for_each")),
    ];
    let found = all.iter();
    let found: Vec<(&str, Range, &Attribute)> = found
        .filter_map(|(word, attribute)| Some((*word, (*attribute)?.name_range, (*attribute)?)))
        .collect();
    if let (Some((_, _, one)), true) = (found.first(), found.len() > 1) {
        let names = match &found[..] {
            [a, b] => format!("{} and {}", a.0, b.0),
            [a, b, c] => format!("{}, {}, and {}", a.0, b.0, c.0),
            _ => String::new(),
        };
        let whole = found.iter().map(|(_, range, _)| *range);
        let whole = whole.reduce(|a, b| Range {
            start: a.start.min(b.start),
            end: a.end.max(b.end),
        });
        sink.report(Location::new(&one.source, whole.unwrap_or(one.name_range)).error(
            format!("Invalid combination of {names}"),
            format!("The {names} meta-arguments are mutually-exclusive. Only one should be used to be explicit about the number of {what} to be created."),
        ))?;
    }
    if let (Repetition::Single, Some(enabled)) = (&*repetition, enabled) {
        *repetition = Repetition::Enabled(enabled.expr.clone());
    }
    Ok(())
}

/// Reads `depends_on`.
pub(crate) fn depends_on(
    content: &Content,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Dependency>> {
    match content.attribute("depends_on") {
        Some(attribute) => depends_on_of(attribute, sink),
        None => Ok(Vec::new()),
    }
}

/// Reads an argument that is a list of references.
pub(crate) fn depends_on_of(
    attribute: &Attribute,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Dependency>> {
    let list = match attribute.expr.static_list() {
        Ok(list) => list,
        Err(diagnostic) => {
            sink.report(
                Location::new(&attribute.source, attribute.expr.start_range()).at(*diagnostic),
            )?;
            return Ok(Vec::new());
        }
    };
    let mut found = Vec::new();
    for part in sink.budget.charged(list)? {
        if let Some(on) = reference(&part, &attribute.source, sink)? {
            let is_action = on.root().is_some_and(|root| &**root == "action");
            if is_action && sink.release >= Release::V1_14 {
                let place = Location::new(&attribute.source, part.range());
                sink.report(place.error(
                    "Invalid depends_on Action Reference",
                    "The depends_on attribute cannot reference action blocks directly. You must reference a resource or data source instead.",
                ))?;
                continue;
            }
            found.push(Dependency {
                on,
                source: attribute.source.clone(),
            });
        }
    }
    Ok(found)
}

/// The detail of the warning about a reference in quotes.
const QUOTED: &str = "In this context, references are expected literally rather than in quotes. Terraform 0.11 and earlier required quotes, but quoted references are now deprecated and will be removed in a future version of Terraform. Remove the quotes surrounding this reference to silence this warning.";

/// Reads an expression as a reference, without evaluating it. Native syntax allows the old form in
/// quotes.
pub(crate) fn reference(
    expr: &Expr,
    source: &polycty_core::source::Source,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<Traversal>> {
    if let Some(written) = quoted(expr) {
        let place = Location::new(source, expr.range());
        sink.report(place.warning("Quoted references are deprecated", QUOTED))?;
        let mut start: Position = expr.range().start;
        start.byte += 1;
        start.column += 1;
        let budget = sink.budget;
        let parsed = parse_traversal_within(written.as_bytes(), &source.name, start, budget);
        let sound = sink.report_parsed(parsed.diagnostics)?;
        return Ok(sound.then_some(parsed.root));
    }
    match expr.absolute_traversal_within(sink.budget) {
        Ok(traversal) => Ok(Some(traversal)),
        Err(diagnostic) => {
            sink.report(*diagnostic)?;
            Ok(None)
        }
    }
}

const QUOTED_KEYWORD: &str = "In this context, keywords are expected literally rather than in quotes. Terraform 0.11 and earlier required quotes, but quoted keywords are now deprecated and will be removed in a future version of Terraform. Remove the quotes surrounding this keyword to silence this warning.";

/// Reads an expression as a keyword. Native syntax allows the old form in quotes.
pub(crate) fn keyword(
    expr: &Expr,
    source: &polycty_core::source::Source,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<String>> {
    let Some(written) = quoted(expr) else {
        return Ok(expr.keyword().map(|keyword| keyword.to_string()));
    };
    let place = Location::new(source, expr.range());
    sink.report(place.warning("Quoted keywords are deprecated", QUOTED_KEYWORD))?;
    Ok(Some(written))
}

/// Returns the text in the quotes of an expression in native syntax that is a plain string.
pub(crate) fn quoted(expr: &Expr) -> Option<String> {
    if !matches!(expr, Expr::Native(_)) || !matches!(expr.form(), Form::Template | Form::Literal) {
        return None;
    }
    let text = expr.text()?.strip_prefix('"')?.strip_suffix('"')?;
    let plain = !text.contains(['"', '\\', '$', '%']);
    plain.then(|| text.to_owned())
}

static RULE: LazyLock<Schema> = LazyLock::new(|| schema(&["condition!", "error_message!"], &[]));

/// Reads the rules in blocks of a type.
pub(crate) fn rules(
    blocks: &[Block],
    block_type: &str,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Rule>> {
    let mut found = Vec::new();
    for block in of_type(blocks, block_type) {
        found.extend(rule(block, sink)?);
    }
    Ok(found)
}

/// Reads the rule in a block. Returns `None` if one of its two parts is missing.
pub(crate) fn rule(block: &Block, sink: &mut DiagnosticSink<'_>) -> Result<Option<Rule>> {
    let content = block.body.content_within(&RULE, sink.budget);
    sink.report_all(content.diagnostics)?;
    let content = content.content;
    let condition = content.attribute("condition");
    if let Some(condition) = condition
        && condition.expr.variables().is_empty()
    {
        sink.report(vacuous(condition, &block.block_type))?;
    }
    Ok(condition
        .zip(content.attribute("error_message"))
        .map(|(condition, message)| Rule {
            place: Location::new(&block.source, block.def_range),
            condition: condition.expr.clone(),
            message: message.expr.clone(),
        }))
}

/// The diagnostic of a condition that does not refer to anything.
fn vacuous(condition: &Attribute, block_type: &str) -> Diagnostic {
    value_place(condition).error(
        format!("Invalid {block_type} expression"),
        "The condition expression must refer to at least one object from elsewhere in the configuration, or else its result would not be checking anything.",
    )
}

/// The blocks of a type.
pub(crate) fn of_type<'b>(
    blocks: &'b [Block],
    block_type: &'b str,
) -> impl Iterator<Item = &'b Block> {
    blocks
        .iter()
        .filter(move |block| &*block.block_type == block_type)
}

//! Conditions of rules and their error messages.
//!
//! Validations of variables, preconditions and postconditions of resources and outputs, and
//! assertions of checks follow the same rules. Only the texts and the severities differ.

use super::inventory::Rule;
use super::release::Release;
use super::sink::{DiagnosticSink, Location};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::source::{Diagnostic, Reporter, Result, Severity};
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert;

/// Evaluates an expression of a rule. Returns `None` if evaluation fails, which is reported.
pub(crate) type Evaluate<'e> =
    dyn FnMut(&Expr, &mut DiagnosticSink<'_>) -> Result<Option<Value>> + 'e;

/// The owner of a rule.
#[derive(Clone, Debug)]
pub(crate) enum RuleOf {
    /// A variable, with the position of its value if there is one.
    Variable {
        at: Option<Location>,
        /// The marks that the variable's value has by its declaration.
        marks: MarkSet,
        /// Whether the message is left unchecked while the condition is unknown.
        skips_unknown: bool,
    },
    /// An output.
    Output,
    /// A resource.
    Resource,
    /// A resource that has been created or read.
    Postcondition,
    /// A check. Its failures are warnings.
    Check,
    /// A check in a plan. A condition that is unknown is reported as a warning.
    PlannedCheck,
}

impl RuleOf {
    fn severity(&self) -> Severity {
        match self {
            RuleOf::Check | RuleOf::PlannedCheck => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// The summary of the diagnostic for a rule that fails.
    fn failed(&self) -> &'static str {
        match self {
            RuleOf::Variable { .. } => "Invalid value for variable",
            RuleOf::Output => "Module output value precondition failed",
            RuleOf::Resource => "Resource precondition failed",
            RuleOf::Postcondition => "Resource postcondition failed",
            RuleOf::Check | RuleOf::PlannedCheck => "Check block assertion failed",
        }
    }

    /// The summary of the diagnostic for a condition that is neither true nor false, and the
    /// beginning of its detail.
    fn wrong_result(&self) -> (&'static str, &'static str) {
        match self {
            RuleOf::Variable { .. } => (
                "Invalid variable validation result",
                "Validation condition expression",
            ),
            _ => ("Invalid condition result", "Condition expression"),
        }
    }
}

/// The result of evaluating a message.
enum Message {
    /// The text.
    Words(String),
    /// The text is sensitive or ephemeral and must not be shown.
    Withheld,
    /// No text. If evaluation failed, the error is reported.
    Nothing,
    /// The message depends on an unknown or wrong value, which is reported.
    Failed,
}

/// Checks a rule and reports a failure. Returns whether the rule holds, as far as that is known.
pub(crate) fn check(
    rule: &Rule,
    of: &RuleOf,
    evaluate: &mut Evaluate<'_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<bool> {
    let before = sink.count();
    let Some(holds) = condition(rule, of, evaluate, sink)? else {
        // Errors of the message are reported next to those of the condition.
        if sink.failed_since(before) {
            evaluate(&rule.message, sink)?;
        } else if !matches!(
            of,
            RuleOf::Variable {
                skips_unknown: true,
                ..
            }
        ) {
            message(rule, of, evaluate, Asked::InCase, sink)?;
        }
        if matches!(of, RuleOf::PlannedCheck) && !sink.failed_since(before) {
            sink.report(place_of(rule, &rule.condition).warning(
                "Check block assertion known after apply",
                "The condition could not be evaluated at this time, a result will be known when this plan is applied.",
            ))?;
        }
        return Ok(!sink.failed_since(before));
    };
    if holds {
        return Ok(true);
    }
    let message = message(rule, of, evaluate, Asked::Needed, sink)?;
    let detail = match (&message, of) {
        (Message::Words(words), _) => words.clone(),
        (Message::Withheld, RuleOf::Variable { .. }) => {
            "The error message included a sensitive value, so it will not be displayed.".to_owned()
        }
        (Message::Nothing, RuleOf::Variable { .. }) => {
            "Failed to evaluate condition error message.".to_owned()
        }
        (Message::Failed, RuleOf::Variable { .. }) => return Ok(false),
        _ => "This check failed, but has an invalid error message as described in the other accompanying messages.".to_owned(),
    };
    let diagnostic = match of {
        RuleOf::Variable { at, .. } => {
            let detail = format!(
                "{detail}\n\nThis was checked by the validation rule at {}.",
                rule.place
            );
            match at {
                Some(at) => at.error(of.failed(), detail),
                None => Reporter::Terraform.error(of.failed(), detail),
            }
        }
        _ => {
            let mut diagnostic = place_of(rule, &rule.condition).error(of.failed(), detail);
            diagnostic.severity = of.severity();
            diagnostic
        }
    };
    sink.report_verbatim(diagnostic)?;
    Ok(false)
}

fn place_of(rule: &Rule, expr: &Expr) -> Location {
    Location::new(expr.source().unwrap_or(&rule.place.source), expr.range())
}

/// Evaluates the condition. Returns `None` if it is unknown, or if it is wrong, which is reported.
fn condition(
    rule: &Rule,
    of: &RuleOf,
    evaluate: &mut Evaluate<'_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<bool>> {
    let Some(value) = evaluate(&rule.condition, sink)? else {
        return Ok(None);
    };
    let value = value.unmarked();
    let (summary, what) = of.wrong_result();
    let place = place_of(rule, &rule.condition);
    if value.is_null() {
        let detail = format!("{what} must return either true or false, not null.");
        sink.report(place.error(summary, detail))?;
        return Ok(None);
    }
    if !value.is_known() {
        return Ok(None);
    }
    match convert(value, Type::bool(), sink.budget) {
        Ok(value) => Ok(value.as_bool()),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(error) => {
            let what = match of {
                RuleOf::Variable { .. } => "Invalid validation condition result value",
                _ => "Invalid condition result value",
            };
            sink.report(place.error(summary, format!("{what}: {}.", sink.reason(&error))))?;
            Ok(None)
        }
    }
}

/// The reason why a message is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The rule failed: the message is shown.
    Needed,
    /// The condition is unknown: the message is only checked.
    InCase,
}

/// Evaluates the message of a rule and reports its errors.
fn message(
    rule: &Rule,
    of: &RuleOf,
    evaluate: &mut Evaluate<'_>,
    asked: Asked,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Message> {
    let before = sink.count();
    let value = evaluate(&rule.message, sink)?;
    let value = value.unwrap_or_else(|| Value::unknown(Type::string().clone()));
    let place = place_of(rule, &rule.message);
    let (value, marks) = value.unmark_deep();
    for (mark, diagnostic) in [(SENSITIVE, sensitive as Words), (EPHEMERAL, ephemeral)] {
        if marks.contains(mark) {
            let is_silent = match of {
                RuleOf::Variable { .. } if sink.release >= Release::V1_12 => asked == Asked::InCase,
                // The marks of the variable itself are not an error of its rules.
                RuleOf::Variable { marks, .. } => marks.contains(mark),
                _ => false,
            };
            if !is_silent {
                sink.report(diagnostic(&place, of))?;
            }
            return Ok(Message::Withheld);
        }
    }
    let wrong = |why: &str| {
        place.error(
            "Invalid error message",
            format!("Unsuitable value for error message: {why}."),
        )
    };
    if !value.is_known() {
        if asked == Asked::Needed {
            sink.report(wrong(
                "expression refers to values that won't be known until the apply phase",
            ))?;
        }
        return Ok(Message::Failed);
    }
    match convert(&value, Type::string(), sink.budget) {
        Ok(value) => Ok(match value.as_str() {
            Some("") | None => Message::Nothing,
            Some(words) => Message::Words(sink.budget.copy(words.trim())?),
        }),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(error) => {
            if !sink.failed_since(before) {
                sink.report(wrong(&sink.reason(&error)))?;
            }
            Ok(Message::Nothing)
        }
    }
}

type Words = fn(&Location, &RuleOf) -> Diagnostic;

/// The diagnostic of a message that refers to sensitive values: an error for a variable, a warning
/// for all other rules.
fn sensitive(place: &Location, of: &RuleOf) -> Diagnostic {
    const HOW: &str = "You can correct this by removing references to sensitive values, or by carefully using the nonsensitive() function if the expression will not reveal the sensitive data.";
    const WHAT: &str = "Error message refers to sensitive values";
    match of {
        RuleOf::Variable { .. } => place.error(WHAT, format!("The error expression used to explain this condition refers to sensitive values. Terraform will not display the resulting message.\n\n{HOW}")),
        _ => place.warning(WHAT, format!("The error expression used to explain this condition refers to sensitive values, so Terraform will not display the resulting message.\n\n{HOW}")),
    }
}

/// The diagnostic of a message that refers to ephemeral values, with the same severities.
fn ephemeral(place: &Location, of: &RuleOf) -> Diagnostic {
    const HOW: &str = "You can correct this by removing references to ephemeral values, or by carefully using the ephemeralasnull() function if the expression will not reveal the ephemeral data.";
    const WHAT: &str = "Error message refers to ephemeral values";
    match of {
        RuleOf::Variable { .. } => place.error(WHAT, format!("The error expression used to explain this condition refers to ephemeral values. Terraform will not display the resulting message.\n\n{HOW}")),
        _ => place.warning(WHAT, format!("The error expression used to explain this condition refers to ephemeral values, so Terraform will not display the resulting message.\n\n{HOW}")),
    }
}

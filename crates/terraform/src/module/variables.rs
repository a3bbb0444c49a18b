//! Values of variables.
//!
//! Every value is converted to the type of its variable, and the errors of all values are reported.

use super::declare::{constant, fitted};
use super::files::Secrets;
use super::given::{FileSecrets, Given, Raw, TextFrom, last_of_each};
use super::inventory::Variable;
use super::merge::Index;
use super::options::{Options, Unset};
use super::sink::{DiagnosticSink, Location};
use super::strictness::{Assigned, Strictness};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::cost;
use polycty_core::source::{Diagnostic, Position, Reporter, Result, SourceName, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::parse_expression_within;

/// The maximum number of warnings that each report one value of an undeclared variable.
const EACH: usize = 2;

/// The value of a variable.
pub(crate) struct Bound {
    /// The value with the marks of the declaration, or `None` if it is wrong, which is reported.
    pub(crate) value: Option<Value>,
    /// The position of the value, or of the declaration.
    pub(crate) place: Location,
    /// Whether a value is given, so that the default does not apply.
    pub(crate) is_given: bool,
}

/// Whether all declarations of a module are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IsRead {
    /// All are known.
    Whole,
    /// The module has errors: a variable may be sensitive although no declaration that was read
    /// marks it so.
    InPart,
}

/// Returns whether the source text of a variable's value may contain secrets.
fn secrets_of(variable: &Variable) -> Secrets {
    if variable.is_sensitive() || variable.is_ephemeral() {
        Secrets::Possible
    } else {
        Secrets::None
    }
}

/// Returns the values of the variables, in the order of `variables`. If the module was read in
/// part, each source of values is treated as if it contained secrets.
pub(crate) fn bind(
    variables: &[Variable],
    names: &Index<Str>,
    given: &Given,
    read: IsRead,
    options: &Options,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Vec<Bound>> {
    let secrets = match read {
        IsRead::InPart => FileSecrets::All,
        IsRead::Whole => {
            let is_any = variables
                .iter()
                .any(|variable| secrets_of(variable) == Secrets::Possible);
            if is_any {
                FileSecrets::Of(&|name| match names.get(name) {
                    Some(&at) => secrets_of(&variables[at]),
                    // The name may be a misspelling of the name of a sensitive variable.
                    None => Secrets::Possible,
                })
            } else {
                FileSecrets::None
            }
        }
    };
    let mut raws: Vec<Option<Raw>> = Vec::new();
    raws.resize_with(variables.len(), || None);
    let mut others = Vec::new();
    for (name, raw) in given.read(secrets, sink)? {
        match names.get(&name) {
            Some(&at) => raws[at] = Some(raw),
            None => others.push((name, raw)),
        }
    }
    let mut undeclared = Undeclared::default();
    for (name, raw) in last_of_each(others) {
        undeclared.report(&name, &raw, variables, sink)?;
    }
    undeclared.report_rest(sink)?;
    (sink.budget.charged(variables)?.zip(raws))
        .map(|(variable, raw)| value_of(variable, raw, read, options, sink))
        .collect()
}

/// The marks that values of a variable have by its declaration.
pub(crate) fn marks_of(variable: &Variable) -> MarkSet {
    let both = [
        (variable.is_sensitive(), SENSITIVE),
        (variable.is_ephemeral(), EPHEMERAL),
    ];
    let marks = both.into_iter().filter(|(is, _)| *is);
    marks.map(|(_, mark)| Str::from(mark)).collect()
}

fn value_of(
    variable: &Variable,
    raw: Option<Raw>,
    read: IsRead,
    options: &Options,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Bound> {
    let declared = &variable.declared.place;
    let is_given = raw.is_some();
    let (value, place) = match raw {
        None => (unset(variable, options, sink)?, declared.clone()),
        Some(raw) => {
            let place = match &raw {
                Raw::Argument(_, place) | Raw::Data(_, place, _) => place.clone(),
                _ => declared.clone(),
            };
            (set(variable, raw, read, options.strictness, sink)?, place)
        }
    };
    let marks = marks_of(variable);
    let value = value.map(|value| value.with_marks(&marks));
    Ok(Bound {
        value,
        place,
        is_given,
    })
}

/// Returns the value of a variable that is not set.
fn unset(
    variable: &Variable,
    options: &Options,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<Value>> {
    if let Some(default) = &variable.default {
        return Ok(Some(default.clone()));
    }
    match options.unset {
        Unset::Unknown => {
            let unknown = Value::unknown(variable.ty().without_optional_fields()?);
            Ok(Some(if variable.is_nullable() {
                unknown
            } else {
                unknown.refine_not_null()?
            }))
        }
        Unset::Error => {
            sink.report(variable.declared.place.error(
                "No value for required variable",
                format!("The root module input variable {} is not set, and has no default value. Use a -var or -var-file command line argument to provide a value for this variable.", Quoted(&variable.name)),
            ))?;
            Ok(None)
        }
    }
}

/// Returns the value of a variable that is set.
fn set(
    variable: &Variable,
    raw: Raw,
    read: IsRead,
    strictness: Strictness,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<Value>> {
    if let (Raw::Argument(expr, _), Some(constraint)) = (&raw, &variable.constraint)
        && (!strictness.reports_undeclared() || constraint.is_primitive())
        && let Some(value) = constant(expr, constraint, sink)
    {
        return Ok(Some(value));
    }
    let Some((given, expr)) = evaluated(variable, &raw, read, sink)? else {
        return Ok(None);
    };
    let place = match (&raw, &expr) {
        (Raw::Argument(_, place) | Raw::Data(_, place, _), _) => place.clone(),
        (_, Some(expr)) => {
            let source = expr.source().unwrap_or(&variable.declared.place.source);
            Location::new(source, expr.range())
        }
        _ => variable.declared.place.clone(),
    };
    let assigned = Assigned {
        variable,
        address: &format!("var.{}", variable.name),
        value: &given,
        expr: expr.as_ref(),
        document: match &raw {
            Raw::Data(_, _, document) => Some(document),
            _ => None,
        },
        place: &place,
        is_secret: read == IsRead::InPart || secrets_of(variable) == Secrets::Possible,
        ignored: &[],
    };
    let fit = match &variable.constraint {
        Some(constraint) => {
            assigned.report_undeclared(strictness, sink)?;
            fitted(&given, constraint, sink)
        }
        None => Ok(given.clone()),
    };
    let value = match fit {
        Ok(value) => value,
        Err(error) if error.code().is_refusal() => return Err(error),
        Err(error) => {
            let why = sink.reason(&error).into_owned();
            sink.report(unsuitable(variable, &raw, &why))?;
            assigned.report_mismatches(strictness, sink)?;
            return Ok(None);
        }
    };
    if !value.is_null() || variable.is_nullable() {
        return Ok(Some(value));
    }
    if let Some(default) = &variable.default {
        return Ok(Some(default.clone()));
    }
    sink.report(missing(variable, &raw))?;
    Ok(None)
}

/// Evaluates the source of a value, before the conversion to the variable's type. Returns `None` if
/// that fails, which is reported. The second result is the expression of the value, if it has one.
fn evaluated(
    variable: &Variable,
    raw: &Raw,
    read: IsRead,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<(Value, Option<Expr>)>> {
    let (evaluated, expr) = match raw {
        Raw::Value(value) | Raw::Data(value, ..) => return Ok(Some((value.clone(), None))),
        Raw::Argument(expr, place) => {
            let mut evaluated = expr.evaluate_within(None, sink.budget);
            if !place.source.has_secrets {
                for diagnostic in &mut evaluated.diagnostics {
                    if let Some(source) = &mut diagnostic.source {
                        source.has_secrets = false;
                    }
                }
            }
            (evaluated, expr.clone())
        }
        Raw::Text(text, _) => {
            let constraint = variable.constraint.as_ref();
            if constraint.is_none_or(super::Constraint::is_primitive) {
                sink.budget.charge(text.len() as u64)?;
                return Ok(Some((Value::nfc_string(text), None)));
            }
            let name = format!("<value for var.{}>", variable.name);
            let name = SourceName {
                name: &name,
                has_secrets: read == IsRead::InPart || secrets_of(variable) == Secrets::Possible,
            };
            let start = Position::START;
            let parsed = parse_expression_within(text.as_bytes(), name, start, sink.budget);
            let expr = Expr::Native(parsed.expression());
            if !sink.report_parsed(parsed.diagnostics)? {
                return Ok(None);
            }
            (expr.evaluate_within(None, sink.budget), expr)
        }
    };
    Ok(sink
        .report_all(evaluated.diagnostics)?
        .then_some((evaluated.value, Some(expr))))
}

/// Describes the origin of a value that is not in a file.
fn how(variable: &Variable, raw: &Raw) -> String {
    let name = &variable.name;
    match raw {
        Raw::Text(_, TextFrom::CommandLine) => format!("set using -var=\"{name}=...\""),
        Raw::Text(_, TextFrom::Environment) => {
            format!("set using the TF_VAR_{name} environment variable")
        }
        Raw::Value(_) | Raw::Argument(..) | Raw::Data(..) => {
            "set from outside of the configuration".to_owned()
        }
    }
}

/// The diagnostic of a value that cannot be converted to the variable's type.
fn unsuitable(variable: &Variable, raw: &Raw, why: &str) -> Diagnostic {
    let (name, declared) = (&variable.name, &variable.declared.place);
    const SUMMARY: &str = "Invalid value for input variable";
    match raw {
        Raw::Argument(_, place) | Raw::Data(_, place, _) if variable.is_sensitive() => declared.error(
            SUMMARY,
            format!("The given value is not suitable for var.{name}, which is sensitive: {why}. Invalid value defined at {place}."),
        ),
        Raw::Argument(_, place) | Raw::Data(_, place, _) => place.error(
            SUMMARY,
            format!("The given value is not suitable for var.{name} declared at {declared}: {why}."),
        ),
        raw => declared.error(
            SUMMARY,
            format!("Unsuitable value for var.{name} {}: {why}.", how(variable, raw)),
        ),
    }
}

/// The diagnostic of a null for a variable that has no default and is not nullable.
fn missing(variable: &Variable, raw: &Raw) -> Diagnostic {
    let (name, declared) = (&variable.name, &variable.declared.place);
    const SUMMARY: &str = "Required variable not set";
    match raw {
        Raw::Argument(_, place) | Raw::Data(_, place, _) if variable.is_sensitive() => declared.error(
            SUMMARY,
            format!("The given value is not suitable for var.{name}, which is sensitive: required variable may not be set to null. Invalid value defined at {place}."),
        ),
        Raw::Argument(_, place) | Raw::Data(_, place, _) => place.error(
            SUMMARY,
            format!("The given value is not suitable for var.{name} defined at {declared}: required variable may not be set to null."),
        ),
        raw => declared.error(
            SUMMARY,
            format!("Unsuitable value for var.{name} {}: required variable may not be set to null.", how(variable, raw)),
        ),
    }
}

/// Values of undeclared variables.
#[derive(Default)]
struct Undeclared {
    in_files: usize,
}

impl Undeclared {
    fn report(
        &mut self,
        name: &Str,
        raw: &Raw,
        variables: &[Variable],
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if let Raw::Text(_, TextFrom::Environment) = raw {
            return Ok(());
        }
        if let Raw::Argument(..) | Raw::Data(..) = raw {
            self.in_files += 1;
            if self.in_files > EACH {
                return Ok(());
            }
        }
        let known = variables.iter().map(|variable| &*variable.name);
        let meant = cost::suggest(name, known, sink.budget);
        let (quoted, hint) = (Quoted(name), did_you_mean(meant));
        const SUMMARY: &str = "Value for undeclared variable";
        let mut diagnostic = match raw {
            Raw::Text(..) => Reporter::Terraform.error(
                SUMMARY,
                format!(
                    "A variable named {quoted} was assigned on the command line, but the root module does not declare a variable of that name. To use this value, add a \"variable\" block to the configuration.{hint}"
                ),
            ),
            Raw::Value(_) => Reporter::Terraform.warning(
                SUMMARY,
                format!(
                    "The root module does not declare a variable named {quoted} but a value was given for it. If you meant to use this value, add a \"variable\" block to the configuration.{hint}"
                ),
            ),
            Raw::Argument(_, place) | Raw::Data(_, place, _) => Reporter::Terraform.warning(
                SUMMARY,
                format!(
                    "The root module does not declare a variable named {quoted} but a value was found in file {}. If you meant to use this value, add a \"variable\" block to the configuration.{hint}\n\nTo silence these warnings, use TF_VAR_... environment variables to provide certain \"global\" settings to all configurations in your organization. To reduce the verbosity of these warnings, use the -compact-warnings option.",
                    Quoted(&place.source.name)
                ),
            ),
        };
        diagnostic.suggestion = meant.map(str::to_owned);
        sink.report(diagnostic)
    }

    fn report_rest(&self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let more = self.in_files.saturating_sub(EACH);
        match more {
            0 => Ok(()),
            more => sink.report(Reporter::Terraform.warning(
                "Values for undeclared variables",
                format!("In addition to the other similar warnings shown, {more} other variable(s) defined without being declared."),
            )),
        }
    }
}

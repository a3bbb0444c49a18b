//! Templates: `templatefile` and `templatestring`.
//!
//! A template may refer to the variables that the call passes. It may call all functions except
//! those that render templates. In `templatestring`, functions that read files are excluded, too. In
//! OpenTofu, the template of `templatefile` may call `templatefile`.

use crate::file::{self, content_of, utf8};
use crate::module::Release;
use crate::own::{Own, Shared, named, own};
use polycty_core::calls::{Allow, Budget, Call, HeldBytes, Signature};
use polycty_core::source::{Code, Diagnostic, Error, Position, Quotes, Result, Severity};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::Scope;
use polycty_hcl::eval::{Closure, Expr, closure_type, evaluate_within};
use polycty_hcl::functions::define::{any, convert, goes_through, refused, string, text};
use polycty_hcl::functions::{Cost, Function};
use polycty_hcl::syntax::{
    ExprId, ExprKind, Expression, Parsed, is_identifier, parse_template_within,
};
use std::sync::{Arc, OnceLock};

/// The names of the functions that render templates.
const NAMES: [&str; 2] = ["templatefile", "templatestring"];

/// The name of the source of `templatestring` in messages.
const ARGUMENT: &str = "<templatestring argument>";

/// The functions that templates may call, except those of this file.
#[derive(Clone, Copy)]
pub(crate) struct Others {
    /// Returns the functions.
    pub(crate) make: fn(&Shared, Release) -> Vec<Own>,
    pub(crate) release: Release,
}

pub(crate) fn functions(host: &Shared, others: Others) -> Vec<Own> {
    vec![
        own("templatefile", Cost::Own, of_file(host, others)),
        own("templatestring", Cost::Own, of_string(host, others)),
    ]
}

/// The functions that a template may call, created when the first one is rendered.
type Functions = Arc<OnceLock<Scope>>;

/// Whether a template may read files.
#[derive(Clone, Copy)]
enum Reading {
    Allowed,
    Refused,
}

fn callable(host: &Shared, others: Others, reading: Reading) -> Scope {
    let mut scope = Scope::new();
    scope.allow_variables();
    let mut functions = (others.make)(host, others.release);
    if let Reading::Refused = reading {
        functions.retain(|own| !file::NAMES.contains(&own.name));
        functions.extend(file::NAMES.iter().map(|name| own(name, Cost::Constant, refusing(format!(
            "cannot use filesystem access functions like {name} in templatestring templates; consider passing the function result as a template variable instead"
        )))));
    }
    let may_recurse = others.release.is_tofu() && matches!(reading, Reading::Allowed);
    let refused = NAMES
        .iter()
        .filter(|name| !(may_recurse && **name == NAMES[0]));
    if may_recurse {
        functions.push(own(NAMES[0], Cost::Own, of_file(host, others)));
    }
    functions.extend(refused.map(|name| {
        own(
            name,
            Cost::Constant,
            refusing(format!(
                "cannot recursively call {name} from inside another template function"
            )),
        )
    }));
    for (name, function) in named(functions) {
        // The names are valid: they are those of Terraform's functions.
        let _ = scope.set_function(name, function);
    }
    scope
}

/// A function that must not be called here.
fn refusing(message: String) -> Function {
    let signature = Signature::new().variadic(any("args", "").allow(Allow::ALL));
    Function::new(
        signature,
        Type::any().clone(),
        move |_: &[&Value], _: &Call<'_>| Err::<Value, _>(refused(message.clone())),
    )
}

/// The maximum depth of a call in expressions, since parsing a template needs stack.
const MAX_LEVELS: u32 = 80;

/// Checks that there is enough stack to parse a template.
fn has_room(budget: &Budget) -> Result<()> {
    if budget.levels() > MAX_LEVELS {
        let message = "the call of a template is nested too deep in other expressions";
        Err(Error::new(Code::Limit, message))
    } else {
        Ok(())
    }
}

fn read(content: &str, name: &str, budget: &Budget) -> Parsed<ExprId> {
    parse_template_within(content.as_bytes(), name, Position::START, budget)
}

fn of_file(host: &Shared, others: Others) -> Function {
    let signature = Signature::new()
        .describe("Renders the template in a file.")
        .parameter(string("path", "The path of the template.").allow(Allow::MARKED))
        .parameter(any("vars", "The variables of the template."));
    let (host, functions) = (host.clone(), Functions::default());
    // The type of the result is that of the template's value.
    Function::new(
        signature,
        Type::any().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            has_room(call.budget)?;
            let marks = args[0].marks();
            let path = text(args[0].unmarked())?;
            goes_through(path, call)?;
            let bytes = content_of(&host, path, &marks, call.budget)?;
            let content = utf8(bytes, path, &marks)?;
            let content = content.strip_prefix('\u{feff}').unwrap_or(&content);
            let (parsed, _held) = HeldBytes::of(call.budget, || read(content, path, call.budget));
            call.budget.finish()?;
            if let Some(message) = summed_up(&parsed.diagnostics, path) {
                return Err(refused(message).quoting(Quotes::Any));
            }
            let scope = functions.get_or_init(|| callable(&host, others, Reading::Allowed));
            let template = parsed.expression();
            let value = rendered(&template, path, args[1], scope, call.budget)?;
            Ok(value.with_marks(&marks))
        },
    )
}

fn of_string(host: &Shared, others: Others) -> Function {
    let signature = Signature::new()
        .describe("Renders a template that is the value of another object.")
        .parameter(polycty_core::calls::Parameter::new(
            "template",
            closure_type().clone(),
        ))
        .parameter(any("vars", "The variables of the template."));
    let (host, functions) = (host.clone(), Functions::default());
    Function::new(
        signature,
        Type::string().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            has_room(call.budget)?;
            let wrong = |message: String| refused(message).with_argument(0);
            let closure = Closure::from_value(args[0])
                .ok_or_else(|| wrong("an expression is required".into()))?;
            is_reference(closure.expression())
                .map_err(|why| wrong(format!("invalid template expression: {why}")))?;
            let given = closure.evaluate(call.budget);
            call.budget.finish()?;
            if let Some(message) = summed_up(&given.diagnostics, "") {
                return Err(wrong(format!("invalid template expression: {message}")));
            }
            let (given, marks) = given.value.unmark();
            if given.is_null() {
                return Err(wrong("invalid template value: must not be null".into()));
            }
            let unknown = || Ok(Value::unknown(Type::string().clone()).with_marks(&marks));
            if !given.is_known() {
                return unknown();
            }
            if !given.ty().is_string() {
                return Err(wrong("invalid template value: a string is required".into()));
            }
            // The marks of the template are not those of the argument.
            let scope = functions.get_or_init(|| callable(&host, others, Reading::Refused));
            let value = from_elsewhere(text(&given)?, args[1], scope, call)
                .map_err(|error| error.withheld(marks.as_slice()))?;
            Ok(value.with_marks(&marks))
        },
    )
}

/// Renders a template of `templatestring`.
fn from_elsewhere(
    content: &str,
    variables: &Value,
    functions: &Scope,
    call: &Call<'_>,
) -> Result<Value> {
    let quoting = |message: String| refused(message).quoting(Quotes::Any);
    let (parsed, _held) = HeldBytes::of(call.budget, || read(content, ARGUMENT, call.budget));
    call.budget.finish()?;
    if let Some(message) = summed_up(&parsed.diagnostics, ARGUMENT) {
        return Err(quoting(format!("invalid template: {message}")).with_argument(0));
    }
    let template = parsed.expression();
    let value = rendered(&template, ARGUMENT, variables, functions, call.budget)?;
    if value.unmarked().is_null() {
        let at = template.range();
        return Err(quoting(format!(
            "{ARGUMENT}:{at}: Template result is null; The result of the template is null, which is not a valid result for a templatestring call."
        )));
    }
    convert(&value, Type::string(), call.budget)
        .map_err(|error| quoting(format!("invalid template result: {}", error.message())))
}

/// Checks that an expression is a reference to one string. The error is the reason why it is not.
fn is_reference(expression: Option<&Expr>) -> Result<(), &'static str> {
    const OTHER: &str = "must be a direct reference to a single string from elsewhere, containing valid Terraform template syntax";
    const WRAPPED: &str = "templatestring is only for rendering templates retrieved dynamically from elsewhere; to treat the inner expression as template syntax, write the reference expression directly without any template interpolation syntax";
    const LITERAL: &str = "templatestring is only for rendering templates retrieved dynamically from elsewhere, and so does not support providing a literal template; consider using a template string expression instead";
    let Some(Expr::Native(Expression { tree, id })) = expression else {
        return Err(OTHER);
    };
    match tree[*id].kind {
        ExprKind::ScopeTraversal(_) | ExprKind::SplatItem => Ok(()),
        ExprKind::RelativeTraversal { source, .. }
        | ExprKind::Index {
            collection: source, ..
        } => {
            let inner = Expression {
                tree: tree.clone(),
                id: source,
            };
            is_reference(Some(&Expr::Native(inner)))
        }
        ExprKind::TemplateWrap(_) => Err(WRAPPED),
        ExprKind::Template(_) => Err(LITERAL),
        ExprKind::Literal(value) if tree[value].as_str().is_some() => Err(LITERAL),
        _ => Err(OTHER),
    }
}

/// Renders a template with variables. Diagnostics about the template and about the variables have
/// the same form.
fn rendered(
    template: &Expression,
    name: &str,
    variables: &Value,
    functions: &Scope,
    budget: &Budget,
) -> Result<Value> {
    let wrong = |message: String| refused(message).with_argument(1);
    let ty = variables.ty();
    if !ty.is_map() && !ty.is_object() {
        return Err(wrong("invalid vars value: must be a map".into()));
    }
    let mut scope = functions.child()?;
    scope.allow_variables();
    for (key, value) in variables.elements()? {
        let key = key.to_value();
        let key = key.as_str().unwrap_or_default();
        budget.hold(key.len() as u64 + VARIABLE)?;
        if !is_identifier(key) {
            return Err(wrong(format!(
                "invalid template variable name {}: must start with a letter, followed by zero or more letters, digits, and underscores",
                Quoted(key)
            ))
            .quoting(Quotes::Any));
        }
        scope.set_variable(key, value.clone())?;
    }
    for reference in template.tree.variables(template.id) {
        let Some(root) = reference.root() else {
            continue;
        };
        if scope.variable(root).is_none() {
            let place = reference
                .range()
                .map_or_else(String::new, |range| range.to_string());
            return Err(wrong(format!(
                "vars map does not contain key {}, referenced at {name}:{place}",
                Quoted(root)
            ))
            .quoting(Quotes::Any));
        }
    }
    let evaluated = evaluate_within(template, Some(&scope), budget);
    budget.finish()?;
    match summed_up(&evaluated.diagnostics, name) {
        Some(message) => Err(refused(message)
            .with_code(Code::Callback)
            .quoting(Quotes::Any)),
        None => Ok(evaluated.value),
    }
}

/// The bytes charged for a variable in addition to its name.
const VARIABLE: u64 = 120;

/// Returns the first error and the number of the others in one sentence.
fn summed_up(diagnostics: &[Diagnostic], name: &str) -> Option<String> {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let errors = diagnostics.iter().filter(is_error).count();
    let first = diagnostics.iter().find(is_error)?;
    let place = first
        .subject
        .map_or_else(String::new, |range| format!("{name}:{range}: "));
    let mut text = format!("{place}{}; {}", first.summary, first.detail);
    if errors > 1 {
        text.push_str(&format!(", and {} other diagnostic(s)", errors - 1));
    }
    Some(text)
}

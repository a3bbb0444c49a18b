//! Templates: their output and the variables in scope.
//!
//! A template that declares parameters is a lambda that is called with their names. A template
//! without declared parameters has all passed values as its own variables. Its output is a text,
//! which is sensitive if any part of it is.

use crate::depth::CALLER_LEVELS;
use crate::eval::code::{Lambda, Parameter};
use crate::eval::coercion::{push_bytes, text_of_bytes, to_string_within};
use crate::eval::environment::Environment;
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop};
use crate::eval::text::WRITTEN_BYTES;
use crate::rules::explain::{Missing, validate_parameters};
use crate::values::special::{Special, hash, undef};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// Runs a template and returns its output; a sensitive output is returned as plain text. The
/// parameters are a hash of values by name.
///
/// # Errors
/// As [`evaluate`](crate::evaluate), and for missing, unknown or mistyped parameters.
pub fn render(
    template: &Prepared,
    parameters: Option<&Value>,
    environment: &Environment,
    budget: &Budget,
) -> Result<String> {
    let mut interpreter = Interpreter::new(template.unit(), environment, budget);
    let code = interpreter.main.clone();
    let done = interpreter.run_template(&code, parameters, VisibleVariables::Globals);
    let written = done.map_err(|stop| stop.into_error())?;
    to_string_within(unwrapped(&written), interpreter.mode, budget)
}

/// The variables that a template can read in addition to its own.
#[derive(Clone, Copy)]
pub(crate) enum VisibleVariables {
    /// Those of the program and of the host.
    Globals,
    /// Those of the enclosing text, and its last match.
    Caller,
}

/// The output of a template so far.
#[derive(Default)]
pub(crate) struct Output {
    /// The bytes of a text.
    bytes: Vec<u8>,
    /// Whether a part of it is sensitive.
    sensitive: bool,
    /// The bytes that are counted for it.
    counted: u64,
}

impl Output {
    fn into_value(self) -> Eval<Value> {
        let text = Value::string(&text_of_bytes(self.bytes));
        if self.sensitive {
            Ok(Special::Sensitive(text).into_value()?)
        } else {
            Ok(text)
        }
    }
}

/// The variables that are passed to a template without declared parameters: a hash, and the frame
/// to which they belong.
pub(crate) struct TemplateVariables {
    frame: usize,
    variables: Value,
}

impl Interpreter<'_> {
    /// Returns a variable that was passed to the template of a frame.
    #[inline]
    pub(crate) fn given_to_template(&self, frame: usize, name: &str) -> Option<&Value> {
        // Nearly all evaluations have none.
        let given = self.given.iter().rev().find(|given| given.frame == frame)?;
        given.variables.as_ordered_map()?.get(&Value::string(name))
    }

    /// Returns the output of a template with these parameters. A template with declared parameters
    /// may return a different value with `next`.
    pub(crate) fn run_template(
        &mut self,
        code: &Rc<Running>,
        given: Option<&Value>,
        sees: VisibleVariables,
    ) -> Eval<Value> {
        let before = std::mem::take(&mut self.output);
        let number = match &code.template {
            Some(lambda) => lambda.frame,
            None => code.frames.len() as u32 - 1,
        };
        let outer = match sees {
            VisibleVariables::Globals => self.frames.len() as u32,
            VisibleVariables::Caller => self.frame as u32,
        };
        let done = self.within_frame(code, number, outer, |interpreter| {
            interpreter.level += CALLER_LEVELS;
            if let VisibleVariables::Globals = sees {
                interpreter.matched = None;
            }
            match (&code.template, given) {
                (Some(lambda), _) => interpreter.template_with_parameters(code, lambda, given),
                (None, Some(given)) => interpreter.template_with_variables(code, given),
                (None, None) => next_is_its_value(interpreter.eval(code, code.body)),
            }
        });
        let output = std::mem::replace(&mut self.output, before);
        self.retained -= output.counted;
        match done? {
            Some(value) => Ok(value),
            None => output.into_value(),
        }
    }

    /// Runs a template without declared parameters; every passed value is a variable.
    fn template_with_variables(
        &mut self,
        code: &Rc<Running>,
        given: &Value,
    ) -> Eval<Option<Value>> {
        let base = self.frames[self.frame].base;
        let entries = given.as_ordered_map().map_or(&[][..], |map| map.entries());
        for (key, value) in entries {
            // Variables that the template itself sets count as set already.
            if let Some(slot) = code.top.get(key.as_str().unwrap_or_default()) {
                self.slots[(base + slot) as usize] = Some(value.clone());
            }
        }
        self.given.push(TemplateVariables {
            frame: self.frame,
            variables: given.clone(),
        });
        let done = self.eval(code, code.body);
        self.given.pop();
        done.map(|_| None)
    }

    /// Runs a template with declared parameters. A passed undef is replaced by the default, and all
    /// passed values are bound before the first default is evaluated.
    fn template_with_parameters(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        given: Option<&Value>,
    ) -> Eval<Option<Value>> {
        let mut fields = Vec::with_capacity(lambda.parameters.len());
        for parameter in &lambda.parameters {
            let ty = match parameter.ty {
                Some(ty) => self.type_of(code, ty)?,
                None => Type::any().clone(),
            };
            fields.push(match parameter.default {
                Some(_) => Field::optional(parameter.name.clone(), ty),
                None => Field::new(parameter.name.clone(), ty),
            });
        }
        let params = Type::object(fields)?;
        let known = given.and_then(Value::as_ordered_map);
        let of = |parameter: &Parameter| known?.get(&Value::string(&parameter.name));
        let base = self.frames[self.frame].base;
        for parameter in &lambda.parameters {
            if let Some(value) = of(parameter).filter(|value| !value.is_null()) {
                self.slots[(base + parameter.slot) as usize] = Some(value.clone());
            }
        }
        let mut all = known.map_or_else(Vec::new, |map| map.entries().to_vec());
        self.hold_elements(2 * (all.len() + lambda.parameters.len()))?;
        for parameter in &lambda.parameters {
            let value = match (of(parameter), parameter.default) {
                (Some(value), _) if !value.is_null() => continue,
                (_, Some(default)) => self.default_value(code, default, LAMBDA)?,
                (Some(_), None) => undef(),
                (None, None) => continue,
            };
            self.slots[(base + parameter.slot) as usize] = Some(value.clone());
            all.push((Value::string(&parameter.name), value));
        }
        let all = hash(all)?;
        validate_parameters(LAMBDA, &params, &all, Missing::Refused, self.budget)?;
        next_is_its_value(self.eval(code, lambda.body))
    }

    /// Appends a value to the output.
    pub(crate) fn write(&mut self, value: &Value) -> Eval<()> {
        let shown = unwrapped(value);
        self.output.sensitive |= !std::ptr::eq(shown, value);
        push_bytes(&mut self.output.bytes, shown, self.mode, self.budget)?;
        // The output is counted twice, because it grows by copying.
        if 2 * self.output.bytes.len() as u64 > self.output.counted {
            return self.count_output();
        }
        Ok(())
    }

    /// Counts the output and a block more.
    #[inline(never)]
    fn count_output(&mut self) -> Eval<()> {
        let written = 2 * (self.output.bytes.len() + OUTPUT_BLOCK) as u64;
        let more = written - self.output.counted;
        self.budget.charge(more / (2 * WRITTEN_BYTES))?;
        // The output lives until the template ends, regardless of the expression that wrote it.
        let mark = self.mark();
        self.hold_text(more as usize)?;
        self.retain(mark);
        self.output.counted = written;
        Ok(())
    }
}

/// The bytes of output that are counted in advance (`benches/run count`: 2 % of the instructions of
/// L4).
const OUTPUT_BLOCK: usize = 512;

/// The name of a template in Puppet's messages.
const LAMBDA: &str = "lambda";

/// Returns the content of a sensitive value, or the value itself.
fn unwrapped(mut value: &Value) -> &Value {
    while let Some(Special::Sensitive(hidden)) = Special::of(value) {
        value = hidden;
    }
    value
}

/// The argument of `next` is the value of a template with declared parameters.
fn next_is_its_value(done: Eval<Value>) -> Eval<Option<Value>> {
    match done {
        Ok(_) => Ok(None),
        Err(stop) => match *stop {
            Stop::Next(value, _) => Ok(Some(value)),
            stop => Err(Box::new(stop)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::environment::Definitions;
    use crate::eval::tests::{agree, answer_in};
    use crate::mode::{Mode, Strict};
    use crate::parse_value;
    use crate::types::alias::Aliases;
    use polycty_core::source::Source;

    #[test]
    fn templates_in_the_text_see_what_is_around_them() {
        agree(
            &Environment::new(),
            &[
                (
                    "$a = 1 [2].map |$x| { with(3) |$y| { inline_epp('<%= \"${a}${x}${y}\" %>') } }",
                    "['123']",
                ),
                (
                    "function f($x) { inline_epp('<% [1].each |$z| { %><%= $x + $z %><% } %>') } f(4)",
                    "'5'",
                ),
                (
                    "[2].map |$x| { inline_epp('<%- | $x = 7 | -%><%= $x %>') }",
                    "['7']",
                ),
                (
                    "[2].map |$x| { inline_epp('<%= getvar(\"x\") %>') }",
                    "['2']",
                ),
                (
                    "function f($x) { inline_epp('<%= $y %>') } [1].map |$y| { f(4) }",
                    "! Evaluation Error: Unknown variable: 'y'. at 1:5",
                ),
            ],
        );
    }

    #[test]
    fn templates_write_text_and_values() {
        let budget = Budget::new();
        let text = "<% | Array[String] $names, $end = '.' | -%>\n<% $names.each |$i, $n| { -%>\n<%= $i %>: <%= $n %>\n<% } -%>\n<%# gone -%>\ndone<%= $end %>";
        let template =
            Prepared::template(Source::new("t.epp", text), Strict::Error, &budget).unwrap();
        let written = |given: &str| {
            let given = parse_value(given, &Aliases::default(), Mode::Current).unwrap();
            match render(&template, Some(&given), &Environment::new(), &budget) {
                Ok(text) => text,
                Err(error) => format!("! {}", error.message()),
            }
        };
        assert_eq!(written("{'names' => ['a', 'b']}"), "0: a\n1: b\ndone.");
        assert_eq!(written("{'names' => [], 'end' => '!'}"), "done!");
        let refused = written("{'names' => 1, 'x' => 2}");
        assert!(refused.contains("has no parameter named 'x'"), "{refused}");
    }

    #[test]
    fn what_a_template_without_parameters_is_given_are_its_variables() {
        let environment = Environment::new().loader(|kind, name| {
            let text = match (kind, name) {
                (Definitions::Template, "a/t.epp") => "<%= $x %>",
                _ => return Ok(None),
            };
            Ok(Some(Source::new(name, text)))
        });
        agree(
            &environment,
            &[
                ("inline_epp('<%= $x %>', {x => 1})", "'1'"),
                ("$x = 4 inline_epp('<%= $x %>', {x => 5})", "'5'"),
                ("with(1) |$x| { inline_epp('<%= $x %>', {x => 5}) }", "'5'"),
                (
                    "with(1) |$x| { inline_epp('<%= $x %>', {x => undef}) }",
                    "''",
                ),
                (
                    "with(1) |$x| { inline_epp('<%= $x + $y %>', {y => 5}) }",
                    "'6'",
                ),
                (
                    "inline_epp('<%= [1].map |$q| { $x + $q + getvar(\"x\") } %>', {x => 2})",
                    "'[5]'",
                ),
                (
                    "inline_epp('<%= inline_epp(\\'[<%= $x + $y %>]\\', {y => 2}) %>', {x => 1})",
                    "'[3]'",
                ),
                ("$x = 3 epp('a/t.epp', {x => 5})", "'5'"),
                ("$x = 3 epp('a/t.epp', {y => 5})", "'3'"),
                ("with(1) |$x| { epp('a/t.epp', {x => [2]}) }", "'[2]'"),
                // A called function cannot read it, nor can code that is evaluated later.
                (
                    "function f() { $x } inline_epp('<%= f() %>', {x => 1})",
                    "! Evaluation Error: Unknown variable: 'x'. at 1:16",
                ),
                (
                    "$a = inline_epp('<%= $x %>', {x => 1}) $x",
                    "! Evaluation Error: Unknown variable: 'x'. at 1:40",
                ),
                (
                    "inline_epp('<% $x = 3 %>', {x => 1})",
                    "! Evaluation Error: Cannot reassign variable '$x' at 1:7",
                ),
                (
                    "inline_epp('<%= $::x %>', {x => 1})",
                    "! Evaluation Error: Unknown variable: '::x'. at 1:5",
                ),
            ],
        );
        let budget = Budget::new();
        let source = Source::new("t.epp", "<%= $x %>");
        let template = Prepared::template(source, Strict::Error, &budget).unwrap();
        let given = parse_value("{x => 7}", &Aliases::default(), Mode::Current).unwrap();
        let written = render(&template, Some(&given), &Environment::new(), &budget);
        assert_eq!(written.unwrap(), "7");
    }

    #[test]
    fn parameters_are_given_by_name() {
        let in_lambda = "! Evaluation Error: Error while evaluating a Function Call, lambda:";
        agree(
            &Environment::new(),
            &[
                (
                    "inline_epp('<%- | $x = 3 | -%><%= $x %>', {x => undef})",
                    "'3'",
                ),
                ("inline_epp('<%- | $x | -%><%= $x %>', {x => undef})", "''"),
                // All passed values are bound before the first default is evaluated.
                (
                    "inline_epp('<%- | $x = $y, $y = 1 | -%><%= $x %>', {y => 2})",
                    "'2'",
                ),
                (
                    "inline_epp('<%- | $x = $y, $y = 1 | -%><%= $x %>')",
                    &format!(
                        "{in_lambda} default expression for $x tries to illegally access not yet \
                         evaluated $y at 1:1"
                    ),
                ),
                (
                    "inline_epp('<%- | String $x = 3 | -%><%= $x %>')",
                    &format!(
                        "{in_lambda} parameter 'x' expects a String value, got Integer at 1:1"
                    ),
                ),
                (
                    "inline_epp('<%- | *$x | -%><%= $x %>', {x => 1})",
                    "! Evaluation Error: Error while evaluating a Function Call, inline_epp(): \
                     Invalid EPP: Parameter $x has 'captures rest' - not supported in an Epp \
                     Template at 1:1",
                ),
                (
                    "inline_epp('<%- | $x = 1, $x = 3 | -%><%= $x %>')",
                    "! Evaluation Error: Error while evaluating a Function Call, inline_epp(): \
                     Invalid EPP: The parameter 'x' is declared more than once in the parameter \
                     list at 1:1",
                ),
            ],
        );
    }

    #[test]
    fn what_is_matched_is_seen_by_a_template_in_the_text() {
        agree(
            &Environment::new(),
            &[
                ("'abc' =~ /(b)/ inline_epp('<%= $1 %>')", "'b'"),
                (
                    "'abc' =~ /(b)/ inline_epp('<%- | $x = $1 | -%><%= \"$1$x\" %>')",
                    "'bb'",
                ),
                (
                    "'abc' =~ /(b)/ inline_epp('<%= \"z\" =~ /(z)/ %>') $1",
                    "'b'",
                ),
            ],
        );
    }

    #[test]
    fn a_template_may_be_worth_something_else() {
        let mistyped = "! Evaluation Error: Error while evaluating a Function Call, value returned \
                        from function 'inline_epp' has wrong type, expects a value of type String \
                        or Sensitive[String], got Integer at 1:1";
        agree(
            &Environment::new(),
            &[
                ("inline_epp('<%= return(1) %>a')", "1"),
                ("inline_epp('a<% [1].each |$x| { return([$x]) } %>')", "[1]"),
                ("inline_epp('a<% next(\"x\") %>')", "'x'"),
                ("inline_epp('a<% next(1) %>')", mistyped),
                // A template without declared parameters has no check.
                ("inline_epp('a<% next(1) %>', {})", "1"),
                (
                    "inline_epp('a<%- | | -%>')",
                    "! Evaluation Error: Error while evaluating a \
                  Function Call, inline_epp(): Invalid EPP: Syntax error at '|' at 1:1",
                ),
                (
                    "inline_epp('a<% break() %>')",
                    "! break() from context where this is illegal at 1:5",
                ),
            ],
        );
        let budget = Budget::new();
        let source = Source::new("t.epp", "a<%= return(1) %>");
        let template = Prepared::template(source, Strict::Error, &budget).unwrap();
        let error = render(&template, None, &Environment::new(), &budget).unwrap_err();
        assert!(
            error
                .message()
                .ends_with("return() from context where this is illegal")
        );
    }

    #[test]
    fn a_sensitive_part_makes_the_text_sensitive() {
        agree(
            &Environment::new(),
            &[
                ("inline_epp('a<%= Sensitive(\"x\") %>')", "Sensitive('ax')"),
                (
                    "inline_epp('<%= inline_epp(\\'<%= Sensitive(1) %>\\') %>').unwrap",
                    "'1'",
                ),
                (
                    "inline_epp('a<%= [Sensitive(\"x\")] %>')",
                    "'a[Sensitive [value redacted]]'",
                ),
                (
                    "inline_epp('<% inline_epp(\\'<%= Sensitive(1) %>\\') %>b')",
                    "'b'",
                ),
            ],
        );
        assert_eq!(
            answer_in(
                "\"${inline_epp('<%= Sensitive(1) %>')}\"",
                &Environment::new()
            ),
            "'Sensitive [value redacted]'"
        );
        let budget = Budget::new();
        let source = Source::new("t.epp", "a<%= Sensitive('x') %>");
        let template = Prepared::template(source, Strict::Error, &budget).unwrap();
        let written = render(&template, None, &Environment::new(), &budget);
        assert_eq!(written.unwrap(), "ax");
    }
}

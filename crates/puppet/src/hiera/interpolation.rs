//! Interpolation of values and of texts of a configuration.
//!
//! An expression `%{...}` ends at the first `}`. It is the name of a variable with an optional path,
//! or one of the methods `lookup`, `hiera`, `alias`, `literal` and `scope` with one quoted argument.
//! The result is interpolated again, except that of `alias`.

use super::Session;
use super::explain::Scope;
use super::failure::{Outcome, issue, lookup_error, puppet_error, runtime_error};
use super::inspect::text_of;
use super::invocation::{Interpolated, Invocation};
use super::key::{Key, Piece, split};
use super::lookup::Wanted;
use crate::eval::environment::Level;
use crate::eval::interpreter::Interpreter;
use crate::eval::interpreter::TEXT_STEP;
use crate::mode::Strict;
use crate::values::special::{array, array_elements, hash, undef};
use polycty_core::values::Value;
use std::borrow::Cow;

/// Whether a text may use methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Methods {
    Allowed,
    /// In a configuration.
    Refused,
}

/// The levels of a container or a text in an interpolation.
const VALUE_LEVELS: u32 = 4;

/// The expressions without a value.
const EMPTY: [&str; 6] = ["", "::", "\"\"", "''", "\"::\"", "'::'"];

/// Whether a text contains an expression.
pub(super) fn has_expression(text: &[u8]) -> bool {
    let mut pairs = text.windows(2);
    pairs.any(|pair| pair == b"%{")
}

/// Whether a value contains an expression.
fn needs_interpolation(value: &Value) -> bool {
    if let Some(text) = value.as_str_bytes() {
        return has_expression(text);
    }
    if let Some(elements) = array_elements(value) {
        return elements.iter().any(needs_interpolation);
    }
    match value.as_ordered_map() {
        Some(map) => map
            .entries()
            .iter()
            .any(|(key, value)| needs_interpolation(key) || needs_interpolation(value)),
        None => false,
    }
}

impl Session<'_, '_> {
    /// Replaces the expressions in all texts of a value.
    pub(super) fn interpolate(
        &mut self,
        value: &Value,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        self.interpreter.fits([value])?;
        self.interpreter
            .budget
            .charge(u64::from(value.size()) / 4)?;
        if !needs_interpolation(value) {
            return Ok(value.clone());
        }
        self.interpolated(value, invocation, methods)
    }

    fn interpolated(
        &mut self,
        value: &Value,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        if let Some(bytes) = value.as_str_bytes() {
            return match value.as_str() {
                Some(text) if has_expression(bytes) => {
                    self.interpolate_text(text, invocation, methods)
                }
                _ => Ok(value.clone()),
            };
        }
        if let Some(elements) = array_elements(value) {
            self.hold_parts(elements.len())?;
            let mut made = Vec::with_capacity(elements.len());
            for element in elements {
                self.interpreter.budget.charge(1)?;
                made.push(self.deeper(VALUE_LEVELS, |session| {
                    session.interpolated(element, invocation, methods)
                })?);
            }
            return Ok(array(made)?);
        }
        if let Some(map) = value.as_ordered_map() {
            self.hold_parts(4 * map.len())?;
            let mut made = Vec::with_capacity(map.len());
            for (key, element) in map.entries() {
                self.interpreter.budget.charge(1)?;
                made.push(self.deeper(VALUE_LEVELS, |session| {
                    let key = session.interpolated(key, invocation, methods)?;
                    let element = session.interpolated(element, invocation, methods)?;
                    Ok((key, element))
                })?);
            }
            return Ok(hash(made)?);
        }
        Ok(value.clone())
    }

    /// Replaces the expressions in a text. Only an `alias` has a result other than a text.
    fn interpolate_text(
        &mut self,
        subject: &str,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        self.explained(
            invocation,
            || Scope::Interpolation(subject.to_owned()),
            |session, invocation| session.replace(subject, invocation, methods),
        )
    }

    fn replace(
        &mut self,
        subject: &str,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        let mut out = String::new();
        let mut rest = subject;
        while let Some((before, after)) = rest.split_once("%{") {
            let Some((inner, after)) = after.split_once('}') else {
                break;
            };
            out.push_str(before);
            rest = after;
            let expression = inner.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
            if expression.len() <= 4 && EMPTY.contains(&expression) {
                continue;
            }
            let parsed = method_of(expression);
            if parsed.is_some() && methods == Methods::Refused {
                return Err(issue(
                    "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
                    "Interpolation using method syntax is not allowed in this context",
                ));
            }
            let (method, name) = parsed.unwrap_or(("scope", expression));
            let is_whole = before.is_empty() && after.is_empty() && out.is_empty();
            if method == "alias" && !(is_whole && subject.len() == inner.len() + 3) {
                return Err(issue(
                    "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
                    "'alias' interpolation is only permitted if the expression is equal to the \
                     entire string",
                ));
            }
            let value = match method {
                "lookup" | "hiera" | "alias" => self.lookup_nested(name, invocation)?,
                "scope" => self.scope_value(name, subject, invocation)?,
                "literal" => Value::string(name),
                other => {
                    return Err(issue(
                        "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD",
                        format!("Unknown interpolation method '{other}'"),
                    ));
                }
            };
            if method == "alias" {
                return Ok(value);
            }
            let prefix = if method == "scope" { "scope:" } else { "" };
            let value = if needs_interpolation(&value) || invocation.is_open(prefix, name) {
                let checked = format!("{prefix}{name}").as_str().into();
                self.check(invocation, &checked, |session, invocation| {
                    session.interpolate(&value, invocation, methods)
                })?
            } else {
                self.interpreter.fits([&value])?;
                value
            };
            self.interpreter
                .budget
                .charge(1 + invocation.open_names() / 4 + u64::from(value.size()) / 4)?;
            let text = match value.as_str() {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(text_of(&value)),
            };
            self.interpreter
                .budget
                .charge(1 + text.len() as u64 / TEXT_STEP)?;
            Interpreter::check_text(out.len() + text.len())?;
            self.interpreter.hold_text(text.len())?;
            out.push_str(&text);
        }
        out.push_str(rest);
        self.interpreter.hold_text(out.len())?;
        Ok(Value::string(&out))
    }

    /// Looks up the key of an expression; the empty text if there is none.
    fn lookup_nested(&mut self, name: &str, invocation: &mut Invocation) -> Outcome<Value> {
        let mut nested = invocation.nested();
        let key = Key::new(name)?;
        let module = key.module.clone();
        let wanted = Wanted {
            names: vec![name.to_owned()],
            default: Some(Value::string("")),
            ..Wanted::default()
        };
        self.looking_up(&mut nested, &key, module, |session, nested| {
            session.lookup(&wanted, nested, None)
        })
    }

    /// Returns the variable of an expression, or the value at a path into it.
    pub(super) fn scope_value(
        &mut self,
        key: &str,
        subject: &str,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let Some(segments) = split(key) else {
            return Err(lookup_error(format!("Syntax error in string: {subject}")));
        };
        let mut segments = segments.into_iter();
        let root = match segments.next() {
            Some(Piece::Text(root)) => root,
            Some(Piece::Index(index)) => {
                return Err(puppet_error(format!(
                    "Scope variable name {index} is a Integer, not a string"
                )));
            }
            None => "",
        };
        let segments = segments.as_slice();
        let mut value = self.explained(
            invocation,
            || Scope::Named("Global Scope".into()),
            |session, invocation| session.variable_or_default(root, invocation),
        )?;
        let whole = value.clone();
        if !value.is_null() && !segments.is_empty() {
            value = match self.sub_lookup(key, invocation, segments, value) {
                Err(super::failure::Failure::NotFound) => undef(),
                done => done?,
            };
        }
        if let Some(collected) = &mut invocation.collected
            && (value.is_null() || !key.starts_with("::"))
            && !collected.iter().any(|known| *known.key == *key)
        {
            self.interpreter
                .budget
                .hold(size_of::<Interpolated>() as u64 + key.len() as u64)?;
            collected.push(Interpolated {
                key: key.into(),
                root: root.into(),
                segments: segments.iter().map(|piece| piece.segment()).collect(),
                whole,
                value: value.clone(),
            });
        }
        Ok(value)
    }

    fn variable_or_default(&mut self, root: &str, invocation: &mut Invocation) -> Outcome<Value> {
        let given = |values: &Option<Value>| -> Option<Value> {
            let map = values.as_ref()?.as_ordered_map()?;
            map.get(&Value::string(root)).cloned()
        };
        if let Some(value) = given(&invocation.overrides) {
            self.report_found_in(invocation, root, &value, " in overrides")?;
            return Ok(value);
        }
        let default = given(&invocation.defaults);
        match self.variable(root)? {
            Some(value) => {
                self.report_found(invocation, root, &value)?;
                Ok(value)
            }
            None => match default {
                Some(value) => {
                    self.report_found_in(invocation, root, &value, " in defaults")?;
                    Ok(value)
                }
                None => {
                    self.unknown(root)?;
                    Ok(undef())
                }
            },
        }
    }

    /// Returns a variable of the scope of the lookup.
    pub(super) fn variable(&mut self, name: &str) -> Outcome<Option<Value>> {
        let local = self.state.locals.borrow();
        if let Some((_, value)) = local.iter().rev().find(|(known, _)| **known == *name) {
            return Ok(Some(value.clone()));
        }
        drop(local);
        let found = self.interpreter.variable_by_name(name)?;
        Ok(found.or_else(|| match name {
            // The title of the top scope is that of the class around all manifests.
            "title" | "name" => Some(Value::string("main")),
            _ => None,
        }))
    }

    /// Reports an unknown variable.
    fn unknown(&mut self, name: &str) -> Outcome<()> {
        let short = name.strip_prefix("::").unwrap_or(name);
        let is_number = !short.is_empty() && short.bytes().all(|byte| byte.is_ascii_digit());
        if is_number || matches!(short, "module_name" | "caller_module_name") {
            return Ok(());
        }
        let reason = match short.rsplit_once("::") {
            None => String::new(),
            Some((class, _)) => match self.interpreter.defined_class(class)? {
                Some(_) => format!("class {class} has not been evaluated"),
                None => format!("class {class} could not be found"),
            },
        };
        let message = format!("Undefined variable '{name}'; {reason}");
        match self.interpreter.environment.strictness() {
            Strict::Off => Ok(()),
            Strict::Warning => Ok(self.interpreter.warn_once(&message)?),
            Strict::Error if self.state.is_lenient.get() => {
                let message = format!(
                    "Interpolation failed with '{name}', but compilation continuing; {reason}"
                );
                if self.interpreter.warned.insert(message.clone()) {
                    self.interpreter.budget.hold(2 * message.len() as u64)?;
                    self.interpreter.log(Level::Warning, &message)?;
                }
                Ok(())
            }
            Strict::Error => Err(runtime_error(message)),
        }
    }
}

/// Returns the method and the argument of an expression, or `None` for that of a variable.
fn method_of(expression: &str) -> Option<(&str, &str)> {
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let (method, rest) = expression.split_once('(')?;
    let quoted = rest.strip_suffix(')')?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let argument = quoted.strip_prefix(quote)?.strip_suffix(quote)?;
    let valid = is_word(method) && !argument.is_empty() && !argument.contains(quote);
    valid.then_some((method, argument))
}

#[cfg(test)]
mod tests {
    use super::method_of;

    #[test]
    fn a_method_has_one_quoted_argument() {
        for (text, found) in [
            ("lookup('a')", Some(("lookup", "a"))),
            ("alias(\"a.b\")", Some(("alias", "a.b"))),
            ("literal('%{env}')", Some(("literal", "%{env}"))),
            ("lookup( 'a' )", None),
            ("lookup('')", None),
            ("lookup(a)", None),
            ("a b", None),
        ] {
            assert_eq!(method_of(text), found, "{text}");
        }
    }
}

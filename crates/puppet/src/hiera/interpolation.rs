//! Interpolation of values and of texts of a configuration.
//!
//! An expression `%{...}` ends at the first `}`. It is the name of a variable with an optional path,
//! or one of the methods `lookup`, `hiera`, `alias`, `literal` and `scope` with one quoted argument.
//! The result is interpolated again, except that of `alias`.

use super::Session;
use super::explain::Scope;
use super::failure::{Outcome, issue, lookup_error, puppet_error, runtime_error};
use super::hierarchy::same_map;
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
use std::rc::Rc;

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
    expression_at(text).is_some()
}

/// Returns the position of the first `%{`.
fn expression_at(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(next) = text.get(from..)?.iter().position(|byte| *byte == b'%') {
        let at = from + next;
        if text.get(at + 1) == Some(&b'{') {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Splits a text at its first expression: the text before, the expression, and the text after.
fn split_expression(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_at_checked(expression_at(text.as_bytes())?)?;
    let (inner, after) = rest.get(2..)?.split_once('}')?;
    Some((before, inner, after))
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
        let made = self.interpolated(value, invocation, methods)?;
        Ok(made.unwrap_or_else(|| value.clone()))
    }

    /// Returns the interpolated value, or `None` if it does not change.
    fn interpolated(
        &mut self,
        value: &Value,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Option<Value>> {
        if let Some(bytes) = value.as_str_bytes() {
            return match value.as_str() {
                Some(text) if has_expression(bytes) => {
                    Ok(Some(self.interpolate_text(text, invocation, methods)?))
                }
                _ => Ok(None),
            };
        }
        if let Some(elements) = array_elements(value) {
            let made = self.interpolated_all(elements.iter(), invocation, methods)?;
            return Ok(made.map(array).transpose()?);
        }
        let Some(map) = value.as_ordered_map() else {
            return Ok(None);
        };
        let entries = map.entries();
        if !entries.iter().any(|(key, _)| needs_interpolation(key)) {
            let elements = entries.iter().map(|(_, element)| element);
            let made = self.interpolated_all(elements, invocation, methods)?;
            let made = made.map(|made| map.with_elements(made)).transpose()?;
            return Ok(made.map(Value::extension));
        }
        self.hold_parts(4 * map.len())?;
        let mut made = Vec::with_capacity(map.len());
        for (key, element) in entries {
            self.interpreter.budget.charge(1)?;
            made.push(self.deeper(VALUE_LEVELS, |session| {
                let new_key = session.interpolated(key, invocation, methods)?;
                let new_element = session.interpolated(element, invocation, methods)?;
                Ok((
                    new_key.unwrap_or_else(|| key.clone()),
                    new_element.unwrap_or_else(|| element.clone()),
                ))
            })?);
        }
        Ok(Some(hash(made)?))
    }

    /// Returns the interpolated elements of a container, or `None` if none of them changes.
    fn interpolated_all<'v>(
        &mut self,
        elements: impl ExactSizeIterator<Item = &'v Value> + Clone,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Option<Vec<Value>>> {
        let mut made: Option<Vec<Value>> = None;
        for (at, element) in elements.clone().enumerate() {
            self.interpreter.budget.charge(1)?;
            let changed = self.deeper(VALUE_LEVELS, |session| {
                session.interpolated(element, invocation, methods)
            })?;
            match (&mut made, changed) {
                (Some(made), changed) => made.push(changed.unwrap_or_else(|| element.clone())),
                (None, Some(changed)) => {
                    self.hold_parts(2 * elements.len())?;
                    let mut begun = Vec::with_capacity(elements.len());
                    begun.extend(elements.clone().take(at).cloned());
                    begun.push(changed);
                    made = Some(begun);
                }
                (None, None) => {}
            }
        }
        Ok(made)
    }

    /// Replaces the expressions in a text. Only an `alias` has a result other than a text.
    pub(super) fn interpolate_text(
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
        while let Some((before, inner, after)) = split_expression(rest) {
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
            // The text of a whole expression is not copied.
            if is_whole && value.as_str().is_some() {
                return Ok(value);
            }
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
        let is_plain = invocation.explainer.is_none()
            && invocation.overrides.is_none()
            && invocation.defaults.is_none();
        if is_plain && let Some(known) = self.read_before(key)? {
            let value = known.value.clone();
            invocation.collect(&known);
            return Ok(value);
        }
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
        let is_kept = is_plain && whole.as_ordered_map().is_some();
        if !is_kept && invocation.collected.is_none() {
            return Ok(value);
        }
        self.interpreter
            .budget
            .hold(2 * (size_of::<Interpolated>() + key.len()) as u64)?;
        let read = Rc::new(Interpolated {
            key: key.into(),
            root: root.into(),
            segments: segments.iter().map(|piece| piece.segment()).collect(),
            whole,
            value: value.clone(),
        });
        invocation.collect(&read);
        if is_kept {
            let mut known = self.state.read.borrow_mut();
            known.insert(read.key.clone(), read);
        }
        Ok(value)
    }

    /// Returns the value of an expression that was read before, if its variable still has the same
    /// hash.
    fn read_before(&mut self, key: &str) -> Outcome<Option<Rc<Interpolated>>> {
        let Some(known) = self.state.read.borrow().get(key).cloned() else {
            return Ok(None);
        };
        self.interpreter.budget.charge(1)?;
        let whole = self.variable(&known.root)?;
        let is_same = whole.is_some_and(|whole| same_map(&whole, &known.whole));
        Ok(is_same.then_some(known))
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

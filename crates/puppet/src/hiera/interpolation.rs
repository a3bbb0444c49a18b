//! Interpolation of values and of texts of a configuration.
//!
//! An expression `%{...}` ends at the first `}`. It is the name of a variable with an optional path,
//! or one of the methods `lookup`, `hiera`, `alias`, `literal` and `scope` with one quoted argument.
//! The result is interpolated again, except that of `alias`.

use super::Session;
use super::explain::Scope;
use super::failure::{Failure, Outcome, issue, lookup_error, puppet_error, runtime_error};
use super::hierarchy::same_whole;
use super::inspect::text_of;
use super::invocation::{Interpolated, Invocation, LOOKUP_LEVELS};
use super::key::Key;
use super::template::{
    Method, Reference, Root, Template, TextTemplate, has_expression, needs_interpolation,
};
use crate::eval::environment::Level;
use crate::eval::interpreter::Interpreter;
use crate::eval::interpreter::TEXT_STEP;
use crate::mode::Strict;
use crate::values::special::{array, array_elements, hash, undef};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::cell::Cell;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;

/// Whether a text may use methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Methods {
    Allowed,
    /// In a configuration.
    Refused,
}

/// The levels of a container or a text in an interpolation.
const VALUE_LEVELS: u32 = 4;

/// The bytes of a part of a template.
const PART_BYTES: u64 = 256;

/// Whether the variables of a lookup are only those of the scope, and the lookup is not explained.
fn is_plain(invocation: &Invocation) -> bool {
    invocation.explainer.is_none()
        && invocation.overrides.is_none()
        && invocation.defaults.is_none()
}

impl Session<'_, '_> {
    /// Replaces the expressions in all texts of a value.
    pub(super) fn interpolate(
        &mut self,
        value: &Value,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        match self.template(value)? {
            None => Ok(value.clone()),
            Some(template) => self.render(value, &template, invocation, methods),
        }
    }

    /// Returns the expressions of a value.
    pub(super) fn template(&mut self, value: &Value) -> Outcome<Option<Template>> {
        self.interpreter.fits([value])?;
        self.interpreter
            .budget
            .charge(u64::from(value.size()) / 4)?;
        let template = Template::of(value);
        if let Some(template) = &template {
            let parts = template.parts() as u64;
            self.interpreter.budget.parts(parts, PART_BYTES)?;
        }
        Ok(template)
    }

    /// Replaces the expressions of a template in its value.
    pub(super) fn render(
        &mut self,
        value: &Value,
        template: &Template,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        match template {
            Template::Text(text) => self.interpolate_text(text, invocation, methods),
            Template::Array(parts) => {
                let elements = array_elements(value).unwrap_or_default();
                self.interpreter.budget.charge(1 + elements.len() as u64)?;
                self.hold_parts(elements.len())?;
                let mut made = elements.to_vec();
                for (at, template) in parts {
                    if let Some(element) = made.get_mut(*at) {
                        self.render_part(element, template, invocation, methods)?;
                    }
                }
                Ok(array(made)?)
            }
            Template::Elements(parts) => {
                let Some(map) = value.as_ordered_map() else {
                    return Ok(value.clone());
                };
                self.interpreter.budget.charge(1 + map.len() as u64)?;
                self.hold_parts(2 * map.len())?;
                let mut made: Box<[(Value, Value)]> = map.entries().into();
                for (at, template) in parts {
                    if let Some((_, element)) = made.get_mut(*at) {
                        self.render_part(element, template, invocation, methods)?;
                    }
                }
                Ok(Value::extension(map.with_elements(made)?))
            }
            Template::Entries(parts) => {
                let entries = value.as_ordered_map().map_or(&[][..], |map| map.entries());
                self.hold_parts(4 * entries.len())?;
                let mut made = Vec::with_capacity(entries.len());
                for part in self.interpreter.budget.charged(parts)? {
                    let Some((key, element)) = entries.get(part.at) else {
                        continue;
                    };
                    made.push(self.deeper(VALUE_LEVELS, |session| {
                        let mut rendered =
                            |value: &Value, template: &Option<Template>| match template {
                                Some(template) => {
                                    session.render(value, template, invocation, methods)
                                }
                                None => Ok(value.clone()),
                            };
                        let key = rendered(key, &part.key)?;
                        Ok((key, rendered(element, &part.element)?))
                    })?);
                }
                Ok(hash(made)?)
            }
        }
    }

    fn render_part(
        &mut self,
        element: &mut Value,
        template: &Template,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<()> {
        *element = self.deeper(VALUE_LEVELS, |session| {
            session.render(element, template, invocation, methods)
        })?;
        Ok(())
    }

    /// Replaces the expressions in a text. Only an `alias` has a result other than a text.
    pub(super) fn interpolate_text(
        &mut self,
        text: &TextTemplate,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        if let [part] = &*text.parts
            && part.is_whole
            && let Method::Scope(reference) = &part.method
            && is_plain(invocation)
            && let Some(known) = self.read_before(&reference.key)?
            && known.is_final
            && !invocation.is_open("scope:", &part.name)
        {
            invocation.collect(&known);
            self.interpreter
                .budget
                .charge(1 + invocation.open_names() / 4 + u64::from(known.value.size()) / 4)?;
            return Ok(known.value.clone());
        }
        self.explained(
            invocation,
            || Scope::Interpolation(text.subject.to_string()),
            |session, invocation| session.replace(text, invocation, methods),
        )
    }

    fn replace(
        &mut self,
        text: &TextTemplate,
        invocation: &mut Invocation,
        methods: Methods,
    ) -> Outcome<Value> {
        let mut out = String::new();
        for part in &text.parts {
            out.push_str(text.before(part));
            if part.is_call && methods == Methods::Refused {
                return Err(issue(
                    "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
                    "Interpolation using method syntax is not allowed in this context",
                ));
            }
            let name = &*part.name;
            let (value, prefix) = match &part.method {
                Method::Empty => continue,
                Method::Alias(_) if !part.is_whole => {
                    return Err(issue(
                        "HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
                        "'alias' interpolation is only permitted if the expression is equal to \
                         the entire string",
                    ));
                }
                Method::Alias(key) => {
                    return self.lookup_nested(name, key.as_deref(), invocation);
                }
                Method::Lookup(key) => (self.lookup_nested(name, key.as_deref(), invocation)?, ""),
                Method::Scope(reference) => {
                    let value = self.scope_value(reference, &text.subject, invocation)?;
                    (value, "scope:")
                }
                Method::Literal => (Value::string(name), ""),
                Method::Unknown(other) => {
                    return Err(issue(
                        "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD",
                        format!("Unknown interpolation method '{other}'"),
                    ));
                }
            };
            let value = if needs_interpolation(&value) || invocation.is_open(prefix, name) {
                let checked = format!("{prefix}{name}").as_str().into();
                self.check(invocation, &checked, |session, invocation| {
                    session.interpolate(&value, invocation, methods)
                })?
            } else {
                self.interpreter.fits([&value])?;
                value
            };
            let own = match value.as_str() {
                Some(own) => Cow::Borrowed(own),
                None => Cow::Owned(text_of(&value)),
            };
            self.interpreter.budget.charge(
                2 + invocation.open_names() / 4
                    + u64::from(value.size()) / 4
                    + own.len() as u64 / TEXT_STEP,
            )?;
            // The text of a whole expression is not copied.
            if part.is_whole && matches!(own, Cow::Borrowed(_)) {
                return Ok(value);
            }
            Interpreter::check_text(out.len() + own.len())?;
            self.interpreter.hold_text(own.len())?;
            out.push_str(&own);
        }
        out.push_str(text.rest());
        self.interpreter.hold_text(out.len())?;
        Ok(Value::string(&out))
    }

    /// Looks up the key of an expression; the empty text if there is none.
    fn lookup_nested(
        &mut self,
        name: &str,
        key: Option<&Key>,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let Some(key) = key else {
            return Err(Key::syntax_error(name));
        };
        self.interpreter.budget.charge(1)?;
        let given = |values: &Option<Value>| -> Option<Value> {
            let map = values.as_ref()?.as_ordered_map()?;
            map.get_text(name).cloned()
        };
        if let Some(value) = given(&invocation.overrides) {
            return Ok(value);
        }
        let mut nested = invocation.nested();
        let found = self.deeper(LOOKUP_LEVELS, |session| {
            session.search(key, &mut nested, None)
        });
        match found {
            Err(Failure::NotFound) => {
                let default = given(&invocation.defaults);
                Ok(default.unwrap_or_else(|| Value::string("")))
            }
            found => found,
        }
    }

    /// Returns the variable of an expression, or the value at a path into it.
    pub(super) fn scope_value(
        &mut self,
        reference: &Arc<Reference>,
        subject: &str,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        let is_plain = is_plain(invocation);
        if is_plain && let Some(known) = self.read_before(&reference.key)? {
            let value = known.value.clone();
            invocation.collect(&known);
            return Ok(value);
        }
        let root = match &reference.root {
            Root::Name(root) => root,
            Root::Index(index) => {
                return Err(puppet_error(format!(
                    "Scope variable name {index} is a Integer, not a string"
                )));
            }
            Root::Invalid => {
                return Err(lookup_error(format!("Syntax error in string: {subject}")));
            }
        };
        let whole = self.explained(
            invocation,
            || Scope::Named("Global Scope".into()),
            |session, invocation| session.variable_or_default(root, invocation),
        )?;
        let value = self.value_in(reference, &whole, invocation)?;
        let is_kept = is_plain && whole.as_ordered_map().is_some();
        if !is_kept && invocation.collected.is_none() {
            return Ok(value);
        }
        self.interpreter
            .budget
            .hold(2 * (size_of::<Interpolated>() + reference.key.len()) as u64)?;
        let read = Rc::new(Interpolated {
            reference: reference.clone(),
            whole,
            is_final: value
                .as_str_bytes()
                .is_some_and(|text| !has_expression(text)),
            value: value.clone(),
            seen: Cell::new(self.state.moment()),
        });
        invocation.collect(&read);
        if is_kept {
            let mut known = self.state.read.borrow_mut();
            known.insert(reference.key.clone(), read);
        }
        Ok(value)
    }

    /// Returns the values of variables, or `None` unless all of them are texts without expressions.
    pub(super) fn final_values(
        &mut self,
        references: &[Arc<Reference>],
        invocation: &mut Invocation,
    ) -> Outcome<Option<Vec<Value>>> {
        if !is_plain(invocation) {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(references.len());
        for reference in references {
            // A variable that was not read before is left to the interpolation, which reports it.
            match self.read_before(&reference.key)? {
                Some(known) if known.is_final => values.push(known.value.clone()),
                _ => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// Returns the value at the path of a reference into the value of its variable.
    pub(super) fn value_in(
        &mut self,
        reference: &Reference,
        whole: &Value,
        invocation: &mut Invocation,
    ) -> Outcome<Value> {
        if whole.is_null() || reference.segments.is_empty() {
            return Ok(whole.clone());
        }
        let (key, segments) = (&reference.key, &reference.segments);
        match self.sub_lookup(key, invocation, segments, whole.clone()) {
            Err(Failure::NotFound) => Ok(undef()),
            found => found,
        }
    }

    /// Returns the value of an expression that was read before, if its variable still has the same
    /// hash.
    fn read_before(&mut self, key: &str) -> Outcome<Option<Rc<Interpolated>>> {
        let Some(known) = self.state.read.borrow().get(key).cloned() else {
            return Ok(None);
        };
        self.interpreter.budget.charge(1)?;
        Ok(self.is_same(&known)?.then_some(known))
    }

    /// Whether the variable of an expression still has the same hash or text.
    pub(super) fn is_same(&mut self, known: &Interpolated) -> Outcome<bool> {
        let now = self.state.moment();
        if now.is_some() && known.seen.get() == now {
            return Ok(true);
        }
        let is_same = self.has_whole(known, now)?;
        if is_same {
            known.seen.set(now);
        }
        Ok(is_same)
    }

    /// Whether the variable of an expression has the same hash or text. The expressions of a variable share
    /// its value within a moment.
    fn has_whole(&mut self, known: &Interpolated, now: Option<NonZeroU64>) -> Outcome<bool> {
        let root = known.root();
        if now.is_some()
            && let Some(is_same) = self.state.is_seen(root, now, &known.whole)
        {
            return Ok(is_same);
        }
        let whole = self.variable(root)?;
        let found = whole.as_ref();
        let is_same = found.is_some_and(|whole| same_whole(whole, &known.whole));
        if now.is_some() {
            self.state.see_variable(root, now, whole);
        }
        Ok(is_same)
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

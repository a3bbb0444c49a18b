//! Matches: `=~`, `in`, and the options of a case.
//!
//! A match by a regular expression is stored for `$0`, `$1` and so on; a failed match keeps the
//! stored one.

use crate::depth::OPTION_LEVELS;
use crate::eval::code::{Expr, ExprId};
use crate::eval::compare::values_equal;
use crate::eval::interpreter::{Interpreter, Matched};
use crate::eval::operators::Positions;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location};
use crate::mode::Mode;
use crate::rules::assignable::in_ranges;
use crate::rules::convert::class_of;
use crate::scalars::semver::Version;
use crate::scalars::{early_regexp, pattern, regexp};
use crate::values::label::of_value;
use crate::values::special::{Special, array_elements, undef};
use crate::words::a_an;
use polycty_core::calls::HeldBytes;
use polycty_core::source::Code;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a stored match, without the text.
const MATCHED_BYTES: u64 = 256;

impl Interpreter<'_> {
    /// Whether an expression matches a text; stores the match.
    pub(crate) fn match_text(&mut self, source: &Str, text: &Value) -> Eval<bool> {
        let Some(subject) = text.as_str() else {
            return Ok(false);
        };
        self.budget.charge(1 + subject.len() as u64 / 64)?;
        let Some(groups) = pattern::captures(source, subject, 0, self.budget)? else {
            return Ok(false);
        };
        // The match lives as long as the frame, like a variable.
        let mark = self.mark();
        self.budget.hold(subject.len() as u64 + MATCHED_BYTES)?;
        self.pin(mark);
        self.matched = Some(Rc::new(Matched {
            text: text.clone(),
            groups,
        }));
        Ok(true)
    }

    /// `=~`
    pub(crate) fn is_match(
        &mut self,
        code: &Rc<Running>,
        left: &Value,
        right: &Value,
        positions: Positions,
    ) -> Eval<bool> {
        if let Some(ty) = right.as_type() {
            return self.is_instance(left, ty);
        }
        let on_the_right = |why: &str| {
            let message = format!(
                "Can not convert right match operand to a regular expression. Caused by '{why}'."
            );
            Location::new(code, positions.2).fail(Code::Conversion, message)
        };
        let source: Str = match (Special::of(right), right.as_str()) {
            (Some(Special::SemVerRange(range)), _) => {
                let version = match (Special::of(left), left.as_str()) {
                    (Some(Special::SemVer(version)), _) => Some((**version).clone()),
                    (_, Some(text)) => Version::parse(text),
                    _ => None,
                };
                return Ok(version.is_some_and(|version| in_ranges(range, &version)));
            }
            (Some(Special::Regexp(source)), _) => source.clone(),
            (_, Some(text)) => match (self.mode, regexp::syntax_error(text)) {
                (Mode::Current, None) => text.into(),
                (Mode::Current, Some(what)) => {
                    return Err(on_the_right(&format!("{what}: /{text}/")));
                }
                (Mode::Early, _) => match early_regexp::syntax_error(text) {
                    None => early_regexp::unanchored(text).as_ref().into(),
                    Some(why) => return Err(on_the_right(&why)),
                },
            },
            _ => {
                let class = if right.is_null() {
                    "nil".to_owned()
                } else if let Some(flag) = right.as_bool() {
                    flag.to_string()
                } else {
                    class_of(right)
                };
                return Err(on_the_right(&format!(
                    "no implicit conversion of {class} into String"
                )));
            }
        };
        if left.as_str().is_none() {
            let message = format!(
                "Left match operand must result in a String value. Got {}.",
                a_an(&of_value(left))
            );
            return Err(Location::new(code, positions.0).fail(Code::Type, message));
        }
        self.match_text(&source, left)
    }

    /// `in`
    pub(crate) fn is_in(&mut self, value: &Value, container: &Value) -> Eval<bool> {
        if let Some(text) = container.as_str() {
            if let Some(wanted) = value.as_str() {
                return self.contains(text, wanted);
            }
            return match Special::of(value) {
                Some(Special::Regexp(source)) => self.match_text(source, container),
                _ => Ok(false),
            };
        }
        if let Some(parts) = array_elements(container) {
            return self.is_among(value, parts.iter());
        }
        if let Some(map) = container.as_ordered_map() {
            return self.is_among(value, map.entries().iter().map(|(key, _)| key));
        }
        Ok(match Special::of(container) {
            Some(Special::SemVerRange(range)) => match (Special::of(value), value.as_str()) {
                (Some(Special::SemVer(version)), _) => in_ranges(range, version),
                (_, Some(text)) => Version::parse(text).is_some_and(|v| in_ranges(range, &v)),
                _ => false,
            },
            Some(Special::Binary(bytes)) => {
                let within = |wanted: &[u8]| -> Eval<bool> {
                    // The wanted bytes are compared at each position.
                    let compared = 1 + wanted.len() as u64 / 64;
                    let steps = (bytes.len() as u64).saturating_mul(compared) / 16;
                    self.budget.charge(steps)?;
                    let is_there = || bytes.windows(wanted.len()).any(|w| w == wanted);
                    Ok(wanted.is_empty() || is_there())
                };
                match (Special::of(value), value.as_str(), value.as_small_whole()) {
                    (Some(Special::Binary(wanted)), ..) => within(wanted)?,
                    (_, Some(text), _) => within(text.as_bytes())?,
                    (.., Some(byte)) => {
                        self.budget.charge(bytes.len() as u64 / 64)?;
                        u8::try_from(byte).is_ok_and(|byte| bytes.contains(&byte))
                    }
                    _ => false,
                }
            }
            _ => false,
        })
    }

    /// Whether a text contains a different text, ignoring case.
    fn contains(&mut self, text: &str, wanted: &str) -> Eval<bool> {
        /// The product of both lengths up to which the search is naive.
        const FEW: usize = 1 << 10;
        let is_ascii = text.is_ascii() && wanted.is_ascii();
        if is_ascii && text.len().saturating_mul(wanted.len()) <= FEW {
            return Ok(contains_ascii(text.as_bytes(), wanted.as_bytes()));
        }
        // The search in lowercase copies is linear in both lengths.
        let length = text.len() + wanted.len();
        self.budget.charge(length as u64 / 16)?;
        let mut memory = HeldBytes::new(self.budget);
        memory.hold(2 * length as u64)?;
        Ok(if is_ascii {
            text.to_ascii_lowercase()
                .contains(&wanted.to_ascii_lowercase())
        } else {
            text.to_lowercase().contains(&wanted.to_lowercase())
        })
    }

    fn is_among<'v>(
        &mut self,
        value: &Value,
        parts: impl ExactSizeIterator<Item = &'v Value>,
    ) -> Eval<bool> {
        let parts = self.budget.charged(parts)?;
        if value.as_str().is_some() || matches!(Special::of(value), Some(Special::SemVer(_))) {
            for part in parts {
                if self.matches(value, part)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if let Some(ty) = value.as_type() {
            for part in parts {
                if self.is_instance(part, ty)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if let Some(Special::Regexp(source)) = Special::of(value) {
            for part in parts {
                if self.match_text(source, part)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for part in parts {
            if values_equal(part, value, self.mode, self.budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a value matches an option, which may unfold to several values.
    pub(crate) fn matches_expr(
        &mut self,
        code: &Rc<Running>,
        value: &Value,
        option: ExprId,
    ) -> Eval<bool> {
        if let Expr::Splat(inner) = &code.code[option] {
            let inner = self.eval(code, *inner)?;
            let mut options = Vec::new();
            self.unfold(inner, &mut options)?;
            for option in &options {
                if self.matches(value, option)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.level += OPTION_LEVELS;
        let option = self.eval(code, option);
        self.level -= OPTION_LEVELS;
        self.matches(value, &option?)
    }

    /// Whether a value matches the value of an option. The value `default` matches everything,
    /// unlike the keyword, which is used if no other option matches.
    pub(crate) fn matches(&mut self, value: &Value, option: &Value) -> Eval<bool> {
        if let Some(ty) = option.as_type() {
            return self.is_instance(value, ty);
        }
        if let Some(parts) = array_elements(option) {
            let Some(values) = array_elements(value).filter(|v| v.len() == parts.len()) else {
                return Ok(false);
            };
            for (value, option) in self.budget.charged(values.iter().zip(parts))? {
                if !self.matches(value, option)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if let Some(map) = option.as_ordered_map() {
            let Some(values) = value.as_ordered_map() else {
                return Ok(false);
            };
            let undef = undef();
            for (key, option) in self.budget.charged(map.entries())? {
                if !self.matches(values.get(key).unwrap_or(&undef), option)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        match Special::of(option) {
            Some(Special::Default) => Ok(true),
            Some(Special::Regexp(source)) => self.match_text(source, value),
            Some(Special::SemVer(version)) => Ok(match (Special::of(value), value.as_str()) {
                (Some(Special::SemVer(other)), _) => version.precedence(other).is_eq(),
                (_, Some(text)) => {
                    Version::parse(text).is_some_and(|other| version.precedence(&other).is_eq())
                }
                _ => false,
            }),
            Some(Special::SemVerRange(range)) => Ok(match (Special::of(value), value.as_str()) {
                (Some(Special::SemVer(version)), _) => in_ranges(range, version),
                (Some(Special::SemVerRange(other)), _) => range.text() == other.text(),
                (_, Some(text)) => Version::parse(text).is_some_and(|v| in_ranges(range, &v)),
                _ => false,
            }),
            _ => Ok(values_equal(value, option, self.mode, self.budget)?),
        }
    }
}

/// Whether a text contains a different text, ignoring the case of ASCII letters.
fn contains_ascii(text: &[u8], wanted: &[u8]) -> bool {
    let Some((first, rest)) = wanted.split_first() else {
        return true;
    };
    let folded = first.to_ascii_lowercase();
    (0..text.len().saturating_sub(rest.len())).any(|at| {
        text[at].to_ascii_lowercase() == folded
            && text[at + 1..at + 1 + rest.len()].eq_ignore_ascii_case(rest)
    })
}

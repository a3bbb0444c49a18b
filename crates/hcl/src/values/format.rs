//! Formatting of values in HCL notation.
//!
//! The layout is conventional: objects and maps have one item per line, with aligned equals signs,
//! and short plain lists are on one line. Text for programs parses to the same value, except that
//! the notation cannot express the type of nulls and of empty collections, and that lists, sets and
//! maps become tuples and objects. Unknown and marked values have no notation: they are refused in
//! text for programs, and are shown in parentheses in text for people, which is not a valid
//! expression.

use crate::syntax::is_identifier;
use crate::types::format_type;
use polycty_core::calls::{Budget, BudgetError, GrowingText, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::is_printable;
use polycty_core::types::Kind;
use polycty_core::values::{Bound, Detail, Value, grapheme_count};
use std::fmt::Write;

/// The handling of values without a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotationPolicy {
    /// They are refused, so the text is an expression.
    Expression,
    /// They are shown, but of marked values only the marks.
    Withheld,
    /// They are shown, including marked values.
    Revealed,
}

/// The approximate length in bytes up to which lists of plain elements are written on one line.
const LINE: usize = 80;

/// Returns the text of a value, with the standard budget.
///
/// # Errors
/// [`Code::Unknown`], [`Code::Marked`] or [`Code::Unsupported`] if an expression is requested and
/// the value has no notation; [`Code::Limit`] for numbers with too many digits.
pub fn format_value(value: &Value, shown: NotationPolicy) -> Result<String> {
    format_value_within(value, shown, &Budget::standard())
}

/// Returns the text as [`format_value`] does, with the budget of an operation.
///
/// # Errors
/// The errors of [`format_value`], and an error if the budget is exceeded.
pub fn format_value_within(
    value: &Value,
    shown: NotationPolicy,
    budget: &Budget,
) -> Result<String> {
    let mut writer = Writer {
        out: GrowingText::new(budget),
        shown,
        budget,
    };
    writer.value(value, 0)?;
    Ok(writer.out.into_held()?)
}

/// Returns a text as a quoted string of an expression.
pub(crate) fn quoted(text: &str) -> String {
    let budget = Budget::new();
    let mut writer = Writer {
        out: GrowingText::new(&budget),
        shown: NotationPolicy::Expression,
        budget: &budget,
    };
    // The budget has no limits.
    let _ = writer.quoted(text);
    writer.out.into_string()
}

struct Writer<'a> {
    out: GrowingText<'a>,
    shown: NotationPolicy,
    budget: &'a Budget,
}

impl Writer<'_> {
    /// Writes a value. The recursion is as deep as values nest, which is limited.
    fn value(&mut self, value: &Value, indent: usize) -> Result<()> {
        self.budget.charge(1)?;
        if value.is_marked() {
            return self.marked(value, indent);
        }
        if value.is_null() {
            self.out.push_str("null")?;
            return Ok(());
        }
        if !value.is_known() {
            return self.unknown(value);
        }
        match value.ty().kind() {
            Kind::Bool(_) => {
                let text = if value.as_bool() == Some(true) {
                    "true"
                } else {
                    "false"
                };
                self.out.push_str(text)?;
            }
            Kind::Number => self.number(value)?,
            Kind::String(_) => self.string(value)?,
            Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. } => self.list(value, indent)?,
            Kind::Object(object) => {
                let parts = value.parts().unwrap_or_default();
                let fields = object.fields().iter();
                self.items(fields.map(|field| field.name()).zip(parts), indent)?;
            }
            Kind::Map { .. } if value.entries().is_some_and(has_text_keys) => {
                let entries = value.entries().unwrap_or_default().iter();
                self.items(
                    entries.map(|entry| (entry.key_str(), entry.value())),
                    indent,
                )?;
            }
            _ => self.foreign(value)?,
        }
        Ok(())
    }

    fn refused(&self, code: Code, what: &str) -> Result<()> {
        match self.shown {
            NotationPolicy::Expression => Err(Error::new(
                code,
                format!("{what} cannot be written as an expression"),
            )),
            NotationPolicy::Withheld | NotationPolicy::Revealed => Ok(()),
        }
    }

    #[cold]
    fn marked(&mut self, value: &Value, indent: usize) -> Result<()> {
        self.refused(Code::Marked, "a marked value")?;
        self.out.push_str("(marked ")?;
        for (at, mark) in value.marks_ref().as_slice().iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ")?;
            }
            self.quoted(mark)?;
        }
        if self.shown == NotationPolicy::Revealed {
            self.out.push_str(": ")?;
            self.value(value.unmarked(), indent)?;
        }
        self.out.push(')')?;
        Ok(())
    }

    #[cold]
    fn unknown(&mut self, value: &Value) -> Result<()> {
        self.refused(Code::Unknown, "an unknown value")?;
        self.budget.charge(u64::from(value.ty().size()))?;
        let name = format_type(value.ty()).unwrap_or_else(|_| value.ty().friendly_name());
        self.out.push_str("(unknown ")?;
        self.out.push_str(&name)?;
        if let Some(refinement) = value.refinement() {
            if refinement.not_null {
                self.out.push_str(", not null")?;
            }
            self.detail(&refinement.detail)?;
        }
        self.out.push(')')?;
        Ok(())
    }

    fn detail(&mut self, detail: &Detail) -> Result<()> {
        match detail {
            Detail::Nothing => {}
            Detail::Prefix(prefix) => {
                self.out.push_str(", beginning with ")?;
                self.quoted(prefix)?;
            }
            Detail::Number { min, max } => {
                let words = |bound: &Option<Bound>, with: &str, without: &str, out: &mut String| {
                    if let Some(bound) = bound.as_ref().filter(|bound| !bound.value.is_infinite()) {
                        let word = if bound.inclusive { with } else { without };
                        let _ = write!(out, ", {word} {}", bound.value);
                    }
                };
                self.out.write(|out| {
                    words(min, "at least", "more than", out);
                    words(max, "at most", "less than", out);
                })?;
            }
            Detail::Length { min, max } => {
                let _ = self.out.write(|out| match max {
                    Some(max) if max == min => write!(out, ", of length {min}"),
                    Some(max) => write!(out, ", of length {min} to {max}"),
                    None => write!(out, ", of length {min} or more"),
                })?;
            }
        }
        Ok(())
    }

    fn number(&mut self, value: &Value) -> Result<()> {
        let Some(number) = value.as_number() else {
            return Ok(());
        };
        if number.is_infinite() {
            self.refused(Code::Unsupported, "infinity")?;
            let sign = if number.is_negative() {
                "minus"
            } else {
                "plus"
            };
            let _ = self.out.write(|out| write!(out, "({sign} infinity)"))?;
            return Ok(());
        }
        cost::write_number(&number, self.budget)?;
        Ok(self.out.write(|out| number.write_text(out))??)
    }

    fn string(&mut self, value: &Value) -> Result<()> {
        let text = value.as_str().unwrap_or_default();
        // The decision whether a character is printable searches tables.
        let bytes_a_step = if text.is_ascii() { 16 } else { 4 };
        self.budget.charge(text.len() as u64 / bytes_a_step)?;
        Ok(self.quoted(text)?)
    }

    /// Writes a text in quotes, so that it starts no sequence.
    fn quoted(&mut self, text: &str) -> Result<(), BudgetError> {
        self.out.push('"')?;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\n' => self.out.push_str("\\n")?,
                '\r' => self.out.push_str("\\r")?,
                '\t' => self.out.push_str("\\t")?,
                '"' => self.out.push_str("\\\"")?,
                '\\' => self.out.push_str("\\\\")?,
                '$' | '%' => {
                    self.out.push(c)?;
                    match rest.peek() {
                        Some('{') => self.out.push(c)?,
                        // Of several signs before a brace, only the last one may start a sequence.
                        Some(next) if *next == c => {
                            self.out.truncate(self.out.len() - 1);
                            let _ = self.out.write(|out| write!(out, "\\u{:04x}", c as u32))?;
                        }
                        _ => {}
                    }
                }
                c if is_printable(c) => self.out.push(c)?,
                c if (c as u32) < 0x1_0000 => {
                    let _ = self.out.write(|out| write!(out, "\\u{:04x}", c as u32))?;
                }
                c => {
                    let _ = self.out.write(|out| write!(out, "\\U{:08x}", c as u32))?;
                }
            }
        }
        self.out.push('"')
    }

    fn list(&mut self, value: &Value, indent: usize) -> Result<()> {
        let parts = value.parts().unwrap_or_default();
        self.out.push('[')?;
        if self.is_one_line(value) {
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    self.out.push_str(", ")?;
                }
                self.value(part, indent)?;
            }
        } else {
            for part in parts {
                self.line(indent + 1)?;
                self.value(part, indent + 1)?;
                self.out.push(',')?;
            }
            self.line(indent)?;
        }
        self.out.push(']')?;
        Ok(())
    }

    #[expect(
        clippy::string_slice,
        reason = "the offset is the length before text is appended"
    )]
    fn items<'v>(
        &mut self,
        items: impl Iterator<Item = (&'v str, &'v Value)> + Clone,
        indent: usize,
    ) -> Result<()> {
        if items.clone().next().is_none() {
            self.out.push_str("{}")?;
            return Ok(());
        }
        self.out.push('{')?;
        // Adjacent one-line items have aligned equals signs.
        let mut width = 0;
        let mut left = 0;
        let mut ahead = items.clone();
        for (name, part) in items {
            if left == 0 {
                width = 0;
                for (name, part) in ahead.by_ref() {
                    left += 1;
                    if !self.is_one_line(part) {
                        break;
                    }
                    width = width.max(self.key_width(name)?);
                }
            }
            left -= 1;
            self.line(indent + 1)?;
            let start = self.out.len();
            if is_plain_key(name) {
                self.out.push_str(name)?;
            } else {
                self.quoted(name)?;
            }
            if self.is_one_line(part) {
                let written = grapheme_count(&self.out[start..]);
                let padding = width.saturating_sub(written);
                self.out
                    .write(|out| out.extend(std::iter::repeat_n(' ', padding)))?;
            }
            self.out.push_str(" = ")?;
            self.value(part, indent + 1)?;
        }
        self.line(indent)?;
        self.out.push('}')?;
        Ok(())
    }

    /// Whether a value is written on one line: all values except objects, long lists, and lists
    /// whose parts have parts. The size of a marked value is visible only if the text shows the
    /// value.
    fn is_one_line(&self, value: &Value) -> bool {
        let withheld = |value: &Value| value.is_marked() && self.shown != NotationPolicy::Revealed;
        if withheld(value) {
            return true;
        }
        let bare = value.unmarked();
        let Some(count) = bare.part_count() else {
            return true;
        };
        match bare.ty().kind() {
            _ if count == 0 => true,
            Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. } => {
                let mut remaining = LINE;
                bare.parts().unwrap_or_default().iter().all(|part| {
                    let (plain, bytes) = if withheld(part) {
                        (true, 16)
                    } else {
                        let part = part.unmarked();
                        let plain = part.part_count().is_none_or(|count| count == 0);
                        (plain, part.as_str().map_or(8, str::len) + 4)
                    };
                    let fits = bytes <= remaining;
                    remaining = remaining.saturating_sub(bytes);
                    plain && fits
                })
            }
            _ => false,
        }
    }

    /// The number of columns of a key.
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length before text is appended"
    )]
    fn key_width(&mut self, name: &str) -> Result<usize> {
        if is_plain_key(name) {
            return Ok(grapheme_count(name));
        }
        let start = self.out.len();
        self.quoted(name)?;
        let width = grapheme_count(&self.out[start..]);
        self.out.truncate(start);
        Ok(width)
    }

    fn line(&mut self, indent: usize) -> Result<()> {
        self.out.push('\n')?;
        Ok(self
            .out
            .write(|out| out.extend(std::iter::repeat_n("  ", indent)))?)
    }

    /// Writes a value that only other languages have.
    #[cold]
    fn foreign(&mut self, value: &Value) -> Result<()> {
        let name = value.ty().friendly_name();
        self.refused(Code::Unsupported, &format!("a value of type {name}"))?;
        // The debug format does not withhold nested marked values.
        if value.contains_marked() {
            let _ = self.out.write(|out| write!(out, "(some {name})"))?;
            return Ok(());
        }
        self.budget.hold(u64::from(value.size()) * 8)?;
        let _ = self.out.write(|out| write!(out, "({name} {value:?})"))?;
        Ok(())
    }
}

/// Whether a name can be a key without quotes. An object that starts with `for` would be parsed as
/// a `for` expression.
pub(crate) fn is_plain_key(name: &str) -> bool {
    is_identifier(name) && name != "for"
}

fn has_text_keys(entries: &[polycty_core::values::Entry]) -> bool {
    entries.iter().all(|entry| entry.key().as_str().is_some())
}

#[cfg(test)]
mod tests {
    use super::{NotationPolicy, format_value, format_value_within};
    use crate::eval::{Expr, Scope};
    use crate::syntax::parse_expression;
    use polycty_core::calls::Budget;
    use polycty_core::number::Number;
    use polycty_core::source::{Code, Position};
    use polycty_core::types::Type;
    use polycty_core::values::Value;
    use proptest::prelude::*;

    fn evaluated(text: &str) -> Value {
        let parsed = parse_expression(text.as_bytes(), "t", Position::START);
        assert!(
            parsed.diagnostics.is_empty(),
            "{text}: {:?}",
            parsed.diagnostics
        );
        let found = Expr::Native(parsed.expression()).evaluate(Some(&Scope::new()));
        assert!(found.diagnostics.is_empty(), "{text}");
        found.value
    }

    #[test]
    fn objects_and_lists_are_laid_out() {
        for text in [
            "null",
            "-1.5",
            "\"a$${b} %%{c} $d \\\"\\\\\\n\\u0007é\"",
            "[]",
            "{}",
            "[1, \"a\", null]",
            "[\n  [1],\n  [],\n]",
            "{\n  a   = 1\n  bcd = [1, 2]\n  e = {\n    f = 1\n  }\n  \"g h\" = 2\n  \"for\" = 3\n}"
                .replace("  \"for\" = 3\n", "")
                .as_str(),
            "{\n  \"0 x\" = true\n  \"for\" = 3\n}",
        ] {
            let value = evaluated(text);
            assert_eq!(format_value(&value, NotationPolicy::Expression).unwrap(), text);
        }
    }

    #[test]
    fn what_has_no_notation_is_shown_as_such() {
        let list = Type::list(Type::string().clone()).unwrap();
        let unknown = Value::unknown(list);
        let refined = Value::unknown(Type::string().clone()).refine();
        let refined = refined.not_null().prefix_full("ab").build().unwrap();
        let secret = Value::string("s\"").mark("sensitive");
        let all = Value::tuple(vec![
            unknown.clone(),
            refined,
            secret.clone(),
            Value::dynamic(),
        ]);
        let all = all.unwrap();
        let withheld = format_value(&all, NotationPolicy::Withheld).unwrap();
        assert_eq!(
            withheld,
            "[(unknown list(string)), (unknown string, not null, beginning with \"ab\"), (marked \"sensitive\"), (unknown any)]"
        );
        let revealed = format_value(&secret, NotationPolicy::Revealed).unwrap();
        assert_eq!(revealed, "(marked \"sensitive\": \"s\\\"\")");
        let refused = |value: &Value| {
            format_value(value, NotationPolicy::Expression)
                .unwrap_err()
                .code()
        };
        assert_eq!(refused(&unknown), Code::Unknown);
        assert_eq!(refused(&secret), Code::Marked);
        for text in ["(unknown any)", "(marked \"sensitive\")", "(plus infinity)"] {
            let parsed = parse_expression(text.as_bytes(), "t", Position::START);
            assert!(!parsed.diagnostics.is_empty(), "{text}");
        }
        let shown = |value: Value| format_value(&value, NotationPolicy::Withheld).unwrap();
        assert_eq!(shown(Value::dynamic()), "(unknown any)");
        assert_eq!(
            shown(Value::from_number(Number::infinity())),
            "(plus infinity)"
        );
    }

    #[test]
    fn what_is_withheld_does_not_shape_the_text() {
        let around = |secret: Value| {
            let secret = secret.mark("m");
            let list = Value::tuple(vec![Value::string("x"), secret.clone()]).unwrap();
            let fields = [("long name", Value::bool(true)), ("b", secret), ("c", list)];
            let fields = fields.map(|(name, value)| (name.into(), value));
            format_value(
                &Value::object(fields.to_vec()).unwrap(),
                NotationPolicy::Withheld,
            )
            .unwrap()
        };
        let short = around(Value::string("s"));
        assert_eq!(around(Value::string(&"s".repeat(99))), short);
        assert_eq!(
            around(Value::object(vec![("a".into(), Value::bool(true))]).unwrap()),
            short
        );
        let many = vec![Value::bool(true); 99];
        assert_eq!(around(Value::tuple(many).unwrap()), short);
    }

    #[test]
    fn the_text_is_charged() {
        let value = Value::tuple(vec![Value::string(&"a".repeat(1000)); 100]).unwrap();
        let little = Budget::new().limit_bytes(50_000);
        let error = format_value_within(&value, NotationPolicy::Expression, &little).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(evaluated("null")),
            any::<bool>().prop_map(Value::bool),
            any::<i64>().prop_map(|int| evaluated(&format!("{int} / 8"))),
            "[$%{}\"\\\\\na-zé\u{301}\u{200b}\u{1f600}]{0,8}"
                .prop_map(|text| Value::nfc_string(&text)),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5)
                    .prop_map(|parts| Value::tuple(parts).unwrap()),
                prop::collection::btree_map("(for|null|[a-c -]{0,3}|\\$\\{)", inner, 0..5)
                    .prop_map(|parts| {
                        let parts = parts.into_iter().map(|(name, part)| (name.into(), part));
                        Value::object(parts.collect::<Vec<_>>()).unwrap()
                    }),
            ]
        })
    }

    proptest! {
        #[test]
        fn an_expression_reads_back_as_the_value(value in any_value()) {
            let text = format_value(&value, NotationPolicy::Expression).unwrap();
            prop_assert_eq!(evaluated(&text), value);
        }
    }
}

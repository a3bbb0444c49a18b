//! YAML as Puppet reads it: the parser is that of libyaml, and plain scalars are resolved by the
//! rules of Ruby's Psych, which are those of YAML 1.1 with small differences.
//!
//! Only the first document counts. A symbol is a value of its own. Tags of Ruby's classes and
//! dates are refused.

use super::context::symbol;
use super::failure::Outcome;
use crate::values::special::{Special, array, array_elements, hash, undef};
use libyaml_safer::{Event, EventData, Mark, Parser, ScalarStyle};
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::source::{Code, Error};
use polycty_core::text::base64;
use polycty_core::types::{KeyedMap, MAX_DEPTH};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The steps of an event, and the bytes of a node.
const EVENT_STEPS: u64 = 4;
const NODE_BYTES: u64 = 160;

/// The error of a text.
pub(super) struct Problem {
    /// Psych's message without the name of the file. It may have the position of the context.
    pub(super) message: String,
    /// The position of the part that is wrong.
    at: Option<Mark>,
}

/// Returns the value of a text. The value of an empty document is undef.
pub(super) fn read(text: &str, budget: &Budget) -> Outcome<Result<Value, Problem>> {
    // The parser holds a part of the text, and its tokens.
    budget.charge(text.len() as u64 / 8)?;
    // The parser panics at the end of some texts whose last line does not end.
    let is_ended = text.is_empty() || text.ends_with(['\n', '\r']);
    let text: Cow<'_, str> = match is_ended {
        true => text.into(),
        false => {
            budget.hold(text.len() as u64)?;
            format!("{text}\n").into()
        }
    };
    let mut bytes = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut bytes);
    let mut reader = Reader {
        budget,
        anchors: KeyedMap::default(),
        end: (!is_ended).then_some(text.len() as u64),
    };
    loop {
        let event = match next(&mut parser) {
            Ok(event) => event,
            Err(problem) => return Ok(Err(problem)),
        };
        match event.data {
            EventData::StreamStart { .. } => {}
            EventData::DocumentStart { .. } => return reader.document(&mut parser),
            _ => return Ok(Ok(undef())),
        }
    }
}

/// Returns the value of a YAML document as Hiera reads it. An empty text is undef.
///
/// # Errors
/// - [`Code::Syntax`] for text that is not YAML, with Psych's message and the position.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn read_yaml(text: &str, budget: &Budget) -> Result<Value, Error> {
    match read(text, budget) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(problem)) => {
            let error = Error::new(Code::Syntax, problem.message);
            Err(match problem.at {
                Some(at) => error.with_offset(offset(text, at)),
                None => error,
            })
        }
        Err(failure) => Err(failure.into_error()),
    }
}

/// The byte at a position, whose column counts characters.
fn offset(text: &str, at: Mark) -> usize {
    let line = usize::try_from(at.line).unwrap_or(usize::MAX);
    let column = usize::try_from(at.column).unwrap_or(usize::MAX);
    let (mut start, mut lines) = (0, text.split_inclusive('\n'));
    for before in lines.by_ref().take(line) {
        start += before.len();
    }
    let characters = lines.next().unwrap_or_default().chars();
    start + characters.take(column).map(char::len_utf8).sum::<usize>()
}

/// The message of a syntax error, with the position that Psych reports: that of the context.
fn syntax_error(error: &libyaml_safer::Error) -> String {
    let scanner = error.kind() == libyaml_safer::ErrorKind::Scanner;
    let mark = match error.context_mark() {
        Some(mark) => Some(mark),
        None if scanner => error.problem_mark(),
        None => None,
    };
    let (line, column) = mark.map_or((1, 1), |mark| (mark.line + 1, mark.column + 1));
    let context = match error.context() {
        Some(context) => format!(" {context}"),
        None => String::new(),
    };
    format!(
        "{}{context} at line {line} column {column}",
        error.problem()
    )
}

/// Returns the next event, or the message of a syntax error. A panic of the parser is one, too.
fn next(parser: &mut Parser<&mut &[u8]>) -> Result<Event, Problem> {
    match catch_unwind(AssertUnwindSafe(|| parser.parse())) {
        Ok(Ok(event)) => Ok(event),
        Ok(Err(error)) => Err(Problem {
            message: syntax_error(&error),
            at: error.problem_mark(),
        }),
        Err(_) => Err(Problem {
            message: "found unexpected end of the text".to_owned(),
            at: None,
        }),
    }
}

struct Reader<'b> {
    budget: &'b Budget,
    anchors: KeyedMap<String, Value>,
    /// The end of the text after a line break that was added to it.
    end: Option<u64>,
}

/// A container that is being read.
struct Open {
    anchor: Option<String>,
    made: Made,
}

enum Made {
    Sequence(Vec<Value>),
    Mapping {
        entries: Vec<(Value, Value)>,
        key: Option<Key>,
    },
}

/// A key whose value follows.
struct Key {
    value: Value,
    /// Whether the key is that of a merge.
    merges: bool,
}

/// The kind of a node, for the value of a merge key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeKind {
    Scalar,
    Sequence,
    /// A mapping or an alias.
    Mergeable,
}

/// A value, or the message of an error.
type Read<T> = Result<T, String>;

impl Reader<'_> {
    fn document(&mut self, parser: &mut Parser<&mut &[u8]>) -> Outcome<Result<Value, Problem>> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.budget.charge(EVENT_STEPS)?;
            self.budget.hold(NODE_BYTES)?;
            let event = match next(parser) {
                Ok(event) => event,
                Err(problem) => return Ok(Err(problem)),
            };
            let at = Some(event.start_mark);
            let node = match self.node(event, &mut open)? {
                Ok(Some(node)) => node,
                Ok(None) => continue,
                Err(message) => return Ok(Err(Problem { message, at })),
            };
            let (value, kind, is_text_key) = node;
            match open.last_mut() {
                None => return Ok(Ok(value)),
                Some(open) => self.add(&mut open.made, value, kind, is_text_key)?,
            }
        }
    }

    /// Returns the node that an event completes, or `None` if a container begins.
    fn node(
        &mut self,
        event: Event,
        open: &mut Vec<Open>,
    ) -> Outcome<Read<Option<(Value, NodeKind, bool)>>> {
        let done = |value, kind| Ok(Ok(Some((value, kind, false))));
        let at_end = self.end.is_some_and(|end| event.end_mark.index >= end);
        match event.data {
            EventData::Scalar {
                anchor,
                tag,
                value: mut text,
                style,
                ..
            } => {
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                if is_block && at_end && text.ends_with('\n') {
                    text.pop();
                }
                self.budget.text(text.len())?;
                let is_plain = matches!(style, ScalarStyle::Plain);
                let value = match scalar(&text, tag.as_deref(), is_plain)? {
                    Ok(value) => value,
                    Err(message) => return Ok(Err(message)),
                };
                self.remember(anchor, &value)?;
                let is_text = tag.as_deref() == Some("tag:yaml.org,2002:str");
                Ok(Ok(Some((value, NodeKind::Scalar, is_text))))
            }
            EventData::Alias { anchor } => match self.anchors.get(&anchor) {
                Some(value) => done(value.clone(), NodeKind::Mergeable),
                None => Ok(Err(format!("Unknown alias: {anchor}"))),
            },
            EventData::SequenceStart { anchor, tag, .. } => {
                if let Some(class) = tag.as_deref().and_then(class_of_tag) {
                    return Ok(Err(unspecific(class)));
                }
                Ok(begun(open, anchor, Made::Sequence(Vec::new())))
            }
            EventData::MappingStart { anchor, tag, .. } => {
                if let Some(class) = tag.as_deref().and_then(class_of_tag) {
                    return Ok(Err(unspecific(class)));
                }
                let made = Made::Mapping {
                    entries: Vec::new(),
                    key: None,
                };
                Ok(begun(open, anchor, made))
            }
            EventData::SequenceEnd | EventData::MappingEnd => {
                let Some(Open { anchor, made }) = open.pop() else {
                    return Ok(Ok(None));
                };
                let (value, kind) = match made {
                    Made::Sequence(elements) => (array(elements)?, NodeKind::Sequence),
                    Made::Mapping { entries, .. } => (hash(entries)?, NodeKind::Mergeable),
                };
                self.remember(anchor, &value)?;
                done(value, kind)
            }
            // The end of a document without content.
            _ => done(undef(), NodeKind::Scalar),
        }
    }

    fn remember(&mut self, anchor: Option<String>, value: &Value) -> Outcome<()> {
        if let Some(anchor) = anchor {
            let heap = anchor.len();
            self.budget
                .insert(&mut self.anchors, heap, anchor, value.clone())?;
        }
        Ok(())
    }

    /// Adds a node to its container.
    fn add(&mut self, made: &mut Made, value: Value, kind: NodeKind, is_text: bool) -> Outcome<()> {
        match made {
            Made::Sequence(elements) => elements.push(value),
            Made::Mapping { entries, key } => match key.take() {
                None => {
                    let merges = value.as_str() == Some("<<") && !is_text;
                    *key = Some(Key { value, merges });
                }
                Some(key) if key.merges => {
                    let merged = merged_entries(&value, kind);
                    match merged {
                        Some(merged) => {
                            self.budget.extend(entries, merged)?;
                        }
                        None => entries.push((key.value, value)),
                    }
                }
                Some(key) => entries.push((key.value, value)),
            },
        }
        Ok(())
    }
}

fn begun<T>(open: &mut Vec<Open>, anchor: Option<String>, made: Made) -> Read<Option<T>> {
    if open.len() >= MAX_DEPTH as usize - 8 {
        return Err("the document nests too deep".to_owned());
    }
    open.push(Open { anchor, made });
    Ok(None)
}

/// The entries that a merge key adds, or `None` if its value cannot be merged.
fn merged_entries(value: &Value, kind: NodeKind) -> Option<Vec<(Value, Value)>> {
    let of = |value: &Value| Some(value.as_ordered_map()?.entries().to_vec());
    match kind {
        NodeKind::Scalar => None,
        NodeKind::Mergeable => of(value),
        NodeKind::Sequence => {
            let mut merged = Vec::new();
            for value in array_elements(value)?.iter().rev() {
                merged.extend(of(value)?);
            }
            Some(merged)
        }
    }
}

fn unspecific(class: &str) -> String {
    format!("Tried to load unspecified class: {class}")
}

/// The class of Ruby that a tag of a container names.
fn class_of_tag(tag: &str) -> Option<&str> {
    let ruby = tag
        .strip_prefix("!ruby/")
        .or_else(|| tag.strip_prefix("tag:ruby.yaml.org,2002:"));
    if let Some(ruby) = ruby {
        let (kind, class) = ruby.split_once(':').unwrap_or((ruby, ""));
        return match (kind, class) {
            ("hash" | "array", "") => None,
            ("range", _) => Some("Range"),
            ("exception", _) => Some(class),
            (_, "") => Some("Object"),
            (_, class) => Some(class),
        };
    }
    match tag {
        "!omap" | "tag:yaml.org,2002:omap" => Some("Psych::Omap"),
        "!set" | "tag:yaml.org,2002:set" => None,
        _ => None,
    }
}

/// Resolves a scalar.
fn scalar(text: &str, tag: Option<&str>, is_plain: bool) -> Outcome<Read<Value>> {
    match tag {
        None | Some("!") => {}
        Some("!binary" | "tag:yaml.org,2002:binary") => {
            let compact: Vec<u8> = text
                .bytes()
                .filter(|byte| !byte.is_ascii_whitespace())
                .collect();
            let bytes = base64::from_padded(&compact).unwrap_or_default();
            return Ok(Ok(Special::Binary(bytes.into()).into_value()?));
        }
        Some("!str" | "!ruby/string" | "tag:yaml.org,2002:str") => {
            return Ok(Ok(Value::string(text)));
        }
        Some("!float" | "tag:yaml.org,2002:float") => {
            let value = plain(text)?;
            return Ok(
                value.and_then(|value| match (value.as_double(), value.as_small_whole()) {
                    (Some(_), _) => Ok(value),
                    (None, Some(whole)) => Ok(Value::from_double(whole as f64)),
                    _ => Err(format!(
                        "invalid value for Float(): {}",
                        super::inspect::inspect(&value)
                    )),
                }),
            );
        }
        Some(tag) if tag.starts_with("!ruby/sym") => return Ok(Ok(symbol(text)?)),
        Some(tag) if tag.starts_with("!ruby/") => {
            let class = match tag {
                "!ruby/regexp" => "Regexp",
                "!ruby/range" => "Range",
                tag => class_of_tag(tag).unwrap_or("Object"),
            };
            return Ok(Err(unspecific(class)));
        }
        Some(_) => {}
    }
    if !is_plain || tag == Some("!") {
        return Ok(Ok(Value::string(text)));
    }
    plain(text)
}

/// Resolves a plain scalar.
fn plain(text: &str) -> Outcome<Read<Value>> {
    if text.is_empty() {
        return Ok(Ok(undef()));
    }
    if begins_word(text) {
        return Ok(Ok(word(text)));
    }
    if is_time(text) {
        return Ok(Err(unspecific("Time")));
    }
    if is_date(text) {
        return Ok(Err(unspecific("Date")));
    }
    let lower = text.to_ascii_lowercase();
    match &*lower {
        ".inf" | "+.inf" => return Ok(Ok(Value::from_double(f64::INFINITY))),
        "-.inf" => return Ok(Ok(Value::from_double(f64::NEG_INFINITY))),
        ".nan" => return Ok(Ok(Value::from_double(f64::NAN))),
        _ => {}
    }
    if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
        let quoted = |quote: char| {
            let (inner, _) = name.strip_prefix(quote)?.rsplit_once(quote)?;
            Some(inner)
        };
        let name = quoted('"').or_else(|| quoted('\'')).unwrap_or(name);
        return Ok(Ok(symbol(name)?));
    }
    Ok(Ok(number(text).unwrap_or_else(|| Value::string(text))))
}

/// Whether a text begins with a character of words, possibly after another character.
fn begins_word(text: &str) -> bool {
    let is_word = |c: char| {
        c.is_ascii_alphabetic() || c.is_ascii_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(c)
    };
    let mut chars = text.chars();
    match chars.next() {
        None => false,
        Some(c) if is_word(c) => true,
        Some(c) if c.is_ascii_digit() || matches!(c, '.' | ':' | '-') => false,
        Some(_) => chars.next().is_some_and(is_word),
    }
}

/// Resolves a word: a bool, null or a text.
fn word(text: &str) -> Value {
    if text.len() > 5 {
        return Value::string(text);
    }
    match &*text.to_ascii_lowercase() {
        "~" | "null" => undef(),
        "yes" | "true" | "on" => Value::bool(true),
        "no" | "false" | "off" => Value::bool(false),
        _ => Value::string(text),
    }
}

/// Splits digits off the beginning of a text.
fn digits(text: &str, least: usize, most: usize) -> Option<&str> {
    let count = text
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    if count < least {
        return None;
    }
    text.get(count..)
}

/// Whether a text is a point in time, such as `2020-01-01 10:00:00.5 +01:00`.
fn is_time(text: &str) -> bool {
    let parsed = || {
        let rest = digits(text.strip_prefix('-').unwrap_or(text), 4, 4)?;
        let rest = digits(rest.strip_prefix('-')?, 1, 2)?;
        let rest = digits(rest.strip_prefix('-')?, 1, 2)?;
        let rest = match rest.strip_prefix(['T', 't']) {
            Some(rest) => rest,
            None => {
                let after = rest.trim_start();
                (after.len() < rest.len()).then_some(after)?
            }
        };
        let rest = digits(rest, 1, 2)?;
        let rest = digits(rest.strip_prefix(':')?, 2, 2)?;
        let rest = digits(rest.strip_prefix(':')?, 2, 2)?;
        let rest = match rest.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => rest,
        };
        let rest = rest.trim_start();
        match rest.strip_prefix(['+', '-']) {
            Some(zone) => {
                let zone = digits(zone, 1, 2)?;
                let zone = zone.strip_prefix(':').unwrap_or(zone);
                Some(digits(zone, 2, 2).unwrap_or(zone).is_empty())
            }
            None => Some(matches!(rest, "" | "Z")),
        }
    };
    parsed().unwrap_or(false)
}

/// Whether a text is a date.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let within = |part: &str, most: u32| {
        matches!(part.len(), 1 | 2)
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u32>().is_ok_and(|number| number <= most)
    };
    year.len() == 4
        && year.bytes().all(|byte| byte.is_ascii_digit())
        && within(month, 12)
        && within(day, 31)
}

/// Resolves a number.
fn number(text: &str) -> Option<Value> {
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if unsigned.contains(':') {
        return sexagesimal(text, unsigned);
    }
    let bytes = unsigned.as_bytes();
    let of = |fits: fn(&u8) -> bool, bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(fits);
    let radix = |digits: &str, radix: u32| {
        let digits: String = digits.chars().filter(|c| !matches!(c, '_' | ',')).collect();
        let integer = Integer::parse_radix(&digits, radix).ok()?;
        let integer = match is_negative {
            true => Integer::parse(&format!("-{integer}")).ok()?,
            false => integer,
        };
        Some(Value::from_integer(integer))
    };
    if unsigned.contains('.') {
        return float(unsigned, is_negative);
    }
    match bytes {
        [b'0'] => Some(Value::from_integer(Integer::from(0i64))),
        [b'0', b'b', rest @ ..] if of(|b| matches!(b, b'0' | b'1' | b'_' | b','), rest) => {
            radix(unsigned.get(2..)?, 2)
        }
        [b'0', b'x', rest @ ..]
            if of(|b| b.is_ascii_hexdigit() || matches!(b, b'_' | b','), rest) =>
        {
            radix(unsigned.get(2..)?, 16)
        }
        [b'0', rest @ ..] if of(|b| matches!(b, b'0'..=b'7' | b'_' | b','), rest) => {
            radix(unsigned.get(1..)?, 8)
        }
        [b'1'..=b'9', rest @ ..] => {
            // A separator is followed by a digit.
            let mut before = b'0';
            for byte in rest {
                let is_separator = matches!(byte, b'_' | b',');
                if !(byte.is_ascii_digit() || is_separator && before.is_ascii_digit()) {
                    return None;
                }
                before = *byte;
            }
            before
                .is_ascii_digit()
                .then(|| radix(unsigned, 10))
                .flatten()
        }
        _ => None,
    }
}

/// Resolves a number with a point.
fn float(unsigned: &str, is_negative: bool) -> Option<Value> {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.')?;
    let is_whole = whole.is_empty()
        || whole.starts_with(|c: char| c.is_ascii_digit())
            && whole
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'_' | b','));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let power = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    let valid = is_whole
        && is_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && power.is_none_or(|power| !power.is_empty() && is_digits(power));
    if !valid {
        return None;
    }
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let text = format!("0{whole}.{fraction}0e{}", exponent.unwrap_or("0"));
    let double: f64 = text.parse().ok()?;
    Some(Value::from_double(if is_negative {
        -double
    } else {
        double
    }))
}

/// Resolves a number of base 60, as Psych computes it: a number of two parts has hours and minutes.
fn sexagesimal(text: &str, unsigned: &str) -> Option<Value> {
    let parts: Vec<&str> = unsigned.split(':').collect();
    let [first, others @ ..] = &*parts else {
        return None;
    };
    let is_first = first.starts_with(|c: char| c.is_ascii_digit())
        && first.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let is_other =
        |part: &str| matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9']);
    let (last, fraction) = match others.last()?.split_once('.') {
        Some((last, fraction)) => (last, Some(fraction)),
        None => (*others.last()?, None),
    };
    let between = others.get(..others.len() - 1)?;
    let valid = matches!(others.len(), 1 | 2)
        && is_first
        && between.iter().all(|part| is_other(part))
        && is_other(last)
        && fraction.is_none_or(|text| text.bytes().all(|b| b.is_ascii_digit() || b == b'_'));
    if !valid {
        return None;
    }
    let first = text.split(':').next()?.replace('_', "");
    let powers = [3600i64, 60, 1];
    if let Some(fraction) = fraction {
        let last = format!("{last}.{}0", fraction.replace('_', ""));
        let mut sum = 0.0;
        let numbers = std::iter::once(&*first).chain(between.iter().copied());
        for (number, power) in numbers.chain([&*last]).zip(powers) {
            sum += number.parse::<f64>().ok()? * power as f64;
        }
        return Some(Value::from_double(sum));
    }
    let mut sum = first.parse::<i64>().ok()?.checked_mul(powers[0])?;
    for (part, power) in others.iter().zip(powers.iter().skip(1)) {
        sum = sum.checked_add(part.parse::<i64>().ok()? * power)?;
    }
    Some(Value::from_integer(Integer::from(sum)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::format::format_value;

    fn answer(text: &str) -> String {
        match read(text, &Budget::new()).unwrap() {
            Ok(value) => format_value(&value),
            Err(problem) => format!("! {}", problem.message),
        }
    }

    #[test]
    fn plain_scalars_are_those_of_psych() {
        for (text, value) in [
            ("yes", "true"),
            ("Off", "false"),
            ("y", "'y'"),
            ("~", "undef"),
            ("NULL", "undef"),
            ("017", "15"),
            ("0o17", "'0o17'"),
            ("08", "'08'"),
            ("0x1F", "31"),
            ("0b101", "5"),
            ("1_000", "1000"),
            ("1,000", "1000"),
            ("1__0", "'1__0'"),
            ("-0", "0"),
            ("+5", "5"),
            ("1.", "1.0"),
            (".5", "0.5"),
            ("1e3", "'1e3'"),
            ("1.0e3", "1000.0"),
            ("1:30", "5400"),
            ("1:30:05", "5405"),
            ("1:99", "'1:99'"),
            ("2020-13-01", "'2020-13-01'"),
            ("2020-01-01", "! Tried to load unspecified class: Date"),
            (
                "2020-01-01T00:00:00Z",
                "! Tried to load unspecified class: Time",
            ),
            ("1.2.3", "'1.2.3'"),
            ("!!str 5", "'5'"),
            ("!x 5", "5"),
            ("'5'", "'5'"),
            ("99999999999999999999", "99999999999999999999"),
        ] {
            assert_eq!(answer(text), value, "{text}");
        }
    }

    #[test]
    fn merge_keys_and_aliases_are_resolved() {
        assert_eq!(
            answer("b: &b {x: 1, y: 1}\nk:\n  <<: *b\n  y: 2\n"),
            "{'b' => {'x' => 1, 'y' => 1}, 'k' => {'x' => 1, 'y' => 2}}"
        );
        assert_eq!(answer("<<: [{a: 1}, {a: 2, b: 2}]"), "{'a' => 1, 'b' => 2}");
        assert_eq!(answer("a: 1\na: 2\n"), "{'a' => 2}");
        assert_eq!(answer("a: *x"), "! Unknown alias: x");
        assert_eq!(answer("a: 1\n---\nb: 2"), "{'a' => 1}");
        assert_eq!(answer("# nothing"), "undef");
        assert_eq!(answer("|2\n  a  l"), "'a  l'");
        assert_eq!(answer("|2\n  a  l\n"), "\"a  l\\n\"");
        assert!(answer("k: \"a\\").starts_with("! found unexpected end of stream"));
    }

    #[test]
    fn syntax_errors_have_the_position_of_libyaml() {
        for (text, message) in [
            (
                "k: [\n",
                "did not find expected node content while parsing a flow node at line 2 column 1",
            ),
            (
                "k: @x\n",
                "found character that cannot start any token while scanning for the next token \
                 at line 1 column 4",
            ),
            (
                "k: ?\n",
                "mapping keys are not allowed in this context at line 1 column 4",
            ),
        ] {
            assert_eq!(answer(text), format!("! {message}"));
        }
        for (text, at) in [
            ("ä: 1\n\u{e4}b: [x, ä: @y]\n", 19),
            ("a: 1\nb: *x\n", 8),
            ("k: [\n", 5),
        ] {
            let error = read_yaml(text, &Budget::new()).unwrap_err();
            assert_eq!(error.offset(), Some(at), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(answer(&deep).starts_with("! "));
    }
}

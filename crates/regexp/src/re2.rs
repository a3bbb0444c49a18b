//! Translation of RE2's syntax of regular expressions to that of the crate `regex`.
//!
//! The crate `regex` matches as RE2 does but has a different syntax: its escapes are Unicode-aware,
//! it has operators inside classes, flags, and properties that RE2 does not have, and it rejects
//! some text that RE2 treats as literal. So patterns are parsed here by RE2's rules, with its
//! limits and its error messages, and written in the other syntax: classes and literals by the
//! numbers of their characters, and groups without their names, which are stored separately.
//!
//! The parser is not recursive: open groups are on an explicit stack.

use polycty_core::types::Str;
use regex::RegexBuilder;
use std::collections::HashMap;
use std::fmt::Write;

/// The maximum nesting of groups.
pub(super) const MAX_PATTERN_NESTING: usize = 125;

/// The maximum count of a repetition, multiplied by the repetitions inside it.
const MAX_REPEAT: u32 = 1000;

/// A pattern for the crate `regex`.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) text: String,
    /// The name of each capturing group.
    pub(super) groups: Vec<Option<Str>>,
}

/// An error in a pattern, and the part that causes it.
#[derive(Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The description of the error.
    pub what: &'static str,
    /// The part of the pattern.
    pub part: String,
}

type PatternResult<T> = Result<T, PatternError>;

fn pattern_error<T>(what: &'static str, part: &str) -> PatternResult<T> {
    let part = part.to_owned();
    Err(PatternError { what, part })
}

const BAD_CLASS_RANGE: &str = "invalid character class range";
const BAD_ESCAPE: &str = "invalid escape sequence";
const BAD_REPEAT_COUNT: &str = "invalid repeat count";

/// Translates a pattern.
pub(super) fn translate(pattern: &str) -> PatternResult<Pattern> {
    let mut translator = Translator {
        whole: pattern,
        rest: pattern,
        out: String::with_capacity(pattern.len() * 2),
        groups: Vec::new(),
        open: vec![Frame::default()],
        flags: Flags::default(),
        properties: HashMap::new(),
    };
    translator.run()?;
    Ok(Pattern {
        text: translator.out,
        groups: translator.groups,
    })
}

#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
    swap_greed: bool,
}

impl Flags {
    fn get(&mut self, name: char) -> Option<&mut bool> {
        Some(match name {
            'i' => &mut self.ignore_case,
            'm' => &mut self.multi_line,
            's' => &mut self.dot_all,
            'U' => &mut self.swap_greed,
            _ => return None,
        })
    }

    /// Writes all flags, the set ones before the unset ones.
    fn write(mut self, out: &mut String) {
        for (wanted, sign) in [(true, ""), (false, "-")] {
            let letters = "imsU".chars();
            let these: String = letters
                .filter(|letter| self.get(*letter).is_some_and(|flag| *flag == wanted))
                .collect();
            if !these.is_empty() {
                out.push_str(sign);
                out.push_str(&these);
            }
        }
    }
}

/// An open group.
#[derive(Default)]
struct Frame {
    /// The flags before the group.
    flags: Flags,
    /// The last item of the group, which an operator would repeat.
    last: Option<Atom>,
    /// The maximum repetition count of the items in it.
    weight: u32,
}

#[derive(Clone, Copy)]
struct Atom {
    /// The end of the item in the output; flags may follow it.
    end: usize,
    /// The maximum repetition count inside it.
    weight: u32,
    /// Whether operators are lazy at the item.
    swap_greed: bool,
}

struct Translator<'a> {
    whole: &'a str,
    rest: &'a str,
    out: String,
    groups: Vec<Option<Str>>,
    open: Vec<Frame>,
    flags: Flags,
    /// The names of properties in the other syntax.
    properties: HashMap<String, Option<String>>,
}

impl<'a> Translator<'a> {
    #[expect(clippy::string_slice, reason = "operators and counts are ASCII")]
    fn run(&mut self) -> PatternResult<()> {
        // The start of the last operator, if it directly precedes the position.
        let mut repeated: Option<&'a str> = None;
        while let Some(c) = self.rest.chars().next() {
            let before = std::mem::take(&mut repeated);
            let at = self.rest;
            match c {
                '(' => self.group()?,
                ')' => self.close()?,
                '|' => {
                    self.skip(1);
                    self.out.push('|');
                    self.frame().last = None;
                }
                '^' | '$' | '.' => {
                    self.skip(1);
                    self.out.push(c);
                    self.atom(1);
                }
                '[' => self.class()?,
                '*' | '+' | '?' => {
                    self.skip(1);
                    self.repeat(at, before, &at[..1], 1)?;
                    repeated = Some(at);
                }
                '{' => match counts(at) {
                    None => {
                        self.skip(1);
                        self.literal('{');
                    }
                    Some((min, max, length)) => {
                        let valid = |n: u32| n <= MAX_REPEAT;
                        let part = &at[..length];
                        if !valid(min) || max.is_some_and(|max| !valid(max) || max < min) {
                            return pattern_error(BAD_REPEAT_COUNT, part);
                        }
                        self.skip(length);
                        self.repeat(at, before, part, max.unwrap_or(min))?;
                        repeated = Some(at);
                    }
                },
                '\\' => self.escape()?,
                c => {
                    self.skip(c.len_utf8());
                    self.literal(c);
                }
            }
        }
        if self.open.len() > 1 {
            return pattern_error("missing closing )", self.whole);
        }
        Ok(())
    }

    #[expect(clippy::string_slice, reason = "callers skip whole characters")]
    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn frame(&mut self) -> &mut Frame {
        // The outermost group is never closed.
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// Records the text that was just written as one item.
    fn atom(&mut self, weight: u32) {
        let last = Atom {
            end: self.out.len(),
            weight,
            swap_greed: self.flags.swap_greed,
        };
        let frame = self.frame();
        frame.last = Some(last);
        frame.weight = frame.weight.max(weight);
    }

    fn literal(&mut self, c: char) {
        write_char(c, &mut self.out);
        self.atom(1);
    }

    /// Repeats the last item. The operator begins at `at`. `before` is the start of the operator
    /// that directly precedes it, if any.
    #[expect(clippy::string_slice, reason = "offsets are lengths of suffixes")]
    fn repeat(
        &mut self,
        at: &'a str,
        before: Option<&'a str>,
        operator: &str,
        most: u32,
    ) -> PatternResult<()> {
        let lazy = self.rest.starts_with('?');
        if lazy {
            self.skip(1);
        }
        let upto = |from: &'a str, rest: &str| &from[..from.len() - rest.len()];
        if let Some(before) = before {
            return pattern_error(
                "invalid nested repetition operator",
                upto(before, self.rest),
            );
        }
        let Some(atom) = self.frame().last else {
            return pattern_error(
                "missing argument to repetition operator",
                upto(at, self.rest),
            );
        };
        let mut weight = atom.weight;
        if operator.starts_with('{') {
            weight = weight.saturating_mul(most.max(1));
            if most >= 2 && weight > MAX_REPEAT {
                return pattern_error(BAD_REPEAT_COUNT, upto(at, self.rest));
            }
        }
        // Flags between the last item and the operator apply to the operator only.
        let operator = if lazy != (self.flags.swap_greed != atom.swap_greed) {
            format!("{operator}?")
        } else {
            operator.to_owned()
        };
        self.out.insert_str(atom.end, &operator);
        let end = atom.end + operator.len();
        let frame = self.frame();
        frame.last = Some(Atom {
            end,
            weight,
            ..atom
        });
        frame.weight = frame.weight.max(weight);
        Ok(())
    }

    fn open(&mut self) -> PatternResult<()> {
        if self.open.len() > MAX_PATTERN_NESTING {
            return pattern_error("expression nests too deeply", self.whole);
        }
        let flags = self.flags;
        self.open.push(Frame {
            flags,
            ..Frame::default()
        });
        Ok(())
    }

    fn capture(&mut self, name: Option<&str>) -> PatternResult<()> {
        self.groups.push(name.map(Str::from));
        self.out.push('(');
        self.open()
    }

    fn close(&mut self) -> PatternResult<()> {
        if self.open.len() == 1 {
            return pattern_error("unexpected )", self.whole);
        }
        self.skip(1);
        let weight = match self.open.pop() {
            Some(frame) => {
                self.flags = frame.flags;
                frame.weight.max(1)
            }
            None => 1,
        };
        self.out.push(')');
        self.atom(weight);
        Ok(())
    }

    /// Translates a parenthesis, and the syntax after a question mark that follows it.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find` and ASCII prefixes"
    )]
    fn group(&mut self) -> PatternResult<()> {
        let at = self.rest;
        if !at.starts_with("(?") {
            self.skip(1);
            return self.capture(None);
        }
        let named = if at.starts_with("(?P<") && at.len() > 4 {
            Some(4)
        } else if at.starts_with("(?<") && at.len() > 3 {
            Some(3)
        } else {
            None
        };
        if let Some(start) = named {
            const BAD_NAME: &str = "invalid named capture";
            let Some(end) = at.find('>') else {
                return pattern_error(BAD_NAME, at);
            };
            let name = &at[start..end];
            let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || !name.bytes().all(word) {
                return pattern_error(BAD_NAME, &at[..=end]);
            }
            self.skip(end + 1);
            return self.capture(Some(name));
        }
        self.flags()
    }

    /// Translates flags, for the rest of the current group or for their own group.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `char_indices` and an ASCII prefix"
    )]
    fn flags(&mut self) -> PatternResult<()> {
        let at = self.rest;
        let mut flags = self.flags;
        let mut on = true;
        let mut any = false;
        let mut end = 2;
        for (offset, c) in at[2..].char_indices() {
            end = 2 + offset + c.len_utf8();
            if let Some(flag) = flags.get(c) {
                *flag = on;
                any = true;
                continue;
            }
            match c {
                '-' if on => {
                    on = false;
                    any = false;
                }
                ':' | ')' if on || any => {
                    self.skip(end);
                    self.out.push_str("(?");
                    flags.write(&mut self.out);
                    self.out.push(c);
                    if c == ':' {
                        self.open()?;
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
        }
        pattern_error("invalid or unsupported Perl syntax", &at[..end])
    }

    /// Translates a backslash outside of a class.
    #[expect(clippy::string_slice, reason = "the escape is ASCII")]
    fn escape(&mut self) -> PatternResult<()> {
        let at = self.rest;
        match at.as_bytes().get(1) {
            Some(b'A') => self.whole_atom(2, "\\A"),
            Some(b'z') => self.whole_atom(2, "\\z"),
            // Words consist of ASCII letters.
            Some(b'b') => self.whole_atom(2, "(?-u:\\b)"),
            Some(b'B') => self.whole_atom(2, "(?-u:\\B)"),
            Some(b'C') => return pattern_error(BAD_ESCAPE, "\\C"),
            Some(b'Q') => {
                let quoted = &at[2..];
                let (text, rest) = quoted.split_once("\\E").unwrap_or((quoted, ""));
                self.rest = rest;
                text.chars().for_each(|c| self.literal(c));
            }
            _ => {
                if let Some(class) = self.class_escape()? {
                    self.out.push('[');
                    self.out.push_str(&class);
                    self.out.push(']');
                    self.atom(1);
                } else {
                    match self.character_escape()? {
                        Some(c) => self.literal(c),
                        None => self.whole_atom(0, "[a&&b]"),
                    }
                }
            }
        }
        Ok(())
    }

    fn whole_atom(&mut self, length: usize, text: &str) {
        self.skip(length);
        self.out.push_str(text);
        self.atom(1);
    }

    /// Translates an escape that is a class, as the content of brackets.
    fn class_escape(&mut self) -> PatternResult<Option<String>> {
        let class = match self.rest.as_bytes().get(1) {
            Some(b'd') => "0-9",
            Some(b'D') => "[^0-9]",
            Some(b's') => r"\t\n\f\r\x20",
            Some(b'S') => r"[^\t\n\f\r\x20]",
            Some(b'w') => "0-9A-Za-z_",
            Some(b'W') => "[^0-9A-Za-z_]",
            Some(b'p' | b'P') => return self.property().map(Some),
            _ => return Ok(None),
        };
        self.skip(2);
        Ok(Some(class.to_owned()))
    }

    /// Translates a Unicode class: a category or a script.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and an ASCII prefix"
    )]
    fn property(&mut self) -> PatternResult<String> {
        let at = self.rest;
        let mut negated = at.as_bytes().get(1) == Some(&b'P');
        let (mut name, length) = match at[2..].chars().next() {
            Some('{') => match at.find('}') {
                Some(end) => (&at[3..end], end + 1),
                None => return pattern_error(BAD_CLASS_RANGE, at),
            },
            Some(c) => (&at[2..2 + c.len_utf8()], 2 + c.len_utf8()),
            None => ("", 2),
        };
        if let Some(rest) = name.strip_prefix('^') {
            negated = !negated;
            name = rest;
        }
        if !self.properties.contains_key(name) {
            self.properties
                .insert(name.to_owned(), known_property(name));
        }
        let Some(Some(known)) = self.properties.get(name) else {
            return pattern_error(BAD_CLASS_RANGE, &at[..length]);
        };
        let class = match (known.is_empty(), negated) {
            // Surrogates, which never occur in text.
            (true, false) => "[a&&b]".to_owned(),
            (true, true) => "[^a&&b]".to_owned(),
            (false, false) => format!("\\p{{{known}}}"),
            (false, true) => format!("\\P{{{known}}}"),
        };
        self.skip(length);
        Ok(class)
    }

    /// Parses an escape of one character; `None` if that is a surrogate, which never occurs in
    /// text.
    #[expect(
        clippy::string_slice,
        reason = "a backslash, ASCII digits and whole characters are skipped"
    )]
    fn character_escape(&mut self) -> PatternResult<Option<char>> {
        let at = self.rest;
        let mut chars = at[1..].chars();
        let Some(c) = chars.next() else {
            return pattern_error("trailing backslash at end of expression", "");
        };
        let code = match c {
            '0'..='7' => {
                let octal = |c: &char| ('0'..='7').contains(c);
                let more = chars.clone().take_while(octal).count();
                // A single nonzero digit would be a reference to a group.
                if c != '0' && more == 0 {
                    return pattern_error(BAD_ESCAPE, &at[..2]);
                }
                let digits = 1 + more.min(2);
                let text = &at[1..=digits];
                self.skip(1 + digits);
                return Ok(char::from_u32(u32::from_str_radix(text, 8).unwrap_or(0)));
            }
            'x' => return self.hexadecimal(),
            'a' => '\x07',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => c,
            c => return pattern_error(BAD_ESCAPE, &at[..1 + c.len_utf8()]),
        };
        self.skip(1 + c.len_utf8());
        Ok(Some(code))
    }

    #[expect(clippy::string_slice, reason = "offsets are sums of `len_utf8`")]
    fn hexadecimal(&mut self) -> PatternResult<Option<char>> {
        let at = self.rest;
        let mut code = 0u32;
        let mut length = 2;
        let braced = at[2..].starts_with('{');
        if braced {
            length += 1;
        }
        for c in at[length..].chars() {
            length += c.len_utf8();
            if braced && c == '}' {
                if length == 4 {
                    break;
                }
                self.skip(length);
                return Ok(char::from_u32(code));
            }
            let Some(digit) = c.to_digit(16) else { break };
            code = code * 16 + digit;
            if code > u32::from(char::MAX) {
                break;
            }
            if !braced && length == 4 {
                self.skip(length);
                return Ok(char::from_u32(code));
            }
        }
        pattern_error(BAD_ESCAPE, &at[..length])
    }

    /// Translates a class in brackets.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find` and lengths of suffixes"
    )]
    fn class(&mut self) -> PatternResult<()> {
        let whole = self.rest;
        self.skip(1);
        let mut class = String::from("[");
        if let Some(rest) = self.rest.strip_prefix('^') {
            self.rest = rest;
            class.push('^');
        }
        let mut first = true;
        loop {
            if !first && self.rest.starts_with(']') {
                break;
            }
            first = false;
            let at = self.rest;
            if at.len() > 2
                && at.starts_with("[:")
                && let Some(end) = at[2..].find(":]")
            {
                let name = &at[..end + 4];
                if !is_posix_class(&name[2..name.len() - 2]) {
                    return pattern_error(BAD_CLASS_RANGE, name);
                }
                class.push_str(name);
                self.skip(name.len());
                continue;
            }
            if at.starts_with('\\')
                && let Some(inner) = self.class_escape()?
            {
                class.push_str(&inner);
                continue;
            }
            let low = self.class_character(whole)?;
            let mut high = low;
            let bytes = self.rest.as_bytes();
            if bytes.len() >= 2 && bytes[0] == b'-' && bytes[1] != b']' {
                self.skip(1);
                high = self.class_character(whole)?;
                if high < low {
                    let part = &at[..at.len() - self.rest.len()];
                    return pattern_error(BAD_CLASS_RANGE, part);
                }
            }
            write_range(low, high, &mut class);
        }
        self.skip(1);
        class.push(']');
        self.out.push_str(&class);
        self.atom(1);
        Ok(())
    }

    /// Parses one character of a class and returns its number.
    fn class_character(&mut self, whole: &str) -> PatternResult<u32> {
        match self.rest.chars().next() {
            None => pattern_error("missing closing ]", whole),
            Some('\\') => {
                // A surrogate as a bound of a range is replaced by the first surrogate.
                const SURROGATE: u32 = 0xd800;
                Ok(self.character_escape()?.map_or(SURROGATE, u32::from))
            }
            Some(c) => {
                self.skip(c.len_utf8());
                Ok(u32::from(c))
            }
        }
    }
}

/// Parses the counts of a repetition in braces, and returns them with their length; `None` if the
/// text is not a repetition. A number that does not fit is returned as a count that is too large.
#[expect(
    clippy::string_slice,
    reason = "the text begins with a brace; the end comes from `find`"
)]
fn counts(text: &str) -> Option<(u32, Option<u32>, usize)> {
    let inside = &text[1..text.find('}')?];
    let number = |digits: &str| {
        let valid = !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        valid.then(|| digits.parse().unwrap_or(u32::MAX))
    };
    let (min, max) = match inside.split_once(',') {
        None => {
            let exact = number(inside)?;
            (exact, Some(exact))
        }
        Some((min, "")) => (number(min)?, None),
        Some((min, max)) => (number(min)?, Some(number(max)?)),
    };
    Some((min, max, inside.len() + 2))
}

fn is_posix_class(name: &str) -> bool {
    matches!(
        name.strip_prefix('^').unwrap_or(name),
        "alnum"
            | "alpha"
            | "ascii"
            | "blank"
            | "cntrl"
            | "digit"
            | "graph"
            | "lower"
            | "print"
            | "punct"
            | "space"
            | "upper"
            | "word"
            | "xdigit"
    )
}

/// Returns the name of a property in the other syntax; empty for surrogates. RE2 has only
/// categories, scripts and three special words.
fn known_property(name: &str) -> Option<String> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'-');
    if name.is_empty() || !name.bytes().all(word) {
        return None;
    }
    if name.eq_ignore_ascii_case("cs") || name.eq_ignore_ascii_case("surrogate") {
        return Some(String::new());
    }
    let whole = ["any", "ascii", "assigned"];
    if whole.iter().any(|word| name.eq_ignore_ascii_case(word)) {
        return Some(name.to_owned());
    }
    let forms = [format!("gc={name}"), format!("sc={name}")];
    forms
        .into_iter()
        .find(|form| RegexBuilder::new(&format!("\\p{{{form}}}")).build().is_ok())
}

/// Writes a character so that it is literal in every context.
fn write_char(c: char, out: &mut String) {
    if c.is_ascii_alphanumeric() || !c.is_ascii() {
        out.push(c);
    } else {
        let _ = write!(out, "\\x{:02x}", u32::from(c));
    }
}

/// Writes a range of characters, without surrogates.
fn write_range(low: u32, high: u32, out: &mut String) {
    for (low, high) in [(low, high.min(0xd7ff)), (low.max(0xe000), high)] {
        if low <= high {
            let _ = write!(out, "\\x{{{low:x}}}-\\x{{{high:x}}}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::translate;
    use regex::Regex;

    #[test]
    fn patterns_are_parsed_by_the_rules_of_re2() {
        for (pattern, text, found) in [
            (r"\Qa.b*\E+", "a.b**", Some("a.b**")),
            (r"a{,2}", "a{,2}", Some("a{,2}")),
            (r"x{", "x{", Some("x{")),
            (r"x{01}", "x{01}", Some("x{01}")),
            (r"[a&&b]+", "&&a", Some("&&a")),
            (r"[]a]+", "a]", Some("a]")),
            (r"[^]a]", "]ab", Some("b")),
            (r"[a[]", "[", Some("[")),
            (r"[a-]+", "-a", Some("-a")),
            (r"\d", "٣", None),
            (r"\w+", "éa", Some("a")),
            (r"[\D]", "1a", Some("a")),
            (r"\bé", "é", None),
            (r"\Bé", "é", Some("é")),
            (r"\101\x42\x{43}\n", "ABC\n", Some("ABC\n")),
            (r"(?ii-s)A", "a", Some("a")),
            (r"(?)a", "a", Some("a")),
            (r"a(?i)*B", "aab", Some("aab")),
            (r"(?i:a)b", "Ab", Some("Ab")),
            (r"((?i)a)A", "AA", Some("AA")),
            (r"(?U)a+", "aa", Some("a")),
            (r"(?U)a+?", "aa", Some("aa")),
            (r"\pN+\p{^Greek}", "1b", Some("1b")),
            (r"\p{Letter}\p{greek}", "aα", Some("aα")),
            (r"[\pL\d]+", "-é1", Some("é1")),
            (r"\x{d800}|b", "b", Some("b")),
            (r"[\x{d7ff}-\x{e000}]", "\u{e000}", Some("\u{e000}")),
            (r"^*a", "a", Some("a")),
            (r"(?m)^b$", "a\nb\nc", Some("b")),
            (r"a$", "a\n", None),
            (r"(a|ab)(c|bcd)", "abcd", Some("abcd")),
            ("#a b", "#a b", Some("#a b")),
        ] {
            let text_of = translate(pattern).expect(pattern).text;
            let regex = Regex::new(&text_of).unwrap_or_else(|e| panic!("{pattern}: {e}"));
            let matched = regex.find(text).map(|found| found.as_str());
            assert_eq!(matched, found, "{pattern} as {text_of}");
        }
    }

    #[test]
    fn errors_are_those_of_re2() {
        for (pattern, what, part) in [
            ("a**", "invalid nested repetition operator", "**"),
            ("a*?+", "invalid nested repetition operator", "*?+"),
            ("a{2}{3}", "invalid nested repetition operator", "{2}{3}"),
            ("*a", "missing argument to repetition operator", "*"),
            ("(|*)", "missing argument to repetition operator", "*"),
            ("(a{100}){100}", "invalid repeat count", "{100}"),
            ("a{1001}", "invalid repeat count", "{1001}"),
            ("(a", "missing closing )", "(a"),
            ("a)", "unexpected )", "a)"),
            ("[a", "missing closing ]", "[a"),
            ("[z-a]", "invalid character class range", "z-a"),
            ("[[:foo:]]", "invalid character class range", "[:foo:]"),
            (r"\p{Foo}", "invalid character class range", r"\p{Foo}"),
            (
                r"\p{Alphabetic}",
                "invalid character class range",
                r"\p{Alphabetic}",
            ),
            (r"\8", "invalid escape sequence", r"\8"),
            (r"\Z", "invalid escape sequence", r"\Z"),
            (r"\x{110000}", "invalid escape sequence", r"\x{110000"),
            (r"\é", "invalid escape sequence", r"\é"),
            ("(?P<n!>a)", "invalid named capture", "(?P<n!>"),
            ("(?<=a)", "invalid named capture", "(?<=a)"),
            ("(?x)a", "invalid or unsupported Perl syntax", "(?x"),
            ("(?i-)a", "invalid or unsupported Perl syntax", "(?i-)"),
            ("(?P=n)", "invalid or unsupported Perl syntax", "(?P"),
        ] {
            let failure = translate(pattern).expect_err(pattern);
            assert_eq!((failure.what, &*failure.part), (what, part), "{pattern}");
        }
        let deep = "(".repeat(1000) + &")".repeat(1000);
        assert_eq!(
            translate(&deep).expect_err("deep").what,
            "expression nests too deeply"
        );
    }
}

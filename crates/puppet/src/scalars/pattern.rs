//! Matching of Ruby's regular expressions.
//!
//! Expressions have Ruby's syntax and semantics: `^` and `$` match at lines, `.` does not match a
//! line feed, and `\d`, `\s`, `\w` are ASCII. They are translated to the syntax of the engine,
//! which bounds the cost of backtracking. A construct that the engine does not support is an error
//! that names it.
//!
//! Compiled expressions are cached by source in a table of fixed size, each entry with its own
//! lock, so that type checks rarely compile.

mod table;
mod weight;

use self::weight::Weight;
use crate::scalars::regexp::{self, escapes};
use crate::scalars::{blocks, properties};
use fancy_regex::{Regex, RegexBuilder, RuntimeError};
use polycty_core::calls::{Budget, BudgetError, CHECK_INTERVAL, HeldBytes};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The limits of backtracking steps. A match is tried with the smallest limit first and again with
/// larger ones, so that its cost is known without asking the engine.
const BACKTRACKING: [u32; 5] = [32, 1 << 9, 1 << 13, 1 << 17, 1_000_000];

/// The steps of every match, which include the smallest backtracking limit.
const MATCHING: usize = 4;

/// The bytes of an expression and its text per step.
const BYTES_A_STEP: usize = 16;

/// The steps for compiling an expression, and for each of its states.
const COMPILING: u64 = 1 << 11;
const COMPILING_STATE: u64 = 4;

/// The steps for compiling an expression with Unicode classes, whose tables are large.
const COMPILING_CLASSES: u64 = 1 << 17;

/// The bytes that the compilation needs for each byte of the source or state, and the maximum
/// number of states of a compiled expression.
const COMPILING_BYTES: u64 = 256;
const MAX_STATES: u64 = 1 << 14;

/// The maximum size of a compiled expression in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// The maximum number of instructions of an expression whose groups are called.
const PROGRAM_LIMIT: usize = 1 << 16;

/// The maximum length of an expression's source in bytes.
const SOURCE_LIMIT: usize = 1 << 16;

/// An expression in the engine's syntax, or the reason why it cannot be translated, and its
/// compiled forms by backtracking limit, each compiled on demand.
struct Compiled {
    weight: Weight,
    translated: std::result::Result<String, Box<str>>,
    regexes: [OnceLock<std::result::Result<Regex, Box<str>>>; BACKTRACKING.len()],
}

/// Whether the expression matches somewhere in the text.
///
/// # Errors
/// - [`Code::Unsupported`] for a construct that the engine does not support.
/// - [`Code::Limit`] if matching takes too long or the budget is exceeded.
pub(crate) fn is_match(source: &Str, text: &str, budget: &Budget) -> Result<bool> {
    let unknown = |_: &bool| None;
    compiled(source, text, budget, |regex| regex.is_match(text), unknown)
}

/// The byte ranges of an expression's groups in a text, by number; group 0 is the whole match.
pub(crate) type Groups = Box<[Option<Range<usize>>]>;

/// Returns the first match of an expression at or after a byte: the ranges of the whole match and
/// of the groups. If any group has a name, groups without names do not capture, as in Ruby.
///
/// # Errors
/// As [`is_match`].
#[expect(
    clippy::string_slice,
    reason = "callers pass the end of a match or of a character"
)]
pub(crate) fn captures(
    source: &Str,
    text: &str,
    from: usize,
    budget: &Budget,
) -> Result<Option<Groups>> {
    let scanned = |found: &Option<Groups>| {
        let whole = found.as_ref()?.first()?.as_ref()?;
        Some((whole.start - from, whole.end - from))
    };
    let find = |regex: &Regex| {
        let Some(found) = regex.captures_from_pos(text, from)? else {
            return Ok(None);
        };
        let named = regex.capture_names().any(|name| name.is_some());
        let groups = regex.capture_names().enumerate();
        let counted = groups.filter(|(at, name)| *at == 0 || !named || name.is_some());
        let range = |(at, _)| found.get(at).map(|group| group.range());
        Ok(Some(counted.map(range).collect()))
    };
    compiled(source, &text[from..], budget, find, scanned)
}

/// Returns the names of the groups of an expression, by their numbers in [`captures`]; empty if no
/// group has a name.
///
/// # Errors
/// As [`is_match`].
pub(crate) fn group_names(source: &Str, budget: &Budget) -> Result<Vec<Box<str>>> {
    let names = |regex: &Regex| Ok(regex.capture_names().flatten().map(Into::into).collect());
    compiled(source, "", budget, names, |_: &Vec<Box<str>>| None)
}

/// Matches a text with the compiled expression. `scanned` returns the start and the end of the
/// match, if known: the text after it was not scanned, and its steps are given back.
fn compiled<T>(
    source: &Str,
    text: &str,
    budget: &Budget,
    with: impl Fn(&Regex) -> fancy_regex::Result<T>,
    scanned: impl Fn(&T) -> Option<(usize, usize)>,
) -> Result<T> {
    budget.charge((source.len() / BYTES_A_STEP + MATCHING) as u64)?;
    // In Ruby no line starts after the last line feed of a text.
    let ends_line = text.ends_with('\n') && source.contains('^');
    if let Some(known) = table::find(source, ends_line) {
        return known.matched(source, text, budget, with, scanned);
    }
    let compiled = Arc::new(Compiled::new(source, ends_line));
    let answer = compiled.matched(source, text, budget, with, scanned);
    table::keep(source, ends_line, compiled);
    answer
}

impl Compiled {
    fn new(source: &str, ends_line: bool) -> Compiled {
        Compiled {
            weight: Weight::of(source),
            translated: translated(source, ends_line),
            regexes: [const { OnceLock::new() }; BACKTRACKING.len()],
        }
    }

    /// Charges and runs a match.
    fn matched<T>(
        &self,
        source: &str,
        text: &str,
        budget: &Budget,
        with: impl Fn(&Regex) -> fancy_regex::Result<T>,
        scanned: impl Fn(&T) -> Option<(usize, usize)>,
    ) -> Result<T> {
        let most = self.weight.steps(text.len(), text.len());
        budget.charge(most)?;
        // The engine cannot be interrupted, so a match that would last longer is not started.
        if most > CHECK_INTERVAL
            && budget
                .time_left()
                .is_some_and(|left| left < Weight::time(most))
        {
            return Err(BudgetError::Time.into());
        }
        let answer = self.run(source, budget, with)?;
        if let Some((start, end)) = scanned(&answer) {
            budget.give_back(most.saturating_sub(self.weight.steps(end, start)));
        }
        Ok(answer)
    }

    /// Calls `with` for the expression, with increasing backtracking limits.
    fn run<T>(
        &self,
        source: &str,
        budget: &Budget,
        with: impl Fn(&Regex) -> fancy_regex::Result<T>,
    ) -> Result<T> {
        let unsupported = |message: &str| Error::new(Code::Unsupported, message);
        let pattern = match &self.translated {
            Ok(pattern) => pattern,
            Err(message) => return Err(unsupported(message)),
        };
        let mut memory = HeldBytes::new(budget);
        for (at, (steps, regex)) in BACKTRACKING.into_iter().zip(&self.regexes).enumerate() {
            if at > 0 {
                budget.charge(steps.into())?;
            }
            if regex.get().is_none() {
                budget.charge(if source.contains(r"\p") || source.contains("[:") {
                    COMPILING_CLASSES
                } else {
                    COMPILING
                })?;
                budget.charge(self.weight.states().saturating_mul(COMPILING_STATE))?;
                let parts = (source.len() as u64).max(self.weight.states().min(MAX_STATES));
                memory.hold(parts * COMPILING_BYTES)?;
            }
            let regex = regex.get_or_init(|| compile(source, pattern, steps));
            let regex = regex.as_ref().map_err(|message| unsupported(message))?;
            match with(regex) {
                Ok(answer) => return Ok(answer),
                Err(fancy_regex::Error::RuntimeError(
                    RuntimeError::BacktrackLimitExceeded | RuntimeError::StackOverflow,
                )) => {}
                Err(other) => return Err(unsupported(&other.to_string())),
            }
        }
        let message = format!("matching /{pattern}/ takes too long");
        Err(Error::new(Code::Limit, message))
    }
}

fn translated(source: &str, ends_line: bool) -> std::result::Result<String, Box<str>> {
    if source.len() > SOURCE_LIMIT {
        return Err("regular expression is too long".into());
    }
    if let Some(what) = regexp::syntax_error(source) {
        return Err(format!("{what}: /{source}/").into());
    }
    let translator = Translator {
        source: source.as_bytes(),
        text: source,
        at: 0,
        out: String::with_capacity(source.len() + 16),
        ends_line,
        groups: 0,
        atoms: 0,
        open: Vec::new(),
        inner: 0,
    };
    translator
        .run()
        .map_err(|what| format!("{what} cannot be used in a regular expression: /{source}/").into())
}

fn compile(source: &str, pattern: &str, backtracking: u32) -> std::result::Result<Regex, Box<str>> {
    RegexBuilder::new(pattern)
        .oniguruma_mode(true)
        .max_prog_size(PROGRAM_LIMIT)
        .backtrack_limit(backtracking as usize)
        .delegate_size_limit(SIZE_LIMIT)
        .build()
        .map_err(|error| format!("{error}: /{source}/").into())
}

/// A translator from Ruby's syntax to the engine's.
struct Translator<'s> {
    source: &'s [u8],
    text: &'s str,
    at: usize,
    out: String,
    ends_line: bool,
    /// The number of opened groups that capture by number.
    groups: usize,
    /// The number of parsed parts that match characters.
    atoms: usize,
    open: Vec<Open>,
    /// The number of open groups for options of the whole expression.
    inner: usize,
}

/// An open group.
struct Open {
    /// Its start in the translation, and the number of atoms before it.
    start: (usize, usize),
    /// Whether it is a lookaround.
    looks: bool,
    /// The number of groups that are open in the translation for options within it.
    inner: usize,
}

/// The construct that a parenthesis opened.
#[derive(PartialEq)]
enum Opened {
    Group,
    /// A comment, or options for the rest of the enclosing group.
    Nothing,
}

/// Ruby's character classes, as the inside of brackets.
const DIGIT: &str = "0-9";
const SPACE: &str = r" \t\r\n\x0b\x0c";
const WORD: &str = "a-zA-Z0-9_";
const HEX: &str = "0-9a-fA-F";

impl<'s> Translator<'s> {
    fn run(mut self) -> Result<String, String> {
        while let Some(&byte) = self.source.get(self.at) {
            match byte {
                b'\\' => {
                    let next = self.source.get(self.at + 1);
                    let is_anchor = matches!(next, Some(b'A' | b'z' | b'Z' | b'b' | b'B' | b'G'));
                    self.atoms += usize::from(!is_anchor);
                    self.escape(false)?;
                }
                b'[' => {
                    self.atoms += 1;
                    self.class()?;
                }
                b'^' if self.ends_line => self.anchor(r"(?:\A|(?m:^)(?!\z))", 1),
                b'^' => self.anchor("(?m:^)", 1),
                b'$' => self.anchor("(?m:$)", 1),
                b'(' => {
                    let start = (self.out.len(), self.atoms);
                    let rest = self.source.get(self.at + 1..).unwrap_or_default();
                    let looks = matches!(
                        rest,
                        [b'?', b'=' | b'!', ..] | [b'?', b'<', b'=' | b'!', ..]
                    );
                    if self.group()? == Opened::Group {
                        let inner = 0;
                        self.open.push(Open {
                            start,
                            looks,
                            inner,
                        });
                    }
                }
                b')' => self.close(),
                b'{' => self.brace(),
                b'}' => self.push(r"\}", 1),
                b']' => self.push(r"\]", 1),
                b'|' | b'*' | b'+' | b'?' => self.copy(),
                _ => {
                    self.atoms += 1;
                    self.copy();
                }
            }
        }
        self.out.extend(std::iter::repeat_n(')', self.inner));
        Ok(self.out)
    }

    fn push(&mut self, text: &str, length: usize) {
        self.out.push_str(text);
        self.at += length;
    }

    /// Translates an anchor with its repetitions, which the engine rejects: an optional anchor
    /// matches everywhere, and any other repetition equals the anchor.
    fn anchor(&mut self, text: &str, length: usize) {
        self.at += length;
        let text = if self.is_optional() { "(?:)" } else { text };
        self.out.push_str(text);
    }

    /// Translates the end of a group. A group that matches no characters is repeated like an
    /// anchor.
    fn close(&mut self) {
        let group = self.open.pop();
        let inner = group.as_ref().map_or(0, |group| group.inner);
        self.out.extend(std::iter::repeat_n(')', inner));
        self.push(")", 1);
        let Some(group) = group else {
            return;
        };
        let (start, atoms) = group.start;
        if (group.looks || atoms == self.atoms) && self.is_optional() {
            self.out.insert_str(start, "(?:");
            self.out.push_str("|)");
        }
    }

    /// Skips repetitions; returns whether one of them allows zero.
    fn is_optional(&mut self) -> bool {
        let mut is_optional = false;
        loop {
            match self.source.get(self.at) {
                Some(b'*' | b'?') => {
                    is_optional = true;
                    self.at += 1;
                }
                Some(b'+') => self.at += 1,
                Some(b'{') => {
                    let Some(count) = self.count() else {
                        break;
                    };
                    let low = count.split(',').next().unwrap_or_default();
                    is_optional |= low.bytes().all(|digit| digit == b'0');
                    self.at += count.len() + 2;
                }
                _ => break,
            }
        }
        is_optional
    }

    /// Translates a character that is written by its code.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn encoded(&mut self) {
        let (c, length) = escapes::character(&self.text[self.at..]);
        self.literal(c);
        self.at += length;
    }

    /// Copies one character.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn copy(&mut self) {
        if let Some(c) = self.text[self.at..].chars().next() {
            self.out.push(c);
            self.at += c.len_utf8();
        }
    }

    /// Appends a character that matches itself.
    fn literal(&mut self, c: char) {
        if c.is_ascii() && !c.is_ascii_alphanumeric() && !c.is_ascii_control() && c != ' ' {
            self.out.push('\\');
            self.out.push(c);
        } else if c.is_ascii_control() || c == ' ' {
            self.out.push_str(&format!("\\x{:02x}", u32::from(c)));
        } else {
            self.out.push(c);
        }
    }

    /// Translates an escape.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn escape(&mut self, in_class: bool) -> Result<(), String> {
        let rest = &self.text[self.at + 1..];
        let Some(c) = rest.chars().next() else {
            return Err("a backslash at the end".into());
        };
        let set = |body: &str, negated: bool| match (in_class, negated) {
            (true, false) => body.to_owned(),
            (_, true) => format!("[^{body}]"),
            (false, false) => format!("[{body}]"),
        };
        let replaced = match c {
            'd' => set(DIGIT, false),
            'D' => set(DIGIT, true),
            's' => set(SPACE, false),
            'S' => set(SPACE, true),
            'w' => set(WORD, false),
            'W' => set(WORD, true),
            'h' => set(HEX, false),
            'H' => set(HEX, true),
            'R' if !in_class => r"(?>\r\n|[\n\x0b\x0c\r\x{85}\x{2028}\x{2029}])".to_owned(),
            'Z' if !in_class => {
                self.anchor(r"(?=\n?\z)", 2);
                return Ok(());
            }
            'A' | 'z' | 'b' | 'B' | 'G' | 'K' if !in_class => {
                self.anchor(&format!("\\{c}"), 2);
                return Ok(());
            }
            'b' => r"\x08".to_owned(),
            'n' | 't' | 'r' | 'f' | 'v' | 'a' => format!("\\{c}"),
            'e' => r"\x1b".to_owned(),
            'u' => return self.coded(),
            'x' | 'c' | 'C' | 'M' | '0' => {
                self.encoded();
                return Ok(());
            }
            '1'..='7' if in_class => {
                self.encoded();
                return Ok(());
            }
            '1'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let number = rest[..digits].parse().unwrap_or(usize::MAX);
                if in_class || (number > 9 && number > self.groups) {
                    self.encoded();
                    return Ok(());
                }
                self.out.push('\\');
                self.out.push_str(&rest[..digits]);
                // The next characters are not part of the number.
                self.out.push_str("(?:)");
                self.at += 1 + digits;
                return Ok(());
            }
            'p' | 'P' => return self.property(c == 'P'),
            'k' => {
                let name = reference(rest).ok_or("\\k")?;
                self.out.push_str(&format!("\\k<{name}>"));
                self.at += 4 + name.len();
                return Ok(());
            }
            'g' => {
                let name = reference(rest).ok_or("\\g")?;
                self.out.push_str(&format!("\\g<{name}>"));
                self.at += 4 + name.len();
                return Ok(());
            }
            'X' => return Err("a cluster of characters, \\X,".into()),
            other => {
                self.literal(other);
                self.at += 1 + other.len_utf8();
                return Ok(());
            }
        };
        self.push(&replaced, 1 + c.len_utf8());
        Ok(())
    }

    /// Translates characters by their codes: `\u0041`, `\u{41 42}`.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn coded(&mut self) -> Result<(), String> {
        let rest = &self.text[self.at + 1..];
        if rest.starts_with("u{") {
            let end = rest.find('}').ok_or("\\u")?;
            for code in rest[2..end].split_whitespace() {
                self.code(code, 16)?;
            }
            self.at += 2 + end;
            return Ok(());
        }
        let digits = rest[1..].chars().take(4);
        let digits = digits.take_while(char::is_ascii_hexdigit).count();
        self.code(&rest[1..1 + digits], 16)?;
        self.at += 2 + digits;
        Ok(())
    }

    fn code(&mut self, digits: &str, radix: u32) -> Result<(), String> {
        let c = u32::from_str_radix(digits, radix)
            .ok()
            .and_then(char::from_u32)
            .ok_or_else(|| format!("the code {digits}"))?;
        self.literal(c);
        Ok(())
    }

    /// Translates `\p{Alpha}`, `\p{^Alpha}`, `\P{Alpha}`.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn property(&mut self, negated: bool) -> Result<(), String> {
        let rest = &self.text[self.at + 2..];
        let end = rest
            .find('}')
            .filter(|_| rest.starts_with('{'))
            .ok_or("\\p")?;
        let name = &rest[1..end];
        let (name, inverted) = match name.strip_prefix('^') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let name = properties::normalized(name);
        let class =
            match posix(&name).map_or_else(|| blocks::class(&name), |body| Some(body.into())) {
                Some(body) => format!("[{body}]"),
                None => format!("\\p{{{name}}}"),
            };
        if negated == inverted {
            self.out.push_str(&class);
        } else {
            self.out.push_str(&format!("[^{class}]"));
        }
        self.at += 3 + end;
        Ok(())
    }

    /// Translates a bracketed class, which may contain others.
    fn class(&mut self) -> Result<(), String> {
        let mut depth = 0usize;
        let mut first = false;
        while let Some(&byte) = self.source.get(self.at) {
            match byte {
                b'[' if depth > 0 && self.source.get(self.at + 1) == Some(&b':') => {
                    self.posix_class()?;
                    first = false;
                }
                b'[' => {
                    depth += 1;
                    self.push("[", 1);
                    if self.source.get(self.at) == Some(&b'^') {
                        self.push("^", 1);
                    }
                    first = true;
                }
                b']' if first => {
                    self.push(r"\]", 1);
                    first = false;
                }
                b']' => {
                    depth -= 1;
                    self.push("]", 1);
                    first = false;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                b'\\' => {
                    self.escape(true)?;
                    first = false;
                }
                b'&' if self.source.get(self.at + 1) == Some(&b'&') => self.push("&&", 2),
                b'-' => {
                    // A hyphen at either end is literal.
                    let ends = self.source.get(self.at + 1) == Some(&b']');
                    self.push(if first || ends { r"\-" } else { "-" }, 1);
                    first = false;
                }
                b'&' | b'~' | b'#' | b'^' | b' ' => {
                    self.literal(char::from(byte));
                    self.at += 1;
                    first = false;
                }
                _ => {
                    self.copy();
                    first = false;
                }
            }
        }
        Err("a class without an end".into())
    }

    /// Translates `[:alpha:]` within a class.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn posix_class(&mut self) -> Result<(), String> {
        let rest = &self.text[self.at + 2..];
        let Some(end) = rest.find(":]") else {
            self.push(r"\[", 1);
            return Ok(());
        };
        let (name, negated) = match rest[..end].strip_prefix('^') {
            Some(name) => (name, true),
            None => (&rest[..end], false),
        };
        let body =
            posix(&name.to_ascii_lowercase()).ok_or_else(|| format!("the class [:{name}:]"))?;
        if negated {
            self.out.push_str(&format!("[^{body}]"));
        } else {
            self.out.push_str(body);
        }
        self.at += 2 + end + 2;
        Ok(())
    }

    /// Translates the start of a group; its options have different meanings in the engine.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn group(&mut self) -> Result<Opened, String> {
        let rest = &self.source[self.at..];
        if rest.starts_with(b"(?#") {
            let end = rest.iter().position(|&b| b == b')').ok_or("(?#")?;
            self.at += end + 1;
            return Ok(Opened::Nothing);
        }
        if rest.starts_with(b"(?~") {
            return Err("an absent group, (?~),".into());
        }
        if rest.starts_with(b"(?'") {
            let text = &self.text[self.at + 3..];
            let end = text.find('\'').ok_or("(?'")?;
            self.out.push_str(&format!("(?<{}>", &text[..end]));
            self.at += 3 + end + 1;
            return Ok(Opened::Group);
        }
        let options = rest
            .strip_prefix(b"(?")
            .map(|rest| {
                rest.iter()
                    .take_while(|b| matches!(b, b'm' | b'i' | b'x' | b'-' | b'a' | b'u' | b'd'))
                    .count()
            })
            .unwrap_or(0);
        let ends = rest.get(2 + options);
        if options > 0 && matches!(ends, Some(b':' | b')')) {
            let letters = &self.text[self.at + 2..self.at + 2 + options];
            // The option that lets the dot match a line feed has a different letter; the encoding
            // options have no effect on the translation.
            let kept: String = letters
                .chars()
                .filter_map(|c| match c {
                    'm' => Some('s'),
                    'a' | 'u' | 'd' => None,
                    other => Some(other),
                })
                .collect();
            match kept.trim_end_matches('-') {
                "" => self.out.push_str("(?:"),
                kept => self.out.push_str(&format!("(?{kept}")),
            }
            self.at += 2 + options;
            if ends == Some(&b')') {
                // The options apply to the rest of the enclosing group, including its alternatives.
                if !kept.trim_end_matches('-').is_empty() {
                    self.out.push(':');
                }
                self.at += 1;
                match self.open.last_mut() {
                    Some(group) => group.inner += 1,
                    None => self.inner += 1,
                }
                return Ok(Opened::Nothing);
            }
            if !kept.trim_end_matches('-').is_empty() && ends == Some(&b':') {
                self.push(":", 1);
            } else if ends == Some(&b':') {
                self.at += 1;
            }
            return Ok(Opened::Group);
        }
        self.push("(", 1);
        match self.source.get(self.at) {
            Some(b'?') => {
                self.push("?", 1);
                match self.source.get(self.at) {
                    Some(b':') => self.push(":", 1),
                    Some(b'>') => self.push(">", 1),
                    _ => {}
                }
            }
            _ => self.groups += 1,
        }
        Ok(Opened::Group)
    }

    /// Returns the count in braces that begins here.
    #[expect(
        clippy::string_slice,
        reason = "the translator moves by whole characters of an expression that Ruby accepts"
    )]
    fn count(&self) -> Option<&'s str> {
        let rest = &self.text[self.at + 1..];
        let length = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || *byte == b',')
            .count();
        let count = &rest[..length];
        let (from, to) = count.split_once(',').unwrap_or((count, "0"));
        let is_count = rest[length..].starts_with('}')
            && !to.contains(',')
            && !(from.is_empty() && (to.is_empty() || !count.contains(',')));
        is_count.then_some(count)
    }

    /// Translates a count, or a literal brace.
    fn brace(&mut self) {
        match self.count() {
            Some(count) => {
                self.out.push('{');
                if count.starts_with(',') {
                    self.out.push('0');
                }
                self.out.push_str(count);
                self.out.push('}');
                self.at += count.len() + 2;
                // A character after the count is a repetition of its own, except `?` after two
                // numbers.
                match self.source.get(self.at) {
                    Some(b'?') if !count.contains(',') => self.push("{0,1}", 1),
                    Some(b'+') => self.push("{1,}", 1),
                    _ => {}
                }
            }
            None => self.push(r"\{", 1),
        }
    }
}

/// Returns the name in `k<name>` or `k'name'`.
#[expect(
    clippy::string_slice,
    reason = "the translator moves by whole characters of an expression that Ruby accepts"
)]
fn reference(rest: &str) -> Option<&str> {
    let close = match rest.as_bytes().get(1)? {
        b'<' => '>',
        b'\'' => '\'',
        _ => return None,
    };
    let end = rest[2..].find(close)?;
    Some(&rest[2..2 + end])
}

/// Returns the characters of a property as the inside of a class, by its normalized name, if the
/// name has a different meaning in the engine or is unknown to it.
fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => r"\p{Alphabetic}",
        "digit" => r"\p{Nd}",
        "alnum" => r"\p{Alphabetic}\p{Nd}",
        "upper" => r"\p{Uppercase}",
        "lower" => r"\p{Lowercase}",
        "space" => r"\s\x{85}",
        "blank" => r"\p{Zs}\t",
        "cntrl" => r"\p{Cc}",
        "punct" | "xposixpunct" => r"\p{P}$+<=>^`|~",
        "unknown" | "zzzz" => r"\p{Cn}\p{Co}",
        // Texts contain no surrogates.
        "cs" | "surrogate" => r"[^\x00-\x{10ffff}]",
        "graph" => r"[^\s\p{Cc}\p{Cn}\p{Cs}]",
        "print" => r"[^\p{Cc}\p{Cn}\p{Cs}]",
        "xdigit" => HEX,
        "word" => r"\w",
        "ascii" => r"\x00-\x7f",
        "any" => r"\x00-\x{10ffff}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;

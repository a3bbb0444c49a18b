//! Validation of regular expressions: the syntax of Ruby's engine, Onigmo.
//!
//! The messages are Ruby's, without the source that follows them. Escapes of bytes and code points
//! are checked first and in the whole source, because Ruby decodes them before the engine parses
//! the expression ([`escapes`]). [`class`] parses bracketed classes.
//!
//! Infinite recursion (`\g<0>`) is not rejected here.

mod class;
pub(crate) mod escapes;

use self::class::Class;
use polycty_core::types::KeyedSet;
use std::ops::Range;

/// The maximum number of repetitions of a count.
const MAX_REPEAT: u64 = 100_000;

/// Returns the error in an expression, if any.
pub(crate) fn syntax_error(source: &str) -> Option<String> {
    let checked = escapes::check(source).and_then(|()| Checker::new(source).run());
    checked.err()
}

type Checked<T = ()> = Result<T, String>;

/// The number of characters that a part of an expression matches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Fixed(u64),
    /// Alternatives of several fixed lengths.
    Alternatives,
    Varying,
}

impl Length {
    fn then(self, other: Length) -> Length {
        match (self, other) {
            (Length::Fixed(a), Length::Fixed(b)) => Length::Fixed(a.saturating_add(b)),
            // A group of only an alternation is like an alternation at the top.
            (Length::Fixed(0), Length::Alternatives) => Length::Alternatives,
            (Length::Alternatives, Length::Fixed(0)) => Length::Alternatives,
            _ => Length::Varying,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The whole expression, and plain groups.
    Plain,
    Capture,
    Ahead,
    Behind,
    NotBehind,
    Absent,
    Condition,
}

/// A group that is being parsed.
struct Frame {
    kind: Kind,
    /// Whether blanks and comments are skipped after the group.
    extended_after: bool,
    /// Whether there is a part that a repetition may follow.
    has_target: bool,
    /// The length of the alternative before its last part, and of that part.
    before: Length,
    last: Length,
    /// The length of the alternatives so far.
    alternatives: Option<Length>,
    /// The number of alternatives of a condition.
    count: u32,
}

impl Frame {
    fn new(kind: Kind, extended_after: bool) -> Frame {
        Frame {
            kind,
            extended_after,
            has_target: false,
            before: Length::Fixed(0),
            last: Length::Fixed(0),
            alternatives: None,
            count: 1,
        }
    }

    fn end_alternative(&mut self) {
        let length = self.before.then(self.last);
        self.alternatives = Some(match (self.alternatives, length) {
            (None, length) => length,
            (Some(before), length) if before == length => length,
            (Some(Length::Varying), _) | (_, Length::Varying) => Length::Varying,
            _ => Length::Alternatives,
        });
        self.before = Length::Fixed(0);
        self.last = Length::Fixed(0);
        self.has_target = false;
    }
}

struct Checker<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    frames: Vec<Frame>,
    extended: bool,
    /// The number of opened groups that capture by number.
    groups: usize,
    names: KeyedSet<&'s str>,
    /// The names and numbers of called groups.
    calls: Vec<&'s str>,
    /// The greatest referenced group number.
    greatest: usize,
    /// The property names that are known to exist.
    properties: KeyedSet<&'s str>,
    /// The number of enclosing negative lookbehinds.
    not_behind: usize,
}

const UNDEFINED_OPTION: &str = "undefined group option";
const END_IN_GROUP: &str = "end pattern in group";
const UNMATCHED: &str = "end pattern with unmatched parenthesis";
const NUMBERED: &str = "numbered backref/call is not allowed. (use name)";
const INVALID_REFERENCE: &str = "invalid backref number/name";

impl<'s> Checker<'s> {
    fn new(text: &'s str) -> Checker<'s> {
        Checker {
            text,
            bytes: text.as_bytes(),
            at: 0,
            frames: vec![Frame::new(Kind::Plain, false)],
            extended: false,
            groups: 0,
            names: KeyedSet::default(),
            calls: Vec::new(),
            greatest: 0,
            properties: KeyedSet::default(),
            not_behind: 0,
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Records a part of an alternative.
    fn atom(&mut self, length: Length) {
        let frame = self.top();
        frame.before = frame.before.then(frame.last);
        frame.last = length;
        frame.has_target = true;
    }

    fn run(mut self) -> Checked {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\\' => self.escape()?,
                b'[' => {
                    Class::read(&mut self)?;
                    self.atom(Length::Fixed(1));
                }
                b'(' => self.open()?,
                b')' => self.close()?,
                b'|' => self.alternative()?,
                b'*' | b'+' | b'?' => self.repeat(None, 1)?,
                b'{' => match self.count()? {
                    Some((range, length)) => self.repeat(range, length)?,
                    None => self.character(),
                },
                b'^' | b'$' => {
                    self.at += 1;
                    self.atom(Length::Fixed(0));
                }
                b'#' if self.extended => {
                    let rest = &self.bytes[self.at..];
                    let line = rest.iter().position(|byte| *byte == b'\n');
                    self.at += line.map_or(rest.len(), |end| end + 1);
                }
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c if self.extended => self.at += 1,
                _ => self.character(),
            }
        }
        if self.frames.len() > 1 {
            return Err(UNMATCHED.into());
        }
        if self.greatest > 0 && !self.names.is_empty() {
            return Err(NUMBERED.into());
        }
        self.check_calls()?;
        if self.greatest > self.groups {
            Err(INVALID_REFERENCE.into())
        } else {
            Ok(())
        }
    }

    /// Parses a character that matches itself.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn character(&mut self) {
        let length = self.text[self.at..]
            .chars()
            .next()
            .map_or(1, char::len_utf8);
        self.at += length;
        self.atom(Length::Fixed(1));
    }

    fn alternative(&mut self) -> Checked {
        self.at += 1;
        let frame = self.top();
        frame.end_alternative();
        frame.count += 1;
        if frame.kind == Kind::Condition && frame.count > 2 {
            Err("invalid conditional pattern".into())
        } else {
            Ok(())
        }
    }

    /// Parses a repetition of `length` bytes; `exact` is its count if it has only one.
    fn repeat(&mut self, exact: Option<u64>, length: usize) -> Checked {
        self.at += length;
        let frame = self.top();
        if !frame.has_target {
            return Err("target of repeat operator is not specified".into());
        }
        frame.last = match (frame.last, exact) {
            (Length::Fixed(length), Some(count)) => Length::Fixed(length.saturating_mul(count)),
            (Length::Alternatives, Some(1)) => Length::Alternatives,
            _ => Length::Varying,
        };
        Ok(())
    }

    /// Returns the count in braces that begins here: the number if it is exact, and the length.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn count(&self) -> Checked<Option<(Option<u64>, usize)>> {
        let number = |from: usize| -> Checked<(Option<u64>, usize)> {
            let digits = self.bytes[from..].iter().take_while(|b| b.is_ascii_digit());
            let end = from + digits.count();
            if end == from {
                return Ok((None, end));
            }
            match self.text[from..end].parse() {
                Ok(count) if count <= MAX_REPEAT => Ok((Some(count), end)),
                _ => Err("too big number for repeat range".into()),
            }
        };
        let (low, end) = number(self.at + 1)?;
        let (range, end) = match (self.bytes.get(end), low) {
            (Some(b','), _) => {
                let (high, end) = number(end + 1)?;
                if low.is_none() && high.is_none() {
                    return Ok(None);
                }
                ((low.unwrap_or(0), high), end)
            }
            (_, Some(low)) => ((low, Some(low)), end),
            _ => return Ok(None),
        };
        if self.bytes.get(end) != Some(&b'}') {
            return Ok(None);
        }
        if range.1.is_some_and(|high| high < range.0) {
            return Err("upper is smaller than lower in repeat range".into());
        }
        let exact = range.1.filter(|high| *high == range.0);
        Ok(Some((exact, end + 1 - self.at)))
    }

    /// Parses an escape outside brackets.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn escape(&mut self) -> Checked {
        let Some(c) = self.text[self.at + 1..].chars().next() else {
            return Err("too short escape sequence".into());
        };
        let length = match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'h' | 'H' => Length::Fixed(1),
            'R' | 'X' => Length::Varying,
            'b' | 'B' | 'A' | 'Z' | 'z' | 'G' | 'K' => Length::Fixed(0),
            'k' | 'g' if matches!(self.byte(2), Some(b'<' | b'\'')) => {
                self.reference(c == 'g')?;
                Length::Varying
            }
            'p' | 'P' if self.byte(2) == Some(b'{') => {
                self.property()?;
                self.atom(Length::Fixed(1));
                return Ok(());
            }
            '1'..='9' => {
                let digits = self.bytes[self.at + 1..].iter();
                let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
                let text = &self.text[self.at + 1..self.at + 1 + digits];
                let number = text.parse().unwrap_or(usize::MAX);
                if number > 9 && number > self.groups {
                    // A character by its octal code, or the digit.
                    self.at += escapes::character(&self.text[self.at..]).1;
                    self.atom(Length::Fixed(1));
                    return Ok(());
                }
                self.greatest = self.greatest.max(number);
                self.at += 1 + digits;
                self.atom(Length::Varying);
                return Ok(());
            }
            _ => {
                self.at += escapes::character(&self.text[self.at..]).1;
                self.atom(Length::Fixed(1));
                return Ok(());
            }
        };
        if !matches!(c, 'k' | 'g') {
            self.at += 2;
        }
        self.atom(length);
        Ok(())
    }

    /// Parses `\p{Name}` at its backslash.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn property(&mut self) -> Checked {
        let start = self.at + 3;
        let inner = &self.text[start..];
        let Some(end) = inner.find('}') else {
            return Err("invalid character property name {}".into());
        };
        let name = &inner[..end];
        let own = match name.strip_prefix('^') {
            Some(own) => own,
            None => name,
        };
        if !self.properties.contains(own) {
            if !super::properties::is_property(own) {
                return Err(format!("invalid character property name {{{name}}}"));
            }
            self.properties.insert(own);
        }
        self.at = start + end + 1;
        Ok(())
    }

    /// Returns the name in angle brackets or quotes that begins here, and its end.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn name(&self, open: usize) -> Checked<Range<usize>> {
        let close = if self.bytes[open] == b'<' {
            b'>'
        } else {
            b'\''
        };
        let start = open + 1;
        let rest = &self.bytes[start..];
        let end = rest.iter().position(|b| *b == close || *b == b')');
        let name = start..start + end.unwrap_or(rest.len());
        if name.start == name.end && end.is_none_or(|end| rest[end] == close) {
            return Err("group name is empty".into());
        }
        if end.is_none_or(|end| rest[end] != close) {
            return Err(format!("invalid group name <{}>", &self.text[name]));
        }
        Ok(name)
    }

    /// Parses `\k<name>` or `\g<name>`.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn reference(&mut self, is_call: bool) -> Checked {
        let range = self.name(self.at + 2)?;
        let name = &self.text[range.clone()];
        self.at = range.end + 1;
        // A reference may have a level.
        let level = if is_call {
            None
        } else {
            name.rfind(['+', '-']).filter(|at| {
                *at > 0
                    && *at + 1 < name.len()
                    && name[at + 1..].bytes().all(|b| b.is_ascii_digit())
            })
        };
        let own = &name[..level.unwrap_or(name.len())];
        let digits = own.strip_prefix(['-', '+']).unwrap_or(own);
        if digits.bytes().all(|b| b.is_ascii_digit()) && !digits.is_empty() {
            if is_call {
                self.calls.push(own);
                return Ok(());
            }
            let number = digits.parse().unwrap_or(usize::MAX);
            if number == 0 || (own.starts_with('-') && number > self.groups) {
                return Err(INVALID_REFERENCE.into());
            }
            self.greatest = self.greatest.max(number);
            return Ok(());
        }
        if !is_name(own) {
            return Err(format!("invalid group name <{name}>"));
        }
        if is_call {
            self.calls.push(own)
        } else {
            self.known(own)?
        }
        Ok(())
    }

    fn known(&self, name: &str) -> Checked {
        if self.names.contains(name) {
            Ok(())
        } else {
            Err(format!("undefined name <{name}> reference"))
        }
    }

    /// Checks the calls at the end, because they may name later groups.
    fn check_calls(&self) -> Checked {
        for call in &self.calls {
            let digits = call.strip_prefix(['-', '+']).unwrap_or(call);
            match digits.parse::<usize>() {
                Ok(_) if !self.names.is_empty() && *call != "0" => return Err(NUMBERED.into()),
                Ok(number) if number > self.groups => {
                    return Err(format!("undefined group <{call}> reference"));
                }
                Ok(_) => {}
                Err(_) => self.known(call)?,
            }
        }
        Ok(())
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.at += length;
        self.not_behind += usize::from(kind == Kind::NotBehind);
        self.frames.push(Frame::new(kind, self.extended));
    }

    /// Parses the start of a parenthesized construct.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn open(&mut self) -> Checked {
        if self.byte(1) != Some(b'?') {
            self.groups += 1;
            self.push(Kind::Capture, 1);
            return Ok(());
        }
        match (self.byte(2), self.byte(3)) {
            (None, _) => return Err(END_IN_GROUP.into()),
            (Some(b'#'), _) => return self.comment(),
            (Some(b':' | b'>'), _) => self.push(Kind::Plain, 3),
            (Some(b'=' | b'!'), _) => self.push(Kind::Ahead, 3),
            (Some(b'~'), _) => self.push(Kind::Absent, 3),
            (Some(b'<'), Some(b'=')) => self.push(Kind::Behind, 4),
            (Some(b'<'), Some(b'!')) => self.push(Kind::NotBehind, 4),
            (Some(b'<'), None) => return Err(UNMATCHED.into()),
            (Some(b'<' | b'\''), _) => {
                let range = self.name(self.at + 2)?;
                let name = &self.text[range.clone()];
                if !is_name(name) {
                    return Err(format!("invalid group name <{name}>"));
                }
                self.names.insert(name);
                let length = range.end + 1 - self.at;
                self.push(Kind::Capture, length);
            }
            (Some(b'('), _) => return self.condition(),
            _ => return self.options(),
        }
        Ok(())
    }

    /// Parses `(?#...)`, which has no effect.
    fn comment(&mut self) -> Checked {
        let mut at = self.at + 3;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b')' => {
                    self.at = at + 1;
                    return Ok(());
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        Err(END_IN_GROUP.into())
    }

    /// Parses `(?(1)a|b)` and `(?(<name>)a|b)`.
    #[expect(
        clippy::string_slice,
        reason = "the checker moves by whole characters; names end at ASCII characters"
    )]
    fn condition(&mut self) -> Checked {
        let start = self.at + 3;
        let end = match self.bytes.get(start) {
            Some(b'<' | b'\'') => {
                let range = self.name(start)?;
                let name = &self.text[range.clone()];
                match name.parse::<usize>() {
                    Ok(number) => self.greatest = self.greatest.max(number),
                    Err(_) => self.known(name)?,
                }
                range.end + 1
            }
            Some(byte) if byte.is_ascii_digit() => {
                let digits = self.bytes[start..].iter();
                let end = start + digits.take_while(|byte| byte.is_ascii_digit()).count();
                let number = self.text[start..end].parse().unwrap_or(usize::MAX);
                if number == 0 {
                    return Err(INVALID_REFERENCE.into());
                }
                self.greatest = self.greatest.max(number);
                end
            }
            _ => return Err("invalid conditional pattern".into()),
        };
        if self.bytes.get(end) != Some(&b')') {
            return Err("invalid conditional pattern".into());
        }
        let length = end + 1 - self.at;
        self.push(Kind::Condition, length);
        Ok(())
    }

    /// Parses `(?im-x)` and `(?im-x:...)`.
    fn options(&mut self) -> Checked {
        let mut at = self.at + 2;
        let mut off = false;
        let mut extended = self.extended;
        let mut first = true;
        loop {
            match self.bytes.get(at) {
                None => return Err(END_IN_GROUP.into()),
                Some(b')') if !first => {
                    // The options apply up to the end of the enclosing group. Alternatives after
                    // this point form a separate alternation.
                    self.at = at + 1;
                    self.extended = extended;
                    let frame = self.top();
                    frame.before = frame.before.then(frame.last);
                    frame.last = Length::Fixed(0);
                    frame.has_target = false;
                    return Ok(());
                }
                Some(b':') => {
                    let length = at + 1 - self.at;
                    self.push(Kind::Plain, length);
                    self.extended = extended;
                    return Ok(());
                }
                Some(b'-') => off = true,
                Some(b'x') => extended = !off,
                Some(b'i' | b'm') => {}
                Some(b'a' | b'u' | b'd') if !off => {}
                Some(_) => return Err(UNDEFINED_OPTION.into()),
            }
            first = false;
            at += 1;
        }
    }

    /// Parses the end of a group.
    fn close(&mut self) -> Checked {
        if self.frames.len() == 1 {
            return Err("unmatched close parenthesis".into());
        }
        self.at += 1;
        let Some(mut frame) = self.frames.pop() else {
            return Ok(());
        };
        frame.end_alternative();
        self.extended = frame.extended_after;
        let length = frame.alternatives.unwrap_or(Length::Fixed(0));
        let length = match frame.kind {
            Kind::Plain | Kind::Capture => length,
            Kind::Ahead => Length::Fixed(0),
            Kind::Behind | Kind::NotBehind => {
                if length == Length::Varying {
                    return Err("invalid pattern in look-behind".into());
                }
                Length::Fixed(0)
            }
            Kind::Absent | Kind::Condition => Length::Varying,
        };
        self.not_behind -= usize::from(frame.kind == Kind::NotBehind);
        if frame.kind == Kind::Capture && self.not_behind > 0 {
            return Err("invalid pattern in look-behind".into());
        }
        self.atom(length);
        Ok(())
    }
}

/// Whether a group may have the name.
fn is_name(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| (c.is_alphabetic() || c == '_' || !c.is_ascii()) && c != '-')
}

#[cfg(test)]
mod tests;

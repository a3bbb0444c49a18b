//! Bracketed classes.

use super::{Checked, Checker, escapes};

/// The last parsed item of a class.
#[derive(Clone, Copy)]
enum Last {
    /// Nothing, or an operator.
    Start,
    Character(char),
    /// A character and a hyphen.
    From(char),
    /// A range that is complete.
    Range,
    /// A class.
    Class,
}

/// A class that is being parsed.
pub(super) struct Class {
    last: Last,
}

/// A part of a class.
enum Part {
    Character(char),
    Class,
}

impl Class {
    /// Parses the class that opens here, with nested classes.
    #[expect(
        clippy::string_slice,
        reason = "offsets are ends of characters and runs of ASCII characters"
    )]
    pub(super) fn read(checker: &mut Checker<'_>) -> Checked {
        let mut open = vec![Class::open(checker)?];
        while let Some(class) = open.last_mut() {
            let rest = &checker.text[checker.at..];
            let Some(c) = rest.chars().next() else {
                return Err("premature end of char-class".into());
            };
            match c {
                ']' => {
                    checker.at += 1;
                    open.pop();
                    if let Some(around) = open.last_mut() {
                        around.last = Last::Class;
                    }
                }
                '[' => match posix(rest)? {
                    Some(length) => {
                        checker.at += length;
                        class.add(Part::Class)?;
                    }
                    None => open.push(Class::open(checker)?),
                },
                '&' if rest.starts_with("&&") => {
                    checker.at += 2;
                    class.last = Last::Start;
                }
                '-' => {
                    checker.at += 1;
                    class.hyphen(&rest[1..])?;
                }
                '\\' => {
                    let part = escape(checker)?;
                    class.add(part)?;
                }
                c => {
                    checker.at += c.len_utf8();
                    class.add(Part::Character(c))?;
                }
            }
        }
        Ok(())
    }

    /// Parses the bracket and the characters that are special after it.
    fn open(checker: &mut Checker<'_>) -> Checked<Class> {
        checker.at += 1;
        if checker.byte(0) == Some(b'^') {
            checker.at += 1;
        }
        let mut class = Class { last: Last::Start };
        if checker.byte(0) == Some(b']') {
            // A closing bracket at the start is a character if a second one follows.
            if !closes_later(&checker.bytes[checker.at + 1..]) {
                return Err("empty char-class".into());
            }
            checker.at += 1;
            class.last = Last::Character(']');
        }
        Ok(class)
    }

    fn add(&mut self, part: Part) -> Checked {
        self.last = match (self.last, part) {
            (Last::From(from), Part::Character(to)) if from > to => {
                return Err("empty range in char class".into());
            }
            (Last::From(_), Part::Character(_)) => Last::Range,
            (Last::From(_), Part::Class) => {
                return Err("char-class value at end of range".into());
            }
            (_, Part::Character(c)) => Last::Character(c),
            (_, Part::Class) => Last::Class,
        };
        Ok(())
    }

    /// Parses a hyphen and the next item.
    fn hyphen(&mut self, rest: &str) -> Checked {
        let is_last = rest.starts_with(']') || rest.starts_with("&&");
        let opens = rest.starts_with('[') && !matches!(posix(rest), Ok(Some(_)));
        match self.last {
            Last::From(_) => return self.add(Part::Character('-')),
            Last::Character(from) if !is_last && !opens && !rest.is_empty() => {
                self.last = Last::From(from);
            }
            Last::Class if !is_last && !opens && !rest.is_empty() => {
                return Err("unmatched range specifier in char-class".into());
            }
            _ => self.last = Last::Character('-'),
        }
        Ok(())
    }
}

/// Whether there is an unescaped closing bracket.
fn closes_later(bytes: &[u8]) -> bool {
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b']' => return true,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    false
}

/// The names between `[:` and `:]`.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "xdigit", "ascii", "word",
];

/// Returns the length of a POSIX class at the start of a text.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
fn posix(text: &str) -> Checked<Option<usize>> {
    /// The number of characters in which the end is searched.
    const NEAR: usize = 20;
    let Some(inner) = text.strip_prefix("[:") else {
        return Ok(None);
    };
    let name = inner.strip_prefix('^').unwrap_or(inner);
    for known in POSIX {
        if name.starts_with(known) && name[known.len()..].starts_with(":]") {
            let negated = inner.len() - name.len();
            return Ok(Some(2 + negated + known.len() + 2));
        }
    }
    let mut before = None;
    for c in name.chars().take(NEAR) {
        match (before, c) {
            (Some(':'), ']') => return Err("invalid POSIX bracket type".into()),
            (_, ']') => return Ok(None),
            _ => before = Some(c),
        }
    }
    Ok(None)
}

/// Parses an escape in a class.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
fn escape(checker: &mut Checker<'_>) -> Checked<Part> {
    let rest = &checker.text[checker.at..];
    match rest.chars().nth(1) {
        None => Err("premature end of char-class".into()),
        Some('d' | 'D' | 's' | 'S' | 'w' | 'W' | 'h' | 'H') => {
            checker.at += 2;
            Ok(Part::Class)
        }
        Some('p' | 'P') if rest[2..].starts_with('{') => {
            checker.property()?;
            Ok(Part::Class)
        }
        Some(_) => {
            let (c, length) = escapes::character(rest);
            checker.at += length;
            Ok(Part::Character(c))
        }
    }
}

//! Parsing of regular expressions in both notations.
//!
//! ECMAScript expressions are parsed with the flag `u`, except where browsers without it accept
//! common schemas: an unnecessary escape is the escaped character, and an unmatched closing bracket
//! is a literal.

use super::expr::{CATEGORIES, Class, Expr, Flavour, WORD};

/// The maximum length of an expression.
const MAX_SOURCE: usize = 1 << 14;

/// The maximum nesting of groups.
const MAX_DEPTH: u32 = 64;

/// The maximum number of repetitions.
const MAX_TIMES: u32 = 100_000;

/// Parses an expression. Returns `None` if the tree cannot represent it.
pub(super) fn parse(source: &str, flavour: Flavour) -> Option<Expr> {
    if source.len() > MAX_SOURCE {
        return None;
    }
    let mut parser = Parser {
        chars: source.chars().collect(),
        at: 0,
        flavour,
        depth: 0,
        groups: 0,
        names: Vec::new(),
    };
    let expr = parser.choice()?;
    (parser.at == parser.chars.len() && expr.agrees_on_groups()).then_some(expr)
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    flavour: Flavour,
    depth: u32,
    groups: u32,
    names: Vec<(String, u32)>,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, text: &str) -> bool {
        let fits = text
            .chars()
            .enumerate()
            .all(|(at, char)| self.chars.get(self.at + at) == Some(&char));
        if fits {
            self.at += text.chars().count();
        }
        fits
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += 1;
        Some(char)
    }

    fn choice(&mut self) -> Option<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut parts = vec![self.sequence()?];
        while self.eat("|") {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::Choice(parts),
        })
    }

    fn sequence(&mut self) -> Option<Expr> {
        let mut parts = Vec::new();
        while let Some(char) = self.peek() {
            if char == '|' || char == ')' && self.depth > 1 {
                break;
            }
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::Sequence(parts),
        })
    }

    fn repeated(&mut self, mut inner: Expr) -> Option<Expr> {
        let mut times = 0;
        loop {
            let (min, max, exactly) = match self.peek() {
                Some('*') => (0, None, false),
                Some('+') => (1, None, false),
                Some('?') => (0, Some(1), false),
                Some('{') => match self.counts()? {
                    Some(counts) => counts,
                    None => return Some(inner),
                },
                _ => return Some(inner),
            };
            let counted = self.peek() == Some('{');
            if counted {
                while self.next()? != '}' {}
            } else {
                self.at += 1
            }
            // In Ruby, the `?` of `{n}?` makes the repetition optional.
            let lazy = !(exactly && self.flavour == Flavour::Ruby) && self.eat("?");
            // Ruby's possessive repetitions do not backtrack, and the `+` of `{n}+` is a second
            // repetition.
            if self.peek() == Some('+') && (self.flavour == Flavour::Ecma || !counted) {
                return None;
            }
            times += 1;
            if times > 1 && self.flavour == Flavour::Ecma || times > 3 {
                return None;
            }
            inner = Expr::Repeat {
                inner: Box::new(inner),
                min,
                max,
                lazy,
            };
        }
    }

    /// Reads the numbers of a repetition in braces without consuming them, and whether there is
    /// only one number. A brace that does not begin a repetition is a literal.
    fn counts(&mut self) -> Option<Option<(u32, Option<u32>, bool)>> {
        let rest = &self.chars[self.at + 1..];
        let Some(length) = rest.iter().take(16).position(|char| *char == '}') else {
            return Some(None);
        };
        let text: String = rest[..length].iter().collect();
        let exactly = !text.contains(',');
        let (min, max) = text.split_once(',').unwrap_or((&text, &text));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let open = self.flavour == Flavour::Ruby && !max.is_empty();
        if !digits(min) || !digits(max) || min.is_empty() && !open {
            return Some(None);
        }
        let number = |text: &str| {
            if text.is_empty() {
                Some(None)
            } else {
                (text.parse::<u32>().ok())
                    .filter(|n| *n <= MAX_TIMES)
                    .map(Some)
            }
        };
        let (min, max) = (number(min)?.unwrap_or(0), number(max)?);
        max.is_none_or(|max| min <= max)
            .then_some(Some((min, max, exactly)))
    }

    fn atom(&mut self) -> Option<Expr> {
        let flavour = self.flavour;
        Some(match self.next()? {
            '^' if flavour == Flavour::Ruby => Expr::LineStart,
            '^' => Expr::Start,
            '$' if flavour == Flavour::Ruby => Expr::LineEnd,
            '$' => Expr::End,
            '.' => Expr::Class(Class::dot(flavour)),
            '[' => Expr::Class(self.class()?),
            '(' => self.group()?,
            '\\' => self.escape()?,
            '*' | '+' | '?' | ')' => return None,
            char => Expr::Class(Class::one(char)),
        })
    }

    fn group(&mut self) -> Option<Expr> {
        let look = |behind, negated| Some((behind, negated));
        let looks = match () {
            () if self.eat("?=") => look(false, false),
            () if self.eat("?!") => look(false, true),
            () if self.eat("?<=") => look(true, false),
            () if self.eat("?<!") => look(true, true),
            () => None,
        };
        let expr = match looks {
            Some((behind, negated)) => {
                let inner = Box::new(self.choice()?);
                let ruby = self.flavour == Flavour::Ruby;
                if behind && ruby && !inner.is_valid_lookbehind_in_ruby(negated) {
                    return None;
                }
                Expr::Look {
                    inner,
                    behind,
                    negated,
                }
            }
            None if self.eat("?:") => Expr::Sequence(vec![self.choice()?]),
            None if self.eat("?<") => {
                let mut name = String::new();
                loop {
                    match self.next()? {
                        '>' => break,
                        char => name.push(char),
                    }
                }
                self.groups += 1;
                self.names.push((name, self.groups));
                Expr::Capture(Box::new(self.choice()?))
            }
            // Comments, options and atomic groups.
            None if self.peek() == Some('?') => return None,
            None => {
                self.groups += 1;
                Expr::Capture(Box::new(self.choice()?))
            }
        };
        self.eat(")").then_some(expr)
    }

    fn escape(&mut self) -> Option<Expr> {
        let ruby = self.flavour == Flavour::Ruby;
        let char = self.next()?;
        if let Some(class) = Class::named(char, self.flavour) {
            return Some(Expr::Class(class));
        }
        Some(match char {
            'b' if !ruby => Expr::Boundary { negated: false },
            'B' if !ruby => Expr::Boundary { negated: true },
            'A' if ruby => Expr::Start,
            'z' if ruby => Expr::End,
            'Z' if ruby => Expr::EndOrLineFeed,
            '1'..='9' => {
                let mut number = char.to_digit(10)?;
                while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    self.at += 1;
                }
                // With named groups, Ruby does not number the others. A reference to a later group
                // has different meanings in the notations.
                if number > self.groups || !self.names.is_empty() {
                    return None;
                }
                Expr::Again(number)
            }
            'k' => {
                let rest: String = self.chars[self.at..].iter().collect();
                let name = rest.strip_prefix('<')?.split_once('>')?.0.to_owned();
                self.at += name.chars().count() + 2;
                let found = self.names.iter().filter(|(known, _)| *known == name);
                match found.collect::<Vec<_>>()[..] {
                    [(_, number)] if !ruby => Expr::Again(*number),
                    _ => return None,
                }
            }
            'p' | 'P' => Expr::Class(self.property(char == 'P')?),
            _ => Expr::Class(Class::one(self.plain_escape(char)?)),
        })
    }

    /// The character of a simple escape, in a class or outside.
    fn plain_escape(&mut self, char: char) -> Option<char> {
        Some(match char {
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\x0c',
            'v' => '\x0b',
            'a' if self.flavour == Flavour::Ruby => '\x07',
            'e' if self.flavour == Flavour::Ruby => '\x1b',
            '0' if !self.peek().is_some_and(|char| char.is_ascii_digit()) => '\0',
            'c' if self.flavour == Flavour::Ecma => {
                let letter = self.next().filter(char::is_ascii_alphabetic)?;
                char::from(letter as u8 % 32)
            }
            // In Ruby, the escape is a byte, which is not a character beyond ASCII.
            'x' => {
                let code = self.hexadecimal(2)?;
                let byte = self.flavour == Flavour::Ruby && code >= 0x80;
                char::from_u32(code).filter(|_| !byte)?
            }
            'u' if self.eat("{") => {
                let rest = self.chars[self.at..].iter().take(8);
                let digits: String = rest.take_while(|char| **char != '}').collect();
                self.at += digits.len();
                if !self.eat("}") {
                    return None;
                }
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            'u' => {
                let unit = self.hexadecimal(4)?;
                if (0xd800..0xdc00).contains(&unit) && self.eat("\\u") {
                    let low = self.hexadecimal(4)?;
                    let low = (0xdc00..0xe000).contains(&low).then_some(low)?;
                    return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
                }
                char::from_u32(unit)?
            }
            char if char.is_ascii_alphanumeric() => return None,
            char => char,
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text: String = self.chars.get(self.at..self.at + digits)?.iter().collect();
        self.at += digits;
        let plain = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        plain.then(|| u32::from_str_radix(&text, 16).ok())?
    }

    fn property(&mut self, negated: bool) -> Option<Class> {
        let rest = &self.chars[self.at..];
        let length = rest.iter().take(64).position(|char| *char == '}')?;
        let name: String = rest[..length].iter().collect();
        let name = name.strip_prefix('{')?;
        self.at += length + 1;
        let shared = CATEGORIES.contains(&name);
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_=".contains(&byte));
        if !plain || name.is_empty() || self.flavour == Flavour::Ruby && !shared {
            return None;
        }
        Some(Class {
            properties: vec![(name.into(), negated)],
            ..Class::default()
        })
    }

    fn class(&mut self) -> Option<Class> {
        let ruby = self.flavour == Flavour::Ruby;
        let negated = self.eat("^");
        let mut class = Class::default();
        if ruby && self.peek() == Some(']') {
            return None;
        }
        loop {
            let low = match self.next()? {
                ']' => break,
                '[' if ruby => {
                    class.ranges.extend(self.posix()?);
                    continue;
                }
                '&' if ruby && self.peek() == Some('&') => return None,
                '\\' => match self.class_escape(&mut class)? {
                    Some(char) => char,
                    None => continue,
                },
                char => char,
            };
            let ranged = self.peek() == Some('-')
                && self.chars.get(self.at + 1).is_some_and(|char| *char != ']');
            if !ranged {
                class.ranges.push((low, low));
                continue;
            }
            self.at += 1;
            let high = match self.next()? {
                '&' if ruby && self.peek() == Some('&') => return None,
                '\\' => {
                    let mut named = Class::default();
                    match self.class_escape(&mut named)? {
                        Some(char) => char,
                        // In `a-\d`, the `-` is a literal, except in Ruby.
                        None if ruby => return None,
                        None => {
                            class.ranges.extend([(low, low), ('-', '-')]);
                            class.ranges.extend(named.ranges);
                            class.properties.extend(named.properties);
                            continue;
                        }
                    }
                }
                '[' if ruby => return None,
                char => char,
            };
            if low > high {
                return None;
            }
            class.ranges.push((low, high));
        }
        Some(if negated { class.complement() } else { class })
    }

    /// Returns the character of an escape in a class, or `None` for a class escape, which is added
    /// to `class`.
    fn class_escape(&mut self, class: &mut Class) -> Option<Option<char>> {
        let char = self.next()?;
        if let Some(named) = Class::named(char, self.flavour) {
            class.ranges.extend(named.ranges);
            return Some(None);
        }
        Some(Some(match char {
            'b' => '\x08',
            'p' | 'P' => {
                let property = self.property(char == 'P')?;
                class.properties.extend(property.properties);
                return Some(None);
            }
            char => self.plain_escape(char)?,
        }))
    }

    /// The ranges of a class such as `[:digit:]`, if they are known.
    fn posix(&mut self) -> Option<Vec<(char, char)>> {
        let ranges: &[(char, char)] = match () {
            () if self.eat(":word:]") => WORD,
            () if self.eat(":xdigit:]") => &[('0', '9'), ('A', 'F'), ('a', 'f')],
            () if self.eat(":ascii:]") => &[('\0', '\x7f')],
            // Classes of all of Unicode, and nested classes.
            () => return None,
        };
        (ranges != WORD).then(|| ranges.to_vec())
    }
}

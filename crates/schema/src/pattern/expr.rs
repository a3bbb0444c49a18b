//! Regular expressions: the common syntax tree of ECMAScript and Ruby expressions.
//!
//! Constructs with a different meaning in the two notations have separate nodes: the start of a
//! line and of a text, and the characters of a class. A construct that the tree cannot represent is
//! not parsed, and its pattern cannot be translated.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    /// Characters in these inclusive ranges, and with these properties.
    Class(Class),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// The end of the text, or a line feed that is its last character.
    EndOrLineFeed,
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// A boundary between a letter, digit or underscore of ASCII and any other character, or its
    /// absence.
    Boundary { negated: bool },
    /// A concatenation.
    Sequence(Vec<Expr>),
    /// An alternation.
    Choice(Vec<Expr>),
    /// A capturing group.
    Capture(Box<Expr>),
    /// A repetition; without a maximum if `max` is `None`.
    Repeat {
        inner: Box<Expr>,
        min: u32,
        max: Option<u32>,
        lazy: bool,
    },
    /// A lookahead or lookbehind.
    Look {
        inner: Box<Expr>,
        behind: bool,
        negated: bool,
    },
    /// A backreference by the number of the group.
    Again(u32),
}

impl Expr {
    /// The number of states. A counted repetition multiplies those of its part.
    pub(super) fn states(&self) -> u64 {
        match self {
            Expr::Sequence(parts) | Expr::Choice(parts) => {
                let parts = parts.iter().map(Expr::states);
                parts.fold(1, u64::saturating_add)
            }
            Expr::Capture(inner) | Expr::Look { inner, .. } => inner.states().saturating_add(2),
            Expr::Repeat {
                inner, min, max, ..
            } => {
                let times = u64::from(max.unwrap_or(*min).max(1));
                inner.states().saturating_mul(times).saturating_add(1)
            }
            Expr::Class(_)
            | Expr::Start
            | Expr::End
            | Expr::EndOrLineFeed
            | Expr::LineStart
            | Expr::LineEnd
            | Expr::Boundary { .. }
            | Expr::Again(_) => 1,
        }
    }

    /// Whether the notations agree on all backreferences, because each referenced group has always
    /// matched. If it has not, the reference matches the empty string in ECMAScript and fails in
    /// Ruby. In a repeated group the notations keep the match of different iterations, and in a
    /// lookbehind they match in different directions.
    pub(super) fn agrees_on_groups(&self) -> bool {
        Groups::default().agrees(self, false)
    }

    /// The number of capturing groups.
    pub(super) fn captures(&self) -> u32 {
        let own = u32::from(matches!(self, Expr::Capture(_)));
        own + self.parts().iter().map(Expr::captures).sum::<u32>()
    }

    /// The expression with group numbers shifted by `count`.
    pub(super) fn after_groups(mut self, count: u32) -> Expr {
        self.shift(count);
        self
    }

    fn shift(&mut self, count: u32) {
        match self {
            Expr::Again(number) => *number += count,
            Expr::Sequence(parts) | Expr::Choice(parts) => {
                parts.iter_mut().for_each(|part| part.shift(count));
            }
            Expr::Capture(inner) | Expr::Repeat { inner, .. } | Expr::Look { inner, .. } => {
                inner.shift(count);
            }
            _ => {}
        }
    }

    /// The parts of the expression.
    pub(super) fn parts(&self) -> &[Expr] {
        match self {
            Expr::Sequence(parts) | Expr::Choice(parts) => parts,
            Expr::Capture(inner) | Expr::Repeat { inner, .. } | Expr::Look { inner, .. } => {
                std::slice::from_ref(inner)
            }
            _ => &[],
        }
    }

    /// The number of characters that the expression matches, if it is fixed.
    pub(super) fn width(&self) -> Option<u64> {
        match self {
            Expr::Class(_) => Some(1),
            Expr::Sequence(parts) => {
                (parts.iter()).try_fold(0u64, |sum, part| sum.checked_add(part.width()?))
            }
            Expr::Choice(parts) => {
                let first = parts.first()?.width()?;
                let same = parts.iter().all(|part| part.width() == Some(first));
                same.then_some(first)
            }
            Expr::Capture(inner) => inner.width(),
            Expr::Repeat {
                inner, min, max, ..
            } if *max == Some(*min) => inner.width()?.checked_mul((*min).into()),
            Expr::Repeat { .. } | Expr::Again(_) => None,
            Expr::Start
            | Expr::End
            | Expr::EndOrLineFeed
            | Expr::LineStart
            | Expr::LineEnd
            | Expr::Boundary { .. }
            | Expr::Look { .. } => Some(0),
        }
    }

    /// Whether Ruby permits the expression in a lookbehind: its alternatives have a fixed width, it
    /// contains no lookahead, and a negated lookbehind contains no capturing group.
    pub(super) fn is_valid_lookbehind_in_ruby(&self, negated: bool) -> bool {
        let wide = match self {
            Expr::Choice(parts) => parts.iter().all(|part| part.width().is_some()),
            Expr::Sequence(parts) if parts.len() == 1 => {
                return parts[0].is_valid_lookbehind_in_ruby(negated);
            }
            expr => expr.width().is_some(),
        };
        wide && !self.looks_ahead() && !(negated && self.captures() > 0)
    }

    /// Whether the expression contains a lookahead in Ruby's notation. An empty class and a
    /// boundary are written as lookaheads.
    fn looks_ahead(&self) -> bool {
        match self {
            Expr::Look { behind: false, .. }
            | Expr::End
            | Expr::EndOrLineFeed
            | Expr::Boundary { .. } => true,
            Expr::Class(class) => {
                class.ranges.is_empty() && class.properties.is_empty() && !class.negated
            }
            other => other.parts().iter().any(Expr::looks_ahead),
        }
    }
}

/// The names of properties that all notations share: general categories.
pub(super) const CATEGORIES: [&str; 38] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "LC", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me",
    "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk",
    "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

/// The groups that have always matched at a position.
#[derive(Default)]
struct Groups {
    /// By number, starting with 0.
    sure: Vec<bool>,
    /// The groups that have matched, in order.
    trail: Vec<usize>,
}

impl Groups {
    fn agrees(&mut self, expr: &Expr, behind: bool) -> bool {
        let before = self.trail.len();
        match expr {
            Expr::Again(number) => !behind && self.sure.get(*number as usize - 1) == Some(&true),
            Expr::Capture(inner) => {
                let own = self.sure.len();
                self.sure.push(false);
                let agrees = self.agrees(inner, behind);
                self.sure[own] = true;
                self.trail.push(own);
                agrees
            }
            Expr::Choice(parts) => parts.iter().all(|part| {
                let agrees = self.agrees(part, behind);
                self.forget(before);
                agrees
            }),
            Expr::Repeat { inner, .. } => {
                let agrees = self.agrees(inner, behind);
                self.forget(before);
                agrees
            }
            Expr::Look {
                inner,
                behind: back,
                negated,
            } => {
                let agrees = self.agrees(inner, behind || *back);
                if *back || *negated {
                    self.forget(before);
                }
                agrees
            }
            other => (other.parts().iter()).all(|part| self.agrees(part, behind)),
        }
    }

    fn forget(&mut self, before: usize) {
        for group in self.trail.drain(before..) {
            self.sure[group] = false;
        }
    }
}

/// A character class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Class {
    /// Inclusive ranges, in any order.
    pub(super) ranges: Vec<(char, char)>,
    /// Unicode properties in ECMAScript notation, such as `\p{Lu}`, each with its negation.
    pub(super) properties: Vec<(Box<str>, bool)>,
    /// Whether the class is negated. Only set if there are properties.
    pub(super) negated: bool,
}

/// ECMAScript's white space, which contains all white space of Unicode.
const ECMA_SPACE: &[(char, char)] = &[
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

const RUBY_SPACE: &[(char, char)] = &[('\t', '\r'), (' ', ' ')];
const DIGIT: &[(char, char)] = &[('0', '9')];
pub(super) const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const HEX: &[(char, char)] = &[('0', '9'), ('A', 'F'), ('a', 'f')];
const ECMA_LINE_ENDS: &[(char, char)] = &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

/// The notation of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// ECMAScript, as in JSON Schema.
    Ecma,
    /// Ruby, as in Puppet.
    Ruby,
}

impl Class {
    pub(super) fn of(ranges: &[(char, char)]) -> Class {
        Class {
            ranges: ranges.to_vec(),
            ..Class::default()
        }
    }

    pub(super) fn one(char: char) -> Class {
        Class::of(&[(char, char)])
    }

    /// The class of an escape such as `\d` or `\S`.
    pub(super) fn named(letter: char, flavour: Flavour) -> Option<Class> {
        let ranges = match (letter.to_ascii_lowercase(), flavour) {
            ('d', _) => DIGIT,
            ('w', _) => WORD,
            ('s', Flavour::Ecma) => ECMA_SPACE,
            ('s', Flavour::Ruby) => RUBY_SPACE,
            ('h', Flavour::Ruby) => HEX,
            _ => return None,
        };
        let class = Class::of(ranges);
        Some(if letter.is_ascii_uppercase() {
            class.complement()
        } else {
            class
        })
    }

    /// The class of a dot.
    pub(super) fn dot(flavour: Flavour) -> Class {
        match flavour {
            Flavour::Ecma => Class::of(ECMA_LINE_ENDS).complement(),
            Flavour::Ruby => Class::one('\n').complement(),
        }
    }

    /// The complement of the class.
    pub(super) fn complement(mut self) -> Class {
        if !self.properties.is_empty() {
            self.negated = !self.negated;
            return self;
        }
        polycty_core::sort::sort(&mut self.ranges);
        let mut rest = Vec::new();
        let mut next = Some('\0');
        for &(low, high) in &self.ranges {
            let Some(from) = next else { break };
            if let Some(before) = before(low).filter(|before| from <= *before) {
                rest.push((from, before));
            }
            next = after(high).map(|after| after.max(from));
            if after(high).is_none() {
                next = None;
            }
        }
        if let Some(from) = next {
            rest.push((from, char::MAX));
        }
        Class::of(&rest)
    }

    /// Whether the class contains a character, as far as the ranges determine it.
    pub(super) fn has(&self, char: char) -> bool {
        let listed = (self.ranges.iter()).any(|(low, high)| (*low..=*high).contains(&char));
        listed != self.negated
    }

    /// Characters of the class, common ones first.
    pub(super) fn samples(&self) -> impl Iterator<Item = char> + '_ {
        let plain = ['a', '0', 'A', 'b', '1', 'z', '9', '_', '-', ' ', 'é'];
        let plain = plain.into_iter().filter(|char| self.has(*char));
        let ends = self.ranges.iter().filter(|_| !self.negated);
        plain.chain(ends.flat_map(|(low, high)| [*low, *high]))
    }
}

fn before(char: char) -> Option<char> {
    match char {
        '\0' => None,
        '\u{e000}' => Some('\u{d7ff}'),
        char => char::from_u32(char as u32 - 1),
    }
}

fn after(char: char) -> Option<char> {
    match char {
        '\u{d7ff}' => Some('\u{e000}'),
        char => char::from_u32(char as u32 + 1),
    }
}

/// Appends a text that the expression probably matches. `turn` selects among alternatives. Returns
/// `false` if the text would be longer than `most` or a class is empty. Lookbehinds and negative
/// lookaheads are ignored.
pub(super) fn sample(expr: &Expr, turn: usize, most: usize, out: &mut String) -> bool {
    if out.len() > most {
        return false;
    }
    match expr {
        Expr::Class(class) => {
            let count = class.samples().count().clamp(1, 4);
            match class.samples().nth(turn % count) {
                Some(char) => out.push(char),
                None => return false,
            }
        }
        Expr::Sequence(parts) => return parts.iter().all(|part| sample(part, turn, most, out)),
        Expr::Choice(parts) => return sample(&parts[turn % parts.len()], turn, most, out),
        Expr::Capture(inner) => return sample(inner, turn, most, out),
        Expr::Repeat {
            inner, min, max, ..
        } => {
            let more = (turn % 3) as u32;
            let times = max.map_or(min + more, |max| max.min(min + more));
            return (0..times).all(|at| sample(inner, turn + at as usize, most, out));
        }
        Expr::Look {
            inner,
            behind: false,
            negated: false,
        } => {
            // The text of a lookahead is appended in every second turn, in case no other part
            // provides it.
            let mut ahead = String::new();
            if sample(inner, turn, most, &mut ahead) && turn % 2 == 1 {
                out.push_str(&ahead);
            }
        }
        Expr::LineStart if !out.is_empty() && !out.ends_with('\n') => out.push('\n'),
        Expr::Start
        | Expr::End
        | Expr::EndOrLineFeed
        | Expr::LineStart
        | Expr::LineEnd
        | Expr::Boundary { .. }
        | Expr::Look { .. }
        | Expr::Again(_) => {}
    }
    true
}

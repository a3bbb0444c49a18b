//! Patterns: the regular expressions of schemas, and their translation to other notations.
//!
//! - `expr`: the syntax tree of both notations
//! - `parse`: parsing of ECMAScript's and Ruby's notation
//! - `print`: printing of both, and of the notation of the regular expression engine

mod expr;
mod parse;
mod print;

pub use expr::Flavour;

use expr::{Class, Expr};
use fancy_regex::{Regex, RegexBuilder};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{SizeRange, Str};
use print::Reader;
use std::fmt;
use std::sync::Arc;

/// The maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 1 << 14;

/// The maximum size of a compiled pattern, in bytes and in instructions.
const SIZE_LIMIT: usize = 1 << 20;
const PROGRAM_LIMIT: usize = 1 << 16;

/// The maximum number of backtracking steps of a match, and the steps charged for a match of a
/// pattern that may backtrack.
const BACKTRACKING: usize = 20_000;
const GOING_BACK: u64 = 1 << 8;

/// The steps charged for compiling a pattern, and a pattern with classes of all of Unicode.
const COMPILING: u64 = 1 << 11;
const COMPILING_PROPERTIES: u64 = 1 << 17;

/// The steps and bytes charged for a state, the bytes charged for a compiled pattern in addition,
/// and the maximum number of states of a pattern that is compiled.
const COMPILING_STATE: u64 = 4;
const STATE_BYTES: u64 = 128;
const COMPILED_BYTES: u64 = 3 << 10;
const MAX_STATES: u64 = 1 << 14;

/// The maximum length that an expression can require. Each character becomes a part of the
/// expression.
const MAX_COUNTED: u64 = 1024;

/// The maximum length of a sample text.
const MAX_SAMPLE: usize = 4096;

/// A regular expression of a schema.
#[derive(Clone)]
pub struct Pattern {
    source: Str,
    known: Option<Arc<Known>>,
}

struct Known {
    expr: Expr,
    regex: Regex,
    /// Whether a match may backtrack.
    backtracks: bool,
}

impl Pattern {
    /// Creates a pattern from ECMAScript notation. A text that is not valid or that the engine
    /// cannot run is accepted, but its matches are unknown.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn new(source: Str, budget: &Budget) -> Result<Pattern> {
        if source.len() > MAX_PATTERN {
            let known = None;
            return Ok(Pattern { source, known });
        }
        let properties = source.contains(r"\p") || source.contains(r"\P");
        budget.charge(if properties {
            COMPILING_PROPERTIES
        } else {
            COMPILING + source.len() as u64
        })?;
        let expr = parse::parse(&source, Flavour::Ecma);
        if let Some(expr) = &expr {
            let states = expr.states().min(MAX_STATES);
            budget.charge(states * COMPILING_STATE)?;
            budget.hold(COMPILED_BYTES + states * STATE_BYTES)?;
        }
        let known = expr.and_then(|expr| {
            let text = print::print(&expr, Reader::Engine)?;
            let regex = RegexBuilder::new(&text)
                .max_prog_size(PROGRAM_LIMIT)
                .backtrack_limit(BACKTRACKING)
                .delegate_size_limit(SIZE_LIMIT)
                .build()
                .ok()?;
            let backtracks = text.contains("(?=")
                || text.contains("(?!")
                || text.contains("(?<")
                || text.contains("(?:\\");
            Some(Arc::new(Known {
                expr,
                regex,
                backtracks,
            }))
        });
        Ok(Pattern { source, known })
    }

    /// Whether the pattern is valid and the engine can run it.
    #[cfg(feature = "terraform")]
    pub(crate) fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// The pattern as it was written.
    #[must_use]
    pub fn source(&self) -> &Str {
        &self.source
    }

    /// Returns whether the pattern matches somewhere in a text, or `None` if that is unknown.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn is_match(&self, text: &str, budget: &Budget) -> Result<Option<bool>> {
        let Some(known) = &self.known else {
            return Ok(None);
        };
        budget.charge(text.len() as u64 / 16 + if known.backtracks { GOING_BACK } else { 2 })?;
        match known.regex.is_match(text) {
            Ok(found) => Ok(Some(found)),
            Err(_) => {
                budget.charge(BACKTRACKING as u64)?;
                Ok(None)
            }
        }
    }

    /// Returns at most `count` matching texts, as far as they can be derived from the expression.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn samples(&self, count: usize, budget: &Budget) -> Result<Vec<Str>> {
        let mut found: Vec<Str> = Vec::new();
        let Some(known) = &self.known else {
            return Ok(found);
        };
        for turn in 0..count * 2 {
            budget.charge(64)?;
            let mut text = String::new();
            if expr::sample(&known.expr, turn, MAX_SAMPLE, &mut text)
                && found.len() < count
                && !found.iter().any(|known| **known == *text)
                && self.is_match(&text, budget)? == Some(true)
            {
                found.push(text.into());
            }
        }
        Ok(found)
    }

    /// Returns the pattern in Ruby notation, if it can be expressed there.
    #[must_use]
    pub fn to_ruby(&self) -> Option<String> {
        print::print(&self.known.as_ref()?.expr, Reader::Ruby)
    }
}

/// Returns a Ruby expression for the texts in a range of lengths that all patterns match, if it can
/// be expressed.
#[must_use]
pub fn all_in_ruby(patterns: &[&Pattern], length: SizeRange) -> Option<String> {
    let any = || Box::new(Expr::Class(Class::default().complement()));
    let ahead = |parts: Vec<Expr>| Expr::Look {
        inner: Box::new(Expr::Sequence(parts)),
        behind: false,
        negated: false,
    };
    let anywhere = || Expr::Repeat {
        inner: any(),
        min: 0,
        max: None,
        lazy: true,
    };
    let mut asked = vec![Expr::Start];
    if length != SizeRange::UNLIMITED {
        let times = |count: u64| (count <= MAX_COUNTED).then_some(count as u32);
        let all = Expr::Repeat {
            inner: any(),
            min: times(length.min)?,
            max: match length.max {
                Some(max) => Some(times(max)?),
                None => None,
            },
            lazy: false,
        };
        asked.push(ahead(vec![all, Expr::End]));
    }
    if let [one] = patterns {
        let expr = one.known.as_ref()?.expr.clone();
        if asked.len() == 1 {
            return print::print(&expr, Reader::Ruby);
        }
        match expr {
            Expr::Sequence(parts) if parts.first() == Some(&Expr::Start) => {
                asked.extend(parts.into_iter().skip(1));
            }
            expr => asked.extend([anywhere(), expr]),
        }
        return print::print(&Expr::Sequence(asked), Reader::Ruby);
    }
    // Each pattern becomes a lookahead, with its groups numbered after those of the patterns before
    // it.
    let mut groups = 0;
    for pattern in patterns {
        let expr = pattern.known.as_ref()?.expr.clone().after_groups(groups);
        groups += expr.captures();
        asked.push(ahead(vec![anywhere(), expr]));
    }
    print::print(&Expr::Sequence(asked), Reader::Ruby)
}

/// Translates a Ruby expression to ECMAScript notation, if it can be expressed there.
#[must_use]
pub fn from_ruby(source: &str) -> Option<String> {
    let expr = parse::parse(source, Flavour::Ruby)?;
    print::print(&expr, Reader::Ecma)
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

//! Patterns: the strings that a schema's regular expression matches, and its notation in other
//! languages.
//!
//! - `expr`: the tree that both notations are read to
//! - `parse`: ECMAScript's and Ruby's notation
//! - `print`: the same, and the engine's

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

/// The longest pattern, in bytes.
const MAX_PATTERN: usize = 1 << 14;

/// The largest compiled pattern, in bytes, and in instructions.
const SIZE_LIMIT: usize = 1 << 20;
const PROGRAM_LIMIT: usize = 1 << 16;

/// How many steps back a match may take, and the steps that it is charged for where it may go
/// back at all.
const BACKTRACKING: usize = 20_000;
const GOING_BACK: u64 = 1 << 8;

/// The steps that it is to compile a pattern, and one with classes of all of Unicode.
const COMPILING: u64 = 1 << 11;
const COMPILING_PROPERTIES: u64 = 1 << 17;

/// The steps and the bytes of a state, the bytes of a compiled pattern in addition, and the states of the
/// largest pattern that is compiled.
const COMPILING_STATE: u64 = 4;
const STATE_BYTES: u64 = 128;
const COMPILED_BYTES: u64 = 3 << 10;
const MAX_STATES: u64 = 1 << 14;

/// The largest length that an expression counts: each character is a part of it.
const MAX_COUNTED: u64 = 1024;

/// The longest text that a pattern is shown by.
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
    /// Whether a match may go back.
    backtracks: bool,
}

impl Pattern {
    /// The pattern of a text in ECMAScript's notation. One that is none, or that the engine
    /// cannot run, is a pattern all the same: which strings it matches is not known.
    ///
    /// # Errors
    /// What is spent.
    pub fn new(source: Str, budget: &Budget) -> Result<Pattern> {
        if source.len() > MAX_PATTERN {
            let known = None;
            return Ok(Pattern { source, known });
        }
        let properties = source.contains(r"\p") || source.contains(r"\P");
        budget.charge(match properties {
            true => COMPILING_PROPERTIES,
            false => COMPILING + source.len() as u64,
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

    /// The pattern as it was written.
    #[must_use]
    pub fn source(&self) -> &Str {
        &self.source
    }

    /// Whether it matches somewhere in a text; none where that is not known.
    ///
    /// # Errors
    /// What is spent.
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

    /// Texts that it matches, at most `count`, for those that can be found by its form.
    ///
    /// # Errors
    /// What is spent.
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

    /// The pattern in Ruby's notation, if it can be said there.
    #[must_use]
    pub fn to_ruby(&self) -> Option<String> {
        print::print(&self.known.as_ref()?.expr, Reader::Ruby)
    }
}

/// An expression of Ruby's for the texts of some lengths that all of some patterns match, if it can
/// be said there.
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
    // Each is asked ahead of the others, with its groups behind theirs.
    let mut groups = 0;
    for pattern in patterns {
        let expr = pattern.known.as_ref()?.expr.clone().behind_groups(groups);
        groups += expr.captures();
        asked.push(ahead(vec![anywhere(), expr]));
    }
    print::print(&Expr::Sequence(asked), Reader::Ruby)
}

/// An expression of Ruby's in ECMAScript's notation, if it can be said there.
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

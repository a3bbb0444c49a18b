//! Expressions of an operation: read and compiled once, and charged for what they are.
//!
//! A few bytes of a pattern can ask for megabytes of machine: it is compiled under a small
//! limit first and under larger ones as long as it does not fit, each charged before. The limit
//! that it fits is then what every byte of a text is charged by, for that is how many states
//! a match may have to follow at once.

use crate::re2::{self, Pattern, PatternError};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::types::Str;
use regex::{Regex, RegexBuilder};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// The most bytes of a pattern.
const MAX_PATTERN: usize = 1 << 16;

/// How large a compiled pattern may be, in bytes: the last is the most.
const SIZES: [usize; 6] = [1 << 11, 1 << 14, 1 << 17, 1 << 20, 1 << 23, 1 << 25];

/// The bytes of a machine that are compiled in a step.
const COMPILED_STEP: usize = 2;

/// The steps of reading a byte of a pattern, and of a property that it refers to.
const READ: usize = 4;
const PROPERTY: usize = 500;

/// The bytes of the syntax trees of a byte of a pattern.
const TREE: usize = 320;

/// The bytes of states that a byte of text is matched against in 16 steps.
const MATCHED_STEP: usize = 64;

/// How many patterns an operation remembers, and of how many bytes in all.
const MAX_KNOWN: usize = 64;
const MAX_KNOWN_BYTES: usize = 1 << 25;

/// A pattern that was read, and compiled if it was asked for.
#[derive(Clone, Debug)]
pub struct Expression(Arc<Known>);

#[derive(Debug)]
struct Known {
    /// As it was written.
    written: Box<str>,
    pattern: Pattern,
}

/// What it takes to match, and by how much a text is charged. Shared as it is: a clone of a
/// compiled pattern has no room to work in yet, and making that takes longer than most matches.
#[derive(Debug)]
pub struct Compiled {
    regex: Regex,
    size: usize,
}

impl Deref for Compiled {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        &self.regex
    }
}

/// The patterns that an operation has met.
#[derive(Default)]
struct Patterns {
    known: HashMap<Box<str>, (Expression, Option<Arc<Compiled>>)>,
    bytes: usize,
}

impl Patterns {
    /// Makes room for so many bytes: all go where it is not enough, for which is needed next
    /// nobody knows.
    fn make_room(&mut self, bytes: usize) {
        if self.known.len() >= MAX_KNOWN || self.bytes + bytes > MAX_KNOWN_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
    }
}

impl Expression {
    /// Reads a pattern that is the first argument.
    ///
    /// # Errors
    /// [`Code::Syntax`] with the part that is wrong, which quotes the argument; limits.
    pub fn read(pattern: &str, budget: &Budget) -> Result<Expression> {
        Expression::read_as(pattern, budget, |PatternError { what, part }| {
            let error = syntax(format!("invalid regexp pattern: {what} in {part}"));
            error.with_argument(0).quoting(Quotes::Argument(0))
        })
    }

    /// Reads a pattern, with words of one's own for what is wrong with it.
    ///
    /// # Errors
    /// What `refuse` makes of a fault; limits.
    pub fn read_as(
        pattern: &str,
        budget: &Budget,
        refuse: impl FnOnce(PatternError) -> Error,
    ) -> Result<Expression> {
        if pattern.len() > MAX_PATTERN {
            let message = format!("the regular expression is longer than {MAX_PATTERN} bytes");
            return Err(Error::new(Code::Limit, message));
        }
        let known = |patterns: &mut Patterns| {
            let (expression, _) = patterns.known.get(pattern)?;
            Some(expression.clone())
        };
        if let Some(expression) = budget.remember(known) {
            return Ok(expression);
        }
        let properties = pattern.matches("\\p").count() + pattern.matches("\\P").count();
        budget.charge((READ * pattern.len() + PROPERTY * properties) as u64)?;
        // The syntax trees are dropped when the pattern is translated.
        let trees = (TREE * pattern.len()) as u64;
        budget.hold(trees)?;
        let translated = re2::translate(pattern);
        budget.release(trees);
        let expression = Expression(Arc::new(Known {
            written: pattern.into(),
            pattern: translated.map_err(refuse)?,
        }));
        budget.remember(|patterns: &mut Patterns| {
            patterns.make_room(4 * pattern.len());
            let entry = (expression.clone(), None);
            patterns.known.insert(pattern.into(), entry);
        });
        Ok(expression)
    }

    /// The names of the groups that capture.
    #[must_use]
    pub fn groups(&self) -> &[Option<Str>] {
        &self.0.pattern.groups
    }

    /// What matches the expression, charged for all matches in a text.
    ///
    /// # Errors
    /// [`Code::Limit`] for an expression that is too large, and what is spent.
    pub fn compiled(&self, text: &str, budget: &Budget) -> Result<Arc<Compiled>> {
        let known = budget.remember(|patterns: &mut Patterns| {
            let (_, compiled) = patterns.known.get(&self.0.written)?;
            compiled.clone()
        });
        let compiled = match known {
            Some(compiled) => compiled,
            None => {
                let compiled = Arc::new(self.compile(budget)?);
                budget.remember(|patterns: &mut Patterns| {
                    patterns.make_room(compiled.size);
                    let entry = (self.clone(), Some(compiled.clone()));
                    patterns.known.insert(self.0.written.clone(), entry);
                });
                compiled
            }
        };
        let states = 1 + compiled.size / MATCHED_STEP;
        budget.charge((text.len().saturating_mul(states) / 16) as u64)?;
        Ok(compiled)
    }

    fn compile(&self, budget: &Budget) -> Result<Compiled> {
        for size in SIZES {
            budget.charge((size / COMPILED_STEP) as u64)?;
            let built = RegexBuilder::new(&self.0.pattern.text)
                .size_limit(size)
                // A group stands in a sequence in a choice, and may be repeated.
                .nest_limit(4 * re2::MAX_NESTING as u32 + 16)
                .build();
            match built {
                Ok(regex) => return Ok(Compiled { regex, size }),
                Err(regex::Error::CompiledTooBig(_)) => {}
                Err(error) => {
                    let error = syntax(format!("invalid regexp pattern: {error}"));
                    return Err(error.quoting(Quotes::Any));
                }
            }
        }
        let message = "the regular expression is too large";
        Err(Error::new(Code::Limit, message))
    }
}

/// The fault of a pattern.
#[cold]
pub fn syntax(message: String) -> Error {
    Error::new(Code::Syntax, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_compiles_a_pattern_once() {
        let budget = Budget::new();
        let match_in = |text: &str| {
            let expression = Expression::read(r"(?i)[\pL\pN]{10}", &budget).unwrap();
            let before = budget.steps();
            let found = expression.compiled(text, &budget).unwrap().is_match(text);
            (found, budget.steps() - before)
        };
        let (found, first) = match_in("ABCdefgh1j");
        let (again, second) = match_in("ABCdefgh1j");
        assert!(found && again);
        assert!(first > 20 * second, "{first} {second}");
        // A text twice as long costs twice as much.
        let (_, long) = match_in(&"x".repeat(20));
        assert!(long.abs_diff(2 * second) <= 1, "{long} {second}");
    }

    #[test]
    fn what_is_compiled_is_charged_before() {
        let budget = Budget::standard();
        let large = format!("[\\pL]{{{}}}", 1000);
        let refused = Expression::read(&large, &budget)
            .and_then(|expression| expression.compiled("a", &budget))
            .unwrap_err();
        assert_eq!(refused.code(), Code::Limit);
        let long = Expression::read(&"a".repeat(MAX_PATTERN + 1), &Budget::new());
        assert_eq!(long.err().map(|error| error.code()), Some(Code::Limit));
    }

    #[test]
    fn only_so_many_patterns_are_remembered() {
        let budget = Budget::new();
        for at in 0..3 * MAX_KNOWN {
            let expression = Expression::read(&format!("a{{{at}}}"), &budget).unwrap();
            expression.compiled("", &budget).unwrap();
            let kept = budget.remember(|patterns: &mut Patterns| patterns.known.len());
            assert!((1..=MAX_KNOWN).contains(&kept));
        }
    }
}

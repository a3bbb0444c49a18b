//! Regular expressions of an operation: parsed and compiled once, and charged by their size.
//!
//! A few bytes of a pattern can require megabytes of automaton. So a pattern is compiled with a
//! small size limit first, and with larger ones until it fits; each attempt is charged before. The
//! size limit then determines the charge for each byte of a text, since it bounds the number of
//! states that a match follows at the same time.

use crate::re2::{self, Pattern, PatternError};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::types::Str;
use regex::{Regex, RegexBuilder};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// The maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 1 << 16;

/// The size limits of a compiled pattern, in bytes; the last one is the maximum.
const SIZES: [usize; 6] = [1 << 11, 1 << 14, 1 << 17, 1 << 20, 1 << 23, 1 << 25];

/// The number of bytes of an automaton that are compiled per step.
const COMPILED_STEP: usize = 2;

/// The steps for parsing a byte of a pattern, and a property in it.
const READ: usize = 4;
const PROPERTY: usize = 500;

/// The bytes of the syntax trees for each byte of a pattern.
const TREE: usize = 320;

/// The size of a compiled pattern, in bytes, that needs 16 steps for each byte of text.
const MATCHED_STEP: usize = 64;

/// The maximum number of patterns that an operation caches, and their maximum total size.
const MAX_KNOWN: usize = 64;
const MAX_KNOWN_BYTES: usize = 1 << 25;

/// A parsed pattern. It is compiled on first use.
#[derive(Clone, Debug)]
pub struct Expression(Arc<Parsed>);

#[derive(Debug)]
struct Parsed {
    /// The original text.
    written: Box<str>,
    pattern: Pattern,
}

/// A compiled pattern, and the size that determines the charge for a text. It is shared, since a
/// clone would have an empty cache, and filling it takes longer than most matches.
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

/// The cached patterns of an operation.
#[derive(Default)]
struct Patterns {
    known: HashMap<Box<str>, (Expression, Option<Arc<Compiled>>)>,
    bytes: usize,
}

impl Patterns {
    /// Reserves space for this number of bytes. If it does not fit, all patterns are dropped, since
    /// the next use of each is not known.
    fn reserve(&mut self, bytes: usize) {
        if self.known.len() >= MAX_KNOWN || self.bytes + bytes > MAX_KNOWN_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
    }
}

impl Expression {
    /// Parses a pattern that is the first argument of a function.
    ///
    /// # Errors
    /// [`Code::Syntax`] with the invalid part, which quotes the argument; [`Code::Limit`] if a
    /// limit is exceeded.
    pub fn read(pattern: &str, budget: &Budget) -> Result<Expression> {
        Expression::read_as(pattern, budget, |PatternError { what, part }| {
            let error = syntax(format!("invalid regexp pattern: {what} in {part}"));
            error.with_argument(0).quoting(Quotes::Argument(0))
        })
    }

    /// Parses a pattern with the caller's error messages.
    ///
    /// # Errors
    /// The error that `refuse` returns for an invalid pattern; [`Code::Limit`] if a limit is
    /// exceeded.
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
        // The syntax trees are dropped after the translation.
        let trees = (TREE * pattern.len()) as u64;
        budget.hold(trees)?;
        let translated = re2::translate(pattern);
        budget.release(trees);
        let expression = Expression(Arc::new(Parsed {
            written: pattern.into(),
            pattern: translated.map_err(refuse)?,
        }));
        budget.remember(|patterns: &mut Patterns| {
            patterns.reserve(4 * pattern.len());
            let entry = (expression.clone(), None);
            patterns.known.insert(pattern.into(), entry);
        });
        Ok(expression)
    }

    /// The names of the capturing groups.
    #[must_use]
    pub fn groups(&self) -> &[Option<Str>] {
        &self.0.pattern.groups
    }

    /// Returns the compiled expression. Charges all matches in a text.
    ///
    /// # Errors
    /// [`Code::Limit`] for an expression that is too large, or if the budget is exceeded.
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
                    patterns.reserve(compiled.size);
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
                // A group is a sequence inside a choice, and may be repeated.
                .nest_limit(4 * re2::MAX_PATTERN_NESTING as u32 + 16)
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

/// The error of an invalid pattern.
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
        // The cost is proportional to the length of the text.
        let (_, long) = match_in(&"x".repeat(20));
        assert!(long.abs_diff(2 * second) <= 1, "{long} {second}");
    }

    #[test]
    fn compilation_is_charged_before_it_starts() {
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
    fn the_number_of_cached_patterns_is_limited() {
        let budget = Budget::new();
        for at in 0..3 * MAX_KNOWN {
            let expression = Expression::read(&format!("a{{{at}}}"), &budget).unwrap();
            expression.compiled("", &budget).unwrap();
            let kept = budget.remember(|patterns: &mut Patterns| patterns.known.len());
            assert!((1..=MAX_KNOWN).contains(&kept));
        }
    }
}

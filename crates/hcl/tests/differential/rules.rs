//! The changes between Debian's version of HCL and the version that this crate implements.

use super::compare::{Answer, Reported, bare, covers, finer};

/// The maximum percentage of expressions that one rule may explain.
pub const MOST: u64 = 4;

/// The reason for an answer that differs only if variables are refined.
pub const REFINED: &str = "what refines an unknown value decides what follows from it";

/// A rule that explains a difference between two answers.
pub struct Rule {
    /// The change.
    pub what: &'static str,
    /// Whether the change explains the difference between two answers to a text, theirs and ours.
    pub explains: fn(&str, &Answer, &Answer) -> bool,
}

/// The rules. The first rule that explains a difference is counted. Rules examine the text and the
/// reported diagnostics; [`MOST`] limits how often a rule may apply.
pub const RULES: &[Rule] = &[
    Rule {
        what: "the older library ends with a panic",
        explains: |_, theirs, _| theirs.panicked,
    },
    Rule {
        what: "a conditional passes on the marks of its condition and of both results",
        explains: |text, theirs, ours| {
            has(text, &["?", "%{ if"])
                && !theirs.failed()
                && !ours.failed()
                && finer(&bare(&theirs.value), &bare(&ours.value))
                && covers(&theirs.value, &ours.value)
        },
    },
    Rule {
        what: "an operand that is of no fitting type is told before what is wrong inside of it",
        explains: |text, theirs, ours| {
            has(text, &OPERATORS) && sorted(&theirs.failures) == sorted(&ours.failures)
        },
    },
    Rule {
        what: "where the left side of && or || is unknown, what the right side tells is dropped",
        explains: |text, theirs, ours| {
            has(text, &["&&", "||"]) && is_part(&ours.failures, &theirs.failures)
        },
    },
    Rule {
        what: "the condition of a `for` is looked at where there is nothing known to go through",
        explains: |text, theirs, ours| {
            has(text, &[" if "])
                && has(text, &["for "])
                && is_part(&theirs.failures, &ours.failures)
        },
    },
    Rule {
        what: "a splat goes through the parts of a tuple that is not known, each with its failure",
        explains: |text, theirs, ours| {
            let of_parts = |failure: &Reported| theirs.failures.contains(failure);
            has(text, &["*"])
                && theirs.failed()
                && ours.failures.len() > theirs.failures.len()
                && ours.failures.iter().all(of_parts)
        },
    },
    Rule {
        what: "what decides a conditional is known, so what its result tells is told",
        explains: |text, theirs, ours| {
            has(text, &["?"]) && has(text, &UNKNOWN) && is_part(&theirs.failures, &ours.failures)
        },
    },
    Rule {
        what: "a conditional both of whose results are null is null",
        explains: |text, theirs, ours| {
            let places = |answer: &Answer| -> Vec<(u64, u64)> {
                let failures = answer.failures.iter();
                failures.map(|failure| (failure.1, failure.2)).collect()
            };
            let of_null = |failure: &Reported| failure.0.ends_with("null value");
            has(text, &["?"]) && places(theirs) == places(ours) && ours.failures.iter().any(of_null)
        },
    },
    Rule {
        what: "what an operator or a template gives is not null, so a splat makes a tuple of it",
        explains: |text, theirs, ours| {
            has(text, &["[*]", ".*"]) && is_part(&theirs.failures, &ours.failures)
        },
    },
    Rule {
        what: "a template takes up nothing after its first failure",
        explains: |text, theirs, ours| {
            let failed = |failure: &Reported| failure.0.starts_with("Invalid template");
            has(text, &["${"])
                && theirs.failures.iter().any(failed)
                && is_part(&theirs.failures, &ours.failures)
        },
    },
    Rule {
        what: "what a template begins with is known",
        explains: |text, theirs, ours| {
            has(text, &["${"])
                && has(text, &["==", "!="])
                && is_part(&theirs.failures, &ours.failures)
        },
    },
    Rule {
        what: "a known side of && or || decides, whatever the other one is",
        explains: |text, theirs, ours| {
            // A null was rejected, the other side failed, or the next operand has a different
            // error.
            let refused = |failure: &Reported| failure.0 == "Operation failed";
            let dropped = |failure: &Reported| {
                matches!(&*failure.0, "Unknown variable" | "Invalid operand")
                    && !ours.failures.contains(failure)
            };
            let decided = |failure: &Reported| refused(failure) || dropped(failure);
            has(text, &["&&", "||"])
                && (theirs.failures.iter().any(decided)
                    || has(text, &["?", "for ", "%{ if"])
                    || is_part(&theirs.failures, &ours.failures))
        },
    },
];

const OPERATORS: [&str; 13] = [
    "!", "-", "+", "*", "/", "%", "==", "<", ">", "&&", "||", "?", "if",
];

/// The names of the unknown variables.
const UNKNOWN: [&str; 7] = ["ub", "un", "us", "ul", "um", "uo", "mu"];

fn has(text: &str, any: &[&str]) -> bool {
    any.iter().any(|part| text.contains(part))
}

fn sorted(failures: &[Reported]) -> Vec<Reported> {
    let mut sorted = failures.to_vec();
    sorted.sort();
    sorted
}

/// Whether all diagnostics of one list are in the other, which has more.
fn is_part(some: &[Reported], all: &[Reported]) -> bool {
    let mut rest = all.to_vec();
    let found = some.iter().all(|failure| {
        let at = rest.iter().position(|other| other == failure);
        at.map(|at| rest.remove(at)).is_some()
    });
    found && !rest.is_empty()
}

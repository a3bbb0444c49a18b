//! Version constraints.

/// Returns whether a text is a version constraint: comparisons separated by commas.
pub(crate) fn is_constraint(text: &str) -> bool {
    text.split(',').all(|part| {
        let part = part.trim();
        let operators = ["!=", ">=", "<=", "~>", "=", ">", "<"];
        let version = operators
            .iter()
            .find_map(|operator| part.strip_prefix(operator))
            .unwrap_or(part);
        is_version(version.trim_start())
    })
}

/// Returns whether a text is a version: numbers separated by points, with an optional pre-release
/// and build part.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (text, build) = match text.split_once('+') {
        Some((text, build)) => (text, Some(build)),
        None => (text, None),
    };
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (numbers, before) = text.split_at(end);
    let words = |text: &str| {
        let word = |word: &str| {
            !word.is_empty()
                && word
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '~'))
        };
        text.split('.').all(word)
    };
    let number = |number: &str| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    numbers.split('.').all(number)
        && (before.is_empty() || words(before.strip_prefix('-').unwrap_or(before)))
        && build.is_none_or(words)
}

/// Returns whether a constraint accepts a release such as `1.17`, whose patch number is 0.
pub(crate) fn accepts(constraint: &str, release: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        let text = text.trim().trim_start_matches('v');
        let numbers = text.split(['-', '+']).next().unwrap_or_default();
        numbers
            .split('.')
            .filter_map(|part| part.parse().ok())
            .collect()
    };
    let padded = |text: &str| {
        let mut found = numbers(text);
        found.resize(found.len().max(3), 0);
        found
    };
    let have = padded(release);
    constraint.split(',').all(|part| {
        let part = part.trim();
        let operators = ["!=", ">=", "<=", "~>", "=", ">", "<"];
        let found = (operators.into_iter())
            .find_map(|operator| Some((operator, part.strip_prefix(operator)?)));
        let (operator, text) =
            found.map_or((None, part), |(operator, text)| (Some(operator), text));
        let wanted = padded(text);
        match operator {
            Some("!=") => have != wanted,
            Some(">=") => have >= wanted,
            Some("<=") => have <= wanted,
            Some(">") => have > wanted,
            Some("<") => have < wanted,
            Some("~>") => {
                let fixed = numbers(text).len().saturating_sub(1);
                have >= wanted && have[..fixed.min(have.len())] == wanted[..fixed.min(wanted.len())]
            }
            _ => have == wanted,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{accepts, is_constraint};

    #[test]
    fn a_release_is_compared_with_constraints() {
        for sound in [
            "1.17.0",
            ">= 1.0",
            "~> 1.0",
            "~> 1.17.0",
            ">= 1.5, < 2.0",
            "!= 1.16",
        ] {
            assert!(accepts(sound, "1.17"), "{sound}");
        }
        for wrong in ["~> 1.16.0", "< 1.17", "1.11", "> 1.17", "~> 2.0"] {
            assert!(!accepts(wrong, "1.17"), "{wrong}");
        }
    }

    #[test]
    fn constraints_are_comparisons_of_versions() {
        for sound in [
            "1",
            "1.2.3",
            ">= 1.0",
            "~>1.2",
            "~> 1.0, != 1.4.0",
            "1.0.0-rc1",
            "= v2",
            "1.0+build",
            " >= 1.0 , < 2",
        ] {
            assert!(is_constraint(sound), "{sound}");
        }
        for wrong in ["", "foo", ">=", "1.x", "1.0,", "=> 1.0", "1..2", "1.0 2.0"] {
            assert!(!is_constraint(wrong), "{wrong}");
        }
    }
}

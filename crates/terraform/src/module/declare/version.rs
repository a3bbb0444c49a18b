//! Version constraints: is a text one?

/// Whether a text is a constraint on versions: comparisons with commas between them.
pub(super) fn is_constraint(text: &str) -> bool {
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

/// Whether a text is a version: numbers with points between them, and what is before a release or
/// beside a build.
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

#[cfg(test)]
mod tests {
    use super::is_constraint;

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

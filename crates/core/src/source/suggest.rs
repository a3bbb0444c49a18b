//! Suggestions for misspelled names.

use crate::text::Quoted;

/// The maximum length of a name, in characters, that gets suggestions.
const MAX_NAME: usize = 255;

/// Returns the known name that is nearest to `given`: at most two edits away, and the first in byte
/// order among equally near names. Returns `None` for a name of more than 255 characters.
#[must_use]
pub fn suggest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let given: Vec<char> = given.chars().take(MAX_NAME + 1).collect();
    if given.len() > MAX_NAME {
        return None;
    }
    known
        .filter_map(|name| Some((distance(&given, name)?, name)))
        .min()
        .map(|(_, name)| name)
}

/// Returns the end of a sentence that suggests a name, or an empty string.
#[must_use]
pub fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| {
        format!(" Did you mean {}?", Quoted(meant))
    })
}

/// Returns the number of edits between two texts (Levenshtein), if there are at most two.
fn distance(given: &[char], name: &str) -> Option<usize> {
    const MOST: usize = 2;
    let name: Vec<char> = name.chars().take(given.len() + MOST + 1).collect();
    if name.len().abs_diff(given.len()) > MOST {
        return None;
    }
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (at, a) in given.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, b) in name.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().filter(|edits| *edits <= MOST)
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn a_name_two_edits_away_is_suggested() {
        let known = || ["upper", "lower", "length"].into_iter();
        assert_eq!(suggest("uper", known()), Some("upper"));
        assert_eq!(suggest("lenhgt", known()), Some("length"));
        assert_eq!(suggest("loewr", known()), Some("lower"));
        assert_eq!(suggest("title", known()), None);
        assert_eq!(suggest("", ["a", "abc"].into_iter()), Some("a"));
        let long = "a".repeat(super::MAX_NAME);
        assert_eq!(suggest(&long, [&*long].into_iter()), Some(&*long));
        let longer = long + "a";
        assert_eq!(suggest(&longer, [&*longer].into_iter()), None);
    }
}

//! Boundaries of characters in a text.

/// Returns the last boundary of a character that is not after `index`, at most the text's length.
///
/// Equal to `str::floor_char_boundary`, which is newer than the workspace's `rust-version`.
#[must_use]
pub fn floor_char_boundary(text: &str, index: usize) -> usize {
    let mut boundary = index.min(text.len());
    while !text.is_char_boundary(boundary) {
        boundary -= 1;
    }
    boundary
}

#[cfg(test)]
mod tests {
    use super::floor_char_boundary;

    #[test]
    fn an_index_inside_a_character_becomes_its_start() {
        let text = "aä€\u{1F600}";
        let expected = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10];
        for (index, expected) in expected.into_iter().enumerate() {
            assert_eq!(floor_char_boundary(text, index), expected, "at {index}");
        }
        assert_eq!(floor_char_boundary("", usize::MAX), 0);
    }
}

//! Tags of resources and of the catalog.

use polycty_core::types::{KeyedSet, Str};

/// The number of tags that are searched linearly.
const SHORT: usize = 16;

/// A set of tags in the order of their addition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    list: Vec<Str>,
    /// The same tags, for a long list.
    set: Option<KeyedSet<Str>>,
}

impl Tags {
    pub(crate) fn contains(&self, tag: &str) -> bool {
        match &self.set {
            Some(set) => set.contains(tag),
            None => self.list.iter().any(|known| **known == *tag),
        }
    }

    /// Adds a valid tag and, if it is qualified, its parts.
    pub(crate) fn add(&mut self, tag: &str) {
        if self.insert(tag.into()) && tag.contains("::") {
            for part in tag.split("::") {
                self.insert(part.into());
            }
        }
    }

    pub(crate) fn insert(&mut self, tag: Str) -> bool {
        if self.contains(&tag) {
            return false;
        }
        if let Some(set) = &mut self.set {
            set.insert(tag.clone());
        }
        self.list.push(tag);
        if self.set.is_none() && self.list.len() > SHORT {
            self.set = Some(self.list.iter().cloned().collect());
        }
        true
    }

    /// Adds all tags of a different set; returns the number of the new ones.
    pub(crate) fn merge(&mut self, others: &Tags) -> usize {
        let before = self.list.len();
        for tag in &others.list {
            self.insert(tag.clone());
        }
        self.list.len() - before
    }

    pub(crate) fn list(&self) -> &[Str] {
        &self.list
    }

    pub(crate) fn into_list(self) -> Vec<Str> {
        self.list
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// Whether a text is a tag: it begins with a letter, a digit or `_`, followed by these and `:`, `.`
/// and `-`.
pub(crate) fn is_tag(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    // Ruby's `\Z` ignores a line break at the end.
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut chars = text.chars();
    chars.next().is_some_and(word) && chars.all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qualified_tag_adds_its_parts() {
        let mut tags = Tags::default();
        tags.add("m::d");
        tags.add("m");
        assert_eq!(tags.list(), ["m::d".into(), "m".into(), Str::from("d")]);
        for number in 0..40 {
            tags.add(&format!("t{number}"));
        }
        assert!(tags.contains("t39") && tags.contains("d") && !tags.contains("t40"));
        assert_eq!(tags.len(), 43);
    }

    #[test]
    fn tags_have_few_characters() {
        for (text, valid) in [("a", true), ("1.b-c:d", true), ("é", true), ("-a", false)] {
            assert_eq!(is_tag(text), valid, "{text}");
        }
        assert!(!is_tag("") && !is_tag("a b") && !is_tag("/a"));
    }
}

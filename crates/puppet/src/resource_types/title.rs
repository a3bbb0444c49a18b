//! The attributes that the title of a resource sets (`title_patterns` of Puppet's types).

use crate::scalars::pattern::captures;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use std::borrow::Cow;

/// The bytes of a title that are examined per step.
const BYTES_A_STEP: u64 = 64;

/// The attributes that a title sets, with their values.
pub type TitleAttributes<'t> = Vec<(&'t str, Cow<'t, str>)>;

/// A regular expression and the attributes that its groups set, in order.
#[derive(Debug)]
pub(super) struct TitlePattern {
    pub(super) source: Str,
    pub(super) attributes: Box<[Str]>,
}

/// How a title sets attributes.
#[derive(Debug)]
pub(super) enum TitleRule {
    /// The title is the value of the name attribute.
    Whole,
    /// The title without trailing slashes is the value of the name attribute; the root directory
    /// of a system or of a drive keeps one.
    Path,
    /// The first pattern that matches.
    Patterns(Box<[TitlePattern]>),
}

impl TitleRule {
    /// Returns the attributes that a title sets.
    pub(super) fn attributes<'t>(
        &'t self,
        title: &'t str,
        name_attribute: &'t str,
        budget: &Budget,
    ) -> Result<TitleAttributes<'t>> {
        budget.charge(1 + title.len() as u64 / BYTES_A_STEP)?;
        match self {
            TitleRule::Whole => Ok(vec![(name_attribute, title.into())]),
            TitleRule::Path => Ok(vec![(name_attribute, without_slashes(title))]),
            TitleRule::Patterns(patterns) => {
                for pattern in patterns {
                    if let Some(found) = pattern.attributes(title, budget)? {
                        return Ok(found);
                    }
                }
                let message = format!("No set of title patterns matched the title \"{title}\".");
                Err(Error::new(Code::Value, message))
            }
        }
    }
}

impl TitlePattern {
    fn attributes<'t>(
        &'t self,
        title: &'t str,
        budget: &Budget,
    ) -> Result<Option<TitleAttributes<'t>>> {
        let Some(groups) = captures(&self.source, title, 0, budget)? else {
            return Ok(None);
        };
        let texts = groups.iter().skip(1).map(|group| {
            let range = group.clone()?;
            title.get(range)
        });
        let pairs = self.attributes.iter().zip(texts);
        let set = pairs.filter_map(|(name, text)| Some((&**name, text?.into())));
        Ok(Some(set.collect()))
    }
}

/// Removes trailing slashes as `\A(/|.+:/|.*[^/])/*\Z` does, whose `\Z` also matches before a line
/// feed at the end.
fn without_slashes(title: &str) -> Cow<'_, str> {
    let body = title.strip_suffix('\n').unwrap_or(title);
    let kept = body.trim_end_matches('/');
    if kept.len() == body.len() {
        title.into()
    } else if kept.is_empty() {
        "/".into()
    } else if kept.len() > 1 && kept.ends_with(':') {
        format!("{kept}/").into()
    } else if body.len() < title.len() {
        title.into()
    } else {
        kept.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_after_a_path_are_removed() {
        for (title, path) in [
            ("/a", "/a"),
            ("/a/", "/a"),
            ("/a//b//", "/a//b"),
            ("/", "/"),
            ("///", "/"),
            ("C:/", "C:/"),
            ("C://", "C:/"),
            (":/", ":"),
            ("x", "x"),
            ("/a/\n", "/a/\n"),
            ("/\n", "/"),
        ] {
            assert_eq!(without_slashes(title), path, "{title:?}");
        }
    }
}

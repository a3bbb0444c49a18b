//! Locations of an entry: paths, globs, URIs and mapped paths.

use super::Session;
use super::failure::{Outcome, runtime_error};
use super::files::{FileKind, joined};
use super::inspect::text_of;
use super::interpolation::Methods;
use super::invocation::Invocation;
use super::template::{Reference, TextTemplate, has_expression};
use crate::values::special::array_elements;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::sync::Arc;

/// A location of data.
#[derive(Clone, Debug)]
pub(super) struct Location {
    /// As the configuration contains it.
    pub(super) original: Str,
    /// The absolute path, or the URI.
    pub(super) place: String,
    pub(super) kind: LocationKind,
    /// Whether the location exists. URIs always do.
    pub(super) exists: bool,
}

/// The kind of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocationKind {
    Path,
    Uri,
}

/// The maximum number of paths of one glob.
const MAX_PATHS: usize = 10_000;

/// The maximum number of alternatives of the braces of a glob.
const MAX_ALTERNATIVES: usize = 1000;

impl Session<'_, '_> {
    pub(super) fn exists(&mut self, path: &str) -> Outcome<bool> {
        self.interpreter.budget.charge(4)?;
        Ok(self.state.files().kind(path)?.is_some())
    }

    /// Interpolates a text of a configuration.
    pub(super) fn configured_text(
        &mut self,
        text: &str,
        invocation: &mut Invocation,
    ) -> Outcome<String> {
        if !has_expression(text.as_bytes()) {
            self.interpreter.budget.charge(1)?;
            return Ok(text.to_owned());
        }
        let template = TextTemplate::of(text);
        let value = self.interpolate_text(&template, invocation, Methods::Refused)?;
        Ok(text_of(&value))
    }

    /// Resolves paths relative to the folder of the data. The paths of a default configuration are
    /// left out if they do not exist.
    pub(super) fn paths(
        &mut self,
        folder: &str,
        paths: &[Str],
        invocation: &mut Invocation,
        (is_default, extension): (bool, &str),
    ) -> Outcome<Vec<Location>> {
        let mut found = Vec::with_capacity(paths.len());
        for original in paths {
            let mut path = self.configured_text(original, invocation)?;
            if !path.ends_with(extension) {
                path.push_str(extension);
            }
            let place = joined(folder, &path);
            let exists = self.exists(&place)?;
            if exists || !is_default {
                found.push(Location {
                    original: original.clone(),
                    place,
                    kind: LocationKind::Path,
                    exists,
                });
            }
        }
        Ok(found)
    }

    pub(super) fn uris(
        &mut self,
        uris: &[Str],
        invocation: &mut Invocation,
    ) -> Outcome<Vec<Location>> {
        let mut found = Vec::with_capacity(uris.len());
        for original in uris {
            let place = self.configured_text(original, invocation)?;
            if place.contains([' ', '<', '>', '"', '\\', '^', '`', '{', '}', '|']) {
                let message = format!(
                    "bad URI(is not URI?): {}",
                    super::inspect::inspect(&Value::string(&place))
                );
                return Err(runtime_error(message));
            }
            found.push(Location {
                original: original.clone(),
                place,
                kind: LocationKind::Uri,
                exists: true,
            });
        }
        Ok(found)
    }

    /// Resolves the paths of a template for each value of a variable.
    pub(super) fn mapped_paths(
        &mut self,
        folder: &str,
        [variable, name, template]: &[Str; 3],
        invocation: &mut Invocation,
    ) -> Outcome<Vec<Location>> {
        let variable = Arc::new(Reference::new(variable));
        let value = self.scope_value(&variable, "mapped_path[0]", invocation)?;
        let values: Vec<Value> = if let Some(elements) = array_elements(&value) {
            elements.to_vec()
        } else if let Some(map) = value.as_ordered_map() {
            let pair = |(key, value): &(Value, Value)| {
                crate::values::special::array(vec![key.clone(), value.clone()])
            };
            map.entries().iter().map(pair).collect::<Result<_, _>>()?
        } else {
            match value.as_str() {
                Some("") => Vec::new(),
                Some(_) => vec![value],
                None if value.is_null() => Vec::new(),
                None => {
                    let class = match value.as_bool() {
                        Some(flag) => {
                            format!("{flag}:{}Class", if flag { "True" } else { "False" })
                        }
                        None => format!("{}:Integer", text_of(&value)),
                    };
                    return Err(runtime_error(format!(
                        "undefined method `empty?' for {class}"
                    )));
                }
            }
        };
        // The hierarchy does not depend on the variable that has this name.
        let outer = invocation.collected.replace(Vec::new());
        let mut found = Vec::with_capacity(values.len());
        for value in values {
            self.state.locals.borrow_mut().push((name.clone(), value));
            let path = self.configured_text(template, invocation);
            self.state.locals.borrow_mut().pop();
            let place = joined(folder, &path?);
            let exists = self.exists(&place)?;
            found.push(Location {
                original: template.clone(),
                place,
                kind: LocationKind::Path,
                exists,
            });
        }
        let inner = std::mem::replace(&mut invocation.collected, outer);
        if let Some(collected) = &mut invocation.collected {
            collected.extend(
                inner
                    .into_iter()
                    .flatten()
                    .filter(|read| read.root() != &**name),
            );
        }
        Ok(found)
    }

    /// Resolves globs to the files that they match.
    pub(super) fn globs(
        &mut self,
        folder: &str,
        globs: &[String],
        invocation: &mut Invocation,
    ) -> Outcome<Vec<Location>> {
        let mut found = Vec::new();
        for glob in globs {
            let glob = self.configured_text(glob, invocation)?;
            let original = joined(folder, &glob);
            let mut alternatives = Vec::new();
            expand_braces(&original, &mut alternatives);
            for alternative in &alternatives {
                let names: Vec<&str> = alternative
                    .split('/')
                    .filter(|name| !name.is_empty())
                    .collect();
                let mut paths = Vec::new();
                self.matches("", &names, &mut paths)?;
                for place in paths {
                    if self.state.files().kind(&place)? == Some(FileKind::File) {
                        found.push(Location {
                            original: original.as_str().into(),
                            place,
                            kind: LocationKind::Path,
                            exists: true,
                        });
                    }
                }
            }
        }
        Ok(found)
    }

    /// Adds the paths below a folder that match the names of a glob.
    fn matches(&mut self, folder: &str, names: &[&str], found: &mut Vec<String>) -> Outcome<()> {
        self.interpreter.budget.charge(4)?;
        let Some((name, rest)) = names.split_first() else {
            if found.len() >= MAX_PATHS {
                return Err(runtime_error("the glob matches too many files"));
            }
            let folder: String = self.interpreter.budget.copy(folder)?;
            return Ok(self.interpreter.budget.push(found, folder)?);
        };
        if *name == "**" && !rest.is_empty() {
            self.deeper(2, |session| session.matches(folder, rest, found))?;
            for child in self.sorted_names(folder)? {
                let path = format!("{folder}/{child}");
                if !child.starts_with('.')
                    && self.state.files().kind(&path)? == Some(FileKind::Folder)
                {
                    self.deeper(2, |session| session.matches(&path, names, found))?;
                }
            }
            return Ok(());
        }
        if !name.contains(['*', '?', '[', '\\']) {
            // A folder around those that the host allows cannot be read; the last name is checked.
            let path = format!("{folder}/{name}");
            return self.deeper(2, |session| session.matches(&path, rest, found));
        }
        let pattern: Vec<char> = name.chars().collect();
        for child in self.sorted_names(folder)? {
            let text: Vec<char> = child.chars().collect();
            self.interpreter
                .budget
                .charge((pattern.len() * text.len()) as u64 / 16)?;
            let is_hidden = child.starts_with('.') && !name.starts_with('.');
            if !is_hidden && fits(&pattern, &text) {
                let path = format!("{folder}/{child}");
                self.deeper(2, |session| session.matches(&path, rest, found))?;
            }
        }
        Ok(())
    }

    fn sorted_names(&mut self, folder: &str) -> Outcome<Vec<String>> {
        let mut names = self
            .state
            .files()
            .list(if folder.is_empty() { "/" } else { folder })?;
        self.interpreter.budget.charge(1 + names.len() as u64)?;
        self.interpreter.budget.sort(&mut names)?;
        Ok(names)
    }
}

/// Adds the alternatives of a text with braces, in order.
fn expand_braces(text: &str, out: &mut Vec<String>) {
    if out.len() >= MAX_ALTERNATIVES {
        return;
    }
    let Some((before, rest)) = text.split_once('{') else {
        out.push(text.to_owned());
        return;
    };
    let (mut depth, mut parts, mut current) = (1usize, Vec::new(), String::new());
    let mut chars = rest.chars();
    for c in chars.by_ref() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => {
                parts.push(std::mem::take(&mut current));
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        current.push(c);
    }
    if depth > 0 {
        out.push(text.to_owned());
        return;
    }
    parts.push(current);
    let after = chars.as_str();
    // The nesting of braces is bounded, so that the recursion is.
    if text.matches('{').count() > 16 {
        out.push(text.to_owned());
        return;
    }
    for part in parts {
        expand_braces(&format!("{before}{part}{after}"), out);
    }
}

/// Whether a name matches a pattern with `*`, `?` and `[...]`.
fn fits(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut pos) = (0, 0);
    // The position after the last `*`, and the end of its match in the text.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let matched = match pattern.get(at) {
            Some('*') => {
                star = Some((at + 1, pos));
                at += 1;
                continue;
            }
            Some(_) if pos < text.len() => one(pattern, at, text[pos]),
            None if pos == text.len() => return true,
            _ => None,
        };
        match (matched, star) {
            (Some(next), _) => {
                at = next;
                pos += 1;
            }
            (None, Some((after, upto))) if upto < text.len() => {
                star = Some((after, upto + 1));
                (at, pos) = (after, upto + 1);
            }
            _ => return false,
        }
    }
}

/// Returns the position after the pattern of one character if the character matches.
fn one(pattern: &[char], at: usize, c: char) -> Option<usize> {
    match pattern[at] {
        '?' => Some(at + 1),
        '\\' if at + 1 < pattern.len() => (pattern[at + 1] == c).then_some(at + 2),
        '[' => {
            let mut next = at + 1;
            let negated = matches!(pattern.get(next), Some('!' | '^'));
            next += usize::from(negated);
            let first = next;
            let mut found = false;
            while let Some(&low) = pattern.get(next) {
                if low == ']' && next > first {
                    return (found != negated).then_some(next + 1);
                }
                match (pattern.get(next + 1), pattern.get(next + 2)) {
                    (Some('-'), Some(&high)) if high != ']' => {
                        found |= (low..=high).contains(&c);
                        next += 3;
                    }
                    _ => {
                        found |= low == c;
                        next += 1;
                    }
                }
            }
            None
        }
        own => (own == c).then_some(at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_names() {
        let chars = |text: &str| -> Vec<char> { text.chars().collect() };
        for (pattern, name, matches) in [
            ("*.yaml", "a.yaml", true),
            ("*.yaml", "a.json", false),
            ("a*b*c", "axxbxxc", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("t*", "two.yaml", true),
        ] {
            assert_eq!(
                fits(&chars(pattern), &chars(name)),
                matches,
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn braces_are_alternatives() {
        let expanded = |text: &str| {
            let mut out = Vec::new();
            expand_braces(text, &mut out);
            out
        };
        assert_eq!(expanded("{one,two}.yaml"), ["one.yaml", "two.yaml"]);
        assert_eq!(expanded("a{b,{c,d}}"), ["ab", "ac", "ad"]);
        assert_eq!(expanded("{a"), ["{a"]);
    }
}

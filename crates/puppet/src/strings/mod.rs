//! Documentation in comments of manifests, with the tags of puppet-strings.
//!
//! A comment directly above a definition has text and tags, such as `@summary` and `@param`. The
//! rules for the lines of a tag are those of YARD, which puppet-strings uses: a tag begins at the
//! start of a line, and the indented lines after it belong to it. [`Reference`] writes the
//! reference of a module as Markdown.
//!
//! ```
//! use polycty_puppet::strings::Comment;
//! let comment = Comment::parse("Runs it.\n@summary Runs\n@param port\n  The port.");
//! assert_eq!(comment.text, "Runs it.");
//! assert_eq!(comment.summary(), Some("Runs"));
//! let port = comment.parameter("port").unwrap();
//! assert_eq!((port.types.as_deref(), &*port.text), (None, "The port."));
//! ```

mod markdown;
mod reference;

pub use reference::Reference;

/// A comment of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The text outside of tags.
    pub text: String,
    /// The tags, in the order of the text.
    pub tags: Vec<Tag>,
}

/// A tag of a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The name of the tag, without `@`.
    pub tag: String,
    /// The types between brackets of `@param`, `@return`, `@option` and `@enum`.
    pub types: Option<String>,
    /// The name: of the parameter of `@param`, of the key of `@option`, of the value of `@enum`; the
    /// target of `@see`; the title of `@example`.
    pub name: Option<String>,
    /// The parameter that `@option` or `@enum` belongs to.
    pub parent: Option<String>,
    /// The text.
    pub text: String,
}

impl Comment {
    /// Parses the lines of a comment, without the signs of the comment.
    #[must_use]
    pub fn parse(comment: &str) -> Comment {
        let mut found = Comment::default();
        let mut open: Option<OpenTag> = None;
        let mut last = ("", 0);
        for line in comment.lines() {
            let indent = line.len() - line.trim_start().len();
            let is_blank = line.trim().is_empty();
            let start = tag_start(line);
            let ends = |tag: &OpenTag| {
                let is_outside = !is_blank && (indent == 0 || indent < tag.indent);
                is_outside || indent <= last.1 && start.is_some()
            };
            if let Some(tag) = open.take_if(|tag| ends(tag)) {
                found.tags.push(tag.close());
            }
            if let Some((name, rest)) = start {
                found.tags.extend(open.take().map(OpenTag::close));
                open = Some(OpenTag {
                    name: name.to_owned(),
                    lines: vec![rest.to_owned()],
                    indent: 0,
                });
            } else if let Some(tag) = &mut open {
                if !is_blank {
                    tag.add(line, indent, last.0.trim().is_empty());
                }
            } else {
                found.text.push_str(line.trim_end());
                found.text.push('\n');
            }
            last = (line, indent);
        }
        found.tags.extend(open.map(OpenTag::close));
        found.text = found.text.trim().to_owned();
        found
    }

    /// Returns the tags with a name.
    pub fn all<'c>(&'c self, tag: &str) -> impl Iterator<Item = &'c Tag> {
        self.tags.iter().filter(move |found| found.tag == tag)
    }

    /// Returns the first text of a tag that is not empty.
    #[must_use]
    pub fn first(&self, tag: &str) -> Option<&str> {
        let mut texts = self.all(tag).map(|found| found.text.as_str());
        texts.find(|text| !text.is_empty())
    }

    /// Returns the text of `@summary`.
    #[must_use]
    pub fn summary(&self) -> Option<&str> {
        self.first("summary")
    }

    /// Returns the tag of a parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Tag> {
        self.all("param")
            .find(|tag| tag.name.as_deref() == Some(name))
    }

    /// Returns whether the definition is not for users: `@api private`.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.all("api").any(|tag| tag.text == "private")
    }
}

/// Returns the name of a tag and the rest of its line.
fn tag_start(line: &str) -> Option<(&str, &str)> {
    let tag = line.strip_prefix('@')?;
    let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then(|| (name, rest.trim()))
}

/// A tag that is being read.
struct OpenTag {
    name: String,
    lines: Vec<String>,
    /// The indentation of the second line, which is removed from all lines.
    indent: usize,
}

impl OpenTag {
    fn add(&mut self, line: &str, indent: usize, is_after_blank: bool) {
        if self.indent == 0 {
            self.indent = indent;
        }
        if is_after_blank {
            self.lines.push(String::new());
        }
        let line = line
            .split_at_checked(self.indent)
            .map_or(line, |(_, it)| it);
        self.lines.push(line.trim_end().to_owned());
    }

    fn close(self) -> Tag {
        let text = self.lines.join("\n");
        let text = text.trim();
        let plain = |text: &str| Tag {
            tag: self.name.clone(),
            text: text.trim().to_owned(),
            ..Tag::default()
        };
        match &*self.name {
            "param" => named(plain, text),
            "return" => {
                let (types, text) = bracketed(text).map_or((None, text), |it| (Some(it.0), it.1));
                Tag {
                    types: types.map(str::to_owned),
                    ..plain(text)
                }
            }
            "option" | "enum" => {
                let (parent, rest) = word(text);
                Tag {
                    parent: Some(parent.to_owned()),
                    ..named(plain, rest)
                }
            }
            "see" => {
                let (name, text) = word(text);
                Tag {
                    name: Some(name.to_owned()),
                    ..plain(text)
                }
            }
            "example" => {
                let (title, lines) = match self.lines.split_first() {
                    Some((title, lines)) => (title.as_str(), lines),
                    None => ("", &[][..]),
                };
                Tag {
                    name: Some(title.to_owned()),
                    text: lines.join("\n").trim_matches('\n').to_owned(),
                    ..plain("")
                }
            }
            _ => plain(text),
        }
    }
}

/// A tag with types before or after its name.
fn named(plain: impl Fn(&str) -> Tag, text: &str) -> Tag {
    let (types, name, text) = match bracketed(text) {
        Some((types, rest)) => {
            let (name, text) = word(rest);
            (Some(types), name, text)
        }
        None => {
            let (name, rest) = word(text);
            match bracketed(rest.trim_start()) {
                Some((types, text)) => (Some(types), name, text),
                None => (None, name, rest),
            }
        }
    };
    Tag {
        types: types.map(str::to_owned),
        name: Some(name.strip_prefix('$').unwrap_or(name).to_owned()),
        ..plain(text)
    }
}

/// Returns the first word and the rest.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Returns the text between the brackets at the start of a text, and the rest.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let mut depth = 1_usize;
    for (at, c) in inner.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let (types, rest) = inner.split_at_checked(at)?;
            return Some((types.trim(), rest.strip_prefix(']')?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_where_the_indentation_ends() {
        let comment = Comment::parse(
            "Manages NTP.\n\nMore text.\n@summary Manages\n  NTP\n\nafter\n@param servers\n  The servers.\n\n  - one\n    two\n@param [Integer[1, 2]] port The port.\n@param user [String] The user.\n@api private\n",
        );
        assert_eq!(comment.text, "Manages NTP.\n\nMore text.\nafter");
        assert_eq!(comment.summary(), Some("Manages\nNTP"));
        let servers = comment.parameter("servers").unwrap();
        assert_eq!(servers.text, "The servers.\n\n- one\n  two");
        let port = comment.parameter("port").unwrap();
        assert_eq!(
            (port.types.as_deref(), &*port.text),
            (Some("Integer[1, 2]"), "The port.")
        );
        let user = comment.parameter("user").unwrap();
        assert_eq!(
            (user.types.as_deref(), &*user.text),
            (Some("String"), "The user.")
        );
        assert!(comment.is_private() && !Comment::parse("@api public").is_private());
    }

    #[test]
    fn each_tag_has_its_parts() {
        let parts = |text: &str| {
            let comment = Comment::parse(text);
            let tag = comment.tags.into_iter().next().unwrap();
            (tag.types, tag.parent, tag.name, tag.text)
        };
        let some = |text: &str| Some(text.to_owned());
        for (text, expected) in [
            (
                "@return [Array[String]] The names.",
                (some("Array[String]"), None, None, "The names."),
            ),
            ("@return nothing", (None, None, None, "nothing")),
            (
                "@option opts [String] :name The name.",
                (some("String"), some("opts"), some(":name"), "The name."),
            ),
            (
                "@enum level high All.",
                (None, some("level"), some("high"), "All."),
            ),
            (
                "@see https://example.com The page",
                (None, None, some("https://example.com"), "The page"),
            ),
            (
                "@example Two of them\n  include a\n\n  include b",
                (None, None, some("Two of them"), "include a\n\ninclude b"),
            ),
            (
                "@example\n  if a {\n    b()\n  }",
                (None, None, some(""), "if a {\n  b()\n}"),
            ),
            (
                "@raise Puppet::Error if it fails",
                (None, None, None, "Puppet::Error if it fails"),
            ),
            (
                "@param $port The port.",
                (None, None, some("port"), "The port."),
            ),
            ("@param", (None, None, some(""), "")),
            ("@param [a", (None, None, some("[a"), "")),
        ] {
            let found = parts(text);
            let expected = (expected.0, expected.1, expected.2, expected.3.to_owned());
            assert_eq!(found, expected, "{text}");
        }
        for text in ["", "@", "user@example.com", " @param a", "@a-b"] {
            assert!(Comment::parse(text).tags.is_empty(), "{text}");
        }
    }
}

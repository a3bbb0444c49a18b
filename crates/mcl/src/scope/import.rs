//! The names in imports.

use polycty_core::types::Str;

/// The target of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportName {
    /// The default name of the import.
    pub alias: Str,
    /// The origin.
    pub origin: Origin,
}

/// The origin of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A system module.
    System,
    /// A file with this path, relative to the importing file.
    File(Str),
    /// A folder with this path and a final slash, relative to the importing file.
    Folder(Str),
    /// A remote module.
    Remote {
        /// The path below a folder of modules, with a final slash.
        path: Str,
        /// The URL of the repository.
        url: Str,
    },
}

/// Parses the text of an import.
///
/// # Errors
/// mgmt's message if the text is not a valid import.
///
/// ```
/// use polycty_mcl::scope::import::{Origin, read};
/// let name = read("git://example.com/mgmt-Foo-bar/").unwrap();
/// assert_eq!(&*name.alias, "foo_bar");
/// assert_eq!(read("fmt").unwrap().origin, Origin::System);
/// assert!(read("/a/").is_err());
/// assert_eq!(read("./a.mcl").unwrap_err(), "dirty path, cleaned it's: `a.mcl`");
/// ```
pub fn read(text: &str) -> Result<ImportName, String> {
    if text.is_empty() {
        return Err("empty name".to_owned());
    }
    if text.starts_with('/') {
        return Err("absolute paths are not allowed".to_owned());
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        return remote(text, scheme, rest);
    }
    clean(text)?;
    let local = text.ends_with('/') || text.ends_with(".mcl");
    let path: Str = text.into();
    let origin = match (local, text.ends_with('/')) {
        (false, _) => Origin::System,
        (true, true) => Origin::Folder(path),
        (true, false) => Origin::File(path),
    };
    let alias = alias(text.trim_end_matches('/'))?;
    Ok(ImportName { alias, origin })
}

fn remote(text: &str, scheme: &str, rest: &str) -> Result<ImportName, String> {
    if scheme.is_empty() {
        return Err("missing scheme".to_owned());
    }
    let (rest, query) = match rest.split_once('?') {
        Some((rest, _)) => (rest, true),
        None => (rest, false),
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    clean(path)?;
    let path = path.trim_end_matches('/');
    if host.is_empty() || path.is_empty() {
        return Err("missing host or path".to_owned());
    }
    let url = if query {
        format!("{scheme}://{rest}")
    } else {
        text.to_owned()
    };
    Ok(ImportName {
        alias: alias(path)?,
        origin: Origin::Remote {
            path: format!("{host}/{path}/").into(),
            url: url.into(),
        },
    })
}

/// Returns an error if a path has a redundant part: `.`, an empty part, or `..` after a different
/// part.
fn clean(path: &str) -> Result<(), String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let cleaned = parts.join("/");
    if path.strip_suffix('/').unwrap_or(path) == cleaned {
        Ok(())
    } else {
        let cleaned = if cleaned.is_empty() { "." } else { &cleaned };
        Err(format!("dirty path, cleaned it's: `{cleaned}`"))
    }
}

/// Returns the default alias of a path.
fn alias(path: &str) -> Result<Str, String> {
    let last = path.rsplit('/').next().unwrap_or(path);
    let last = last.strip_suffix(".mcl").unwrap_or(last);
    let last = last.strip_prefix("mgmt-").unwrap_or(last);
    let alias = last.replace('-', "_").to_lowercase();
    let bytes = alias.as_bytes();
    // mgmt accepts these names. A name with a dot can be used in a program; a name that starts with
    // a digit cannot.
    let belongs = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'.');
    let named = bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .last()
            .is_some_and(|last| last.is_ascii_alphanumeric())
        && bytes.iter().all(belongs);
    if named {
        Ok(alias.into())
    } else {
        Err(format!("invalid alias `{alias}`"))
    }
}

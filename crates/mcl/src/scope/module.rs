//! The metadata of modules, and the folders where imported modules are.

use polycty_core::types::Str;

/// What a module says of itself, in `metadata.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The file that it begins with.
    pub main: Str,
    /// The folder of the files that it uses.
    pub files: Str,
    /// The folder of the modules that it imports; empty for none of its own.
    pub path: Str,
    /// Its license.
    pub license: Str,
    /// Whether modules that it imports are not looked for where its importer's are.
    pub parent_path_block: bool,
}

/// The file that says it.
pub const METADATA: &str = "metadata.yaml";

impl Default for Metadata {
    fn default() -> Metadata {
        Metadata {
            main: "main.mcl".into(),
            files: "files/".into(),
            path: "".into(),
            license: "".into(),
            parent_path_block: false,
        }
    }
}

impl Metadata {
    /// Reads what a module says of itself: a mapping of YAML from words to words, one a line.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use polycty_mcl::scope::module::Metadata;
    /// let metadata = Metadata::read("---\nmain: \"start.mcl\" # first\npath: lib/\n").unwrap();
    /// assert_eq!((&*metadata.main, &*metadata.path), ("start.mcl", "lib/"));
    /// assert!(Metadata::read("main: /a.mcl").is_err());
    /// assert!(Metadata::read("main: [1]").is_err());
    /// assert!(Metadata::read("parentpathblock: 3").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Metadata, String> {
        let mut metadata = Metadata::default();
        for line in text.lines() {
            let line = line.trim_end();
            if line.trim_start().is_empty()
                || line.trim_start().starts_with('#')
                || matches!(line, "---" | "...")
            {
                continue;
            }
            let (key, value) = line
                .split_once(':')
                .ok_or_else(|| format!("can't read metadata: `{line}`"))?;
            let (key, value) = (key.trim(), value.trim());
            let is_known = ["main", "files", "path", "license", "parentpathblock"].contains(&key);
            let wanted = match key {
                "parentpathblock" => "bool",
                _ => "string",
            };
            let collection = match value.chars().next() {
                Some('[') => Some("!!seq"),
                Some('{') => Some("!!map"),
                _ => None,
            };
            if let (true, Some(found)) = (is_known, collection) {
                return Err(format!(
                    "can't read metadata: {key}: cannot unmarshal {found} into {wanted}"
                ));
            }
            let value: Str = scalar(value).into();
            match key {
                "main" => metadata.main = value,
                "files" => metadata.files = value,
                "path" => metadata.path = value,
                "license" => metadata.license = value,
                "parentpathblock" => {
                    metadata.parent_path_block = flag(&value).ok_or_else(|| {
                        format!("can't read metadata: {key}: cannot unmarshal `{value}` into bool")
                    })?;
                }
                _ => {}
            }
        }
        if metadata.main.starts_with('/') || metadata.main.ends_with('/') {
            return Err("the Main field must be a relative file path".to_owned());
        }
        let relative =
            |path: &str| path.is_empty() || !path.starts_with('/') && path.ends_with('/');
        if !relative(&metadata.files) {
            return Err("the Files field must be undefined or be a relative dir path".to_owned());
        }
        if !relative(&metadata.path) {
            return Err("the Path field must be undefined or be a relative dir path".to_owned());
        }
        Ok(metadata)
    }
}

/// A boolean as YAML 1.1 has it; without a text `false`.
fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" | "" | "~" | "null" => Some(false),
        _ => None,
    }
}

/// A word, perhaps between quotes, before a comment.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn scalar(text: &str) -> String {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let rest = &text[1..];
            rest[..rest.find(quote).unwrap_or(rest.len())].to_owned()
        }
        Some('#') | None => String::new(),
        Some(_) => {
            let end = text.find(" #").unwrap_or(text.len());
            text[..end].trim_end().to_owned()
        }
    }
}

/// Where modules are looked for that a module imports, the nearest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search(Vec<Str>);

impl Search {
    /// Only where modules from elsewhere are.
    #[must_use]
    pub fn at(modules: &str) -> Search {
        Search(vec![modules.into()])
    }

    /// As a module in a folder says it.
    #[must_use]
    pub fn within(&self, folder: &str, metadata: &Metadata) -> Search {
        let last = &self.0[self.0.len() - 1..];
        let around = match metadata.parent_path_block {
            true => last,
            false => &self.0,
        };
        let own = (!metadata.path.is_empty()).then(|| join(folder, &metadata.path));
        Search(own.into_iter().chain(around.iter().cloned()).collect())
    }

    /// The folders where a module may be.
    pub fn folders<'a>(&'a self, path: &'a str) -> impl Iterator<Item = Str> + 'a {
        self.0.iter().map(move |folder| join(folder, path))
    }
}

/// A path below a folder, `.` and `..` resolved; never above the root.
#[must_use]
pub fn join(folder: &str, path: &str) -> Str {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let end = if path.ends_with('/') && !parts.is_empty() {
        "/"
    } else {
        ""
    };
    format!("/{}{end}", parts.join("/")).into()
}

/// The folder of a file, with a slash at its end.
#[must_use]
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub fn folder(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

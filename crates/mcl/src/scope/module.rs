//! The metadata of modules, and the folders that are searched for imported modules.

use polycty_core::types::Str;

/// The metadata of a module in `metadata.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The entry file.
    pub main: Str,
    /// The folder of the module's data files.
    pub files: Str,
    /// The folder of the modules that it imports; empty if it has none.
    pub path: Str,
    /// The license.
    pub license: Str,
    /// Whether imports of the module ignore the search folders of its importer.
    pub parent_path_block: bool,
}

/// The name of the metadata file.
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
    /// Parses metadata: a YAML mapping of scalars to scalars, one per line.
    ///
    /// # Errors
    /// The message if the metadata is not valid.
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

/// Parses a boolean of YAML 1.1; an empty text is `false`.
fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" | "" | "~" | "null" => Some(false),
        _ => None,
    }
}

/// Returns a scalar, optionally quoted, without a trailing comment.
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

/// The folders that are searched for imported modules, the nearest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search(Vec<Str>);

impl Search {
    /// Searches only the folder of remote modules.
    #[must_use]
    pub fn at(modules: &str) -> Search {
        Search(vec![modules.into()])
    }

    /// Returns the search folders for the imports of a module in a folder.
    #[must_use]
    pub fn within(&self, folder: &str, metadata: &Metadata) -> Search {
        let last = &self.0[self.0.len() - 1..];
        let around = if metadata.parent_path_block {
            last
        } else {
            &self.0
        };
        let own = (!metadata.path.is_empty()).then(|| join(folder, &metadata.path));
        Search(own.into_iter().chain(around.iter().cloned()).collect())
    }

    /// Returns the possible folders of a module.
    pub fn folders<'a>(&'a self, path: &'a str) -> impl Iterator<Item = Str> + 'a {
        self.0.iter().map(move |folder| join(folder, path))
    }
}

/// Joins a folder and a path and resolves `.` and `..`; the result is never above the root.
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

/// Returns the folder of a file, with a final slash.
#[must_use]
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub fn folder(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

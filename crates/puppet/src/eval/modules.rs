//! Directories of modules, laid out as Puppet lays them out, that an environment loads from.

use super::environment::{Definitions, Environment};
use polycty_core::calls::Limits;
use polycty_core::source::{Code, Error, Result, Source};
use polycty_files::Root;
use std::path::{Path, PathBuf};

/// A directory of modules. Paths that lead out of it are not followed.
#[derive(Clone, Debug)]
pub struct Modules {
    root: Root,
    /// The directory as the caller wrote it, for file names in messages.
    shown: PathBuf,
}

impl Modules {
    /// Opens the directory at a path, such as Puppet's `modules`.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is no directory at the path or it cannot be opened.
    pub fn new(directory: impl AsRef<Path>) -> Result<Modules> {
        let shown = directory.as_ref().to_owned();
        let root = Root::new(&shown).map_err(|error| {
            let message = format!("{}: {error}", shown.display());
            Error::new(Code::NotFound, message)
        })?;
        Ok(Modules { root, shown })
    }

    /// Returns the text that defines a name, or `None` if no file does.
    ///
    /// # Errors
    /// - [`Code::InvalidUtf8`] for a file that is not UTF-8.
    /// - [`Code::Limit`] for a file with more bytes than a call may use.
    /// - [`Code::Value`] for a file that cannot be read.
    pub fn load(&self, kind: Definitions, name: &str) -> Result<Option<Source>> {
        let Some(file) = kind.file(name) else {
            return Ok(None);
        };
        let path = self.shown.join(&file);
        let wrong = |code, why: &dyn std::fmt::Display| {
            Error::new(code, format!("{}: {why}", path.display()))
        };
        match self.root.read(&file, Limits::STANDARD.bytes) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes)
                    .map_err(|_| wrong(Code::InvalidUtf8, &"the text is not UTF-8"))?;
                Ok(Some(Source::new(path.to_string_lossy().as_ref(), text)))
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) if error.is_too_large() => Err(wrong(Code::Limit, &error)),
            Err(error) => Err(wrong(Code::Value, &error)),
        }
    }
}

impl Environment {
    /// Loads definitions from directories of modules, in this order: the first directory that has a
    /// file for a name defines it. They replace an earlier loader.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// use polycty_core::source::Source;
    /// use polycty_puppet::{Environment, Modules, Prepared, Strict, evaluate, format_value};
    /// let directory = std::env::temp_dir().join(format!("modules-{}", std::process::id()));
    /// std::fs::create_dir_all(directory.join("web/functions"))?;
    /// let text = "function web::twice($x) { $x * 2 }";
    /// std::fs::write(directory.join("web/functions/twice.pp"), text)?;
    /// let environment = Environment::new().modules(vec![Modules::new(&directory)?]);
    /// let budget = Budget::new();
    /// let source = Source::new("site.pp", "web::twice(21)");
    /// let program = Prepared::manifest(source, Strict::Error, &budget)?;
    /// assert_eq!(format_value(&evaluate(&program, &environment, &budget)?), "42");
    /// std::fs::remove_dir_all(&directory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn modules(self, directories: Vec<Modules>) -> Environment {
        self.loader(move |kind, name| {
            for directory in &directories {
                if let Some(found) = directory.load(kind, name)? {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        })
    }
}

//! Changes of the text of a project: renamed and moved declarations.
//!
//! [`rename`] gives a declaration a new name in all files of a project. The result is a list of
//! [`FileEdit`]s, which replace bytes of files; all other bytes stay the same. [`move_declaration`]
//! moves a declaration to a different file of its module, or a resource to a different module. Nothing
//! is written.
//!
//! - [`Address`]: the name of a declaration, such as `module.network.var.cidr`
//! - `document`: files in either syntax with the positions of names; `sites`: the places where a
//!   declaration is named
//! - `project`: the folders and files of a project; `rename`: the edits of a rename; `moved`: `moved`
//!   blocks; `relocate`: declarations in different files; `transfer`: resources in different modules
//!
//! ```
//! # use polycty_core::calls::Budget;
//! # use polycty_terraform::{Entry, FileError, FileKind, Files};
//! # struct One;
//! # impl Files for One {
//! #     fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
//! #         let text = b"variable \"a\" {}\noutput \"o\" {\n  value = var.a\n}\n";
//! #         if path == "main.tf" { Ok(text.to_vec()) } else { Err(FileError::NotFound) }
//! #     }
//! #     fn kind(&self, _: &str, _: &Budget) -> Result<FileKind, FileError> { Ok(FileKind::File) }
//! #     fn list(&self, _: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
//! #         Ok(vec![Entry { name: "main.tf".into(), kind: FileKind::File }])
//! #     }
//! # }
//! use polycty_terraform::project::LocalOnly;
//! use polycty_terraform::refactor::{RenameOptions, rename};
//! let budget = Budget::standard();
//! let options = RenameOptions::default();
//! let found = rename(&One, ".", &LocalOnly, "var.a", "var.b", &options, &budget).unwrap();
//! let after = b"variable \"b\" {}\noutput \"o\" {\n  value = var.b\n}\n";
//! assert_eq!(found.edits[0].after(), after);
//! ```

mod address;
mod document;
mod moved;
mod project;
mod relocate;
mod rename;
mod sites;
#[cfg(test)]
mod tests;
mod transfer;

pub use address::{Address, Kind};
pub(crate) use document::Unescaped;
pub use relocate::move_declaration;
pub use rename::{RenameOptions, rename};
pub(crate) use sites::FILE;

use polycty_core::source::{Diagnostic, Span};

/// The changes of a project.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Refactoring {
    /// The changed files, in the order of their names.
    pub edits: Vec<FileEdit>,
    /// Warnings about texts that may have to be changed by hand.
    pub warnings: Vec<Diagnostic>,
}

/// The changes of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileEdit {
    /// The path of the file, relative to the base of the files.
    pub file: String,
    /// The text of the file; empty if the file does not exist.
    pub before: Vec<u8>,
    /// Whether the file does not exist.
    pub is_new: bool,
    /// The replacements in the order of their positions, without overlaps.
    pub replacements: Vec<Replacement>,
}

/// The replacement of some bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The bytes to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl FileEdit {
    /// Returns the text of the file after the changes.
    #[must_use]
    pub fn after(&self) -> Vec<u8> {
        let mut after = Vec::with_capacity(self.before.len());
        let mut from = 0;
        for replacement in &self.replacements {
            let (start, end) = (replacement.span.start, replacement.span.end);
            after.extend_from_slice(&self.before[from..start as usize]);
            after.extend_from_slice(replacement.text.as_bytes());
            from = end as usize;
        }
        after.extend_from_slice(&self.before[from..]);
        after
    }
}

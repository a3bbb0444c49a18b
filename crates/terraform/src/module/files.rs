//! Files of a module: selection and order.
//!
//! Those whose names end in `.tf` or `.tf.json`, in the order of the bytes of their names, but
//! for hidden ones and what editors leave behind. `override.tf` and what ends in `_override.tf`
//! come after all others: they change what those declare.

use crate::host::{FileError, FileKind, Files};
use crate::path::{clean, joined};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Position, Result, SourceName};
use polycty_hcl::body::{ParsedBody, parse_config_within, parse_json_config_within};

/// A file of a module.
#[derive(Clone, Debug)]
pub struct ModuleFile {
    /// What messages call it: a path. Its last part says what the file is.
    pub name: String,
    /// The text.
    pub text: Vec<u8>,
}

/// What a file is to its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileRole {
    /// It declares.
    Primary,
    /// It changes what others declare.
    Override,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Native,
    Json,
}

/// The notation that a name says, before which the name of its stem stands.
fn stem<'n>(name: &'n str, ending: &str) -> Option<(&'n str, Notation)> {
    let native = name.strip_suffix(ending);
    let json = || name.strip_suffix(".json")?.strip_suffix(ending);
    native
        .map(|stem| (stem, Notation::Native))
        .or_else(|| Some((json()?, Notation::Json)))
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a file of this name is to its module; none where it is none of it.
///
/// ```
/// use polycty_terraform::module::{FileRole, role_of};
/// assert_eq!(role_of("main.tf"), Some(FileRole::Primary));
/// assert_eq!(role_of("local_override.tf.json"), Some(FileRole::Override));
/// assert_eq!(role_of(".main.tf"), None);
/// ```
#[must_use]
pub fn role_of(name: &str) -> Option<FileRole> {
    let name = last(name);
    if is_left_behind(name) {
        return None;
    }
    let (stem, _) = stem(name, ".tf")?;
    Some(match stem == "override" || stem.ends_with("_override") {
        true => FileRole::Override,
        false => FileRole::Primary,
    })
}

/// Whether a file of this name is a query file.
pub(crate) fn is_query(name: &str) -> bool {
    let name = last(name);
    let endings = [".tfquery.hcl", ".tfquery.json"];
    !is_left_behind(name) && endings.iter().any(|ending| name.ends_with(ending))
}

/// The files of a module that is a folder, with its query files.
pub(crate) fn read_folder_with_queries(
    files: &dyn Files,
    folder: &str,
    budget: &Budget,
) -> Result<Vec<ModuleFile>> {
    names_in(files, folder, budget)?
        .iter()
        .filter(|name| role_of(name).is_some() || is_query(name))
        .map(|name| read_file(files, folder, name, budget))
        .collect()
}

/// Whether a file is hidden, or a copy that an editor keeps.
fn is_left_behind(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'))
}

/// The body of a file, out of a budget.
pub(crate) fn parsed(file: &ModuleFile, secrets: Secrets, budget: &Budget) -> ParsedBody {
    parsed_as(notation_of(&file.name), file, secrets, budget)
}

/// A file in this notation, whatever its name.
pub(crate) fn parsed_as(
    notation: Notation,
    file: &ModuleFile,
    secrets: Secrets,
    budget: &Budget,
) -> ParsedBody {
    let name = SourceName {
        name: &file.name,
        has_secrets: secrets == Secrets::Possible,
    };
    let start = Position::START;
    match notation {
        Notation::Native => parse_config_within(&file.text, name, start, budget),
        Notation::Json => parse_json_config_within(&file.text, name, start, budget),
    }
}

/// The errors of the syntax of files.
pub(crate) fn syntax_errors(files: &[ModuleFile], budget: &Budget) -> Vec<Diagnostic> {
    let all = files.iter();
    all.flat_map(|file| parsed(file, Secrets::None, budget).diagnostics)
        .collect()
}

/// Whether a source of values may contain the value of a sensitive variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrets {
    /// It contains none.
    None,
    /// It may contain some: its text is not shown.
    Possible,
}

/// How a file is written whose name says nothing else than `.json` or not.
pub(crate) fn notation_of(name: &str) -> Notation {
    match name.ends_with(".json") {
        true => Notation::Json,
        false => Notation::Native,
    }
}

/// Which of the files of a folder give its variables values without being named, in the order
/// in which they are read: `terraform.tfvars`, `terraform.tfvars.json`, then what ends in
/// `.auto.tfvars` or `.auto.tfvars.json`.
#[must_use]
pub fn values_files(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let rank = |name: &str| match name {
        "terraform.tfvars" => Some(0),
        "terraform.tfvars.json" => Some(1),
        name if is_left_behind(name) => None,
        name => stem(name, ".auto.tfvars").map(|_| 2),
    };
    let mut found: Vec<(u8, String)> = names
        .into_iter()
        .filter_map(|name| Some((rank(&name)?, name)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}

/// The names in a folder that are not those of folders, in the order of their bytes: what is no
/// regular file, such as a link that leads nowhere, is a fault when it is read.
///
/// # Errors
/// [`Code::NotFound`] where there is no such folder; what is spent; what the files say.
pub fn names_in(files: &dyn Files, folder: &str, budget: &Budget) -> Result<Vec<String>> {
    let folder = clean(folder);
    let entries = files
        .list(&folder, budget)
        .map_err(|error| unread(&folder, error))?;
    let mut names: Vec<String> = entries
        .into_iter()
        // A name with a slash in it is that of nothing in the folder.
        .filter(|entry| entry.kind != FileKind::Folder && !entry.name.contains('/'))
        .map(|entry| entry.name)
        .collect();
    names.sort_unstable();
    Ok(names)
}

/// A file of a folder, which messages call by the folder's cleaned path before its name, unless
/// that is `.`.
///
/// # Errors
/// [`Code::NotFound`] where there is no such file; what is spent; what the files say.
pub fn read_file(
    files: &dyn Files,
    folder: &str,
    name: &str,
    budget: &Budget,
) -> Result<ModuleFile> {
    let name = joined(folder, name);
    let text = files
        .read(&name, budget)
        .map_err(|error| unread(&name, error))?;
    Ok(ModuleFile { name, text })
}

/// The files of a module that is a folder.
///
/// # Errors
/// [`Code::NotFound`] where there is no such folder, or a file of it cannot be read; what is
/// spent; what the files say.
pub fn read_folder(files: &dyn Files, folder: &str, budget: &Budget) -> Result<Vec<ModuleFile>> {
    names_in(files, folder, budget)?
        .iter()
        .filter(|name| role_of(name).is_some())
        .map(|name| read_file(files, folder, name, budget))
        .collect()
}

#[cold]
fn unread(path: &str, error: FileError) -> Error {
    let why = match error {
        FileError::NotFound => "no such file or directory",
        FileError::IsFolder => "is a directory",
        FileError::NotAFolder => "not a directory",
        FileError::Other(error) if error.code() == Code::NotFound => {
            let message = format!("{path}: {}", error.message());
            return error.with_message(message);
        }
        FileError::Other(error) => return error,
    };
    Error::new(Code::NotFound, format!("{path}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_file_is() {
        let (primary, changes) = (Some(FileRole::Primary), Some(FileRole::Override));
        for (name, role) in [
            ("a.tf", primary),
            ("a.tf.json", primary),
            ("dir/a.tf", primary),
            ("override.tf", changes),
            ("override.tf.json", changes),
            ("x_override.tf", changes),
            ("overrides.tf", primary),
            ("_override.tf", changes),
            (".tf", None),
            (".hidden.tf", None),
            ("a.tf~", None),
            ("#a.tf#", None),
            ("a.tfvars", None),
            ("a.json", None),
            ("a.tf.bak", None),
        ] {
            assert_eq!(role_of(name), role, "{name}");
        }
    }

    #[test]
    fn files_of_values_have_an_order() {
        let names = [
            "b.auto.tfvars",
            "terraform.tfvars.json",
            "x.tfvars",
            "a.auto.tfvars.json",
            "terraform.tfvars",
            ".auto.tfvars",
        ];
        let found = values_files(names.map(str::to_owned));
        let wanted = [
            "terraform.tfvars",
            "terraform.tfvars.json",
            "a.auto.tfvars.json",
            "b.auto.tfvars",
        ];
        assert_eq!(found, wanted);
    }
}

//! Files of a module: selection and order.
//!
//! A module consists of the files whose names end in `.tf` or `.tf.json`, in the byte order of
//! their names. Hidden files and backup files of editors are ignored. Override files (`override.tf`
//! and names that end in `_override.tf`) come after all others and change the declarations of
//! those.
//!
//! OpenTofu also reads files whose names end in `.tofu` or `.tofu.json`. Such a file hides the file
//! of the same name that ends in `.tf` or `.tf.json`.

use super::release::Dialect;
use crate::host::{FileError, FileKind, Files};
use crate::path::{clean, joined};
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::{Code, Diagnostic, Error, Position, Result, SourceName};
use polycty_hcl::body::{ParsedBody, parse_config_within, parse_json_config_within};
use std::collections::HashSet;

/// A file of a module.
#[derive(Clone, Debug)]
pub struct ModuleFile {
    /// The path in messages. Its last part determines the role of the file.
    pub name: String,
    /// The content.
    pub text: Vec<u8>,
}

/// The role of a file in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileRole {
    /// A file with declarations.
    Primary,
    /// A file that changes the declarations of primary files.
    Override,
}

/// The syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Native,
    Json,
}

/// The stem and notation of a name with an ending, optionally followed by `.json`.
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

/// Returns the role of a file by its name, or `None` if the file is not part of a module.
///
/// ```
/// use polycty_terraform::module::{FileRole, role_of};
/// assert_eq!(role_of("main.tf"), Some(FileRole::Primary));
/// assert_eq!(role_of("local_override.tf.json"), Some(FileRole::Override));
/// assert_eq!(role_of(".main.tf"), None);
/// ```
#[must_use]
pub fn role_of(name: &str) -> Option<FileRole> {
    role_of_as(name, Dialect::Terraform)
}

/// Returns the role of a file by its name in a dialect, or `None` if the file is not part of a
/// module.
///
/// ```
/// use polycty_terraform::module::{Dialect, FileRole, role_of_as};
/// assert_eq!(role_of_as("main.tofu", Dialect::OpenTofu), Some(FileRole::Primary));
/// assert_eq!(role_of_as("main.tofu", Dialect::Terraform), None);
/// ```
#[must_use]
pub fn role_of_as(name: &str, dialect: Dialect) -> Option<FileRole> {
    let name = last(name);
    if is_hidden_or_backup(name) {
        return None;
    }
    let of_tofu = || stem(name, ".tofu").filter(|_| dialect == Dialect::OpenTofu);
    let (stem, _) = stem(name, ".tf").or_else(of_tofu)?;
    Some(if stem == "override" || stem.ends_with("_override") {
        FileRole::Override
    } else {
        FileRole::Primary
    })
}

/// Returns the dialect of the files of a folder: OpenTofu if one of them is read only by OpenTofu.
///
/// ```
/// use polycty_terraform::module::{Dialect, dialect_of};
/// assert_eq!(dialect_of(["main.tf", "main.tofu"]), Dialect::OpenTofu);
/// assert_eq!(dialect_of(["main.tf"]), Dialect::Terraform);
/// ```
pub fn dialect_of<'n>(names: impl IntoIterator<Item = &'n str>) -> Dialect {
    let is_of_tofu = |name: &str| {
        role_of_as(name, Dialect::OpenTofu).is_some()
            && role_of_as(name, Dialect::Terraform).is_none()
    };
    if names.into_iter().any(is_of_tofu) {
        Dialect::OpenTofu
    } else {
        Dialect::Terraform
    }
}

/// The name of the file that hides a file in OpenTofu.
pub(crate) fn hiding_name(name: &str) -> Option<String> {
    const PAIRS: [(&str, &str); 4] = [
        (".tf", ".tofu"),
        (".tf.json", ".tofu.json"),
        (".tftest.hcl", ".tofutest.hcl"),
        (".tftest.json", ".tofutest.json"),
    ];
    let mut pairs = PAIRS.iter();
    pairs.find_map(|(hidden, ending)| Some(format!("{}{ending}", name.strip_suffix(hidden)?)))
}

/// Selects the files of a module in a dialect from the names in its folder.
#[must_use]
pub fn module_files(names: Vec<String>, dialect: Dialect) -> Vec<String> {
    let is_part = |name: &String| role_of_as(name, dialect).is_some();
    without_hidden(names, dialect)
        .into_iter()
        .filter(is_part)
        .collect()
}

/// Removes the names of files that another file of the folder hides.
pub(crate) fn without_hidden(names: Vec<String>, dialect: Dialect) -> Vec<String> {
    if dialect == Dialect::Terraform {
        return names;
    }
    let all: HashSet<String> = names.iter().cloned().collect();
    let is_hidden = |name: &String| hiding_name(name).is_some_and(|name| all.contains(&name));
    names.into_iter().filter(|name| !is_hidden(name)).collect()
}

/// Returns whether a name is that of a query file.
pub(crate) fn is_query(name: &str) -> bool {
    let name = last(name);
    let endings = [".tfquery.hcl", ".tfquery.json"];
    !is_hidden_or_backup(name) && endings.iter().any(|ending| name.ends_with(ending))
}

/// Selects the test files among names in a dialect.
pub(crate) fn test_files(names: Vec<String>, dialect: Dialect) -> Vec<String> {
    let is_test = |name: &String| {
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        let is_own = dialect == Dialect::OpenTofu && ends(&[".tofutest.hcl", ".tofutest.json"]);
        !is_hidden_or_backup(name) && (is_own || ends(&[".tftest.hcl", ".tftest.json"]))
    };
    let visible = without_hidden(names, dialect).into_iter();
    visible.filter(is_test).collect()
}

/// Reads the files of a module in a folder, including query files.
pub(crate) fn read_folder_with_queries(
    files: &dyn Files,
    folder: &str,
    dialect: Dialect,
    budget: &Budget,
) -> Result<Vec<ModuleFile>> {
    without_hidden(names_in(files, folder, budget)?, dialect)
        .iter()
        .filter(|name| role_of_as(name, dialect).is_some() || is_query(name))
        .map(|name| read_file(files, folder, name, budget))
        .collect()
}

/// Returns whether a file is hidden or a backup file of an editor.
fn is_hidden_or_backup(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'))
}

/// Parses a file.
pub(crate) fn parsed(file: &ModuleFile, secrets: Secrets, budget: &Budget) -> ParsedBody {
    parsed_as(notation_of(&file.name), file, secrets, budget)
}

/// Parses a file in the given notation, whatever its name.
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

/// Returns the syntax errors of files.
pub(crate) fn syntax_errors(files: &[ModuleFile], budget: &Budget) -> Vec<Diagnostic> {
    let all = files.iter();
    all.flat_map(|file| parsed(file, Secrets::None, budget).diagnostics)
        .collect()
}

/// Whether a source of values may contain the value of a sensitive variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrets {
    /// The source contains no secrets.
    None,
    /// The source may contain secrets: its text is not shown.
    Possible,
}

/// The notation of a file by its name: JSON if the name ends in `.json`.
pub(crate) fn notation_of(name: &str) -> Notation {
    if name.ends_with(".json") {
        Notation::Json
    } else {
        Notation::Native
    }
}

/// Selects the files of a folder that set variables automatically, in the order in which they are
/// read: `terraform.tfvars`, `terraform.tfvars.json`, then names that end in `.auto.tfvars` or
/// `.auto.tfvars.json`.
#[must_use]
pub fn values_files(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let rank = |name: &str| match name {
        "terraform.tfvars" => Some(0),
        "terraform.tfvars.json" => Some(1),
        name if is_hidden_or_backup(name) => None,
        name => stem(name, ".auto.tfvars").map(|_| 2),
    };
    let mut found: Vec<(u8, String)> = names
        .into_iter()
        .filter_map(|name| Some((rank(&name)?, name)))
        .collect();
    sort(&mut found);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Returns the names in a folder that are not names of folders, in byte order. An entry that is not
/// a regular file, such as a broken link, causes an error when it is read.
///
/// # Errors
/// - [`Code::NotFound`] if the folder does not exist.
/// - [`Code::Limit`] if the budget is exceeded.
/// - Errors of `files`.
pub fn names_in(files: &dyn Files, folder: &str, budget: &Budget) -> Result<Vec<String>> {
    let folder = clean(folder);
    let entries = files
        .list(&folder, budget)
        .map_err(|error| unread(&folder, error))?;
    let mut names: Vec<String> = entries
        .into_iter()
        // A name that contains a slash is not an entry of this folder.
        .filter(|entry| entry.kind != FileKind::Folder && !entry.name.contains('/'))
        .map(|entry| entry.name)
        .collect();
    budget.sort(&mut names)?;
    Ok(names)
}

/// Reads a file of a folder. Its name in messages is the cleaned path of the folder, unless that is
/// `.`, and the name of the file.
///
/// # Errors
/// - [`Code::NotFound`] if the file does not exist.
/// - [`Code::Limit`] if the budget is exceeded.
/// - Errors of `files`.
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

/// Reads the files of a module in a folder.
///
/// # Errors
/// - [`Code::NotFound`] if the folder does not exist or one of its files cannot be read.
/// - [`Code::Limit`] if the budget is exceeded.
/// - Errors of `files`.
pub fn read_folder(files: &dyn Files, folder: &str, budget: &Budget) -> Result<Vec<ModuleFile>> {
    read_folder_as(files, folder, Dialect::Terraform, budget)
}

/// Reads the files of a module in a folder that are part of it in a dialect.
///
/// # Errors
/// As [`read_folder`].
pub fn read_folder_as(
    files: &dyn Files,
    folder: &str,
    dialect: Dialect,
    budget: &Budget,
) -> Result<Vec<ModuleFile>> {
    module_files(names_in(files, folder, budget)?, dialect)
        .iter()
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
    fn the_name_determines_the_role_of_a_file() {
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
    fn a_file_of_open_tofu_hides_the_file_of_the_same_name() {
        let names = [
            "a.tf",
            "a.tofu",
            "b.tf",
            "b.tofu.json",
            "c.tf.json",
            "c.tofu.json",
            "x_override.tf",
            "x_override.tofu",
        ];
        let names: Vec<String> = names.map(str::to_owned).into();
        assert_eq!(
            module_files(names.clone(), Dialect::OpenTofu),
            [
                "a.tofu",
                "b.tf",
                "b.tofu.json",
                "c.tofu.json",
                "x_override.tofu"
            ]
        );
        assert_eq!(
            module_files(names, Dialect::Terraform),
            ["a.tf", "b.tf", "c.tf.json", "x_override.tf"]
        );
        let role = role_of_as("x_override.tofu", Dialect::OpenTofu);
        assert_eq!(role, Some(FileRole::Override));
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

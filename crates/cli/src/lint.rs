//! The command `lint`: the diagnostics of language services for files and folders.

use crate::process::{self, Outcome, failed};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::source::{Code, Diagnostic, Error, Severity};
use polycty_services::{
    FolderFiles, HclSpecification, Options, TerraformProduct, Workspace, add_diagnostics,
    checked_languages,
};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Args)]
pub struct Lint {
    /// Files and folders. In folders and their subfolders, files of known languages are checked,
    /// except those of hidden folders. The files may use others of their project: the nearest
    /// folder above with `.git` or `environment.conf`.
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Specification of HCL files (`hcldec`), after the end of their paths: `.service.hcl=service.spec.hcl`.
    /// May be repeated.
    #[arg(long, value_name = "END=FILE")]
    spec: Vec<String>,
    /// The output of `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schemas: Option<String>,
    /// The version of Terraform, such as `1.13`: 1.11 to 1.17. The default is the newest.
    #[arg(long, value_name = "VERSION", value_parser = version)]
    terraform_version: Option<String>,
    /// The language of Terraform's files: `terraform`, or `opentofu` (1.13). The default is OpenTofu
    /// in folders with a file that only OpenTofu reads, such as main.tofu, if no version of Terraform
    /// is selected, and Terraform in others.
    #[arg(long, value_name = "NAME")]
    dialect: Option<Product>,
    /// Folder of Puppet modules, in addition to those of the project. May be repeated.
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,
    /// Facts of a node for Puppet, as JSON or YAML.
    #[arg(long, value_name = "FILE")]
    facts: Option<String>,
    /// The kinds of mcl resources, as for `polycty mcl check`.
    #[arg(long, value_name = "FILE")]
    kinds: Option<String>,
    /// Folder of the modules that mcl programs import by address.
    #[arg(long, value_name = "DIR")]
    mcl_modules: Option<PathBuf>,
    /// Warnings are failures, as errors are.
    #[arg(long)]
    deny_warnings: bool,
}

/// Checks the version of Terraform on the command line.
fn version(text: &str) -> Result<String, String> {
    #[cfg(feature = "terraform")]
    crate::tf::release(text)?;
    Ok(text.to_owned())
}

/// The value of `--dialect`.
#[derive(Clone, Copy, ValueEnum)]
enum Product {
    /// Terraform.
    Terraform,
    /// OpenTofu.
    #[value(name = "opentofu")]
    OpenTofu,
}

impl Lint {
    /// The options of the languages. Options that a language cannot read are errors.
    fn options(&self) -> Outcome<Options> {
        let text = |file: &Option<String>| -> Outcome<Option<Arc<str>>> {
            let Some(file) = file else { return Ok(None) };
            let text = String::from_utf8(process::read(file)?).map_err(|_| {
                Error::new(Code::InvalidUtf8, format!("{file}: the text is not UTF-8"))
            })?;
            Ok(Some(text.into()))
        };
        let folder = |path: &PathBuf| -> Outcome<String> {
            let name = &*path.to_string_lossy();
            let whole = path.canonicalize().map_err(|error| failed(name, &error))?;
            path_text(&whole).ok_or_else(|| {
                Error::new(Code::InvalidUtf8, format!("{name}: the path is not UTF-8"))
            })
        };
        let specification = |given: &String| -> Outcome<HclSpecification> {
            let (ending, file) = given.split_once('=').ok_or_else(|| {
                let message = format!("--spec: expected `END=FILE`, found `{given}`");
                Error::new(Code::Syntax, message)
            })?;
            let text = text(&Some(file.to_owned()))?.unwrap_or_default();
            let ending = ending.to_owned();
            Ok(HclSpecification { ending, text })
        };
        Ok(Options {
            hcl_specifications: self
                .spec
                .iter()
                .map(specification)
                .collect::<Outcome<_>>()?,
            provider_schemas: text(&self.schemas)?,
            terraform: match self.dialect {
                Some(Product::OpenTofu) => TerraformProduct::OpenTofu,
                Some(Product::Terraform) => TerraformProduct::Terraform,
                None => TerraformProduct::Detected,
            },
            terraform_version: self.terraform_version.clone(),
            puppet_modules: self.modules.iter().map(folder).collect::<Outcome<_>>()?,
            puppet_facts: text(&self.facts)?,
            mcl_modules: self.mcl_modules.as_ref().map(folder).transpose()?,
            mcl_kinds: text(&self.kinds)?,
        })
    }
}

/// A file to check.
struct Input {
    /// The absolute path.
    path: String,
    /// The path in messages.
    shown: String,
    /// Whether the command line has the path of the file itself.
    is_named: bool,
}

/// The files of the roots of repositories and of Puppet's environments.
const ROOTS: [&str; 2] = [".git", "environment.conf"];

/// The files of the roots of modules.
const MODULES: [&str; 2] = ["metadata.json", "metadata.yaml"];

/// Returns the folder of the project that contains a folder: the nearest with a file of a root, or
/// else the nearest with a file of a module, or else the folder itself. The files that are checked
/// use others of their project, such as the modules that a Terraform module calls.
fn project(folder: &Path) -> &Path {
    let nearest = |names: [&str; 2]| {
        let mut folders = folder.ancestors();
        folders.find(|folder| names.iter().any(|name| folder.join(name).exists()))
    };
    nearest(ROOTS)
        .or_else(|| nearest(MODULES))
        .unwrap_or(folder)
}

/// Checks all files, prints the diagnostics and returns the exit status.
pub fn run(command: &Lint) -> Outcome<ExitCode> {
    let files = Arc::new(FolderFiles::default());
    let options = command.options()?;
    let (languages, errors) = checked_languages(&options);
    if let Some(error) = errors.into_iter().next() {
        let option = match error.option {
            "hcl_specifications" => "--spec",
            "provider_schemas" => "--schemas",
            "puppet_facts" => "--facts",
            "terraform_version" => "--terraform-version",
            "mcl_kinds" => "--kinds",
            other => other,
        };
        return Err(Error::new(
            error.error.code(),
            format!("{option}: {}", error.error.message()),
        ));
    }
    let mut workspace = Workspace::new(files.clone(), languages);
    let mut folders: Vec<String> = Vec::new();
    let mut inputs: Vec<Input> = Vec::new();
    for path in &command.paths {
        let name = &*path.to_string_lossy();
        let whole = path.canonicalize().map_err(|error| failed(name, &error))?;
        let no_path = || Error::new(Code::InvalidUtf8, format!("{name}: the path is not UTF-8"));
        let is_folder = whole.is_dir();
        let folder = match whole.parent() {
            Some(parent) if !is_folder => parent,
            _ => &whole,
        };
        folders.push(path_text(project(folder)).ok_or_else(no_path)?);
        let whole = path_text(&whole).ok_or_else(no_path)?;
        if is_folder {
            files.set_folders(std::slice::from_ref(&whole));
            let found = workspace.find(&whole, &Budget::standard())?;
            inputs.extend(found.into_iter().map(|path| {
                let below = path.strip_prefix(&whole).unwrap_or(&path);
                let below = below.trim_start_matches('/');
                let shown = match name.trim_end_matches('/') {
                    "." => below.to_owned(),
                    folder => format!("{folder}/{below}"),
                };
                Input {
                    path,
                    shown,
                    is_named: false,
                }
            }));
        } else {
            inputs.push(Input {
                path: whole,
                shown: name.to_owned(),
                is_named: true,
            });
        }
    }
    folders.sort();
    folders.dedup();
    // The modules are read, and not checked.
    let modules = options.puppet_modules.iter().chain(&options.mcl_modules);
    let readable: Vec<String> = folders.iter().chain(modules).cloned().collect();
    files.set_folders(&readable);
    workspace.set_folders(folders);
    let mut found: Vec<Diagnostic> = Vec::new();
    for input in &inputs {
        let budget = Budget::standard();
        if workspace.kind(&input.path, "", &budget)?.is_none() {
            if input.is_named {
                let name = &input.shown;
                process::print_error(&format!("{name}: no known language; it is not checked"));
            }
            continue;
        }
        let mut more = workspace.diagnostics(&input.path, &input.shown, &budget)?;
        if more.is_none() && workspace.text(&input.path, &budget)?.is_none() {
            let message = format!("{}: the file is not readable UTF-8 text", input.shown);
            return Err(Error::new(Code::NotFound, message));
        }
        if let Some(more) = &mut more {
            more.sort_by_key(|each| each.subject.map(|range| range.start.byte));
        }
        add_diagnostics(&mut found, more.unwrap_or_default());
    }
    let fails = found.iter().any(|found| {
        found.severity == Severity::Error
            || command.deny_warnings && found.severity == Severity::Warning
    });
    process::print_diagnostics(found, "input")?;
    Ok(match fails {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// The path of a file or folder of the system with `/`, if it is UTF-8.
pub fn path_text(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    Some(if cfg!(windows) {
        text.trim_start_matches(r"\\?\").replace('\\', "/")
    } else {
        text.to_owned()
    })
}

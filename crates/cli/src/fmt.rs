//! Formatting of files: the command `fmt` for HCL, and those of other languages.

use crate::process::{MAX_BYTES, Outcome, Progress, failed, read, without_values};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::dialect::hcl::write::{
    Alignment, FORMAT_WIDTHS, FormatOptions, Heredocs, Order, Style, format,
};
use polycty::source::{Code, Diagnostic, Error};
use polycty_files::{Access, Kind, Root};
use similar::TextDiff;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files to format.
#[derive(Args)]
pub struct Targets {
    /// Files and folders. In folders, the files of the language are formatted, except hidden files.
    #[arg(default_value = "-")]
    paths: Vec<PathBuf>,
    /// Write nothing; fail if a file would change.
    #[arg(long)]
    check: bool,
    /// Write nothing; print the changes.
    #[arg(long)]
    diff: bool,
    /// Search subfolders, except hidden ones.
    #[arg(short, long)]
    recursive: bool,
}

#[derive(Args)]
pub struct Fmt {
    #[command(flatten)]
    targets: Targets,
    /// The extent of the changes.
    #[arg(long, value_enum, default_value_t = Changed::ByName)]
    style: Changed,
    /// Indent heredocs and the expressions in them.
    #[arg(long)]
    heredocs: bool,
    /// What is aligned in consecutive lines.
    #[arg(long, value_enum, default_value_t = Aligned::All)]
    align: Aligned,
    /// The order of arguments, blocks and keys.
    #[arg(long, value_enum, default_value_t = Sorted::Source)]
    order: Sorted,
    /// Break lines with more columns of code; 20 to 10000.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u32)
        .range(i64::from(*FORMAT_WIDTHS.start())..=i64::from(*FORMAT_WIDTHS.end())))]
    width: Option<u32>,
}

impl Fmt {
    fn options(&self, name: &str) -> FormatOptions {
        let mut options = FormatOptions::from(self.style.style(name));
        if self.heredocs {
            options.heredocs = Heredocs::Indented;
        }
        options.align = match self.align {
            Aligned::All => Alignment::All,
            Aligned::Equals => Alignment::Equals,
            Aligned::Comments => Alignment::Comments,
            Aligned::None => Alignment::None,
        };
        options.order = match self.order {
            Sorted::Source => Order::Source,
            Sorted::Conventional => Order::Conventional,
            Sorted::Alphabetical => Order::Alphabetical,
        };
        options.width = self.width;
        options
    }
}

/// The formatter of a language.
pub(crate) struct Formatter<'f> {
    /// The ends of the names of its files.
    pub ends: &'f [&'f str],
    /// Formats a text with a name.
    pub format: &'f dyn Fn(&[u8], &str) -> Outcome<String>,
}

/// The extent of the changes.
#[derive(Clone, Copy, ValueEnum)]
enum Changed {
    /// `terraform` for Terraform's files and standard input, `layout` for all other files.
    ByName,
    /// Whitespace, and outdated Terraform syntax.
    Terraform,
    /// Only whitespace.
    Layout,
}

/// What is aligned in consecutive lines.
#[derive(Clone, Copy, ValueEnum)]
enum Aligned {
    /// Equals signs and comments.
    All,
    /// Equals signs.
    Equals,
    /// Comments.
    Comments,
    /// Nothing.
    None,
}

/// The order of arguments, blocks and keys.
#[derive(Clone, Copy, ValueEnum)]
enum Sorted {
    /// The order of the text.
    Source,
    /// Meta-arguments first, arguments before blocks, `lifecycle` and `depends_on` last.
    Conventional,
    /// As `conventional`; other arguments and keys of objects by name.
    Alphabetical,
}

impl Changed {
    fn style(self, name: &str) -> Style {
        const TERRAFORM: [&str; 8] = [
            ".tf",
            ".tofu",
            ".tfvars",
            ".tftest.hcl",
            ".tofutest.hcl",
            ".tfmock.hcl",
            ".tfquery.hcl",
            "-",
        ];
        match self {
            Changed::Terraform => Style::Terraform,
            Changed::Layout => Style::Layout,
            Changed::ByName if TERRAFORM.iter().any(|end| name.ends_with(end)) => Style::Terraform,
            Changed::ByName => Style::Layout,
        }
    }
}

/// A file to format.
struct Input {
    /// The path in messages.
    path: PathBuf,
    /// The folder in whose listing the file was found and its path there; `None` for a file that
    /// the user names.
    found: Option<(Root, PathBuf)>,
}

impl Input {
    fn read(&self) -> Outcome<Vec<u8>> {
        let name = &*self.path.to_string_lossy();
        match &self.found {
            None => read(name),
            Some((root, below)) => {
                let read = root.read(below, MAX_BYTES);
                read.map_err(|error| failed(name, &error))
            }
        }
    }

    /// Replaces the text of a regular file.
    fn write(&self, text: &str) -> Outcome<()> {
        let opened = match &self.found {
            None => polycty_files::open_to_write(&self.path),
            Some((root, below)) => root.open(below, Access::Write),
        };
        let written = opened.and_then(|mut file| {
            file.set_len(0)?;
            Ok(file.write_all(text.as_bytes())?)
        });
        written.map_err(|error| failed(&self.path.to_string_lossy(), &error))
    }
}

/// Formats HCL files.
pub fn run(command: &Fmt) -> Outcome<()> {
    let formatter = Formatter {
        ends: &[".hcl", ".tf", ".tofu", ".tfvars"],
        format: &|text, name| {
            let options = command.options(name);
            format(text, name, options, None, &Budget::standard())
        },
    };
    run_with(&command.targets, &formatter)
}

/// Formats all files, and reports their errors at the end.
pub(crate) fn run_with(command: &Targets, formatter: &Formatter<'_>) -> Outcome<()> {
    let mut files = Vec::new();
    let mut errors = Errors::default();
    for path in &command.paths {
        if !path.is_dir() {
            let path = path.clone();
            files.push(Input { path, found: None });
            continue;
        }
        match Root::new(path) {
            Ok(root) => {
                let below = PathBuf::new();
                let folder = Found {
                    root: &root,
                    path,
                    ends: formatter.ends,
                };
                folder.files(&below, command.recursive, &mut files, &mut errors);
            }
            Err(error) => errors.add(failed(&path.to_string_lossy(), &error)),
        }
    }
    let mut changed = 0;
    let mut progress = Progress::new(files.len());
    for file in &files {
        changed += usize::from(format_file(
            command,
            formatter,
            file,
            &mut progress,
            &mut errors,
        )?);
        progress.advance();
    }
    drop(progress);
    errors.into_result()?;
    match (command.check, changed) {
        (false, _) | (true, 0) => Ok(()),
        (true, 1) => Err(Error::new(Code::Diagnostics, "1 file is not formatted")),
        (true, files) => {
            let message = format!("{files} files are not formatted");
            Err(Error::new(Code::Diagnostics, message))
        }
    }
}

/// The errors of all files. An error of one file does not affect the others.
#[derive(Default)]
struct Errors {
    diagnostics: Vec<Diagnostic>,
    /// The only error so far, if it has no position.
    only: Option<Error>,
}

impl Errors {
    fn add(&mut self, error: Error) {
        let before = self.diagnostics.len();
        self.diagnostics.extend(error.diagnostics().iter().cloned());
        if self.diagnostics.len() == before {
            let diagnostic = Diagnostic::error(error.to_string(), "").with_code(error.code());
            self.diagnostics.push(diagnostic);
            self.only = (before == 0).then_some(error);
        }
    }

    fn into_result(self) -> Outcome<()> {
        match (self.only, self.diagnostics) {
            (_, all) if all.is_empty() => Ok(()),
            (Some(error), all) if all.len() == 1 => Err(error),
            (_, all) => Err(without_values(Error::from_diagnostics(Code::Syntax, all))),
        }
    }
}

/// Formats one file and returns whether it changes. Errors of the file are collected; the returned
/// error is one of standard output.
fn format_file(
    command: &Targets,
    formatter: &Formatter<'_>,
    file: &Input,
    progress: &mut Progress,
    errors: &mut Errors,
) -> Outcome<bool> {
    let name = &*file.path.to_string_lossy();
    let formatted = file.read().and_then(|before| {
        let after = (formatter.format)(&before, name)?;
        Ok((before, after))
    });
    let (before, after) = match formatted {
        Ok(texts) => texts,
        Err(error) => {
            errors.add(error);
            return Ok(false);
        }
    };
    let is_changed = before != after.as_bytes();
    let mut out = std::io::stdout().lock();
    let is_input = name == "-";
    if is_changed {
        progress.erase();
    }
    let written = if command.diff {
        out.write_all(diff(name, &String::from_utf8_lossy(&before), &after).as_bytes())
    } else if is_input && !command.check {
        // As in Terraform, the output ends with a line break.
        let end = if after.is_empty() || after.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        out.write_all([&after, end].concat().as_bytes())
    } else if is_changed {
        writeln!(out, "{name}")
    } else {
        Ok(())
    };
    written.map_err(|error| failed("standard output", &error))?;
    if is_changed
        && !is_input
        && !command.check
        && !command.diff
        && let Err(error) = file.write(&after)
    {
        errors.add(error);
    }
    Ok(is_changed)
}

/// A folder that the user names.
struct Found<'a> {
    root: &'a Root,
    path: &'a Path,
    /// The ends of the names of files.
    ends: &'a [&'a str],
}

impl Found<'_> {
    /// Adds the files of a subfolder in the order of their names, except hidden files, backup files
    /// of editors and Terraform's `.terraform.lock.hcl`. A link to a file is included, and is an
    /// error if its target is outside the folder that the user names.
    fn files(&self, below: &Path, recursive: bool, files: &mut Vec<Input>, errors: &mut Errors) {
        let entries = (self.root.list(below)).and_then(|entries| {
            let mut entries = entries.collect::<std::io::Result<Vec<_>>>()?;
            entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            Ok(entries)
        });
        let entries = entries.unwrap_or_else(|error| {
            errors.add(failed(&self.path.join(below).to_string_lossy(), &error));
            Vec::new()
        });
        for entry in entries {
            let name = entry.name.to_string_lossy();
            if name.starts_with('.') || name.ends_with('~') {
                continue;
            }
            let is_wanted = self.ends.iter().any(|end| name.ends_with(end));
            let below = below.join(&entry.name);
            // Links to folders are not followed: they may form a cycle.
            if entry.kind == Some(Kind::Folder) {
                if recursive {
                    self.files(&below, recursive, files, errors);
                }
            } else if is_wanted {
                files.push(Input {
                    path: self.path.join(&below),
                    found: Some((self.root.clone(), below)),
                });
            }
        }
    }
}

/// The differences of two texts in unified form; empty if there are none.
pub(crate) fn diff(name: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().header(name, name).to_string()
}

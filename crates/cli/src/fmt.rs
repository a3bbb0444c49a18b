//! The command `fmt`: formatting of HCL files.

use crate::process::{MAX_BYTES, Outcome, failed, read};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::dialect::hcl::write::{Style, format};
use polycty::source::{Code, Diagnostic, Error};
use polycty_files::{Access, Kind, Root};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Fmt {
    /// The files, and folders whose files with names in `.hcl`, `.tf` and `.tfvars` are meant, but
    /// for hidden ones.
    #[arg(default_value = "-")]
    paths: Vec<PathBuf>,
    /// Write nothing; fail when a file would change.
    #[arg(long)]
    check: bool,
    /// Write nothing; print what would change.
    #[arg(long)]
    diff: bool,
    /// Go into the folders of folders, but for hidden ones.
    #[arg(short, long)]
    recursive: bool,
    /// What is changed.
    #[arg(long, value_enum, default_value_t = Changed::ByName)]
    style: Changed,
}

/// What formatting changes.
#[derive(Clone, Copy, ValueEnum)]
enum Changed {
    /// As the name of the file says: `terraform` for Terraform's files and standard input,
    /// `layout` for other HCL.
    ByName,
    /// Blanks, and the notation of Terraform's first years.
    Terraform,
    /// Blanks alone.
    Layout,
}

impl Changed {
    fn style(self, name: &str) -> Style {
        const TERRAFORM: [&str; 5] = [".tf", ".tfvars", ".tftest.hcl", ".tfmock.hcl", "-"];
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
    /// Its path, as messages name it.
    path: PathBuf,
    /// The folder in whose listing it was found and its path there; `None` for a file that the user
    /// names.
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

/// Formats all files, and reports their errors at the end.
pub fn run(command: &Fmt) -> Outcome<()> {
    let mut files = Vec::new();
    let mut wrong = Wrong::default();
    for path in &command.paths {
        if !path.is_dir() {
            let path = path.clone();
            files.push(Input { path, found: None });
            continue;
        }
        match Root::new(path) {
            Ok(root) => {
                let below = PathBuf::new();
                let folder = Found { root: &root, path };
                folder.files(&below, command.recursive, &mut files, &mut wrong);
            }
            Err(error) => wrong.add(failed(&path.to_string_lossy(), &error)),
        }
    }
    let mut changed = 0;
    for file in &files {
        changed += usize::from(one(command, file, &mut wrong)?);
    }
    wrong.told()?;
    match (command.check, changed) {
        (false, _) | (true, 0) => Ok(()),
        (true, 1) => Err(Error::new(Code::Diagnostics, "1 file is not formatted")),
        (true, files) => {
            let message = format!("{files} files are not formatted");
            Err(Error::new(Code::Diagnostics, message))
        }
    }
}

/// What is wrong with files, each of which leaves the others alone.
#[derive(Default)]
struct Wrong {
    diagnostics: Vec<Diagnostic>,
    /// The only one so far, if it was one that has no place.
    only: Option<Error>,
}

impl Wrong {
    fn add(&mut self, error: Error) {
        let before = self.diagnostics.len();
        self.diagnostics.extend(error.diagnostics().iter().cloned());
        if self.diagnostics.len() == before {
            let said = Diagnostic::error(error.to_string(), "").with_code(error.code());
            self.diagnostics.push(said);
            self.only = (before == 0).then_some(error);
        }
    }

    fn told(self) -> Outcome<()> {
        match (self.only, self.diagnostics) {
            (_, all) if all.is_empty() => Ok(()),
            (Some(error), all) if all.len() == 1 => Err(error),
            (_, all) => Err(Error::from_diagnostics(Code::Syntax, all)),
        }
    }
}

/// Lays one file out; whether it changes. What is wrong with the file is kept; an error is one of
/// standard output.
fn one(command: &Fmt, file: &Input, wrong: &mut Wrong) -> Outcome<bool> {
    let name = &*file.path.to_string_lossy();
    let laid_out = file.read().and_then(|before| {
        let style = command.style.style(name);
        let after = format(&before, name, style, None, &Budget::standard())?;
        Ok((before, after))
    });
    let (before, after) = match laid_out {
        Ok(texts) => texts,
        Err(error) => {
            wrong.add(error);
            return Ok(false);
        }
    };
    let is_changed = before != after.as_bytes();
    let mut out = std::io::stdout().lock();
    let is_input = name == "-";
    let told = if command.diff {
        out.write_all(diff(name, &String::from_utf8_lossy(&before), &after).as_bytes())
    } else if is_input && !command.check {
        // As Terraform does, so that what follows on a terminal begins on a line of its own.
        let end = match after.is_empty() || after.ends_with('\n') {
            true => "",
            false => "\n",
        };
        out.write_all([&after, end].concat().as_bytes())
    } else if is_changed {
        writeln!(out, "{name}")
    } else {
        Ok(())
    };
    told.map_err(|error| failed("standard output", &error))?;
    if is_changed
        && !is_input
        && !command.check
        && !command.diff
        && let Err(error) = file.write(&after)
    {
        wrong.add(error);
    }
    Ok(is_changed)
}

/// A folder that the user names.
struct Found<'a> {
    root: &'a Root,
    path: &'a Path,
}

impl Found<'_> {
    /// The files of a folder below in the order of their names, without those that are hidden or
    /// that an editor keeps, and without Terraform's own `.terraform.lock.hcl`. A link to a file is
    /// one of them, and is an error if it leads out of the folder that the user names.
    fn files(&self, below: &Path, recursive: bool, files: &mut Vec<Input>, wrong: &mut Wrong) {
        let entries = (self.root.list(below)).and_then(|entries| {
            let mut entries = entries.collect::<std::io::Result<Vec<_>>>()?;
            entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
            Ok(entries)
        });
        let entries = entries.unwrap_or_else(|error| {
            wrong.add(failed(&self.path.join(below).to_string_lossy(), &error));
            Vec::new()
        });
        for entry in entries {
            let name = entry.name.to_string_lossy();
            if name.starts_with('.') || name.ends_with('~') {
                continue;
            }
            let is_meant = [".hcl", ".tf", ".tfvars"]
                .iter()
                .any(|end| name.ends_with(end));
            let below = below.join(&entry.name);
            // A link to a folder may lead back.
            if entry.kind == Some(Kind::Folder) {
                if recursive {
                    self.files(&below, recursive, files, wrong);
                }
            } else if is_meant {
                files.push(Input {
                    path: self.path.join(&below),
                    found: Some((self.root.clone(), below)),
                });
            }
        }
    }
}

/// How many lines that stay are shown around those that change.
const AROUND: usize = 3;

/// The differences of two texts in the unified form; nothing when there is none.
fn diff(name: &str, before: &str, after: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let mut out = String::new();
    for (start, changes) in hunks(&old, &new) {
        if out.is_empty() {
            out = format!("--- {name}\n+++ {name}\n");
        }
        let count = |mark| changes.iter().filter(|(sign, _)| *sign != mark).count();
        let (old_start, new_start) = start;
        out += &format!(
            "@@ -{old_start},{} +{new_start},{} @@\n",
            count('+'),
            count('-')
        );
        for (sign, line) in changes {
            out.push(sign);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

/// The first lines of a hunk, from 1, and its lines with their signs.
type Hunk<'t> = ((usize, usize), Vec<(char, &'t str)>);

/// What changes, with the lines around. Formatting seldom joins lines: where it does, the
/// lines up to the next that is the same in both are one change.
fn hunks<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Hunk<'t>> {
    let mut hunks: Vec<Hunk<'_>> = Vec::new();
    let (mut at, mut there) = (0, 0);
    // Where the last hunk ends in the old text, without the lines after it.
    let mut shown = 0;
    while at < old.len() || there < new.len() {
        if at < old.len() && there < new.len() && old[at] == new[there] {
            (at, there) = (at + 1, there + 1);
            continue;
        }
        let (old_end, new_end) = next_same(&old[at..], &new[there..]);
        let (old_end, new_end) = (at + old_end, there + new_end);
        let is_near = !hunks.is_empty() && at - shown <= 2 * AROUND;
        let before = if is_near {
            at - shown
        } else {
            AROUND.min(at - shown)
        };
        if !is_near {
            if let Some((_, lines)) = hunks.last_mut() {
                lines.extend(old[shown..shown + AROUND].iter().map(|line| (' ', *line)));
            }
            hunks.push(((at - before + 1, there - before + 1), Vec::new()));
        }
        if let Some((_, lines)) = hunks.last_mut() {
            lines.extend(old[at - before..at].iter().map(|line| (' ', *line)));
            lines.extend(old[at..old_end].iter().map(|line| ('-', *line)));
            lines.extend(new[there..new_end].iter().map(|line| ('+', *line)));
        }
        (at, there, shown) = (old_end, new_end, old_end);
    }
    if let Some((_, lines)) = hunks.last_mut() {
        let end = old.len().min(shown + AROUND);
        lines.extend(old[shown..end].iter().map(|line| (' ', *line)));
    }
    hunks
}

/// How many lines of each text differ before both go on with the same two lines.
fn next_same(old: &[&str], new: &[&str]) -> (usize, usize) {
    /// Further away nothing is looked for.
    const FAR: usize = 200;
    let same = |a: usize, b: usize| match (old.get(a), new.get(b)) {
        (Some(one), Some(other)) => one == other && old.get(a + 1) == new.get(b + 1),
        _ => false,
    };
    for skipped in 1..FAR {
        let found = (0..=skipped)
            .map(|other| (skipped, skipped - other))
            .chain((0..skipped).map(|other| (other, skipped)))
            .find(|(a, b)| same(*a, *b));
        if let Some(found) = found {
            return found;
        }
    }
    (old.len(), new.len())
}

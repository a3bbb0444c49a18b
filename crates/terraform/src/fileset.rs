//! `fileset`: the files that match a pattern.
//!
//! A search visits folders by the names of the pattern. Links are followed as far as the system
//! does, also by `**`. A folder that cannot be opened has no entries. No folder is visited twice
//! for the same rest of the pattern.

use crate::host::{Entry, FileError, FileKind, Files};
use crate::own::Shared;
use crate::path::{clean, joined};
use crate::pattern::{self, Segment};
use crate::sensitive::shown;
use polycty_core::calls::{Allow, Budget, Call, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::Function;
use polycty_hcl::functions::define::{collection, goes_through, never_null, refused, string, text};
use std::collections::{BTreeSet, HashSet};

/// The bytes charged for a path in addition to its text.
const PATH: u64 = 64;

/// The steps charged for each pattern without alternatives.
const PATTERN: u64 = 16;

/// The bytes of the parsed pattern for a byte of its text.
const PATTERN_BYTES: u64 = 48;

/// The steps charged for a name of a path that the system resolves.
const NAME: u64 = 64;

/// The maximum depth of folders that a pattern visits.
const MAX_FOLDERS: usize = 256;

/// `fileset`.
pub(crate) fn function(host: &Shared) -> Function {
    let host = host.clone();
    let signature = Signature::new()
        .describe("Returns the paths of the files in a folder tree that match a pattern.")
        .parameter(string("path", "The folder.").allow(Allow::MARKED))
        .parameter(string("pattern", "The pattern.").allow(Allow::MARKED));
    Function::new(
        never_null(signature),
        collection(Type::set, Type::string()),
        move |args: &[&Value], call: &Call<'_>| {
            let marks = args[0].marks().union(&args[1].marks());
            let (path, pattern) = (text(args[0].unmarked())?, text(args[1].unmarked())?);
            goes_through(path, call)?;
            goes_through(pattern, call)?;
            let folder = clean(path);
            let bad = |_| {
                if let Err(spent) = call.budget.finish() {
                    return Error::from(spent);
                }
                let shown = shown(pattern, &args[1].marks());
                refused(format!(
                    "failed to glob pattern {shown}: syntax error in pattern"
                ))
            };
            let mut found = BTreeSet::new();
            for pattern in pattern::alternatives(pattern, call.budget).map_err(bad)? {
                let whole = joined(&folder, &pattern);
                call.budget.charge(PATTERN + whole.len() as u64)?;
                call.budget.hold(PATTERN_BYTES * whole.len() as u64)?;
                let start = if whole.starts_with('/') { "/" } else { "" };
                let segments = pattern::segments(&whole).map_err(bad)?;
                let search = Search {
                    files: host.files()?,
                    budget: call.budget,
                    segments: &segments,
                    found: &mut found,
                    pending: Vec::new(),
                    seen: HashSet::new(),
                };
                search.below(start)?;
            }
            let paths = found
                .iter()
                .map(|path| Value::nfc_string(&relative(&folder, path)));
            let paths = paths.collect();
            Ok(Value::set_of(Type::string(), paths)?.with_marks(&marks))
        },
    )
}

/// A path relative to a folder. Both are clean.
fn relative(folder: &str, path: &str) -> String {
    let names = |path: &'_ str| -> Vec<String> {
        let names = path.split('/').filter(|name| !matches!(*name, "" | "."));
        names.map(str::to_owned).collect()
    };
    let (folder, path) = (names(folder), names(path));
    let common = folder.iter().zip(&path).take_while(|(a, b)| a == b).count();
    let up = folder[common..].iter().map(|_| "..".to_owned());
    up.chain(path[common..].iter().cloned())
        .collect::<Vec<_>>()
        .join("/")
}

/// A folder to visit, with the index of the first name of the rest of the pattern.
struct Visit {
    /// Its path; `""` for the base of relative paths.
    folder: String,
    at: usize,
    /// The number of folders that `**` has matched.
    depth: usize,
}

impl Visit {
    fn path_of(&self, name: &str) -> String {
        match &*self.folder {
            folder @ ("" | "/") => format!("{folder}{name}"),
            folder => format!("{folder}/{name}"),
        }
    }

    fn within(&self, name: &str, at: usize) -> Visit {
        Visit {
            folder: self.path_of(name),
            at,
            depth: self.depth,
        }
    }
}

/// A search for the files that match a pattern.
struct Search<'a> {
    files: &'a dyn Files,
    budget: &'a Budget,
    segments: &'a [Segment],
    found: &'a mut BTreeSet<String>,
    /// The folders to visit.
    pending: Vec<Visit>,
    /// The folders that were ever added: with two `**` there are many ways to reach a folder.
    seen: HashSet<(String, usize)>,
}

impl Search<'_> {
    /// Searches below a folder, `""` for the base of relative paths.
    fn below(mut self, folder: &str) -> Result<()> {
        self.push(Visit {
            folder: folder.to_owned(),
            at: 0,
            depth: 0,
        })?;
        while let Some(visit) = self.pending.pop() {
            self.enter(&visit)?;
        }
        Ok(())
    }

    fn push(&mut self, visit: Visit) -> Result<()> {
        // The path is kept in both lists.
        let bytes = 2 * (PATH + visit.folder.len() as u64);
        self.budget.hold(bytes)?;
        if self.seen.insert((visit.folder.clone(), visit.at)) {
            self.pending.push(visit)
        } else {
            self.budget.release(bytes)
        }
        Ok(())
    }

    /// Visits a folder and adds the folders to visit next.
    fn enter(&mut self, visit: &Visit) -> Result<()> {
        let is_last = visit.at + 1 == self.segments.len();
        let Some(segment) = self.segments.get(visit.at) else {
            return Ok(());
        };
        match segment {
            Segment::Name(name) if is_last => self.found_file(&visit.path_of(name)),
            Segment::Name(name) => self.push(visit.within(name, visit.at + 1)),
            Segment::Pattern(parts) => {
                for entry in self.entries(&visit.folder)? {
                    self.budget.charge(entry.name.len() as u64)?;
                    if !pattern::matches(parts, &entry.name) {
                        continue;
                    }
                    match entry.kind {
                        FileKind::File if is_last => self.add(visit.path_of(&entry.name))?,
                        FileKind::Folder if !is_last => {
                            self.push(visit.within(&entry.name, visit.at + 1))?;
                        }
                        _ => {}
                    }
                }
                Ok(())
            }
            Segment::Folders => {
                if visit.depth > MAX_FOLDERS {
                    return Err(Error::new(Code::Limit, "folders are nested too deep"));
                }
                if !is_last {
                    self.push(Visit {
                        folder: visit.folder.clone(),
                        at: visit.at + 1,
                        depth: visit.depth,
                    })?;
                }
                for entry in self.entries(&visit.folder)? {
                    match entry.kind {
                        FileKind::Folder => {
                            let mut inner = visit.within(&entry.name, visit.at);
                            inner.depth += 1;
                            self.push(inner)?;
                        }
                        FileKind::File if is_last => self.add(visit.path_of(&entry.name))?,
                        _ => {}
                    }
                }
                Ok(())
            }
        }
    }

    fn found_file(&mut self, path: &str) -> Result<()> {
        self.follows(path)?;
        match self.files.kind(path, self.budget) {
            Ok(FileKind::File) => self.add(path.to_owned()),
            Err(FileError::Other(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn add(&mut self, path: String) -> Result<()> {
        let heap = PATH as usize + path.len();
        self.budget.insert(self.found, heap, path, ())?;
        Ok(())
    }

    /// The entries of a folder; empty if the folder does not exist.
    fn entries(&self, folder: &str) -> Result<Vec<Entry>> {
        self.follows(folder)?;
        let folder = if folder.is_empty() { "." } else { folder };
        match self.files.list(folder, self.budget) {
            Ok(mut entries) => {
                self.budget
                    .sort_by(&mut entries, |a, b| a.name.cmp(&b.name))?;
                Ok(entries)
            }
            Err(FileError::Other(error)) => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// Charges the resolution of a path.
    fn follows(&self, path: &str) -> Result<()> {
        let names = path.split('/').count() as u64;
        Ok(self.budget.charge(names * NAME)?)
    }
}

//! Files: their content, their hashes, and which there are.

use crate::base64;
use crate::hash::{HASHES, hashes};
use crate::host::{Entry, FileError, FileKind, Files, Host};
use crate::path::{clean, expanded, joined};
use crate::pattern::{self, Segment};
use crate::sensitive::WITHHELD;
use crate::table::{Own, Shared, own};
use polycty_core::calls::{Allow, Budget, Call, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::functions::Function;
use polycty_hcl::functions::define::{
    collection, made, makes_text, never_null, refused, string, text,
};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The bytes of an entry of a folder, besides its name.
const ENTRY: u64 = 64;

/// The most folders within each other that a pattern looks into.
const MAX_FOLDERS: usize = 256;

/// The names of the functions here, which templates from elsewhere may not call.
pub(crate) const NAMES: [&str; 10] = [
    "file",
    "fileexists",
    "fileset",
    "filebase64",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "filebase64sha256",
    "filebase64sha512",
];

pub(crate) fn functions(host: &Shared) -> Vec<Own> {
    let mut all = vec![
        own(
            "file",
            content(
                host,
                "Gives the content of a file.",
                |bytes, path, marks, call| made(&utf8(bytes, path, marks)?, call),
            ),
        ),
        own(
            "filebase64",
            content(
                host,
                "Gives the content of a file in Base64.",
                |bytes, _, _, call| {
                    makes_text(base64::length(bytes.len()), call)?;
                    Ok(Value::string(&base64::encode(&bytes)))
                },
            ),
        ),
        own("fileexists", exists(host)),
        own("fileset", set(host)),
    ];
    for name in &NAMES[4..] {
        let (_, hash, notation) = HASHES
            .iter()
            .find(|(hash, ..)| name[4..] == **hash)
            .expect("a hash of each name");
        let host = host.clone();
        let function = of_path("path", "Gives the hash of a file.", Type::string(), {
            move |path, marks, call| {
                let bytes = read(&host, path, call.budget)
                    .map_err(|error| plain_error(&host, path, marks, error))?;
                hashes(bytes.len(), call)?;
                call.budget.release(bytes.len() as u64);
                made(&hash(&bytes, *notation), call)
            }
        });
        all.push(own(name, function));
    }
    all
}

/// A function of a path, which may be sensitive and then is not shown.
fn of_path<F>(parameter: &str, description: &str, ty: &Type, answer: F) -> Function
where
    F: Fn(&str, &MarkSet, &Call<'_>) -> Result<Value> + Send + Sync + 'static,
{
    let signature = Signature::new().describe(description);
    let signature = signature.parameter(string(parameter, "The path.").allow(Allow::MARKED));
    Function::new(
        never_null(signature),
        ty.clone(),
        move |args: &[&Value], call: &Call<'_>| {
            let marks = args[0].marks();
            let value = answer(text(args[0].unmarked())?, &marks, call)?;
            Ok(value.with_marks(&marks))
        },
    )
}

/// A function of the content of a file.
fn content<F>(host: &Shared, description: &str, answer: F) -> Function
where
    F: Fn(Vec<u8>, &str, &MarkSet, &Call<'_>) -> Result<Value> + Send + Sync + 'static,
{
    let host = host.clone();
    of_path(
        "path",
        description,
        Type::string(),
        move |path, marks, call| {
            let bytes = content_of(&host, path, marks, call.budget)?;
            let held = bytes.len() as u64;
            let value = answer(bytes, path, marks, call)?;
            call.budget.release(held.min(call.budget.bytes()));
            Ok(value)
        },
    )
}

/// How a path is shown in a message.
fn shown(path: &str, marks: &MarkSet) -> String {
    match marks.is_empty() {
        true => Quoted(path).to_string(),
        false => WITHHELD.to_owned(),
    }
}

/// The path that is asked of the files.
fn resolved(host: &Host, path: &str) -> Result<String> {
    Ok(clean(&expanded(host, path)?))
}

fn read(host: &Host, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let path = resolved(host, path)?;
    host.files()?.read(&path, budget)
}

/// The content of a file, with the words of functions that give it.
pub(crate) fn content_of(
    host: &Host,
    path: &str,
    marks: &MarkSet,
    budget: &Budget,
) -> Result<Vec<u8>> {
    read(host, path, budget).map_err(|error| match error {
        FileError::NotFound | FileError::NotAFolder => refused(format!(
            "no file exists at {}; this function works only with files that are distributed as part of the configuration source code, so if this file will be created by a resource in this configuration you must instead obtain this result from an attribute of that resource",
            shown(path, marks)
        ))
        .with_argument(0),
        error => {
            let error = plain_error(host, path, marks, error);
            match error.code() {
                Code::InvalidArgument => {
                    let message = format!("failed to read file: {}", error.message());
                    error.with_message(message).with_argument(0)
                }
                _ => error,
            }
        }
    })
}

/// The words of the system for a file that is not read.
fn plain_error(host: &Host, path: &str, marks: &MarkSet, error: FileError) -> Error {
    let path = match marks.is_empty() {
        true => resolved(host, path).unwrap_or_else(|_| path.to_owned()),
        false => WITHHELD.to_owned(),
    };
    match error {
        FileError::NotFound => refused(format!("open {path}: no such file or directory")),
        FileError::NotAFolder => refused(format!("open {path}: not a directory")),
        FileError::IsFolder => refused(format!("read {path}: is a directory")),
        FileError::Other(error) => error,
    }
}

/// The content of a file as text.
pub(crate) fn utf8(bytes: Vec<u8>, path: &str, marks: &MarkSet) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        refused(format!(
            "contents of {} are not valid UTF-8; use the filebase64 function to obtain the Base64 encoded contents or the other file functions (e.g. filemd5, filesha256) to obtain file hashing results instead",
            shown(path, marks)
        ))
        .with_argument(0)
    })
}

fn exists(host: &Shared) -> Function {
    let host = host.clone();
    of_path(
        "path",
        "Tells whether there is a file.",
        Type::bool(),
        move |path, marks, _| {
            let resolved = resolved(&host, path)?;
            let shown = shown(&resolved, marks);
            match host.files()?.kind(&resolved) {
                Ok(FileKind::File) => Ok(Value::bool(true)),
                Ok(FileKind::Folder) => Err(refused(format!("{shown} is a directory, not a file"))),
                Ok(FileKind::Other) => Err(refused(format!("{shown} is not a regular file"))),
                Err(FileError::NotFound) => Ok(Value::bool(false)),
                Err(FileError::Other(error)) => Err(error),
                Err(_) => Err(refused(format!("failed to stat {shown}"))),
            }
        },
    )
}

fn set(host: &Shared) -> Function {
    let host = host.clone();
    let signature = Signature::new()
        .describe("Gives the paths of the files below a folder that match a pattern.")
        .parameter(string("path", "The folder.").allow(Allow::MARKED))
        .parameter(string("pattern", "The pattern.").allow(Allow::MARKED));
    Function::new(
        never_null(signature),
        collection(Type::set, Type::string()),
        move |args: &[&Value], call: &Call<'_>| {
            let marks = args[0].marks().union(&args[1].marks());
            let (path, pattern) = (text(args[0].unmarked())?, text(args[1].unmarked())?);
            let folder = clean(path);
            let bad = |_| {
                let shown = shown(pattern, &args[1].marks());
                refused(format!(
                    "failed to glob pattern {shown}: syntax error in pattern"
                ))
            };
            let mut found = BTreeSet::new();
            for pattern in pattern::alternatives(pattern).map_err(bad)? {
                let whole = joined(&folder, &pattern);
                let mut search = Search {
                    files: host.files()?,
                    budget: call.budget,
                    found: &mut found,
                };
                let start = if whole.starts_with('/') { "/" } else { "" };
                let segments = pattern::segments(&whole).map_err(bad)?;
                search.below(start, &segments)?;
            }
            let paths = found
                .iter()
                .map(|path| Value::nfc_string(&relative(&folder, path)));
            let paths = paths.collect();
            Ok(Value::set_of(Type::string(), paths)?.with_marks(&marks))
        },
    )
}

/// A path as seen from a folder; both are clean.
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

/// A folder to be looked into, for the rest of a pattern from one of its names on.
struct Place {
    /// Its path; `""` for where paths begin.
    folder: String,
    at: usize,
    /// How many folders `**` has stood for.
    depth: usize,
}

impl Place {
    fn path_of(&self, name: &str) -> String {
        match &*self.folder {
            folder @ ("" | "/") => format!("{folder}{name}"),
            folder => format!("{folder}/{name}"),
        }
    }

    fn within(&self, name: &str, at: usize) -> Place {
        Place {
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
    found: &'a mut BTreeSet<String>,
}

impl Search<'_> {
    /// Looks below a folder, `""` for where paths begin.
    fn below(&mut self, folder: &str, segments: &[Segment]) -> Result<()> {
        let mut places = vec![Place {
            folder: folder.to_owned(),
            at: 0,
            depth: 0,
        }];
        while let Some(place) = places.pop() {
            self.budget.charge(1)?;
            self.look(&place, segments, &mut places)?;
        }
        Ok(())
    }

    /// Looks at one place, and adds those that are to be looked at.
    fn look(&mut self, place: &Place, segments: &[Segment], places: &mut Vec<Place>) -> Result<()> {
        let is_last = place.at + 1 == segments.len();
        let Some(segment) = segments.get(place.at) else {
            return Ok(());
        };
        match segment {
            Segment::Name(name) if is_last => self.found_file(&place.path_of(name)),
            Segment::Name(name) => {
                self.budget
                    .hold(ENTRY + (place.folder.len() + name.len()) as u64)?;
                places.push(place.within(name, place.at + 1));
                Ok(())
            }
            Segment::Pattern(parts) => {
                for entry in self.entries(&place.folder)? {
                    if !pattern::matches(parts, &entry.name) {
                        continue;
                    }
                    match entry.kind {
                        FileKind::File if is_last => self.add(place.path_of(&entry.name))?,
                        FileKind::Folder if !is_last => {
                            places.push(place.within(&entry.name, place.at + 1));
                        }
                        _ => {}
                    }
                }
                Ok(())
            }
            Segment::Folders => {
                if place.depth > MAX_FOLDERS {
                    return Err(Error::new(Code::Limit, "folders are nested too deep"));
                }
                if !is_last {
                    self.budget.hold(ENTRY + place.folder.len() as u64)?;
                    places.push(Place {
                        folder: place.folder.clone(),
                        at: place.at + 1,
                        depth: place.depth,
                    });
                }
                for entry in self.entries(&place.folder)? {
                    match entry.kind {
                        FileKind::Folder => {
                            let mut inner = place.within(&entry.name, place.at);
                            inner.depth += 1;
                            self.budget.hold(inner.folder.len() as u64)?;
                            places.push(inner);
                        }
                        FileKind::File if is_last => self.add(place.path_of(&entry.name))?,
                        _ => {}
                    }
                }
                Ok(())
            }
        }
    }

    fn found_file(&mut self, path: &str) -> Result<()> {
        match self.files.kind(path) {
            Ok(FileKind::File) => self.add(path.to_owned()),
            Err(FileError::Other(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn add(&mut self, path: String) -> Result<()> {
        self.budget.hold(ENTRY + path.len() as u64)?;
        self.found.insert(path);
        Ok(())
    }

    /// What a folder has; nothing where there is none.
    fn entries(&self, folder: &str) -> Result<Vec<Entry>> {
        let folder = if folder.is_empty() { "." } else { folder };
        match self.files.list(folder, self.budget) {
            Ok(mut entries) => {
                entries.sort_by(|a, b| a.name.cmp(&b.name));
                Ok(entries)
            }
            Err(FileError::Other(error)) => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }
}

/// The files below a folder. No path leads out of it, neither by `..` nor through a link.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The files below a folder, which has to be there.
    ///
    /// # Errors
    /// [`Code::NotFound`] where the folder cannot be read.
    pub fn new(path: impl AsRef<Path>) -> Result<Folder> {
        let path = path.as_ref();
        let root = path.canonicalize().ok().filter(|root| root.is_dir());
        let missing = || {
            Error::new(
                Code::NotFound,
                format!("there is no folder {}", path.display()),
            )
        };
        Ok(Folder {
            root: root.ok_or_else(missing)?,
        })
    }

    /// The absolute path of the folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a path leads, with all links followed.
    fn inside(&self, path: &str) -> Result<PathBuf, FileError> {
        if path.contains('\0') {
            return Err(FileError::NotFound);
        }
        // What is outside is outside, whether it is there or not.
        let lexically = clean(&self.root.join(path).to_string_lossy());
        if !Path::new(&lexically).starts_with(&self.root) {
            return Err(outside());
        }
        let real = self
            .root
            .join(path)
            .canonicalize()
            .map_err(|error| of_system(&error))?;
        match real.starts_with(&self.root) {
            true => Ok(real),
            false => Err(outside()),
        }
    }
}

#[cold]
fn outside() -> FileError {
    let message = "the path leads out of the folder whose files functions may read";
    FileError::Other(Error::new(Code::NotFound, message))
}

#[cold]
fn of_system(error: &std::io::Error) -> FileError {
    match error.kind() {
        ErrorKind::NotFound => FileError::NotFound,
        ErrorKind::IsADirectory => FileError::IsFolder,
        ErrorKind::NotADirectory => FileError::NotAFolder,
        _ => FileError::Other(Error::new(Code::NotFound, error.to_string())),
    }
}

fn kind_of(metadata: &std::fs::Metadata) -> FileKind {
    match metadata {
        metadata if metadata.is_file() => FileKind::File,
        metadata if metadata.is_dir() => FileKind::Folder,
        _ => FileKind::Other,
    }
}

impl Files for Folder {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let real = self.inside(path)?;
        // Whoever opens a pipe waits for somebody to write to it.
        let metadata = real.metadata().map_err(|error| of_system(&error))?;
        match kind_of(&metadata) {
            FileKind::File => {}
            FileKind::Folder => return Err(FileError::IsFolder),
            FileKind::Other => {
                return Err(Error::new(Code::NotFound, "not a regular file").into());
            }
        }
        let file = File::open(real).map_err(|error| of_system(&error))?;
        let length = metadata.len();
        budget.hold(length).map_err(Error::from)?;
        let mut bytes = Vec::new();
        file.take(length)
            .read_to_end(&mut bytes)
            .map_err(|error| of_system(&error))?;
        Ok(bytes)
    }

    fn kind(&self, path: &str) -> Result<FileKind, FileError> {
        let metadata = self.inside(path)?.metadata();
        Ok(kind_of(&metadata.map_err(|error| of_system(&error))?))
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let folder = self.inside(path)?;
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(|error| of_system(&error))? {
            let entry = entry.map_err(|error| of_system(&error))?;
            // A name that is no text is no name that an expression could say.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            budget.charge(1).map_err(Error::from)?;
            budget
                .hold(ENTRY + name.len() as u64)
                .map_err(Error::from)?;
            // Links that lead out, or nowhere, are not there.
            let Ok(real) = folder.join(&name).canonicalize() else {
                continue;
            };
            if !real.starts_with(&self.root) {
                continue;
            }
            let Ok(metadata) = real.metadata() else {
                continue;
            };
            let kind = kind_of(&metadata);
            entries.push(Entry { name, kind });
        }
        Ok(entries)
    }
}

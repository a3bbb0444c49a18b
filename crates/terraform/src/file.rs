//! Files: content, hashes and existence.

use crate::fileset;
use crate::hash::{HASHES, hashes};
use crate::host::{FileError, FileKind, Host};
use crate::own::{Own, Shared, own};
use crate::path::{clean, expanded};
use crate::sensitive::{WITHHELD, shown};
use polycty_core::calls::{Allow, Budget, Call, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::base64;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::functions::define::{
    goes_through, made, makes_text, never_null, refused, string, text,
};
use polycty_hcl::functions::{Cost, Function};

/// The functions of this file, which `templatestring` may not call.
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
            Cost::Own,
            content(
                host,
                "Returns the content of a file.",
                |bytes, path, marks, call| made(&utf8(bytes, path, marks)?, call),
            ),
        ),
        own(
            "filebase64",
            Cost::Own,
            content(
                host,
                "Returns the content of a file in Base64.",
                |bytes, _, _, call| {
                    makes_text(base64::length(bytes.len()), call)?;
                    Ok(Value::string(&base64::strict(&bytes)))
                },
            ),
        ),
        own("fileexists", Cost::Own, exists(host)),
        own("fileset", Cost::Own, fileset::function(host)),
    ];
    for name in &NAMES[4..] {
        let (_, hash, notation) = HASHES
            .iter()
            .find(|(hash, ..)| name.strip_prefix("file") == Some(*hash))
            .expect("a function for each hash");
        let host = host.clone();
        let function = of_path("path", "Returns the hash of a file.", Type::string(), {
            move |path, marks, call| {
                let bytes = read(&host, path, call.budget)
                    .map_err(|error| plain_error(&host, path, marks, error))?;
                hashes(bytes.len(), call)?;
                call.budget.release(bytes.len() as u64);
                made(&hash(&bytes, *notation), call)
            }
        });
        all.push(own(name, Cost::Own, function));
    }
    all
}

/// A function of a path. A sensitive path is not shown in messages.
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
            let path = text(args[0].unmarked())?;
            goes_through(path, call)?;
            let value = answer(path, &marks, call)?;
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
            let size = bytes.len() as u64;
            let value = answer(bytes, path, marks, call)?;
            call.budget.release(size.min(call.budget.bytes()));
            Ok(value)
        },
    )
}

/// The path that is passed to the files.
fn resolved(host: &Host, path: &str) -> Result<String> {
    Ok(clean(&expanded(host, path)?))
}

/// The steps charged for access to a file, and for each name of its path.
const ASKED: u64 = 256;
const NAME: u64 = 64;

/// The path that is passed to the files. Its names are charged.
fn asked(host: &Host, path: &str, budget: &Budget) -> Result<String> {
    let path = resolved(host, path)?;
    let names = path.split('/').count() as u64;
    budget.charge(ASKED + NAME * names)?;
    Ok(path)
}

fn read(host: &Host, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let path = asked(host, path, budget)?;
    host.files()?.read(&path, budget)
}

/// The content of a file. Errors have the text of functions that return content.
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
                Code::Value => {
                    let message = format!("failed to read file: {}", error.message());
                    error.with_message(message).with_argument(0)
                }
                _ => error,
            }
        }
    })
}

/// The system's message for a file that cannot be read.
fn plain_error(host: &Host, path: &str, marks: &MarkSet, error: FileError) -> Error {
    let path = if marks.is_empty() {
        resolved(host, path).unwrap_or_else(|_| path.to_owned())
    } else {
        WITHHELD.to_owned()
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
        "Returns whether a file exists.",
        Type::bool(),
        move |path, marks, call| {
            let resolved = asked(&host, path, call.budget)?;
            let shown = shown(&resolved, marks);
            match host.files()?.kind(&resolved, call.budget) {
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

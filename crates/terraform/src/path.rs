//! Paths as texts. No function here accesses a file.

use crate::host::Host;
use crate::own::{Own, Shared, own, text_function};
use polycty_core::calls::Call;
use polycty_core::source::Result;
use polycty_core::values::Value;
use polycty_hcl::functions::Cost;
use polycty_hcl::functions::define::{made, refused};

pub(crate) fn functions(host: &Shared) -> Vec<Own> {
    let (absolute, home) = (host.clone(), host.clone());
    vec![
        own(
            "abspath",
            Cost::Linear,
            text_function(
                "path",
                "Returns the absolute form of a path.",
                move |path, call| made(&joined(base(&absolute, path)?, path), call),
            ),
        ),
        own(
            "basename",
            Cost::Linear,
            text_function("path", "Returns the last name of a path.", last),
        ),
        own(
            "dirname",
            Cost::Linear,
            text_function("path", "Returns a path without its last name.", first),
        ),
        own(
            "pathexpand",
            Cost::Linear,
            text_function(
                "path",
                "Replaces a tilde at the start of a path with the home folder.",
                move |path, call| made(&expanded(&home, path)?, call),
            ),
        ),
    ]
}

/// The base of a path, which is empty for an absolute path.
fn base<'h>(host: &'h Host, path: &str) -> Result<&'h str> {
    if path.starts_with('/') {
        Ok("")
    } else {
        host.working_directory()
    }
}

/// Replaces a tilde at the beginning of a path by the home folder.
pub(crate) fn expanded(host: &Host, path: &str) -> Result<String> {
    match path.strip_prefix('~') {
        None => Ok(path.to_owned()),
        Some("") => Ok(joined(host.home()?, "")),
        Some(rest) => match rest.strip_prefix(['/', '\\']) {
            Some(rest) => Ok(joined(host.home()?, rest)),
            None => Err(refused("cannot expand user-specific home dir")),
        },
    }
}

/// Joins two paths and cleans the result. An empty path is ignored.
pub(crate) fn joined(first: &str, second: &str) -> String {
    match (first, second) {
        ("", path) | (path, "") => clean(path),
        _ => clean(&format!("{first}/{second}")),
    }
}

/// The shortest equivalent path: without `.`, names before `..`, and doubled slashes.
pub(crate) fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => match names.last() {
                None if rooted => {}
                None | Some(&"..") => names.push(".."),
                Some(_) => {
                    names.pop();
                }
            },
            _ => names.push(name),
        }
    }
    let cleaned = names.join("/");
    match (rooted, cleaned.is_empty()) {
        (true, _) => format!("/{cleaned}"),
        (false, true) => ".".to_owned(),
        (false, false) => cleaned,
    }
}

fn last(path: &str, call: &Call<'_>) -> Result<Value> {
    let trimmed = path.trim_end_matches('/');
    let name = trimmed.rsplit('/').next().unwrap_or_default();
    made(
        match (path, name) {
            ("", _) => ".",
            (_, "") => "/",
            (_, name) => name,
        },
        call,
    )
}

fn first(path: &str, call: &Call<'_>) -> Result<Value> {
    made(&clean(path.trim_end_matches(|c| c != '/')), call)
}

//! `golang/path` and `golang/path/filepath`, with slashes as separators.

use super::pattern::Pattern;
use crate::functions::call::{Call, refused};
use crate::functions::define::{Cost, Function, Outcome};
use polycty_core::values::Value;

pub(in crate::functions) static TABLE: &[Function] = &[
    Function::pure(
        "golang/path.base",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(base(call.str(0))),
    ),
    Function::pure(
        "golang/path.clean",
        "func(path str) str",
        Cost::Linear,
        cleaned,
    ),
    Function::pure("golang/path.dir", "func(path str) str", Cost::Linear, dir),
    Function::pure(
        "golang/path.ext",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(ext(call.str(0))),
    ),
    Function::pure(
        "golang/path.is_abs",
        "func(path str) bool",
        Cost::Linear,
        is_abs,
    ),
    Function::pure(
        "golang/path.join",
        "func(elem []str) str",
        Cost::Linear,
        join,
    ),
    Function::pure(
        "golang/path.match",
        "func(pattern str, name str) bool",
        Cost::Linear,
        matches,
    ),
    Function::pure(
        "golang/path/filepath.base",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(base(call.str(0))),
    ),
    Function::pure(
        "golang/path/filepath.clean",
        "func(path str) str",
        Cost::Linear,
        cleaned,
    ),
    Function::pure(
        "golang/path/filepath.dir",
        "func(path str) str",
        Cost::Linear,
        dir,
    ),
    Function::pure(
        "golang/path/filepath.ext",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(ext(call.str(0))),
    ),
    Function::pure(
        "golang/path/filepath.from_slash",
        "func(path str) str",
        Cost::Linear,
        |call| call.value(0).cloned(),
    ),
    Function::pure(
        "golang/path/filepath.has_prefix",
        "func(p str, prefix str) bool",
        Cost::Linear,
        |call| Ok(Value::bool(call.str(0).starts_with(call.str(1)))),
    ),
    Function::pure(
        "golang/path/filepath.is_abs",
        "func(path str) bool",
        Cost::Linear,
        is_abs,
    ),
    Function::pure(
        "golang/path/filepath.is_local",
        "func(path str) bool",
        Cost::Linear,
        |call| {
            let path = call.str(0);
            call.charge_scan(path)?;
            Ok(Value::bool(is_local(path)))
        },
    ),
    Function::pure(
        "golang/path/filepath.join",
        "func(elem []str) str",
        Cost::Linear,
        join,
    ),
    Function::pure(
        "golang/path/filepath.localize",
        "func(path str) str",
        Cost::Linear,
        |call| {
            let path = call.str(0);
            let valid = !path.contains('\0')
                && (path == "." || path.split('/').all(|part| !matches!(part, "" | "." | "..")));
            if valid {
                call.text(path)
            } else {
                Err(refused("invalid path"))
            }
        },
    ),
    Function::pure(
        "golang/path/filepath.match",
        "func(pattern str, name str) bool",
        Cost::Linear,
        matches,
    ),
    Function::pure(
        "golang/path/filepath.rel",
        "func(basepath str, targpath str) str",
        Cost::Linear,
        rel,
    ),
    Function::pure(
        "golang/path/filepath.to_slash",
        "func(path str) str",
        Cost::Linear,
        |call| call.value(0).cloned(),
    ),
    Function::pure(
        "golang/path/filepath.volume_name",
        "func(path str) str",
        Cost::Linear,
        |call| call.text(""),
    ),
];

fn base(path: &str) -> &str {
    if path.is_empty() {
        return ".";
    }
    let path = path.trim_end_matches('/');
    match path.rsplit('/').next() {
        None | Some("") => "/",
        Some(name) => name,
    }
}

#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn ext(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rfind('.').map_or("", |at| &name[at..])
}

#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn dir(call: &Call<'_>) -> Outcome {
    let path = call.str(0);
    let end = path.rfind('/').map_or(0, |at| at + 1);
    call.text(&clean(&path[..end]))
}

fn cleaned(call: &Call<'_>) -> Outcome {
    call.charge_scan(call.str(0))?;
    call.text(&clean(call.str(0)))
}

fn is_abs(call: &Call<'_>) -> Outcome {
    Ok(Value::bool(call.str(0).starts_with('/')))
}

/// Joins the parts of a path with slashes and cleans the result. The join of no parts is empty.
fn join(call: &Call<'_>) -> Outcome {
    let parts: Vec<&str> = call.list(0).iter().filter_map(Value::as_str).collect();
    let bytes = parts.iter().map(|part| part.len() + 1).sum();
    call.charge_text(bytes)?;
    let first = parts.iter().position(|part| !part.is_empty());
    call.text(&first.map_or_else(String::new, |at| clean(&parts[at..].join("/"))))
}

fn matches(call: &Call<'_>) -> Outcome {
    let (pattern, name) = (call.str(0), call.str(1));
    // A backtrack to a star may compare every later character again.
    let steps = (pattern.len() as u64).saturating_mul(name.len() as u64) / 16;
    call.budget.charge(1 + steps)?;
    call.charge_text(pattern.len().saturating_mul(size_of::<[usize; 4]>()))?;
    let pattern = Pattern::new(pattern).ok_or_else(|| refused("syntax error in pattern"))?;
    Ok(Value::bool(pattern.matches(name)))
}

/// Returns the shortest equivalent path.
fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            // `..` at the root is the root.
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (rooted, joined.is_empty()) {
        (true, _) => ["/", &joined].concat(),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Returns whether a path does not leave its starting folder.
fn is_local(path: &str) -> bool {
    if path.is_empty() || path.starts_with('/') {
        return false;
    }
    let cleaned = clean(path);
    cleaned != ".." && !cleaned.starts_with("../")
}

/// Returns the relative path from the first path to the second.
fn rel(call: &Call<'_>) -> Outcome {
    let (from, to) = (call.str(0), call.str(1));
    call.charge_scan(from)?;
    call.charge_scan(to)?;
    let (base, target) = (clean(from), clean(to));
    if base == target {
        return call.text(".");
    }
    let [base, target] = [&base, &target].map(|path| if path == "." { "" } else { path });
    let no_way = || refused(format!("Rel: can't make {to} relative to {from}"));
    if base.starts_with('/') != target.starts_with('/') {
        return Err(no_way());
    }
    let names = |path: &str| -> Vec<String> {
        path.split('/')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (base, target) = (names(base), names(target));
    let same = base.iter().zip(&target).take_while(|(a, b)| a == b).count();
    if base[same..].iter().any(|name| name == "..") {
        return Err(no_way());
    }
    let up = base[same..].iter().map(|_| "..");
    let way: Vec<&str> = up
        .chain(target[same..].iter().map(String::as_str))
        .collect();
    call.text(&way.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned() {
        for (path, short) in [
            ("", "."),
            ("a//b/./../c/", "a/c"),
            ("/../a", "/a"),
            ("../../a/..", "../.."),
            ("/", "/"),
            ("a/..", "."),
        ] {
            assert_eq!(clean(path), short);
        }
        assert_eq!([base(""), base("///"), base("a/b/")], [".", "/", "b"]);
        assert_eq!([ext("a.b/c"), ext("a/b.tar.gz")], ["", ".gz"]);
        assert!(is_local("a/../b") && !is_local("a/../../b") && !is_local("/a"));
    }
}

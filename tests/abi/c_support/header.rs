//! The headers that the build made, and the functions that they declare.

use super::root;
use std::fs;
use std::path::Path;

/// The folder with the headers that the build made.
pub const HEADERS: &str = env!("POLYCTY_HEADERS");

/// The headers that the build made, by their paths in the folder: `polycty.h`, the one with the
/// features, which all include, those that `polycty.h` includes, in its order, and the one for
/// bindings.
pub fn headers() -> Vec<(String, String)> {
    let read = |name: &str| {
        let text = fs::read_to_string(Path::new(HEADERS).join(name));
        (name.to_owned(), text.expect("the build wrote the header"))
    };
    let all = read("polycty.h");
    let parts = all
        .1
        .lines()
        .filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'));
    let parts: Vec<_> = parts.map(read).collect();
    let features = read("polycty/features.h");
    let bindings = read("polycty/bindings.h");
    let parts = [all, features].into_iter().chain(parts);
    parts.chain([bindings]).collect()
}

/// The headers for C++ of one topic each, relative to `include/polycty`.
pub fn cpp_headers() -> impl Iterator<Item = String> {
    let mut names = Vec::new();
    for folder in ["", "detail/"] {
        let files = fs::read_dir(root().join("include/polycty").join(folder));
        for file in files.expect("the headers are there") {
            let name = file.expect("the folder is readable").file_name();
            names.push(format!("{folder}{}", name.to_string_lossy()));
        }
    }
    names.retain(|name| name.ends_with(".hpp"));
    names.sort_unstable();
    names.into_iter()
}

/// The text of all the headers that the build made.
pub fn text() -> String {
    headers().into_iter().map(|(_, text)| text).collect()
}

const BEGIN: &str = "extern \"C\" {\n";
const END: &str = "} // extern \"C\"\n";

/// The plain data and the handles, which precede the functions in each header.
pub fn data(headers: &str) -> String {
    let parts = headers.split(BEGIN);
    parts
        .map(|part| part.split_once(END).map_or(part, |(_, data)| data))
        .collect()
}

/// The functions of all headers.
fn functions(headers: &str) -> String {
    let parts = headers.split(BEGIN).skip(1);
    parts
        .map(|part| part.split(END).next().unwrap_or_default())
        .collect()
}

/// A prototype of the header.
#[derive(Debug)]
pub struct Prototype {
    pub name: String,
    pub result: String,
    /// The type and the name of each parameter.
    pub params: Vec<(String, String)>,
    /// The comment above it.
    pub comment: String,
}

/// All functions that the headers declare, in their order.
pub fn prototypes(header: &str) -> Vec<Prototype> {
    let functions = functions(header);
    let mut found = Vec::new();
    let mut comment = String::new();
    let mut code = String::new();
    for line in functions.lines() {
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text.trim());
            comment.push('\n');
        } else if line == "PCTY_MUST_USE" {
            // The line precedes the function and is a part of its result.
        } else if line.is_empty() || line.starts_with(['#', '}']) || line.starts_with("extern") {
            comment.clear();
        } else {
            code.push_str(line.trim());
            code.push(' ');
            if line.ends_with(");") {
                found.push(prototype(&code, std::mem::take(&mut comment)));
                code.clear();
            }
        }
    }
    found
}

fn prototype(code: &str, comment: String) -> Prototype {
    let (head, rest) = code.split_once('(').expect("a function has parameters");
    let params = rest.trim_end().trim_end_matches(");");
    let (result, name) = declared(head);
    Prototype {
        name,
        result,
        params: match params {
            "void" => Vec::new(),
            _ => params.split(',').map(declared).collect(),
        },
        comment,
    }
}

/// A declaration as its type and its name.
pub fn declared(text: &str) -> (String, String) {
    let text = text.trim();
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + 1);
    (text[..start].trim().to_owned(), text[start..].to_owned())
}

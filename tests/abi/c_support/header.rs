//! The header that the build made, and the functions that it declares.

use std::fs;

/// The header that the build made.
pub const HEADER: &str = env!("POLYCTY_HEADER");

/// The text of the header that the build made.
pub fn text() -> String {
    fs::read_to_string(HEADER).expect("the build wrote the header")
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

/// All functions that the header declares, in its order.
pub fn prototypes(header: &str) -> Vec<Prototype> {
    let functions = header
        .split_once("// THE FUNCTIONS")
        .expect("the header has functions")
        .1;
    let mut found = Vec::new();
    let mut comment = String::new();
    let mut code = String::new();
    for line in functions.lines() {
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text.trim());
            comment.push('\n');
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

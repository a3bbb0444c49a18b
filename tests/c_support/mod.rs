//! What the tests of the C ABI share: the header, the libraries, the compilers.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The header that the build made.
pub const HEADER: &str = env!("POLYCTY_HEADER");

/// The root of the package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of the header that the build made.
pub fn header() -> String {
    fs::read_to_string(HEADER).expect("the build wrote the header")
}

/// The folder with the libraries: the tests lie beside them, since `cargo test`
/// alone puts them nowhere else.
pub fn libraries() -> PathBuf {
    let program = env::current_exe().expect("a test has a path");
    program.parent().expect("a file has a folder").to_path_buf()
}

/// An empty folder for what a test makes.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

/// Whether a program can be started.
pub fn present(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// What a program says, failing the test with its output if it fails.
pub fn succeed(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed with {}:\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    output
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
fn declared(text: &str) -> (String, String) {
    let text = text.trim();
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + 1);
    (text[..start].trim().to_owned(), text[start..].to_owned())
}

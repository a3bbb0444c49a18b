//! The code in the documentation prints the output in the documentation.
//!
//! A tour (such as `docs/tutorials/c.md`) shows code in blocks. A text block directly below a code
//! block contains its output, if it prints any. A block with a `main` is a program; all other blocks
//! are parts of one. `UPDATE_TOURS=1` renews the outputs. The blocks of
//! `docs/explanation/ownership.md`, `docs/how-to/set-limits.md` and `docs/how-to/edit-hcl.md` are
//! functions, which programs in `tests/tours` call.

use crate::c_support::{Linked, build, root, scratch, succeed};
use std::fmt::Write;
use std::process::Command;
use std::{env, fs};

/// A language.
struct Language {
    /// The name of its blocks, and the extension of its sources.
    name: &'static str,
    /// The text before the blocks that have no `main`: the includes of the first program and, in
    /// C, `must`, which ends the program if a call failed.
    head: &'static str,
    /// The beginning of a `main` that runs the step of its argument.
    main: &'static str,
    /// The parameters of a function without parameters.
    none: &'static str,
}

const C: Language = Language {
    name: "c",
    head: "#include <polycty.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
           static inline void must(pcty_status status) {\n    if (status != PCTY_OK) abort();\n}\n",
    main: "int main(int count, char **arguments) {\n    int step = count == 2 ? atoi(arguments[1]) : -1;\n",
    none: "void",
};

const CPP: Language = Language {
    name: "cpp",
    head: "#include <polycty.hpp>\n#include <iostream>\n#include <map>\n\
           #include <string>\n#include <vector>\nusing namespace polycty;\n",
    main: "#include <cstdlib>\nint main(int count, char **arguments) {\n    int step = count == 2 ? std::atoi(arguments[1]) : -1;\n",
    none: "",
};

/// The parts of a page: text, and the blocks of a language or of output.
fn parts<'a>(page: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("```") {
        let (before, block) = rest.split_at(start);
        let (fence, code) = block[3..].split_once('\n').expect("a fence ends its line");
        let end = code.find("```\n").expect("a block ends");
        let kind = match fence {
            "text" => "text",
            fence if fence == language => language,
            _ => "",
        };
        if kind.is_empty() {
            let all = start + 3 + fence.len() + 1 + end + 4;
            parts.push(("", &rest[..all]));
        } else {
            parts.push(("", before));
            parts.push((if kind == "text" { "text" } else { "code" }, &code[..end]));
        }
        rest = &code[end + 4..];
    }
    parts.push(("", rest));
    parts
}

/// The outputs of the blocks, in order.
fn printed(name: &str, language: &Language, blocks: &[&str]) -> Vec<String> {
    let folder = scratch(&format!("tour-{name}"));
    let compiled = |name: &str, source: &str| {
        let path = folder.join(format!("tour-{name}.{}", language.name));
        fs::write(&path, source).expect("the folder is writable");
        build(&path, Linked::Shared)
    };
    let mut steps = language.head.to_owned();
    let mut calls = language.main.to_owned();
    for (at, block) in blocks.iter().enumerate() {
        if !block.contains("int main(") {
            let _ = write!(
                steps,
                "static void step_{at}({}) {{\n{block}}}\n",
                language.none
            );
            let _ = writeln!(calls, "    if (step == {at}) step_{at}();");
        }
    }
    let steps = compiled(
        &format!("{name}-steps"),
        &(steps + &calls + "    return 0;\n}\n"),
    );
    blocks
        .iter()
        .enumerate()
        .map(|(at, block)| {
            let mut command = if block.contains("int main(") {
                Command::new(compiled(&format!("{name}-{at}"), block))
            } else {
                Command::new(&steps)
            };
            let output = succeed(command.arg(at.to_string()));
            assert!(output.stderr.is_empty(), "{name}: block {at} complains");
            String::from_utf8(output.stdout).expect("it prints text")
        })
        .collect()
}

/// The last part of a page's name.
fn stem(page: &str) -> &str {
    page.rsplit('/').next().unwrap_or(page)
}

/// The page with the current outputs below the blocks.
fn with_what_is_printed(name: &str, language: &Language, least: usize, page: &str) -> String {
    let parts = parts(page, language.name);
    let blocks: Vec<&str> = parts
        .iter()
        .filter(|(kind, _)| *kind == "code")
        .map(|(_, text)| *text)
        .collect();
    assert!(blocks.len() >= least, "{name} shows too little");
    let mut outputs = printed(stem(name), language, &blocks).into_iter();
    let mut out = String::new();
    let mut parts = parts.into_iter();
    while let Some((kind, text)) = parts.next() {
        match kind {
            "" => out.push_str(text),
            "text" => {
                let _ = write!(out, "```text\n{text}```\n");
            }
            _ => {
                let _ = write!(out, "```{}\n{text}```\n", language.name);
                let output = outputs.next().expect("each block was run");
                if !output.is_empty() {
                    let _ = write!(out, "\n```text\n{output}```\n");
                }
                // The output on the page.
                let mut ahead = parts.clone();
                if ahead.next() == Some(("", "\n"))
                    && ahead.next().is_some_and(|(kind, _)| kind == "text")
                {
                    parts = ahead;
                }
            }
        }
    }
    out
}

fn tour(name: &str, language: &Language, least: usize) {
    let path = root().join("docs").join(format!("{name}.md"));
    let page = fs::read_to_string(&path).expect("the page is there");
    let right = with_what_is_printed(name, language, least, &page);
    if env::var_os("UPDATE_TOURS").is_some() {
        fs::write(&path, right).expect("the page can be written");
        return;
    }
    for (line, (stands, right)) in page.lines().zip(right.lines()).enumerate() {
        assert_eq!(stands, right, "docs/{name}.md, line {}", line + 1);
    }
    assert_eq!(page.len(), right.len(), "docs/{name}.md ends otherwise");
}

#[test]
fn the_tour_of_c_prints_what_it_shows() {
    tour("tutorials/c", &C, 6);
}

#[test]
fn the_tour_of_cpp_prints_what_it_shows() {
    tour("tutorials/cpp", &CPP, 6);
}

#[test]
fn the_tour_of_puppet_prints_what_it_shows() {
    tour("how-to/run-puppet", &C, 6);
    tour("how-to/check-hiera-data", &C, 1);
}

#[test]
fn the_tour_of_terraform_prints_what_it_shows() {
    tour("how-to/validate-tfvars", &CPP, 6);
    tour("how-to/check-terraform-project", &CPP, 4);
}

#[test]
fn the_tour_of_schemas_prints_what_it_shows() {
    tour("how-to/export-json-schema", &C, 6);
    tour("how-to/export-json-schema", &CPP, 2);
}

#[test]
fn the_page_of_editors_prints_what_it_shows() {
    tour("how-to/editor", &C, 1);
    tour("how-to/editor", &CPP, 1);
}

/// A program in `tests/tours` calls each function that a page shows, and checks the behavior that
/// the page describes.
fn examples(page_name: &str, languages: &[Language]) {
    let page = format!("docs/{page_name}.md");
    let page_name = stem(page_name);
    let page = fs::read_to_string(root().join(page)).expect("the page is there");
    let folder = scratch(&format!("tour-{page_name}"));
    for language in languages {
        let mut source = "#include <stdlib.h>\n#include <string.h>\n".to_owned() + language.head;
        for (_, block) in parts(&page, language.name)
            .iter()
            .filter(|(kind, _)| *kind == "code")
        {
            source.push_str(block);
        }
        let caller = format!("tests/tours/{page_name}.{}", language.name);
        source.push_str(&fs::read_to_string(root().join(&caller)).expect("it has a caller"));
        let path = folder.join(format!("{page_name}-{0}.{0}", language.name));
        fs::write(&path, source).expect("the folder is writable");
        succeed(&mut Command::new(build(&path, Linked::Shared)));
    }
}

#[test]
fn the_examples_of_the_rules_do_what_they_say() {
    examples("explanation/ownership", &[C, CPP]);
}

#[test]
fn the_examples_of_budgets_do_what_they_say() {
    examples("how-to/set-limits", &[C]);
}

#[test]
fn the_examples_of_writing_do_what_they_say() {
    examples("how-to/edit-hcl", &[C, CPP]);
}

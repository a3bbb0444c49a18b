//! The page of functions agrees with the table of functions.
//!
//! The list in `docs/reference/functions.md` is generated from the table. `UPDATE_FUNCTIONS=1` writes it.

use polycty::calls::{Allow, ParameterRef};
use polycty::dialect::hcl::functions::{Standard, standard_functions};
use std::fmt::Write;
use std::path::Path;

const MARK: &str = "<!-- made of the table of functions -->\n";

fn section(standard: &Standard) -> String {
    let function = standard.function();
    let signature = function.signature();
    let ty = |parameter: ParameterRef<'_>| parameter.ty.friendly_name_for_constraint();
    let mut words: Vec<String> = signature
        .positional_parameters()
        .map(|parameter| format!("{}: {}", parameter.name, ty(parameter)))
        .collect();
    let variadic = signature.variadic_parameter();
    words.extend(variadic.map(|parameter| format!("{}...: {}", parameter.name, ty(parameter))));
    let result = match function.fixed_return_type() {
        Some(ty) => ty.friendly_name_for_constraint(),
        None => "a type that depends on the arguments".to_owned(),
    };
    let name = standard.name();
    let mut out = format!(
        "### {name}\n\n`{name}({})` returns {result}.\n",
        words.join(", ")
    );
    let _ = writeln!(out, "{}\n", signature.description());
    for parameter in signature.parameters() {
        let allows = [
            (Allow::NULL, "null"),
            (Allow::UNKNOWN, "unknown"),
            (Allow::MARKED, "marked"),
        ];
        let also: Vec<&str> = allows
            .iter()
            .filter(|(allow, _)| parameter.allows.contains(*allow))
            .map(|(_, word)| *word)
            .collect();
        let also = if also.is_empty() {
            String::new()
        } else {
            format!(" Also accepts {} values.", also.join(", "))
        };
        let _ = writeln!(
            out,
            "- `{}`: {}{also}",
            parameter.name, parameter.description
        );
    }
    out
}

#[test]
fn the_page_lists_every_function() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/functions.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (text, list) = page.split_once(MARK).expect("the page has its mark");
    let sections: Vec<String> = standard_functions()
        .iter()
        .map(|standard| section(standard))
        .collect();
    let made = format!("\n{}", sections.join("\n"));
    if std::env::var_os("UPDATE_FUNCTIONS").is_some() {
        std::fs::write(&path, format!("{text}{MARK}{made}")).expect("the page can be written");
    } else {
        assert!(
            list == made,
            "run UPDATE_FUNCTIONS=1 cargo test --test abi functions_page"
        );
    }
}

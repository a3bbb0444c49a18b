//! Conversion of documents to a type, with every error and its path.
//!
//! `cargo run --example type_conversion`
//!
//! Features: `hcl`.

use polycty::calls::Budget;
use polycty::codec::json;
use polycty::dialect::hcl::{self, Hcl, TypeNotation};
use polycty::dialect::{ConversionKind, Dialect};
use polycty::source::Error;
use polycty::values::Value;
use std::fmt::Write;

const TYPE: &str = "list(object({ name = string, port = optional(number, 8080) }))";

const DOCUMENTS: [&str; 3] = [
    r#"[{"name": "db", "port": "5432"}, {"name": "web"}]"#,
    r#"[{"name": "db", "port": "high"}, {"port": 80}]"#,
    r#"[{"name": "db",}]"#,
];

/// Decodes a document to a value of the type that its JSON implies.
fn decode(document: &str) -> Result<Value, Error> {
    let document = document.as_bytes();
    json::decode(document, &json::implied_type(document)?)
}

/// Returns the text that the example prints.
pub fn run() -> Result<String, Error> {
    let budget = Budget::standard();
    let wanted = hcl::parse_type_expression(TYPE, TypeNotation::Defaults)?;
    let mut out = String::new();
    for document in DOCUMENTS {
        let mut value = match decode(document) {
            Ok(value) => value,
            Err(error) => {
                let _ = writeln!(out, "not JSON: {error}");
                continue;
            }
        };
        if let Some(defaults) = &wanted.defaults {
            value = defaults.apply(&value)?;
        }
        let errors = Hcl.check(&value, &wanted.ty, &budget)?;
        if errors.is_empty() {
            let value = Hcl.convert(&value, &wanted.ty, &budget)?;
            let _ = writeln!(out, "converted: {}", hcl::to_json(&value, value.ty())?);
        }
        for error in errors {
            let _ = writeln!(out, "error at {}: {}", error.path(), error.message());
        }
    }
    // Whether every value converts is known before there is one.
    let texts = Hcl.parse_type("list(string)", &budget)?;
    let numbers = Hcl.parse_type("list(number)", &budget)?;
    for (source, target) in [(&numbers, &texts), (&texts, &numbers)] {
        let always = matches!(
            Hcl.conversion(source, target, &budget)?,
            ConversionKind::Safe
        );
        let [source, target] = [source, target].map(|ty| Hcl.format_type(ty, &budget));
        let words = if always {
            "always converts"
        } else {
            "may fail to convert"
        };
        let _ = writeln!(out, "{} {words} to {}", source?, target?);
    }
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}

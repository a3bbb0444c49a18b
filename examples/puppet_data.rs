//! Data, as from Hiera, checked against the parameters of a Puppet class.
//!
//! `cargo run --example puppet_data`
//!
//! Features: `puppet`.

use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Environment, Prepared, Strict, class_parameters, format_value, read_json,
};
use polycty::source::{Error, Source};
use std::fmt::Write;

const MANIFEST: &str = "
type Port = Integer[1, 65535]

class web(
  String[1]             $host,
  Port                  $port  = 8080,
  Array[String]         $admin = [],
  Enum['http', 'https'] $scheme = 'http',
  String                $url   = \"${scheme}://${host}:${port}/\",
) {}
";

const DOCUMENTS: [&str; 2] = [
    r#"{"web::host": "example.com", "web::scheme": "https", "other::key": 1}"#,
    r#"{"web::host": "", "web::port": 70000, "web::admins": ["root"]}"#,
];

/// Returns the text that the example prints.
pub fn run() -> Result<String, Error> {
    let budget = Budget::standard();
    let program = Prepared::manifest(Source::new("web.pp", MANIFEST), Strict::Error, &budget)?;
    let environment = Environment::new();
    let mut out = String::new();
    for document in DOCUMENTS {
        let data = read_json(document)?;
        match class_parameters(&program, "web", &data, &environment, &budget) {
            Ok(parameters) => {
                let _ = writeln!(out, "{}", format_value(&parameters));
            }
            Err(error) => {
                let _ = writeln!(out, "{}", error.render_text());
            }
        }
    }
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}

//! A configuration in HCL, decoded by a specification; errors are shown with their lines.
//!
//! `cargo run --example hcl_config`
//!
//! Features: `hcl`.

use polycty::dialect::hcl::body::{Body, parse_config};
use polycty::dialect::hcl::decode::{SpecDocument, read_spec};
use polycty::dialect::hcl::{self, Scope, functions};
use polycty::source::{Code, Diagnostic, Error};
use polycty::values::Value;

/// The attributes and blocks that a configuration has, as HCL's `hcldec` writes them.
const SPECIFICATION: &str = r#"
object {
  attr "region" {
    type     = string
    required = true
  }
  block_map "services" {
    block_type = "service"
    labels     = ["name"]
    object {
      attr "host" {
        type     = string
        required = true
      }
      attr "ports" {
        type = list(number)
      }
    }
  }
}
"#;

const CONFIGURATION: &str = r#"
region = upper(region)

service "web" {
  host  = "web.${domain}"
  ports = [80, "443"]
}
"#;

const BROKEN: &str = r#"
region = upper(region)

service "web" {
  host  = "web.${domian}"
  ports = "all"
}
"#;

fn failing(diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(Error::from_diagnostics(Code::Diagnostics, diagnostics))
    }
}

fn parse(name: &str, text: &str) -> Result<Body, Error> {
    let parsed = parse_config(text.as_bytes(), name);
    failing(parsed.diagnostics)?;
    Ok(parsed.body)
}

fn decode(name: &str, text: &str, document: &SpecDocument, scope: &Scope) -> Result<Value, Error> {
    let body = parse(name, text)?;
    let decoded = document.spec.decode(&body, Some(scope));
    failing(decoded.diagnostics)?;
    Ok(decoded.value)
}

/// Returns the text that the example prints.
pub fn run() -> Result<String, Error> {
    let mut document = read_spec(&parse("specification.hcl", SPECIFICATION)?);
    failing(std::mem::take(&mut document.diagnostics))?;
    let mut scope = Scope::new();
    for function in functions::standard_functions() {
        scope.set_function(function.name(), function.function().clone())?;
    }
    scope.set_variable("region", Value::string("eu-central-1"))?;
    scope.set_variable("domain", Value::string("example.com"))?;

    let value = decode("main.hcl", CONFIGURATION, &document, &scope)?;
    let json = hcl::to_json(&value, value.ty())?;
    let error = decode("broken.hcl", BROKEN, &document, &scope).unwrap_err();
    Ok(format!("{json}\n\n{}\n", error.render_text()))
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}

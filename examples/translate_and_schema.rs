//! A Puppet type in the other languages and as JSON Schema, with the losses.
//!
//! `cargo run --example translate_and_schema`
//!
//! Features: `translate`, `schema`.

use polycty::calls::Budget;
use polycty::dialect::{DialectId, dialect};
use polycty::schema::{Details, Heading, Layout, Question, export};
use polycty::source::Error;
use polycty::translate::translate;
use std::fmt::Write;

const TYPE: &str = "Struct[{host => String[1], Optional[port] => Integer[1, 65535]}]";

/// Returns the text that the example prints.
pub fn run() -> Result<String, Error> {
    let budget = Budget::standard();
    let ty = dialect(DialectId::Puppet).parse_type(TYPE, &budget)?;
    let mut out = String::new();
    for target in [DialectId::Hcl, DialectId::Pcl, DialectId::Mcl] {
        let found = translate(&ty, DialectId::Puppet, target)?;
        let text = dialect(target).format_type(&found.ty, &budget)?;
        let _ = writeln!(out, "{}: {text} ({:?})", target.name(), found.fit);
        for note in &found.notes {
            let _ = writeln!(out, "  {note}");
        }
    }
    let exported = export(
        &ty,
        DialectId::Puppet,
        Question::IsValue,
        &Details::default(),
        &budget,
    )?;
    let document = exported.schema.to_document(Heading::None, &budget)?;
    let _ = writeln!(out, "JSON Schema: {}", document.to_text(Layout::Compact));
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}

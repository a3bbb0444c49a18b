//! Texts that nest too deep have no edits that format them, and diagnostics that state the reason.

#[allow(dead_code, reason = "the tests of the languages use the rest")]
mod memory;

use memory::fixture;
use polycty_services::Options;

#[test]
fn a_text_that_nests_too_deep_has_diagnostics_and_no_edits() {
    let deep = |start: &str| format!("{start}{}{}\n", "[".repeat(5_000), "]".repeat(5_000));
    for (path, text) in [
        ("/w/a.pp", deep("$a  = ")),
        ("/w/a.epp", format!("<% {} %>", deep("$a  = "))),
        ("/w/a.pcl", deep("a  = ")),
        ("/w/a.tf", format!("locals {{\n{}}}\n", deep("a  = "))),
        ("/w/a.tfvars", deep("a  = ")),
        ("/w/a.hcl", deep("a  = ")),
        ("/w/a.mcl", deep("$a  = ")),
    ] {
        let fixture = fixture(path, &text, &[], &Options::default());
        assert!(!fixture.diagnostics().is_empty(), "{path}");
        let edits = fixture.ask(|language, context, _| {
            language.symbols(context)?;
            language.folds(context)?;
            language.format(context, context.document.span())
        });
        assert_eq!(edits, [], "{path}");
    }
}

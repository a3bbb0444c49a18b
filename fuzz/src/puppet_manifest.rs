//! Puppet's manifests and templates: reading, validating, outlining and formatting never panic, positions are
//! within the text, and an expression of a manifest has the same tree in parentheses.
use crate::budget;
use polycty::dialect::puppet::outline::Outline;
use polycty::dialect::puppet::syntax::{Notation, format, parse_program, validate};
use polycty::dialect::puppet::{Mode, Strict};
use polycty::source::Source;

/// Runs one input.
pub fn run(text: &str) {
    // Formatting a second time changes nothing.
    if let Ok(once) = format(text.as_bytes(), "", None, &budget())
        && let Ok(again) = format(once.as_bytes(), "", None, &budget())
    {
        assert_eq!(again, once);
    }
    for notation in [Notation::Manifest, Notation::Template] {
        let program = match parse_program(Source::new("", text), notation, &budget()) {
            Ok(program) => program,
            Err(error) => {
                assert!(error.offset().is_none_or(|at| text.is_char_boundary(at)));
                continue;
            }
        };
        let diagnostics = validate(&program, Strict::Error, Mode::Current);
        for diagnostic in &diagnostics.0 {
            let at = diagnostic.at.map_or(0, |at| at.start as usize);
            assert!(at <= text.len() + 1, "{diagnostic:?}");
        }
        let outline = Outline::of(&program);
        for call in &outline.calls {
            assert!((call.at as usize) < text.len());
        }
        let json = outline
            .to_json(&program, &diagnostics.0, &budget())
            .expect(crate::SMALL);
        assert!(json.starts_with('{') && json.ends_with('}'));
        // Parentheses do not change their content, unless a comment ends after them.
        if notation == Notation::Manifest
            && program.body().len() == 1
            && diagnostics.summary().is_none()
            && !text.contains(['#', '@'])
        {
            let variables = outline.variables.len();
            let wrapped = format!("({text})");
            let source = Source::new("", wrapped);
            if let Ok(again) = parse_program(source, notation, &budget()) {
                assert_eq!(Outline::of(&again).variables.len(), variables);
            }
        }
    }
}

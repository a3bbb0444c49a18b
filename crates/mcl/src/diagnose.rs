//! Conversion of errors of programs to diagnostics.
//!
//! mgmt's rows and columns are converted to byte offsets here, once. From then on, these
//! diagnostics are handled as those of all other languages.

use crate::area::Area;
use crate::compile_error::CompileError;
use crate::syntax::end_of;
use polycty_core::source::{
    Columns, Error, Position, Related, Reporter, Source, SourceError, SourceText, Span,
};

impl From<CompileError> for Error {
    fn from(failure: CompileError) -> Error {
        let code = failure.code;
        let stage = failure.stage.class();
        let Some(location) = failure.places.first() else {
            return Error::new(code, failure.message).with_stage(stage);
        };
        let imported: Vec<String> = (failure.places[1..].iter())
            .map(|location| format!("imported at {location}"))
            .collect();
        let text = SourceText::new(location.source.clone(), Vec::new());
        let subject = span(location.area, &location.source);
        let error = SourceError::syntax(failure.message, imported.join("; "), subject);
        let mut diagnostic = (error.with_code(code).reported_by(Reporter::Mcl))
            .diagnose(&text)
            .with_name(failure.stage.name());
        if let Some(cause) = &failure.cause {
            diagnostic = diagnostic.caused_by(cause);
        }
        for importer in &failure.places[1..] {
            let text = SourceText::new(importer.source.clone(), Vec::new());
            diagnostic = diagnostic.with_related(Related {
                message: "imported here".to_owned(),
                range: text.range(span(importer.area, &importer.source)),
                source: Some(importer.source.clone()),
            });
        }
        let offset = text.position(subject.start).byte;
        Error::from_diagnostics(code, vec![diagnostic])
            .with_offset(offset)
            .with_source(location.source.clone())
            .with_stage(stage)
    }
}

impl From<Box<CompileError>> for Error {
    fn from(failure: Box<CompileError>) -> Error {
        Error::from(*failure)
    }
}

/// Returns the byte range of an area in a text.
fn span(area: Area, source: &Source) -> Span {
    let start = Position::START;
    let whole = Source {
        start,
        ..source.clone()
    };
    let lines = SourceText::new(whole, Vec::new()).counting(Columns::Characters);
    let start = lines.byte_at(area.row, area.col);
    let end = end_of(area, &source.text, start)
        .unwrap_or_else(|| lines.byte_at(area.end_row, area.end_col));
    Span::new(start, end.max(start))
}

#[cfg(test)]
#[expect(clippy::string_slice, reason = "a wrong offset fails the test")]
mod tests {
    use super::*;
    use crate::compile_error::{Location, Stage};
    use polycty_core::source::Code;

    #[test]
    fn areas_are_converted_to_ranges() {
        let text = "$x = \"e\u{301}\u{301}\u{301}\" + $y\n$z = f(\"\n\u{e9}\", 1)\n";
        let shown = |row, col, end_row, end_col| {
            let area = Area {
                row,
                col,
                end_row,
                end_col,
            };
            let location = Location::new(&Source::new("m.mcl", text), area);
            let failure = CompileError::new(Stage::SetScope, Code::NotFound, "none").at(&location);
            let error = Error::from(failure);
            let subject = error.diagnostics()[0].subject.unwrap();
            assert_eq!(error.offset(), Some(subject.start.byte));
            assert_eq!(error.to_string(), format!("m.mcl:{subject}: none"));
            let found = &text[subject.start.byte..subject.end.byte];
            (subject.to_string(), found)
        };
        // The end column of a string counts its bytes.
        let string = ("1,6-9".to_owned(), "\"e\u{301}\u{301}\u{301}\"");
        assert_eq!(shown(1, 6, 1, 15), string);
        assert_eq!(shown(1, 15, 1, 17), ("1,12-14".to_owned(), "$y"));
        let lines = ("2,8-3,3".to_owned(), "\"\n\u{e9}\"");
        assert_eq!(shown(2, 8, 3, 4), lines);
        // No token ends at these columns.
        assert_eq!(shown(1, 3, 1, 4), ("1,3-4".to_owned(), " "));
        assert_eq!(shown(1, 3, 1, 99), ("1,3-14".to_owned(), &text[2..19]));
        assert_eq!(shown(9, 9, 9, 10), ("4,1-1".to_owned(), ""));
    }
}

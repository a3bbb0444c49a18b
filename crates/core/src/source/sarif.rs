//! Errors as SARIF 2.1.0, the exchange format of static analysis.
//!
//! SARIF counts columns in Unicode code points here (`columnKind`). Columns of grapheme clusters
//! are converted if the source text is known, also for a source that may contain secrets. Such a
//! source is never quoted.

use super::{Columns, Diagnostic, Error, Path, Position, Range, Severity, Source, SourceText};
use crate::text::json::{self, Escaping};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

impl Error {
    /// Renders one SARIF log with one run. The run has a result for each diagnostic, or one for the
    /// error itself if it has no diagnostics.
    #[must_use]
    pub fn render_sarif(&self) -> String {
        let mut rules = BTreeSet::new();
        let mut texts = Texts::default();
        let mut results = String::new();
        for diagnostic in self.diagnostics() {
            let id = diagnostic.id();
            let target = ResultSubject {
                source: diagnostic.source.as_ref().or(self.source()),
                path: match diagnostic.path() {
                    path if path.is_empty() => self.path(),
                    path => path,
                },
            };
            result(&mut results, &id, diagnostic, &target, &mut texts);
            rules.insert(id);
        }
        if self.diagnostics().is_empty() {
            let diagnostic = Diagnostic::error(self.to_string(), "").with_code(self.code());
            let id = diagnostic.id();
            let target = ResultSubject {
                source: None,
                path: self.path(),
            };
            result(&mut results, &id, &diagnostic, &target, &mut texts);
            rules.insert(id);
        }
        log(&rules, &results)
    }

    /// Renders a SARIF log without results: the output of a check that found nothing.
    #[must_use]
    pub fn empty_sarif() -> String {
        log(&BTreeSet::new(), "")
    }
}

/// A log with the identifiers of its rules and its rendered results.
fn log(rules: &BTreeSet<String>, results: &str) -> String {
    let mut out = String::from(concat!(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",",
        "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"polycty\",\"version\":\"",
        env!("CARGO_PKG_VERSION"),
        "\",\"rules\":["
    ));
    for (at, id) in rules.iter().enumerate() {
        separate(&mut out, at);
        out.push_str("{\"id\":");
        string(&mut out, id);
        out.push('}');
    }
    out.push_str("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    out.push_str(results);
    out.push_str("]}]}");
    out
}

fn separate(out: &mut String, at: usize) {
    if at > 0 {
        out.push(',');
    }
}

fn string(out: &mut String, text: &str) {
    json::write_string(text.as_bytes(), Escaping::Needed, out);
}

/// The text and the part of a value that a result is about.
struct ResultSubject<'a> {
    source: Option<&'a Source>,
    path: &'a Path,
}

/// The source texts of a log; the lines of each are counted once.
#[derive(Default)]
struct Texts(HashMap<(*const u8, usize), SourceText>);

fn result(
    out: &mut String,
    id: &str,
    diagnostic: &Diagnostic,
    target: &ResultSubject<'_>,
    texts: &mut Texts,
) {
    let before = out.len();
    separate(out, before);
    out.push_str("{\"ruleId\":");
    string(out, id);
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let _ = write!(out, ",\"level\":\"{level}\",\"message\":{{\"text\":");
    string(out, &diagnostic.message());
    out.push('}');
    let (source, has_path) = (target.source, !target.path.is_empty());
    if source.is_some() && diagnostic.subject.is_some() || has_path {
        out.push_str(",\"locations\":[{");
        if let (Some(source), Some(subject)) = (source, diagnostic.subject) {
            physical(out, source, subject, diagnostic.context, texts);
        }
        if has_path {
            if !out.ends_with('{') {
                out.push(',');
            }
            out.push_str("\"logicalLocations\":[{\"fullyQualifiedName\":");
            string(out, &target.path.to_string());
            out.push_str(",\"kind\":\"member\"}]");
        }
        out.push_str("}]");
    }
    for (at, related) in diagnostic.related().iter().enumerate() {
        out.push_str(if at == 0 {
            ",\"relatedLocations\":["
        } else {
            ","
        });
        out.push('{');
        if let Some(source) = related.source.as_ref().or(source) {
            physical(out, source, related.range, None, texts);
            out.push(',');
        }
        out.push_str("\"message\":{\"text\":");
        string(out, &related.message);
        out.push_str("}}");
        if at + 1 == diagnostic.related().len() {
            out.push(']');
        }
    }
    if let Some(source) = source {
        for (at, edit) in diagnostic.edits().enumerate() {
            out.push_str(if at == 0 { ",\"fixes\":[" } else { "," });
            fix(out, source, edit, texts);
        }
        if diagnostic.edits().next().is_some() {
            out.push(']');
        }
    }
    out.push('}');
}

fn fix(out: &mut String, source: &Source, (range, text): (Range, &str), texts: &mut Texts) {
    out.push_str("{\"artifactChanges\":[{\"artifactLocation\":");
    artifact(out, source);
    out.push_str(",\"replacements\":[{\"deletedRegion\":");
    region(out, source, range, texts);
    out.push_str(",\"insertedContent\":{\"text\":");
    string(out, text);
    out.push_str("}}]}]}");
}

fn physical(
    out: &mut String,
    source: &Source,
    subject: Range,
    context: Option<Range>,
    texts: &mut Texts,
) {
    out.push_str("\"physicalLocation\":{\"artifactLocation\":");
    artifact(out, source);
    out.push_str(",\"region\":");
    region(out, source, subject, texts);
    if let Some(context) = context {
        out.push_str(",\"contextRegion\":");
        region(out, source, context, texts);
    }
    out.push('}');
}

/// The location of a source: its name as a URI reference.
fn artifact(out: &mut String, source: &Source) {
    let name = match &*source.name {
        "" => Source::UNNAMED,
        name => name,
    };
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' => uri.push('/'),
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    out.push_str("{\"uri\":");
    string(out, &uri);
    out.push('}');
}

fn region(out: &mut String, source: &Source, range: Range, texts: &mut Texts) {
    let start = texts.column(source, range.start);
    let end = texts.column(source, range.end);
    let _ = write!(
        out,
        "{{\"startLine\":{},\"startColumn\":{start},\"endLine\":{},\"endColumn\":{end}}}",
        range.start.line, range.end.line
    );
}

impl Texts {
    /// The column of a position in code points, or its own column if the position is not in the
    /// text.
    fn column(&mut self, source: &Source, at: Position) -> u32 {
        let byte = at.byte.checked_sub(source.start.byte);
        let Some(byte) = byte.and_then(|byte| u32::try_from(byte).ok()) else {
            return at.column;
        };
        let key = (source.text.as_ptr(), source.text.len());
        let text = self.0.entry(key).or_insert_with(|| {
            SourceText::new(source.clone(), Vec::new()).counting(Columns::Characters)
        });
        let found = text.position(byte);
        if found.line == at.line {
            found.column
        } else {
            at.column
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Code, PathStep, Related, Reporter};
    use super::*;

    fn range(text: &str, from: usize, to: usize) -> Range {
        let at = |byte: usize| Position {
            line: 1 + u32::try_from(text.get(..byte).unwrap().matches('\n').count()).unwrap(),
            column: 1,
            byte,
        };
        Range {
            start: at(from),
            end: at(to),
        }
    }

    #[test]
    fn a_result_has_a_rule_a_location_and_a_fix() {
        let text = "a = 1\n\u{1f44d}\u{1f3fd}b = aple\n";
        let from = text.find("aple").unwrap();
        let mut diagnostic = Diagnostic::error("Unknown variable", "No \"aple\".")
            .reported_by(Reporter::Hcl)
            .with_subject(range(text, from, from + 4))
            .with_related(Related {
                message: "declared here".into(),
                range: range(text, 0, 1),
                source: None,
            });
        diagnostic.suggestion = Some("apple".into());
        diagnostic.source = Some(Source::new("my dir/a.hcl", text));
        let error = Error::from_diagnostics(Code::Diagnostics, vec![diagnostic]);
        let sarif = error.render_sarif();
        // Two code points before the name are one grapheme cluster.
        let region = "{\"startLine\":2,\"startColumn\":7,\"endLine\":2,\"endColumn\":11}";
        for part in [
            "\"rules\":[{\"id\":\"hcl.unknown-variable\"}]",
            "\"results\":[{\"ruleId\":\"hcl.unknown-variable\",\"level\":\"error\"",
            "\"message\":{\"text\":\"Unknown variable; No \\\"aple\\\".\"}",
            "\"uri\":\"my%20dir/a.hcl\"",
            &format!("\"region\":{region}"),
            "\"relatedLocations\":[{\"physicalLocation\"",
            &format!("\"deletedRegion\":{region},\"insertedContent\":{{\"text\":\"apple\"}}"),
        ] {
            assert!(sarif.contains(part), "{part} is not in {sarif}");
        }
    }

    #[test]
    fn an_error_about_a_value_has_a_path() {
        let error = Error::new(Code::Conversion, "a number is required")
            .in_step(PathStep::Attr("port".into()));
        let sarif = error.render_sarif();
        assert!(sarif.contains("\"ruleId\":\"core.conversion\""), "{sarif}");
        assert!(
            sarif.contains("{\"fullyQualifiedName\":\".port\""),
            "{sarif}"
        );
        assert!(!sarif.contains("physicalLocation"), "{sarif}");
    }
}

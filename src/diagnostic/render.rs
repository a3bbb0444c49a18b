//! How does an error read, as text and as JSON?

use super::{Diagnostic, Error, Key, PathStep, Range, Source};
use std::fmt::Write;

impl Error {
    /// Several lines: the error, what was wanted and found, and each diagnostic
    /// with the line of the source that it is about.
    #[must_use]
    pub fn render_text(&self) -> String {
        let mut out = self.to_string();
        if let Some(index) = self.argument() {
            let _ = write!(out, "\n  argument: {index}");
        }
        if let Some(offset) = self.offset().filter(|_| !self.diagnostics().is_empty()) {
            let _ = write!(out, "\n  at byte: {offset}");
        }
        for diagnostic in self.diagnostics() {
            out.push('\n');
            render_diagnostic(&mut out, diagnostic, self.source());
        }
        out
    }

    /// One JSON object with the code, the message, the path as a list of steps,
    /// and whatever else is known.
    #[must_use]
    pub fn render_json(&self) -> String {
        let mut out = String::from("{\"code\":");
        write_json_string(&mut out, self.code().name());
        out.push_str(",\"message\":");
        write_json_string(&mut out, self.message());
        out.push_str(",\"path\":[");
        for (at, step) in self.path().steps().enumerate() {
            if at > 0 {
                out.push(',');
            }
            match step {
                PathStep::Attr(name) => {
                    out.push_str("{\"attr\":");
                    write_json_string(&mut out, name);
                }
                PathStep::Index(Key::Number(number)) if number.to_i64().is_some() => {
                    let _ = write!(out, "{{\"index\":{number}");
                }
                PathStep::Index(Key::String(key)) => {
                    out.push_str("{\"index\":");
                    write_json_string(&mut out, key);
                }
                PathStep::Index(key) => {
                    out.push_str("{\"index\":");
                    write_json_string(&mut out, &key.to_string());
                }
            }
            out.push('}');
        }
        out.push(']');
        if let Some(index) = self.argument() {
            let _ = write!(out, ",\"argument\":{index}");
        }
        if let Some(offset) = self.offset() {
            let _ = write!(out, ",\"offset\":{offset}");
        }
        if !self.diagnostics().is_empty() {
            out.push_str(",\"diagnostics\":[");
            for (at, diagnostic) in self.diagnostics().iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                render_diagnostic_json(&mut out, diagnostic);
            }
            out.push(']');
        }
        out.push('}');
        out
    }
}

fn render_diagnostic(out: &mut String, diagnostic: &Diagnostic, source: Option<&Source>) {
    let source = diagnostic.source.as_ref().or(source);
    let _ = write!(
        out,
        "{}: {}",
        diagnostic.severity.name(),
        diagnostic.summary
    );
    if let Some(range) = diagnostic.subject {
        let name = source.map_or("input", |source| &source.name);
        let _ = write!(
            out,
            "\n  on {name} line {}, column {}",
            range.start.line, range.start.column
        );
        let line = source
            .and_then(|source| source.text.lines().nth(range.start.line as usize - 1))
            .filter(|line| line.len() <= MAX_SNIPPET);
        if let Some(line) = line {
            let _ = write!(out, ":\n  {:>5} | {line}", range.start.line);
            let width = if range.end.line == range.start.line {
                range.end.column.saturating_sub(range.start.column).max(1)
            } else {
                1
            };
            let _ = write!(
                out,
                "\n        | {:>pad$}{}",
                "",
                "^".repeat(width as usize),
                pad = range.start.column as usize - 1
            );
        }
    }
    if !diagnostic.detail.is_empty() {
        let _ = write!(out, "\n  {}", diagnostic.detail);
    }
}

/// A source line of more bytes than this is not shown.
const MAX_SNIPPET: usize = 400;

fn render_diagnostic_json(out: &mut String, diagnostic: &Diagnostic) {
    let _ = write!(out, "{{\"severity\":\"{}\",", diagnostic.severity.name());
    out.push_str("\"summary\":");
    write_json_string(out, &diagnostic.summary);
    out.push_str(",\"detail\":");
    write_json_string(out, &diagnostic.detail);
    for (name, range) in [
        ("subject", diagnostic.subject),
        ("context", diagnostic.context),
    ] {
        let Some(Range { start, end }) = range else {
            continue;
        };
        let _ = write!(
            out,
            ",\"{name}\":{{\"start\":[{},{},{}],\"end\":[{},{},{}]}}",
            start.line, start.column, start.byte, end.line, end.column, end.byte
        );
    }
    if let Some(source) = &diagnostic.source {
        out.push_str(",\"file\":");
        write_json_string(out, &source.name);
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        out.push_str(",\"suggestion\":");
        write_json_string(out, suggestion);
    }
    out.push('}');
}

/// Writes a string as JSON, escaping only what JSON demands.
fn write_json_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

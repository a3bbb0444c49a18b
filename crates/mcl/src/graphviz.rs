//! Graphs in Graphviz notation.

use std::fmt::{self, Write};

/// Returns the text of a graph: its vertices, and its edges with their labels.
pub(crate) fn digraph<V: fmt::Display, E: fmt::Display>(
    vertices: impl Iterator<Item = V>,
    edges: impl Iterator<Item = (usize, usize, E)>,
) -> String {
    let mut out = "digraph {\n".to_owned();
    // Writing to a string cannot fail.
    for (at, vertex) in vertices.enumerate() {
        let _ = writeln!(out, "\tv{at} [label={}];", quoted(&vertex.to_string()));
    }
    for (from, to, label) in edges {
        let label = quoted(&label.to_string());
        let _ = match &*label {
            "\"\"" => writeln!(out, "\tv{from} -> v{to};"),
            label => writeln!(out, "\tv{from} -> v{to} [label={label}];"),
        };
    }
    out.push_str("}\n");
    out
}

/// Returns a quoted label.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}

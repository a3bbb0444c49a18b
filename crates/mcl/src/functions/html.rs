//! Escapes of special characters in HTML.

/// Appends a character, or the reference that Go's libraries write for it.
pub(super) fn push_html(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("&#34;"),
        '\'' => out.push_str("&#39;"),
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        c => out.push(c),
    }
}

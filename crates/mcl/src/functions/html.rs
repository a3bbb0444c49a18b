//! HTML: how are the characters written that mean something in it?

/// Appends a character, or the reference to it that Go's libraries write.
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

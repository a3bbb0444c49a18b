//! Paths of documents and URIs.
//!
//! The path of a document with a `file` URI is absolute and uses `/`. Any other document, such as
//! `untitled:Untitled-1`, has its URI as path; it is not a file.

use std::fmt::Write;

/// Returns the path of a URI.
pub fn to_path(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else {
        return uri.to_owned();
    };
    let path = match rest.split_once('/') {
        Some(("" | "localhost", path)) => format!("/{path}"),
        _ => return uri.to_owned(),
    };
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let Some(path) = path.get(..end).and_then(decoded) else {
        return uri.to_owned();
    };
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => {
            let rest = path.chars().skip(2);
            let drive = drive.to_ascii_lowercase() as char;
            std::iter::once(drive).chain(rest).collect()
        }
        _ => path,
    }
}

/// Returns the URI of a path.
pub fn of_path(path: &str) -> String {
    let bytes = path.as_bytes();
    let has_drive = matches!(bytes, [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    if !path.starts_with('/') && !has_drive {
        return path.to_owned();
    }
    let mut uri = String::from(if has_drive { "file:///" } else { "file://" });
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char);
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// Replaces `%` escapes; `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match (escaped, after) {
            (Some((high, low)), [_, _, after @ ..]) => {
                bytes.push(high * 16 + low);
                rest = after;
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_of_files_are_paths() {
        for (uri, path) in [
            ("file:///a/b%20c.tf", "/a/b c.tf"),
            ("file:///c%3A/x.pp", "c:/x.pp"),
            ("file:///%C3%A9.mcl", "/é.mcl"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            assert_eq!(to_path(uri), path);
            assert_eq!(of_path(path), uri);
        }
        assert_eq!(to_path("file://localhost/a"), "/a");
        assert_eq!(to_path("file://server/a"), "file://server/a");
        assert_eq!(to_path("file:///%zz%4"), "/%zz%4");
        assert_eq!(to_path("file:///%ff"), "file:///%ff");
    }
}

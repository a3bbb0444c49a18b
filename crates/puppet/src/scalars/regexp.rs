//! Validation of regular expressions.
//!
//! Only its brackets are looked at here: a class or a group that is not closed
//! is no expression in any flavour.

/// What is wrong with the brackets of an expression.
pub(crate) fn fault(source: &str) -> Option<&'static str> {
    let bytes = source.as_bytes();
    let mut groups = 0usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if at + 1 == bytes.len() => return Some("too short escape sequence"),
            b'\\' => at += 1,
            b'[' => match class_end(bytes, at) {
                Ok(end) => at = end,
                Err(what) => return Some(what),
            },
            b'(' => groups += 1,
            b')' if groups == 0 => return Some("unmatched close parenthesis"),
            b')' => groups -= 1,
            _ => {}
        }
        at += 1;
    }
    (groups > 0).then_some("end pattern with unmatched parenthesis")
}

/// Where the class that opens at a position closes; classes nest.
fn class_end(bytes: &[u8], open: usize) -> Result<usize, &'static str> {
    let mut depth = 0usize;
    let mut at = open;
    // A closing bracket that comes first stands for itself.
    let mut first = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => {
                at += 1;
                first = false;
            }
            // The first bracket opens a class, whatever follows.
            b'[' if depth > 0 && bytes.get(at + 1) == Some(&b':') => {
                first = false;
                if let Some(length) = bytes[at..].windows(2).position(|pair| pair == b":]") {
                    at += length + 1;
                } else {
                    depth += 1;
                }
            }
            b'[' => {
                depth += 1;
                first = true;
                if bytes.get(at + 1) == Some(&b'^') {
                    at += 1;
                }
            }
            b']' if first && bytes[at + 1..].contains(&b']') => first = false,
            b']' if first => return Err("empty char-class"),
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at);
                }
            }
            _ => first = false,
        }
        at += 1;
    }
    Err("premature end of char-class")
}

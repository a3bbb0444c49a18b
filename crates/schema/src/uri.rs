//! References: resolution against the address of a document.
//!
//! RFC 3986, section 5.2, for the references in schemas. Nothing is fetched, and two addresses are
//! equal if their texts are equal.

/// Resolves a reference against the address of its document. Returns the address without a
/// fragment, and the fragment.
pub(crate) fn resolve(base: &str, reference: &str) -> (String, String) {
    let (reference, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    (join(base, reference), decoded(fragment))
}

fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if has_scheme(reference) {
        return reference.to_owned();
    }
    let (scheme, rest) = if has_scheme(base) {
        base.split_at(base.find(':').map_or(0, |at| at + 1))
    } else {
        ("", base)
    };
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let (authority, path) = match rest.strip_prefix("//") {
        Some(after) => {
            let end = after.find(['/', '?']).unwrap_or(after.len());
            rest.split_at(end + 2)
        }
        None => ("", rest),
    };
    let path = path.split('?').next().unwrap_or_default();
    let (target, query) = match reference.find('?') {
        Some(at) => reference.split_at(at),
        None => (reference, ""),
    };
    let merged = match () {
        () if target.is_empty() => path.to_owned(),
        () if target.starts_with('/') => target.to_owned(),
        () => match path.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{target}"),
            None if authority.is_empty() => target.to_owned(),
            None => format!("/{target}"),
        },
    };
    format!("{scheme}{authority}{}{query}", without_dots(&merged))
}

fn has_scheme(text: &str) -> bool {
    text.find(':').is_some_and(|at| {
        let scheme = &text.as_bytes()[..at];
        scheme.first().is_some_and(u8::is_ascii_alphabetic)
            && (scheme.iter()).all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
    })
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut steps = path.split('/').peekable();
    while let Some(step) = steps.next() {
        let last = steps.peek().is_none();
        match step {
            "." => {
                if last {
                    kept.push("");
                }
            }
            ".." => {
                if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            step => kept.push(step),
        }
    }
    kept.join("/")
}

/// Decodes the percent escapes of a fragment.
fn decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| fragment.get(at + 1..at + 3))
            .flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

//! Messages of Go's `netip.ParsePrefix` for the texts that it refuses.
//!
//! The checks are in the order of Go, so that a text with several errors gets the message of the
//! first. Each check of an address returns the message and the rest of the text at which it failed.

use polycty_core::text::Quoted;

/// The error of an address: a message, and the rest of the text where the error has a position.
type Refused<'t> = (&'static str, &'t str);

/// The groups of an IPv6 address, each of two bytes.
const GROUPS: usize = 8;

/// Returns the message for a text that is not a prefix.
pub(super) fn prefix_error(text: &str) -> String {
    format!("netip.ParsePrefix({}): {}", Quoted(text), reason(text))
}

fn reason(text: &str) -> String {
    let Some((address, bits)) = text.rsplit_once('/') else {
        return "no '/'".to_owned();
    };
    if let Err((message, rest)) = check_address(address) {
        let position = match rest {
            "" => String::new(),
            rest => format!(" (at {})", Quoted(rest)),
        };
        return format!("ParseAddr({}): {message}{position}", Quoted(address));
    }
    if address.contains('%') {
        return "IPv6 zones cannot be present in a prefix".to_owned();
    }
    let digits = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
    // A longer number does not fit in Go's `int`.
    let is_integer =
        digits && (bits == "0" || !bits.starts_with('0')) && bits.parse::<i64>().is_ok();
    if is_integer {
        "prefix length out of range".to_owned()
    } else {
        format!("bad bits after slash: {}", Quoted(bits))
    }
}

fn check_address(text: &str) -> Result<(), Refused<'_>> {
    match text.bytes().find(|byte| b".:%".contains(byte)) {
        Some(b'.') => check_v4(text),
        Some(b':') => check_v6(text),
        Some(_) => Err(("missing IPv6 address", "")),
        None => Err(("unable to parse IP", "")),
    }
}

fn check_v4(text: &str) -> Result<(), Refused<'_>> {
    const WIDTH: usize = 4;
    let (mut fields, mut value, mut digits) = (1, 0, 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let rest = text.get(at..).unwrap_or_default();
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(("IPv4 field has octet with leading zero", ""));
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(("IPv4 field has value >255", ""));
                }
            }
            b'.' => {
                if digits == 0 || at + 1 == bytes.len() {
                    return Err(("IPv4 field must have at least one digit", rest));
                }
                if fields == WIDTH {
                    return Err(("IPv4 address too long", ""));
                }
                fields += 1;
                (value, digits) = (0, 0);
            }
            _ => return Err(("unexpected character", rest)),
        }
    }
    if fields < WIDTH {
        Err(("IPv4 address too short", ""))
    } else {
        Ok(())
    }
}

fn check_v6(text: &str) -> Result<(), Refused<'_>> {
    let mut rest = text;
    if let Some((before, zone)) = text.split_once('%') {
        if zone.is_empty() {
            return Err(("zone must be a non-empty string", ""));
        }
        rest = before;
    }
    let mut gap = false;
    if let Some(after) = rest.strip_prefix("::") {
        gap = true;
        rest = after;
        if rest.is_empty() {
            return Ok(());
        }
    }
    let mut groups = 0;
    while groups < GROUPS {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if digits > 4 {
            return Err(("each group must have 4 or less digits", rest));
        }
        if digits == 0 {
            return Err((
                "each colon-separated field must have at least one digit",
                rest,
            ));
        }
        let after = rest.get(digits..).unwrap_or_default();
        if after.starts_with('.') {
            if !gap && groups != GROUPS - 2 {
                return Err((
                    "embedded IPv4 address must replace the final 2 fields of the address",
                    rest,
                ));
            }
            if groups + 2 > GROUPS {
                return Err((
                    "too many hex fields to fit an embedded IPv4 at the end of the address",
                    rest,
                ));
            }
            check_v4(rest)?;
            groups += 2;
            rest = "";
            break;
        }
        groups += 1;
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(next) = rest.strip_prefix(':') else {
            return Err(("unexpected character, want colon", rest));
        };
        if next.is_empty() {
            return Err(("colon must be followed by more characters", rest));
        }
        rest = next;
        if let Some(next) = rest.strip_prefix(':') {
            if gap {
                return Err(("multiple :: in address", rest));
            }
            gap = true;
            rest = next;
            if rest.is_empty() {
                break;
            }
        }
    }
    match (rest.is_empty(), groups < GROUPS, gap) {
        (false, _, _) => Err(("trailing garbage after address", rest)),
        (true, true, false) => Err(("address string too short", "")),
        (true, false, true) => Err(("the :: must expand to at least one field of zeros", "")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected messages of Go 1.27.
    #[test]
    fn messages_are_those_of_go() {
        for (text, wanted) in [
            ("", r#"no '/'"#),
            ("/", r#"ParseAddr(""): unable to parse IP"#),
            ("1.2.3.4/", r#"bad bits after slash: """#),
            (
                "1.2.3.4/8/8",
                r#"ParseAddr("1.2.3.4/8"): unexpected character (at "/8")"#,
            ),
            ("1.2.3.4/08", r#"bad bits after slash: "08""#),
            ("1.2.3.4/00", r#"bad bits after slash: "00""#),
            ("1.2.3.4/33", r#"prefix length out of range"#),
            (
                "fe80::1%eth0/64",
                r#"IPv6 zones cannot be present in a prefix"#,
            ),
            (
                "fe80::1%/64",
                r#"ParseAddr("fe80::1%"): zone must be a non-empty string"#,
            ),
            (
                "0255.184.167.248./08",
                r#"ParseAddr("0255.184.167.248."): IPv4 field has octet with leading zero"#,
            ),
            (
                "0:0:0:3c1::0:4756:debd:6fad/77",
                r#"ParseAddr("0:0:0:3c1::0:4756:debd:6fad"): the :: must expand to at least one field of zeros"#,
            ),
            (
                "[::ffff:102:304:/75",
                r#"ParseAddr("[::ffff:102:304:"): each colon-separated field must have at least one digit (at "[::ffff:102:304:")"#,
            ),
            (
                "0:0:cee0:5495/8x",
                r#"ParseAddr("0:0:cee0:5495"): address string too short"#,
            ),
            (
                "1000.160.215.230/1e1",
                r#"ParseAddr("1000.160.215.230"): IPv4 field has value >255"#,
            ),
            (
                "::ffff:0:157.61.82.29.238/10",
                r#"ParseAddr("::ffff:0:157.61.82.29.238"): IPv4 address too long"#,
            ),
            (
                "ff42:0:1f7f::44a3::0/08",
                r#"ParseAddr("ff42:0:1f7f::44a3::0"): multiple :: in address (at ":0")"#,
            ),
            (
                "119.174.240/96",
                r#"ParseAddr("119.174.240"): IPv4 address too short"#,
            ),
            (
                "::ffff:/00",
                r#"ParseAddr("::ffff:"): colon must be followed by more characters (at ":")"#,
            ),
            (
                "251.81.33./ 8",
                r#"ParseAddr("251.81.33."): IPv4 field must have at least one digit (at ".")"#,
            ),
            (
                "0:1f88:2cf8:14.247.95.82/74",
                r#"ParseAddr("0:1f88:2cf8:14.247.95.82"): embedded IPv4 address must replace the final 2 fields of the address (at "14.247.95.82")"#,
            ),
            (
                "0:1a95/8/8",
                r#"ParseAddr("0:1a95/8"): unexpected character, want colon (at "/8")"#,
            ),
            (
                "::0:0:0:0:0:ffff:102:304./1",
                r#"ParseAddr("::0:0:0:0:0:ffff:102:304."): too many hex fields to fit an embedded IPv4 at the end of the address (at "304.")"#,
            ),
            (
                "0f1d6:7a0f:998a::c6d1:/08",
                r#"ParseAddr("0f1d6:7a0f:998a::c6d1:"): each group must have 4 or less digits (at "0f1d6:7a0f:998a::c6d1:")"#,
            ),
            ("48f3%/29", r#"ParseAddr("48f3%"): missing IPv6 address"#),
            (
                "::ffff:0:0:0:4f4a:0:7830:0:ae26:0/",
                r#"ParseAddr("::ffff:0:0:0:4f4a:0:7830:0:ae26:0"): trailing garbage after address (at "ae26:0")"#,
            ),
        ] {
            let whole = format!("netip.ParsePrefix({text:?}): {wanted}");
            assert_eq!(prefix_error(text), whole, "{text}");
        }
    }
}

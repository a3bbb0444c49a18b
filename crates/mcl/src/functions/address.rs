//! Network addresses as Go parses and formats them.
//!
//! Go has two kinds of addresses. The older one (`net.IP`) treats an IPv4-mapped IPv6 address as an
//! IPv4 address; the newer one (`netip.Addr`) distinguishes them. The functions on prefixes use the
//! older kind, except for the first and the last address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A prefix: an address and the number of its network bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    pub(super) address: IpAddr,
    pub(super) bits: u8,
}

/// The syntax of the length of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Any digits.
    Digits,
    /// Digits without leading zeros.
    Plain,
}

impl Prefix {
    /// Parses a prefix such as `192.0.2.12/24`.
    pub(super) fn parse(text: &str, length: Length) -> Option<Prefix> {
        let (address, bits) = text.split_once('/')?;
        let address: IpAddr = address.parse().ok()?;
        let digits = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
        let zeros = bits.len() > 1 && bits.starts_with('0');
        if !digits || (zeros && length == Length::Plain) {
            return None;
        }
        let bits: u8 = bits
            .trim_start_matches('0')
            .parse()
            .or_else(|error| {
                if bits.bytes().all(|byte| byte == b'0') {
                    Ok(0)
                } else {
                    Err(error)
                }
            })
            .ok()?;
        (bits <= width(address)).then_some(Prefix { address, bits })
    }

    /// Returns the network mask.
    pub(super) fn mask(self) -> IpAddr {
        masked(
            match self.address {
                IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::BROADCAST),
                IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::from(u128::MAX)),
            },
            self.bits,
        )
    }

    /// Returns the first address of the network, and its length in bits if IPv4-mapped addresses
    /// are treated as IPv4 addresses.
    pub(super) fn network(self) -> (IpAddr, u8) {
        let network = masked(self.address, self.bits);
        match (network, as_v4(network)) {
            (IpAddr::V6(_), Some(v4)) => (IpAddr::V4(v4), self.bits.saturating_sub(96)),
            _ => (network, self.bits),
        }
    }

    /// Returns the last address of the network.
    pub(super) fn last(self) -> IpAddr {
        match self.address {
            IpAddr::V4(v4) => {
                let rest = u32::MAX.checked_shr(self.bits.into()).unwrap_or(0);
                IpAddr::V4((u32::from(v4) | rest).into())
            }
            IpAddr::V6(v6) => {
                let rest = u128::MAX.checked_shr(self.bits.into()).unwrap_or(0);
                IpAddr::V6((u128::from(v6) | rest).into())
            }
        }
    }

    /// Returns the address after this one if it is in the network.
    pub(super) fn next(self) -> Option<IpAddr> {
        let next = match self.address {
            IpAddr::V4(v4) => IpAddr::V4(u32::from(v4).checked_add(1)?.into()),
            IpAddr::V6(v6) => IpAddr::V6(u128::from(v6).checked_add(1)?.into()),
        };
        (masked(next, self.bits) == masked(self.address, self.bits)).then_some(next)
    }

    /// Returns whether an address is in the network. IPv4-mapped addresses are treated as IPv4
    /// addresses.
    pub(super) fn contains(self, address: IpAddr) -> bool {
        let (network, bits) = self.network();
        let address = as_v4(address).map_or(address, IpAddr::V4);
        width(network) == width(address) && masked(address, bits) == network
    }
}

fn width(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

fn masked(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let mask = !u32::MAX.checked_shr(bits.into()).unwrap_or(0);
            IpAddr::V4((u32::from(v4) & mask).into())
        }
        IpAddr::V6(v6) => {
            let mask = !u128::MAX.checked_shr(bits.into()).unwrap_or(0);
            IpAddr::V6((u128::from(v6) & mask).into())
        }
    }
}

/// Returns the IPv4 address of an IPv4 or IPv4-mapped address.
fn as_v4(address: IpAddr) -> Option<Ipv4Addr> {
    match address {
        IpAddr::V4(v4) => Some(v4),
        IpAddr::V6(v6) => v6.to_ipv4_mapped(),
    }
}

/// Formats an address. IPv4-mapped addresses are written as IPv4 addresses.
pub(super) fn written(address: IpAddr) -> String {
    match as_v4(address) {
        Some(v4) => v4.to_string(),
        None => address.to_string(),
    }
}

/// Parses a 6-byte hardware address: two digits per octet, separated by `:` or by `-`.
pub(super) fn hardware(text: &str) -> Option<[u8; 6]> {
    let separator = *text
        .as_bytes()
        .get(2)
        .filter(|byte| matches!(byte, b':' | b'-'))?;
    let mut parts = text.split(char::from(separator));
    let mut octets = [0; 6];
    for octet in &mut octets {
        let part = parts.next().filter(|part| part.len() == 2)?;
        if !part.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        *octet = u8::from_str_radix(part, 16).ok()?;
    }
    parts.next().is_none().then_some(octets)
}

/// Splits `host:port` into host and port. The host may be in brackets.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub(super) fn split_hostport(text: &str) -> Result<(&str, &str), &'static str> {
    const MISSING: &str = "missing port in address";
    const COLONS: &str = "too many colons in address";
    let colon = text.rfind(':').ok_or(MISSING)?;
    let (host, free) = if let Some(inside) = text.strip_prefix('[') {
        let end = inside.find(']').ok_or("missing ']' in address")?;
        match text.get(end + 2..) {
            Some("") => return Err(MISSING),
            Some(rest) if rest.starts_with(':') => {
                if end + 2 != colon {
                    return Err(COLONS);
                }
            }
            _ => return Err(MISSING),
        }
        (&inside[..end], [&inside[..end], &text[colon + 1..]])
    } else {
        let host = &text[..colon];
        if host.contains(':') {
            return Err(COLONS);
        }
        (host, [host, &text[colon + 1..]])
    };
    if free.iter().any(|part| part.contains('[')) {
        return Err("unexpected '[' in address");
    }
    if free.iter().any(|part| part.contains(']')) {
        return Err("unexpected ']' in address");
    }
    Ok((host, &text[colon + 1..]))
}

/// Returns the parts of a URL that programs can access: scheme, host with port, path, query. The
/// path is decoded.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub(super) fn parse_url(text: &str) -> Result<[String; 4], String> {
    // The fragment is not part of the result, but it must be valid.
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("net/url: invalid control character in URL".to_owned());
    }
    escapes(fragment)?;
    let (scheme, rest) = scheme(text)?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    if !rest.starts_with('/') {
        if !scheme.is_empty() {
            // The rest has a syntax of its own.
            return Ok([scheme, String::new(), String::new(), query.to_owned()]);
        }
        let first = rest.split('/').next().unwrap_or_default();
        if first.contains(':') {
            return Err("first path segment in URL cannot contain colon".to_owned());
        }
    }
    let (host, path) = match rest.strip_prefix("//") {
        Some(after) if !scheme.is_empty() || !after.starts_with('/') => {
            let end = after.find('/').unwrap_or(after.len());
            (host_of(&after[..end])?, &after[end..])
        }
        _ => (String::new(), rest),
    };
    Ok([scheme, host, unescaped(path)?, query.to_owned()])
}

#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn scheme(text: &str) -> Result<(String, &str), String> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err("missing protocol scheme".to_owned()),
            b':' => return Ok((text[..at].to_ascii_lowercase(), &text[at + 1..])),
            _ => break,
        }
    }
    Ok((String::new(), text))
}

/// Returns the host of an authority, without the user information.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn host_of(authority: &str) -> Result<String, String> {
    let host = match authority.rsplit_once('@') {
        None => authority,
        Some((user, host)) => {
            let plain =
                |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
            if !user.bytes().all(plain) {
                return Err("net/url: invalid userinfo".to_owned());
            }
            unescaped(user)?;
            host
        }
    };
    let port = match host.strip_prefix('[') {
        Some(inside) => {
            let end = inside.rfind(']').ok_or("missing ']' in host")?;
            &inside[end + 1..]
        }
        None => host.find(':').map_or("", |at| &host[at..]),
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    if !port.is_empty()
        && (digits.len() == port.len() || !digits.bytes().all(|b| b.is_ascii_digit()))
    {
        return Err(format!("invalid port {port:?} after host"));
    }
    if host.bytes().any(|byte| b" <>\"\\^`{|}".contains(&byte)) {
        return Err("invalid character in host name".to_owned());
    }
    // Only non-ASCII characters and the start of a zone may be escaped.
    let mut escaped = host
        .split('%')
        .skip(1)
        .filter(|rest| !rest.starts_with("25"));
    if escaped.any(
        |rest| matches!(rest.as_bytes(), [b'0'..=b'7', second, ..] if second.is_ascii_hexdigit()),
    ) {
        return Err(format!("invalid URL escape in {host:?}"));
    }
    unescaped(host)
}

/// Decodes percent escapes.
fn unescaped(text: &str) -> Result<String, String> {
    String::from_utf8(escapes(text)?).map_err(|_| "a part of the URL is not valid UTF-8".to_owned())
}

/// Returns the bytes of a text with percent escapes.
fn escapes(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or_else(|| format!("invalid URL escape in {text:?}"))?);
        rest = &after[2..];
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_those_of_go() {
        let network = |text: &str| {
            let (address, bits) = Prefix::parse(text, Length::Digits).unwrap().network();
            format!("{}/{bits}", written(address))
        };
        assert_eq!(network("192.0.2.12/24"), "192.0.2.0/24");
        assert_eq!(network("::ffff:1.2.3.4/96"), "0.0.0.0/0");
        assert_eq!(network("::ffff:1.2.3.4/120"), "1.2.3.0/24");
        assert_eq!(network("2001:db8::1/0"), "::/0");
        for text in [
            "1.2.3.4/33",
            "1.2.3.04/8",
            "1.2.3.4",
            "1.2.3.4/",
            "1.2.3.4/+8",
            "fe80::1%eth0/64",
        ] {
            assert_eq!(Prefix::parse(text, Length::Digits), None, "{text}");
        }
        assert!(Prefix::parse("1.2.3.4/08", Length::Digits).is_some());
        assert!(Prefix::parse("1.2.3.4/00", Length::Digits).is_some());
        assert_eq!(Prefix::parse("1.2.3.4/08", Length::Plain), None);
    }

    #[test]
    fn urls_have_four_parts() {
        for (text, parts) in [
            (
                "HTTP://u:p@h:80/a%20b?q=1#f",
                Some(["http", "h:80", "/a b", "q=1"]),
            ),
            ("mailto:a@b.c", Some(["mailto", "", "", ""])),
            ("http://[::1]:8080", Some(["http", "[::1]:8080", "", ""])),
            ("//h/p", Some(["", "h", "/p", ""])),
            ("///p", Some(["", "", "///p", ""])),
            ("foo", Some(["", "", "foo", ""])),
            ("http://h:x/", None),
            ("http://h/%zz", None),
            (":x", None),
            ("a b:c", None),
            ("a:b#\x07", Some(["a", "", "", ""])),
            ("a:b\x07#", None),
            ("a:b#%zz", None),
            ("http://%41/", None),
            ("http://%c3%a9/", Some(["http", "é", "/", ""])),
            (
                "http://[fe80::1%25en0]/",
                Some(["http", "[fe80::1%en0]", "/", ""]),
            ),
        ] {
            let parts = parts.map(|parts| parts.map(str::to_owned));
            assert_eq!(parse_url(text).ok(), parts, "{text}");
        }
    }

    #[test]
    fn hosts_may_be_in_brackets() {
        for (text, parts) in [
            ("h:1", Ok(("h", "1"))),
            ("[::1]:443", Ok(("::1", "443"))),
            (":", Ok(("", ""))),
            ("h", Err("missing port in address")),
            ("a:b:c", Err("too many colons in address")),
            ("[a]", Err("missing port in address")),
            ("[a]b:c", Err("missing port in address")),
            ("[a]:b:c", Err("too many colons in address")),
            ("[a:b", Err("missing ']' in address")),
            ("a]:b", Err("unexpected ']' in address")),
        ] {
            assert_eq!(split_hostport(text), parts, "{text}");
        }
    }

    /// Expected results: whether `net.ParseCIDR` and `netip.ParsePrefix` of Go 1.27 accept a text.
    #[test]
    fn prefixes_are_accepted_as_in_go() {
        for (text, cidr, prefix) in [
            ("1.2.3.4/8", true, true),
            ("1.2.3.4/08", true, false),
            ("1.2.3.4/00", true, false),
            ("1.2.3.4/0", true, true),
            ("1.2.3.4/33", false, false),
            ("1.2.3.4/-1", false, false),
            ("1.2.3.4/+8", false, false),
            ("1.2.3.4/ 8", false, false),
            ("1.2.3.4 /8", false, false),
            ("1.2.3.4/8/8", false, false),
            ("1.2.3.4/0x8", false, false),
            ("1.2.3.4/256", false, false),
            ("1.2.3.4/", false, false),
            ("/8", false, false),
            ("1.2.3/8", false, false),
            ("1.2.3.4.5/8", false, false),
            ("1.2.3.256/8", false, false),
            ("1.2.3.04/8", false, false),
            ("1..3.4/8", false, false),
            ("::/128", true, true),
            ("::/129", false, false),
            ("1::/64", true, true),
            ("::1%eth0/64", false, false),
            ("fe80::1%/64", false, false),
            ("::ffff:1.2.3.4/96", true, true),
            ("::ffff:1.2.3.4/24", true, true),
            ("::ffff:1.2.3/96", false, false),
            ("1:2:3:4:5:6:7::/64", true, true),
            ("1:2:3:4:5:6:7:8::/64", false, false),
            ("1:2:3:4:5:6:7/64", false, false),
            ("1:2:3:4:5:6:7:8:9/64", false, false),
            ("1:2:3:4:5:6:1.2.3.4/64", true, true),
            ("1:2:3:4:5:6:7:1.2.3.4/64", false, false),
            ("::1::2/64", false, false),
            (":::/64", false, false),
            ("1:/64", false, false),
            (":1/64", false, false),
            ("00001::/64", false, false),
            ("g::/64", false, false),
            ("[::1]/64", false, false),
            ("1.2.3.4:/8", false, false),
            ("::1.2.3.4:1/64", false, false),
        ] {
            assert_eq!(
                Prefix::parse(text, Length::Digits).is_some(),
                cidr,
                "{text}"
            );
            assert_eq!(
                Prefix::parse(text, Length::Plain).is_some(),
                prefix,
                "{text}"
            );
        }
    }
}

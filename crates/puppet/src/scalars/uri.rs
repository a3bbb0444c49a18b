//! URIs and their components.
//!
//! The syntax is RFC 2396 as in Puppet: absolute URIs with either an opaque part or hierarchical
//! components. The default port of a scheme is omitted.

use polycty_core::types::NominalParam;

/// The components of a URI, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Components {
    /// The scheme, in lower case; empty in a relative reference.
    pub scheme: Box<str>,
    /// The user information before the host.
    pub userinfo: Option<Box<str>>,
    /// The host, in its written case.
    pub host: Option<Box<str>>,
    /// The port, if it is not the default of the scheme.
    pub port: Option<Box<str>>,
    /// The path.
    pub path: Option<Box<str>>,
    /// The text after the question mark.
    pub query: Option<Box<str>>,
    /// The text after the number sign.
    pub fragment: Option<Box<str>>,
    /// The part after the scheme of a URI without hierarchy.
    pub opaque: Option<Box<str>>,
}

impl Components {
    /// Parses an absolute URI.
    #[must_use]
    pub fn parse(text: &str) -> Option<Components> {
        let (scheme, rest) = text.split_once(':')?;
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'.'));
        if !named || rest.is_empty() || !written_well(rest) {
            return None;
        }
        Components::of_rest(scheme.to_ascii_lowercase(), rest)
    }

    /// Parses a URI, absolute or relative.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len` and `len_utf8`"
    )]
    pub(crate) fn parse_reference(text: &str) -> Option<Components> {
        let end = text.find([':', '/', '?', '#']).unwrap_or(text.len());
        let scheme = &text[..end];
        if text[end..].starts_with(':') {
            // A scheme may be alone.
            return match &text[end + 1..] {
                "" if scheme.starts_with(|c: char| c.is_ascii_alphabetic()) => Some(Components {
                    scheme: scheme.to_ascii_lowercase().into(),
                    ..Components::default()
                }),
                _ => Components::parse(text),
            };
        }
        if !written_well(text) {
            return None;
        }
        Components::of_rest(String::new(), text)
    }

    /// Parses the part after the scheme, in which all bytes are already valid.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len` and `len_utf8`"
    )]
    fn of_rest(scheme: String, rest: &str) -> Option<Components> {
        let (rest, fragment) = split(rest, '#');
        let mut components = Components {
            fragment,
            ..Components::default()
        };
        if !rest.starts_with('/') && !scheme.is_empty() {
            components.opaque = Some(rest.into());
            components.scheme = scheme.into();
            return Some(components);
        }
        let (rest, query) = split(rest, '?');
        components.query = query;
        let path = match rest.strip_prefix("//") {
            Some(rest) => {
                let at = rest.find('/').unwrap_or(rest.len());
                components.authority(&rest[..at], &scheme)?;
                &rest[at..]
            }
            None => rest,
        };
        components.path = (!path.is_empty()).then(|| path.into());
        components.scheme = scheme.into();
        Some(components)
    }

    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len` and `len_utf8`"
    )]
    fn authority(&mut self, authority: &str, scheme: &str) -> Option<()> {
        let host = match authority.split_once('@') {
            Some((userinfo, host)) => {
                self.userinfo = Some(userinfo.into());
                host
            }
            None => authority,
        };
        let port_at = host
            .rfind(':')
            .filter(|at| !host[*at..].contains(']'))
            .unwrap_or(host.len());
        let (host, port) = host.split_at(port_at);
        let port = port.trim_start_matches(':');
        if !port.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let own = own_port(scheme).unwrap_or_default();
        self.host = (!host.is_empty()).then(|| host.into());
        self.port = (!port.is_empty() && port != own).then(|| port.into());
        Some(())
    }

    /// Resolves a reference against this URI, by RFC 3986.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len` and `len_utf8`"
    )]
    pub(crate) fn resolve(&self, reference: &Components) -> Components {
        if !reference.scheme.is_empty() || self.opaque.is_some() {
            return reference.clone();
        }
        let mut made = Components {
            scheme: self.scheme.clone(),
            ..reference.clone()
        };
        if reference.host.is_some() {
            return made;
        }
        made.userinfo = self.userinfo.clone();
        made.host = self.host.clone();
        made.port = self.port.clone();
        let base = self.path.as_deref().unwrap_or_default();
        let path = reference.path.as_deref().unwrap_or_default();
        made.path = Some(match path {
            "" => {
                if reference.query.is_none() {
                    made.query = self.query.clone();
                }
                base.into()
            }
            path if path.starts_with('/') => without_dots(path).into(),
            path => {
                let folder = base.rfind('/').map_or("/", |end| &base[..=end]);
                without_dots(&format!("{folder}{path}")).into()
            }
        });
        made
    }

    /// Returns the components in the form for comparison: lowercase hosts, ports as numbers, and
    /// the root for an empty path.
    pub(crate) fn normalized(&self) -> Components {
        let mut components = self.clone();
        components.host = self
            .host
            .as_ref()
            .map(|host| host.to_ascii_lowercase().into());
        components.port = self.port.as_ref().map(|port| {
            let digits = port.trim_start_matches('0');
            if digits.is_empty() { "0" } else { digits }.into()
        });
        if components.opaque.is_none() && components.path.is_none() {
            components.path = Some("/".into());
        }
        components
    }

    /// Returns the port of the URI, or the default of its scheme.
    pub(crate) fn port_or_own(&self) -> Option<&str> {
        // In Ruby this scheme has no default port.
        let own = || own_port(&self.scheme).filter(|_| &*self.scheme != "wss");
        self.port.as_deref().or_else(own)
    }

    /// Sets the port; the default of the scheme is omitted.
    pub(crate) fn set_port(&mut self, port: &str) {
        self.port = (port != own_port(&self.scheme).unwrap_or_default()).then(|| port.into());
    }

    /// The present components by name, in Puppet's order.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            (
                "scheme",
                Some(&self.scheme).filter(|scheme| !scheme.is_empty()),
            ),
            ("userinfo", self.userinfo.as_ref()),
            ("host", self.host.as_ref()),
            ("port", self.port.as_ref()),
            ("path", self.path.as_ref()),
            ("query", self.query.as_ref()),
            ("fragment", self.fragment.as_ref()),
            ("opaque", self.opaque.as_ref()),
        ]
        .into_iter()
        .filter_map(|(name, part)| Some((name, &**part?)))
    }

    /// Returns the URI as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.scheme.to_string();
        if !out.is_empty() {
            out.push(':');
        }
        if let Some(opaque) = &self.opaque {
            out.push_str(opaque);
        } else {
            let local = self.scheme.as_ref() == "file";
            // A path with this start would otherwise be parsed as a host.
            let rooted = (self.path.as_deref()).is_some_and(|path| path.starts_with("//"));
            if self.host.is_some() || self.userinfo.is_some() || local || rooted {
                out.push_str("//");
            }
            if let Some(userinfo) = &self.userinfo {
                out.push_str(userinfo);
                out.push('@');
            }
            out.push_str(self.host.as_deref().unwrap_or_default());
            if let Some(port) = &self.port {
                out.push(':');
                out.push_str(port);
            }
            out.push_str(self.path.as_deref().unwrap_or_default());
            if let Some(query) = &self.query {
                out.push('?');
                out.push_str(query);
            }
        }
        if let Some(fragment) = &self.fragment {
            out.push('#');
            out.push_str(fragment);
        }
        out
    }
}

/// Returns the default port of a scheme.
pub(crate) fn own_port(scheme: &str) -> Option<&'static str> {
    Some(match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        "ldap" => "389",
        "ldaps" => "636",
        _ => return None,
    })
}

fn split(text: &str, at: char) -> (&str, Option<Box<str>>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after.into())),
        None => (text, None),
    }
}

/// Whether all bytes are valid in a URI, and each `%` precedes two digits.
fn written_well(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(at, byte)| match byte {
        b'%' => bytes
            .get(at + 1..at + 3)
            .is_some_and(|pair| pair.iter().all(u8::is_ascii_hexdigit)),
        _ => byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]#".contains(byte),
    })
}

/// Returns the type parameters for these components.
#[must_use]
pub fn of_components(components: &Components) -> Vec<NominalParam> {
    let mut stated = components.clone();
    // A type contains the default port of its scheme, except for web schemes.
    if stated.port.is_none()
        && stated.host.is_some()
        && !matches!(&*stated.scheme, "http" | "https" | "wss")
    {
        stated.port = own_port(&stated.scheme).map(Into::into);
    }
    // The path of a file transfer is relative to the login directory.
    if &*stated.scheme == "ftp" {
        stated.path = match stated.path {
            Some(path) => match path.strip_prefix('/') {
                Some("") => None,
                Some(rest) => Some(rest.into()),
                None => Some(path),
            },
            None => None,
        };
    }
    let entries = stated.entries();
    let pairs: Vec<_> = entries
        .map(|(name, part)| (NominalParam::text(name), NominalParam::text(part)))
        .collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    vec![NominalParam::Map(pairs.into())]
}

/// Returns a path without `.` and `..` segments.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." && kept.len() > 1 {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            segment => kept.push(segment),
        }
    }
    kept.join("/")
}

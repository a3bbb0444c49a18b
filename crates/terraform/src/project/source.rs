//! Source addresses of modules.

use polycty_core::text::Quoted;

/// The address of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceAddress {
    /// A path relative to the directory of the calling module.
    Local(String),
    /// An address in a registry.
    Registry(String),
    /// Any other place.
    Remote(String),
}

/// Whether an address is a path relative to the directory of the calling module.
pub(crate) fn is_local(text: &str) -> bool {
    const LOCAL: [&str; 4] = ["./", "../", ".\\", "..\\"];
    LOCAL.iter().any(|prefix| text.starts_with(prefix))
}

impl SourceAddress {
    /// Reads the address in `source`. A call with a version constraint needs an address in a
    /// registry.
    ///
    /// # Errors
    /// The summary and the detail of the diagnostic.
    pub(crate) fn parse(text: &str, has_version: bool) -> Result<SourceAddress, (String, String)> {
        let is_local = is_local(text);
        if has_version {
            let summary = "Invalid registry module source address".to_owned();
            let why = match text {
                _ if is_local => format!(
                    "can't use local directory {} as a module registry address",
                    Quoted(text)
                ),
                _ if is_registry(text) => return Ok(SourceAddress::Registry(text.to_owned())),
                _ => "a module registry source address must have either three or four slash-separated components".to_owned(),
            };
            return Err((
                summary,
                format!(
                    "Failed to parse module registry address: {why}.\n\nTerraform assumed that you intended a module registry source address because you also set the argument \"version\", which applies only to registry modules."
                ),
            ));
        }
        let summary = || "Invalid module source address".to_owned();
        match text {
            "" => Err((
                summary(),
                "Failed to parse module source address: invalid source address: .".to_owned(),
            )),
            _ if is_local => Ok(SourceAddress::Local(text.replace('\\', "/"))),
            _ if is_registry(text) => Ok(SourceAddress::Registry(text.to_owned())),
            _ if is_remote(text) => Ok(SourceAddress::Remote(text.to_owned())),
            _ => Err((
                summary(),
                format!(
                    "Terraform failed to determine your intended installation method for remote module package {}.\n\nIf you intended this as a path relative to the current module, use {} instead. The \"./\" prefix indicates that the address is a relative filesystem path.",
                    Quoted(text),
                    Quoted(&format!("./{text}"))
                ),
            )),
        }
    }
}

/// Whether a text is an address in a registry: `[host/]namespace/name/system[//directory]`.
fn is_registry(text: &str) -> bool {
    let package = text.split("//").next().unwrap_or(text);
    let parts: Vec<&str> = package.split('/').collect();
    let (host, names) = match parts.len() {
        3 => (None, &parts[..]),
        4 => (Some(parts[0]), &parts[1..]),
        _ => return false,
    };
    let is_host = |host: &str| host.contains('.') || host == "localhost";
    let hosting = ["github.com", "bitbucket.org", "gitlab.com"];
    if host.is_some_and(|host| !is_host(host) || hosting.contains(&host))
        || hosting.contains(&parts[0])
    {
        return false;
    }
    let is_name = |name: &&str| {
        let mut chars = name.chars();
        chars.next().is_some_and(|c| c.is_ascii_alphanumeric())
            && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    names.iter().all(is_name)
}

/// Whether a text is an address that one of the detectors of go-getter takes.
fn is_remote(text: &str) -> bool {
    let hosts = ["github.com/", "bitbucket.org/", "gitlab.com/"];
    text.contains("::")
        || text.contains("://")
        || text.starts_with('/')
        || hosts.iter().any(|host| text.starts_with(host))
        || (text.contains('@') && text.contains(':'))
        || text.contains(".amazonaws.com/")
        || text.contains("googleapis.com/")
}

#[cfg(test)]
mod tests {
    use super::SourceAddress::{self, Local, Registry, Remote};

    #[test]
    fn addresses_are_local_in_a_registry_or_remote() {
        let parse = |text: &str| SourceAddress::parse(text, false).ok();
        assert_eq!(parse("./a"), Some(Local("./a".into())));
        assert_eq!(parse("..\\a"), Some(Local("../a".into())));
        assert_eq!(parse("a/b/c//d"), Some(Registry("a/b/c//d".into())));
        assert_eq!(
            parse("app.example.com/a/b/c"),
            Some(Registry("app.example.com/a/b/c".into()))
        );
        assert_eq!(
            parse("github.com/a/b"),
            Some(Remote("github.com/a/b".into()))
        );
        assert_eq!(
            parse("git::https://example.com/a.git"),
            Some(Remote("git::https://example.com/a.git".into()))
        );
        for wrong in ["", ".", "a", "modules/a"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        assert!(SourceAddress::parse("./a", true).is_err());
        assert!(SourceAddress::parse("a/b/c", true).is_ok());
    }
}

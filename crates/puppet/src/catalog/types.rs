//! Facts about resource types that the compiler needs: key attributes and titles.

/// The attributes that identify a resource of a type, sorted by name; the type in lower case.
pub(crate) fn key_attributes(resource_type: &str) -> &'static [&'static str] {
    match resource_type {
        "file" | "tidy" => &["path"],
        "exec" => &["command"],
        "package" => &["command", "name", "provider"],
        _ => &["name"],
    }
}

/// Whether two resources of a type with the same key attributes are the same resource.
pub(crate) fn is_isomorphic(resource_type: &str) -> bool {
    !matches!(resource_type, "exec" | "tidy")
}

/// Returns the key attributes that a title sets.
pub(crate) fn title_values(resource_type: &str, title: &str) -> Vec<(&'static str, String)> {
    match resource_type {
        "file" => vec![("path", canonical_path(title).to_owned())],
        "tidy" => vec![("path", title.to_owned())],
        "exec" => vec![("command", title.to_owned())],
        _ => vec![("name", title.to_owned())],
    }
}

/// Returns the title of a file without trailing slashes.
pub(crate) fn canonical_path(title: &str) -> &str {
    match title.trim_end_matches('/') {
        "" if title.is_empty() => "",
        "" => "/",
        path => path,
    }
}

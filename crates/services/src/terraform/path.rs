//! Paths of files and folders, with `/` between names.

/// The folder of a path.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last name of a path.
pub(super) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path relative to a folder, without `.` and `..` where possible.
pub(super) fn join(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut names: Vec<&str> = Vec::new();
    for name in whole.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    let root = if whole.starts_with('/') { "/" } else { "" };
    format!("{root}{}", names.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined() {
        assert_eq!(join("/a/b", "../c/./d.tf"), "/a/c/d.tf");
        assert_eq!(join("/a", "/b.tf"), "/b.tf");
        assert_eq!(join("/a", "."), "/a");
        assert_eq!((folder("/a/b.tf"), name("/a/b.tf")), ("/a", "b.tf"));
    }
}

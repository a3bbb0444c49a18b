//! Paths that a folder permits, and paths that it refuses.

use super::Folder;
use crate::host::{FileError, FileKind, Files, Host};
use crate::tests::{eval, folder, text, with_files};
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use std::path::Path;

/// The files that match a pattern, separated by spaces.
fn found(pattern: &str, host: &Host) -> String {
    text(
        &format!("join(\" \", fileset(\".\", {pattern:?}))"),
        host,
        &[],
    )
}

#[cfg(unix)]
fn link(target: impl AsRef<Path>, at: impl AsRef<Path>) {
    std::os::unix::fs::symlink(target, at).unwrap();
}

#[cfg(unix)]
#[test]
fn no_path_leads_out_of_a_folder() {
    let outer = folder("confined");
    let root = outer.join("root");
    std::fs::create_dir_all(root.join("sub")).unwrap();
    std::fs::write(outer.join("secret"), "secret").unwrap();
    std::fs::write(root.join("in"), "in").unwrap();
    std::fs::write(root.join("sub/deep"), "deep").unwrap();
    link("../secret", root.join("link"));
    link("..", root.join("up"));
    link("sub", root.join("inside"));
    let host = with_files(&root);
    let read = |path: &str| text(&format!("file({path:?})"), &host, &[]);
    assert_eq!(read("in"), "in");
    assert_eq!(read("sub/../in"), "in");
    assert_eq!(read("inside/deep"), "deep");
    let absolute = outer.join("secret");
    for path in [
        "../secret",
        "link",
        "up/secret",
        "sub/../../secret",
        &absolute.to_string_lossy(),
    ] {
        let message = read(path);
        assert!(
            message.contains("is outside the folder"),
            "{path}: {message}"
        );
    }
    assert_eq!(found("**", &host), "in inside/deep sub/deep");
    assert!(
        text("fileexists(\"../secret\") ? \"y\" : \"n\"", &host, &[])
            .contains("is outside the folder")
    );
    std::fs::remove_dir_all(outer).unwrap();
}

#[test]
fn reading_is_charged_before_it_happens() {
    let root = folder("charged");
    std::fs::write(root.join("large"), "x".repeat(1 << 20)).unwrap();
    let files = Folder::new(&root).unwrap();
    let budget = Budget::new().limit_bytes(1 << 10);
    assert!(Files::read(&files, "large", &budget).is_err());
    std::fs::remove_dir_all(root).unwrap();
}

#[cfg(unix)]
#[test]
fn files_outside_are_not_revealed() {
    let outer = folder("probed");
    let root = outer.join("root");
    std::fs::create_dir_all(root.join("sub")).unwrap();
    std::fs::create_dir_all(outer.join("there")).unwrap();
    std::fs::write(outer.join("there/file"), "").unwrap();
    link("..", root.join("up"));
    link("../there/nothing", root.join("dangling"));
    link(outer.join("there"), root.join("absolute"));
    link(root.join("sub/nothing"), root.join("back"));
    link("sub", root.join("inside"));
    link("turning", root.join("turning"));
    let files = Folder::new(&root).unwrap();
    let outside = |path: &str| match files.kind(path, &Budget::new()) {
        Err(FileError::Other(error)) => error.message().contains("is outside the folder"),
        _ => false,
    };
    for path in [
        "up",
        "up/there",
        "up/nothing",
        "up/there/file",
        "up/there/file/below",
        "up/nothing/file",
        "dangling",
        "dangling/file",
        "absolute/file",
        "absolute/nothing",
        "inside/../../there",
        "inside/../../nothing",
        "../nothing",
    ] {
        assert!(
            outside(path),
            "{path}: {:?}",
            files.kind(path, &Budget::new())
        );
    }
    // Cleaning a path removes a detour through a folder outside.
    for path in ["up/there/../../sub", "up/nothing/../../sub"] {
        assert_eq!(
            files.kind(path, &Budget::new()).unwrap(),
            FileKind::Folder,
            "{path}"
        );
    }
    for path in ["back", "inside/nothing", "nothing/inside", "sub/nothing/up"] {
        let kind = files.kind(path, &Budget::new());
        assert!(matches!(kind, Err(FileError::NotFound)), "{path}: {kind:?}");
    }
    assert!(matches!(
        files.kind("turning", &Budget::new()),
        Err(FileError::Other(_))
    ));
    assert!(!outside("turning"));
    std::fs::remove_dir_all(outer).unwrap();
}

#[test]
fn a_folder_of_folders_is_looked_into_once() {
    let root = folder("chain");
    let mut inner = root.clone();
    for _ in 0..60 {
        inner.push("d");
        std::fs::create_dir(&inner).unwrap();
    }
    std::fs::write(inner.join("f"), "").unwrap();
    let host = with_files(&root);
    let only = format!("{}f", "d/".repeat(60));
    for pattern in [
        "**/**/**/**/**/f",
        "**/d/**/d/**/d/**/f",
        "**/*/**/*/**/*/**/f",
        "**/**",
    ] {
        assert_eq!(found(pattern, &host), only, "{pattern}");
    }
    std::fs::remove_dir_all(root).unwrap();
}

/// The limit of links is that of the system: Linux follows 40 links of a path.
#[cfg(target_os = "linux")]
#[test]
fn links_are_followed_as_far_as_the_system_does() {
    let root = folder("circle");
    std::fs::create_dir(root.join("sub")).unwrap();
    std::fs::write(root.join("f"), "").unwrap();
    std::fs::write(root.join("sub/g"), "").unwrap();
    link(".", root.join("l"));
    link("f", root.join("lf"));
    link("sub", root.join("ls"));
    link("self", root.join("self"));
    let host = with_files(&root);
    let count = |pattern: &str| found(pattern, &host).split(' ').count();
    assert_eq!(count("**"), 162);
    assert_eq!(count("**/f"), 41);
    assert_eq!(found("*", &host), "f lf");
    assert_eq!(found("ls/**", &host), "ls/g");
    assert_eq!(found("*/g", &host), "ls/g sub/g");
    // Two such links lead to an exponential number of paths.
    link(".", root.join("m"));
    let evaluated = eval("fileset(\".\", \"**\")", &host, &[]);
    assert_eq!(evaluated.diagnostics[0].code, Code::Limit);
    std::fs::remove_dir_all(root).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_is_read_to_its_end_whatever_its_reported_length() {
    let files = Folder::new("/proc/self").unwrap();
    let budget = Budget::new();
    let status = files.read("status", &budget).unwrap();
    assert!(status.starts_with(b"Name:"), "{status:?}");
    assert_eq!(budget.bytes(), status.len() as u64);
}

#[test]
fn the_held_bytes_are_those_that_were_read() {
    let root = folder("held");
    for length in [0, 1, 4095, 4096, 4097, 100_000] {
        std::fs::write(root.join("f"), "x".repeat(length)).unwrap();
        let budget = Budget::new();
        let files = Folder::new(&root).unwrap();
        assert_eq!(files.read("f", &budget).unwrap().len(), length);
        assert_eq!(budget.bytes(), length as u64);
    }
    std::fs::remove_dir_all(root).unwrap();
}

#[cfg(unix)]
#[test]
fn broken_links_are_not_listed_as_files() {
    let outer = folder("listed");
    let root = outer.join("root");
    std::fs::create_dir_all(&root).unwrap();
    std::fs::write(outer.join("outside"), "").unwrap();
    std::fs::write(root.join("file"), "").unwrap();
    link("file", root.join("a"));
    link("../outside", root.join("b"));
    link("nowhere", root.join("c"));
    let kinds = |files: Folder| {
        let mut entries = files.list(".", &Budget::new()).unwrap();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        entries.truncate(3);
        entries
            .into_iter()
            .map(|entry| entry.kind)
            .collect::<Vec<_>>()
    };
    use FileKind::{File, Other};
    assert_eq!(kinds(Folder::new(&root).unwrap()), [File, Other, Other]);
    let open = Folder::open(&root).unwrap();
    assert_eq!(kinds(open.clone()), [File, File, Other]);
    let read = |path: &str| Files::read(&open, path, &Budget::new()).is_ok();
    assert!(read("b") && read("../outside") && !read("c"));
    assert!(read(&outer.join("outside").to_string_lossy()));
    std::fs::remove_dir_all(outer).unwrap();
}

/// Reads while another thread replaces the file by a link that leads out and by a pipe.
#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_meanwhile_leads_nowhere_else() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let outer = folder("raced");
    let root = outer.join("root");
    std::fs::create_dir_all(&root).unwrap();
    std::fs::write(outer.join("secret"), "outside").unwrap();
    std::fs::write(root.join("in"), "inside").unwrap();
    let mut command = std::process::Command::new("mkfifo");
    assert!(command.arg(root.join("pipe")).status().unwrap().success());
    let files = Folder::new(&root).unwrap();
    let done = AtomicBool::new(false);
    let (mut inside, mut outside, mut refused) = (0, 0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (at, next) = (root.join("x"), root.join("next"));
            while !done.load(Ordering::Relaxed) {
                for from in ["in", "pipe"] {
                    std::fs::hard_link(root.join(from), &next).unwrap();
                    std::fs::rename(&next, &at).unwrap();
                    // A rename does nothing if both names refer to one file.
                    let _ = std::fs::remove_file(&next);
                    link("../secret", &next);
                    std::fs::rename(&next, &at).unwrap();
                }
            }
        });
        for _ in 0..20_000 {
            match files.read("x", &Budget::new()) {
                Ok(bytes) if bytes == b"inside" => inside += 1,
                Ok(_) => outside += 1,
                Err(_) => refused += 1,
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(outside, 0);
    assert!(inside > 0 && refused > 0, "{inside} {refused}");
    let host = with_files(&root);
    for call in [
        "file(\"pipe\")",
        "filemd5(\"pipe\")",
        "templatefile(\"pipe\", {})",
    ] {
        let message = text(call, &host, &[]);
        assert!(message.contains("not a regular file"), "{call}: {message}");
    }
    std::fs::remove_dir_all(outer).unwrap();
}

//! Roots, links and special files.

use crate::{Access, Kind, OpenError, Root, open, read_named, resolved, unix};
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// An empty folder of one test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let process = std::process::id();
        let path = std::env::temp_dir().join(format!("polycty-files-{name}-{process}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("root/sub")).unwrap();
        fs::write(path.join("root/in"), "inside").unwrap();
        fs::write(path.join("root/sub/deep"), "deep").unwrap();
        fs::write(path.join("secret"), "outside").unwrap();
        Scratch(path)
    }

    fn root(&self) -> PathBuf {
        self.0.join("root")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

fn names(path: &str) -> Vec<OsString> {
    path.split('/').map(OsString::from).collect()
}

/// A short text for the result of reading a path.
fn outcome(result: Result<fs::File, OpenError>) -> String {
    match result.and_then(crate::regular) {
        Ok(file) => String::from_utf8(crate::read_within(file, 100).unwrap()).unwrap(),
        Err(OpenError::System(error)) => format!("{:?}", error.kind()),
        Err(error) => format!("{error:?}"),
    }
}

// Compares the kernel call, the walk over names, and the comparison of resolved paths.
#[test]
fn all_implementations_agree() {
    let scratch = Scratch::new("agree");
    let root = scratch.root();
    for (target, link) in [
        ("../secret", "out"),
        ("..", "up"),
        ("sub", "to_sub"),
        ("sub/../in", "around"),
        ("../root/in", "out_and_back"),
        ("nowhere", "dangling"),
        ("../nowhere", "dangling_out"),
        ("turning", "turning"),
        ("in/../in", "through_file"),
        ("sub/..", "here"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    symlink(root.join("in"), root.join("absolute")).unwrap();
    symlink(scratch.0.join("secret"), root.join("absolute_out")).unwrap();
    symlink("/", root.join("top")).unwrap();
    let walking = unix::Root::new(&root).unwrap();
    let comparing = resolved::Root::new(&root).unwrap();
    let by_call = Root::new(&root).unwrap();
    for (path, expected) in [
        ("in", "inside"),
        ("sub/deep", "deep"),
        ("to_sub/deep", "deep"),
        ("around", "inside"),
        ("here/here/in", "inside"),
        ("out_and_back", "inside"),
        ("absolute", "inside"),
        ("out", "Outside"),
        ("up/secret", "Outside"),
        ("up", "Outside"),
        ("absolute_out", "Outside"),
        ("top/etc/passwd", "Outside"),
        ("dangling", "NotFound"),
        ("dangling_out", "Outside"),
        ("through_file", "NotADirectory"),
        ("in/below", "NotADirectory"),
        ("nothing", "NotFound"),
        ("sub", "IsFolder"),
        ("here", "IsFolder"),
    ] {
        let walk = walking.walk(&names(path), |folder, name| {
            let flags = rustix::fs::OFlags::NOFOLLOW;
            rustix::fs::openat(folder, name, flags, rustix::fs::Mode::empty())
        });
        assert_eq!(outcome(walk.map(fs::File::from)), expected, "walk {path}");
        let compared = comparing.open(&names(path), Access::Read);
        assert_eq!(outcome(compared), expected, "compare {path}");
        assert_eq!(
            outcome(by_call.open(path, Access::Read)),
            expected,
            "{path}"
        );
    }
    assert_eq!(comparing.path(), walking.path());
    for path in ["in", "sub", "here", "out", "dangling"] {
        let of_walk = walking
            .kind(&names(path))
            .map_err(|error| error.to_string());
        let compared = comparing
            .kind(&names(path))
            .map_err(|error| error.to_string());
        assert_eq!(of_walk, compared, "{path}");
    }
    let compared = comparing.list(&names("sub")).unwrap();
    let compared: Vec<_> = compared.map(|entry| entry.unwrap().name).collect();
    assert_eq!(compared, ["deep"]);
    assert!(by_call.open("turning", Access::Read).is_err());
    assert!(walking.kind(&names("turning")).is_err());
}

#[test]
fn absolute_paths_and_dots_stay_below() {
    let scratch = Scratch::new("dots");
    let root = Root::new(scratch.root()).unwrap();
    let read = |path: &Path| outcome(root.open(path, Access::Read));
    assert_eq!(read(Path::new("sub/../in")), "inside");
    assert_eq!(read(&root.path().join("in")), "inside");
    assert_eq!(read(Path::new("../secret")), "Outside");
    assert_eq!(read(&scratch.0.join("secret")), "Outside");
    assert_eq!(read(Path::new("in\0")), "NotFound");
    assert_eq!(root.kind(".").unwrap(), Kind::Folder);
}

/// Opens a file repeatedly while another thread replaces it. No read may return the file outside.
fn race(open: impl Fn() -> Result<fs::File, OpenError>, swap: impl Fn() + Sync) {
    const READS: usize = 20_000;
    let done = AtomicBool::new(false);
    let (mut inside, mut refused, mut outside) = (0, 0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                swap();
            }
        });
        for _ in 0..READS {
            match outcome(open()).as_str() {
                "inside" => inside += 1,
                "outside" => outside += 1,
                _ => refused += 1,
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(outside, 0);
    assert!(inside > 0 && refused > 0, "{inside} {refused}");
}

/// Replaces the file `x` by a link to the outside, and back.
fn swap_file(root: &Path) {
    let (at, next) = (root.join("x"), root.join("next"));
    symlink("../secret", &next).unwrap();
    fs::rename(&next, &at).unwrap();
    fs::hard_link(root.join("in"), &next).unwrap();
    fs::rename(&next, &at).unwrap();
}

/// Replaces the folder `d` by a link to the outside, and back.
fn swap_folder(root: &Path) {
    let (at, away) = (root.join("d"), root.join("away"));
    if !at.exists() {
        fs::create_dir(&at).unwrap();
        fs::write(at.join("secret"), "inside").unwrap();
    }
    fs::rename(&at, &away).unwrap();
    symlink("..", &at).unwrap();
    fs::remove_file(&at).unwrap();
    fs::rename(&away, &at).unwrap();
}

#[test]
fn no_race_leads_outside() {
    let scratch = Scratch::new("race");
    let path = scratch.root();
    let root = Root::new(&path).unwrap();
    race(|| root.open("x", Access::Read), || swap_file(&path));
    race(
        || root.open("d/secret", Access::Read),
        || swap_folder(&path),
    );
}

#[test]
fn no_race_leads_the_walk_outside() {
    let scratch = Scratch::new("race-walk");
    let path = scratch.root();
    let root = unix::Root::new(&path).unwrap();
    let open = |path: &str| {
        let file = root.walk(&names(path), |folder, name| {
            let flags = rustix::fs::OFlags::NOFOLLOW;
            rustix::fs::openat(folder, name, flags, rustix::fs::Mode::empty())
        });
        file.map(fs::File::from)
    };
    race(|| open("x"), || swap_file(&path));
    race(|| open("d/secret"), || swap_folder(&path));
}

#[test]
fn pipes_and_devices_are_rejected_without_waiting() {
    let scratch = Scratch::new("special");
    make_pipe(&scratch.root().join("pipe"));
    symlink("pipe", scratch.root().join("to_pipe")).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(scratch.root().join("socket")).unwrap();
    let root = Root::new(scratch.root()).unwrap();
    for path in ["pipe", "to_pipe", "socket"] {
        for access in [Access::Read, Access::Write] {
            let refused = root.open(path, access).unwrap_err();
            assert!(
                matches!(refused, OpenError::NotRegular),
                "{path}: {refused:?}"
            );
        }
        assert_eq!(root.kind(path).unwrap(), Kind::Other);
    }
    drop(socket);
    assert!(matches!(open("/dev/zero"), Err(OpenError::NotRegular)));
    let devices = Root::new("/dev").unwrap();
    assert!(matches!(
        devices.read("zero", 10),
        Err(OpenError::NotRegular)
    ));
}

// A pipe and a file are swapped: no read may wait.
#[test]
fn a_file_that_becomes_a_pipe_does_not_block() {
    let scratch = Scratch::new("swap-pipe");
    let at = scratch.root().join("x");
    let (pipe, file) = (scratch.root().join("p"), scratch.root().join("in"));
    make_pipe(&pipe);
    let root = Root::new(scratch.root()).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let next = scratch.root().join("next");
            while !done.load(Ordering::Relaxed) {
                for from in [&pipe, &file] {
                    let _ = fs::hard_link(from, &next);
                    let _ = fs::rename(&next, &at);
                    let _ = fs::remove_file(&next);
                }
            }
        });
        for _ in 0..20_000 {
            let found = outcome(root.open("x", Access::Read));
            assert!(
                ["inside", "NotRegular", "NotFound"].contains(&found.as_str()),
                "{found}"
            );
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn sizes_are_bounded() {
    let scratch = Scratch::new("sizes");
    let root = Root::new(scratch.root()).unwrap();
    assert_eq!(root.read("in", 6).unwrap(), b"inside");
    match root.read("in", 5) {
        Err(OpenError::System(error)) => assert_eq!(error.kind(), ErrorKind::FileTooLarge),
        other => panic!("{other:?}"),
    }
    let error = read_named("/dev/zero", 1000).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(read_named("/dev/null", 1000).unwrap(), b"");
}

#[test]
fn a_named_pipe_is_read_if_it_has_a_writer() {
    let scratch = Scratch::new("named");
    let pipe = scratch.root().join("pipe");
    make_pipe(&pipe);
    let error = read_named(&pipe, 100).unwrap_err();
    assert_eq!(error.to_string(), "the pipe has no writer");
    let (reader, mut writer) = std::io::pipe().unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&reader);
    let late = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        writer.write_all(b"late").unwrap();
    });
    assert_eq!(
        read_named(format!("/dev/fd/{number}"), 100).unwrap(),
        b"late"
    );
    late.join().unwrap();
}

#[test]
fn a_deep_path_is_walked_with_few_open_folders() {
    let scratch = Scratch::new("deep");
    let root = unix::Root::new(&scratch.root()).unwrap();
    let deep = vec![OsString::from("d"); 5000];
    let refused = root.kind(&deep).unwrap_err();
    assert!(matches!(refused, OpenError::System(_)), "{refused:?}");
}

#[test]
fn entries_have_types() {
    let scratch = Scratch::new("entries");
    symlink("in", scratch.root().join("link")).unwrap();
    let root = Root::new(scratch.root()).unwrap();
    let entries = root.list(Path::new(".")).unwrap().map(|entry| {
        let entry = entry.unwrap();
        (entry.name.into_string().unwrap(), entry.kind)
    });
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let expected = [
        ("in", Some(Kind::File)),
        ("link", None),
        ("sub", Some(Kind::Folder)),
    ];
    assert_eq!(
        entries,
        expected.map(|(name, kind)| (name.to_owned(), kind))
    );
    assert!(matches!(
        root.list(Path::new("../..")),
        Err(OpenError::Outside)
    ));
    assert!(root.list(Path::new("in")).is_err());
}

//! Installation by `make install`.
//!
//! One tree is installed into a scratch DESTDIR and moved to a different location, as a package or
//! a container would do. The programs of `tests/installed` are built with the moved tree alone.
//! Tests whose tools are missing print that they are left out.

use crate::c_support::{SONAME, left_out, libraries, present, root, scratch, succeed};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs the installer on the libraries of this build.
fn installer(argument: &Path, destination: &Path, variables: &[(&str, &str)]) {
    succeed(
        Command::new(root().join("packaging/install"))
            .arg(argument)
            .env("DESTDIR", destination)
            .envs(variables.iter().copied()),
    );
}

/// The installed tree, away from where it was installed.
fn tree() -> &'static Path {
    static TREE: OnceLock<PathBuf> = OnceLock::new();
    TREE.get_or_init(|| {
        let folder = scratch("install-tree");
        let (stage, tree) = (folder.join("stage"), folder.join("tree"));
        installer(&libraries(), &stage, &[("PREFIX", "/usr/local")]);
        fs::rename(stage.join("usr/local"), &tree).expect("the tree can be moved");
        fs::remove_dir_all(&stage).expect("nothing of the stage is needed");
        tree
    })
}

/// All files and links below a folder.
fn files(folder: &Path, below: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let entry = entry.expect("the folder is readable");
        let path = entry.path();
        if entry.file_type().expect("it has a type").is_dir() {
            files(&path, below, found);
        } else {
            let path = path.strip_prefix(below).expect("it is below");
            found.insert(path.to_string_lossy().into_owned());
        }
    }
}

fn listed(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    files(folder, folder, &mut found);
    found
}

/// The name of the shared object: the soname's number and the rest of the version.
fn object() -> String {
    let (_, rest) = VERSION.split_once('.').expect("a version has parts");
    format!("{SONAME}.{rest}")
}

#[test]
fn an_installed_tree_has_every_file_and_is_removed_again() {
    let stage = scratch("install-files");
    let variables = [
        ("PREFIX", "/opt/p"),
        ("LIBDIR", "/opt/p/lib/x"),
        ("INCLUDEDIR", "/opt/p/headers"),
    ];
    installer(&libraries(), &stage, &variables);
    let object = object();
    let headers = crate::c_support::header::headers();
    let expected = [
        "headers/polycty.hpp",
        "lib/x/cmake/polycty/polyctyConfig.cmake",
        "lib/x/cmake/polycty/polyctyConfigVersion.cmake",
        "lib/x/libpolycty.a",
        "lib/x/libpolycty.so",
        &format!("lib/x/{SONAME}"),
        &format!("lib/x/{object}"),
        "lib/x/pkgconfig/polycty-static.pc",
        "lib/x/pkgconfig/polycty.pc",
    ];
    let mut expected: BTreeSet<String> = expected
        .iter()
        .map(|name| format!("opt/p/{name}"))
        .chain(
            headers
                .iter()
                .map(|(name, _)| format!("opt/p/headers/{name}")),
        )
        .chain(
            crate::c_support::header::cpp_headers()
                .map(|name| format!("opt/p/headers/polycty/{name}")),
        )
        .collect();
    if present("objcopy") {
        expected.insert(format!("opt/p/lib/x/.debug/{object}.debug"));
    }
    assert_eq!(listed(&stage), expected);

    let library = stage.join("opt/p/lib/x");
    for (link, target) in [("libpolycty.so", SONAME), (SONAME, &object)] {
        let found = fs::read_link(library.join(link)).expect("it is a link");
        assert_eq!(found.to_string_lossy(), target, "{link}");
    }
    for name in &expected {
        if name.ends_with(".pc") || name.ends_with(".cmake") {
            let text = fs::read_to_string(stage.join(name)).expect("it is text");
            let here = stage.to_string_lossy();
            assert!(!text.contains('@'), "{name} has a place left to fill");
            assert!(
                !text.contains("/opt/p") && !text.contains(&*here),
                "{name} cannot be moved"
            );
        }
    }

    installer(Path::new("--remove"), &stage, &variables);
    assert_eq!(listed(&stage), BTreeSet::new());
}

/// What readelf prints of the sections of a file.
fn sections(file: &Path) -> String {
    let output = succeed(Command::new("readelf").arg("-SW").arg(file));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether a file contains some bytes.
fn holds(file: &[u8], bytes: &[u8]) -> bool {
    file.windows(bytes.len()).any(|window| window == bytes)
}

/// Holds the libraries of an installed tree to naming neither the folder of the sources nor that
/// of the dependencies.
fn tell_no_folders(library: &Path) {
    for name in [object(), "libpolycty.a".to_owned()] {
        let file = fs::read(library.join(&name)).expect("it is installed");
        // A source of a dependency is still named, relative to the folder where cargo keeps it.
        assert!(holds(&file, b"/num-bigint-"), "{name}");
        let root = root().display().to_string();
        for path in ["/registry/src/", &format!("{root}/"), &format!("{root}\0")] {
            assert!(!holds(&file, path.as_bytes()), "{path:?} in {name}");
        }
    }
}

#[test]
fn what_is_installed_does_not_tell_where_it_was_built() {
    tell_no_folders(&tree().join("lib"));
}

#[test]
fn nor_does_it_with_all_that_debuggers_want() {
    let stage = scratch("install-unstripped");
    let variables = [("PREFIX", "/opt/p"), ("OBJCOPY", "/no/objcopy")];
    installer(&libraries(), &stage, &variables);
    tell_no_folders(&stage.join("opt/p/lib"));
    fs::remove_dir_all(&stage).expect("nothing of the stage is needed");
}

#[test]
fn names_and_lines_for_debuggers_lie_beside_the_libraries() {
    for tool in ["objcopy", "readelf", "nm", "addr2line"] {
        if !present(tool) {
            return left_out("what debuggers want of the libraries", tool);
        }
    }
    let library = tree().join("lib");
    let object = library.join(object());
    for stripped in [&object, &library.join("libpolycty.a")] {
        for section in [".debug_info", ".debug_line", ".debug_str"] {
            assert!(
                !sections(stripped).contains(section),
                "{section} of {stripped:?}"
            );
        }
    }
    assert!(sections(&object).contains(".gnu_debuglink"), "{object:?}");
    let debug = library.join(format!(".debug/{}.debug", self::object()));
    for section in [".debug_info", ".debug_line"] {
        assert!(sections(&debug).contains(section), "{section}");
    }
    // From the stripped object itself, as a debugger that meets it in a process does.
    let exported = succeed(Command::new("nm").arg("-D").arg(&object));
    let exported = String::from_utf8_lossy(&exported.stdout).into_owned();
    let address = exported
        .lines()
        .find_map(|line| line.strip_suffix(" T pcty_type_free"))
        .expect("it is exported");
    let place = succeed(
        Command::new("addr2line")
            .arg("-e")
            .arg(&object)
            .arg(address),
    );
    let place = String::from_utf8_lossy(&place.stdout).into_owned();
    assert!(place.contains("src/ffi/"), "{address} is in {place}");
}

/// What pkg-config answers when it sees the tree alone.
fn flags(arguments: &[&str]) -> Vec<String> {
    let output = succeed(
        Command::new("pkg-config")
            .args(arguments)
            .env("PKG_CONFIG_LIBDIR", tree().join("lib/pkgconfig"))
            .env_remove("PKG_CONFIG_PATH"),
    );
    String::from_utf8_lossy(&output.stdout)
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

/// Runs a program that prints one line, and checks whether it needs the shared object.
fn runs(program: &Path, language: &str, shared: bool) {
    let dynamic = succeed(Command::new("readelf").arg("-d").arg(program));
    let needed = String::from_utf8_lossy(&dynamic.stdout).contains(&format!("[{SONAME}]"));
    assert_eq!(needed, shared, "{}", program.display());
    let mut command = Command::new(program);
    if shared {
        command.env("LD_LIBRARY_PATH", tree().join("lib"));
    }
    let output = succeed(&mut command);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, format!("{language}: [1,2]\n"));
}

/// Builds and runs a program of `tests/installed` with what pkg-config says.
fn built(folder: &Path, source: &str, flags: Vec<String>, shared: bool) {
    let cpp = source.ends_with(".cpp");
    let program = folder.join(format!("{source}-{shared}"));
    succeed(
        Command::new(if cpp { "c++" } else { "cc" })
            .args(if cpp { ["-std=c++17"] } else { ["-std=c99"] })
            .arg(root().join("tests/installed").join(source))
            .args(flags)
            .arg("-o")
            .arg(&program),
    );
    runs(&program, if cpp { "C++" } else { "C" }, shared);
}

const WAYS: [(&str, bool); 2] = [("polycty", true), ("polycty-static", false)];

#[test]
fn programs_find_it_by_pkg_config() {
    if !present("pkg-config") {
        return left_out("programs that find the library by pkg-config", "pkg-config");
    }
    assert_eq!(flags(&["--modversion", "polycty"]), [VERSION]);
    let folder = scratch("install-pkg-config");
    for (package, shared) in WAYS {
        for source in ["program.c", "program.cpp"] {
            let flags = flags(&["--cflags", "--libs", package]);
            built(&folder, source, flags, shared);
        }
    }
}

/// The most bytes of a stripped program that parses one type. Without `--gc-sections` it has 13.8
/// MB, or 34 MB of code that is not optimized.
const SMALL: u64 = if cfg!(debug_assertions) {
    7_200_000
} else {
    2_100_000
};

#[test]
fn a_static_program_has_only_the_code_that_it_uses() {
    let library = tree().join("lib/libpolycty.a");
    let program = scratch("install-small").join("small");
    succeed(
        Command::new("cc")
            .arg("-I")
            .arg(tree().join("include"))
            .arg(root().join("tests/installed/small.c"))
            .arg(library)
            .args(["-lpthread", "-ldl", "-lm", "-Wl,--gc-sections", "-s", "-o"])
            .arg(&program),
    );
    succeed(&mut Command::new(&program));
    let size = fs::metadata(&program).expect("it is there").len();
    assert!(size < SMALL, "{size} bytes");
}

/// `-lpolycty` links the archive if the linker is instructed to, and `--static` adds the rest.
#[test]
fn the_static_flags_are_enough_for_the_archive() {
    if !present("pkg-config") {
        return left_out("the flags of the static library", "pkg-config");
    }
    let flags = flags(&["--static", "--cflags", "--libs", "polycty"])
        .into_iter()
        .flat_map(|flag| match flag.as_str() {
            "-lpolycty" => vec!["-Wl,-Bstatic".to_owned(), flag, "-Wl,-Bdynamic".to_owned()],
            _ => vec![flag],
        })
        .collect();
    built(&scratch("install-static"), "program.c", flags, false);
}

/// The first block of a language under a heading of the documentation.
fn shown(page: &str, heading: &str, language: &str) -> String {
    let text = fs::read_to_string(root().join(page)).expect("the page is there");
    let (_, section) = text.split_once(heading).expect("it has such a heading");
    let (_, rest) = section
        .split_once(&format!("```{language}\n"))
        .expect("it has such a block");
    let (block, _) = rest.split_once("```\n").expect("a block ends");
    block.to_owned()
}

const FIRST: &str = "## A first answer";

/// Runs the program of a page, which was built in the folder.
fn answers(program: &Path, page: &str, heading: &str) {
    let mut command = Command::new(program);
    let output = succeed(command.env("LD_LIBRARY_PATH", tree().join("lib")));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, shown(page, heading, "text"));
}

/// The instructions in the documentation for the first program work.
#[test]
fn the_first_steps_of_the_pages_work() {
    if !present("pkg-config") {
        return left_out("the first steps of the pages", "pkg-config");
    }
    for (page, heading, linking, language, source, program) in [
        ("docs/tutorials/c.md", FIRST, FIRST, "c", "first.c", "first"),
        (
            "docs/tutorials/cpp.md",
            FIRST,
            FIRST,
            "cpp",
            "first.cpp",
            "first",
        ),
        (
            "README.md",
            "### C\n",
            "**C and C++**",
            "c",
            "program.c",
            "program",
        ),
    ] {
        let folder = scratch(&format!("install-{program}-{language}"));
        let code = shown(page, heading, language);
        fs::write(folder.join(source), code).expect("the folder is writable");
        succeed(
            Command::new("sh")
                .args(["-ec", &shown(page, linking, "sh")])
                .current_dir(&folder)
                .env("PKG_CONFIG_LIBDIR", tree().join("lib/pkgconfig"))
                .env_remove("PKG_CONFIG_PATH"),
        );
        answers(&folder.join(program), page, heading);
    }
}

/// The instructions for CMake in the tour of C++ work.
#[test]
fn the_lines_for_cmake_work() {
    if !present("cmake") {
        return left_out("the lines for CMake", "cmake");
    }
    let folder = scratch("install-tour-cmake");
    let page = "docs/tutorials/cpp.md";
    let project = format!(
        "cmake_minimum_required(VERSION 3.16)\nproject(first CXX)\n\
         add_executable(first first.cpp)\n{}",
        shown(page, FIRST, "cmake")
    );
    fs::write(folder.join("CMakeLists.txt"), project).expect("the folder is writable");
    fs::write(folder.join("first.cpp"), shown(page, FIRST, "cpp")).expect("the folder is writable");
    succeed(
        Command::new("cmake")
            .args(["-S", ".", "-B", "."])
            .arg(format!("-DCMAKE_PREFIX_PATH={}", tree().display()))
            .current_dir(&folder),
    );
    succeed(Command::new("cmake").arg("--build").arg(&folder));
    answers(&folder.join("first"), page, FIRST);
}

#[test]
fn programs_find_it_by_cmake() {
    if !present("cmake") {
        return left_out("programs that find the library by CMake", "cmake");
    }
    let folder = scratch("install-cmake");
    let configured = |version: &str, build: &Path| {
        let mut command = Command::new("cmake");
        command
            .arg("-S")
            .arg(root().join("tests/installed"))
            .arg("-B")
            .arg(build)
            .arg(format!("-DCMAKE_PREFIX_PATH={}", tree().display()))
            .arg(format!("-DWANTED={version}"));
        command
    };
    let build = folder.join("build");
    succeed(&mut configured(VERSION, &build));
    succeed(Command::new("cmake").arg("--build").arg(&build));
    for (way, shared) in [("polycty", true), ("static", false)] {
        runs(&build.join(format!("c_{way}")), "C", shared);
        runs(&build.join(format!("cpp_{way}")), "C++", shared);
    }
    let refused = configured("99.0", &folder.join("refused"))
        .output()
        .expect("cmake starts");
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && stderr.contains(VERSION),
        "{stderr}"
    );
}

#[test]
fn a_go_program_finds_it_by_pkg_config() {
    for tool in ["go", "pkg-config"] {
        if !present(tool) {
            return left_out("the Go program", tool);
        }
    }
    // Go caches the output of pkg-config by the folder of the source, so the test uses a separate
    // folder.
    let folder = scratch("install-go");
    for entry in fs::read_dir(root().join("tests/installed/go")).expect("there is a program") {
        let source = entry.expect("the folder is readable");
        fs::copy(source.path(), folder.join(source.file_name())).expect("it can be copied");
    }
    for (package, shared) in WAYS {
        let program = folder.join(format!("{package}.run"));
        succeed(
            Command::new("go")
                .args(["build", "-tags", if shared { "" } else { "static" }])
                .args(["-o".as_ref(), program.as_os_str(), ".".as_ref()])
                .current_dir(&folder)
                .env("PKG_CONFIG_LIBDIR", tree().join("lib/pkgconfig"))
                .env_remove("PKG_CONFIG_PATH")
                .env("CGO_ENABLED", "1")
                .env("GOPROXY", "off"),
        );
        runs(&program, "Go", shared);
    }
}

/// The numbers that cargo-c needs, and that it writes into its own files.
#[test]
fn cargo_c_is_told_the_same_version_of_the_library() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("there is a manifest");
    let (_, library) = manifest
        .split_once("[package.metadata.capi.library]\n")
        .expect("cargo-c is told of the library");
    let version = library
        .lines()
        .find_map(|line| line.strip_prefix("version = "))
        .expect("it has a version");
    let number = object();
    let number = number
        .strip_prefix("libpolycty.so.")
        .expect("a number ends it");
    assert_eq!(version, format!("{number:?}"));
}

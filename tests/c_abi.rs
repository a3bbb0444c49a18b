//! Do the C programs in `c-tests` say that the library does what its header says?

mod c_support;

use c_support::{libraries, root, scratch, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// How a program finds the library.
#[derive(Clone, Copy, Debug)]
enum Linked {
    /// Inside the program.
    Static,
    /// As a shared object, by its soname.
    Shared,
}

/// Compiles a program and runs it.
fn run(source: &Path, linked: Linked) {
    let name = source.file_stem().expect("a source has a name");
    let name = format!("{}-{linked:?}", name.to_string_lossy()).to_lowercase();
    let folder = scratch(&name);
    let program = folder.join(&name);
    let mut command = compiler(source);
    command
        .arg("-I")
        .arg(root().join("include"))
        .arg("-I")
        .arg(root().join("c-tests"))
        .args(["-o".as_ref(), program.as_os_str(), source.as_os_str()]);
    match linked {
        Linked::Static => {
            command.arg(libraries().join("libpolycty.a"));
        }
        Linked::Shared => {
            // The linker writes the soname into the program, and that is what the
            // loader looks for.
            let soname = format!("libpolycty.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
            let object = libraries().join("libpolycty.so");
            let link = folder.join(soname);
            std::os::unix::fs::symlink(&object, &link).expect("the folder is writable");
            command
                .arg(&link)
                .arg(format!("-Wl,-rpath,{}", folder.display()));
        }
    }
    succeed(command.args(["-lpthread", "-ldl", "-lm"]));
    let output = succeed(&mut Command::new(&program));
    assert!(
        output.stderr.is_empty() && output.stdout.is_empty(),
        "{name} prints:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The compiler that the cc crate finds, which outside a build script wants to be
/// told the target, the host and the optimisation.
fn compiler(source: &Path) -> Command {
    let cpp = source
        .extension()
        .is_some_and(|extension| extension == "cpp");
    let target = format!("{}-unknown-linux-gnu", env::consts::ARCH);
    let mut command = cc::Build::new()
        .target(&target)
        .host(&target)
        .opt_level(1)
        .cargo_metadata(false)
        .cpp(cpp)
        .std(if cpp { "c++17" } else { "c99" })
        .get_compiler()
        .to_command();
    command.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-g"]);
    if !cpp {
        command.args(["-Wstrict-prototypes", "-D_POSIX_C_SOURCE=200809L"]);
    }
    command
}

fn programs() -> Vec<PathBuf> {
    let mut programs: Vec<PathBuf> = fs::read_dir(root().join("c-tests"))
        .expect("there are programs")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "c" || end == "cpp")
        })
        .collect();
    programs.sort();
    programs
}

#[test]
fn the_programs_pass_with_the_shared_object() {
    let programs = programs();
    assert!(!programs.is_empty());
    for program in programs {
        run(&program, Linked::Shared);
    }
}

#[test]
fn a_program_passes_with_the_static_library() {
    run(&root().join("c-tests/string.c"), Linked::Static);
}

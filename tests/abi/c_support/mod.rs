//! Support for tests of the C ABI: the libraries, the compilers, and the header.

pub mod header;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};

/// The name that the loader looks for.
pub const SONAME: &str = env!("POLYCTY_SONAME");

/// The root of the package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder with the libraries, which is that of the tests: `cargo test` alone creates them
/// nowhere else.
pub fn libraries() -> PathBuf {
    let program = env::current_exe().expect("a test has a path");
    program.parent().expect("a file has a folder").to_path_buf()
}

/// An empty folder for the files of a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

/// Runs a program and returns its output. If it fails, the test fails with the output.
pub fn succeed(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed with {}:\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    output
}

/// Whether the machine has a program.
pub fn present(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Records that a test leaves something out for want of a tool: on standard error, past the test
/// runner's capture, and in `target/left-out`, which the summary of `make test` prints.
pub fn left_out(what: &str, missing: &str) {
    let line = format!("left out: {what} (there is no {missing} here)\n");
    io::stderr()
        .write_all(line.as_bytes())
        .expect("standard error is writable");
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../left-out");
    let mut record = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(record)
        .expect("the target folder is writable");
    writeln!(record, "{what} ({missing})").expect("the target folder is writable");
}

/// How a program finds the library.
#[derive(Clone, Copy, Debug)]
pub enum Linked {
    /// Inside the program.
    Static,
    /// As a shared object, by its soname.
    Shared,
}

/// Compiles a program and runs it; it prints nothing.
pub fn run(source: &Path, linked: Linked) {
    let program = build(source, linked);
    // Measurements of the program's heap must not count blocks that are already freed.
    let mut ran = Command::new(&program);
    let output = succeed(ran.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0"));
    assert!(
        output.stderr.is_empty() && output.stdout.is_empty(),
        "{} prints:\n{}{}",
        program.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Compiles a program, and returns its path.
pub fn build(source: &Path, linked: Linked) -> PathBuf {
    let name = source.file_stem().expect("a source has a name");
    let name = format!("program-{}-{linked:?}", name.to_string_lossy()).to_lowercase();
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
            // The linker writes the soname into the program, and the loader looks for it.
            let object = libraries().join("libpolycty.so");
            let link = folder.join(SONAME);
            std::os::unix::fs::symlink(&object, &link).expect("the folder is writable");
            command
                .arg(&link)
                .arg(format!("-Wl,-rpath,{}", folder.display()));
        }
    }
    succeed(command.args(["-lpthread", "-ldl", "-lm"]));
    program
}

/// The compiler that the cc crate finds. Outside of a build script, the crate needs the target, the
/// host and the optimization level.
fn compiler(source: &Path) -> Command {
    let cpp = source
        .extension()
        .is_some_and(|extension| extension == "cpp");
    let target = env!("POLYCTY_TARGET");
    let compiler = cc::Build::new()
        .target(target)
        .host(target)
        .opt_level(1)
        .cargo_metadata(false)
        .cpp(cpp)
        .std(if cpp { "c++17" } else { "c99" })
        .get_compiler();
    // Not `to_command`, which names the whole environment when a test fails.
    let mut command = Command::new(compiler.path());
    command.args(compiler.args());
    command.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-g"]);
    if !cpp {
        command.args(["-Wstrict-prototypes", "-D_POSIX_C_SOURCE=200809L"]);
    }
    command
}

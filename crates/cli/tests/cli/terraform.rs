//! Commands of Terraform that change or convert files.

use super::{fail, run, succeed};
use std::path::{Path, PathBuf};

/// A new folder with some files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

const MAIN: &str = "variable \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n  size   = var.a\n}\noutput \"o\" {\n  value = values(module.m)[0]\n}\n";

#[test]
fn a_rename_is_previewed_and_written() {
    let files = [
        ("main.tf", MAIN),
        (
            "m/main.tf",
            "variable \"size\" {}\noutput \"id\" {\n  value = var.size\n}\n",
        ),
        ("env/prod.tfvars", "a = 1\n"),
    ];
    let folder = folder("renamed", &files);
    let path = folder.to_str().unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let values = folder.join("env/prod.tfvars");
    let arguments = [
        "tf",
        "rename",
        "var.a",
        "region",
        path,
        "--var-file",
        values.to_str().unwrap(),
    ];
    let preview = succeed(&arguments, "");
    for line in [
        "-variable \"a\" {}",
        "+variable \"region\" {}",
        "+  size   = var.region",
        "+region = 1",
    ] {
        assert!(preview.lines().any(|found| found == line), "{preview}");
    }
    assert_eq!(read("main.tf"), MAIN);
    let written = succeed(&[&arguments[..], &["--write"]].concat(), "");
    assert_eq!(written.lines().count(), 2, "{written}");
    assert_eq!(
        read("main.tf"),
        MAIN.replace("\"a\"", "\"region\"")
            .replace("var.a", "var.region")
    );
    assert_eq!(read("env/prod.tfvars"), "region = 1\n");
    let output = run(&["tf", "rename", "module.m.output.id", "key", path], "");
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains("Indirect access to outputs"), "{warning}");
    assert!(output.status.success());
    let message = fail(&["tf", "rename", "module.m", "n.o", path], "", 1);
    assert!(
        message.contains("expected the address of a module call"),
        "{message}"
    );
    let moved = succeed(&["tf", "rename", "module.m", "n", path], "");
    assert!(moved.contains("+  from = module.m"), "{moved}");
    let plain = succeed(&["tf", "rename", "module.m", "n", path, "--no-moved"], "");
    assert!(!plain.contains("moved"), "{plain}");
}

//! The command `lint`.

use super::run;
use std::path::Path;

#[test]
fn files_of_all_languages_are_checked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lint");
    let _ = std::fs::remove_dir_all(&folder);
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        let inner = path.parent().expect("it has a folder");
        std::fs::create_dir_all(inner).expect("the folder is writable");
        std::fs::write(path, text).expect("the folder is writable");
    };
    write("good.mcl", "$a = 1\n");
    write("a/bad.mcl", "import \"../good.mcl\"\n$b = $good.none\n");
    write("a/.hidden/bad.mcl", "$b = (\n");
    write("p/Pulumi.yaml", "name: p\n");
    write("p/main.pp", "b = none\n");
    let root = folder.to_str().expect("paths of tests are UTF-8");
    let lint = |arguments: &[&str]| {
        let output = run(&[&["lint"], arguments].concat(), "");
        assert!(output.stdout.is_empty());
        let text = String::from_utf8(output.stderr).expect("messages are UTF-8");
        (output.status.code(), text.replace(root, "ROOT"))
    };
    let (status, text) = lint(&[root]);
    assert_eq!(status, Some(1));
    assert!(
        text.contains("on ROOT/a/bad.mcl line 2, column 6"),
        "{text}"
    );
    assert!(
        text.contains("on ROOT/p/main.pp line 1, column 5"),
        "{text}"
    );
    assert!(
        !text.contains("hidden") && !text.contains("on ROOT/good.mcl"),
        "{text}"
    );
    let good = format!("{root}/good.mcl");
    assert_eq!(lint(&[&good]), (Some(0), String::new()));
    let (status, json) = lint(&["--diagnostics", "json", &format!("{root}/p")]);
    assert_eq!(status, Some(1));
    assert!(json.contains("\"ROOT/p/main.pp\""), "{json}");
    let (status, sarif) = lint(&["--diagnostics", "sarif", &good]);
    assert_eq!(status, Some(0));
    assert!(sarif.contains("\"version\":\"2.1.0\"") || sarif.contains("\"version\": \"2.1.0\""));
    assert_eq!(lint(&["none.mcl"]).0, Some(1));
}

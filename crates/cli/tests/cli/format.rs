//! The command `fmt`.

use super::{fail, run, succeed};

/// A folder for a test, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("polycty-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("inner/.hidden")).expect("a folder");
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) -> String {
        let path = self.0.join(file);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).expect("the file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_laid_out() {
    let folder = Folder::new("fmt");
    let path = folder.0.to_string_lossy().into_owned();
    let main = folder.write("main.tf", "a=\"${b}\"\nlong=1\n");
    folder.write("other.hcl", "b x {}\n");
    folder.write("inner/more.hcl", "a=1\n");
    folder.write("inner/.hidden/not.hcl", "a=1\n");
    folder.write("text.txt", "a=1\n");
    let checked = run(&["fmt", "--check", "-r", &path], "");
    assert_eq!(checked.status.code(), Some(1));
    let listed = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(listed.lines().count(), 2, "{listed}");
    let message = String::from_utf8(checked.stderr).unwrap();
    assert!(message.contains("2 files are not formatted"), "{message}");
    assert_eq!(succeed(&["fmt", &path], ""), main);
    assert_eq!(folder.read("main.tf"), "a    = b\nlong = 1\n");
    assert_eq!(folder.read("other.hcl"), "b x {}\n");
    assert_eq!(folder.read("inner/more.hcl"), "a=1\n");
    assert!(succeed(&["fmt", "-r", &path], "").ends_with("more.hcl"));
    assert_eq!(folder.read("inner/more.hcl"), "a = 1\n");
    assert_eq!(folder.read("inner/.hidden/not.hcl"), "a=1\n");
    assert_eq!(succeed(&["fmt", "--check", "-r", &path], ""), "");
    let broken = folder.write("broken.tf", "a = \n");
    assert!(fail(&["fmt", &path], "", 1).contains(&broken));
}

#[test]
fn files_of_open_tofu_are_formatted_as_those_of_terraform() {
    let folder = Folder::new("tofu");
    let path = folder.0.to_str().unwrap();
    folder.write("main.tofu", "a=\"${b}\"\n");
    folder.write("a.tofutest.hcl", "a=\"${b}\"\n");
    succeed(&["fmt", path], "");
    assert_eq!(folder.read("main.tofu"), "a = b\n");
    assert_eq!(folder.read("a.tofutest.hcl"), "a = b\n");
}

#[test]
fn a_bad_file_leaves_the_others_alone() {
    let folder = Folder::new("fmt-bad");
    let path = folder.0.to_string_lossy().into_owned();
    let broken = folder.write("a.tf", "a = \n");
    std::fs::write(folder.0.join("b.tf"), b"a = \"\xff\xfe\"\n").unwrap();
    folder.write("c.tf", "a=1\n");
    let missing = format!("{path}/missing.tf");
    std::os::unix::fs::symlink("nowhere", folder.0.join("d.tf")).unwrap();
    folder.write("e.tf", "a=1\n");
    let done = run(&["fmt", &missing, &path], "");
    assert_eq!(done.status.code(), Some(1));
    let message = String::from_utf8(done.stderr).unwrap();
    for name in [&broken, &missing, "b.tf", "d.tf"] {
        assert!(message.contains(name), "{name}: {message}");
    }
    let listed = String::from_utf8(done.stdout).unwrap();
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert_eq!(folder.read("c.tf") + &folder.read("e.tf"), "a = 1\na = 1\n");
    let message = fail(&["fmt", &missing], "", 1);
    assert!(message.contains("missing.tf"), "{message}");
}

#[test]
fn hidden_files_are_left_alone() {
    let folder = Folder::new("fmt-hidden");
    let path = folder.0.to_string_lossy().into_owned();
    let hidden = folder.write(".h.tf", "a=1\n");
    folder.write(".terraform.lock.hcl", "a=1\n");
    folder.write("inner/.w.tf", "a=1\n");
    std::fs::create_dir(folder.0.join("old~")).unwrap();
    folder.write("old~/x.tf", "a=1\n");
    let shown = folder.write("b~.tf", "a=1\n");
    assert_eq!(succeed(&["fmt", "-r", &path], ""), shown);
    assert_eq!(folder.read(".terraform.lock.hcl"), "a=1\n");
    assert_eq!(succeed(&["fmt", &hidden], ""), hidden);
    assert_eq!(folder.read(".h.tf"), "a = 1\n");
}

#[test]
fn standard_input_is_formatted() {
    assert_eq!(succeed(&["fmt"], "b x{ a=\"${c}\" }"), "b \"x\" { a = c }");
    let layout = &["fmt", "--style", "layout", "-"];
    assert_eq!(succeed(layout, "b x{ a=\"${c}\" }"), "b x { a = \"${c}\" }");
    // A last line without a line break gets one, as from `terraform fmt -`.
    for (text, expected) in [
        ("a=1", "a = 1\n"),
        ("a=1\n", "a = 1\n"),
        ("a = 1\t", "a = 1 \n"),
    ] {
        assert_eq!(run(&["fmt", "-"], text).stdout, expected.as_bytes());
    }
    assert_eq!(succeed(&["fmt", "--check"], "a = 1\n"), "");
    assert!(fail(&["fmt"], "a = \n", 1).contains("Invalid expression"));
}

#[test]
fn changes_are_shown() {
    let before: String = (0..30)
        .map(|line| format!("\na{line} = {line}\n"))
        .collect();
    let before = before.replace("a3 =", "a3=").replace("a20 =", "a20=") + "b = \"${\nx\n}\"\nc=1";
    let shown = succeed(&["fmt", "--diff"], &before);
    let wanted = "--- -\n+++ -\n@@ -5,7 +5,7 @@\n \n a2 = 2\n \n-a3= 3\n+a3 = 3\n \n a4 = 4\n \n";
    assert!(shown.starts_with(wanted), "{shown}");
    let wanted = "@@ -58,7 +58,5 @@\n a28 = 28\n \n a29 = 29\n-b = \"${\n-x\n-}\"\n-c=1\n\\ No newline at end of file\n+b   = x\n+c   = 1\n\\ No newline at end of file";
    assert!(shown.ends_with(wanted), "{shown}");
    assert_eq!(succeed(&["fmt", "--diff"], "a = 1\n"), "");
}

#[test]
fn manifests_and_programs_are_formatted() {
    let folder = Folder::new("fmt-languages");
    let path = folder.0.to_string_lossy().into_owned();
    let manifest = folder.write("a.pp", "file { '/a':\nensure=>file,\n}\n");
    let program = folder.write("b.mcl", "print \"a\" {\n  msg=>\"x\",\n}\n");
    folder.write("inner/c.pp", "class c {\n$a = 1  \n}\n");
    let checked = run(&["puppet", "fmt", "--check", "-r", &path], "");
    assert_eq!(checked.status.code(), Some(1));
    let message = String::from_utf8(checked.stderr).unwrap();
    assert!(message.contains("2 files are not formatted"), "{message}");
    let shown = succeed(&["mcl", "fmt", "--diff", &path], "");
    assert!(
        shown.contains("-  msg=>\"x\",\n+\tmsg => \"x\","),
        "{shown}"
    );
    assert_eq!(succeed(&["puppet", "fmt", &path], ""), manifest);
    assert_eq!(succeed(&["mcl", "fmt", "-r", &path], ""), program);
    assert_eq!(folder.read("a.pp"), "file { '/a':\n  ensure => file,\n}\n");
    assert_eq!(folder.read("b.mcl"), "print \"a\" {\n\tmsg => \"x\",\n}\n");
    assert_eq!(folder.read("inner/c.pp"), "class c {\n$a = 1  \n}\n");
    assert_eq!(succeed(&["puppet", "fmt", "--check", &path], ""), "");
    let standard = run(&["puppet", "fmt"], "if $a {\nfoo()\n}");
    assert_eq!(standard.stdout, b"if $a {\n  foo()\n}\n");
    assert!(fail(&["mcl", "fmt"], "$a = \n", 1).contains("syntax error"));
}

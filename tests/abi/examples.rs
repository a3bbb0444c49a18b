//! Tests of the example programs against their recorded outputs.

use crate::c_support::{Linked, build, libraries, root, scratch, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles an example as `make examples` does.
fn compiled(name: &str) -> PathBuf {
    let program = scratch(&format!("example-{name}")).join(name);
    succeed(
        Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
            .arg(root().join("include"))
            .arg(root().join(format!("examples/c/{name}.c")))
            .arg(libraries().join("libpolycty.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    program
}

fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is there")
}

/// The programs that check data against the class of a module, in four languages.
const CLASS_PARAMETERS: [&str; 4] = [
    "examples/c/class_parameters.c",
    "examples/cpp/class_parameters.cpp",
    "bindings/go/examples/class_parameters/main.go",
    "bindings/ruby/examples/class_parameters.rb",
];

/// The programs print `examples/data/ntp.out` and `ntp-broken.out`. The tests of the bindings
/// compare with the same files. The messages about the broken data are Puppet's own.
#[test]
fn class_parameters_are_checked_as_puppet_does() {
    let cpp = build(&root().join(CLASS_PARAMETERS[1]), Linked::Static);
    for program in [compiled("class_parameters"), cpp] {
        let check = |arguments: &[&str]| {
            let output = Command::new(&program)
                .current_dir(root())
                .args(arguments)
                .output()
                .expect("the program starts");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            (output.status.code(), printed)
        };
        let of = |data: &str| check(&["examples/data/modules", "ntp", data]);
        let good = file("examples/data/ntp.out");
        assert_eq!(of("examples/data/ntp.json"), (Some(0), good));
        let broken = file("examples/data/ntp-broken.out");
        assert_eq!(of("examples/data/ntp-broken.json"), (Some(1), broken));
        assert_eq!(check(&[]).0, Some(1));
    }
}

/// `docs/how-to/check-hiera-data.md` states this limit.
#[test]
fn class_parameters_take_less_than_forty_lines() {
    for path in CLASS_PARAMETERS {
        let text = file(path);
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with(['#', '/', ' ']);
        let lines = text.lines().map(str::trim);
        let code = lines.filter(|line| is_code(line) || line.starts_with("#include"));
        assert!(code.count() < 40, "{path}");
    }
}

/// The programs that check the variables of a Terraform module, in four languages.
const TERRAFORM_MODULE: [&str; 4] = [
    "examples/c/terraform_module.c",
    "examples/cpp/terraform_module.cpp",
    "bindings/go/examples/terraform_module/main.go",
    "bindings/ruby/examples/terraform_module.rb",
];

/// The programs write `examples/data/terraform.out` and `terraform-broken.err`. The tests of the
/// bindings compare with the same files.
#[test]
fn variables_of_a_module_are_checked_as_terraform_does() {
    let cpp = build(&root().join(TERRAFORM_MODULE[1]), Linked::Static);
    for program in [compiled("terraform_module"), cpp] {
        let check = |values: &str| {
            let output = Command::new(&program)
                .current_dir(root())
                .args(["examples/data/terraform", values])
                .output()
                .expect("the program starts");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(&output.stdout), text(&output.stderr))
        };
        let good = file("examples/data/terraform.out");
        assert_eq!(
            check("examples/data/terraform-good.tfvars"),
            (good, String::new())
        );
        let broken = file("examples/data/terraform-broken.err");
        assert_eq!(
            check("examples/data/terraform-broken.tfvars"),
            (String::new(), broken)
        );
    }
}

#[test]
fn variables_of_a_module_are_checked_in_less_than_sixty_lines() {
    for path in TERRAFORM_MODULE {
        assert!(file(path).lines().count() < 60, "{path}");
    }
}

/// The programs that check a Terraform project, in four languages.
const TERRAFORM_PROJECT: [&str; 4] = [
    "examples/c/terraform_project.c",
    "examples/cpp/terraform_project.cpp",
    "bindings/go/examples/terraform_project/main.go",
    "bindings/ruby/examples/terraform_project.rb",
];

/// The programs write `examples/data/terraform-project.out` and `terraform-project-broken.err`. The
/// tests of the bindings compare with the first of them.
#[test]
fn a_project_is_checked_with_the_modules_that_it_calls() {
    let cpp = build(&root().join(TERRAFORM_PROJECT[1]), Linked::Static);
    for program in [compiled("terraform_project"), cpp] {
        let check = |values: &str| {
            let output = Command::new(&program)
                .current_dir(root())
                .args(["examples/data/terraform-project", values])
                .output()
                .expect("the program starts");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(&output.stdout), text(&output.stderr))
        };
        let good = file("examples/data/terraform-project.out");
        assert_eq!(
            check("examples/data/terraform-project-good.tfvars"),
            (good, String::new())
        );
        let broken = file("examples/data/terraform-project-broken.err");
        assert_eq!(
            check("examples/data/terraform-project-broken.tfvars"),
            (String::new(), broken)
        );
    }
}

/// The program writes `examples/data/name-in-files.out`, where the folder is `FOLDER`.
#[test]
fn a_name_is_described_and_renamed_in_all_files() {
    let folder = root().join("examples/data/terraform-project");
    let output = succeed(
        Command::new(compiled("name_in_files"))
            .arg(&folder)
            .args(["main.tf", "12", "3", "location"]),
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = text.replace(&*folder.to_string_lossy(), "FOLDER");
    assert_eq!(text, file("examples/data/name-in-files.out"));
}

/// `docs/how-to/check-terraform-project.md` states this limit.
#[test]
fn projects_are_checked_in_less_than_sixty_lines() {
    for path in TERRAFORM_PROJECT {
        assert!(file(path).lines().count() < 60, "{path}");
    }
}

/// The programs that compile the catalogs of a control repository.
const CONTROL_REPOSITORY: [&str; 2] = [
    "examples/cpp/control_repository.cpp",
    "bindings/go/examples/control_repository/main.go",
];

/// The programs write `examples/data/control-repository.out`. The test of the example in Go compares
/// with it.
#[test]
fn the_catalogs_of_a_control_repository_are_compiled_and_compared() {
    let program = build(&root().join(CONTROL_REPOSITORY[0]), Linked::Static);
    let check = |nodes: [&str; 2]| {
        let output = Command::new(&program)
            .current_dir(root())
            .arg("examples/data/control-repository")
            .args(nodes)
            .output()
            .expect("the program starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let expected = file("examples/data/control-repository.out");
    assert_eq!(
        check(["web1.example.com", "web2.example.com"]),
        (expected, String::new())
    );
}

/// `docs/how-to/check-control-repository.md` states this limit.
#[test]
fn control_repositories_are_checked_in_less_than_eighty_lines() {
    for path in CONTROL_REPOSITORY {
        assert!(file(path).lines().count() < 80, "{path}");
    }
}

/// The output of the demo in the tutorial of C.
fn page_of_the_demo() -> Vec<String> {
    let page = file("docs/tutorials/c.md");
    let (_, section) = page.split_once("`make demo`").expect("the page runs it");
    let (_, excerpt) = section
        .split_once("```text\n")
        .expect("the page shows the demo");
    let (excerpt, _) = excerpt.split_once("```").expect("a block ends");
    let lines = excerpt.lines().filter(|line| line.trim() != "...");
    lines.map(str::to_owned).collect()
}

fn check_network(program: &Path) -> String {
    let checked = |files: &[&str]| {
        Command::new(program)
            .current_dir(root())
            .args(files)
            .output()
            .expect("the program starts")
    };
    let variables = "examples/data/network.variables";
    let output = checked(&[variables, "examples/data/network.tfvars.json"]);
    assert!(output.status.success());
    assert_eq!(checked(&[]).status.code(), Some(2));
    assert_ne!(checked(&[variables, variables]).status.code(), Some(0));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_page_shows_the_output_of_the_demo() {
    let output = check_network(&compiled("demo"));
    let printed: Vec<&str> = output.lines().collect();
    let shown = page_of_the_demo();
    assert!(shown.len() > 20);
    for line in shown {
        assert!(printed.contains(&&*line), "not printed: {line}");
    }

    // The checker in C++ finds the same of the same variables.
    let cpp = build(&root().join("examples/cpp/check.cpp"), Linked::Static);
    let found = check_network(&cpp);
    assert!(found.lines().count() > 30);
    assert!(output.contains(&found), "{found}");
}

/// Each line of the excerpts in `docs/how-to/check-hiera-data.md` is a line of the program's output.
#[test]
fn the_page_of_puppet_shows_what_class_parameters_prints() {
    let page = file("docs/how-to/check-hiera-data.md");
    let (_, section) = page
        .split_once("target/examples-c/class_parameters")
        .expect("the page runs it");
    let (section, _) = section.split_once("\n## ").expect("a section ends");
    let output = file("examples/data/ntp.out") + &file("examples/data/ntp-broken.out");
    let printed: Vec<&str> = output.lines().collect();
    let mut shown = 0;
    for block in section.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        for line in block.lines().filter(|line| line.trim() != "...") {
            assert!(printed.contains(&line), "not printed: {line}");
            shown += 1;
        }
    }
    assert!(shown > 5);
}

/// The program prints `examples/data/deployment.out` and `deployment-broken.err`.
#[test]
fn a_configuration_of_several_files_is_read_and_printed() {
    let program = compiled("hcl_config");
    let folder = "examples/data/deployment";
    let read = |files: &[&str]| {
        Command::new(&program)
            .current_dir(root())
            .args(files.iter().map(|name| format!("{folder}{name}")))
            .output()
            .expect("the program starts")
    };
    let spec = ".spec.hcl";
    let [variables, functions] = ["/variables.hcl", "/functions.hcl"];
    let inputs = "/production.hcl.json";
    let good = read(&[spec, variables, functions, "/services.hcl", inputs]);
    assert!(good.status.success() && good.stderr.is_empty());
    let printed = String::from_utf8_lossy(&good.stdout).into_owned();
    assert_eq!(printed, file("examples/data/deployment.out"));

    let broken = read(&[spec, variables, functions, "/broken.hcl", inputs]);
    assert_eq!(broken.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert_eq!(stderr, file("examples/data/deployment-broken.err"));
    assert!(file("docs/how-to/decode-config.md").contains(&stderr));
    assert_eq!(read(&[]).status.code(), Some(2));
}

/// The program prints `examples/data/infrastructure*.out`.
#[test]
fn a_program_is_checked_before_its_values_exist() {
    let program = compiled("check_program");
    let check = |arguments: &[&str]| {
        let output = Command::new(&program)
            .current_dir(root())
            .args(arguments)
            .output()
            .expect("the program starts");
        assert!(output.stderr.is_empty() || arguments.is_empty());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), printed)
    };
    let folder = "examples/data/infrastructure";
    let [provider, good, broken] =
        ["provider", "program", "broken"].map(|name| format!("{folder}/{name}.hcl"));
    let read = |name: &str| file(&format!("{folder}{name}.out"));
    assert_eq!(check(&[&provider, &good]), (Some(0), read("")));
    assert_eq!(
        check(&["--nodes", &provider, &good]),
        (Some(0), read("-nodes"))
    );
    assert_eq!(check(&[&provider, &broken]), (Some(1), read("-broken")));
    assert_eq!(check(&[]).0, Some(2));
}

/// Each line of the excerpts in `docs/how-to/check-program.md` is a line of the program's output.
#[test]
fn the_page_of_pcl_shows_what_check_program_prints() {
    let page = file("docs/how-to/check-program.md");
    let (_, section) = page
        .split_once("target/examples-c/check_program")
        .expect("the page runs it");
    let folder = "examples/data/infrastructure";
    let printed = file(&format!("{folder}.out")) + &file(&format!("{folder}-broken.out"));
    let printed: Vec<&str> = printed.lines().collect();
    let mut shown = 0;
    for block in section.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        for line in block.lines().filter(|line| line.trim() != "...") {
            assert!(printed.contains(&line), "not printed: {line}");
            shown += 1;
        }
    }
    assert!(shown > 8);
}

/// `keep_pages` makes the pages of an input file, and follows it when it changes.
#[test]
fn pages_are_kept_in_step_with_their_input() {
    let program = compiled("keep_pages");
    let folder = scratch("pages");
    let input = folder.join("input");
    fs::write(&input, "ann\nbob\n").expect("the folder is writable");
    let mut child = Command::new(&program)
        .current_dir(root())
        .args(["examples/data/pages.mcl", "examples/data/pages.kinds.json"])
        .args([&input, &folder])
        .arg("2")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let page = |name: &str| folder.join(format!("pages/{name}.txt"));
    while !page("bob").exists() {
        assert!(child.try_wait().expect("it can be asked").is_none());
        std::thread::yield_now();
    }
    fs::write(&input, "bob\ncy\n").expect("the folder is writable");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        printed,
        "+ dir[pages]\n+ file[pages/ann.txt]\n+ file[pages/bob.txt]\n\
         + dir[pages] -> file[pages/ann.txt]\n+ dir[pages] -> file[pages/bob.txt]\n\n\
         - file[pages/ann.txt]\n+ file[pages/cy.txt]\n\
         - dir[pages] -> file[pages/ann.txt]\n+ dir[pages] -> file[pages/cy.txt]\n\n",
    );
    assert!(!page("ann").exists() && page("bob").exists() && page("cy").exists());
}

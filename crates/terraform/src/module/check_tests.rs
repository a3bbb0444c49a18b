//! The test files of a module.

use super::declare::test_file;
use super::files::{names_in, read_file, test_files};
use super::read::Module;
use super::secrets::{SecretLines, SecretNames};
use super::sink::DiagnosticSink;
use crate::host::Files;
use crate::path::joined;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Result};

/// Checks the test files of a module in a folder: those in its folder, and those in the folder `tests` below it.
/// OpenTofu also reads `.tofutest.hcl` and `.tofutest.json`, which hide the files of Terraform of the
/// same name.
///
/// Files are compared with their schema, as in `terraform validate`. Nothing is run.
///
/// # Errors
/// - [`Code::NotFound`] if the folder of the module does not exist or a file cannot be read.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn check_tests(
    files: &dyn Files,
    folder: &str,
    module: &Module,
    budget: &Budget,
) -> Result<Vec<Diagnostic>> {
    let release = module.release;
    let mut sink = DiagnosticSink::new(release, budget);
    let names = SecretNames::of(module, budget)?;
    let mut secrets = SecretLines::default();
    for (folder, is_own) in [(folder.to_owned(), true), (joined(folder, "tests"), false)] {
        let found = match names_in(files, &folder, budget) {
            Ok(found) => found,
            Err(error) if error.code() == Code::NotFound && !is_own => continue,
            Err(error) => return Err(error),
        };
        for name in test_files(found, release.dialect()) {
            let file = read_file(files, &folder, &name, budget)?;
            for argument in &test_file(&file, &names, &mut sink)? {
                secrets.add(argument);
            }
        }
    }
    let mut diagnostics = sink.into_vec();
    secrets.hide(&mut diagnostics);
    Ok(diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Overlay;
    use crate::module::{ModuleFile, Release};
    use polycty_core::source::{Error, Style};

    const MODULE: &str = "variable \"key\" {\n  sensitive = true\n}\nvariable \"open\" {}\n";

    fn found(files: &[(&str, &str)], release: Release) -> Vec<Diagnostic> {
        let budget = Budget::standard();
        let mut overlay = Overlay::default();
        overlay.set("main.tf", MODULE);
        for (name, text) in files {
            overlay.set(name, *text);
        }
        let main = ModuleFile {
            name: "main.tf".into(),
            text: MODULE.into(),
        };
        let module = Module::read_as(&[main], release, &budget).unwrap().module;
        check_tests(&overlay, ".", &module, &budget).unwrap()
    }

    fn check_as(files: &[(&str, &str)], release: Release) -> Vec<String> {
        let found = found(files, release);
        let shown = |one: &Diagnostic| {
            let place = one.subject.map(|range| range.to_string());
            let file = one.source.as_ref().map(|source| source.name.to_string());
            format!(
                "{}:{} {}: {}",
                file.unwrap_or_default(),
                place.unwrap_or_default(),
                one.summary,
                one.detail
            )
        };
        found.iter().map(shown).collect()
    }

    #[test]
    fn valid_files_have_no_errors() {
        let text = r#"
variables {
  a = 1
}
provider "aws" {
  region = "x"
}
mock_provider "aws" {
  alias = "mock"
  mock_resource "aws_instance" {
    defaults = { id = "a" }
  }
  override_data {
    target = module.m["k"].data.aws_ami.a[0]
    values = {}
  }
}
override_module {
  target  = module.m.module.n
  outputs = { x = 1 }
}
run "plan" {
  command   = plan
  providers = { aws = aws.mock }
  variables {
    a = run.setup.x
  }
  plan_options {
    mode   = refresh-only
    target = [aws_instance.a]
  }
  module {
    source = "./testing/setup"
  }
  assert {
    condition     = output.x == 1
    error_message = "x"
  }
  expect_failures = [var.a, output.x, check.c, data.aws_ami.a, aws_instance.a[0]]
}
"#;
        let files = [("tests/a.tftest.hcl", text), ("b.tftest.hcl", text)];
        for release in [Release::V1_11, Release::V1_17, Release::OpenTofu1_13] {
            assert_eq!(check_as(&files, release), Vec::<String>::new());
        }
    }

    #[test]
    fn files_of_open_tofu_hide_those_of_terraform() {
        let files = [
            ("a.tftest.hcl", "wrong {}"),
            ("a.tofutest.hcl", ""),
            ("tests/b.tofutest.json", "{\"wrong\": 1}"),
        ];
        let found = check_as(&files, Release::OpenTofu1_13);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with("tests/b.tofutest.json:1,2-9 "),
            "{found:?}"
        );
        let found = check_as(&files, Release::V1_17);
        assert_eq!(
            found,
            [
                "a.tftest.hcl:1,1-6 Unsupported block type: Blocks of type \"wrong\" are not expected here."
            ]
        );
    }

    #[test]
    fn values_of_sensitive_variables_are_not_shown() {
        for text in [
            "variables { key = \"hunter2\" }\nvariables {}\n",
            "run \"a\" {\n  variables { key = \"hunter2\" }\n  variables {}\n}\n",
            "variables {\n  key = \"hunter2\" oops\n}\n",
            "run \"a\" { wrong = 1, variables { key = \"hunter2\" } }\n",
            "run \"a\" {\n  variables {}\n  variables { key = \"hunter2\" }\n}\n",
            "variables {}\nvariables { key = \"hunter2\" }\n",
            // The block is not part of the schema.
            "variables \"x\" { key = \"hunter2\" }\n",
            "varibles { key = \"hunter2\" }\n",
            "mock_provider \"a\" {\n  variables { key = \"hunter2\" }\n}\n",
            "run {\n  variables \"x\" { key = \"hunter2\" }\n}\n",
            // The name may be misspelled.
            "variables {}\nvariables { keys = \"hunter2\" }\n",
            // The variables are those of a different module.
            "run \"a\" {\n  module { source = \"./m\" }\n  variables {}\n  variables { open = \"hunter2\" }\n}\n",
        ] {
            let found = found(&[("a.tftest.hcl", text)], Release::V1_17);
            assert!(!found.is_empty());
            let shown = Error::from_diagnostics(Code::Diagnostics, found).render(Style::Plain);
            assert!(!shown.contains("hunter2"), "{shown}");
        }
        let json = r#"{"wrong": 1, "run": {"a": {"variables": {"key": "hunter2"}}}}"#;
        let found = found(&[("a.tftest.json", json)], Release::V1_17);
        assert!(!found.is_empty());
        let shown = Error::from_diagnostics(Code::Diagnostics, found).render(Style::Plain);
        assert!(!shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn values_of_other_variables_are_shown() {
        let text = "variables {}\nvariables { open = \"shown\" }\n";
        let found = found(&[("a.tftest.hcl", text)], Release::V1_17);
        let shown = Error::from_diagnostics(Code::Diagnostics, found).render(Style::Plain);
        assert!(shown.contains("\"shown\""), "{shown}");
    }

    #[test]
    fn newer_arguments_depend_on_the_release() {
        let text = "test {\n  parallel = true\n}\nrun \"a\" {\n  parallel = true\n}\n";
        let files = [("a.tftest.hcl", text)];
        assert_eq!(check_as(&files, Release::V1_11).len(), 2);
        assert_eq!(check_as(&files, Release::V1_12), Vec::<String>::new());
    }
}

//! Generated projects without providers: `polycty tf check` and `terraform validate` report the same.
//!
//! A project has a root module and up to two local modules. Most of its expressions are valid; some
//! have wrong types, undeclared names or wrong arguments. `CASES=1000 SEED=7` generates more and
//! different projects; `make differential` does so.

use super::{Comparable, checked, list, ours, summary, terraform, validated, words};
use polycty::calls::Budget;
use polycty::dialect::terraform::Folder;
use polycty::dialect::terraform::module::{Dialect, Release};
use polycty::dialect::terraform::project::{LocalOnly, Project, ProjectOptions};
use polycty::source::{Diagnostic, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A deterministic source of random choices.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        // xorshift64*, Vigna 2016.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % most.max(1)
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    fn name<'t>(&mut self, all: &'t [String]) -> Option<&'t str> {
        (!all.is_empty()).then(|| &*all[self.below(all.len())])
    }
}

/// The declarations of a module that its expressions may refer to.
#[derive(Default)]
struct Names {
    variables: Vec<String>,
    locals: Vec<String>,
    resources: Vec<String>,
    /// Calls with the outputs of their modules.
    calls: Vec<(String, Vec<String>)>,
}

const TYPES: [&str; 15] = [
    "string",
    "number",
    "bool",
    "any",
    "list(string)",
    "list(any)",
    "set(string)",
    "set(number)",
    "map(string)",
    "map(list(number))",
    "tuple([string, number])",
    "object({ a = string, b = optional(number) })",
    "object({ a = optional(string, \"d\"), c = optional(list(string), []) })",
    "list(object({ a = string, b = optional(bool, true) }))",
    "map(object({ a = number }))",
];

/// A constant that usually has a type.
fn constant(ty: &str, random: &mut Random) -> String {
    if random.once_in(9) {
        let other = random.of(&TYPES);
        return constant(other, random);
    }
    let values: &[&str] = match ty {
        "string" => &["\"x\"", "\"\"", "1", "true", "null", "\"a-${1 + 1}\""],
        "number" => &["0", "1", "-2.5", "\"3\"", "null", "1e3"],
        "bool" => &["true", "false", "\"true\"", "null"],
        "any" => &["1", "\"x\"", "[1, \"a\"]", "{ a = 1 }", "null"],
        "list(string)" | "set(string)" => &["[]", "[\"a\", \"b\"]", "[1, true]", "toset([\"a\"])"],
        "list(any)" => &["[]", "[1, 2]", "[\"a\", 1]"],
        "set(number)" => &["[]", "[1, 2, 1]", "[\"1\"]"],
        "map(string)" => &["{}", "{ a = \"b\" }", "{ a = 1, \"b c\" = true }"],
        "map(list(number))" => &["{}", "{ a = [1] }", "{ a = [\"1\"], b = [] }"],
        "tuple([string, number])" => &["[\"a\", 1]", "[1, \"2\"]", "[\"a\"]"],
        "object({ a = string, b = optional(number) })" => &[
            "{ a = \"x\" }",
            "{ a = 1, b = 2 }",
            "{ b = 1 }",
            "{ a = \"x\", z = 1 }",
        ],
        "list(object({ a = string, b = optional(bool, true) }))" => &[
            "[]",
            "[{ a = \"x\" }]",
            "[{ a = \"x\", b = false }, { a = 1 }]",
            "[{ b = true }]",
        ],
        "map(object({ a = number }))" => &["{}", "{ k = { a = 1 } }", "{ k = { a = \"x\" } }"],
        _ => &[
            "{}",
            "{ a = \"x\" }",
            "{ c = [\"y\"] }",
            "{ c = [1, true], zz = 1 }",
        ],
    };
    random.of(values).to_owned()
}

/// A reference, which may be wrong.
fn reference(names: &Names, random: &mut Random) -> String {
    let steps = [
        "",
        "",
        "",
        ".a",
        "[0]",
        "[\"a\"]",
        "[*]",
        ".b.c",
        ".a[0]",
        "[\"k\"].a",
    ];
    let found = match random.below(12) {
        0..=3 => random
            .name(&names.variables)
            .map(|name| format!("var.{name}")),
        4..=6 => random
            .name(&names.locals)
            .map(|name| format!("local.{name}")),
        7 | 8 => random.name(&names.resources).map(|name| {
            let member = random.of(&[
                "",
                ".id",
                ".output",
                ".input",
                ".nothing",
                "[0].id",
                "[\"a\"].output",
            ]);
            format!("terraform_data.{name}{member}")
        }),
        9 | 10 if !names.calls.is_empty() => {
            let (call, outputs) = &names.calls[random.below(names.calls.len())];
            match random.name(outputs) {
                Some(output) if !random.once_in(8) => Some(format!("module.{call}.{output}")),
                _ => Some(format!(
                    "module.{call}{}",
                    random.of(&["", ".zz", "[0].o0", "[\"a\"]"])
                )),
            }
        }
        _ => Some(
            random
                .of(&[
                    "path.module",
                    "terraform.workspace",
                    "path.rot",
                    "var.nothing",
                    "local.nothing",
                    "terraform_data.nothing.id",
                    "module.nothing.x",
                    "each.key",
                    "count.index",
                    "self.id",
                    "data.terraform_remote_state.x.outputs",
                    "nothing",
                ])
                .to_owned(),
        ),
    };
    let found = found.unwrap_or_else(|| "path.root".to_owned());
    format!("{found}{}", random.of(&steps))
}

fn expression(names: &Names, depth: usize, random: &mut Random) -> String {
    if depth == 0 || random.once_in(4) {
        return match random.once_in(2) {
            true => reference(names, random),
            false => {
                let ty = random.of(&TYPES);
                constant(ty, random)
            }
        };
    }
    let part = |random: &mut Random| expression(names, depth - 1, random);
    let (a, b) = (part(random), part(random));
    match random.below(22) {
        0 => format!("[{a}, {b}]"),
        1 => format!("{{ a = {a}, b = {b} }}"),
        2 => format!("\"${{{a}}}-{b}\"")
            .replace("-\"", "-")
            .replace("\"\"", "\""),
        3 => format!("{a} == {b}"),
        4 => format!("{a} ? {b} : {}", part(random)),
        5 => format!("[for x in {a} : x if x != {b}]"),
        6 => format!("{{ for k, v in {a} : k => v }}"),
        7 => format!("length({a})"),
        8 => format!("try({a}, {b})"),
        9 => format!("merge({a}, {b})"),
        10 => format!("{a} + {b}"),
        11 => format!("{a} && {b}"),
        12 => format!("concat({a}, {b})"),
        13 => format!("lookup({a}, \"a\", {b})"),
        14 => format!("tostring({a})"),
        15 => format!("jsonencode({a})"),
        16 => format!("toset({a})"),
        17 => format!("({a})[{b}]"),
        18 => format!("coalesce({a}, {b})"),
        19 => format!("format(\"%s-%d\", {a}, {b})"),
        20 => format!("sensitive({a})"),
        _ => random
            .of(&[
                "upper(\"a\")",
                "element([1], 0)",
                "uper(\"a\")",
                "max(1, \"a\")",
                "keys({ a = 1 })",
                "join(\",\", [\"a\"], [1])",
                "split(\",\")",
                "can(var.nothing)",
                "regex(\"(\", \"a\")",
            ])
            .to_owned(),
    }
}

/// Writes a module and returns its variables and outputs.
fn module(
    calls: &[(&str, &[String], &[String])],
    random: &mut Random,
) -> (String, Vec<String>, Vec<String>) {
    let mut names = Names::default();
    for at in 0..random.below(4) {
        names.variables.push(format!("v{at}"));
    }
    for at in 0..random.below(4) {
        names.locals.push(format!("l{at}"));
    }
    for at in 0..random.below(3) {
        names.resources.push(format!("r{at}"));
    }
    for (at, (_, _, outputs)) in calls.iter().enumerate() {
        names.calls.push((format!("m{at}"), outputs.to_vec()));
    }
    let mut text = String::new();
    for name in &names.variables {
        let ty = random.of(&TYPES);
        text += &format!("variable \"{name}\" {{\n");
        if !random.once_in(5) {
            text += &format!("  type = {ty}\n");
        }
        if random.once_in(2) {
            text += &format!("  default = {}\n", constant(ty, random));
        }
        for flag in ["sensitive", "nullable", "ephemeral"] {
            if random.once_in(7) {
                text += &format!(
                    "  {flag} = {}\n",
                    random.of(&["true", "false", "true", "\"true\"", "1"])
                );
            }
        }
        if random.once_in(6) {
            let condition = random.of(&[
                "var.V != null",
                "length(var.V) > 0",
                "can(var.V.a)",
                "true",
                "var.V",
                "var.nothing",
            ]);
            text += &format!(
                "  validation {{\n    condition = {}\n    error_message = {}\n  }}\n",
                condition.replace('V', name),
                random.of(&["\"Bad.\"", "\"bad\"", "1", "\"Is ${var.nothing}.\""])
            );
        }
        if random.once_in(20) {
            text += random.of(&[
                "  typ = string\n",
                "  block {}\n",
                "  description = 1\n",
                "  description = var.v0\n",
            ]);
        }
        text += "}\n";
    }
    if !names.locals.is_empty() {
        text += "locals {\n";
        for name in &names.locals {
            text += &format!("  {name} = {}\n", expression(&names, 2, random));
        }
        text += "}\n";
    }
    for name in &names.resources {
        text += &format!("resource \"terraform_data\" \"{name}\" {{\n");
        match random.below(6) {
            0 => {
                text += &format!(
                    "  count = {}\n",
                    random.of(&[
                        "2",
                        "0",
                        "\"1\"",
                        "-1",
                        "null",
                        "1.5",
                        "var.v0",
                        "length(path.root)",
                        "[]"
                    ])
                )
            }
            1 => {
                text += &format!(
                    "  for_each = {}\n",
                    random.of(&[
                        "toset([\"a\"])",
                        "{ a = 1 }",
                        "[\"a\"]",
                        "null",
                        "toset([1])",
                        "var.v0",
                        "\"a\"",
                        "sensitive({ a = 1 })"
                    ])
                )
            }
            _ => {}
        }
        if !random.once_in(4) {
            text += &format!("  input = {}\n", expression(&names, 2, random));
        }
        if random.once_in(4) {
            text += &format!("  triggers_replace = {}\n", expression(&names, 1, random));
        }
        if random.once_in(10) {
            text += random.of(&[
                "  inptu = 1\n",
                "  id = 1\n",
                "  nested {}\n",
                "  depends_on = [var.v0]\n",
                "  depends_on = [terraform_data.r0]\n",
                "  depends_on = [terraform_data.zz]\n",
            ]);
        }
        if random.once_in(6) {
            text += &format!("  lifecycle {{\n    {}\n  }}\n", random.of(&["create_before_destroy = true", "prevent_destroy = var.v0", "ignore_changes = [input]", "ignore_changes = all", "ignore_changes = [nothing]", "replace_triggered_by = [terraform_data.r0]", "replace_triggered_by = [var.v0]", "precondition {\n      condition = path.root != \"\"\n      error_message = \"No.\"\n    }", "postcondition {\n      condition = self.id\n      error_message = \"No.\"\n    }", "unknown = 1"]));
        }
        if random.once_in(12) {
            text += random.of(&[
                "  provisioner \"local-exec\" {\n    command = self.id\n  }\n",
                "  provisioner \"local-exec\" {\n    comand = \"x\"\n  }\n",
                "  provisioner \"nothing\" {}\n",
                "  connection {\n    host = 1\n  }\n",
            ]);
        }
        text += "}\n";
    }
    for (at, (source, variables, _)) in calls.iter().enumerate() {
        text += &format!("module \"m{at}\" {{\n  source = \"{source}\"\n");
        match random.below(7) {
            0 => {
                text += &format!(
                    "  count = {}\n",
                    random.of(&["2", "-1", "null", "\"x\"", "var.v0"])
                )
            }
            1 => {
                text += &format!(
                    "  for_each = {}\n",
                    random.of(&["toset([\"a\"])", "[1]", "{ a = 1 }", "null"])
                )
            }
            _ => {}
        }
        for name in *variables {
            if !random.once_in(4) {
                text += &format!("  {name} = {}\n", expression(&names, 1, random));
            }
        }
        if random.once_in(8) {
            text += random.of(&[
                "  zz = 1\n",
                "  block {}\n",
                "  version = \"1\"\n",
                "  depends_on = [var.v0]\n",
                "  providers = { x = y }\n",
                "  lifecycle {}\n",
            ]);
        }
        text += "}\n";
    }
    let mut outputs = Vec::new();
    for at in 0..random.below(4) {
        text += &format!(
            "output \"o{at}\" {{\n  value = {}\n",
            expression(&names, 2, random)
        );
        for flag in ["sensitive", "ephemeral"] {
            if random.once_in(9) {
                text += &format!("  {flag} = true\n");
            }
        }
        if random.once_in(15) {
            text += random.of(&[
                "  description = 1\n",
                "  depends_on = [local.l0]\n",
                "  vale = 1\n",
                "  precondition {\n    condition = var.v0\n    error_message = \"No.\"\n  }\n",
            ]);
        }
        text += "}\n";
        outputs.push(format!("o{at}"));
    }
    if random.once_in(8) {
        text += random.of(&[
            "check \"c\" {\n  assert {\n    condition = path.root != \"\"\n    error_message = \"No.\"\n  }\n}\n",
            "check \"c\" {}\n",
            "moved {\n  from = terraform_data.a\n  to = terraform_data.r0\n}\n",
            "moved {\n  from = terraform_data.a\n  to = module.b\n}\n",
            "removed {\n  from = terraform_data.gone\n}\n",
            "removed {\n  from = terraform_data.r0\n}\n",
            "import {\n  to = terraform_data.r0\n  id = \"x\"\n}\n",
            "terraform {\n  required_version = \">= 1.0\"\n}\n",
            "terraform {\n  required_version = \"> 9\"\n}\n",
            "terraform {\n  required_version = \"x\"\n}\n",
            "data \"terraform_remote_state\" \"x\" {\n  backend = \"local\"\n}\n",
            "nothing {}\n",
            "x = 1\n",
            "variable \"v0\" {}\n",
            "provider \"terraform\" {}\n",
        ]);
    }
    (text, names.variables, outputs)
}

/// Writes a project and returns its folder.
fn project(number: u64, random: &mut Random) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{number}"));
    let _ = fs::remove_dir_all(&folder);
    let mut calls: Vec<(&str, Vec<String>, Vec<String>)> = Vec::new();
    for source in ["./a", "./b"] {
        if random.once_in(2) {
            let (text, variables, outputs) = module(&[], random);
            fs::create_dir_all(folder.join(source)).unwrap();
            fs::write(folder.join(source).join("main.tf"), text).unwrap();
            calls.push((source, variables, outputs));
        }
    }
    let mut lent: Vec<(&str, &[String], &[String])> = Vec::new();
    for (source, variables, outputs) in &calls {
        lent.push((source, variables, outputs));
    }
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("main.tf"), module(&lent, random).0).unwrap();
    folder
}

/// Loads and validates a project.
fn of_project(folder: &Path) -> BTreeSet<Comparable> {
    let budget = Budget::standard();
    let files = Folder::open(folder.to_str().unwrap()).unwrap();
    let options = ProjectOptions {
        release: Release::V1_11,
        dialect: Some(Dialect::Terraform),
        ..ProjectOptions::default()
    };
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    let mut found = loaded.diagnostics;
    if loaded.project.is_loaded() {
        found.extend(loaded.project.validate(&budget).unwrap());
    }
    found.iter().map(comparable).collect()
}

fn comparable(found: &Diagnostic) -> Comparable {
    let severity = match found.severity {
        Severity::Error => "error",
        _ => "warning",
    };
    let place = match (&found.source, found.subject) {
        (Some(source), Some(range)) => {
            let (start, end) = (range.start, range.end);
            // Terraform extends an empty range by one character.
            let column = end.column + u32::from(start.byte == end.byte);
            format!(
                "{}:{},{}-{},{column}",
                source.name, start.line, start.column, end.line
            )
        }
        _ => String::new(),
    };
    (
        severity.to_owned(),
        place,
        summary(&found.summary),
        words(&found.detail),
    )
}

/// Whether a diagnostic is about an index of an unknown object, which Terraform checks since 1.13.
fn is_of_later_versions(found: &Comparable) -> bool {
    let detail = "The given key does not identify an element in this collection value.";
    found.2 == "Invalid index" && found.3.starts_with(detail)
}

/// A number of the environment.
fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn generated_projects_have_the_diagnostics_of_terraform() {
    if Command::new("terraform").arg("version").output().is_err() {
        eprintln!("skipped: terraform is not installed");
        return;
    }
    let (cases, seed) = (number("CASES", 40), number("SEED", 1));
    let mut wrong = Vec::new();
    let mut with_errors = 0;
    for case in seed..seed + cases {
        let mut random = Random(case.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let folder = project(case, &mut random);
        let mut get = terraform(&folder);
        let is_installed = get.arg("get").stdout(Stdio::null()).status();
        // Terraform does not validate a project if it cannot read a module to install it.
        if !is_installed.unwrap().success() {
            continue;
        }
        let theirs = validated(&folder);
        with_errors += usize::from(!theirs.is_empty());
        let mut own = of_project(&folder);
        own.retain(|found| theirs.contains(found) || !is_of_later_versions(found));
        // Terraform stops at one of the calls with wrong arguments, in no order.
        let is_of_calls = |found: &&Comparable| found.2 == "Unsupported argument";
        if theirs.iter().any(|found| is_of_calls(&found)) {
            let is_argument = |found: &Comparable| {
                matches!(
                    &*found.2,
                    "Missing required argument" | "Unsupported argument"
                )
            };
            own.retain(|found| theirs.contains(found) || !is_argument(found));
        }
        let missing = theirs.difference(&own);
        wrong.extend(missing.map(|found| format!("{folder:?}: missing {found:?}")));
        let additional = own.difference(&theirs);
        wrong.extend(additional.map(|found| format!("{folder:?}: additional {found:?}")));
        // The tool also evaluates the root module with the defaults of its variables.
        let tool = list(&checked(&folder, &[])["diagnostics"]);
        let tool: BTreeSet<Comparable> = tool.iter().map(ours).collect();
        let missing = own.difference(&tool);
        wrong.extend(missing.map(|found| format!("{folder:?}: the tool: missing {found:?}")));
        if wrong.is_empty() {
            let _ = fs::remove_dir_all(&folder);
        }
    }
    eprintln!("{cases} projects, {with_errors} of them with diagnostics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

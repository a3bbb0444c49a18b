//! Terraform's projects as a host in Rust uses them: trees of modules, schemas, renames, moves, tests,
//! plans and conversions between the syntaxes.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered, ready, repeated};
use crate::deadline;
use crate::expected::{OK, limit_from};
use crate::host::{Answer, explain, timed};
use polycty::dialect::terraform::Overlay;
use polycty::dialect::terraform::module::{Given, Unset};
use polycty::dialect::terraform::notation::{to_json, to_native};
use polycty::dialect::terraform::plan::Plan;
use polycty::dialect::terraform::project::{LocalOnly, Manifest, Project, ProjectOptions, Schemas};
use polycty::dialect::terraform::refactor::{RenameOptions, move_declaration, rename};
use polycty::ffi::base::status::*;
use polycty::source::{Code, Error};

/// The status of an error.
fn status(error: Error) -> pcty_status {
    explain(error.message().chars().take(160).collect());
    match error.code() {
        Code::Limit => PCTY_ERROR_LIMIT,
        Code::Internal => PCTY_ERROR_INTERNAL,
        _ => PCTY_ERROR_DIAGNOSTICS,
    }
}

fn overlay(files: &[(String, String)]) -> Overlay {
    let mut all = Overlay::default();
    for (path, text) in files {
        all.set(path, text);
    }
    all
}

/// Loads, validates, infers, names and plans a project. Diagnostics are a success.
fn project(files: &[(String, String)], options: &ProjectOptions) -> Answer {
    let files = overlay(files);
    let given = Given::default();
    let budget = deadline::budget();
    let loaded = timed(|| Project::load_with(&files, ".", &given, &LocalOnly, options, &budget));
    let project = loaded.map_err(status)?.project;
    timed(|| project.validate(&deadline::budget())).map_err(status)?;
    timed(|| project.infer(&deadline::budget())).map_err(status)?;
    timed(|| project.names(&deadline::budget())).map_err(status)?;
    let planned = timed(|| project.plan_with(&given, Unset::Unknown, &deadline::budget()));
    let planned = planned.map_err(status)?;
    timed(|| planned.to_json(&deadline::budget())).map_err(status)?;
    Ok(())
}

/// The files of a case.
type Tree = (&'static str, usize, fn(usize) -> Vec<(String, String)>);

fn file(path: impl Into<String>, text: impl Into<String>) -> (String, String) {
    (path.into(), text.into())
}

const TREES: &[Tree] = &[
    ("files", 100, |n| {
        (0..n)
            .map(|at| {
                file(
                    format!("f{at}.tf"),
                    format!("locals {{\n  l{at} = local.l{}\n}}\n", (at + 1).min(n - 1)),
                )
            })
            .collect()
    }),
    ("overrides", 50, |n| {
        let mut files = vec![file("main.tf", "resource \"a_b\" \"r\" {\n  c = 1\n}\n")];
        files.extend((0..n).map(|at| {
            file(
                format!("f{at}_override.tf"),
                format!("resource \"a_b\" \"r\" {{\n  d{at} = 1\n}}\n"),
            )
        }));
        files
    }),
    ("values-files", 100, |n| {
        let mut files = vec![file("main.tf", "variable \"v\" {}\n")];
        files.extend((0..n).map(|at| file(format!("f{at}.auto.tfvars"), format!("v = {at}\n"))));
        files
    }),
    ("test-files", 50, |n| {
        let mut files = vec![file("main.tf", "variable \"v\" {}\n")];
        files.extend((0..n).map(|at| {
            file(
                format!("tests/f{at}.tftest.hcl"),
                "run \"r\" {\n  variables {\n    v = 1\n  }\n  assert {\n    condition = var.v == 1\n    error_message = \"no\"\n  }\n}\n",
            )
        }));
        files
    }),
    ("runs-of-a-test", 200, |n| {
        let runs = numbered(
            |at| {
                format!(
                    "run \"r{}\" {{\n  variables {{\n    v = run.r{at}.o\n  }}\n  assert {{\n    condition = run.r{at}.o == 1\n    error_message = \"no\"\n  }}\n}}",
                    at + 1
                )
            },
            "\n",
            n,
        );
        vec![
            file(
                "main.tf",
                "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n",
            ),
            file("a.tftest.hcl", format!("run \"r0\" {{\n}}\n{runs}\n")),
        ]
    }),
    ("mocks-of-a-test", 200, |n| {
        let mocks = numbered(
            |at| {
                format!(
                    "override_resource {{\n  target = a_b.r{at}\n  values = {{\n    x = 1\n  }}\n}}"
                )
            },
            "\n",
            n,
        );
        vec![
            file("main.tf", "variable \"v\" {}\n"),
            file("a.tftest.hcl", format!("{mocks}\nrun \"r\" {{\n}}\n")),
        ]
    }),
    ("moved", 300, |n| {
        let moves = numbered(
            |at| format!("moved {{\n  from = a_b.r{at}\n  to = a_b.r{}\n}}", at + 1),
            "\n",
            n,
        );
        vec![file(
            "main.tf",
            format!("{moves}\nresource \"a_b\" \"r{n}\" {{\n}}\n"),
        )]
    }),
    ("moved-in-a-circle", 300, |n| {
        let moves = numbered(
            |at| {
                format!(
                    "moved {{\n  from = a_b.r{at}\n  to = a_b.r{}\n}}",
                    (at + 1) % n
                )
            },
            "\n",
            n,
        );
        vec![file("main.tf", format!("{moves}\n"))]
    }),
    ("moved-to-one", 300, |n| {
        let moves = numbered(
            |at| format!("moved {{\n  from = a_b.r{at}\n  to = a_b.r\n}}"),
            "\n",
            n,
        );
        vec![file(
            "main.tf",
            format!("{moves}\nresource \"a_b\" \"r\" {{\n}}\n"),
        )]
    }),
    ("removed-and-imported", 300, |n| {
        let all = numbered(
            |at| {
                format!(
                    "removed {{\n  from = a_b.x{at}\n  lifecycle {{\n    destroy = false\n  }}\n}}\nimport {{\n  to = a_b.r{at}\n  id = \"i{at}\"\n}}\nresource \"a_b\" \"r{at}\" {{\n}}"
                )
            },
            "\n",
            n,
        );
        vec![file("main.tf", format!("{all}\n"))]
    }),
    ("checks", 200, |n| {
        let all = numbered(
            |at| {
                format!(
                    "check \"c{at}\" {{\n  data \"a_b\" \"d{at}\" {{\n  }}\n  assert {{\n    condition = data.a_b.d{at}.x == 1\n    error_message = \"no\"\n  }}\n}}"
                )
            },
            "\n",
            n,
        );
        vec![file("main.tf", format!("{all}\n"))]
    }),
    ("providers", 200, |n| {
        let aliases = numbered(
            |at| format!("provider \"a\" {{\n  alias = \"p{at}\"\n}}"),
            "\n",
            n,
        );
        let uses = numbered(
            |at| format!("resource \"a_b\" \"r{at}\" {{\n  provider = a.p{at}\n}}"),
            "\n",
            n,
        );
        vec![file("main.tf", format!("{aliases}\n{uses}\n"))]
    }),
    ("passed-providers", 100, |n| {
        let aliases = numbered(
            |at| format!("provider \"a\" {{\n  alias = \"p{at}\"\n}}"),
            "\n",
            n,
        );
        let passed = numbered(|at| format!("    a.p{at} = a.p{at}"), "\n", n);
        let wanted = numbered(|at| format!("a.p{at}"), ", ", n);
        vec![
            file(
                "main.tf",
                format!(
                    "{aliases}\nmodule \"m\" {{\n  source = \"./m\"\n  providers = {{\n{passed}\n  }}\n}}\n"
                ),
            ),
            file(
                "m/main.tf",
                format!(
                    "terraform {{\n  required_providers {{\n    a = {{\n      source = \"a/a\"\n      configuration_aliases = [{wanted}]\n    }}\n  }}\n}}\n"
                ),
            ),
        ]
    }),
    ("chain-of-modules", 8, |n| {
        let mut files = vec![file("main.tf", "module \"m\" {\n  source = \"./m0\"\n}\n")];
        files.extend((0..n).map(|at| {
            let text = match at + 1 == n {
                true => "output \"o\" {\n  value = 1\n}\n".to_owned(),
                false => format!(
                    "module \"m\" {{\n  source = \"../m{}\"\n}}\noutput \"o\" {{\n  value = [module.m.o]\n}}\n",
                    at + 1
                ),
            };
            file(format!("m{at}/main.tf"), text)
        }));
        files
    }),
    ("preconditions", 200, |n| {
        let all = repeated(
            "    precondition {\n      condition = self.x == 1\n      error_message = \"no\"\n    }",
            "\n",
            n,
        );
        vec![file(
            "main.tf",
            format!("resource \"a_b\" \"r\" {{\n  lifecycle {{\n{all}\n  }}\n}}\n"),
        )]
    }),
    ("secrets", 300, |n| {
        let all = numbered(
            |at| {
                format!(
                    "variable \"v{at}\" {{\n  default = \"secret-{at}\"\n  sensitive = true\n}}\noutput \"o{at}\" {{\n  value = tonumber(var.v{at})\n}}"
                )
            },
            "\n",
            n,
        );
        vec![file("main.tf", format!("{all}\n"))]
    }),
    ("required-providers", 1_000, |n| {
        let required = numbered(
            |at| format!("    p{at} = {{\n      source = \"x/p{at}\"\n    }}"),
            "\n",
            n,
        );
        let passed = numbered(|at| format!("    p{at} = p{at}"), "\n", n);
        let meta = numbered(|at| format!("  provider_meta \"p{at}\" {{\n  }}"), "\n", n);
        let uses = numbered(|at| format!("resource \"p{at}_b\" \"r\" {{\n}}"), "\n", n);
        let required =
            format!("terraform {{\n  required_providers {{\n{required}\n  }}\n{meta}\n}}\n");
        vec![
            file(
                "main.tf",
                format!(
                    "{required}{uses}\nmodule \"m\" {{\n  source = \"./m\"\n  providers = {{\n{passed}\n  }}\n}}\n"
                ),
            ),
            file("m/main.tf", required),
        ]
    }),
    ("triggered-actions", 500, |n| {
        let all = numbered(
            |at| {
                format!(
                    "action \"a_b\" \"c{at}\" {{\n}}\nresource \"a_b\" \"r{at}\" {{\n  lifecycle {{\n    action_trigger {{\n      events = [after_create]\n      actions = [action.a_b.c{at}, action.a_b.c{}]\n    }}\n  }}\n}}",
                    n - at - 1
                )
            },
            "\n",
            n,
        );
        vec![file("main.tf", format!("{all}\n"))]
    }),
    ("imports", 1_000, |n| {
        let imports = numbered(
            |at| format!("import {{\n  to = a_b.r[\"k{at}\"]\n  id = \"i{at}\"\n}}"),
            "\n",
            n,
        );
        vec![file(
            "main.tf",
            format!("{imports}\nresource \"a_b\" \"r\" {{\n  for_each = {{}}\n}}\n"),
        )]
    }),
    ("queries", 500, |n| {
        let lists = numbered(
            |at| {
                format!(
                    "list \"a_b\" \"l{at}\" {{\n  provider = a\n  config {{\n    x = list.a_b.l{}.data\n  }}\n}}",
                    n - at - 1
                )
            },
            "\n",
            n,
        );
        vec![file("q.tfquery.hcl", format!("{lists}\n"))]
    }),
    ("depends-on", 300, |n| {
        let all = numbered(|at| format!("resource \"a_b\" \"r{at}\" {{\n}}"), "\n", n);
        let names = numbered(|at| format!("a_b.r{at}"), ", ", n);
        vec![file(
            "main.tf",
            format!("{all}\nresource \"a_b\" \"x\" {{\n  depends_on = [{names}]\n}}\n"),
        )]
    }),
];

/// Projects of few lines with much work.
const GREEDY: &[Tree] = &[
    // Each reference has the object of all outputs.
    ("outputs-of-a-module", 125, |n| {
        let uses = numbered(|at| format!("module.m.o{at}"), ", ", n);
        let outputs = numbered(
            |at| format!("output \"o{at}\" {{\n  value = {at}\n}}"),
            "\n",
            n,
        );
        vec![
            file(
                "main.tf",
                format!(
                    "module \"m\" {{\n  source = \"./m\"\n}}\noutput \"o\" {{\n  value = [{uses}]\n}}\n"
                ),
            ),
            file("m/main.tf", format!("{outputs}\n")),
        ]
    }),
    ("modules-that-fan-out", 2, |n| {
        let calls = numbered(
            |at| format!("module \"c{at}\" {{\n  source = \"../NEXT\"\n}}"),
            "\n",
            8,
        );
        let mut files = vec![file("main.tf", calls.replace("../NEXT", "./m0"))];
        files.extend((0..n).map(|at| {
            let text = match at + 1 == n {
                true => "output \"o\" {\n  value = 1\n}\n".to_owned(),
                false => calls.replace("NEXT", &format!("m{}", at + 1)),
            };
            file(format!("m{at}/main.tf"), text)
        }));
        files
    }),
    ("instances-of-modules", 4, |n| {
        let mut files = vec![file(
            "main.tf",
            format!(
                "module \"m\" {{\n  source = \"./m0\"\n  count = {n}\n}}\noutput \"o\" {{\n  value = module.m\n}}\n"
            ),
        )];
        files.extend((0..4).map(|at| {
            let text = match at == 3 {
                true => "output \"o\" {\n  value = 1\n}\n".to_owned(),
                false => format!(
                    "module \"m\" {{\n  source = \"../m{}\"\n  count = {n}\n}}\noutput \"o\" {{\n  value = module.m\n}}\n",
                    at + 1
                ),
            };
            file(format!("m{at}/main.tf"), text)
        }));
        files
    }),
    ("large-for-each", 5_000, |n| {
        vec![file(
            "main.tf",
            format!(
                "resource \"a_b\" \"r\" {{\n  for_each = toset([for i in range({n}) : tostring(i)])\n  x = each.key\n}}\noutput \"o\" {{\n  value = a_b.r\n}}\n"
            )
            .replace(&format!("range({n})"), &ranges(n)),
        )]
    }),
    ("large-for-each-of-a-module", 500, |n| {
        vec![
            file(
                "main.tf",
                format!(
                    "module \"m\" {{\n  source = \"./m\"\n  for_each = toset([for i in {} : tostring(i)])\n  v = each.key\n}}\noutput \"o\" {{\n  value = module.m\n}}\n",
                    ranges(n)
                ),
            ),
            file(
                "m/main.tf",
                "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n",
            ),
        ]
    }),
    ("large-count", 20_000, |n| {
        vec![file(
            "main.tf",
            format!(
                "resource \"a_b\" \"r\" {{\n  count = {n}\n  x = count.index\n}}\noutput \"o\" {{\n  value = a_b.r[*].x\n}}\n"
            ),
        )]
    }),
    ("instances-that-use-each-other", 300, |n| {
        vec![file(
            "main.tf",
            format!(
                "resource \"a_b\" \"r\" {{\n  count = {n}\n  x = count.index\n}}\nresource \"a_b\" \"s\" {{\n  count = {n}\n  x = a_b.r[*].x\n}}\noutput \"o\" {{\n  value = a_b.s\n}}\n"
            ),
        )]
    }),
    ("dynamic-blocks", 2_000, |n| {
        vec![file(
            "main.tf",
            format!(
                "resource \"a_b\" \"r\" {{\n  dynamic \"c\" {{\n    for_each = {}\n    content {{\n      x = c.value\n    }}\n  }}\n}}\noutput \"o\" {{\n  value = a_b.r\n}}\n",
                ranges(n)
            ),
        )]
    }),
    ("nested-dynamic-blocks", 20, |n| {
        vec![file(
            "main.tf",
            format!(
                "resource \"a_b\" \"r\" {{\n  dynamic \"c\" {{\n    for_each = range({n})\n    content {{\n      dynamic \"d\" {{\n        for_each = range({n})\n        content {{\n          x = [for i in range({n}) : i]\n        }}\n      }}\n    }}\n  }}\n}}\noutput \"o\" {{\n  value = a_b.r\n}}\n"
            ),
        )]
    }),
    ("doubling-outputs", 5, |n| {
        let mut files = vec![file(
            "main.tf",
            "module \"m\" {\n  source = \"./m0\"\n}\noutput \"o\" {\n  value = module.m.o\n}\n",
        )];
        files.extend((0..n).map(|at| {
            let text = match at + 1 == n {
                true => "output \"o\" {\n  value = { a = 1 }\n}\n".to_owned(),
                false => format!(
                    "module \"m\" {{\n  source = \"../m{}\"\n}}\noutput \"o\" {{\n  value = {{ a = module.m.o, b = module.m.o }}\n}}\n",
                    at + 1
                ),
            };
            file(format!("m{at}/main.tf"), text)
        }));
        files
    }),
    ("early-values-of-tofu", 100, |n| {
        let locals = numbered(
            |at| format!("  l{at} = \"${{local.l{}}}x\"", at + 1),
            "\n",
            n,
        );
        vec![
            file(
                "main.tofu",
                format!(
                    "variable \"v\" {{\n  default = \"./m\"\n}}\nlocals {{\n{locals}\n  l{n} = \"\"\n}}\nmodule \"m\" {{\n  source = \"${{var.v}}${{substr(local.l0, 0, 0)}}\"\n}}\n"
                ),
            ),
            file("m/main.tf", ""),
        ]
    }),
    ("doubling-early-values-of-tofu", 5, |n| {
        let locals = numbered(
            |at| format!("  l{at} = \"${{local.l{0}}}${{local.l{0}}}\"", at + 1),
            "\n",
            n,
        );
        vec![
            file(
                "main.tofu",
                format!(
                    "locals {{\n{locals}\n  l{n} = \"x\"\n}}\nmodule \"m\" {{\n  source = \"./m${{substr(local.l0, 0, 0)}}\"\n}}\n"
                ),
            ),
            file("m/main.tf", ""),
        ]
    }),
];

/// A list of n numbers.
fn ranges(n: usize) -> String {
    let parts = numbered(|_| "range(1000)".to_owned(), ", ", n.div_ceil(1000));
    format!("[for i, x in flatten([{parts}]) : i if i < {n}]")
}

/// A resource type's schema, wrapped in a document.
fn document(types: &str) -> String {
    format!(
        "{{\"provider_schemas\": {{\"registry.terraform.io/hashicorp/a\": {{\"resource_schemas\": {{{types}}}}}}}}}"
    )
}

const SCHEMAS: &[Text] = &[
    ("deep-attributes", 4, |n| {
        let inside = nested(
            "{\"nested_type\": {\"nesting_mode\": \"list\", \"attributes\": {\"a\": ",
            "{\"type\": \"string\", \"optional\": true}",
            "}}, \"optional\": true}",
            n,
        );
        document(&format!(
            "\"a_b\": {{\"block\": {{\"attributes\": {{\"a\": {inside}}}}}}}"
        ))
    }),
    ("wide-attributes-of-attributes", 500, |n| {
        let inside = numbered(
            |at| format!("\"b{at}\": {{\"type\": [\"list\", \"string\"], \"computed\": true}}"),
            ", ",
            n,
        );
        document(&format!(
            "\"a_b\": {{\"block\": {{\"attributes\": {{\"a\": {{\"nested_type\": {{\"nesting_mode\": \"map\", \"attributes\": {{{inside}}}}}, \"optional\": true}}}}}}}}"
        ))
    }),
    ("blocks", 500, |n| {
        let inside = numbered(
            |at| {
                format!(
                    "\"b{at}\": {{\"nesting_mode\": \"set\", \"block\": {{\"attributes\": {{\"c\": {{\"type\": \"string\", \"computed\": true}}}}}}}}"
                )
            },
            ", ",
            n,
        );
        document(&format!(
            "\"a_b\": {{\"block\": {{\"block_types\": {{{inside}}}}}}}"
        ))
    }),
    ("wide-object-type", 1_000, |n| {
        let inside = numbered(|at| format!("\"b{at}\": \"string\""), ", ", n);
        document(&format!(
            "\"a_b\": {{\"block\": {{\"attributes\": {{\"a\": {{\"type\": [\"object\", {{{inside}}}], \"computed\": true}}}}}}}}"
        ))
    }),
    ("types", 2_000, |n| {
        let all = numbered(|at| format!("\"a_t{at}\": {{\"block\": {{}}}}"), ", ", n);
        document(&format!("{all}, \"a_b\": {{\"block\": {{}}}}"))
    }),
    ("colliding-types", 1_000, |n| {
        let all = numbered(
            |at| format!("\"{}\": {{\"block\": {{}}}}", colliding(at)),
            ", ",
            n,
        );
        document(&format!("{all}, \"a_b\": {{\"block\": {{}}}}"))
    }),
    ("long-description", 50_000, |n| {
        document(&format!(
            "\"a_b\": {{\"block\": {{\"description\": \"{}\", \"attributes\": {{}}}}}}",
            "\\u00e9".repeat(n)
        ))
    }),
];

/// A project whose resources have a type of schemas.
fn with_schemas(text: &str) -> Answer {
    let schemas = timed(|| Schemas::read(text, &deadline::budget())).map_err(status)?;
    let options = ProjectOptions {
        schemas: Some(schemas),
        ..ProjectOptions::default()
    };
    let main = "resource \"a_b\" \"r\" {\n  count = 2\n}\nresource \"a_bb\" \"s\" {\n}\noutput \"o\" {\n  value = a_b.r\n}\noutput \"p\" {\n  value = a_b.r[0].aa\n}\n";
    project(&[file("main.tf", main)], &options)
}

/// A project whose resources `a_b` have blocks `c` with blocks `d`, and in each an attribute `x` of any
/// type.
fn typed(files: &[(String, String)]) -> Answer {
    let x = "\"attributes\": {\"x\": {\"type\": \"dynamic\", \"optional\": true}}";
    let block = |name: &str, inside: &str| {
        format!(
            "\"block_types\": {{\"{name}\": {{\"nesting_mode\": \"list\", \"block\": {{{inside}}}}}}}"
        )
    };
    let d = block("d", x);
    let c = block("c", &format!("{x}, {d}"));
    let text = document(&format!("\"a_b\": {{\"block\": {{{x}, {c}}}}}"));
    let schemas = Schemas::read(&text, &deadline::budget()).map_err(status)?;
    let options = ProjectOptions {
        schemas: Some(schemas),
        ..ProjectOptions::default()
    };
    project(files, &options)
}

/// Renames and moves declarations of a project.
fn refactored(files: &[(String, String)]) -> Answer {
    let files = overlay(files);
    let options = RenameOptions {
        values_files: vec!["a.tfvars".to_owned()],
        ..RenameOptions::default()
    };
    for (from, to) in [
        ("var.v", "w"),
        ("local.l", "m"),
        ("a_b.r", "s"),
        ("module.c", "d"),
        ("output.o", "p"),
    ] {
        let budget = deadline::budget();
        let renamed = timed(|| rename(&files, ".", &LocalOnly, from, to, &options, &budget));
        match renamed {
            Ok(changed) => drop(timed(|| {
                changed
                    .edits
                    .iter()
                    .map(|edit| edit.after().len())
                    .sum::<usize>()
            })),
            Err(error) if error.code() == Code::NotFound => {}
            Err(error) => return Err(status(error)),
        }
        let budget = deadline::budget();
        let project = &options.project;
        let moved =
            timed(|| move_declaration(&files, ".", &LocalOnly, from, "z.tf", project, &budget));
        match moved {
            Ok(_) => {}
            Err(error) if error.code() == Code::NotFound => {}
            Err(error) => return Err(status(error)),
        }
    }
    Ok(())
}

const DECLARED: &str = "variable \"v\" {\n  default = 1\n}\nlocals {\n  l = 1\n}\nresource \"a_b\" \"r\" {\n}\nmodule \"c\" {\n  source = \"./c\"\n}\noutput \"o\" {\n  value = 1\n}\n";

const REFACTORED: &[Tree] = &[
    ("uses", 1_000, |n| {
        let all = numbered(
            |at| format!("locals {{\n  l{at} = [var.v, local.l, a_b.r, module.c.x]\n}}"),
            "\n",
            n,
        );
        vec![
            file("main.tf", format!("{DECLARED}{all}\n")),
            file("c/main.tf", "output \"x\" {\n  value = 1\n}\n"),
        ]
    }),
    ("uses-in-a-line", 2_000, |n| {
        let all = repeated("var.v, local.l, a_b.r, module.c", ", ", n);
        vec![
            file(
                "main.tf",
                format!("{DECLARED}locals {{\n  x = [{all}]\n}}\n"),
            ),
            file("c/main.tf", ""),
        ]
    }),
    ("uses-in-templates", 1_000, |n| {
        let all = "${var.v}${local.l}${a_b.r}".repeat(n);
        vec![
            file(
                "main.tf",
                format!("{DECLARED}locals {{\n  x = \"{all}\"\n}}\n"),
            ),
            file("c/main.tf", ""),
        ]
    }),
    ("uses-in-json", 500, |n| {
        let all = repeated("\"${var.v}${local.l}\\u00e9${a_b.r}\"", ", ", n);
        vec![
            file("main.tf", DECLARED),
            file("x.tf.json", format!("{{\"locals\": {{\"x\": [{all}]}}}}")),
            file("c/main.tf", ""),
        ]
    }),
    ("files", 100, |n| {
        let mut files = vec![file("main.tf", DECLARED), file("c/main.tf", "")];
        files.extend((0..n).map(|at| {
            file(
                format!("f{at}.tf"),
                format!("locals {{\n  l{at} = [var.v, local.l, a_b.r, module.c]\n}}\n"),
            )
        }));
        files
    }),
    ("moved", 300, |n| {
        let all = numbered(
            |at| {
                format!(
                    "moved {{\n  from = a_b.r{}\n  to = a_b.r{at}\n}}\nmoved {{\n  from = a_b.q{at}\n  to = a_b.r\n}}",
                    at + 1
                )
            },
            "\n",
            n,
        );
        vec![
            file("main.tf", format!("{DECLARED}{all}\n")),
            file("c/main.tf", ""),
        ]
    }),
    ("values", 500, |n| {
        let all = numbered(|at| format!("v{at} = 1"), "\n", n);
        vec![
            file("main.tf", DECLARED),
            file("c/main.tf", ""),
            file("a.tfvars", format!("v = 1\n{all}\n")),
        ]
    }),
    ("tests", 100, |n| {
        let all = numbered(
            |at| {
                format!(
                    "run \"r{at}\" {{\n  variables {{\n    v = 1\n  }}\n  assert {{\n    condition = a_b.r.x == var.v && output.o == 1\n    error_message = \"no\"\n  }}\n}}"
                )
            },
            "\n",
            n,
        );
        vec![
            file("main.tf", DECLARED),
            file("c/main.tf", ""),
            file("a.tftest.hcl", format!("{all}\n")),
        ]
    }),
    ("locals-of-a-block", 1_000, |n| {
        let all = numbered(|at| format!("  l{at} = 1"), "\n", n);
        let declared = DECLARED.replace("  l = 1\n", &format!("  l = 1\n{all}\n"));
        vec![file("main.tf", declared), file("c/main.tf", "")]
    }),
];

/// Calls of one folder: each is a module of the project.
const CALLERS: &[Tree] = &[("calls-of-one-folder", 50, |n| {
    let calls = numbered(
        |at| format!("module \"c{at}\" {{\n  source = \"./c\"\n  v = module.c.x\n}}"),
        "\n",
        n,
    );
    vec![
        file("main.tf", format!("{DECLARED}{calls}\n")),
        file(
            "c/main.tf",
            "variable \"v\" {}\noutput \"x\" {\n  value = var.v\n}\n",
        ),
    ]
})];

/// Reads a plan.
fn plan(text: &str) -> Answer {
    timed(|| Plan::read(text, None, &deadline::budget())).map_err(status)?;
    Ok(())
}

fn plan_document(members: &str) -> String {
    format!("{{\"format_version\": \"1.2\", {members}}}")
}

const PLANS: &[Text] = &[
    ("outputs", 1_000, |n| {
        let changes = numbered(
            |at| {
                format!(
                    "\"o{at}\": {{\"actions\": [\"create\"], \"before\": null, \"after\": {at}}}"
                )
            },
            ", ",
            n,
        );
        let values = numbered(
            |at| {
                format!(
                    "\"o{at}\": {{\"sensitive\": false, \"value\": {at}, \"type\": \"number\"}}"
                )
            },
            ", ",
            n,
        );
        plan_document(&format!(
            "\"output_changes\": {{{changes}}}, \"planned_values\": {{\"outputs\": {{{values}}}}}"
        ))
    }),
    ("changes", 500, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{\"address\": \"a_b.r{at}\", \"mode\": \"managed\", \"type\": \"a_b\", \"name\": \"r{at}\", \"provider_name\": \"p\", \"change\": {{\"actions\": [\"update\"], \"before\": {{\"x\": 1}}, \"after\": {{\"x\": 2}}, \"after_unknown\": {{\"y\": true}}, \"before_sensitive\": {{\"x\": true}}, \"after_sensitive\": {{\"x\": true}}}}}}"
                )
            },
            ", ",
            n,
        );
        plan_document(&format!("\"resource_changes\": [{all}]"))
    }),
    ("wide-change", 1_000, |n| {
        let members =
            |value: &'static str| numbered(move |at| format!("\"x{at}\": {value}"), ", ", n);
        plan_document(&format!(
            "\"resource_changes\": [{{\"address\": \"a_b.r\", \"mode\": \"managed\", \"type\": \"a_b\", \"name\": \"r\", \"provider_name\": \"p\", \"change\": {{\"actions\": [\"update\"], \"before\": {{{0}}}, \"after\": {{{0}}}, \"after_unknown\": {{{1}}}, \"before_sensitive\": {{{1}}}, \"after_sensitive\": {{{1}}}}}}}]",
            members("1"),
            members("true")
        ))
    }),
    ("long-lists", 2_000, |n| {
        plan_document(&format!(
            "\"resource_changes\": [{{\"address\": \"a_b.r\", \"mode\": \"managed\", \"type\": \"a_b\", \"name\": \"r\", \"provider_name\": \"p\", \"change\": {{\"actions\": [\"create\"], \"before\": null, \"after\": {{\"x\": [{0}]}}, \"after_unknown\": {{\"x\": [{1}]}}, \"after_sensitive\": {{\"x\": [{1}]}}}}}}]",
            repeated("1", ", ", n),
            repeated("true", ", ", n)
        ))
    }),
    ("variables", 1_000, |n| {
        let all = numbered(|at| format!("\"v{at}\": {{\"value\": [{at}]}}"), ", ", n);
        plan_document(&format!("\"variables\": {{{all}}}"))
    }),
    ("state", 500, |n| {
        let all = numbered(
            |at| {
                format!(
                    "{{\"address\": \"a_b.r{at}\", \"mode\": \"managed\", \"type\": \"a_b\", \"name\": \"r{at}\", \"provider_name\": \"p\", \"values\": {{\"x\": 1}}, \"sensitive_values\": {{\"x\": true}}}}"
                )
            },
            ", ",
            n,
        );
        plan_document(&format!(
            "\"values\": {{\"root_module\": {{\"resources\": [{all}]}}}}"
        ))
    }),
    ("deep-modules", 15, |n| {
        plan_document(&format!(
            "\"values\": {{\"root_module\": {}}}",
            nested("{\"child_modules\": [", "{}", "]}", n)
        ))
    }),
    ("deep-value", 25, |n| {
        plan_document(&format!(
            "\"variables\": {{\"v\": {{\"value\": {}}}}}",
            nested("[", "1", "]", n)
        ))
    }),
];

fn written_as_json(text: &str) -> Answer {
    timed(|| to_json("main.tf", text.as_bytes(), &deadline::budget())).map_err(status)?;
    Ok(())
}

fn written_as_native(text: &str) -> Answer {
    timed(|| to_native("main.tf.json", text.as_bytes(), None, &deadline::budget()))
        .map_err(status)?;
    Ok(())
}

const NATIVE: &[Text] = &[
    ("blocks", 500, |n| {
        numbered(
            |at| format!("resource \"a\" \"r{at}\" {{\n  b = var.v\n  c {{\n  }}\n}}"),
            "\n",
            n,
        ) + "\n"
    }),
    ("same-blocks", 500, |n| {
        format!(
            "resource \"a\" \"b\" {{\n{}}}\n",
            "  c {\n    d = 1\n  }\n".repeat(n)
        )
    }),
    ("locals", 1_000, |n| {
        format!(
            "locals {{\n{}\n}}\n",
            numbered(
                |at| format!("  l{at} = [1, \"a${{b}}\", {{ c = 1 }}]"),
                "\n",
                n
            )
        )
    }),
    ("comments", 1_000, |n| "# é\nlocals {\n}\n".repeat(n)),
    ("heredocs", 500, |n| {
        format!(
            "locals {{\n{}\n}}\n",
            numbered(
                |at| format!("  l{at} = <<-E\n    é ${{x}}\n    E\n"),
                "\n",
                n
            )
        )
    }),
    ("deep-lists", 25, |n| {
        format!("locals {{\n  l = {}\n}}\n", nested("[", "1", "]", n))
    }),
    ("deep-blocks", 25, |n| {
        format!(
            "resource \"a\" \"b\" {{\n{}}}\n",
            nested("c {\n", "d = 1\n", "}\n", n)
        )
    }),
    ("variables", 500, |n| {
        numbered(
            |at| {
                format!(
                    "variable \"v{at}\" {{\n  type = object({{ a = optional(string, \"x\") }})\n}}"
                )
            },
            "\n",
            n,
        ) + "\n"
    }),
];

const JSON: &[Text] = &[
    ("resources", 500, |n| {
        let all = numbered(
            |at| format!("\"r{at}\": {{\"b\": \"${{var.v}}\", \"c\": [{{}}]}}"),
            ", ",
            n,
        );
        format!("{{\"resource\": {{\"a\": {{{all}}}}}}}")
    }),
    ("arrays-of-blocks", 500, |n| {
        format!(
            "{{\"provider\": [{}]}}",
            repeated("{\"a\": {\"alias\": \"b\"}}", ", ", n)
        )
    }),
    ("locals", 1_000, |n| {
        let all = numbered(
            |at| format!("\"l{at}\": [1, \"a${{b}}\", {{\"c\": \"$${{x}}\"}}]"),
            ", ",
            n,
        );
        format!("{{\"locals\": {{{all}}}}}")
    }),
    ("comments", 1_000, |n| {
        format!("{{\"//\": [{}]}}", repeated("\"é\\nx\"", ", ", n))
    }),
    ("comments-of-items", 1_000, |n| {
        let comments = numbered(|at| format!("\"a{at}: x\""), ", ", n);
        let items = numbered(|at| format!("\"a{at}\": 1"), ", ", n);
        format!("{{\"locals\": {{\"//\": [{comments}], {items}}}}}")
    }),
    ("long-string", 10_000, |n| {
        format!("{{\"locals\": {{\"l\": \"{}\"}}}}", "\\u00e9\\n".repeat(n))
    }),
    ("templates", 1_000, |n| {
        format!(
            "{{\"locals\": {{\"l\": \"{}\"}}}}",
            "${var.a}%{if b}x%{endif}".repeat(n)
        )
    }),
    ("deep-lists", 25, |n| {
        format!("{{\"locals\": {{\"l\": {}}}}}", nested("[", "1", "]", n))
    }),
    ("deep-objects", 25, |n| {
        format!(
            "{{\"locals\": {{\"l\": {}}}}}",
            nested("{\"a\": ", "1", "}", n)
        )
    }),
    ("deep-blocks", 25, |n| {
        format!(
            "{{\"resource\": {{\"a\": {{\"b\": {}}}}}}}",
            nested("{\"a\": [", "{}", "]}", n)
        )
    }),
];

const MANIFESTS: &[Text] = &[("modules", 1_000, |n| {
    let all = numbered(
        |at| {
            format!(
                "{{\"Key\": \"m{at}\", \"Source\": \"a/b/c\", \"Dir\": \".terraform/modules/m{at}\"}}"
            )
        },
        ", ",
        n,
    );
    format!("{{\"Modules\": [{all}]}}")
})];

fn manifest(text: &str) -> Answer {
    timed(|| Manifest::read(text, &deadline::budget())).map_err(status)?;
    Ok(())
}

fn add_trees(
    cases: &mut Cases,
    verb: &str,
    growth: Growth,
    trees: &[Tree],
    work: fn(&[(String, String)]) -> Answer,
) {
    for &(name, n, make) in trees {
        let prepare = move |n| {
            let files = make(n).into_boxed_slice();
            ready(move || work(&files))
        };
        cases.add_growing(format!("terraform/{verb}/{name}"), n, growth, prepare);
    }
}

pub fn add(cases: &mut Cases) {
    let unknown = |files: &[(String, String)]| {
        let options = ProjectOptions {
            queries: true,
            ..ProjectOptions::default()
        };
        project(files, &options)
    };
    add_trees(cases, "tree", Growth::Linear, TREES, unknown);
    let first = cases.0.len();
    add_trees(cases, "tree-greedy", Growth::Budgeted, GREEDY, typed);
    cases.since(first).except(
        limit_from(8),
        "instances-of-modules doubling-outputs doubling-early-values-of-tofu large-count \
         instances-that-use-each-other nested-dynamic-blocks",
    );
    add_trees(cases, "refactor", Growth::Linear, REFACTORED, refactored);
    add_trees(cases, "refactor", Growth::Square, CALLERS, refactored);
    cases.add_texts("terraform/types", SCHEMAS, with_schemas);
    cases
        .add_texts("terraform/plan", PLANS, plan)
        .except(OK.then(8, PCTY_ERROR_DIAGNOSTICS), "deep-modules")
        .except(limit_from(8), "deep-value");
    // HCL nests at most 128 levels in both of its syntaxes.
    cases
        .add_texts("terraform/to-json", NATIVE, written_as_json)
        .except(limit_from(8), "deep-lists deep-blocks");
    cases
        .add_texts("terraform/to-native", JSON, written_as_native)
        .except(limit_from(8), "deep-lists deep-objects")
        .except(limit_from(4), "deep-blocks");
    cases.add_texts("terraform/manifest", MANIFESTS, manifest);
}

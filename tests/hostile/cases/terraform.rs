//! Terraform's modules and projects: reading and evaluation of hostile texts.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered};
use crate::expected::limit_from;
use crate::host::{Answer, make, make_partial, owned, run, text};
use polycty::ffi::base::string::pcty_string_str;
use polycty::ffi::terraform::evaluation::*;
use polycty::ffi::terraform::functions::*;
use polycty::ffi::terraform::inputs::*;
use polycty::ffi::terraform::module::*;
use polycty::ffi::terraform::project::*;

/// Reads a module of one file with its diagnostics, writes its inventory, and evaluates it with the same
/// text as a file of values.
pub fn module(from: &str) -> Answer {
    let (name, file) = (text("main.tf"), text(from));
    let read = make_partial(|out, diagnostics, error| {
        // SAFETY: there is one of each.
        unsafe { pcty_terraform_module_parse(&name, &file, 1, out, diagnostics, error) }
    })?;
    drop(make(|out, error| {
        pcty_terraform_module_to_json(Some(&read), out, error)
    })?);
    let mut inputs = owned(pcty_terraform_inputs_new()).expect("inputs");
    run(|error| pcty_terraform_inputs_add_file(Some(&mut inputs), file, text("a.tfvars"), error))?;
    let found = make_partial(|out, diagnostics, error| {
        pcty_terraform_module_evaluate(Some(&read), Some(&inputs), out, diagnostics, error)
    })?;
    drop(make(|out, error| {
        pcty_terraform_evaluation_to_json(Some(&found), out, error)
    })?);
    Ok(())
}

const MODULES: &[Text] = &[
    ("colliding-variables", 500, |n| {
        numbered(
            |at| format!("variable \"{}\" {{\n  default = 1\n}}", colliding(at)),
            "\n",
            n,
        )
    }),
    ("colliding-locals", 500, |n| {
        let all = numbered(|at| format!("  {} = {at}", colliding(at)), "\n", n);
        format!("locals {{\n{all}\n}}\n")
    }),
    ("colliding-values", 500, |n| {
        numbered(|at| format!("{} = 1", colliding(at)), "\n", n)
    }),
    ("variables", 500, |n| {
        numbered(
            |at| {
                format!(
                    "variable \"v{at}\" {{\n  type = object({{ a = optional(string, \"x\") }})\n  default = {{}}\n  validation {{\n    condition = var.v{at}.a != \"\"\n    error_message = \"No.\"\n  }}\n}}"
                )
            },
            "\n",
            n,
        )
    }),
    ("values-of-none", 500, |n| {
        numbered(|at| format!("v{at} = 1"), "\n", n)
    }),
    ("chain", 500, |n| {
        let locals = numbered(|at| format!("  l{at} = local.l{}", at + 1), "\n", n);
        format!("locals {{\n{locals}\n  l{n} = 1\n}}\noutput \"o\" {{\n  value = local.l0\n}}\n")
    }),
    ("circle", 500, |n| {
        let locals = numbered(
            |at| format!("  l{at} = local.l{}", (at + 1) % n.max(1)),
            "\n",
            n,
        );
        format!("locals {{\n{locals}\n}}\n")
    }),
    ("duplicates", 500, |n| {
        numbered(|_| "output \"o\" {\n  value = 1\n}".to_owned(), "\n", n)
    }),
    ("resources", 500, |n| {
        numbered(
            |at| format!("resource \"a\" \"r{at}\" {{\n  b = a.r{}\n}}", at + 1),
            "\n",
            n,
        )
    }),
    ("references", 2_000, |n| {
        let all = numbered(|_| "var.v".to_owned(), ", ", n);
        format!("variable \"v\" {{\n  default = 1\n}}\nlocals {{\n  l = [{all}]\n}}\n")
    }),
    ("undeclared", 500, |n| {
        let all = numbered(|at| format!("var.v{at}"), ", ", n);
        format!("locals {{\n  l = [{all}]\n}}\n")
    }),
    ("deep-blocks", 60, |n| {
        format!(
            "resource \"a\" \"b\" {{\n{}}}\n",
            nested("c {\n", "d = each.key\n", "}\n", n)
        )
    }),
    ("deep-type", 30, |n| {
        format!(
            "variable \"v\" {{\n  type = {}\n}}\n",
            nested("list(", "any", ")", n)
        )
    }),
    ("versions", 5_000, |n| {
        format!(
            "terraform {{\n  required_version = \"{}\"\n}}\n",
            numbered(|_| ">= 1.0.0-a.b".to_owned(), ", ", n)
        )
    }),
];

/// A module of little text with a large value.
const MUCH: &[Text] = &[("doubling", 4, |n| {
    let locals = numbered(
        |at| format!("  l{at} = [local.l{0}, local.l{0}]", at + 1),
        "\n",
        n,
    );
    format!(
        "locals {{\n{locals}\n  l{n} = \"x\"\n}}\noutput \"o\" {{\n  value = jsonencode(local.l0)\n}}\n"
    )
})];

/// Opens a project of a root module and a called one, validates it, and plans it with unknown values.
fn open(from: &str, schemas: Option<&pcty_terraform_schemas>) -> Answer {
    const CALLED: &str =
        "variable \"v\" {\n  default = null\n}\noutput \"o\" {\n  value = [var.v]\n}\n";
    let mut host = owned(pcty_terraform_host_new()).expect("a host");
    for (path, file) in [("main.tf", from), ("m/main.tf", CALLED)] {
        let (path, file) = (text(path), text(file));
        run(|error| pcty_terraform_host_set_text(Some(&mut host), path, file, error))?;
    }
    let none = pcty_string_str(None);
    let options = pcty_terraform_project_options {
        struct_size: size_of::<pcty_terraform_project_options>() as u32,
        has_queries: false,
        version: none,
        schemas: schemas.map_or(std::ptr::null(), std::ptr::from_ref),
        inputs: std::ptr::null(),
        workspace: none,
        manifest: none,
        dialect: PCTY_TERRAFORM_DIALECT_DETECTED,
        strictness: PCTY_TERRAFORM_STRICTNESS_WARNINGS,
    };
    let project = make_partial(|out, diagnostics, error| {
        // SAFETY: the options have their size, and the schemas are valid.
        unsafe {
            pcty_terraform_project_open(Some(&host), text("."), &options, out, diagnostics, error)
        }
    })?;
    let found = make_partial(|out, diagnostics, error| {
        pcty_terraform_project_validate(Some(&project), out, diagnostics, error)
    })?;
    drop(make(|out, error| {
        pcty_terraform_outputs_to_json(Some(&found), out, error)
    })?);
    drop(make_partial(|out, diagnostics, error| {
        pcty_terraform_project_plan(Some(&project), None, out, diagnostics, error)
    })?);
    Ok(())
}

fn project(from: &str) -> Answer {
    open(from, None)
}

/// Reads a project with one resource by schemas.
fn schemas(from: &str) -> Answer {
    let read = make(|out, error| pcty_terraform_schemas_parse(text(from), out, error))?;
    open(
        "resource \"a_b\" \"r\" {\n}\noutput \"o\" {\n  value = a_b.r\n}\n",
        Some(&read),
    )
}

const PROJECTS: &[Text] = &[
    ("calls", 100, |n| {
        numbered(
            |at| format!("module \"c{at}\" {{\n  source = \"./m\"\n  v = {at}\n}}"),
            "\n",
            n,
        )
    }),
    ("chain-of-calls", 100, |n| {
        let calls = numbered(
            |at| {
                let before = match at {
                    0 => "1".to_owned(),
                    _ => format!("module.c{}.o", at - 1),
                };
                format!("module \"c{at}\" {{\n  source = \"./m\"\n  v = length({before}[*])\n}}")
            },
            "\n",
            n,
        );
        format!("{calls}\n")
    }),
    ("circle-of-calls", 100, |n| {
        numbered(
            |at| {
                let next = (at + 1) % n.max(1);
                format!("module \"c{at}\" {{\n  source = \"./m\"\n  v = module.c{next}.o\n}}")
            },
            "\n",
            n,
        )
    }),
    ("missing-modules", 200, |n| {
        numbered(
            |at| format!("module \"c{at}\" {{\n  source = \"a/b/c\"\n}}"),
            "\n",
            n,
        )
    }),
    ("instances", 500, |n| {
        format!(
            "module \"c\" {{\n  source = \"./m\"\n  count = {n}\n}}\noutput \"o\" {{\n  value = module.c[*].o\n}}\n"
        )
    }),
];

/// A module that calls itself: the depth and the number of modules are bounded.
const SELVES: &[Text] = &[("calls-of-itself", 1, |n| {
    numbered(
        |at| format!("module \"c{at}\" {{\n  source = \"./.\"\n}}"),
        "\n",
        n,
    )
})];

fn document(block: &str) -> String {
    format!(
        "{{\"provider_schemas\": {{\"registry.terraform.io/hashicorp/a\": {{\"resource_schemas\": \
         {{\"a_b\": {{\"block\": {block}}}}}}}}}}}"
    )
}

const SCHEMAS: &[Text] = &[
    ("attributes", 500, |n| {
        let all = numbered(
            |at| format!("\"a{at}\": {{\"type\": \"string\", \"required\": true}}"),
            ", ",
            n,
        );
        document(&format!("{{\"attributes\": {{{all}}}}}"))
    }),
    ("colliding-attributes", 500, |n| {
        let all = numbered(
            |at| {
                format!(
                    "\"{}\": {{\"type\": \"string\", \"computed\": true}}",
                    colliding(at)
                )
            },
            ", ",
            n,
        );
        document(&format!("{{\"attributes\": {{{all}}}}}"))
    }),
    ("deep-blocks", 8, |n| {
        let inside = nested(
            "{\"block_types\": {\"b\": {\"nesting_mode\": \"list\", \"block\": ",
            "{}",
            "}}}",
            n,
        );
        document(&inside)
    }),
    ("deep-type", 8, |n| {
        let ty = nested("[\"list\", ", "\"string\"", "]", n);
        document(&format!(
            "{{\"attributes\": {{\"a\": {{\"type\": {ty}}}}}}}"
        ))
    }),
    ("types-that-are-not-used", 1_000, |n| {
        let all = numbered(|at| format!("\"t{at}\": {{\"block\": {{}}}}"), ", ", n);
        format!(
            "{{\"provider_schemas\": {{\"registry.terraform.io/hashicorp/a\": \
             {{\"resource_schemas\": {{{all}, \"a_b\": {{\"block\": {{}}}}}}}}}}}}"
        )
    }),
];

pub fn add(cases: &mut Cases) {
    let _ = cases.add_texts("terraform/project", PROJECTS, project);
    let _ = cases.add_growing_texts("terraform/project", Growth::Budgeted, SELVES, project);
    // Blocks and types of schemas nest at most 32 levels.
    let texts = cases.add_texts("terraform/schemas", SCHEMAS, schemas);
    texts.except(limit_from(8), "deep-blocks deep-type");
    // HCL nests at most 128 levels.
    let texts = cases.add_texts("terraform/module", MODULES, module);
    texts
        .except(limit_from(4), "deep-blocks")
        .except(limit_from(8), "deep-type");
    let texts = cases.add_growing_texts("terraform/module", Growth::Budgeted, MUCH, module);
    texts.expect(limit_from(8));
}

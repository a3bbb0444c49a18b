//! Terraform's modules: reading and evaluation of hostile texts.

use crate::case::{Cases, Growth, Text, colliding, nested, numbered};
use crate::expected::limit_from;
use crate::host::{Answer, make, make_partial, owned, run, text};
use polycty::ffi::terraform::evaluation::*;
use polycty::ffi::terraform::inputs::*;
use polycty::ffi::terraform::module::*;

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

pub fn add(cases: &mut Cases) {
    // HCL nests at most 128 levels.
    let texts = cases.add_texts("terraform/module", MODULES, module);
    texts
        .except(limit_from(4), "deep-blocks")
        .except(limit_from(8), "deep-type");
    let texts = cases.add_growing_texts("terraform/module", Growth::Budgeted, MUCH, module);
    texts.expect(limit_from(8));
}

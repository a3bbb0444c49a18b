//! Terraform modules and projects: reading, inspection, inputs and evaluation.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, both, give, make, record, run, whole};
use super::*;
use polycty::ffi::terraform::{evaluation::*, inputs::*, module::*, project::*};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    |m| {
        let (names, texts) = (Vec::<pcty_str>::draw(m), Vec::<pcty_str>::draw(m));
        let count = names.len().min(texts.len());
        m.made(|out, error| unsafe {
            pcty_terraform_module_parse(array(&names), array(&texts), count, out, None, error)
        });
    },
    |m| {
        let texts = Vec::<pcty_str>::draw(m);
        let names =
            ["a.tf", "b.tf", "c.tf.json"].map(|name| lend(name.as_ptr().cast(), name.len()));
        m.made_both(|out, diagnostics, error| unsafe {
            pcty_terraform_module_parse(
                names.as_ptr(),
                array(&texts),
                texts.len(),
                out,
                diagnostics,
                error,
            )
        });
    },
    whole!(pcty_terraform_module_open(host, folder)),
    both!(pcty_terraform_module_open(host, folder)),
    give!(pcty_terraform_module_clone(module)),
    make!(pcty_terraform_module_to_json(module)),
    give!(pcty_terraform_module_declaration_count(module, kind)),
    record!(pcty_terraform_module_declaration_at(module, index, kind)),
    record!(pcty_terraform_module_variable_at(module, index)),
    make!(pcty_terraform_module_argument_at(module, index, name, kind)),
    give!(pcty_terraform_inputs_new()),
    run!(pcty_terraform_inputs_set_value(inputs, name, value)),
    run!(pcty_terraform_inputs_set_text(
        inputs, name, value_text, from
    )),
    run!(pcty_terraform_inputs_add_file(inputs, source_text, file)),
    |m| {
        let inputs = Draw::draw(m);
        let options = pcty_terraform_options {
            struct_size: ops::struct_size::<pcty_terraform_options>(m.byte()),
            unset: Draw::draw(m),
            host: Draw::draw(m),
            module_path: Draw::draw(m),
            root_path: Draw::draw(m),
            working_directory: Draw::draw(m),
            workspace: Draw::draw(m),
        };
        m.run(|error| unsafe {
            pcty_terraform_inputs_set_options(inputs, &raw const options, error)
        });
    },
    whole!(pcty_terraform_module_evaluate(module, inputs)),
    both!(pcty_terraform_module_evaluate(module, inputs)),
    give!(pcty_terraform_evaluation_get(evaluation, name, kind)),
    make!(pcty_terraform_evaluation_to_json(evaluation)),
    |m| {
        let (host, folder) = (Draw::draw(m), Draw::draw(m));
        let options = pcty_terraform_project_options {
            struct_size: ops::struct_size::<pcty_terraform_project_options>(m.byte()),
            has_queries: Draw::draw(m),
            version: Draw::draw(m),
            schemas: Draw::draw(m),
            inputs: Draw::draw(m),
            workspace: Draw::draw(m),
            manifest: Draw::draw(m),
            dialect: u32::from(m.byte() % 4),
            strictness: u32::from(m.byte() % 4),
        };
        m.made_both(|out, diagnostics, error| unsafe {
            pcty_terraform_project_open(host, folder, &raw const options, out, diagnostics, error)
        });
    },
];

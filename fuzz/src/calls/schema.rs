//! Schemas, documents and translations, and Puppet manifests, which also have schemas.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, found, give, make, run};
use super::*;
use polycty::ffi::{
    puppet::values::pcty_puppet_time,
    puppet_language::{environment::*, manifest::*},
    schema::{class::*, documents::*, module::*, pair::*, text::*, witness::*},
    translate::translation::*,
};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    // -- Schemas -------------------------------------------------------------
    |m| {
        let json = Draw::draw(m);
        let options = pcty_schema_options {
            struct_size: size_of::<pcty_schema_options>() as u32,
            draft: Draw::draw(m),
            pointer: Draw::draw(m),
            address: Draw::draw(m),
            retrieve: Draw::draw(m),
            user_data: Draw::draw(m),
            destroy: Draw::draw(m),
        };
        m.made(|out, error| unsafe { pcty_schema_parse(json, &raw const options, out, error) });
    },
    make!(pcty_schema_to_json(schema, extent, layout)),
    give!(pcty_schema_clone(schema)),
    make!(pcty_schema_export(ty, defaults, dialect, question)),
    make!(pcty_schema_export_class(manifest, class_name, environment)),
    make!(pcty_schema_export_module(module, question)),
    make!(pcty_schema_import(schema, dialect, open)),
    found!(pcty_schema_pair_info(pair)),
    make!(pcty_schema_pair_relate(pair)),
    found!(pcty_schema_pair_note_at(pair, index)),
    // -- Documents -----------------------------------------------------------
    make!(pcty_schema_documents_of_type(ty, dialect, question)),
    make!(pcty_schema_documents_of_schema(schema)),
    make!(pcty_schema_documents_of_module(module, question)),
    make!(pcty_schema_documents_take(documents, json)),
    make!(pcty_schema_documents_relate(first, second)),
    found!(pcty_schema_relation_info(relation)),
    make!(pcty_translation_witness(translation)),
    make!(pcty_type_assignable_witness(source, target, dialect)),
    // -- Translations --------------------------------------------------------
    make!(pcty_type_translate(ty, from, to)),
    found!(pcty_translation_info(translation)),
    found!(pcty_translation_note_at(translation, index)),
    make!(pcty_value_translate(value, ty, from, to)),
    // -- Manifests -----------------------------------------------------------
    make!(pcty_puppet_manifest_parse(
        text, file, syntax, strictness, mode
    )),
    give!(pcty_puppet_manifest_clone(manifest)),
    found!(pcty_puppet_manifest_info(manifest)),
    make!(pcty_puppet_manifest_evaluate(manifest, environment)),
    make!(pcty_puppet_manifest_render(
        manifest,
        parameters,
        environment
    )),
    make!(pcty_puppet_manifest_class_parameters(
        manifest,
        class_name,
        data,
        environment
    )),
    give!(pcty_puppet_environment_new()),
    give!(pcty_puppet_environment_clone(environment)),
    run!(pcty_puppet_environment_set_variable(
        environment,
        name,
        value
    )),
    |m| {
        let environment: *mut pcty_puppet_environment = Draw::draw(m);
        let time = pcty_puppet_time {
            seconds: Draw::draw(m),
            nanoseconds: Draw::draw(m),
        };
        let options = pcty_puppet_environment_options {
            struct_size: size_of::<pcty_puppet_environment_options>() as u32,
            strictness: Draw::draw(m),
            unknown_variables: Draw::draw(m),
            resources: Draw::draw(m),
            aliases: null(),
            time: if m.flag() { &raw const time } else { null() },
        };
        m.run(|error| unsafe {
            pcty_puppet_environment_set_options(some_mut(environment), &raw const options, error)
        });
    },
];

//! Puppet catalogs: compilation, JSON and lookups. The environment is a folder without manifests.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::Draw;
use super::*;
use polycty::ffi::puppet_language::catalog::*;
use polycty::ffi::puppet_language::lookup::*;

/// Options of a compilation. The paths are fixed, so that no other files are read.
fn options(m: &mut Machine) -> pcty_puppet_catalog_options {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    pcty_puppet_catalog_options {
        struct_size: ops::struct_size::<pcty_puppet_catalog_options>(m.byte()),
        strictness: Draw::draw(m),
        environment_folder: lend(folder.as_ptr().cast(), folder.len()),
        environment_name: Draw::draw(m),
        modules: null(),
        module_count: 0,
        manifest: lend(null(), 0),
        hiera: lend(null(), 0),
        node: Draw::draw(m),
        facts: Draw::draw(m),
        trusted: Draw::draw(m),
        server_facts: Draw::draw(m),
        classifier: Draw::draw(m),
        settings: Draw::draw(m),
        environment: Draw::draw(m),
    }
}

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    |m| {
        let options = options(m);
        m.made_both(|out, diagnostics, error| unsafe {
            pcty_puppet_catalog_compile(&raw const options, out, diagnostics, error)
        });
    },
    |m| {
        let catalog = Draw::draw(m);
        let options = pcty_puppet_catalog_json_options {
            struct_size: ops::struct_size::<pcty_puppet_catalog_json_options>(m.byte()),
            has_secrets: Draw::draw(m),
            version: Draw::draw(m),
            uuid: Draw::draw(m),
            code_id: Draw::draw(m),
        };
        m.made(|out, error| unsafe {
            pcty_puppet_catalog_to_json(catalog, &raw const options, out, error)
        });
    },
    |m| {
        let (given, key) = (options(m), Draw::draw(m));
        let lookup = pcty_puppet_lookup_options {
            struct_size: ops::struct_size::<pcty_puppet_lookup_options>(m.byte()),
            merge: Draw::draw(m),
            default_value: Draw::draw(m),
        };
        m.made_both(|out, explanation, error| unsafe {
            pcty_puppet_lookup(
                key,
                &raw const given,
                &raw const lookup,
                out,
                explanation,
                error,
            )
        });
    },
];

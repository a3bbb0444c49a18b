//! Language services: workspaces, documents and requests.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, run};
use super::*;
use polycty::ffi::services::{requests::*, workspace::*};

/// A name of a document, mostly one that several instructions use.
fn document(m: &mut Machine) -> pcty_str {
    let names = [
        "/w/a.tf",
        "file:///w/b.tf",
        "/w/a.pp",
        "/w/a.mcl",
        "/w/a.pcl",
        "/w/data/a.yaml",
        "",
    ];
    match names.get(m.byte() as usize % 8) {
        Some(name) => lend(name.as_ptr().cast(), name.len()),
        None => Draw::draw(m),
    }
}

fn range(m: &mut Machine) -> pcty_text_range {
    pcty_text_range {
        start_line: Draw::draw(m),
        start_column: Draw::draw(m),
        end_line: Draw::draw(m),
        end_column: Draw::draw(m),
    }
}

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    |m| {
        let folder = "/w";
        let folder = lend(folder.as_ptr().cast(), folder.len());
        let options = pcty_workspace_options {
            struct_size: ops::struct_size::<pcty_workspace_options>(m.byte()),
            encoding: u32::from(m.byte() % 4),
            has_snippets: Draw::draw(m),
            is_opentofu: Draw::draw(m),
            terraform_version: Draw::draw(m),
            provider_schemas: Draw::draw(m),
            puppet_facts: Draw::draw(m),
            puppet_modules: null(),
            puppet_module_count: usize::from(m.byte() == 255),
            mcl_kinds: Draw::draw(m),
            mcl_modules: Draw::draw(m),
            folders: &raw const folder,
            folder_count: 1,
            hcl_specifications: Draw::draw(m),
        };
        m.made(|out, error| unsafe { pcty_workspace_new(&raw const options, out, error) });
    },
    |m| {
        m.made(|out, error| unsafe { pcty_workspace_new(null(), out, error) });
    },
    run!(pcty_workspace_set_files(
        workspace, reader, lister, user_data, destroy
    )),
    |m| {
        let (workspace, document) = (Draw::draw(m), document(m));
        let (id, version, text) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        m.run(|error| unsafe {
            pcty_workspace_open(workspace, document, id, version, text, error)
        });
    },
    |m| {
        let (workspace, document, range) = (Draw::draw(m), document(m), range(m));
        let (version, text, is_whole) = (Draw::draw(m), Draw::draw(m), m.flag());
        let range = (!is_whole).then_some(&range);
        m.run(|error| unsafe {
            pcty_workspace_change(workspace, document, version, range, text, error)
        });
    },
    |m| {
        let (workspace, document, range) = (Draw::draw(m), document(m), range(m));
        let request = u32::from(m.byte() % 20);
        let arguments = match m.byte() % 4 {
            0 => Draw::draw(m),
            1 => lend("{\"newName\":\"x\"}".as_ptr().cast(), 15),
            _ => lend(null(), 0),
        };
        let is_whole = m.flag();
        let range = (!is_whole).then_some(&range);
        m.made(|out, error| unsafe {
            pcty_workspace_request(workspace, document, range, arguments, request, out, error)
        });
    },
    |m| {
        let (workspace, document) = (Draw::draw(m), document(m));
        m.made(|out, error| unsafe { pcty_workspace_diagnostics(workspace, document, out, error) });
    },
];

//! Writing HCL: files that are read and changed, fragments, tokens, layout.

#![allow(
    clippy::undocumented_unsafe_blocks,
    unused_unsafe,
    reason = "one contract for all: handles are NULL or live, arrays as long as is said"
)]

use super::nouns::{Draw, Give, both, found, give, make, relative, run, whole};
use super::*;
use polycty::ffi::hcl_write::{
    edit::*, file::*, format::*, fragment::*, inside::*, nodes::*, tokens::*,
};

/// The instructions by opcode.
pub(super) const OPS: &[Op] = &[
    // -- Files and nodes -----------------------------------------------------
    give!(pcty_hcl_file_new()),
    whole!(pcty_hcl_file_parse(source_text, file)),
    both!(pcty_hcl_file_parse(source_text, file)),
    make!(pcty_hcl_file_to_text(file)),
    make!(pcty_hcl_file_to_json(file)),
    give!(pcty_hcl_file_step(file, node, direction)),
    found!(pcty_hcl_file_node_info(file, node)),
    give!(pcty_hcl_file_attribute_get(file, body, name)),
    give!(pcty_hcl_file_label_to_text(file, node, index)),
    make!(pcty_hcl_file_comments(file, node, comments)),
    make!(pcty_hcl_file_expression(file, node)),
    make!(pcty_hcl_file_node_to_text(file, node)),
    |m| {
        let (file, node, mut start) = (Draw::draw(m), Draw::draw(m), 0);
        m.beside(|end, error| pcty_hcl_file_byte_range(file, node, into(&mut start), end, error));
    },
    make!(pcty_hcl_file_byte_of(file, line, column)),
    both!(pcty_hcl_file_node_at_byte(file, byte)),
    |m| {
        let (file, body, after, block_type) =
            (Draw::draw(m), Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let labels = Vec::<pcty_str>::draw(m);
        let found = unsafe {
            pcty_hcl_file_block_find(file, body, after, block_type, array(&labels), labels.len())
        };
        found.give(m);
    },
    // -- Edits ---------------------------------------------------------------
    relative!(pcty_hcl_file_set(file, body, name, value)),
    run!(pcty_hcl_file_set_value(file, node, value)),
    relative!(pcty_hcl_file_insert_attribute(
        file, body, name, value, beside, at
    )),
    |m| {
        let (file, body, items) = (Draw::draw(m), Draw::draw(m), Draw::draw(m));
        let (beside, at, mut node) = (Draw::draw(m), Draw::draw(m), 1);
        m.beside(|count, error| unsafe {
            let node = into(&mut node);
            pcty_hcl_file_insert_text(file, body, items, beside, at, node, count, error)
        });
        node.give(m);
    },
    run!(pcty_hcl_file_remove(file, node)),
    run!(pcty_hcl_file_move(file, node, body, beside, at)),
    run!(pcty_hcl_file_rename(file, node, name)),
    run!(pcty_hcl_file_release_comments(file, node)),
    run!(pcty_hcl_file_set_part(file, node, start, end, value)),
    run!(pcty_hcl_file_push(file, node, value)),
    relative!(pcty_hcl_file_replace(file, within, path, value)),
    |m| {
        let (file, body, header) = (Draw::draw(m), Draw::draw(m), Vec::<pcty_str>::draw(m));
        let (beside, at) = (Draw::draw(m), Draw::draw(m));
        m.beside(|out, error| unsafe {
            pcty_hcl_file_insert_block(
                file,
                body,
                array(&header),
                header.len(),
                beside,
                at,
                out,
                error,
            )
        });
    },
    |m| {
        let (file, node, texts) = (Draw::draw(m), Draw::draw(m), Vec::<pcty_str>::draw(m));
        let (texts, count) = (array(&texts), texts.len());
        let comments = m.flag().then(|| m.small());
        m.run(|error| match comments {
            None => unsafe { pcty_hcl_file_set_labels(file, node, texts, count, error) },
            Some(comments) => unsafe {
                pcty_hcl_file_set_comments(file, node, texts, count, comments, error)
            },
        });
    },
    |m| {
        let (file, node, keys) = (Draw::draw(m), Draw::draw(m), Vec::<pcty_str>::draw(m));
        let value = Draw::draw(m);
        m.run(|error| unsafe {
            pcty_hcl_file_set_inside(file, node, array(&keys), keys.len(), value, error)
        });
    },
    |m| {
        let (file, node, keys) = (Draw::draw(m), Draw::draw(m), Vec::<pcty_str>::draw(m));
        m.beside(|out, error| unsafe {
            pcty_hcl_file_remove_inside(file, node, array(&keys), keys.len(), out, error)
        });
    },
    // -- Snippets, tokens and layout -----------------------------------------
    make!(pcty_hcl_fragment_parse(source_text)),
    make!(pcty_hcl_fragment_value(value, texts)),
    make!(pcty_hcl_fragment_traversal(path)),
    give!(pcty_hcl_fragment_text(snippet)),
    give!(pcty_hcl_fragment_clone(snippet)),
    make!(pcty_hcl_value_to_json(value)),
    make!(pcty_hcl_tokens_parse(source_text)),
    give!(pcty_hcl_tokens_count(tokens)),
    found!(pcty_hcl_tokens_at(tokens, index)),
    give!(pcty_hcl_tokens_range_at(tokens, index)),
    |m| {
        let (source_text, file) = (Draw::draw(m), Draw::draw(m));
        let options = pcty_hcl_format_options {
            struct_size: ops::struct_size::<pcty_hcl_format_options>(m.byte()),
            style: u32::from(m.byte() % 4),
            heredocs: u32::from(m.byte() % 4),
            alignment: u32::from(m.byte() % 6),
            order: u32::from(m.byte() % 5),
            width: u32::from(m.byte()),
            is_partial: m.byte() > 192,
            start: Draw::draw(m),
            end: Draw::draw(m),
        };
        m.made(|out, error| unsafe {
            pcty_hcl_format(source_text, file, &raw const options, out, error)
        });
    },
    |m| {
        let (name, last) = (Draw::draw(m), Draw::draw(m));
        let arguments = Vec::<*const pcty_hcl_fragment>::draw(m);
        m.made(|out, error| unsafe {
            pcty_hcl_fragment_call(name, array(&arguments), arguments.len(), last, out, error)
        });
    },
    |m| {
        let elements = Vec::<*const pcty_hcl_fragment>::draw(m);
        m.made(|out, error| unsafe {
            pcty_hcl_fragment_tuple(array(&elements), elements.len(), out, error)
        });
    },
    |m| {
        let (keys, values) = (
            Vec::<pcty_str>::draw(m),
            Vec::<*const pcty_hcl_fragment>::draw(m),
        );
        let count = keys.len().min(values.len());
        m.made(|out, error| unsafe {
            pcty_hcl_fragment_object(array(&keys[..count]), array(&values), count, out, error)
        });
    },
    |m| {
        let (kinds, texts) = (Vec::<u32>::draw(m), Vec::<pcty_str>::draw(m));
        let tokens: Vec<_> = kinds
            .into_iter()
            .zip(texts)
            .map(|(kind, text)| pcty_hcl_token { kind, text })
            .collect();
        m.made(|out, error| unsafe {
            pcty_hcl_fragment_tokens(array(&tokens), tokens.len(), out, error)
        });
    },
];

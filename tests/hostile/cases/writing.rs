//! HCL: texts that are read, formatted and written back, and edits of them.

use crate::case::{Cases, Growth, Text, Work, nested, numbered, ready, repeated};
use crate::deadline;
use crate::expected::{LIMIT, limit_from};
use crate::host::{Answer, answer, make, owned, run, text};
use polycty::dialect::hcl::{NotationPolicy, format_value_within};
use polycty::ffi::base::error::pcty_error;
use polycty::ffi::base::path::*;
use polycty::ffi::base::status::*;
use polycty::ffi::base::string::*;
use polycty::ffi::hcl_bodies::items::PCTY_HCL_ITEM_ATTRIBUTE;
use polycty::ffi::hcl_write::edit::*;
use polycty::ffi::hcl_write::file::*;
use polycty::ffi::hcl_write::format::*;
use polycty::ffi::hcl_write::fragment::*;
use polycty::ffi::hcl_write::inside::*;
use polycty::ffi::hcl_write::nodes::*;
use polycty::ffi::hcl_write::tokens::*;
use polycty::source::Code;
use polycty::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// A file with its diagnostics.
fn file(from: &str) -> Answer<Box<pcty_hcl_file>> {
    let mut diagnostics = MaybeUninit::new(ptr::null_mut::<pcty_error>());
    let made = make(|out, error| {
        let (text, name) = (text(from), text("main.tf"));
        pcty_hcl_file_parse(text, name, out, Some(&mut diagnostics), error)
    });
    // SAFETY: it was initialized above.
    drop(owned(unsafe { diagnostics.assume_init() }));
    made
}

fn snippet(from: &str) -> Answer<Box<pcty_hcl_fragment>> {
    make(|out, error| pcty_hcl_fragment_parse(text(from), out, error))
}

fn bytes(file: &pcty_hcl_file) -> Answer<Box<pcty_string>> {
    make(|out, error| pcty_hcl_file_to_text(Some(file), out, error))
}

/// The data of a node that is in the file.
fn data(file: &pcty_hcl_file, node: pcty_hcl_node) -> pcty_hcl_node_data {
    let mut data = MaybeUninit::uninit();
    assert!(pcty_hcl_file_node_info(Some(file), node, Some(&mut data)));
    // SAFETY: written by the call.
    unsafe { data.assume_init() }
}

/// The nodes of a body.
fn nodes(file: &pcty_hcl_file, body: pcty_hcl_node) -> Vec<pcty_hcl_node> {
    let mut all = Vec::new();
    let mut next = pcty_hcl_file_step(Some(file), body, PCTY_HCL_DIRECTION_FIRST);
    while next != PCTY_HCL_NODE_NONE {
        all.push(next);
        next = pcty_hcl_file_step(Some(file), next, PCTY_HCL_DIRECTION_NEXT);
    }
    all
}

/// Reads a text, writes it back, reads all its nodes and tokens, writes it as JSON, and formats it in both
/// styles.
fn read(from: &str) -> Answer {
    let file = file(from)?;
    drop(bytes(&file)?);
    let mut bodies = vec![PCTY_HCL_NODE_ROOT];
    while let Some(body) = bodies.pop() {
        for node in nodes(&file, body) {
            let of = Some(&*file);
            for at in 0..data(&file, node).label_count {
                drop(owned(pcty_hcl_file_label_to_text(of, node, at)));
            }
            for which in [PCTY_HCL_COMMENTS_BEFORE, PCTY_HCL_COMMENTS_AFTER] {
                drop(make(|out, error| {
                    pcty_hcl_file_comments(of, node, which, out, error)
                })?);
            }
            bodies.push(node);
        }
    }
    let of = Some(&*file);
    let byte = answer(0, |out, error| {
        pcty_hcl_file_byte_of(of, u32::MAX, 1, out, error)
    })?;
    answer(0, |out, error| {
        pcty_hcl_file_node_at_byte(of, byte, out, None, error)
    })?;
    drop(make(|out, error| {
        pcty_hcl_tokens_parse(text(from), out, error)
    })?);
    let _ = make(|out, error| pcty_hcl_file_to_json(of, out, error));
    for style in [PCTY_HCL_STYLE_LAYOUT, PCTY_HCL_STYLE_TERRAFORM] {
        let mut options = format_options(style);
        format(from, "main.tf", &options)?;
        options.heredocs = PCTY_HCL_HEREDOCS_INDENTED;
        options.order = PCTY_HCL_ORDER_ALPHABETICAL;
        options.width = 20;
        format(from, "main.tf", &options)?;
    }
    Ok(())
}

fn format_options(style: pcty_hcl_style) -> pcty_hcl_format_options {
    pcty_hcl_format_options {
        struct_size: size_of::<pcty_hcl_format_options>() as u32,
        style,
        heredocs: PCTY_HCL_HEREDOCS_TERRAFORM,
        alignment: PCTY_HCL_ALIGNMENT_ALL,
        order: PCTY_HCL_ORDER_SOURCE,
        width: 0,
        is_partial: false,
        start: 0,
        end: 0,
    }
}

fn format(from: &str, name: &str, options: &pcty_hcl_format_options) -> Answer {
    // SAFETY: the options have their size.
    make(|out, error| unsafe { pcty_hcl_format(text(from), text(name), options, out, error) })
        .map(drop)
}

/// The same for a text that cannot be formatted.
fn read_broken(from: &str) -> Answer {
    let file = file(from)?;
    drop(bytes(&file)?);
    let _ = format(from, "", &format_options(PCTY_HCL_STYLE_LAYOUT));
    make(|out, error| pcty_hcl_tokens_parse(text(from), out, error)).map(drop)
}

/// Gives each node another name, a comment and another position, adds an argument and a block to each body,
/// and removes half of the nodes.
fn edit(from: &str) -> Answer {
    let mut file = file(from)?;
    let (one, long) = (snippet("1")?, snippet("x ? y : <<E\nz\nE\n")?);
    let all = nodes(&file, PCTY_HCL_NODE_ROOT);
    for (number, node) in all.iter().enumerate() {
        let of: *mut pcty_hcl_file = &raw mut *file;
        let name = format!("n{number}");
        // SAFETY: the file is not in use elsewhere.
        run(|error| unsafe { pcty_hcl_file_rename(of, *node, text(&name), error) })?;
        let line = text("A comment.");
        let (before, after) = (PCTY_HCL_COMMENTS_BEFORE, PCTY_HCL_COMMENTS_AFTER);
        // SAFETY: the file is not in use elsewhere, and there is one line.
        run(|error| unsafe { pcty_hcl_file_set_comments(of, *node, &line, 1, before, error) })?;
        if data(&file, *node).kind == PCTY_HCL_ITEM_ATTRIBUTE {
            // SAFETY: the file is not in use elsewhere.
            run(|error| unsafe { pcty_hcl_file_set_value(of, *node, Some(&one), error) })?;
            // SAFETY: the file is not in use elsewhere, and there is one comment.
            run(|error| unsafe { pcty_hcl_file_set_comments(of, *node, &line, 1, after, error) })?;
        } else {
            let body = *node;
            // SAFETY: the file is not in use elsewhere.
            run(|error| unsafe {
                pcty_hcl_file_set(of, body, text("added"), Some(&long), None, error)
            })?;
            let (none, last) = (PCTY_HCL_NODE_NONE, PCTY_HCL_INSERT_LAST);
            let header = text("added");
            // SAFETY: the file is not in use elsewhere, and the header has one text.
            run(|error| unsafe {
                pcty_hcl_file_insert_block(of, body, &header, 1, none, last, None, error)
            })?;
        }
        let (none, first) = (PCTY_HCL_NODE_NONE, PCTY_HCL_INSERT_FIRST);
        // SAFETY: the file is not in use elsewhere.
        run(|error| unsafe {
            pcty_hcl_file_move(of, *node, PCTY_HCL_NODE_ROOT, none, first, error)
        })?;
        if number % 2 == 0 {
            // SAFETY: the file is not in use elsewhere.
            run(|error| unsafe { pcty_hcl_file_remove(of, *node, error) })?;
        }
    }
    bytes(&file).map(drop)
}

/// Replaces a variable by an expression everywhere.
fn replace(from: &str) -> Answer {
    let mut file = file(from)?;
    let to = snippet("(a + b)")?;
    let mut path = owned(pcty_path_new()).expect("a path");
    for name in ["var", "a"] {
        // SAFETY: the path is not in use elsewhere.
        run(|error| unsafe { pcty_path_append_attribute(&raw mut *path, text(name), error) })?;
    }
    answer(0, |out, error| {
        let (of, within) = (&raw mut *file, PCTY_HCL_NODE_ROOT);
        // SAFETY: the file is not in use elsewhere.
        unsafe { pcty_hcl_file_replace(of, within, Some(&path), Some(&to), out, error) }
    })?;
    bytes(&file).map(drop)
}

/// Edits inside the value of the first argument.
fn edit_inside(from: &str) -> Answer {
    let mut file = file(from)?;
    let (one, node) = (
        snippet("1")?,
        pcty_hcl_file_step(Some(&file), PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST),
    );
    let of: *mut pcty_hcl_file = &raw mut *file;
    let key = text("k0");
    // SAFETY: the file is not in use elsewhere.
    let pushed = run(|error| unsafe { pcty_hcl_file_push(of, node, Some(&one), error) });
    // SAFETY: the file is not in use elsewhere, and there is one key.
    let set =
        run(|error| unsafe { pcty_hcl_file_set_inside(of, node, &key, 1, Some(&one), error) });
    // SAFETY: the file is not in use elsewhere, and there is one key.
    let _ = run(|error| unsafe { pcty_hcl_file_remove_inside(of, node, &key, 1, None, error) });
    bytes(&file)?;
    pushed.or(set)
}

/// Adds as many parts to a list and an object, one after another.
fn grow(count: usize) -> Answer {
    let mut file = file("list = []\nobject = {}\n")?;
    let one = snippet("1")?;
    let list = pcty_hcl_file_step(Some(&file), PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
    let object = pcty_hcl_file_step(Some(&file), PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_LAST);
    let of: *mut pcty_hcl_file = &raw mut *file;
    for _ in 0..count {
        // SAFETY: the file is not in use elsewhere.
        run(|error| unsafe { pcty_hcl_file_push(of, list, Some(&one), error) })?;
    }
    for at in 0..count {
        let key = format!("k{at}");
        let key = text(&key);
        // SAFETY: the file is not in use elsewhere, and there is one key.
        run(|error| unsafe { pcty_hcl_file_set_inside(of, object, &key, 1, Some(&one), error) })?;
    }
    bytes(&file).map(drop)
}

const TEXTS: &[Text] = &[
    ("arguments", 500, |n| {
        numbered(|at| format!("a{at} = var.a + {at} # {at}\n"), "", n)
    }),
    ("blocks", 500, |n| {
        numbered(
            |at| format!("# {at}\nb \"x\" \"y{at}\" {{\n  a = \"${{var.a}}-{at}\"\n}}\n"),
            "\n",
            n,
        )
    }),
    ("one-line-blocks", 500, |n| {
        numbered(|at| format!("b \"x{at}\" {{ a = 1 }}\n"), "", n)
    }),
];

const READABLE: &[Text] = &[
    ("comments", 2000, |n| repeated("# a\n", "", n) + "a = 1\n"),
    ("blank-lines", 2000, |n| {
        "a = 1\n".to_owned() + &"\n".repeat(n) + "b = 1\n"
    }),
    ("labels", 500, |n| {
        format!("b {} {{\n}}\n", numbered(|at| format!("\"l{at}\""), " ", n))
    }),
    ("one-line", 1000, |n| {
        format!("a = [{}]\n", repeated("var.a", ",", n))
    }),
    ("one-text", 20_000, |n| {
        format!("a = \"{}\"\n", "x".repeat(n))
    }),
    ("heredoc", 1000, |n| {
        format!("a = <<E\n{}E\n", "x ${var.a}\n".repeat(n))
    }),
    ("aligned", 500, |n| {
        numbered(
            |at| format!("a{at} = {{\n  b = 1\n  longer = 2\n}}\n"),
            "",
            n,
        )
    }),
    ("nested-blocks", 50, |n| {
        nested("b {\n", "a = 1\n", "}\n", n)
    }),
];

const BROKEN: &[Text] = &[
    ("brackets", 2000, |n| "]\n".repeat(n)),
    ("open-braces", 2000, |n| "b {\n".repeat(n)),
    ("equals", 2000, |n| "a =\n".repeat(n)),
    ("quotes", 2000, |n| "\"\n".repeat(n)),
    ("deep", 2000, |n| nested("(", "1", ")", n)),
];

const INSIDE: &[Text] = &[
    ("list", 1000, |n| {
        format!("a = [\n{}]\n", "  1,\n".repeat(n))
    }),
    ("object", 1000, |n| {
        format!(
            "a = {{\n{}}}\n",
            numbered(|at| format!("  k{at} = 1\n"), "", n)
        )
    }),
    ("object-on-a-line", 1000, |n| {
        format!(
            "a = {{ {} }}\n",
            numbered(|at| format!("k{at} = 1"), ", ", n)
        )
    }),
];

/// Writes a value whose parts are shared, so that its text is exponential.
fn write_doubled(n: usize) -> Answer<Work> {
    let mut value = Value::bool(true);
    // A type has at most 2^24 nodes.
    for _ in 0..n.min(23) {
        let pair = Value::tuple(vec![value.clone(), value]);
        value = pair.map_err(|_| PCTY_ERROR_INTERNAL)?;
    }
    ready(move || {
        let budget = deadline::budget();
        let written = format_value_within(&value, NotationPolicy::Expression, &budget);
        match written.map_err(|error| error.code()) {
            Ok(_) => Ok(()),
            Err(Code::Limit) => Err(PCTY_ERROR_LIMIT),
            Err(_) => Err(PCTY_ERROR_INTERNAL),
        }
    })
}

pub fn add(cases: &mut Cases) {
    cases
        .add_growing(
            "hcl/write/value/doubled",
            3,
            Growth::Budgeted,
            write_doubled,
        )
        .expect(limit_from(8));
    cases.add_texts("hcl/write/read", TEXTS, read);
    let texts = cases.add_texts("hcl/write/read", READABLE, read);
    texts.except(limit_from(4), "nested-blocks");
    // Blocks nest at most 128 levels.
    let texts = cases.add_texts("hcl/write/broken", BROKEN, read_broken);
    texts.except(LIMIT, "open-braces");
    cases.add_texts("hcl/write/edit", TEXTS, edit);
    cases.add_texts("hcl/write/replace", TEXTS, replace);
    let texts = cases.add_texts("hcl/write/replace", READABLE, replace);
    texts.except(limit_from(4), "nested-blocks");
    cases.add_texts("hcl/write/inside", INSIDE, edit_inside);
    cases.add("hcl/write/grow", 250, |n| ready(move || grow(n)));
    cases.add("hcl/write/labels/set", 500, |n| {
        let labels = numbered(|at| format!("l{at}"), ",", n);
        ready(move || {
            let mut file = file("b {\n}\n")?;
            let node =
                pcty_hcl_file_step(Some(&file), PCTY_HCL_NODE_ROOT, PCTY_HCL_DIRECTION_FIRST);
            let texts: Vec<pcty_str> = labels.split(',').map(text).collect();
            let of: *mut pcty_hcl_file = &raw mut *file;
            // SAFETY: the file is not in use elsewhere, and there are as many labels.
            run(|error| unsafe {
                pcty_hcl_file_set_labels(of, node, texts.as_ptr(), texts.len(), error)
            })?;
            bytes(&file).map(drop)
        })
    });
    cases.add("hcl/write/snippet/tuple", 500, |n| {
        ready(move || {
            let one = snippet("f(x)")?;
            let parts = vec![&raw const *one; n];
            make(|out, error| {
                // SAFETY: there are as many snippets.
                unsafe { pcty_hcl_fragment_tuple(parts.as_ptr(), parts.len(), out, error) }
            })
            .map(drop)
        })
    });
}

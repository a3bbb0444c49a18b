//! How much stack does reading and checking the deepest expression take?
//!
//! Hosts call from threads with little stack: 512 KB for a thread of macOS, 1 MB for the
//! main thread of Windows. As deep as expressions may nest has to fit into that. A build
//! without optimisation, where each variable has a place of its own, gets four times as much.

use polycty::diagnostic::Position;
use polycty::dialect::hcl::syntax::{MAX_NESTING, parse_expression};
use polycty::dialect::pcl::{self, Options, TypeScope};
use std::thread::Builder;

/// What a thread has: what stands above is kept, whoever builds this.
const STACK: usize = match cfg!(debug_assertions) {
    true => 1 << 21,
    false => 1 << 19,
};

/// Runs on a thread with that little stack.
fn in_little_stack(run: impl FnOnce() + Send + 'static) {
    let thread = Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

/// An expression around another one as often as expressions nest.
fn nested(open: &str, inner: &str, close: &str) -> String {
    let levels = MAX_NESTING as usize - 2;
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

/// Operators of several precedences on one level take more: they are not among these.
const AROUND: [(&str, &str); 14] = [
    ("[", "]"),
    ("(", ")"),
    ("{a=", "}"),
    ("{(", ")=1}"),
    ("f(", ")"),
    ("-", ""),
    ("x[", "]"),
    ("1+(", ")"),
    ("true?true:", ""),
    ("true?", ":true"),
    ("[for x in ", ":x]"),
    ("{for k,x in {}:k=>", "}"),
    ("\"a${", "}\""),
    ("\"%{if true}${", "}%{endif}\""),
];

#[test]
fn the_deepest_expressions_are_checked_in_little_stack() {
    for (open, close) in AROUND {
        in_little_stack(move || {
            let text = nested(open, "1", close);
            let parsed = parse_expression(text.as_bytes(), "", Position::START);
            let bound = pcl::bind(&parsed.expression(), &TypeScope::new(), Options::default());
            assert!(bound.node(bound.root()).is_some());
        });
    }
}

//! How much stack does reading, checking and evaluating the deepest expression take?
//!
//! Hosts call from threads with little stack. As deep as expressions may nest has to fit into
//! four megabytes, with and without optimisation (`docs/ownership.md` says so).

use polycty::diagnostic::Position;
use polycty::dialect::hcl::eval::{Scope, evaluate};
use polycty::dialect::hcl::syntax::{MAX_NESTING, parse_expression};
use polycty::dialect::pcl::{self, Options, TypeScope};
use std::thread::Builder;

/// What the documentation asks of a thread.
const STACK: usize = 4 << 20;

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

const AROUND: [(&str, &str); 15] = [
    ("[", "]"),
    ("true||true&&1==1<1+1*(", ")"),
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
fn the_deepest_expressions_are_checked_and_evaluated_in_little_stack() {
    for (open, close) in AROUND {
        in_little_stack(move || {
            let text = nested(open, "1", close);
            let parsed = parse_expression(text.as_bytes(), "", Position::START);
            let bound = pcl::bind(&parsed.expression(), &TypeScope::new(), Options::default());
            assert!(bound.node(bound.root()).is_some());
            let found = evaluate(&parsed.expression(), Some(&Scope::new()));
            assert!(found.value.is_known() || !found.diagnostics.is_empty());
        });
    }
}

//! How much stack does reading, checking and evaluating the deepest text of HCL take?
//!
//! Hosts call from threads with little stack. As deep as texts may nest has to fit into
//! four megabytes, with and without optimisation (`docs/ownership.md` says so).

use polycty::calls::Budget;
use polycty::dialect::hcl::body::{parse_config, parse_json_config};
use polycty::dialect::hcl::functions::standard_functions;
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::{MAX_NESTING, parse_expression};
use polycty::dialect::hcl::{Scope, evaluate, try_function};
use polycty::dialect::pcl::{self, Options, TypeScope};
use polycty::source::{Code, Position};
use std::thread::Builder;

/// What the documentation asks of a thread.
const STACK: usize = 4 << 20;

/// Runs on a thread with that little stack.
fn in_little_stack(run: impl FnOnce() + Send + 'static) {
    let thread = Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

/// The functions that the expressions call.
fn scope() -> Scope {
    let mut scope = Scope::new();
    for standard in standard_functions() {
        scope
            .set_function(standard.name(), standard.function().clone())
            .unwrap();
    }
    scope.set_function("try", try_function()).unwrap();
    scope
}

/// An expression around another one as often as expressions nest.
fn nested(open: &str, inner: &str, close: &str) -> String {
    let levels = MAX_NESTING as usize - 2;
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

const AROUND: [(&str, &str); 17] = [
    ("[", "]"),
    ("true||true&&1==1<1+1*(", ")"),
    ("(", ")"),
    ("{a=", "}"),
    ("{(", ")=1}"),
    ("f(", ")"),
    ("max(", ")"),
    ("try(", ")"),
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
            let bound = pcl::bind(
                &parsed.expression(),
                &TypeScope::new(),
                Options::default(),
                &Budget::standard(),
            );
            match bound {
                Ok(bound) => assert!(bound.node(bound.root()).is_some()),
                Err(limit) => assert_eq!(limit.code(), Code::Limit),
            }
            let found = evaluate(&parsed.expression(), Some(&scope()));
            assert!(found.value.is_known() || !found.diagnostics.is_empty());
        });
    }
}

#[test]
fn the_deepest_bodies_and_json_are_read_in_little_stack() {
    in_little_stack(|| {
        let blocks = nested("b {\n", "", "}\n");
        let _ = parse_config(blocks.as_bytes(), "");
    });
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        in_little_stack(move || {
            let text = nested(open, "\"${1}\"", close);
            let _ = parse_json_config(text.as_bytes(), "");
            let parsed = parse_json(text.as_bytes(), "");
            assert!(parsed.diagnostics.is_empty());
            let _ = parsed.expression.evaluate(None);
        });
    }
}

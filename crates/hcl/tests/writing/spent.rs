//! Tests of atomicity: an edit that exceeds its budget changes nothing.

use crate::editing::{budget, expr, file, text, traversal};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Result};
use polycty_hcl::write::{Body, Expr, File, InsertPosition, Item};

const SOURCE: &str = "# h\nb \"l\" { a = 1 /* c */ }\nlist = [1]\nobject = { k = v, k = 2 } # d\n\
    c {\n  d {\n    e = v\n  }\n}\nlast = v # no newline";

type Edit = fn(&mut File, [Item; 6], &Expr, &Budget) -> Result<()>;

/// Edits of a one-line block, its argument, a list, an object, a block and the last line.
const EDITS: &[(&str, Edit)] = &[
    ("set", |file, [b, ..], value, budget| {
        let body = file.body(b).expect("a block");
        file.set(body, "new", value, budget).map(drop)
    }),
    ("set_value", |file, [_, a, ..], value, budget| {
        file.set_value(a, value, budget)
    }),
    ("insert", |file, _, value, budget| {
        file.insert_attribute(Body::ROOT, InsertPosition::Last, "long_name", value, budget)
            .map(drop)
    }),
    ("insert_block", |file, [b, ..], _, budget| {
        let body = file.body(b).expect("a block");
        file.insert_block(body, InsertPosition::First, "new", &["label"], budget)
            .map(drop)
    }),
    ("insert_text", |file, [b, ..], _, budget| {
        let body = file.body(b).expect("a block");
        let text = "# x\nf = <<E\ny\nE\n";
        file.insert_text(body, InsertPosition::Last, text, budget)
            .map(drop)
    }),
    ("remove", |file, [b, ..], _, budget| file.remove(b, budget)),
    ("move_in", |file, [b, .., c, _], _, budget| {
        let body = file.body(b).expect("a block");
        file.move_to(c, body, InsertPosition::First, budget)
    }),
    ("move_up", |file, [_, a, ..], _, budget| {
        file.move_to(a, Body::ROOT, InsertPosition::Last, budget)
    }),
    ("rename", |file, [_, _, list, ..], _, budget| {
        file.rename(list, "another", budget)
    }),
    ("set_labels", |file, [b, ..], _, budget| {
        file.set_labels(b, &["l", "another"], budget)
    }),
    ("set_lead_comments", |file, [_, a, ..], _, budget| {
        file.set_lead_comments(a, &["one", "two"], budget)
    }),
    ("set_line_comments", |file, [_, a, ..], _, budget| {
        file.set_line_comments(a, &["/* one */", "two"], budget)
    }),
    ("release", |file, [b, ..], _, budget| {
        file.release_lead_comments(b, budget)
    }),
    ("set_part", |file, [.., last], value, budget| {
        file.set_part(last, polycty_hcl::syntax::Span::new(0, 1), value, budget)
    }),
    ("set_in", |file, [_, _, _, object, ..], value, budget| {
        file.set_in(object, &["new"], value, budget)
    }),
    (
        "set_in_again",
        |file, [_, _, _, object, ..], value, budget| file.set_in(object, &["k"], value, budget),
    ),
    ("remove_in", |file, [_, _, _, object, ..], _, budget| {
        file.remove_in(object, &["k"], budget).map(drop)
    }),
    ("push", |file, [_, _, list, ..], value, budget| {
        file.push(list, value, budget)
    }),
    ("replace", |file, _, value, budget| {
        file.replace_references(Body::ROOT, &traversal("v"), value, budget)
            .map(drop)
    }),
];

#[test]
fn what_is_spent_changes_nothing() {
    let start = file(SOURCE);
    let named = |name: &str| start.attribute(Body::ROOT, name).expect("it is there");
    let block = |name: &str| start.block(Body::ROOT, name, &[]).expect("it is there");
    let inner = start.body(block("b")).expect("a block");
    let a = start.attribute(inner, "a").expect("it is there");
    let items = [
        block("b"),
        a,
        named("list"),
        named("object"),
        block("c"),
        named("last"),
    ];
    for value in ["w.x", "<<E\nz\nE\n"].map(expr) {
        for (name, edit) in EDITS {
            let mut bounds: Vec<(u64, Budget)> = Vec::new();
            let whole = budget();
            let mut done = start.clone();
            edit(&mut done, items, &value, &whole)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let after = text(&done);
            for steps in 0..=whole.steps() {
                bounds.push((steps, Budget::new().limit_steps(steps)));
            }
            for bytes in (0..=whole.bytes() + 4096).step_by(23) {
                bounds.push((bytes, Budget::new().limit_bytes(bytes)));
            }
            let mut failed = 0;
            for (bound, budget) in bounds {
                let mut one = start.clone();
                match edit(&mut one, items, &value, &budget) {
                    Ok(()) => assert_eq!(text(&one), after, "{name} {bound}"),
                    Err(error) => {
                        failed += 1;
                        assert_eq!(error.code(), Code::Limit, "{name} {bound}");
                        assert_eq!(text(&one), SOURCE, "{name} {bound}");
                    }
                }
            }
            assert!(failed > 0, "{name}");
        }
    }
}

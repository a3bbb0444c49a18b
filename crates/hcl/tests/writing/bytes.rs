//! Tests of invalid UTF-8: edits must keep its bytes.

use crate::editing::{budget, expr, traversal};
use polycty_hcl::write::{Body, File, InsertPosition, Item};

/// Returns the bytes of a text after an edit.
fn edited(source: &[u8], edit: impl FnOnce(&mut File)) -> Vec<u8> {
    let mut file = File::read(source, "t", &budget()).expect("a small text");
    edit(&mut file);
    file.write(&budget()).expect("a small text")
}

fn named(file: &File, name: &str) -> Item {
    file.attribute(Body::ROOT, name).expect("it is there")
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

#[test]
fn what_is_put_behind_them_leaves_them() {
    for source in [
        &b"c = \xfe\xff"[..],
        b"# \xfe",
        b"a = 1 # \xfe",
        b"c = 1 /* \xfe */",
    ] {
        let found = edited(source, |file| {
            file.set(Body::ROOT, "b", &expr("2"), &budget())
                .expect("a name");
        });
        assert!(found.starts_with(source), "{}", shown(&found));
        assert!(found.ends_with(b"\nb = 2\n"), "{}", shown(&found));
    }
}

#[test]
fn edits_inside_of_values_leave_them() {
    let source = b"a = {\n  # \xfe\n  x = v /* \xff */\n}\n";
    let set = edited(source, |file| {
        let a = named(file, "a");
        for value in ["2", "3"] {
            file.set_in(a, &["y"], &expr(value), &budget())
                .expect("an object");
        }
        assert_eq!(
            file.value_bytes(a),
            Some(&b"{\n  # \xfe\n  x = v /* \xff */\n  y = 3\n}"[..])
        );
    });
    assert_eq!(
        shown(&set),
        shown(b"a = {\n  # \xfe\n  x = v /* \xff */\n  y = 3\n}\n")
    );
    let replaced = edited(source, |file| {
        let count = file.replace_references(Body::ROOT, &traversal("v"), &expr("w.z"), &budget());
        assert_eq!(count.expect("it can be read"), 1);
    });
    assert_eq!(
        shown(&replaced),
        shown(b"a = {\n  # \xfe\n  x = w.z /* \xff */\n}\n")
    );
    let removed = edited(b"a = { x = 1, /* \xfe */ y = 2, x = 3 }\n", |file| {
        let a = named(file, "a");
        assert!(file.remove_in(a, &["x"], &budget()).expect("an object"));
    });
    assert_eq!(shown(&removed), shown(b"a = { /* \xfe */ y = 2 }\n"));
}

#[test]
fn items_keep_them_wherever_they_go() {
    let moved = edited(b"a {\n  # \xfe\n  x = [ # \xff\n  ]\n}\nb {\n}\n", |file| {
        let [a, b] = ["a", "b"].map(|name| file.block(Body::ROOT, name, &[]).expect("a block"));
        let to = file.body(b).expect("a block");
        file.move_to(a, to, InsertPosition::Last, &budget())
            .expect("another place");
    });
    assert_eq!(
        shown(&moved),
        shown(b"b {\n  a {\n    # \xfe\n    x = [ # \xff\n    ]\n  }\n}\n")
    );
    let labelled = edited(b"b /* \xfe */ \"x\" {\n}\n", |file| {
        let b = file.block(Body::ROOT, "b", &[]).expect("a block");
        file.set_labels(b, &["y", "z"], &budget()).expect("a block");
    });
    assert_eq!(shown(&labelled), shown(b"b /* \xfe */ \"y\" \"z\" {\n}\n"));
    let renamed = edited(b"a /* \xfe */ = 1\n", |file| {
        file.rename(named(file, "a"), "long", &budget())
            .expect("a name");
    });
    assert_eq!(shown(&renamed), shown(b"long /* \xfe */ = 1\n"));
    let opened = edited(b"b { a = 1 /* \xfe */ }\n", |file| {
        let b = file.block(Body::ROOT, "b", &[]).expect("a block");
        let body = file.body(b).expect("a block");
        file.set(body, "n", &expr("2"), &budget()).expect("a name");
    });
    assert_eq!(
        shown(&opened),
        shown(b"b {\n  a = 1 /* \xfe */\n  n = 2\n}\n")
    );
    let heredoc = edited(b"a = 1 # \xfe\n", |file| {
        file.set_value(named(file, "a"), &expr("<<E\nx\nE\n"), &budget())
            .expect("an argument");
    });
    assert_eq!(shown(&heredoc), shown(b"# \xfe\na = <<E\nx\nE\n"));
}

#[test]
fn comments_are_told_with_them() {
    let file = File::read(b"# \xfe\na = 1 # \xff\n", "t", &budget()).expect("a small text");
    let a = named(&file, "a");
    assert_eq!(file.lead_comment_bytes(a), [b"# \xfe"]);
    assert_eq!(file.line_comment_bytes(a), [b"# \xff"]);
}

#[test]
fn they_stay_while_what_was_made_is_let_go() {
    let long = "x".repeat(3000);
    let source = b"# \xfe\na = [] # \xff\nb /* \xfd */ \"l\" \"m\" { c = 1 /* \xfc */ }\n";
    let found = edited(source, |file| {
        let (a, b) = (
            named(file, "a"),
            file.block(Body::ROOT, "b", &[]).expect("a block"),
        );
        let body = file.body(b).expect("a block");
        file.set(body, "n", &expr("2"), &budget()).expect("a name");
        file.set_labels(b, &["new", "m"], &budget())
            .expect("a block");
        let before = file.memory();
        for number in 0..200 {
            let value = expr(&format!("[\"{long}\", {number}]"));
            file.set_value(a, &value, &budget()).expect("an argument");
            assert_eq!(file.labels(b), ["new", "m"]);
        }
        // The memory is a small multiple of the text.
        assert!(
            file.memory() < before + 16 * long.len(),
            "{}",
            file.memory()
        );
        file.set_value(a, &expr("[3]"), &budget())
            .expect("an argument");
        file.push(a, &expr("4"), &budget()).expect("a list");
    });
    assert_eq!(
        shown(&found),
        shown(
            b"# \xfe\na = [3, 4] # \xff\nb /* \xfd */ \"new\" \"m\" {\n  c = 1 /* \xfc */\n  n = 2\n}\n"
        )
    );
}

//! Tests of the positions of lines and comments after edits.

use crate::editing::{budget, expr, file, text};
use crate::texts::can_be_read;
use polycty_hcl::write::{Body, File, InsertPosition};

/// Returns the body of the block at a path of types, taking the first block of each type.
fn block(file: &File, path: &[&str]) -> Body {
    path.iter().fold(Body::ROOT, |body, name| {
        let block = file.block(body, name, &[]).expect("a block");
        file.body(block).expect("a block has a body")
    })
}

/// Moves the item at a path, whose last name is that of an argument or the type of a block.
fn moved(source: &str, from: &[&str], to: &[&str]) -> String {
    let mut file = file(source);
    let (name, around) = from.split_last().expect("a name");
    let body = block(&file, around);
    let item = file.attribute(body, name);
    let item = item.or_else(|| file.block(body, name, &[]));
    let to = block(&file, to);
    file.move_to(
        item.expect("it is there"),
        to,
        InsertPosition::Last,
        &budget(),
    )
    .expect("another place");
    let found = text(&file);
    assert!(can_be_read(&found), "{found}");
    found
}

#[test]
fn what_is_moved_is_indented_as_deep_as_it_stands() {
    for (source, from, to, wanted) in [
        // A block with a blank line and a heredoc is moved to a deeper level.
        (
            "b {\n  a {\n    x = 1\n\n    y = <<E\n  z\nE\n  }\n}\nc {\n  d {\n  }\n}\n",
            &["b", "a"][..],
            &["c", "d"][..],
            "b {\n}\nc {\n  d {\n    a {\n      x = 1\n\n      y = <<E\n  z\nE\n    }\n  }\n}\n",
        ),
        // A block is moved to a higher level.
        (
            "c {\n  d {\n    a {\n      x = [\n        1,\n      ]\n    }\n  }\n}\n",
            &["c", "d", "a"],
            &[],
            "c {\n  d {\n  }\n}\n\na {\n  x = [\n    1,\n  ]\n}\n",
        ),
        // An argument is moved, with and without a comment above it.
        (
            "b {\n  a = 1\n}\nc {\n  d {\n  }\n}\n",
            &["b", "a"],
            &["c", "d"],
            "b {\n}\nc {\n  d {\n    a = 1\n  }\n}\n",
        ),
        (
            "b {\n  # x\n  a = 1 # y\n}\nc {\n  d {\n  }\n}\n",
            &["b", "a"],
            &["c", "d"],
            "b {\n}\nc {\n  d {\n    # x\n    a = 1 # y\n  }\n}\n",
        ),
        (
            "# x\na = {\n  k = 1\n}\nb {\n}\n",
            &["a"],
            &["b"],
            "b {\n  # x\n  a = {\n    k = 1\n  }\n}\n",
        ),
        (
            "b {\n\t# x\n\ta = 1\n}\n",
            &["b", "a"],
            &[],
            "b {\n}\n\n# x\na = 1\n",
        ),
        // An argument is moved from the line of its braces, and from a position after a comment.
        (
            "b { a = 1 }\nc {\n}\n",
            &["b", "a"],
            &["c"],
            "b { }\nc {\n  a = 1\n}\n",
        ),
        (
            "/* x */ a {\n  k = 1\n}\nb {\n}\n",
            &["a"],
            &["b"],
            "b {\n  /* x */ a {\n    k = 1\n  }\n}\n",
        ),
        (
            "b {\r\n  a {\r\n    x = 1\r\n  }\r\n}\r\n",
            &["b", "a"],
            &[],
            "b {\r\n}\r\n\r\na {\r\n  x = 1\r\n}\r\n",
        ),
    ] {
        assert_eq!(moved(source, from, to), wanted, "{source:?}");
    }
}

#[test]
fn what_is_new_does_not_take_the_comments_of_a_body() {
    for source in ["# Copyright\n", "# a\n\n/* b\n*/\n", "// Copyright"] {
        let mut one = file(source);
        one.set(Body::ROOT, "a", &expr("1"), &budget())
            .expect("a name");
        let ended = source.trim_end();
        assert_eq!(text(&one), format!("{ended}\n\na = 1\n"), "{source:?}");
        let mut anew = file(&text(&one));
        let item = anew.attribute(Body::ROOT, "a").expect("it is there");
        assert!(anew.lead_comments(item).is_empty());
        anew.remove(item, &budget()).expect("it is there");
        assert_eq!(text(&anew), format!("{ended}\n"), "{source:?}");
    }
    let mut one = file("b {\n  # todo\n}\n");
    let body = block(&one, &["b"]);
    one.insert_block(body, InsertPosition::Last, "c", &[], &budget())
        .expect("a name");
    assert_eq!(text(&one), "b {\n  # todo\n\n  c {\n  }\n}\n");
    // A comment inserted before an item does not belong to the item.
    let mut one = file("a = 1\n");
    one.insert_text(Body::ROOT, InsertPosition::First, "# Head.", &budget())
        .expect("a comment");
    assert_eq!(text(&one), "# Head.\n\na = 1\n");
    // Text that cannot be parsed is not a comment.
    let mut one = file("x = = 1\n");
    one.set(Body::ROOT, "a", &expr("1"), &budget())
        .expect("a name");
    assert_eq!(text(&one), "x = = 1\na = 1\n");
}

#[test]
fn a_line_that_begins_with_a_comment_is_indented_all_the_same() {
    for (source, path, wanted) in [
        (
            "/* x */ b { a = 1 }\n",
            &["b"][..],
            "/* x */ b {\n  a = 1\n  n = [1]\n}\n",
        ),
        (
            "c {\n    /* x */ b { a = 1 }\n}\n",
            &["c", "b"],
            "c {\n    /* x */ b {\n        a = 1\n        n = [1]\n    }\n}\n",
        ),
    ] {
        let mut one = file(source);
        let body = block(&one, path);
        one.set(body, "n", &expr("[1]"), &budget()).expect("a name");
        assert_eq!(text(&one), wanted, "{source:?}");
    }
    // The comment before an argument is not duplicated.
    let mut one = file("  /* x */ a = 1 # y\n");
    let a = one.attribute(Body::ROOT, "a").expect("it is there");
    one.set_value(a, &expr("<<E\nz\nE\n"), &budget())
        .expect("an argument");
    assert_eq!(text(&one), "  /* x */ # y\n  a = <<E\nz\nE\n");
}

#[test]
fn texts_that_items_gave_are_put_in_again() {
    for source in [
        "y = <<E\nq\nE\n",
        "y = <<E\r\nq\r\nE\n",
        "# x\ny = [\n  1,\n] # z\n",
        "b \"l\" {\n  y = <<-E\n    q\n  E\n}\n",
    ] {
        let from = file(source);
        let item = from.first(Body::ROOT).expect("it is there");
        let given = from.write_item(item, &budget()).expect("it is there");
        let given = String::from_utf8(given).expect("UTF-8");
        let mut to = File::new();
        let new = to
            .insert_text(Body::ROOT, InsertPosition::Last, &given, &budget())
            .unwrap_or_else(|error| panic!("{source:?}: {error}"));
        assert_eq!(new.len(), 1);
        assert_eq!(text(&to), source);
    }
    // The newline after a heredoc may consist of two characters.
    let mut one = File::new();
    one.insert_text(
        Body::ROOT,
        InsertPosition::Last,
        "y = <<E\r\nq\r\nE\r\n",
        &budget(),
    )
    .expect("a text");
    assert_eq!(text(&one), "y = <<E\r\nq\r\nE\n");
    // A byte order mark is valid only at the start of a file.
    let mut one = file("a = 1\n");
    one.insert_text(
        Body::ROOT,
        InsertPosition::Last,
        "\u{feff}b = 2\n",
        &budget(),
    )
    .expect("a text");
    assert_eq!(text(&one), "a = 1\nb = 2\n");
    let a = one.attribute(Body::ROOT, "a").expect("it is there");
    one.set_lead_comments(a, &["\u{feff}# z"], &budget())
        .expect("a line");
    assert_eq!(text(&one), "# \u{feff}# z\na = 1\nb = 2\n");
    assert!(can_be_read(&text(&one)));
}

#[test]
fn what_is_made_is_laid_out() {
    let mut one = File::new();
    let set = |file: &mut File, name: &str, value: &str| {
        file.set(Body::ROOT, name, &expr(value), &budget())
            .expect("a name")
    };
    set(&mut one, "a", "1");
    let long = set(&mut one, "long_name", "2");
    let middle = set(&mut one, "middle", "3");
    assert_eq!(text(&one), "a         = 1\nlong_name = 2\nmiddle    = 3\n");
    // Values of several lines are not aligned; they are aligned again when they become one line.
    set(&mut one, "long_name", "[\n  2,\n]");
    assert_eq!(text(&one), "a = 1\nlong_name = [\n  2,\n]\nmiddle = 3\n");
    set(&mut one, "long_name", "2");
    assert_eq!(text(&one), "a         = 1\nlong_name = 2\nmiddle    = 3\n");
    one.rename(middle, "longer_name", &budget())
        .expect("a name");
    assert_eq!(
        text(&one),
        "a           = 1\nlong_name   = 2\nlonger_name = 3\n"
    );
    one.set_lead_comments(long, &["x"], &budget())
        .expect("it is there");
    assert_eq!(text(&one), "a = 1\n# x\nlong_name   = 2\nlonger_name = 3\n");
    one.remove(middle, &budget()).expect("it is there");
    assert_eq!(text(&one), "a = 1\n# x\nlong_name = 2\n");
    // Original text is not moved.
    let mut read = file("a    = 1\nlong = 2\n");
    let item = set(&mut read, "longer", "3");
    assert_eq!(text(&read), "a    = 1\nlong = 2\nlonger = 3\n");
    read.remove(item, &budget()).expect("it is there");
    let item = read.attribute(Body::ROOT, "long").expect("it is there");
    read.remove(item, &budget()).expect("it is there");
    assert_eq!(text(&read), "a    = 1\n");
}

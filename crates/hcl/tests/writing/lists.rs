//! Tests of edits of objects and lists, and of their cost.

use crate::editing::{budget, edited, expr, file, text};
use crate::texts::{Random, can_be_read};
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_hcl::write::{Body, File, Item};

#[test]
fn parts_come_behind_heredocs_and_commas() {
    for (source, wanted) in [
        ("t = [<<E\nx\nE\n]\n", "t = [<<E\nx\nE\n  ,\n  9,\n]\n"),
        (
            "t = [\n  1,\n  <<E\nx\nE\n]\n",
            "t = [\n  1,\n  <<E\nx\nE\n  ,\n  9,\n]\n",
        ),
        (
            "t = [\n  <<E\nx\nE\n  ,\n]\n",
            "t = [\n  <<E\nx\nE\n  ,\n  9,\n]\n",
        ),
        ("t = [\n  1 # x\n  ,\n]\n", "t = [\n  1 # x\n  ,\n  9,\n]\n"),
        ("t = [1 # x\n]\n", "t = [1, 9 # x\n]\n"),
        ("t = [\n]\n", "t = [\n  9,\n]\n"),
        ("t = [ /* x */ ]\n", "t = [ /* x */\n  9,\n]\n"),
    ] {
        let found = edited(source, |file, item| {
            file.push(item, &expr("9"), &budget()).expect("a list");
        });
        assert_eq!(found, wanted, "{source:?}");
        // The second edit uses the remembered list; the reference parses the list again.
        let remembered = edited(source, |file, item| {
            for _ in 0..2 {
                file.push(item, &expr("9"), &budget()).expect("a list");
            }
        });
        let read = edited(wanted, |file, item| {
            file.push(item, &expr("9"), &budget()).expect("a list");
        });
        assert_eq!(remembered, read, "{source:?}");
    }
    for (source, wanted) in [
        (
            "t = { a = <<E\nx\nE\n}\n",
            "t = { a = <<E\nx\nE\n  b = 9\n}\n",
        ),
        ("t = {a = 1\n}\n", "t = {a = 1, b = 9\n}\n"),
        (
            "t = {\n  long = 1\n}\n",
            "t = {\n  long = 1\n  b    = 9\n}\n",
        ),
    ] {
        let found = edited(source, |file, item| {
            file.set_in(item, &["b"], &expr("9"), &budget())
                .expect("an object");
        });
        assert_eq!(found, wanted, "{source:?}");
    }
}

#[test]
fn all_items_of_a_key_go() {
    for (source, wanted) in [
        ("t = { x = 1, x = 2 }\n", "t = {  }\n"),
        (
            "t = {\n  x = 1\n  y = 2\n  \"x\" = 3\n}\n",
            "t = {\n  y = 2\n}\n",
        ),
        ("t = { a = 1 # c\n  x = 2 }\n", "t = { a = 1 # c\n }\n"),
        (
            "t = { a = <<E\nx\nE\n  x = 2 }\n",
            "t = { a = <<E\nx\nE\n }\n",
        ),
    ] {
        let found = edited(source, |file, item| {
            assert!(file.remove_in(item, &["x"], &budget()).expect("an object"));
            assert!(!file.remove_in(item, &["x"], &budget()).expect("an object"));
        });
        assert_eq!(found, wanted, "{source:?}");
    }
}

#[test]
fn what_is_remembered_is_what_would_be_read() {
    let mut random = Random(0x1f83_d9ab_fb41_bd6b);
    let values = [
        "1",
        "\"s\"",
        "<<E\nx\nE\n",
        "{\n  b = 1\n}",
        "a ? b : c",
        "[]",
    ];
    for start in [
        "t = {}\n",
        "t = { k1 = 1, k2 = 2 }\n",
        "t = {\n  k1 = 1 # x\n  # y\n  k2 = { k1 = 3 }\n}\n",
        "b {\n  c = 1\n}\nt = { k9 = <<E\nx\nE\n}\n",
    ] {
        for _ in 0..60 {
            let mut one = file(start);
            for step in 0..12 {
                let item = one.attribute(Body::ROOT, "t").expect("it is there");
                let mut anew = file(&text(&one));
                let there = anew.attribute(Body::ROOT, "t").expect("it is there");
                let key = format!("k{}", random.below(6));
                let inner = [&*key, "k1"];
                let path = &inner[..1 + random.below(8) / 7];
                let done = if random.below(3) == 0 {
                    let done = one.remove_in(item, path, &budget());
                    let other = anew.remove_in(there, path, &budget());
                    assert_eq!(done.as_ref().ok(), other.as_ref().ok());
                    done.map(drop)
                } else {
                    let value = expr(random.one_of(&values));
                    let done = one.set_in(item, path, &value, &budget());
                    let other = anew.set_in(there, path, &value, &budget());
                    assert_eq!(done.is_ok(), other.is_ok());
                    done
                };
                let (found, wanted) = (text(&one), text(&anew));
                assert_eq!(found, wanted, "{step} {path:?}");
                assert!(can_be_read(&found), "{found}");
                if let Err(error) = done {
                    assert_eq!(error.code(), Code::NotFound, "{found}: {error}");
                }
            }
        }
    }
}

#[test]
fn a_part_that_is_not_the_first_may_be_called_for() {
    let set = |file: &mut File, item| file.set_in(item, &["c"], &expr("1"), &budget());
    let push = |file: &mut File, item| file.push(item, &expr("1"), &budget());
    let remove = |file: &mut File, item| file.remove_in(item, &["x"], &budget()).map(drop);
    type Edit = fn(&mut File, Item) -> polycty_core::source::Result<()>;
    let edits: [(&str, Edit, &str); 3] = [
        (
            "t = { b = 1, for = 2 }\n",
            set,
            "t = { b = 1, for = 2, c = 1 }\n",
        ),
        ("t = [a, for]\n", push, "t = [a, for, 1]\n"),
        (
            "t = {y = {}, for = \"a\", x = 1}\n",
            remove,
            "t = {y = {}, for = \"a\"}\n",
        ),
    ];
    for (source, edit, wanted) in edits {
        let found = edited(source, |file, item| {
            edit(file, item).expect("a list");
        });
        assert_eq!(found, wanted);
    }
}

/// An empty created span must not be placed in text that can be truncated.
#[test]
fn a_value_that_becomes_shorter_leaves_no_node_behind() {
    let find = |file: &File, name| file.attribute(Body::ROOT, name).expect("it is there");
    let mut one = file("# c\na = { x = 1 }\nb = 2\n");
    let a = find(&one, "a");
    one.set_in(a, &["y"], &expr("\"long text\""), &budget())
        .expect("an object");
    one.set_lead_comments(a, &[], &budget())
        .expect("no comments");
    one.remove_in(a, &["y"], &budget()).expect("it is there");
    assert_eq!(text(&one), "a = { x = 1 }\nb = 2\n");
    for step in 1..20 {
        one.set_in(a, &["y"], &expr(&"é".repeat(step)), &budget())
            .expect("an object");
        assert!(can_be_read(&text(&one)));
    }

    let mut one = file("a = {}\n# c\nb = 1\n");
    let (a, b) = (find(&one, "a"), find(&one, "b"));
    one.set_lead_comments(b, &[], &budget())
        .expect("no comments");
    // The loop creates enough text for several compactions.
    let long = format!("\"{}\"", "é".repeat(1000));
    for _ in 0..20 {
        one.set_in(a, &["k"], &expr(&long), &budget())
            .expect("an object");
        one.remove_in(a, &["k"], &budget()).expect("it is there");
        one.set_value(b, &expr("2"), &budget())
            .expect("it is there");
        assert_eq!(text(&one), "a = {\n}\nb = 2\n");
    }
}

#[test]
fn to_grow_costs_what_is_put_in() {
    let taken = |count: usize, edit: fn(&mut File, usize, &Budget)| {
        let mut one = file("t = []\no = {}\n");
        let steps = Budget::standard();
        for number in 0..count {
            edit(&mut one, number, &steps);
        }
        assert!(can_be_read(&text(&one)));
        assert!(one.memory() < 160 * count, "{}", one.memory());
        steps.steps()
    };
    let push = |file: &mut File, _: usize, budget: &Budget| {
        let item = file.attribute(Body::ROOT, "t").expect("it is there");
        file.push(item, &expr("1"), budget).expect("a list");
    };
    let set = |file: &mut File, number: usize, budget: &Budget| {
        let item = file.attribute(Body::ROOT, "o").expect("it is there");
        let key = format!("key_{number}");
        file.set_in(item, &[&key], &expr("1"), budget)
            .expect("an object");
    };
    for edit in [push, set] {
        let (once, four_times) = (taken(1000, edit), taken(4000, edit));
        assert!(four_times < 5 * once, "{once} {four_times}");
    }
}

#[test]
fn a_new_part_nests_no_deeper_than_can_be_read() {
    let many = "(".repeat(120) + "1" + &")".repeat(120);
    let mut one =
        file(&("t = ".to_owned() + &"{ a = ".repeat(20) + "{}" + &" }".repeat(20) + "\n"));
    let item = one.attribute(Body::ROOT, "t").expect("it is there");
    let before = text(&one);
    let path = vec!["a"; 21];
    assert!(one.set_in(item, &path, &expr(&many), &budget()).is_err());
    assert_eq!(text(&one), before);
    one.set_in(item, &path[..2], &expr(&many), &budget())
        .expect("not too deep");
    assert!(can_be_read(&text(&one)));
}

//! Tests of edits: an edit must change its target and nothing else.
//!
//! The expected results are computed from strings and from positions of the parser, never from the
//! edited file.

use crate::texts::{Random, can_be_read, made, mutant, of_some_vectors};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Position};
use polycty_hcl::syntax::{
    Attribute, BodyId, Kind, Traversal, Tree, parse_config, parse_traversal, tokens,
};
use polycty_hcl::write::{Body, Expr, File, InsertPosition, Item, ItemKind};
use std::sync::Arc;

pub fn budget() -> Budget {
    Budget::standard()
}

pub fn file(text: &str) -> File {
    File::read(text.as_bytes(), "t", &budget()).expect("a small text")
}

pub fn text(file: &File) -> String {
    String::from_utf8(file.write(&budget()).expect("a small text")).expect("UTF-8")
}

pub fn expr(text: &str) -> Expr {
    Expr::raw(text, &budget()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn traversal(text: &str) -> Traversal {
    parse_traversal(text.as_bytes(), "", Position::START).root
}

fn tree(text: &str) -> (Arc<Tree>, BodyId) {
    let parsed = parse_config(text.as_bytes(), "t", Position::START);
    assert!(
        parsed.diagnostics.is_empty(),
        "{text:?}: {:?}",
        parsed.diagnostics
    );
    (parsed.tree, parsed.root)
}

/// Returns a text after an edit of its argument `t`.
pub fn edited(source: &str, edit: impl FnOnce(&mut File, Item)) -> String {
    let mut file = file(source);
    let item = file.attribute(Body::ROOT, "t").expect("it is there");
    edit(&mut file, item);
    let found = text(&file);
    assert!(can_be_read(&found), "{found}");
    found
}

/// Returns all items of a file; the items of a block follow the block.
fn all(file: &File) -> Vec<Item> {
    let mut items = Vec::new();
    let mut bodies = vec![Body::ROOT];
    while let Some(body) = bodies.pop() {
        for item in file.items(body) {
            items.push(item);
            bodies.extend(file.body(item));
        }
    }
    items
}

/// Returns the arguments found by the parser, including those of blocks, in source order.
fn arguments(tree: &Tree, body: BodyId) -> Vec<Attribute> {
    let mut found = tree[tree[body].attributes].to_vec();
    for block in &tree[tree[body].blocks] {
        found.extend(arguments(tree, block.body));
    }
    found.sort_by_key(|attribute| attribute.span.start);
    found
}

/// Returns the arguments of a file in the same order.
fn file_arguments(file: &File) -> Vec<Item> {
    fn walk(file: &File, body: Body, out: &mut Vec<Item>) {
        for item in file.items(body) {
            match file.kind(item) {
                Some(ItemKind::Block(inner)) => walk(file, inner, out),
                _ => out.push(item),
            }
        }
    }
    let mut out = Vec::new();
    walk(file, Body::ROOT, &mut out);
    out
}

/// Returns the non-blank lines of a text, without blanks at their ends.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

fn readable() -> Vec<String> {
    let mut random = Random(0x51_7cc1_b727_220a);
    let mut texts = made(600, &mut random);
    texts.extend(of_some_vectors());
    texts.retain(|text| can_be_read(text));
    texts.sort_unstable();
    texts.dedup();
    texts
}

#[test]
fn what_is_read_is_written() {
    let mut random = Random(0x6a09_e667_f3bc_c908);
    let mut texts = made(600, &mut random);
    texts.extend(of_some_vectors());
    let mutants: Vec<String> = texts.iter().map(|text| mutant(text, &mut random)).collect();
    texts.extend(mutants);
    for source in &texts {
        assert_eq!(&text(&file(source)), source);
    }
    for bytes in [
        &b"a = \"\xff\" # \xfe\nb = 1\n"[..],
        b"\xef\xbb\xbf\xffa=1",
        b"\xc3\x28",
    ] {
        let mut file = File::read(bytes, "t", &budget()).expect("a small text");
        assert_eq!(file.write(&budget()).expect("a small text"), bytes);
        if let Some(item) = file.attribute(Body::ROOT, "b") {
            file.set_value(item, &expr("2"), &budget())
                .expect("an argument");
            let wanted = b"a = \"\xff\" # \xfe\nb = 2\n";
            assert_eq!(file.write(&budget()).expect("a small text"), wanted);
        }
    }
}

#[test]
fn a_file_has_the_items_of_the_reader() {
    for source in readable() {
        let (tree, root) = tree(&source);
        let file = file(&source);
        let wanted = arguments(&tree, root);
        let found = file_arguments(&file);
        assert_eq!(found.len(), wanted.len(), "{source:?}");
        for (item, attribute) in found.iter().zip(&wanted) {
            assert_eq!(file.name(*item), Some(tree.text(attribute.name)));
            assert_eq!(
                file.value(*item),
                Some(tree.slice(tree[attribute.value].span))
            );
            let place = tree[attribute.value].span;
            let at = file
                .at(place.start as usize, &budget())
                .expect("a small text");
            assert_eq!(at, Some((*item, Some(0))), "{source:?}");
        }
    }
}

#[test]
fn a_value_is_all_that_changes() {
    let mut random = Random(0xbb67_ae85_84ca_a73b);
    for source in readable() {
        let (tree, root) = tree(&source);
        let wanted = arguments(&tree, root);
        if wanted.is_empty() {
            continue;
        }
        let at = random.below(wanted.len());
        let span = tree[wanted[at].value].span;
        let new = random.one_of(&["1", "var.x", "\"a ${b}\"", "f(x)[0]", "[1, 2]", "{}"]);
        let mut file = file(&source);
        let item = file_arguments(&file)[at];
        file.set_value(item, &expr(new), &budget())
            .expect("an argument");
        let (start, end) = (span.start as usize, span.end as usize);
        assert_eq!(
            text(&file),
            [&source[..start], new, &source[end..]].concat()
        );
        // Only the name changes, and possibly the blanks after it.
        let mut file = self::file(&source);
        file.rename(item, "renamed_thing", &budget())
            .expect("an argument");
        let found = text(&file);
        let name = wanted[at].name_span;
        let (start, end) = (name.start as usize, name.end as usize);
        let rest = found
            .strip_prefix(&source[..start])
            .and_then(|rest| rest.strip_prefix("renamed_thing"))
            .unwrap_or_else(|| panic!("{source:?}: {found:?}"));
        let blank = [' ', '\t'];
        assert_eq!(
            rest.trim_start_matches(blank),
            source[end..].trim_start_matches(blank)
        );
        assert!(can_be_read(&found), "{found:?}");
    }
}

/// Returns the line numbers of an item with its name and last byte at these positions, including
/// the comments above it.
fn lines_of(source: &str, start: usize, end: usize) -> std::ops::Range<usize> {
    let line = |byte: usize| {
        source.as_bytes()[..byte]
            .iter()
            .filter(|c| **c == b'\n')
            .count()
    };
    // The token kinds of each line, without blanks. A token of several lines belongs to all of
    // them.
    let mut kinds: Vec<Vec<Kind>> = vec![Vec::new(); source.matches('\n').count() + 2];
    for token in tokens(source.as_bytes(), &budget()).expect("small") {
        if !matches!(token.kind, Kind::Blank | Kind::Newline | Kind::End) {
            let last = (token.span.end as usize).max(1) - 1;
            for line in &mut kinds[line(token.span.start as usize)..=line(last)] {
                line.push(token.kind);
            }
        }
    }
    let mut first = line(start);
    while first > 0 && !kinds[first - 1].is_empty() {
        if kinds[first - 1].iter().any(|kind| *kind != Kind::Comment) {
            break;
        }
        first -= 1;
    }
    first..line(end) + 1
}

#[test]
fn what_is_removed_goes_with_its_comments_alone() {
    let mut random = Random(0x3c6e_f372_fe94_f82b);
    let mut count = 0;
    for source in readable() {
        let (tree, root) = tree(&source);
        let body = &tree[root];
        let arguments = tree[body.attributes].iter();
        let arguments = arguments.map(|one| (one.name_span.start, tree[one.value].span.end - 1));
        let blocks = tree[body.blocks]
            .iter()
            .map(|one| (one.type_span.start, one.close.start));
        let mut places: Vec<(u32, u32)> = arguments.chain(blocks).collect();
        places.sort_unstable();
        if places.is_empty() {
            continue;
        }
        let at = random.below(places.len());
        let (start, end) = places[at];
        let gone = lines_of(&source, start as usize, end as usize);
        // A comment that starts on one line and ends on the next belongs to both.
        let all: Vec<&str> = source.lines().collect();
        let kept = [&all[..gone.start], &all[gone.end.min(all.len())..]]
            .concat()
            .join("\n");
        let mut file = file(&source);
        let item = file.items(Body::ROOT).nth(at).expect("as many items");
        file.remove(item, &budget()).expect("it is there");
        let found = text(&file);
        let opens = |text: &str| text.contains("/*");
        if all[gone.clone()].iter().any(|line| opens(line)) {
            // With an adjacent comment of several lines, a comparison of lines is not exact.
            assert!(can_be_read(&found), "{source:?}: {found:?}");
            continue;
        }
        let found = found.trim_start_matches('\u{feff}');
        assert_eq!(lines(found), lines(&kept), "{source:?} {at}");
        assert_eq!(file.kind(item), None);
        assert!(file.remove(item, &budget()).is_err());
        count += 1;
    }
    assert!(count > 500, "{count}");
}

#[test]
fn what_is_put_in_stands_between_what_was_there() {
    let mut random = Random(0xa54f_f53a_5f1d_36f1);
    for source in readable() {
        let mut file = file(&source);
        let bodies: Vec<Body> = std::iter::once(Body::ROOT)
            .chain(all(&file).into_iter().filter_map(|item| file.body(item)))
            .collect();
        let body = random.one_of(&bodies);
        let items: Vec<Item> = file.items(body).collect();
        let place = match random.below(4) {
            0 => InsertPosition::First,
            1 => InsertPosition::Last,
            _ if items.is_empty() => InsertPosition::Last,
            2 => InsertPosition::Before(random.one_of(&items)),
            _ => InsertPosition::After(random.one_of(&items)),
        };
        let item = match random.below(3) {
            0 => file.insert_block(body, place, "new_block", &["l", "a\"b"], &budget()),
            1 => file.insert_attribute(body, place, "new_name", &expr("{ a = [1] }"), &budget()),
            _ => file.insert_attribute(body, place, "new_name", &expr("<<E\nx\n  E\n"), &budget()),
        };
        let item = item.unwrap_or_else(|error| panic!("{source:?}: {error}"));
        let with = text(&file);
        assert!(can_be_read(&with), "{source:?} {place:?}: {with:?}");
        assert_eq!(file.parent(item), Some(body));
        // The existing text is kept before and after the new item, except for the braces of a
        // one-line block.
        let same = source
            .bytes()
            .zip(with.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let behind = source.bytes().rev().zip(with.bytes().rev());
        let behind = behind.take_while(|(a, b)| a == b).count();
        let lost = source.len().saturating_sub(same + behind);
        let is_one_line = body != Body::ROOT && lost > 0;
        assert!(lost == 0 || is_one_line, "{source:?} {place:?}: {with:?}");
        file.remove(item, &budget()).expect("it is there");
        let words = |text: &str| -> Vec<String> {
            let found = tokens(text.as_bytes(), &Budget::standard())
                .expect("small")
                .into_iter();
            let found = found.filter(|one| !matches!(one.kind, Kind::Blank | Kind::Newline));
            let slice = |span: polycty_hcl::syntax::Span| {
                text[span.start as usize..span.end as usize].to_owned()
            };
            found.map(|token| slice(token.span)).collect()
        };
        assert_eq!(words(&text(&file)), words(&source), "{source:?} {place:?}");
    }
}

#[test]
fn what_is_moved_is_the_same_elsewhere() {
    let mut random = Random(0x510e_527f_ade6_82d1);
    let mut moved = 0;
    for source in made(800, &mut Random(7)) {
        let mut file = file(&source);
        let items = all(&file);
        if items.len() < 2 {
            continue;
        }
        let item = random.one_of(&items);
        let bodies = std::iter::once(Body::ROOT);
        let bodies: Vec<Body> = bodies
            .chain(items.iter().filter_map(|one| file.body(*one)))
            .collect();
        let body = random.one_of(&bodies);
        let there: Vec<Item> = file.items(body).collect();
        let place = match random.below(3) {
            0 => InsertPosition::First,
            1 if !there.is_empty() => InsertPosition::After(random.one_of(&there)),
            _ => InsertPosition::Last,
        };
        let value = file.value(item).map(str::to_owned);
        let comments = |file: &File| {
            let lead = file.lead_comments(item).into_iter();
            let all = lead.chain(file.line_comments(item));
            all.map(str::to_owned).collect::<Vec<_>>()
        };
        let (before, count) = (comments(&file), items.len());
        match file.move_to(item, body, place, &budget()) {
            Ok(()) => moved += 1,
            Err(error) => {
                assert_eq!(error.code(), Code::InvalidArgument);
                assert_eq!(text(&file), source);
                continue;
            }
        }
        let found = text(&file);
        assert!(can_be_read(&found), "{source:?} {place:?}: {found:?}");
        assert_eq!(file.parent(item), Some(body));
        assert_eq!(all(&file).len(), count);
        assert_eq!(comments(&file), before, "{source:?}: {found:?}");
        if let (Some(value), Some(now)) = (value, file.value(item)) {
            assert_eq!(lines(&value), lines(now));
        }
        let characters = |text: &str| {
            let mut all: Vec<char> = text.split_whitespace().flat_map(str::chars).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(
            characters(&found),
            characters(&source),
            "{source:?}: {found:?}"
        );
        // Parsing the result yields the same order of items.
        let anew = self::file(&found);
        let names = |file: &File| -> Vec<String> {
            let items = file_arguments(file).into_iter();
            items
                .map(|item| file.name(item).unwrap_or_default().to_owned())
                .collect()
        };
        assert_eq!(names(&anew), names(&file));
    }
    assert!(moved > 250, "{moved}");
}

#[test]
fn references_are_replaced_wherever_they_are() {
    let source = r#"
a = var.a.b + var.ab # var.a
b = "${var.a}-${var["a"].c} var.a"
c = [for var in var.a : var.a]
d = { var = var.a, (var.a) = 1 }
block "var.a" {
  e = var.a[*].x
  f = <<E
  ${ var.a }
E
  g = f(var.a...)
}
"#;
    let replaced = |to: &str| {
        let mut file = file(source);
        let count = file
            .replace_references(Body::ROOT, &traversal("var.a"), &expr(to), &budget())
            .expect("it can be read");
        (count, text(&file))
    };
    let (count, found) = replaced("local.z");
    assert_eq!(count, 9);
    let wanted = source
        .replace("var.a.b", "local.z.b")
        .replace("${var.a}", "${local.z}")
        .replace("var[\"a\"]", "local.z")
        .replace("in var.a", "in local.z")
        .replace("= var.a", "= local.z")
        .replace("(var.a", "(local.z")
        .replace("${ var.a }", "${ local.z }");
    assert_eq!(found, wanted);
    let (_, found) = replaced("x ? y : z");
    assert!(found.contains("a = (x ? y : z).b + var.ab"), "{found}");
    assert!(found.contains("e = (x ? y : z)[*].x"), "{found}");
    assert!(found.contains("${(x ? y : z)}-${(x ? y : z).c}"), "{found}");
    assert!(can_be_read(&found));
    let (_, found) = replaced("<<E\n  text\nE\n");
    assert!(can_be_read(&found), "{found}");
}

#[test]
fn references_of_generated_texts_are_replaced() {
    for source in readable() {
        let mut file = file(&source);
        let from = traversal("var.a");
        let count = |text: &str| {
            let (tree, root) = tree(text);
            let mut count = 0;
            for attribute in arguments(&tree, root) {
                for variable in tree.variables(attribute.value) {
                    let names: Vec<String> = variable
                        .steps
                        .iter()
                        .map(|step| format!("{:?}", step.kind))
                        .collect();
                    let wanted = from.steps.iter().map(|step| format!("{:?}", step.kind));
                    count += u64::from(names.iter().take(2).cloned().eq(wanted));
                }
            }
            count
        };
        let replaced = file
            .replace_references(Body::ROOT, &from, &expr("local.new"), &budget())
            .expect("it can be read");
        assert!(replaced >= count(&source), "{source:?}");
        let found = text(&file);
        assert_eq!(count(&found), 0, "{source:?}: {found:?}");
        let joined = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(
            joined(&found).replace("local.new", "var.a"),
            joined(&source)
        );
    }
}

#[test]
fn edits_look_like_what_is_there() {
    let source = "# Head.\n\n# About a.\na    = 1 # one\nlong = 2\n\nb \"x\" {\n\tc=1\n}\ne {}\n";
    let mut file = file(source);
    let b = file.block(Body::ROOT, "b", &["x"]).expect("it is there");
    let inner = file.body(b).expect("a block");
    file.set(Body::ROOT, "new", &expr("[\n1,\n2,\n]"), &budget())
        .expect("a body");
    file.set(inner, "d", &expr("{a=1}"), &budget())
        .expect("a body");
    file.set_labels(b, &["y", "z w"], &budget())
        .expect("a block");
    let e = file
        .block(Body::ROOT, "e", &[])
        .and_then(|e| file.body(e))
        .expect("a block");
    file.set(e, "f", &expr("{\na=1\n}"), &budget())
        .expect("a body");
    file.insert_block(e, InsertPosition::Last, "g", &[], &budget())
        .expect("a body");
    let a = file.attribute(Body::ROOT, "a").expect("it is there");
    file.set_value(a, &expr("<<E\nx\nE\n"), &budget())
        .expect("an argument");
    let wanted = "# Head.\n\n# About a.\n# one\na    = <<E\nx\nE\nlong = 2\nnew = [\n\t1,\n\t2,\n]\n\nb \"y\" \"z w\" {\n\tc=1\n\td={ a = 1 }\n}\ne {\n\tf = {\n\t\ta = 1\n\t}\n\n\tg {\n\t}\n}\n";
    assert_eq!(text(&file), wanted);
    file.remove(a, &budget()).expect("it is there");
    assert!(
        text(&file).starts_with("# Head.\n\nlong = 2\n"),
        "{}",
        text(&file)
    );
}

#[test]
fn blank_lines_part_what_they_parted() {
    for (source, name, wanted) in [
        ("a = 1\n\nb = 2\n\nc = 3\n", "b", "a = 1\n\nc = 3\n"),
        ("a = 1\n\nb = 2\n", "b", "a = 1\n"),
        ("a = 1\n\nb = 2\n", "a", "b = 2\n"),
        ("# x\n\na = 1\n", "a", "# x\n"),
        ("# x\na = 1\n# y\n", "a", "# y\n"),
        ("a = 1\n# x\n\nb = 2\n", "b", "a = 1\n# x\n"),
        ("a = 1\nb = 2\n\nc = 3\n", "b", "a = 1\n\nc = 3\n"),
    ] {
        let mut file = file(source);
        let item = file.attribute(Body::ROOT, name).expect("it is there");
        file.remove(item, &budget()).expect("it is there");
        assert_eq!(text(&file), wanted, "{source:?}");
    }
}

#[test]
fn comments_after_an_item_are_set_on_its_last_line() {
    let cases: [(&str, &[&str], &str); 10] = [
        ("a = 1\n", &["one"], "a = 1 # one\n"),
        ("a = 1", &["// one"], "a = 1 // one"),
        ("a = 1   # one\nb = 2\n", &["two"], "a = 1   # two\nb = 2\n"),
        (
            "a = 1 # one\r\n",
            &["/* x */", "y"],
            "a = 1 /* x */ # y\r\n",
        ),
        ("a = 1 # one\n", &[], "a = 1\n"),
        ("a = 1 /* x */ // y", &[], "a = 1"),
        ("a = [\n  1,\n] # one\n", &["two"], "a = [\n  1,\n] # two\n"),
        ("a {\n  b = 1\n}\n", &["one"], "a {\n  b = 1\n} # one\n"),
        ("a = <<E\nx\nE\n", &[], "a = <<E\nx\nE\n"),
        ("# x\n\na=1\n\n", &["one"], "# x\n\na=1 # one\n\n"),
    ];
    for (source, comments, wanted) in cases {
        let mut file = file(source);
        let a = file.first(Body::ROOT).expect("there is an item");
        file.set_line_comments(a, comments, &budget())
            .expect("these are comments");
        assert_eq!(text(&file), wanted, "{source:?}");
        assert_eq!(file.line_comments(a).len(), comments.len(), "{source:?}");
    }
    let mut file = file("a { b = 1 }\nc = <<E\nx\nE\n");
    let a = file.first(Body::ROOT).expect("there is a block");
    let b = file.first(file.body(a).expect("a block"));
    let b = b.expect("there is an argument");
    file.set_line_comments(b, &["one"], &budget()).expect("one");
    assert_eq!(text(&file), "a {\n  b = 1 # one\n}\nc = <<E\nx\nE\n");
    let c = file.next(a).expect("there is an argument");
    for (item, comments) in [
        (a, &["a\nb"] as &[&str]),
        (a, &["# one", "two"]),
        (a, &["one", "/* two */"]),
        (c, &["one"]),
        (c, &["/* one */"]),
    ] {
        let failed = file.set_line_comments(item, comments, &budget());
        let failed = failed.expect_err("the comment does not fit");
        assert_eq!(failed.code(), Code::InvalidArgument);
    }
    assert_eq!(text(&file), "a {\n  b = 1 # one\n}\nc = <<E\nx\nE\n");
}

#[test]
fn comments_belong_to_what_they_stand_above() {
    let source = "# Head.\n\n# one\n/* two */\na = 1 # three\n\n# four\n\nb = 2\n";
    let mut file = file(source);
    let a = file.attribute(Body::ROOT, "a").expect("it is there");
    assert_eq!(file.lead_comments(a), ["# one", "/* two */"]);
    assert_eq!(file.line_comments(a), ["# three"]);
    file.set_lead_comments(a, &["new", "// newer", ""], &budget())
        .expect("lines");
    assert_eq!(file.lead_comments(a), ["# new", "// newer", "#"]);
    assert!(file.set_lead_comments(a, &["a\nb = 1"], &budget()).is_err());
    file.release_lead_comments(a, &budget())
        .expect("it is there");
    file.remove(a, &budget()).expect("it is there");
    assert_eq!(
        text(&file),
        "# Head.\n\n# new\n// newer\n#\n\n# four\n\nb = 2\n"
    );
}

#[test]
fn objects_and_lists_grow_and_shrink() {
    let set = |source: &str, path: &[&str], value: &str| {
        edited(source, |file, item| {
            file.set_in(item, path, &expr(value), &budget())
                .expect("an object");
        })
    };
    for (source, path, wanted) in [
        ("t = {}\n", &["a"][..], "t = {\n  a = 9\n}\n"),
        ("t = { a = 1 }\n", &["a"], "t = { a = 9 }\n"),
        ("t = { a = 1 }\n", &["b"], "t = { a = 1, b = 9 }\n"),
        ("t = { a = 1, }\n", &["b"], "t = { a = 1, b = 9 }\n"),
        (
            "t = {\n  long = 1 # x\n  # y\n}\n",
            &["b"],
            "t = {\n  long = 1 # x\n  b    = 9\n  # y\n}\n",
        ),
        ("t = {\n  # y\n}\n", &["b"], "t = {\n  # y\n  b = 9\n}\n"),
        (
            "t = {\n  a = {\n    \"x\" = 1\n  }\n}\n",
            &["a", "y z"],
            "t = {\n  a = {\n    \"x\" = 1\n    \"y z\" = 9\n  }\n}\n",
        ),
        ("t = {\n  a = 1 }\n", &["b"], "t = {\n  a = 1, b = 9 }\n"),
        (
            "t = {\n  a = <<E\nx\nE\n}\n",
            &["b"],
            "t = {\n  a = <<E\nx\nE\n  b = 9\n}\n",
        ),
    ] {
        assert_eq!(set(source, path, "9"), wanted, "{source:?}");
    }
    for (source, wanted) in [
        ("t = []\n", "t = [9]\n"),
        ("t = [1]\n", "t = [1, 9]\n"),
        ("t = [1, ]\n", "t = [1, 9 ]\n"),
        ("t = [\n  1 # x\n]\n", "t = [\n  1, # x\n  9,\n]\n"),
        ("t = [\n  1,\n  2,\n]\n", "t = [\n  1,\n  2,\n  9,\n]\n"),
    ] {
        let found = edited(source, |file, item| {
            file.push(item, &expr("9"), &budget()).expect("a list");
        });
        assert_eq!(found, wanted, "{source:?}");
    }
    for (source, key, wanted) in [
        ("t = { a = 1 }\n", "a", "t = {  }\n"),
        ("t = { a = 1, b = 2 }\n", "a", "t = { b = 2 }\n"),
        ("t = { a = 1, b = 2 }\n", "b", "t = { a = 1 }\n"),
        (
            "t = {\n  # x\n  a = 1 # y\n  # z\n  b = 2\n}\n",
            "a",
            "t = {\n  # z\n  b = 2\n}\n",
        ),
        (
            "t = {\n  a = 1\n\n  # z\n  b = 2\n}\n",
            "b",
            "t = {\n  a = 1\n\n}\n",
        ),
    ] {
        let found = edited(source, |file, item| {
            assert!(file.remove_in(item, &[key], &budget()).expect("an object"));
        });
        assert_eq!(found, wanted, "{source:?} {key}");
    }
}

#[test]
fn parts_of_values_are_replaced() {
    let source = "a = f(x + 1, \"b ${c} d\", [e])[0]\n";
    for (part, new, wanted) in [
        ("x + 1", Some("y"), "a = f(y, \"b ${c} d\", [e])[0]\n"),
        (
            "x",
            Some("y ? 1 : 2"),
            "a = f((y ? 1 : 2) + 1, \"b ${c} d\", [e])[0]\n",
        ),
        (
            "c",
            Some("\"q\""),
            "a = f(x + 1, \"b ${\"q\"} d\", [e])[0]\n",
        ),
        (
            "\"b ${c} d\"",
            Some("<<E\nq\nE"),
            "a = f(x + 1, (<<E\nq\nE\n), [e])[0]\n",
        ),
        ("b ", None, source),
        ("+ 1", None, source),
    ] {
        let mut file = file(source);
        let item = file.attribute(Body::ROOT, "a").expect("it is there");
        let value = file.value(item).expect("an argument");
        let start = value.find(part).expect("a part");
        let span = polycty_hcl::syntax::Span::new(start, start + part.len());
        let done = file.set_part(item, span, &expr(new.unwrap_or("1")), &budget());
        assert_eq!(done.is_ok(), new.is_some(), "{part}");
        assert_eq!(text(&file), wanted);
    }
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let source = "a = 1\nb {\n  c = 1\n}\n";
    let mut file = file(source);
    let a = file.attribute(Body::ROOT, "a").expect("it is there");
    let b = file.block(Body::ROOT, "b", &[]).expect("it is there");
    let inner = file.body(b).expect("a block");
    let c = file.attribute(inner, "c").expect("it is there");
    let one = expr("1");
    let spent = Budget::new().limit_bytes(3);
    assert!(
        file.insert_attribute(Body::ROOT, InsertPosition::Last, "a", &one, &budget())
            .is_err()
    );
    assert!(
        file.insert_attribute(Body::ROOT, InsertPosition::Last, "a b", &one, &budget())
            .is_err()
    );
    assert!(
        file.insert_attribute(Body::ROOT, InsertPosition::After(c), "d", &one, &budget())
            .is_err()
    );
    assert!(
        file.insert_text(Body::ROOT, InsertPosition::Last, "x = \n", &budget())
            .is_err()
    );
    assert!(
        file.insert_text(
            Body::ROOT,
            InsertPosition::Last,
            "y = 1\na = 2\n",
            &budget()
        )
        .is_err()
    );
    assert!(
        file.move_to(b, inner, InsertPosition::Last, &budget())
            .is_err()
    );
    assert!(file.rename(a, "1", &budget()).is_err());
    assert!(file.set_value(b, &one, &budget()).is_err());
    assert!(file.set_labels(a, &["x"], &budget()).is_err());
    assert!(file.set_in(a, &["x"], &one, &budget()).is_err());
    for done in [
        file.set_value(a, &one, &spent),
        file.rename(a, "long_name", &spent),
        file.move_to(a, inner, InsertPosition::Last, &spent),
        file.set_labels(b, &["long label"], &spent),
    ] {
        assert_eq!(done.expect_err("it is spent").code(), Code::Limit);
    }
    assert_eq!(text(&file), source);
    file.remove(b, &budget()).expect("it is there");
    assert!(file.set(inner, "x", &one, &budget()).is_err());
    assert!(file.set_value(c, &one, &budget()).is_err());
    let mut deep = File::new();
    let mut body = Body::ROOT;
    let block =
        |file: &mut File, body| file.insert_block(body, InsertPosition::Last, "b", &[], &budget());
    let many = "(".repeat(60) + "1" + &")".repeat(60);
    let (most, nested) = (polycty_hcl::syntax::MAX_NESTING, expr(&many));
    for level in 0..most {
        let fits = deep.set(body, "a", &nested, &budget()).is_ok();
        assert_eq!(fits, level < most - 60, "{level}");
        let inner = block(&mut deep, body).expect("not too deep");
        body = deep.body(inner).expect("a block");
    }
    assert_eq!(
        block(&mut deep, body).expect_err("too deep").code(),
        Code::Limit
    );
    assert!(can_be_read(&text(&deep)));
}

#[test]
fn what_is_broken_stays_as_it_is() {
    let source = "a = 1\nb = = 2\nc {\n  d = 3\n  e f\n  g = [1,\n}\n# h\nh = 4\n";
    let mut file = file(source);
    assert!(!file.diagnostics().is_empty());
    let a = file.attribute(Body::ROOT, "a").expect("it can be read");
    file.set_value(a, &expr("9"), &budget())
        .expect("an argument");
    assert_eq!(text(&file), source.replace("a = 1", "a = 9"));
}

#[test]
fn a_file_takes_a_few_times_its_text() {
    let block = "resource \"thing\" \"name\" {\n  name  = \"service\"\n  count = 3 # some\n\n  tags = {\n    owner = var.owner\n  }\n}\n\n";
    let text = block.repeat(1000);
    assert!(file(&text).memory() <= 8 * text.len());
    let small = file("b{}\n".repeat(1000).as_str());
    assert!(small.memory() <= 64 * 4000, "{}", small.memory());
}

#[test]
fn growing_is_linear() {
    let mut file = File::new();
    for number in 0..3000 {
        let name = format!("name_{number}");
        file.set(Body::ROOT, &name, &expr("1"), &Budget::standard())
            .expect("a name");
    }
    for number in (0..3000).step_by(2) {
        let item = file
            .attribute(Body::ROOT, &format!("name_{number}"))
            .expect("it is there");
        file.rename(item, &format!("other_{number}"), &budget())
            .expect("a name");
        assert_eq!(
            file.attribute(Body::ROOT, &format!("other_{number}")),
            Some(item)
        );
    }
    let budget = budget();
    assert_eq!(
        file.write(&budget)
            .expect("small")
            .iter()
            .filter(|c| **c == b'\n')
            .count(),
        3000
    );
    assert!(budget.steps() < 10_000, "{}", budget.steps());
}

#[test]
fn what_was_aligned_is_not_once_it_has_several_lines() {
    let mut file = file("subnet = 1\n");
    let tags = file
        .set(Body::ROOT, "tags", &expr("{}"), &budget())
        .expect("it is new");
    assert_eq!(text(&file), "subnet = 1\ntags   = {}\n");
    file.set_in(tags, &["owner"], &expr("\"ops\""), &budget())
        .expect("it is an object");
    assert_eq!(text(&file), "subnet = 1\ntags = {\n  owner = \"ops\"\n}\n");
    // Original text is kept.
    let mut file = self::file("subnet = 1\ntags   = {}\n");
    let tags = file.attribute(Body::ROOT, "tags").expect("it is there");
    file.set_in(tags, &["owner"], &expr("\"ops\""), &budget())
        .expect("it is an object");
    assert_eq!(
        text(&file),
        "subnet = 1\ntags   = {\n  owner = \"ops\"\n}\n"
    );
}

#[test]
fn references_of_one_value_are_replaced() {
    let mut file = file("a = var.a\nb {\n  c = [var.a]\n}\n");
    let (from, to) = (traversal("var.a"), expr("local.b"));
    let a = file.attribute(Body::ROOT, "a").expect("it is there");
    let count = file.replace_references_of(a, &from, &to, &budget());
    assert_eq!(count.expect("it can be read"), 1);
    assert_eq!(text(&file), "a = local.b\nb {\n  c = [var.a]\n}\n");
    let block = file.last(Body::ROOT).expect("it is there");
    assert!(
        file.replace_references_of(block, &from, &to, &budget())
            .is_err()
    );
}

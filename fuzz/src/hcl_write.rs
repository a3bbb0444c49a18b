//! Any bytes as a file that is changed: unchanged parts keep their text, and the result is read
//! back as a model of plain strings with the same changes.

use polycty::calls::Budget;
use polycty::dialect::hcl::syntax::{BodyId, Kind, Tree, parse_config, tokens};
use polycty::dialect::hcl::write::{Body, Expr, File, InsertPosition, Item, Style, format};
use polycty::source::Position;

/// An argument with its value, or a block with its labels and content.
#[derive(Clone, Debug, PartialEq)]
enum Model {
    Argument(String, String),
    Block(String, Vec<String>, Vec<Model>),
}

/// The number of bytes for edits: three for each edit.
const EDITS: usize = 24;

/// The first bytes are edits, the others are the text.
pub fn run(bytes: &[u8]) {
    let (edits, text) = bytes.split_at(bytes.len().min(EDITS));
    let mut file = File::read(text, "", &crate::budget()).expect(crate::SMALL);
    assert_eq!(file.write(&crate::budget()).expect(crate::SMALL), text);
    if !file.diagnostics().is_empty() {
        // If a text is partly readable, the readable part can be changed, and the rest is kept.
        if let Some(item) = all(&file).pop() {
            let _ = file.rename(item, "x", &crate::budget());
            file.remove(item, &crate::budget()).expect("it is there");
            file.write(&crate::budget()).expect(crate::SMALL);
        }
        return;
    }
    formatted(text);
    let mut model = read(text);
    for edit in edits.chunks_exact(3) {
        one(&mut file, &mut model, [edit[0], edit[1], edit[2]]);
        let text = file.write(&crate::budget()).expect(crate::SMALL);
        let found = read(&text);
        assert_eq!(found, model, "{}", String::from_utf8_lossy(&text));
    }
}

/// A formatted text has the same tokens, and formatting it again changes nothing.
fn formatted(text: &[u8]) {
    let lay_out = |text: &[u8]| format(text, "", Style::Layout, None, &crate::budget());
    if std::str::from_utf8(text).is_err() {
        assert!(lay_out(text).is_err());
        return;
    }
    let once = lay_out(text).expect("it can be read");
    let words = |text: &[u8]| -> Vec<(Kind, Vec<u8>)> {
        let found = tokens(text, &Budget::new()).expect(crate::SMALL);
        let found = found.into_iter().filter(|token| token.kind != Kind::Blank);
        let slice = |start: u32, end: u32| text[start as usize..end as usize].to_vec();
        found
            .map(|token| (token.kind, slice(token.span.start, token.span.end)))
            .collect()
    };
    assert_eq!(words(once.as_bytes()), words(text));
    assert_eq!(lay_out(once.as_bytes()).expect("it can be read"), once);
    let modern = format(text, "", Style::Terraform, None, &crate::budget());
    let modern = modern.expect("it can be read");
    let again = format(
        modern.as_bytes(),
        "",
        Style::Terraform,
        None,
        &crate::budget(),
    );
    assert_eq!(again.expect("it can be read"), modern);
}

/// The model of a text.
fn read(text: &[u8]) -> Vec<Model> {
    let parsed = parse_config(text, "", Position::START);
    assert!(
        parsed.diagnostics.is_empty(),
        "{}: {:?}",
        String::from_utf8_lossy(text),
        parsed.diagnostics
    );
    body(&parsed.tree, parsed.root)
}

fn body(tree: &Tree, id: BodyId) -> Vec<Model> {
    let arguments = tree[tree[id].attributes].iter().map(|one| {
        let value = tree.slice(tree[one.value].span);
        let name = tree.text(one.name).to_owned();
        (one.span.start, Model::Argument(name, squeezed(value)))
    });
    let blocks = tree[tree[id].blocks].iter().map(|one| {
        let labels = tree[one.labels]
            .iter()
            .map(|label| tree.text(label.text).to_owned());
        let name = tree.text(one.block_type).to_owned();
        let model = Model::Block(name, labels.collect(), body(tree, one.body));
        (one.type_span.start, model)
    });
    let mut items: Vec<(u32, Model)> = arguments.chain(blocks).collect();
    items.sort_by_key(|(start, _)| *start);
    items.into_iter().map(|(_, item)| item).collect()
}

/// A text without the whitespace that indentation changes.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// All items in the order of the text.
fn all(file: &File) -> Vec<Item> {
    fn walk(file: &File, body: Body, out: &mut Vec<Item>) {
        for item in file.items(body) {
            out.push(item);
            if let Some(body) = file.body(item) {
                walk(file, body, out);
            }
        }
    }
    let mut items = Vec::new();
    walk(file, Body::ROOT, &mut items);
    items
}

/// The path to an item: its index in each body, from the outermost one inward.
fn path(file: &File, item: Item) -> Vec<usize> {
    let body = file.parent(item).expect("it is there");
    let mut path = match file.owner(body) {
        Some(owner) => path(file, owner),
        None => Vec::new(),
    };
    let at = file.items(body).position(|other| other == item);
    path.push(at.expect("it stands in its body"));
    path
}

/// The items of the body at a path.
fn inside<'m>(model: &'m mut Vec<Model>, path: &[usize]) -> &'m mut Vec<Model> {
    path.iter().fold(model, |items, at| match &mut items[*at] {
        Model::Block(_, _, inner) => inner,
        Model::Argument(..) => panic!("an argument has no body"),
    })
}

const NAMES: [&str; 4] = ["a", "b", "long_name", "for"];
const VALUES: [&str; 5] = ["1", "\"${a}\"", "[\n1,\n]", "{ a = 1 }", "<<E\n x\nE"];
const LABELS: [&[&str]; 3] = [&[], &["l"], &["a \"b\"", "${"]];

/// Applies one edit to both.
fn one(file: &mut File, model: &mut Vec<Model>, [what, which, how]: [u8; 3]) {
    let budget = &crate::budget();
    let (which, how) = (usize::from(which), usize::from(how));
    let items = all(file);
    let bodies = items.iter().filter_map(|item| file.body(*item));
    let bodies: Vec<Body> = std::iter::once(Body::ROOT).chain(bodies).collect();
    let into = bodies[how / 4 % bodies.len()];
    let way = file
        .owner(into)
        .map(|owner| path(file, owner))
        .unwrap_or_default();
    let name = NAMES[how % NAMES.len()];
    let value = Expr::raw(VALUES[how % VALUES.len()], budget).expect("an expression");
    let argument = Model::Argument(name.to_owned(), squeezed(value.text()));
    let labels = LABELS[how % LABELS.len()];
    let there = file.items(into).collect::<Vec<_>>();
    let (place, at) = match how % 3 {
        0 => (InsertPosition::First, 0),
        1 => (InsertPosition::Last, there.len()),
        _ => match there.get(which % there.len().max(1)) {
            Some(item) => (InsertPosition::After(*item), which % there.len() + 1),
            None => (InsertPosition::Last, 0),
        },
    };
    if what % 7 == 0 {
        if file
            .insert_attribute(into, place, name, &value, budget)
            .is_ok()
        {
            inside(model, &way).insert(at, argument);
        }
        return;
    }
    if what % 7 == 1 {
        file.insert_block(into, place, name, labels, budget)
            .expect("a name");
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        let block = Model::Block(name.to_owned(), labels, Vec::new());
        inside(model, &way).insert(at, block);
        return;
    }
    let Some(item) = items.get(which % items.len().max(1)).copied() else {
        return;
    };
    let from = path(file, item);
    let (last, outer) = from.split_last().expect("at least one step");
    match what % 7 {
        2 => {
            file.remove(item, budget).expect("it is there");
            inside(model, outer).remove(*last);
        }
        3 => {
            if file.set_value(item, &value, budget).is_ok()
                && let Model::Argument(_, old) = &mut inside(model, outer)[*last]
            {
                *old = squeezed(value.text());
            }
        }
        4 => {
            if file.rename(item, name, budget).is_ok() {
                match &mut inside(model, outer)[*last] {
                    Model::Argument(old, _) | Model::Block(old, _, _) => name.clone_into(old),
                }
            }
        }
        5 => {
            if file.set_labels(item, labels, budget).is_ok()
                && let Model::Block(_, old, _) = &mut inside(model, outer)[*last]
            {
                *old = labels.iter().map(|label| (*label).to_owned()).collect();
            }
        }
        _ => {
            if file.move_to(item, into, place, budget).is_ok() {
                moved(model, &from, &way, at, place == InsertPosition::After(item));
            }
        }
    }
}

/// Moves an item of the model to a path that is relative to the items before the move.
fn moved(model: &mut Vec<Model>, from: &[usize], into: &[usize], at: usize, stays: bool) {
    let (last, outer) = from.split_last().expect("at least one step");
    if stays {
        return;
    }
    let item = inside(model, outer).remove(*last);
    let mut way = into.to_vec();
    // The items after it have moved up by one.
    if way.len() > outer.len() && way[..outer.len()] == *outer && way[outer.len()] > *last {
        way[outer.len()] -= 1;
    }
    let at = if way == outer && at > *last {
        at - 1
    } else {
        at
    };
    inside(model, &way).insert(at, item);
}

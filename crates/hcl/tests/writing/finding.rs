//! Tests of queries: the items of a file and their positions.

use polycty_core::calls::Budget;
use polycty_hcl::write::{Body, File, Item};

fn budget() -> Budget {
    Budget::standard()
}

fn file(text: &str) -> File {
    File::read(text.as_bytes(), "t", &budget()).expect("a small text")
}

fn text(file: &File) -> String {
    String::from_utf8(file.write(&budget()).expect("a small text")).expect("UTF-8")
}

#[test]
fn items_are_neighbours_and_stand_somewhere() {
    let source = "# one\na = 1\n\n# loose\n\nb \"x\" \"y\\n\" {\n  c = 2 # two\n}\nd = 3\n";
    let mut file = file(source);
    let all: Vec<Item> = file.items(Body::ROOT).collect();
    assert_eq!(file.first(Body::ROOT), Some(all[0]));
    assert_eq!(file.last(Body::ROOT), Some(all[2]));
    assert_eq!(file.next(all[0]), Some(all[1]));
    assert_eq!(file.previous(all[1]), Some(all[0]));
    assert_eq!((file.previous(all[0]), file.next(all[2])), (None, None));
    assert_eq!(file.label_count(all[1]), 2);
    assert_eq!(file.label(all[1], 1).as_deref(), Some("y\n"));
    assert_eq!(file.label(all[1], 2), None);
    let slice = |file: &File, item: Item| {
        let range = file.range(item, &budget()).expect("it is there");
        text(file)[range].to_owned()
    };
    assert_eq!(slice(&file, all[0]), "a = 1");
    assert_eq!(slice(&file, all[1]), "b \"x\" \"y\\n\" {\n  c = 2 # two\n}");
    let inner = file.first(file.body(all[1]).expect("a block")).expect("c");
    assert_eq!(slice(&file, inner), "c = 2");
    let item = file.write_item(inner, &budget()).expect("it is there");
    assert_eq!(item, b"  c = 2 # two\n");
    let byte = file.byte_at(7, 7, &budget()).expect("it is there");
    assert_eq!(&text(&file)[byte..=byte], "2");
    file.remove(all[1], &budget()).expect("it is there");
    assert_eq!((file.next(all[0]), file.next(inner)), (Some(all[2]), None));
    assert!(file.range(inner, &budget()).is_err());
    assert_eq!(Item::from_number(inner.number()), inner);
}

//! Tests of the crate against an independent validator.

mod agreement;
mod attack;
mod hostile;
mod import;
mod relations;
mod stack;

use crate::document::{Document, Layout};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::types::Type;
use polycty_dialects::dialect;

/// Converts a document for the validator.
pub(super) fn json(document: &Document) -> serde_json::Value {
    serde_json::from_str(&document.to_text(Layout::Compact)).unwrap()
}

pub(super) fn document(text: &str) -> Document {
    Document::parse(text, &Budget::standard()).unwrap()
}

pub(super) fn ty(language: DialectId, text: &str) -> Type {
    let read = dialect(language).parse_type(text, &Budget::standard());
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Reproducible random numbers.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    pub(super) fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// The text of a type of a language.
pub(super) fn type_text(random: &mut Random, language: DialectId, depth: u32) -> String {
    let inner = |random: &mut Random| type_text(random, language, depth.saturating_sub(1));
    let leaf = depth == 0 || random.below(4) == 0;
    match language {
        DialectId::Hcl | DialectId::Pcl => {
            let pcl = language == DialectId::Pcl;
            if leaf {
                return if pcl {
                    random.of(&["bool", "number", "string", "int", "none", "dynamic"])
                } else {
                    random.of(&["bool", "number", "string", "any"])
                }
                .to_owned();
            }
            match random.below(if pcl { 7 } else { 5 }) {
                0 => format!("list({})", inner(random)),
                1 => format!("set({})", inner(random)),
                2 => format!("map({})", inner(random)),
                3 if pcl => format!("tuple({}, {})", inner(random), inner(random)),
                3 => format!("tuple([{}, {}])", inner(random), inner(random)),
                4 if pcl => format!("object({{a={}, b={}}})", inner(random), inner(random)),
                4 => format!(
                    "object({{a={}, b=optional({})}})",
                    inner(random),
                    inner(random)
                ),
                5 => format!("output({})", inner(random)),
                _ => format!("union({}, {})", inner(random), inner(random)),
            }
        }
        DialectId::Puppet => {
            if leaf {
                let leaves = [
                    "Any",
                    "Data",
                    "Undef",
                    "Boolean",
                    "Boolean[true]",
                    "Integer",
                    "Integer[1, 9]",
                    "Integer[-5]",
                    "Float",
                    "Float[0.5, 2.5]",
                    "Numeric",
                    "String",
                    "String[1, 3]",
                    "Enum[a, b]",
                    "Enum['ab', true]",
                    "Pattern[/^a+$/]",
                    "Pattern[/\\A[a-c]\\d*\\z/, /x/]",
                    "Scalar",
                    "ScalarData",
                    "Collection",
                    "SemVer",
                    "Callable",
                    "Type",
                    "Sensitive",
                    "Optional",
                    "Variant",
                    "NotUndef",
                    "Collection[1, 2]",
                    "RichData",
                ];
                return random.of(&leaves).to_owned();
            }
            match random.below(10) {
                0 => format!("Array[{}]", inner(random)),
                1 => format!("Array[{}, 1, 2]", inner(random)),
                2 => format!("Hash[String, {}]", inner(random)),
                3 => format!("Hash[{}, {}, 0, 2]", inner(random), inner(random)),
                4 => format!("Tuple[{}, {}]", inner(random), inner(random)),
                5 => format!("Tuple[{}, {}, 1, 3]", inner(random), inner(random)),
                6 => format!(
                    "Struct[{{'a' => {}, Optional['b'] => {}, NotUndef['c'] => {}}}]",
                    inner(random),
                    inner(random),
                    inner(random)
                ),
                7 => format!("Variant[{}, {}]", inner(random), inner(random)),
                8 => format!("Optional[{}]", inner(random)),
                _ => format!("NotUndef[{}]", inner(random)),
            }
        }
        DialectId::Mcl => {
            if leaf {
                return random
                    .of(&["bool", "int", "float", "str", "variant"])
                    .to_owned();
            }
            match random.below(4) {
                0 => format!("[]{}", inner(random)),
                1 => format!("map{{str: {}}}", inner(random)),
                2 => format!("map{{int: {}}}", inner(random)),
                _ => format!("struct{{a {}; b {}}}", inner(random), inner(random)),
            }
        }
    }
}

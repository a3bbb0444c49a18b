//! The text of Puppet's types, today's and the early ones: parsing never panics, and
//! what it accepts is printed, parsed back and printed as the same text.
//!
//! As the same text, not the same type: an array that must be empty is printed without
//! the type of its elements, a span of time from and to one point without the latter.
//! Printing speaks today's language, whose names mean other types in the early one, so
//! only today's types read back. Left out is what Puppet too prints as it does not read
//! it: a resource that is called like a type of another kind, a class by a name that
//! none can have, what refers to a name that is not known, and a Sensitive, which
//! generalizes what it is given once more whenever it is made.
use polycty::dialect::puppet::nominal::{self, Name};
use polycty::dialect::puppet::{
    Aliases, Detail, Mode, format_type, generalize, normalize, parse_type,
};
use polycty::types::{Type, Visit};

/// One input.
pub fn run(text: &str) {
    for mode in [Mode::Current, Mode::Early] {
        let Ok(ty) = parse_type(text, &Aliases::default(), mode) else {
            continue;
        };
        for detail in [Detail::Expanded, Detail::Debug] {
            let _ = format_type(&ty, detail);
        }
        let _ = (generalize(&ty), normalize(&ty));
        let printed = format_type(&ty, Detail::Canonical);
        if mode == Mode::Current && reads_back(&ty) {
            assert_eq!(format_type(&read(&printed), Detail::Canonical), printed);
        }
    }
}

fn read(text: &str) -> Type {
    let read = parse_type(text, &Aliases::default(), Mode::Current);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn reads_back(ty: &Type) -> bool {
    let mut answer = true;
    ty.walk(&mut |_, part| {
        match nominal::view(part) {
            Some((kind @ (Name::Resource | Name::Class), [name, ..])) => {
                let untitled = nominal::with(kind, [name.clone()]).expect("a small type");
                let printed = format_type(&untitled, Detail::Canonical);
                let read = parse_type(&printed, &Aliases::default(), Mode::Current);
                answer &= read.is_ok_and(|read| read == untitled);
            }
            Some((Name::Sensitive | Name::TypeReference, [_, ..])) => answer = false,
            _ => {}
        }
        Visit::Into
    });
    answer
}

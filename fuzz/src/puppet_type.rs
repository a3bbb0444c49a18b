//! The notation of Puppet's types, current and early: parsing never panics, and an accepted type is
//! printed, read back and printed as the same text.
//!
//! The text is the same, but not always the type: an array that must be empty is printed without
//! the type of its elements, and a time span from and to one point without the end. Types are
//! printed in the current notation, whose names have other meanings in the early one, so only
//! current types are read back. Types that Puppet itself does not read back are skipped: a resource
//! with the name of a different kind of type, a class with a name that is not valid, a reference to
//! an unknown name, and a Sensitive, which generalizes its argument again each time it is created.
use polycty::dialect::puppet::nominal::{self, Name};
use polycty::dialect::puppet::{
    Aliases, Detail, Mode, format_type, generalize, normalize, parse_type,
};
use polycty::types::{Type, Visit};

/// Runs one input.
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

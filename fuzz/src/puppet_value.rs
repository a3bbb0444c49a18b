//! Puppet's literals, current and early: parsing never panics, and an accepted literal is printed
//! and read back as the same value, of the detailed type that is inferred from it.
//!
//! Values are printed in the current notation, so only current literals are read back. Values
//! without a literal are skipped: hidden and lazy values, objects, and types, which have a separate
//! target. Text with a backslash is also skipped: Puppet prints it so that it is not read back if
//! another backslash, a quote or the end follows. Regular expressions with control characters and
//! characters beyond ASCII are skipped: Puppet prints escapes and a group in their place.
use crate::budget;
use polycty::dialect::puppet::{
    Aliases, Mode, Special, format_value, infer_detailed, instance, parse_value,
};
use polycty::values::Value;

/// Runs one input.
pub fn run(text: &str) {
    let aliases = Aliases::default();
    for mode in [Mode::Current, Mode::Early] {
        let Ok(value) = parse_value(text, &aliases, mode) else {
            continue;
        };
        let printed = format_value(&value);
        if !reads_back(&value) {
            continue;
        }
        if mode == Mode::Current {
            let read = parse_value(&printed, &aliases, Mode::Current);
            let read = read.unwrap_or_else(|error| panic!("{printed}: {error}"));
            assert_eq!(read, value, "{printed}");
        }
        // The type of a URI contains the port as text, but no URI has a port of that type.
        if let Ok(ty) = infer_detailed(&value, &budget())
            && !printed.contains("URI(")
        {
            assert_eq!(
                instance(&value, &ty, &budget()).ok(),
                Some(true),
                "{printed}: {ty:?}"
            );
        }
    }
}

fn reads_back(value: &Value) -> bool {
    if let Some(parts) = value.parts() {
        return parts.iter().all(reads_back);
    }
    if let Some(map) = value.as_ordered_map() {
        let mut entries = map.entries().iter();
        return entries.all(|(key, element)| reads_back(key) && reads_back(element));
    }
    let escape = value.as_str().is_some_and(|text| text.contains('\\'));
    value.as_type().is_none()
        && !escape
        && match Special::of(value) {
            Some(Special::Sensitive(_) | Special::Iterator(_) | Special::Object(..)) => false,
            Some(Special::Regexp(source)) => source.bytes().all(|byte| matches!(byte, b' '..=b'~')),
            _ => true,
        }
}

//! The notation of types: parsing never panics, and an accepted type is printed and read back as
//! the same type, as a type expression and as JSON.
use polycty::codec::type_json::{read_type, type_to_json};
use polycty::dialect::hcl::{TypeNotation, format_type, parse_type};

/// Runs one input.
pub fn run(text: &str) {
    if let Ok(ty) = parse_type(text, TypeNotation::Constraint) {
        let printed = format_type(&ty).expect("a type that was parsed");
        let identifiers = printed.chars().all(|c| c.is_ascii_graphic()) && !printed.contains('"');
        if identifiers && !printed.contains("{for") {
            // The text does not contain the optional attributes.
            let bare = ty.without_optional_fields().expect("no larger type");
            let read = parse_type(&printed, TypeNotation::Constraint).expect("own output");
            assert_eq!(read, bare);
        }
        let json = type_to_json(&ty).expect("a type of cty");
        assert_eq!(read_type(&json).expect("own output"), ty);
    }
    if let Ok(ty) = read_type(text) {
        let json = type_to_json(&ty).expect("a type of cty");
        assert_eq!(read_type(&json).expect("own output"), ty);
    }
}

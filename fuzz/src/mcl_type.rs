//! The notation of mcl's types: parsing never panics, and an accepted type is printed and read back
//! as an equal type; JSON that is read with such a type results in values of it.
use polycty::dialect::mcl::{
    Fields, compare, decode_json, format_type, format_value, parse_type, type_of, zero,
};
use polycty::types::{Flags, VariableScope};

/// Runs one input.
pub fn run(text: &str) {
    let scope = VariableScope::new();
    let (notation, json) = text.split_once('\n').unwrap_or((text, "{}"));
    let Ok(ty) = parse_type(notation, scope) else {
        return;
    };
    let printed = format_type(&ty).expect("a type that was parsed");
    let again = parse_type(&printed, scope).expect("own output");
    assert!(compare(&ty, &again).is_ok());
    assert_eq!(format_type(&again).expect("own output"), printed);
    if let Ok(value) = zero(&ty) {
        assert_eq!(type_of(&value).expect("a value of mcl"), ty);
    }
    for fields in [Fields::Exact, Fields::Flexible] {
        if let Ok(value) = decode_json(json.as_bytes(), &ty, fields) {
            format_value(&value).expect("a value of mcl");
            if !ty.has(Flags::VARIABLE) {
                assert_eq!(type_of(&value).expect("a value of mcl"), ty);
            }
        }
    }
}

//! JSON with a type: decoding never panics, and an accepted document is written and read back as
//! the same value.
use polycty::codec::json;
use polycty::codec::type_json::read_type;

/// Runs one input.
pub fn run(data: &[u8]) {
    // The type is the text before the first line break, the document follows.
    let split = data.iter().position(|&b| b == b'\n').unwrap_or(0);
    let (ty, document) = data.split_at(split);
    let implied = json::implied_type(document);
    let wanted = std::str::from_utf8(ty)
        .ok()
        .and_then(|text| read_type(text).ok());
    for ty in implied.into_iter().chain(wanted) {
        if let Ok(value) = json::decode(document, &ty) {
            assert!(value.ty().conforms_to(&ty));
            if let Ok(text) = json::encode(&value, &ty) {
                assert_eq!(
                    json::decode(text.as_bytes(), &ty).expect("own output"),
                    value
                );
            }
        }
    }
}

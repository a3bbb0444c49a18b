//! MessagePack with a type: decoding never panics, and an accepted document is written, and read
//! back as a value with the same encoding. (Not as the same value: a large integral double is
//! encoded by its shortest digits, as in cty.)
use polycty::codec::msgpack;
use polycty::codec::type_json::read_type;

/// Runs one input.
pub fn run(data: &[u8]) {
    // The type is the text before the first line break, the document follows.
    let split = data.iter().position(|&b| b == b'\n').unwrap_or(0);
    let (ty, document) = data.split_at(split);
    let implied = msgpack::implied_type(document);
    let wanted = std::str::from_utf8(ty)
        .ok()
        .and_then(|text| read_type(text).ok());
    for ty in implied.into_iter().chain(wanted) {
        if let Ok(value) = msgpack::decode(document, &ty) {
            // An empty map or array is valid for several types, as in cty.
            if let Ok(bytes) = msgpack::encode(&value, value.ty()) {
                let again = msgpack::decode(&bytes, value.ty()).expect("own output");
                assert_eq!(
                    msgpack::encode(&again, again.ty()).expect("own value"),
                    bytes
                );
            }
        }
    }
}

//! JSON is read as by a different JSON reader.

use polycty::codec::json::{self, Reader};
use polycty::types::Type;
use polycty::values::Value;
use proptest::prelude::*;

/// JSON that is often valid, and often nearly valid.
fn jsonish() -> impl Strategy<Value = String> {
    const TOKENS: [&str; 12] = [
        "\"a\":", "\"b\"", "1", "-0", "01", "1.5", "true", "null", "{}", "[]", "[1,", ",",
    ];
    let token = prop_oneof![
        4 => "[\\[\\]{},:\" ]",
        3 => prop::sample::select(TOKENS.to_vec()).prop_map(str::to_owned),
        1 => "[0-9+.\\-]{1,4}",
        1 => "\\PC",
    ];
    prop::collection::vec(token, 0..10).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn grammar_is_that_of_json(text in jsonish()) {
        let mut reader = Reader::new(&text);
        let valid = reader.skip_value().is_ok() && reader.peek_byte().is_none();
        prop_assert_eq!(valid, serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }

    #[test]
    fn strings_read_back_elsewhere(text in "\\PC{0,20}|[\0-~]{0,20}") {
        let value = Value::string(&text);
        let encoded = json::encode(&value, Type::string()).unwrap();
        prop_assert_eq!(serde_json::from_str::<String>(&encoded).unwrap(), text);
    }

    #[test]
    fn strings_read_as_elsewhere(text in "\\PC{0,20}|[\0-~]{0,20}") {
        let encoded = serde_json::to_string(&text).unwrap();
        let value = json::decode(encoded.as_bytes(), Type::string()).unwrap();
        prop_assert_eq!(value, Value::nfc_string(&text));
    }
}

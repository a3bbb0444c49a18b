//! `String.new(value, format)`: no format and no map of formats panics or produces text without
//! bound. The value is the text before the first line break, the format follows.
use crate::budget;
use polycty::dialect::puppet::{Aliases, Mode, hash, new_instance, parse_value};
use polycty::types::Type;
use polycty::values::Value;

/// Runs one input.
pub fn run(text: &str) {
    let (given, format) = text.split_once('\n').unwrap_or((text, ""));
    let read = |text: &str| parse_value(text, &Aliases::default(), Mode::Current).ok();
    let Some(given) = read(given) else {
        return;
    };
    // A text that is not a literal is used as a format.
    let format = read(format).unwrap_or_else(|| Value::string(format));
    let for_any = hash([(
        Value::from_type(Type::any().clone()).expect("a type"),
        format.clone(),
    )]);
    for format in [Some(format), for_any.ok()].into_iter().flatten() {
        if let Ok(made) = new_instance(Type::string(), &[given.clone(), format], &budget()) {
            assert!(made.as_str().is_some());
        }
    }
}

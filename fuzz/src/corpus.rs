//! Storage of the inputs that are run again.
//!
//! There is a file for each target, `corpus/<name>.txt`, and a line for each input, escaped as in a
//! Rust literal except for printable ASCII. Inputs are mostly text, so a change to a corpus is
//! readable as a change of text.

use std::fmt::Write as _;

/// The inputs of a file.
///
/// # Panics
/// If a line contains an escape that [`write`] does not produce.
#[must_use]
pub fn read(file: &str) -> Vec<Vec<u8>> {
    file.lines().map(unescape).collect()
}

/// A file of inputs.
#[must_use]
pub fn write(inputs: &[Vec<u8>]) -> String {
    let mut file = String::new();
    for input in inputs {
        // Writing to a `String` cannot fail.
        let _ = writeln!(file, "{}", input.escape_ascii());
    }
    file
}

fn unescape(line: &str) -> Vec<u8> {
    let mut input = Vec::with_capacity(line.len());
    let mut bytes = line.bytes();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'\\' => match bytes.next().expect("something escaped") {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'x' => {
                    let mut digit = || bytes.next().and_then(|digit| (digit as char).to_digit(16));
                    let (high, low) = (digit().expect("a digit"), digit().expect("a digit"));
                    (high << 4 | low) as u8
                }
                itself => itself,
            },
            byte => byte,
        };
        input.push(byte);
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_reads_back() {
        let inputs = [(0..=255).collect(), b"\\x41 \"'".to_vec(), Vec::new()];
        assert_eq!(read(&write(&inputs)), inputs);
    }
}

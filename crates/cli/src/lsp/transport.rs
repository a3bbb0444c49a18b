//! Messages of JSON-RPC on a stream: a header with the length, and a JSON text.
//!
//! Messages are read here and not by lsp-server, whose reader ends at the first text that is not
//! valid. A text that is not a message is answered with an error instead.

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// The maximum number of bytes of a message.
const MAX_MESSAGE: u64 = 1 << 28;

/// The maximum number of values and members of a message, which take far more memory than their
/// text. A message with 100,000 changes has about a million.
const MAX_VALUES: usize = 1 << 21;

/// The maximum number of bytes of a line of a header.
const MAX_LINE: u64 = 4096;

/// A message, or the response to a text that is not a message.
pub enum Received {
    /// A message, and the length of its text.
    Message(Message, usize),
    /// The response to an invalid text.
    Invalid(Value),
}

/// Reads the next message. Returns `None` at the end of the stream.
///
/// # Errors
/// An error of the stream, or of a header without a valid length: the start of the next message is
/// not known.
pub fn read(stream: &mut impl BufRead) -> io::Result<Option<Received>> {
    let Some(length) = read_header(stream)? else {
        return Ok(None);
    };
    let mut text = Vec::new();
    stream.take(length).read_to_end(&mut text)?;
    if (text.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(parsed(&text)))
}

/// Parses a text.
fn parsed(text: &[u8]) -> Received {
    if has_many_values(text) {
        let message = format!("a message of more than {MAX_VALUES} values");
        return Received::Invalid(invalid(Value::Null, ErrorCode::InvalidRequest, &message));
    }
    let value: Value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(error) => {
            let error = invalid(Value::Null, ErrorCode::ParseError, &error.to_string());
            return Received::Invalid(error);
        }
    };
    let id = match value.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        _ => Value::Null,
    };
    // A request with another identifier would be read as a notification.
    let is_request = value.get("id").is_some() && value.get("method").is_some();
    // Unlike a text, a value deserializes in the same way whatever features serde_json has.
    match serde_json::from_value(value) {
        Ok(message) if !is_request || matches!(message, Message::Request(_)) => {
            Received::Message(message, text.len())
        }
        _ => {
            let message = "the text is not a request, a response or a notification";
            Received::Invalid(invalid(id, ErrorCode::InvalidRequest, message))
        }
    }
}

/// Returns whether a text has too many separators of values outside of strings.
fn has_many_values(text: &[u8]) -> bool {
    let (mut count, mut in_string, mut is_escaped) = (0, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b':' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count > MAX_VALUES
}

/// The response to an invalid text.
fn invalid(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "id": id, "error": { "code": code as i32, "message": message } })
}

/// Reads a header, and returns the length of the text after it.
fn read_header(stream: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stream.take(MAX_LINE).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse().ok();
        }
    }
    match length {
        Some(length) if length <= MAX_MESSAGE => Ok(Some(length)),
        _ => Err(io::Error::new(
            ErrorKind::InvalidData,
            "a message requires a valid Content-Length",
        )),
    }
}

/// Writes a message.
pub fn write(stream: &mut dyn Write, mut message: Value) -> io::Result<()> {
    if let Some(members) = message.as_object_mut() {
        members.insert("jsonrpc".to_owned(), json!("2.0"));
    }
    let text = message.to_string();
    write!(stream, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    fn code(bytes: &[u8]) -> i64 {
        match read(&mut &*bytes) {
            Ok(Some(Received::Invalid(error))) => error["error"]["code"].as_i64().unwrap_or(0),
            _ => 0,
        }
    }

    #[test]
    fn texts_that_are_not_messages_have_an_error_as_response() {
        assert_eq!(code(&framed("{")), -32700);
        assert_eq!(code(&framed("[1]")), -32600);
        assert_eq!(code(&framed(r#"{"id": {}, "method": 1}"#)), -32600);
        let valid = read(&mut &*framed(r#"{"id": 1, "method": "shutdown"}"#));
        assert!(matches!(
            valid,
            Ok(Some(Received::Message(Message::Request(_), 31)))
        ));
        let many = format!("[{}0]", "0,".repeat(MAX_VALUES));
        assert_eq!(code(&framed(&many)), -32600);
        let string = format!("[\"\\\"{many}\"]");
        assert!(!has_many_values(string.as_bytes()));
        assert_eq!(code(&framed(&"[".repeat(100_000))), -32700);
        assert!(read(&mut &b"Content-Length: -1\r\n\r\n{}"[..]).is_err());
        assert!(read(&mut &b"Content-Length: x\r\n\r\n{}"[..]).is_err());
        assert!(matches!(read(&mut &b""[..]), Ok(None)));
        assert!(matches!(
            read(&mut &b"Content-Length: 9\r\n\r\n{}"[..]),
            Ok(None)
        ));
    }
}

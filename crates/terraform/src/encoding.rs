//! Encodings of text by their IANA names.
//!
//! Names are those of the IANA registry, in any case. A name that is in no table here is reported
//! as not supported. Encodings that browsers treat as a different one are implemented by their
//! names: ISO 8859-1 has control characters where Windows 1252 has letters.

use crate::own::{Own, own};
use encoding_rs::{EncoderResult, Encoding};
use oem_cp::code_table::{DECODING_TABLE_CP_MAP, ENCODING_TABLE_CP_MAP};
use polycty_core::calls::{Budget, Call, Signature};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::{Quoted, base64, floor_char_boundary};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{
    made, makes_text, never_null, refused, string, text, too_long,
};
use polycty_hcl::functions::{Cost, Function};

/// The steps charged for a character that is searched in the table of an encoding.
const SEARCHED: u64 = 160;

/// The bytes of text that are encoded between two charges.
const CHUNK: usize = 1024;

/// The scheme of an encoding.
#[derive(Clone, Copy)]
enum Scheme {
    Utf8,
    /// UTF-16 with a byte order mark, which is written and, when reading, determines the order.
    /// Without a mark the order is big-endian.
    Utf16,
    Utf16Le,
    Utf16Be,
    /// The first characters of Unicode, one byte each.
    Latin {
        last: u8,
    },
    /// A code page of DOS.
    CodePage(u16),
    /// An encoding of the WHATWG standard.
    Web(&'static Encoding),
}

/// Names that the WHATWG tables lack or use for a different encoding.
const NAMES: [(&str, Scheme); 33] = [
    ("utf-8", Scheme::Utf8),
    ("csutf8", Scheme::Utf8),
    ("utf-16", Scheme::Utf16),
    ("csutf16", Scheme::Utf16),
    ("utf-16le", Scheme::Utf16Le),
    ("csutf16le", Scheme::Utf16Le),
    ("utf-16be", Scheme::Utf16Be),
    ("csutf16be", Scheme::Utf16Be),
    ("iso-8859-1", Scheme::Latin { last: 0xff }),
    ("iso_8859-1:1987", Scheme::Latin { last: 0xff }),
    ("iso_8859-1", Scheme::Latin { last: 0xff }),
    ("iso-ir-100", Scheme::Latin { last: 0xff }),
    ("latin1", Scheme::Latin { last: 0xff }),
    ("l1", Scheme::Latin { last: 0xff }),
    ("ibm819", Scheme::Latin { last: 0xff }),
    ("cp819", Scheme::Latin { last: 0xff }),
    ("csisolatin1", Scheme::Latin { last: 0xff }),
    ("us-ascii", Scheme::Latin { last: 0x7f }),
    ("ascii", Scheme::Latin { last: 0x7f }),
    ("ansi_x3.4-1968", Scheme::Latin { last: 0x7f }),
    ("us", Scheme::Latin { last: 0x7f }),
    ("iso646-us", Scheme::Latin { last: 0x7f }),
    ("ibm437", Scheme::CodePage(437)),
    ("cp437", Scheme::CodePage(437)),
    ("437", Scheme::CodePage(437)),
    ("ibm850", Scheme::CodePage(850)),
    ("cp850", Scheme::CodePage(850)),
    ("ibm852", Scheme::CodePage(852)),
    ("cp852", Scheme::CodePage(852)),
    ("ibm855", Scheme::CodePage(855)),
    ("cp855", Scheme::CodePage(855)),
    ("ibm862", Scheme::CodePage(862)),
    ("cp862", Scheme::CodePage(862)),
];

/// Names that the WHATWG tables contain and the IANA registry does not.
const UNREGISTERED: [&str; 6] = [
    "utf8",
    "unicode-1-1-utf-8",
    "x-gbk",
    "unicode",
    "ucs-2",
    "x-user-defined",
];

impl Scheme {
    fn named(name: &str) -> Option<Scheme> {
        let lower = name.to_ascii_lowercase();
        if let Some((_, scheme)) = NAMES.iter().find(|(known, _)| *known == lower) {
            return Some(*scheme);
        }
        if UNREGISTERED.contains(&&*lower) || lower.trim() != lower {
            return None;
        }
        let encoding = Encoding::for_label_no_replacement(lower.as_bytes())?;
        Some(Scheme::Web(encoding))
    }

    /// Returns whether each character beyond ASCII is searched in a table of thousands.
    fn searches(self) -> bool {
        use encoding_rs as web;
        let searched = [
            web::BIG5,
            web::EUC_JP,
            web::EUC_KR,
            web::GB18030,
            web::GBK,
            web::ISO_2022_JP,
            web::SHIFT_JIS,
        ];
        matches!(self, Scheme::Web(encoding) if searched.contains(&encoding))
    }

    /// Charges the characters beyond ASCII of a text that is encoded.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    fn charge(self, text: &str, budget: &Budget) -> Result<()> {
        if text.is_ascii() {
            return Ok(());
        }
        let steps = if self.searches() { SEARCHED } else { 1 };
        // Counts characters: one byte of each is not a continuation byte.
        let wide = text.bytes().filter(|byte| *byte >= 0xc0).count() as u64;
        Ok(budget.charge(wide * steps)?)
    }

    /// Encodes a text, or returns `None` if the encoding lacks one of its characters. Long texts
    /// are encoded in chunks, and the budget is charged before each chunk.
    fn encode_within(self, text: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let (Scheme::Web(encoding), true) = (self, text.len() > CHUNK && self.searches()) else {
            self.charge(text, budget)?;
            return Ok(self.encode(text));
        };
        let mut encoder = encoding.new_encoder();
        let mut bytes = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(floor_char_boundary(rest, CHUNK));
            self.charge(chunk, budget)?;
            let needed = encoder.max_buffer_length_from_utf8_without_replacement(chunk.len());
            let needed = needed.ok_or_else(too_long)?;
            let mut buffer = vec![0; needed];
            let last = after.is_empty();
            let (result, _, written) =
                encoder.encode_from_utf8_without_replacement(chunk, &mut buffer, last);
            if result != EncoderResult::InputEmpty {
                return Ok(None);
            }
            bytes.extend_from_slice(&buffer[..written]);
            rest = after;
        }
        Ok(Some(bytes))
    }

    /// Encodes a text, or returns `None` if the encoding lacks one of its characters.
    fn encode(self, text: &str) -> Option<Vec<u8>> {
        Some(match self {
            Scheme::Utf8 => text.as_bytes().to_vec(),
            Scheme::Utf16 => {
                let mut bytes = vec![0xfe, 0xff];
                bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
                bytes
            }
            Scheme::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Scheme::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Scheme::Latin { last } => text
                .chars()
                .map(|c| u8::try_from(u32::from(c)).ok().filter(|byte| *byte <= last))
                .collect::<Option<_>>()?,
            Scheme::CodePage(page) => {
                oem_cp::encode_string_checked(text, ENCODING_TABLE_CP_MAP.get(&page)?)?
            }
            Scheme::Web(encoding) => {
                let (bytes, _, lossy) = encoding.encode(text);
                (!lossy).then(|| bytes.into_owned())?
            }
        })
    }

    /// Decodes bytes, or returns `None` if they are not valid.
    fn decode(self, bytes: &[u8]) -> Option<String> {
        match self {
            Scheme::Utf8 => String::from_utf8(bytes.to_vec()).ok(),
            Scheme::Utf16 => match bytes {
                [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
                [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
                _ => utf16(bytes, u16::from_be_bytes),
            },
            Scheme::Utf16Le => utf16(bytes, u16::from_le_bytes),
            Scheme::Utf16Be => utf16(bytes, u16::from_be_bytes),
            Scheme::Latin { last } => {
                let fits = bytes.iter().all(|byte| *byte <= last);
                fits.then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
            }
            Scheme::CodePage(page) => DECODING_TABLE_CP_MAP
                .get(&page)?
                .decode_string_checked(bytes),
            Scheme::Web(encoding) => {
                let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
                text.map(std::borrow::Cow::into_owned)
            }
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = bytes.as_chunks::<2>() else {
        return None;
    };
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16(&units).ok()
}

fn scheme(name: &str) -> Result<Scheme> {
    Scheme::named(name).ok_or_else(|| {
        refused(format!(
            "{} is not a supported IANA encoding name or alias in this Terraform version",
            Quoted(name)
        ))
        .with_argument(1)
        .quoting(Quotes::Argument(1))
    })
}

pub(crate) fn functions() -> Vec<Own> {
    let about = |description: &str, first: &str| {
        Signature::new()
            .describe(description)
            .parameter(string(first, "The text."))
            .parameter(string("encoding", "The name of the encoding."))
    };
    let of = |signature: Signature, convert: fn(&str, &str, &Call<'_>) -> Result<Value>| {
        let ty = Type::string().clone();
        Function::new(
            never_null(signature),
            ty,
            move |args: &[&Value], call: &Call<'_>| {
                let name = text(args[1])?;
                convert(text(args[0])?, name, call)
            },
        )
    };
    vec![
        own(
            "textencodebase64",
            Cost::Linear,
            of(
                about(
                    "Encodes a text in a character encoding and then in Base64.",
                    "string",
                ),
                encoded,
            ),
        ),
        own(
            "textdecodebase64",
            Cost::Linear,
            of(
                about(
                    "Decodes Base64 and then a text in a character encoding.",
                    "source",
                ),
                decoded,
            ),
        ),
    ]
}

fn encoded(text: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    let scheme = scheme(name)?;
    makes_text(4 * text.len(), call)?;
    let encoded = scheme.encode_within(text, call.budget)?;
    let bytes = encoded.ok_or_else(|| {
        refused(format!(
            "the given string contains characters that cannot be represented in {name}"
        ))
        .with_argument(0)
        .quoting(Quotes::Argument(1))
    })?;
    makes_text(base64::length(bytes.len()), call)?;
    Ok(Value::string(&base64::strict(&bytes)))
}

fn decoded(text: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    let scheme = scheme(name)?;
    makes_text(3 * text.len(), call)?;
    let wrong = |message: String| -> Error { refused(message).with_argument(0) };
    let bytes = base64::from_padded(text.as_bytes()).map_err(|at| {
        wrong(format!(
            "the given value is has an invalid base64 symbol at offset {at}"
        ))
        .quoting(Quotes::Argument(0))
    })?;
    let decoded = scheme.decode(&bytes).ok_or_else(|| {
        wrong(format!(
            "the given string contains symbols that are not defined for {name}"
        ))
        .quoting(Quotes::Argument(1))
    })?;
    made(&decoded, call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polycty_core::source::Code;

    const SEARCHING: [&str; 7] = [
        "big5",
        "euc-jp",
        "euc-kr",
        "gb18030",
        "gbk",
        "iso-2022-jp",
        "shift_jis",
    ];

    #[test]
    fn long_texts_are_encoded_as_short_ones() {
        // Chunks end in all states of the encoders, and inside of characters.
        let text = "\u{4e2d}a\u{4e2d}\u{4e2d}".repeat(5 * CHUNK);
        for name in SEARCHING {
            let scheme = Scheme::named(name).unwrap();
            assert!(scheme.searches(), "{name}");
            let whole = scheme.encode(&text);
            assert!(whole.is_some(), "{name}");
            let chunks = scheme.encode_within(&text, &Budget::new()).unwrap();
            assert!(chunks == whole, "{name}");
            let missing = format!("{text}\u{1f600}");
            let lacks = scheme.encode(&missing);
            let found = scheme.encode_within(&missing, &Budget::new()).unwrap();
            assert!(found == lacks, "{name}");
        }
    }

    #[test]
    fn searched_characters_are_charged_before_each_chunk() {
        let text = "\u{4e2d}".repeat(100 * CHUNK);
        for name in SEARCHING {
            let budget = Budget::new().limit_steps(100_000);
            let scheme = Scheme::named(name).unwrap();
            let error = scheme.encode_within(&text, &budget).unwrap_err();
            assert_eq!(error.code(), Code::Limit);
            // At most one chunk is encoded past the limit.
            assert!(budget.steps() < 100_000 + SEARCHED * CHUNK as u64, "{name}");
        }
    }
}

//! Dispatches: the arguments and the block of one signature.
//!
//! A [`Dispatch`] is a function type with the argument counts that a call is checked against before
//! its types. It is written as Puppet's messages write signatures: `String[1] name, Any value?,
//! Callable block?`. Its form in messages is its [`Signature`].

use crate::mode::Mode;
use crate::rules::explain::Signature;
use crate::types::alias::Aliases;
use crate::types::nominal;
use crate::types::parse::parse_type;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{BlockParam, FuncParam, FuncParams, FuncType, Kind, SizeRange};

/// One signature of a function.
#[derive(Debug)]
pub(crate) struct Dispatch {
    func: FuncType,
    /// The number of arguments.
    pub(crate) size: SizeRange,
    /// The number of arguments for its block, if the block's type specifies nothing else.
    pub(crate) block_size: Option<SizeRange>,
    block_name: Box<str>,
}

impl Dispatch {
    /// The signature in messages.
    pub(crate) fn signature(&self) -> Signature<'_> {
        Signature {
            func: &self.func,
            block_name: &self.block_name,
        }
    }

    /// The block parameter.
    pub(crate) fn block(&self) -> Option<&BlockParam> {
        self.func.block.as_ref()
    }

    /// The parameters; the last one takes all further arguments.
    pub(crate) fn params(&self) -> &[FuncParam] {
        let params = self.func.params.as_ref();
        params.map_or(&[], |params| &params.positional)
    }

    /// Parses a signature.
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length of a trimmed text"
    )]
    fn read(text: &str, aliases: &Aliases) -> Result<Dispatch> {
        let mut positional: Vec<FuncParam> = Vec::new();
        let (mut least, mut most) = (0u64, Some(0u64));
        let (mut block, mut block_size) = (None, None);
        let mut block_name: Box<str> = "block".into();
        for part in parts(text) {
            let Some((ty, name)) = part.rsplit_once(' ') else {
                let message = format!("'{part}' has no name");
                return Err(Error::new(Code::Syntax, message));
            };
            let ty = parse_type(ty.trim(), aliases, Mode::Current)?;
            let bare = name.trim_end_matches(['?', '*', '+']);
            let mark = &name[bare.len()..];
            let definition = match ty.kind() {
                Kind::Reference(reference) => reference.unfold()?,
                _ => ty.clone(),
            };
            if let Kind::Func(func) = definition.kind()
                && bare.ends_with("block")
            {
                block_size = arity_only(func);
                block_name = bare.into();
                block = Some(BlockParam {
                    ty,
                    optional: mark == "?",
                });
                continue;
            }
            match mark {
                "?" => most = most.map(|most| most + 1),
                "*" => most = None,
                "+" => (least, most) = (least + 1, None),
                _ => (least, most) = (least + 1, most.map(|most| most + 1)),
            }
            positional.push(FuncParam {
                name: Some(bare.into()),
                ty,
            });
        }
        let size = SizeRange {
            min: least,
            max: most,
        };
        let exact = least > 0 && most == Some(least);
        let func = FuncType {
            params: Some(FuncParams {
                positional: positional.into(),
                variadic: None,
                size: (!exact).then_some(size),
            }),
            block,
            result: None,
        };
        Ok(Dispatch {
            func,
            size,
            block_size,
            block_name,
        })
    }
}

/// Returns the number of arguments of a callable without argument types, or `None` for one with
/// types. A callable without a number accepts any block.
fn arity_only(func: &FuncType) -> Option<SizeRange> {
    let Some(params) = &func.params else {
        return Some(SizeRange {
            min: u64::MAX,
            max: Some(0),
        });
    };
    if params
        .positional
        .iter()
        .any(|param| !nominal::is_unit(&param.ty))
        || func.result.is_some()
    {
        return None;
    }
    let count = params.positional.len() as u64;
    Some(params.size.unwrap_or(SizeRange::exactly(count)))
}

/// Splits a list at the commas outside brackets.
#[expect(clippy::string_slice, reason = "offsets are those of commas")]
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// Parses the signatures of a function.
pub(crate) fn read_dispatches(texts: &[&str], aliases: &Aliases) -> Result<Vec<Dispatch>> {
    texts
        .iter()
        .map(|text| Dispatch::read(text, aliases))
        .collect()
}

//! Signatures of the call around a byte.

use super::Session;
use super::cursor::open_call;
use super::file::{Defined, DefinedKind, File};
use super::hover::{ParameterTexts, parameter, prose};
use crate::answer::{Parameter, Signature, Signatures};
use polycty_core::calls::GrowingText;
use polycty_core::source::{Result, Span};
use polycty_puppet::function_signatures;

impl Session<'_> {
    /// The signatures of the call around a byte.
    pub(super) fn signatures(&self, byte: u32) -> Result<Option<Signatures>> {
        let Some(call) = open_call(&self.file, byte, self.context.budget)? else {
            return Ok(None);
        };
        let signatures = match self.index.get(DefinedKind::Function, &call.name) {
            Some((file, function)) => vec![self.defined(file, function)?],
            None => own(&call.name),
        };
        if signatures.is_empty() {
            return Ok(None);
        }
        // The receiver of a method call is the first argument.
        let argument = call.argument + usize::from(call.is_method);
        let takes = |signature: &Signature| signature.parameters.len() > argument;
        let active = signatures.iter().position(takes).unwrap_or(0);
        let last = signatures
            .get(active)
            .map_or(0, |each| each.parameters.len());
        let parameter = last.checked_sub(1).map(|last| argument.min(last));
        Ok(Some(Signatures {
            signatures,
            active,
            parameter,
        }))
    }

    fn defined(&self, file: &File, function: &Defined) -> Result<Signature> {
        let texts = ParameterTexts::of(&function.documentation);
        let mut label = GrowingText::new(self.context.budget);
        label.push_str(&function.name)?;
        label.push('(')?;
        let mut parameters = Vec::new();
        for (at, declared) in function.parameters.iter().enumerate() {
            if at > 0 {
                label.push_str(", ")?;
            }
            let start = label.len();
            label.push_str(&parameter(file, declared))?;
            parameters.push(Parameter {
                label: Span::new(start, label.len()),
                documentation: texts.get(&declared.name).to_owned(),
            });
        }
        label.push(')')?;
        if let Some(ty) = function.ty {
            label.push_str(" >> ")?;
            label.push_str(file.slice(ty))?;
        }
        Ok(Signature {
            label: label.into_string(),
            documentation: prose(&function.documentation),
            parameters,
        })
    }
}

/// The signatures of a function of the language.
fn own(name: &str) -> Vec<Signature> {
    let texts = function_signatures(name).unwrap_or_default();
    let signature = |text: &str| {
        let mut label = format!("{name}(");
        let start = label.len();
        label.push_str(text);
        label.push(')');
        let parameters = parts(text).into_iter().map(|part| Parameter {
            label: Span::new(start + part.start as usize, start + part.end as usize),
            documentation: String::new(),
        });
        Signature {
            documentation: String::new(),
            parameters: parameters.collect(),
            label,
        }
    };
    texts.iter().map(|text| signature(text)).collect()
}

/// Returns the parts of a list at the commas outside of brackets.
pub(super) fn parts(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0_usize);
    for (at, byte) in text.bytes().chain([b',']).enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                let part = text.get(start..at).unwrap_or_default();
                let blanks = part.len() - part.trim_start().len();
                if !part.trim().is_empty() {
                    let first = start + blanks;
                    parts.push(Span::new(first, first + part.trim().len()));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

//! Signatures of calls.

use super::Terraform;
use super::typed::{Open, open};
use crate::answer::{Parameter, Signature, Signatures};
use crate::hcl::describe::signature_label;
use crate::language::Context;
use polycty_core::source::Result;

impl Terraform {
    pub(super) fn signatures_at(
        &self,
        context: &Context<'_>,
        byte: u32,
    ) -> Result<Option<Signatures>> {
        let Some(typed) = self.typed(context, byte)? else {
            return Ok(None);
        };
        let value = typed.value;
        context.budget.charge(value.len() as u64)?;
        let stack = open(value);
        let mut calls = stack.iter().rev();
        let found = calls.find_map(|open| match open {
            Open::Call(Some(name), argument) => Some((name, *argument)),
            _ => None,
        });
        let Some((name, argument)) = found else {
            return Ok(None);
        };
        let plain = name.strip_prefix("core::").unwrap_or(name);
        let folder = self.own_folder(context)?;
        let Some(function) = self.functions(folder.as_deref()).get(plain) else {
            return Ok(None);
        };
        let signature = function.signature();
        let (label, parts) = signature_label(name, signature);
        let count = parts.len();
        let has_rest = signature.variadic_parameter().is_some();
        let parameters = parts.into_iter().zip(signature.parameters());
        let parameters = parameters.map(|(label, parameter)| Parameter {
            label,
            documentation: parameter.description.to_owned(),
        });
        let parameter = match argument {
            argument if argument < count => Some(argument),
            _ if has_rest => Some(count - 1),
            _ => None,
        };
        Ok(Some(Signatures {
            signatures: vec![Signature {
                label,
                documentation: signature.description().to_owned(),
                parameters: parameters.collect(),
            }],
            active: 0,
            parameter,
        }))
    }
}

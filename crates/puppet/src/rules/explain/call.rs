//! Mismatches of calls: the reason why no signature accepts the arguments.
//!
//! The first mismatch of each signature is determined: the number of arguments, the type of an
//! argument, then the block. Mismatches that merge are reported once; otherwise the signatures are
//! listed, each with its mismatch.

use crate::rules::assignable::accepted;
use crate::rules::explain::describe::{
    block_type, covers, describe, param_tuple, tuple_size, type_mismatch,
};
use crate::rules::explain::merge::{Sizes, merge};
use crate::rules::explain::mismatch::{Complaint, Mismatch, PathElement};
use crate::types::format::type_text;
use crate::types::undef::accepts_undef;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::source::{Code, Error, Reporter, Result};
use polycty_core::types::{FuncType, Kind, SizeRange, Type};

/// A signature of a function.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a> {
    /// The parameters with their names, the block and the result.
    pub func: &'a FuncType,
    /// The name of the block.
    pub block_name: &'a str,
}

/// Describes the mismatch of a call. `closure` is the function's name, or `lambda`. `arguments` is
/// a tuple of the arguments' types, followed by that of the block, if present. Without signatures
/// the result is empty.
///
/// # Errors
/// [`Code::Limit`] if a type nests too deep.
pub fn describe_call(
    closure: &str,
    signatures: &[Signature<'_>],
    arguments: &Type,
    budget: &Budget,
) -> Result<String> {
    let mut memory = HeldBytes::new(budget);
    memory.hold(u64::from(arguments.size()) * signatures.len() as u64 * REJECTED_BYTES)?;
    written(
        closure,
        signatures,
        mismatches(signatures, arguments, budget)?,
        budget,
    )
}

/// The bytes per node of the arguments' types in the mismatch of a signature: the node in its
/// simplest form, and its text.
const REJECTED_BYTES: u64 = 112;

/// Returns the mismatch of a call as an error, with the text of [`describe_call`]; `None` if a
/// signature accepts the arguments.
///
/// The error has a diagnostic for each signature, with the signature and its mismatch.
///
/// # Errors
/// As [`describe_call`].
pub fn call_error(
    closure: &str,
    signatures: &[Signature<'_>],
    arguments: &Type,
    budget: &Budget,
) -> Result<Option<Error>> {
    let mismatches = mismatches(signatures, arguments, budget)?;
    if mismatches.iter().any(Vec::is_empty) || mismatches.is_empty() {
        return Ok(None);
    }
    let mut diagnostics = Vec::with_capacity(mismatches.len());
    for (signature, mismatches) in signatures.iter().zip(&mismatches) {
        let rejected = mismatches.iter().map(|mismatch| {
            let mismatch = Mismatch {
                path: mismatch.path[1..].to_vec(),
                complaint: mismatch.complaint.clone(),
            };
            Ok(format!("rejected:{}", mismatch.text(budget)?))
        });
        let detail = rejected.collect::<Result<Vec<String>>>()?.join("\n");
        let summary = format!("{closure}({})", text(signature));
        diagnostics.push(
            Reporter::Puppet
                .error(summary, detail)
                .with_code(Code::Type),
        );
    }
    let message = written(closure, signatures, mismatches, budget)?;
    let error = Error::summing_up(Code::Type, message, diagnostics);
    Ok(Some(error.with_found(arguments)))
}

/// Returns the mismatches of each signature.
fn mismatches(
    signatures: &[Signature<'_>],
    arguments: &Type,
    budget: &Budget,
) -> Result<Vec<Vec<Mismatch>>> {
    type FindMismatches = fn(&FuncType, &Type, PathElement, &Budget) -> Result<Vec<Mismatch>>;
    let each = |find: FindMismatches| {
        let signatures = signatures.iter().enumerate();
        signatures
            .map(|(at, signature)| {
                let step = PathElement::Signature(at);
                find(signature.func, arguments, step, budget)
            })
            .collect::<Result<Vec<Vec<Mismatch>>>>()
    };
    let mut mismatches = each(argument_mismatches)?;
    if mismatches.iter().any(Vec::is_empty) {
        let blocks = each(block_mismatches)?;
        if blocks.iter().all(|mismatches| !mismatches.is_empty()) {
            mismatches = blocks;
        } else {
            for (mismatches, blocks) in mismatches.iter_mut().zip(blocks) {
                if mismatches.is_empty() {
                    *mismatches = blocks;
                }
            }
        }
    }
    Ok(mismatches)
}

/// Returns the mismatches of the signatures as one text.
fn written(
    closure: &str,
    signatures: &[Signature<'_>],
    mismatches: Vec<Vec<Mismatch>>,
    budget: &Budget,
) -> Result<String> {
    if mismatches.is_empty() {
        return Ok(String::new());
    }
    let label = match closure {
        "lambda" => "block".to_owned(),
        name => format!("'{name}'"),
    };
    if let [single] = &merge(
        mismatches.concat(),
        mismatches.len(),
        0,
        Sizes::Arguments,
        budget,
    )?[..]
    {
        return Ok(format!("{label}{}", single.text(budget)?));
    }
    let mut lines = Vec::new();
    let mut rejected =
        |indent: &str, signature: &Signature<'_>, mismatches: Vec<Mismatch>| -> Result<()> {
            let signature = text(signature);
            lines.push(match signatures.len() {
                1 => format!("{label} expects ({signature})"),
                _ => format!("  ({signature})"),
            });
            for mut mismatch in mismatches {
                mismatch.path.remove(0);
                lines.push(format!("{indent}rejected:{}", mismatch.text(budget)?));
            }
            Ok(())
        };
    let indent = if signatures.len() == 1 { "  " } else { "    " };
    for (signature, mismatches) in signatures.iter().zip(mismatches) {
        rejected(indent, signature, mismatches)?;
    }
    if signatures.len() > 1 {
        let head = "was called with arguments it does not accept. It expects one of:";
        lines.insert(0, format!("The function {label} {head}"));
    }
    Ok(lines.join("\n"))
}

/// Returns the first mismatch of the arguments other than the block.
fn argument_mismatches(
    func: &FuncType,
    arguments: &Type,
    signature: PathElement,
    budget: &Budget,
) -> Result<Vec<Mismatch>> {
    let Some((types, size)) = param_tuple(func) else {
        return Ok(Vec::new());
    };
    let expected_size = tuple_size(types.len(), size);
    let (mut given, mut actual_size): (Vec<&Type>, SizeRange) = match arguments.kind() {
        Kind::Tuple { elements, size } => {
            (elements.iter().collect(), tuple_size(elements.len(), *size))
        }
        Kind::List { element, size } => (
            vec![element; types.len()],
            size.unwrap_or(SizeRange::UNLIMITED),
        ),
        _ => {
            let tuple = Type::tuple(types.into_iter().cloned().collect::<Vec<Type>>())?;
            return Ok(vec![type_mismatch(vec![signature], arguments, &tuple)?]);
        }
    };
    if given.last().is_some_and(|last| is_callable(last)) {
        given.pop();
        actual_size = SizeRange::exactly(given.len() as u64);
    }
    if !covers(actual_size, expected_size) {
        return Ok(vec![Mismatch {
            path: vec![signature],
            complaint: Complaint::Count {
                expected: expected_size,
                actual: actual_size,
            },
        }]);
    }
    let Some(last) = types.len().checked_sub(1) else {
        return Ok(Vec::new());
    };
    for (index, actual) in given.into_iter().enumerate() {
        let index = index.min(last);
        if accepted(actual, types[index], budget)? {
            continue;
        }
        let name = PathElement::Parameter(param_name(func, index).into());
        let mismatches = describe(vec![signature.clone(), name], actual, types[index], budget)?;
        if !mismatches.is_empty() {
            return Ok(mismatches);
        }
    }
    Ok(Vec::new())
}

/// Returns the mismatch of the block, or of its absence.
fn block_mismatches(
    func: &FuncType,
    arguments: &Type,
    signature: PathElement,
    budget: &Budget,
) -> Result<Vec<Mismatch>> {
    let given = match arguments.kind() {
        Kind::Tuple { elements, .. } => elements.last().filter(|last| is_callable(last)),
        _ => None,
    };
    let complaint = match (&func.block, given) {
        (Some(block), Some(given)) => {
            let path = vec![signature, PathElement::Block("block".into())];
            return describe(path, given, &block_type(block)?, budget);
        }
        (None, Some(_)) => Complaint::UnexpectedBlock,
        (Some(block), None) if !block.optional && !accepts_undef(&block.ty) => {
            Complaint::MissingBlock
        }
        (_, None) => return Ok(Vec::new()),
    };
    Ok(vec![Mismatch {
        path: vec![signature],
        complaint,
    }])
}

/// Whether a type is a callable or an optional callable.
fn is_callable(ty: &Type) -> bool {
    /// The maximum number of nested aliases that are followed.
    const MAX_ALIASES: usize = 64;
    let mut seen = Vec::new();
    let mut later = vec![ty.clone()];
    while let Some(ty) = later.pop() {
        match ty.kind() {
            Kind::Func(_) => {}
            Kind::Optional(inner) => later.push(inner.clone()),
            Kind::Union(members) => later.extend(members.iter().rev().cloned()),
            Kind::Reference(reference)
                if seen.len() < MAX_ALIASES && !seen.contains(&reference.key()) =>
            {
                seen.push(reference.key());
                let Ok(definition) = reference.unfold() else {
                    return false;
                };
                later.push(definition);
            }
            _ => return false,
        }
    }
    true
}

fn param_name(func: &FuncType, index: usize) -> &str {
    let params = func.params.iter();
    let mut all = params.flat_map(|params| params.positional.iter().chain(&params.variadic));
    all.nth(index)
        .and_then(|param| param.name.as_deref())
        .unwrap_or_default()
}

/// Returns the parameters of a signature in source notation.
fn text(signature: &Signature<'_>) -> String {
    let Some((types, size)) = param_tuple(signature.func) else {
        return String::new();
    };
    let size = tuple_size(types.len(), size);
    if size == SizeRange::exactly(0) {
        return String::new();
    }
    let mut params: Vec<String> = Vec::with_capacity(types.len() + 1);
    for (index, ty) in types.iter().enumerate() {
        let name = param_name(signature.func, index);
        let last = index + 1 == types.len();
        let (ty, mark) = if size.max.is_none() && last {
            let all = size.min == types.len() as u64;
            (*ty, if all { "+" } else { "*" })
        } else if index as u64 >= size.min {
            (without_optional(ty), "?")
        } else {
            (*ty, "")
        };
        params.push(format!("{} {name}{mark}", type_text(ty)));
    }
    if let Some(block) = &signature.func.block {
        let name = signature.block_name;
        match block.ty.kind() {
            _ if block.optional => params.push(format!("{} {name}?", type_text(&block.ty))),
            Kind::Func(_) => params.push(format!("{} {name}", type_text(&block.ty))),
            _ => {}
        }
    }
    params.join(", ")
}

fn without_optional(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Optional(inner) => inner,
        _ => ty,
    }
}

//! Puppet's language: lookups of Hiera data.

use super::catalog::{Messages, inputs, member, object, pcty_puppet_catalog_options};
use crate::calls::Budget;
use crate::dialect::puppet::Prepared;
use crate::dialect::puppet::catalog::EnvironmentFolder;
use crate::dialect::puppet::hiera::{Explain, Query, lookup};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, need, run, text, versioned};
use crate::ffi::puppet::notation::supported;
use crate::ffi::reentry::within;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Reporter, Result, Source};
use crate::values::Value;
use std::mem::MaybeUninit;

/// Options of a lookup. Start from PCTY_PUPPET_LOOKUP_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_puppet_lookup_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The merge strategy: `first`, `unique`, `hash` or `deep`, or a JSON object with `strategy`
    /// and its options. If it is not set, that of `lookup_options` in the data.
    pub merge: pcty_str,
    /// The value if there is no data for the key. If it is NULL, the lookup fails.
    pub default_value: *const pcty_value,
}

/// Looks up a key in the Hiera data of an environment, as `puppet lookup` does without a
/// compilation. Interpolations in the data can use facts, `$trusted`, `$server_facts` and the
/// parameters of the node classifier.
///
/// Returns: the value; in `explanation`, how it was found. The explanation shows data, except for
/// Sensitive values.
/// Errors: PCTY_ERROR_DIAGNOSTICS if there is no data and no default value, and for errors in the
/// data; otherwise those of `pcty_puppet_catalog_compile`. If `explanation` is not NULL, the
/// `detail` of the first diagnostic is the explanation of the search that failed.
/// Ownership: the caller owns `*out` and `*explanation`; the members of the options remain owned by
/// the caller.
/// NULL: `lookup_options` (the defaults apply), `explanation` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_lookup(
    key: pcty_str,
    options: *const pcty_puppet_catalog_options,
    lookup_options: *const pcty_puppet_lookup_options,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    explanation: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let out = need(out, "out")?;
        let mut query = Query {
            names: vec![text(&key, "key")?.to_owned()],
            explain: match explanation {
                Some(_) => Explain::Data,
                None => Explain::Nothing,
            },
            ..Query::default()
        };
        let (value, text) = within(|budget| {
            // SAFETY: by the header's contract.
            unsafe { complete(&mut query, lookup_options, budget) }?;
            // SAFETY: by the header's contract.
            let inputs = unsafe { inputs(options, budget) }?;
            let folder = EnvironmentFolder::open(&inputs.paths)?;
            let base = inputs.base(&Messages::default());
            let environment = folder.environment_of(base, &inputs.node)?;
            let nothing = Prepared::manifest(Source::new("", ""), inputs.strict, budget)?;
            let answer = lookup(&nothing, &query, &environment, budget);
            let explanation = answer.explanation;
            match answer.value {
                Ok(value) => Ok((value, explanation)),
                Err(error) => Err(explained(error, explanation)),
            }
        })?;
        if let Some(explanation) = explanation {
            explanation.write(pcty_string::own(OwnedText::new(text.unwrap_or_default())));
        }
        out.write(pcty_value::own(value));
        Ok(())
    })
}

/// Returns the error of a lookup with the explanation as the detail of its first diagnostic.
fn explained(error: Error, explanation: Option<String>) -> Error {
    let Some(explanation) = explanation.filter(|_| error.code() == Code::Diagnostics) else {
        return error;
    };
    let mut diagnostics = error.diagnostics().to_vec();
    if diagnostics.is_empty() {
        diagnostics.push(
            Reporter::Puppet
                .error(error.message(), "")
                .with_name("hiera"),
        );
    }
    diagnostics[0].detail = explanation;
    Error::summing_up(error.code(), error.message(), diagnostics)
}

/// # Safety
/// `options` is NULL or has the size in its `struct_size`, and its pointers are NULL or valid.
unsafe fn complete(
    query: &mut Query,
    options: *const pcty_puppet_lookup_options,
    budget: &Budget,
) -> Result<()> {
    if options.is_null() {
        return Ok(());
    }
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(options, "lookup_options") }?;
    query.merge = match member(&given.merge, "lookup_options->merge")? {
        Some(json) if json.trim_start().starts_with('{') => {
            object(&given.merge, "lookup_options->merge", budget)?
        }
        strategy => strategy.map(Value::string),
    };
    // SAFETY: this function has the same contract.
    let default = unsafe { given.default_value.as_ref() };
    if let Some(default) = default {
        query.default = Some(supported(&default.0, budget)?.clone());
    }
    Ok(())
}

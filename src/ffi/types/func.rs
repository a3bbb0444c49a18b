//! Function types.

use super::constructors::{
    PCTY_OPTIONAL, PCTY_REQUIRED, part, pcty_presence, pcty_size_range, pcty_type,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::write_found;
use crate::ffi::guard::{Handle, invalid, make, quiet, slice, text, unnamed, versioned};
use crate::source::Result;
use crate::types::{BlockParam, FuncParam, FuncParams, FuncType, Type};
use std::mem::MaybeUninit;
use std::ptr;

/// A parameter of a function type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_type_parameter {
    /// The name; `data` is NULL where it has none.
    pub name: pcty_str,
    /// The type.
    pub ty: *const pcty_type,
}

/// Whether a function type says what its parameters are.
pub type pcty_parameters = u32;

/// Any parameters will do.
pub const PCTY_PARAMETERS_ANY: pcty_parameters = 0;
/// It says them.
pub const PCTY_PARAMETERS_LISTED: pcty_parameters = 1;

/// The parts of a function type. Start from PCTY_FUNCTION_TYPE_INIT, which is the type of
/// every function.
#[repr(C)]
pub struct pcty_function_type {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether it says what the parameters are; if not, the next four members have to be
    /// empty.
    pub params: pcty_parameters,
    /// The positional parameters.
    pub positional: *const pcty_type_parameter,
    /// How many there are.
    pub positional_count: usize,
    /// What any further arguments must be, or NULL.
    pub variadic: *const pcty_type_parameter,
    /// How many arguments there may be, or NULL where that is the number of positional
    /// parameters.
    pub size: *const pcty_size_range,
    /// The type of the block parameter, or NULL.
    pub block: *const pcty_type,
    /// Whether the caller may leave the block away.
    pub block_presence: pcty_presence,
    /// The type of the result, or NULL where it is not said.
    pub result: *const pcty_type,
}

/// A function type.
///
/// Ownership: `*out` is the caller's; names are copied.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`, a reversed size and an enumeration's number without a constant.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_function(
    func: *const pcty_function_type,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `func` is NULL or as large as it says.
        let func = unsafe { versioned(func, "func") }?;
        // SAFETY: the struct's pointers keep the header's contract.
        let params = unsafe { listed(func) }?;
        // SAFETY: by the header's contract `func.block` is NULL or valid.
        let block = match unsafe { func.block.as_ref() } {
            None => None,
            Some(block) => Some(BlockParam {
                ty: block.0.clone(),
                optional: match func.block_presence {
                    PCTY_REQUIRED => false,
                    PCTY_OPTIONAL => true,
                    other => return Err(unnamed("func->block_presence", other)),
                },
            }),
        };
        Ok(Type::func(FuncType {
            params,
            block,
            // SAFETY: by the header's contract `func.result` is NULL or valid.
            result: unsafe { func.result.as_ref() }.map(|result| result.0.clone()),
        })?)
    })
}

/// # Safety
/// The struct's pointers keep the header's contract.
unsafe fn listed(func: &pcty_function_type) -> Result<Option<FuncParams>> {
    match func.params {
        PCTY_PARAMETERS_ANY => {
            let empty =
                func.positional_count == 0 && func.variadic.is_null() && func.size.is_null();
            match empty {
                true => Ok(None),
                false => Err(invalid("`func` lists parameters under PCTY_PARAMETERS_ANY")),
            }
        }
        PCTY_PARAMETERS_LISTED => {
            let (positional, count) = (func.positional, func.positional_count);
            // SAFETY: by this function's contract there are as many.
            let given = unsafe { slice(positional, count, "func->positional") }?;
            // SAFETY: each keeps the header's contract.
            let positional = given.iter().map(|given| unsafe { param(given) });
            // SAFETY: by this function's contract it is NULL or valid.
            let variadic = unsafe { func.variadic.as_ref() };
            // SAFETY: it keeps the header's contract.
            let variadic = variadic.map(|given| unsafe { param(given) });
            // SAFETY: by this function's contract it is NULL or valid.
            let size = unsafe { func.size.as_ref() };
            Ok(Some(FuncParams {
                positional: positional.collect::<Result<_>>()?,
                variadic: variadic.transpose()?,
                size: size.map(|size| size.range()),
            }))
        }
        other => Err(unnamed("func->params", other)),
    }
}

/// # Safety
/// The struct's pointers keep the header's contract.
unsafe fn param(given: &pcty_type_parameter) -> Result<FuncParam> {
    // SAFETY: this function has the same contract.
    let ty = unsafe { part(given.ty, "param->type") }?.clone();
    let name = match given.name.is_none() {
        true => None,
        false => Some(text(&given.name, "param->name")?.into()),
    };
    Ok(FuncParam { name, ty })
}

fn func(ty: Option<&pcty_type>) -> Option<&FuncType> {
    ty?.0.as_func()
}

fn params(ty: Option<&pcty_type>) -> Option<&FuncParams> {
    func(ty)?.params.as_ref()
}

fn lent(param: &FuncParam) -> pcty_type_parameter {
    pcty_type_parameter {
        name: param.name.as_deref().map_or(pcty_str::NONE, pcty_str::lend),
        ty: pcty_type::lend(&param.ty),
    }
}

/// Whether a function type says what its parameters are. NULL: gives PCTY_PARAMETERS_ANY, as
/// do other types.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_parameters(ty: Option<&pcty_type>) -> pcty_parameters {
    quiet(PCTY_PARAMETERS_ANY, || match params(ty) {
        None => PCTY_PARAMETERS_ANY,
        Some(_) => PCTY_PARAMETERS_LISTED,
    })
}

/// The number of positional parameters of a function type. NULL: gives 0, as do other
/// types.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_parameter_count(ty: Option<&pcty_type>) -> usize {
    quiet(0, || params(ty).map_or(0, |params| params.positional.len()))
}

/// A positional parameter of a function type, from 0, and whether there is one.
///
/// Ownership: what `*out` gets is lent as long as `ty`. NULL: gives false; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_parameter_at(
    ty: Option<&pcty_type>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_type_parameter>>,
) -> bool {
    quiet(false, || {
        let found = params(ty).and_then(|params| params.positional.get(index));
        write_found(found.map(lent), out)
    })
}

/// The variadic parameter of a function type, and whether there is one.
///
/// Ownership: what `*out` gets is lent as long as `ty`. NULL: gives false; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_variadic(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_type_parameter>>,
) -> bool {
    quiet(false, || {
        let found = params(ty).and_then(|params| params.variadic.as_ref());
        write_found(found.map(lent), out)
    })
}

/// How many arguments a function type takes, and whether it says so apart from its
/// positional parameters.
///
/// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_size(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_size_range>>,
) -> bool {
    quiet(false, || {
        let found = params(ty).and_then(|params| params.size);
        write_found(found.map(pcty_size_range::of), out)
    })
}

/// The block parameter of a function type, and whether the caller may leave it away.
///
/// Ownership: lent as long as `ty`; `*presence` is plain data. NULL: gives NULL, as do
/// types without a block; `presence` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_block(
    ty: Option<&pcty_type>,
    presence: Option<&mut MaybeUninit<pcty_presence>>,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        match func(ty).and_then(|func| func.block.as_ref()) {
            None => ptr::null(),
            Some(block) => {
                let optional = if block.optional {
                    PCTY_OPTIONAL
                } else {
                    PCTY_REQUIRED
                };
                write_found(Some(optional), presence);
                pcty_type::lend(&block.ty)
            }
        }
    })
}

/// The result of a function type.
///
/// Ownership: lent as long as `ty`. NULL: gives NULL, as do types that do not say it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_result(ty: Option<&pcty_type>) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        func(ty)
            .and_then(|func| func.result.as_ref())
            .map_or(ptr::null(), pcty_type::lend)
    })
}

//! Function types.

use super::constructors::{
    PCTY_OPTIONAL, PCTY_REQUIRED, part, pcty_presence, pcty_size_range, pcty_type,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, invalid, make, quiet, slice, text, unnamed, versioned, write_found,
};
use crate::source::Result;
use crate::types::{BlockParam, FuncParam, FuncParams, FuncType, Type};
use std::mem::MaybeUninit;
use std::ptr;

/// A parameter of a function type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_type_parameter {
    /// The name; `data` is NULL if it has none.
    pub name: pcty_str,
    /// The type.
    pub ty: *const pcty_type,
}

/// Whether a function type lists its parameters.
pub type pcty_parameters = u32;

/// It does not: any parameters are allowed.
pub const PCTY_PARAMETERS_ANY: pcty_parameters = 0;
/// It lists them.
pub const PCTY_PARAMETERS_LISTED: pcty_parameters = 1;

/// The parts of a function type. Start from PCTY_FUNCTION_TYPE_INIT, the type of every function.
#[repr(C)]
pub struct pcty_function_type {
    /// The size of this struct.
    pub struct_size: u32,
    /// Whether the type lists its parameters; if not, the next four members must be empty.
    pub parameters: pcty_parameters,
    /// The positional parameters.
    pub positional: *const pcty_type_parameter,
    /// The number of positional parameters.
    pub positional_count: usize,
    /// The type of all further arguments, or NULL.
    pub variadic: *const pcty_type_parameter,
    /// The allowed number of arguments, or NULL if it is the number of positional parameters.
    pub size: *const pcty_size_range,
    /// The type of the block parameter, or NULL.
    pub block: *const pcty_type,
    /// Whether the caller may omit the block.
    pub block_presence: pcty_presence,
    /// The type of the result, or NULL if the type does not state it.
    pub result: *const pcty_type,
}

/// The parts of a function type, as `pcty_type_function_info` writes them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_type_function_data {
    /// Whether the type lists its parameters; if not, the members up to `size` are empty.
    pub parameters: pcty_parameters,
    /// The number of positional parameters: `pcty_type_function_parameter_at`.
    pub parameter_count: usize,
    /// The parameter of all further arguments; its `type` is NULL if there is none.
    pub variadic: pcty_type_parameter,
    /// Whether the type states the number of arguments apart from its parameters.
    pub has_size: bool,
    /// That number, if `has_size`.
    pub size: pcty_size_range,
    /// The type of the block parameter, or NULL.
    pub block: *const pcty_type,
    /// Whether the caller may omit the block.
    pub block_presence: pcty_presence,
    /// The type of the result, or NULL if the type does not state it.
    pub result: *const pcty_type,
}

/// Creates a function type.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`, a reversed size and an enumeration's number without a constant.
/// Ownership: the caller owns `*out`; names are copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_function(
    function: *const pcty_function_type,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `function` is NULL or has its stated size.
        let func = unsafe { versioned(function, "function") }?;
        // SAFETY: the struct's pointers keep the header's contract.
        let params = unsafe { listed(func) }?;
        let optional = match func.block_presence {
            PCTY_REQUIRED => false,
            PCTY_OPTIONAL => true,
            other => return Err(unnamed("function->block_presence", other)),
        };
        // SAFETY: by the header's contract `function.block` is NULL or valid.
        let block = unsafe { func.block.as_ref() }.map(|block| BlockParam {
            ty: block.0.clone(),
            optional,
        });
        Ok(Type::func(FuncType {
            params,
            block,
            // SAFETY: by the header's contract `function.result` is NULL or valid.
            result: unsafe { func.result.as_ref() }.map(|result| result.0.clone()),
        })?)
    })
}

/// # Safety
/// The struct's pointers keep the header's contract.
unsafe fn listed(func: &pcty_function_type) -> Result<Option<FuncParams>> {
    match func.parameters {
        PCTY_PARAMETERS_ANY => {
            let empty =
                func.positional_count == 0 && func.variadic.is_null() && func.size.is_null();
            if empty {
                Ok(None)
            } else {
                Err(invalid(
                    "`function` has parameters, but `parameters` is PCTY_PARAMETERS_ANY",
                ))
            }
        }
        PCTY_PARAMETERS_LISTED => {
            let (positional, count) = (func.positional, func.positional_count);
            // SAFETY: by this function's contract there is this number of parameters.
            let given = unsafe { slice(positional, count, "function->positional") }?;
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
        other => Err(unnamed("function->params", other)),
    }
}

/// # Safety
/// The struct's pointers keep the header's contract.
unsafe fn param(given: &pcty_type_parameter) -> Result<FuncParam> {
    // SAFETY: this function has the same contract.
    let ty = unsafe { part(given.ty, "parameter->type") }?.clone();
    let name = if given.name.is_none() {
        None
    } else {
        Some(text(&given.name, "parameter->name")?.into())
    };
    Ok(FuncParam { name, ty })
}

fn func(ty: Option<&pcty_type>) -> Option<&FuncType> {
    ty?.0.as_func()
}

fn params(ty: Option<&pcty_type>) -> Option<&FuncParams> {
    func(ty)?.params.as_ref()
}

/// The absent parameter.
const NO_PARAMETER: pcty_type_parameter = pcty_type_parameter {
    name: pcty_str::NONE,
    ty: ptr::null(),
};

fn borrowed(param: &FuncParam) -> pcty_type_parameter {
    pcty_type_parameter {
        name: param
            .name
            .as_deref()
            .map_or(pcty_str::NONE, pcty_str::borrowed),
        ty: pcty_type::borrowed(&param.ty),
    }
}

/// Writes the parts of a function type.
///
/// Returns: false for other types.
/// Ownership: the names and types in `*out` are owned by `type` and valid while it lives.
/// NULL: returns false if `type` is NULL; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_info(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_type_function_data>>,
) -> bool {
    quiet(false, || {
        let data = func(ty).map(|func| {
            let (params, block) = (func.params.as_ref(), func.block.as_ref());
            let size = params.and_then(|params| params.size);
            let variadic = params.and_then(|params| params.variadic.as_ref());
            let optional = block.is_some_and(|block| block.optional);
            pcty_type_function_data {
                parameters: match params {
                    None => PCTY_PARAMETERS_ANY,
                    Some(_) => PCTY_PARAMETERS_LISTED,
                },
                parameter_count: params.map_or(0, |params| params.positional.len()),
                variadic: variadic.map_or(NO_PARAMETER, borrowed),
                has_size: size.is_some(),
                size: size.map_or(pcty_size_range { min: 0, max: 0 }, pcty_size_range::of),
                block: block.map_or(ptr::null(), |block| pcty_type::borrowed(&block.ty)),
                block_presence: if optional {
                    PCTY_OPTIONAL
                } else {
                    PCTY_REQUIRED
                },
                result: (func.result.as_ref()).map_or(ptr::null(), pcty_type::borrowed),
            }
        });
        write_found(data, out)
    })
}

/// Writes a positional parameter of a function type, by its position from 0.
///
/// Returns: false past the end and for other types.
/// Ownership: the name and the type in `*out` are owned by `type` and valid while it lives.
/// NULL: returns false if `type` is NULL; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_function_parameter_at(
    ty: Option<&pcty_type>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_type_parameter>>,
) -> bool {
    quiet(false, || {
        let found = params(ty).and_then(|params| params.positional.get(index));
        write_found(found.map(borrowed), out)
    })
}

//! PCL: types.
//!
//! PCL is HCL with the extensions of its information model. Its types are those of the universe in
//! a normal form: `int` is `pcty_type_integer`, and `dynamic` is `pcty_type_any`. For `none`,
//! `bool`, `number`, `string`, lists, sets, maps, tuples and objects, there are functions of the
//! same names; recursive objects are made by a group (`pcty_group_new`). The functions here create
//! the types that have a normal form of their own. The functions that take a dialect accept
//! PCTY_DIALECT_PCL: `pcty_type_parse`, `pcty_type_format`, `pcty_type_equivalent`,
//! `pcty_type_assignable`, `pcty_type_conversion`, `pcty_type_explain`, `pcty_type_unify`.

use crate::calls::cost;
use crate::dialect::pcl::{self, DeferredKind, DeferredParts, PclType};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer_charged, clones, make, make_charged, need, quiet, slice, text, unnamed,
    write_found,
};
use crate::ffi::reading::scalar;
use crate::ffi::reentry::calling;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::types::parts::scalar_value;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::Scalar;
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// The kind of a type in PCL.
pub type pcty_pcl_kind = u32;

/// There is no type: the argument was NULL.
pub const PCTY_PCL_KIND_MISSING: pcty_pcl_kind = 0;
/// A type that is not known before the values are.
pub const PCTY_PCL_KIND_DYNAMIC: pcty_pcl_kind = 1;
/// The type of null.
pub const PCTY_PCL_KIND_NONE: pcty_pcl_kind = 2;
/// Bools.
pub const PCTY_PCL_KIND_BOOL: pcty_pcl_kind = 3;
/// Exact integers of any size.
pub const PCTY_PCL_KIND_INT: pcty_pcl_kind = 4;
/// Numbers.
pub const PCTY_PCL_KIND_NUMBER: pcty_pcl_kind = 5;
/// Strings.
pub const PCTY_PCL_KIND_STRING: pcty_pcl_kind = 6;
/// Identifiers of resources, given as strings.
pub const PCTY_PCL_KIND_ID: pcty_pcl_kind = 7;
/// A type known by its name alone: `pcty_type_name`.
pub const PCTY_PCL_KIND_OPAQUE: pcty_pcl_kind = 8;
/// Sequences of one element type.
pub const PCTY_PCL_KIND_LIST: pcty_pcl_kind = 9;
/// Sets of one element type.
pub const PCTY_PCL_KIND_SET: pcty_pcl_kind = 10;
/// Maps from strings to one element type.
pub const PCTY_PCL_KIND_MAP: pcty_pcl_kind = 11;
/// Sequences with a type for each position.
pub const PCTY_PCL_KIND_TUPLE: pcty_pcl_kind = 12;
/// Named properties.
pub const PCTY_PCL_KIND_OBJECT: pcty_pcl_kind = 13;
/// One of several types. One of `none` and another type is an optional type.
pub const PCTY_PCL_KIND_UNION: pcty_pcl_kind = 14;
/// A deferred value.
pub const PCTY_PCL_KIND_PROMISE: pcty_pcl_kind = 15;
/// A deferred value with additional information.
pub const PCTY_PCL_KIND_OUTPUT: pcty_pcl_kind = 16;
/// One value of a type.
pub const PCTY_PCL_KIND_CONST: pcty_pcl_kind = 17;
/// A named enumeration of values of one type.
pub const PCTY_PCL_KIND_ENUM: pcty_pcl_kind = 18;
/// A reference to a definition of a group: `pcty_type_unfold`.
pub const PCTY_PCL_KIND_RECURSIVE: pcty_pcl_kind = 19;
/// A type of another dialect, which PCL does not have.
pub const PCTY_PCL_KIND_FOREIGN: pcty_pcl_kind = 20;

/// The kind of a type in PCL, and its parts.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_pcl_type_data {
    /// The kind.
    pub kind: pcty_pcl_kind,
    /// The type of the elements of a list, set or map, of the value of a promise or output, or of
    /// the values of a constant or enumeration; NULL for other types. Constants that are null have
    /// one here, unlike in `pcty_type_element`.
    pub element: *const pcty_type,
    /// The number of values of an enumeration, 1 for a constant, 0 for other types:
    /// `pcty_pcl_type_value_at`.
    pub value_count: usize,
    /// Whether null is a value of the type. For `dynamic` the result is false, and if the budget is
    /// exceeded.
    pub is_optional: bool,
}

/// A selection of deferred types.
pub type pcty_pcl_resolution = u32;

/// Promises.
pub const PCTY_PCL_RESOLVE_PROMISES: pcty_pcl_resolution = 1;
/// Promises and outputs.
pub const PCTY_PCL_RESOLVE_ALL: pcty_pcl_resolution = 2;

/// The deferred types inside a type. A larger number means more dependencies of a result.
pub type pcty_pcl_deferred = u32;

/// None.
pub const PCTY_PCL_DEFERRED_NONE: pcty_pcl_deferred = 0;
/// A promise, but no output.
pub const PCTY_PCL_DEFERRED_PROMISE: pcty_pcl_deferred = 1;
/// An output.
pub const PCTY_PCL_DEFERRED_OUTPUT: pcty_pcl_deferred = 2;

/// The width of the display form in the messages of the language.
pub const PCTY_PCL_COLUMNS: usize = 100;

const _: () = assert!(PCTY_PCL_COLUMNS == pcl::COLUMNS);

/// Returns the type of identifiers of resources.
///
/// Ownership: the result has static lifetime; do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_id() -> *const pcty_type {
    quiet(ptr::null(), || pcty_type::borrowed(pcl::id()))
}

/// Creates a type that is known by its name alone. For the name of a built-in type, such as `int`
/// or `id`, the result is that type.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the name is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_opaque(
    name: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Ok(pcl::opaque(text(&name, "name")?)))
}

/// Returns the scalar of a constant, or `None` for null.
fn constant(value: Option<&pcty_value>, name: &str) -> Result<Option<Scalar>> {
    match need(value, name)? {
        value if value.0.is_null() && !value.0.is_marked() => Ok(None),
        _ => scalar(value, name).map(Some),
    }
}

/// Creates the type of one value of a type, which may be null. A whole number and an integer belong
/// to both number types.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value whose kind is not that of the type;
/// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_const(
    element: Option<&pcty_type>,
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = &need(element, "element")?.0;
        Ok(pcl::constant(element, constant(value, "value")?)?)
    })
}

/// Creates an enumeration of at least one value of one type. It is identified by its token: two
/// enumerations with the same token are equal.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if there are no values, and for a value whose kind is not
/// that of the type; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
/// PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar.
/// Ownership: the caller owns `*out`; the token is copied.
/// NULL: `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_enum(
    token: pcty_str,
    element: Option<&pcty_type>,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let token = text(&token, "token")?;
        let element = &need(element, "element")?.0;
        let mut scalars = Vec::with_capacity(count.min(1024));
        // SAFETY: by the header's contract `values` has `count` elements.
        for value in unsafe { slice(values, count, "values") }? {
            // SAFETY: by the header's contract each is NULL or valid.
            scalars.push(scalar(unsafe { value.as_ref() }, "values")?);
        }
        Ok(pcl::enumeration(token, element, scalars)?)
    })
}

/// Creates the union of types in normal form: unions inside it are flattened, the members are
/// sorted by their texts, and equal members are merged. The union of one member is that member. A
/// union without members is valid.
///
/// Errors: PCTY_ERROR_LIMIT.
/// NULL: `members` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_union(
    members: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `members` has `count` elements.
        let members = unsafe { clones(members, count, "members") }?;
        cost::look_at_types(&members, budget)?;
        Ok(pcl::union(members)?)
    })
}

/// A type that is made from another one.
pub type pcty_pcl_derivation = u32;

/// The optional type: the union of the type with `none`.
pub const PCTY_PCL_DERIVE_OPTIONAL: pcty_pcl_derivation = 1;
/// The type of a deferred value of the type. Promises inside the type are resolved first.
pub const PCTY_PCL_DERIVE_PROMISE: pcty_pcl_derivation = 2;
/// The type of a deferred value of the type with additional information. Promises and outputs
/// inside the type are resolved first.
pub const PCTY_PCL_DERIVE_OUTPUT: pcty_pcl_derivation = 3;
/// PCL's normal form of the type. Optional types and optional fields become unions with `none`,
/// fields are sorted by name, and unions and deferred types get the form that the functions here
/// create.
pub const PCTY_PCL_DERIVE_NORMAL: pcty_pcl_derivation = 4;
/// The type of the values that are accepted for the type: a value of the type, or an output of it,
/// at each position where a host looks for deferred values. Sets, tuples, constants and
/// enumerations are accepted only as a whole.
pub const PCTY_PCL_DERIVE_INPUT: pcty_pcl_derivation = 5;

/// Creates a type from another one. `pcty_pcl_type_resolve` removes the deferred types.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a derivation without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_derive(
    ty: Option<&pcty_type>,
    derivation: pcty_pcl_derivation,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        cost::look_at_types([ty], budget)?;
        Ok(match derivation {
            PCTY_PCL_DERIVE_OPTIONAL => pcl::optional(ty.clone()),
            PCTY_PCL_DERIVE_PROMISE => pcl::promise(ty.clone()),
            PCTY_PCL_DERIVE_OUTPUT => pcl::output(ty.clone()),
            PCTY_PCL_DERIVE_NORMAL => pcl::normalize(ty),
            PCTY_PCL_DERIVE_INPUT => pcl::input(ty),
            other => return Err(unnamed("derivation", other)),
        }?)
    })
}

/// Replaces the deferred types inside a type by the types of their values, including those in
/// recursive definitions. A type without deferred types is returned unchanged.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT if `which` is not one of the constants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_resolve(
    ty: Option<&pcty_type>,
    which: pcty_pcl_resolution,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let which = match which {
            PCTY_PCL_RESOLVE_PROMISES => DeferredParts::Promises,
            PCTY_PCL_RESOLVE_ALL => DeferredParts::All,
            other => return Err(unnamed("which", other)),
        };
        let ty = &need(ty, "type")?.0;
        cost::look_at_types([ty], budget)?;
        Ok(pcl::resolve(ty, which)?)
    })
}

/// Explains why only some values of a type convert to a different type: `*out` is an error with a
/// message, the path to the first part whose conversion is unsafe, and the expected and found types
/// of that part. `pcty_type_explain` explains why no value converts.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, which is NULL unless the conversion is unsafe.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_explain_unsafe(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (&need(source, "source")?.0, &need(target, "target")?.0);
        let doubt = pcl::why_unsafe(source, target, budget)?;
        Ok(doubt.map_or(ptr::null_mut(), |doubt| {
            let message = doubt.summary.unwrap_or_default();
            pcty_error::own(
                Error::new(Code::Conversion, message)
                    .with_path(doubt.path)
                    .with_expected(&doubt.target)
                    .with_found(&doubt.source),
            )
        }))
    })
}

/// Writes the kind of a type in PCL, and the parts that no function for all dialects returns.
///
/// Returns: whether there is a type.
/// Ownership: the type in `*out` is owned by `type` and valid while it lives.
/// NULL: returns false if `type` is NULL; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_info(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_pcl_type_data>>,
) -> bool {
    quiet(false, || {
        let data = ty.map(|pcty_type(ty)| {
            let shape = pcl::shape(ty);
            pcty_pcl_type_data {
                kind: kind_of(&shape),
                element: match &shape {
                    PclType::List(inner)
                    | PclType::Set(inner)
                    | PclType::Map(inner)
                    | PclType::Promise(inner)
                    | PclType::Output(inner)
                    | PclType::Const(inner, _)
                    | PclType::Enum { ty: inner, .. } => pcty_type::borrowed(inner),
                    _ => ptr::null(),
                },
                value_count: match &shape {
                    PclType::Const(..) => 1,
                    PclType::Enum { values, .. } => values.len(),
                    _ => 0,
                },
                is_optional: calling(|budget| pcl::is_optional(ty, budget)).unwrap_or(false),
            }
        });
        write_found(data, out)
    })
}

fn kind_of(shape: &PclType<'_>) -> pcty_pcl_kind {
    match shape {
        PclType::Dynamic => PCTY_PCL_KIND_DYNAMIC,
        PclType::None => PCTY_PCL_KIND_NONE,
        PclType::Bool => PCTY_PCL_KIND_BOOL,
        PclType::Int => PCTY_PCL_KIND_INT,
        PclType::Number => PCTY_PCL_KIND_NUMBER,
        PclType::String => PCTY_PCL_KIND_STRING,
        PclType::Id => PCTY_PCL_KIND_ID,
        PclType::Opaque(_) => PCTY_PCL_KIND_OPAQUE,
        PclType::List(_) => PCTY_PCL_KIND_LIST,
        PclType::Set(_) => PCTY_PCL_KIND_SET,
        PclType::Map(_) => PCTY_PCL_KIND_MAP,
        PclType::Tuple(_) => PCTY_PCL_KIND_TUPLE,
        PclType::Object(_) => PCTY_PCL_KIND_OBJECT,
        PclType::Union(_) => PCTY_PCL_KIND_UNION,
        PclType::Promise(_) => PCTY_PCL_KIND_PROMISE,
        PclType::Output(_) => PCTY_PCL_KIND_OUTPUT,
        PclType::Const(..) => PCTY_PCL_KIND_CONST,
        PclType::Enum { .. } => PCTY_PCL_KIND_ENUM,
        PclType::Recursive(_) => PCTY_PCL_KIND_RECURSIVE,
        PclType::Foreign => PCTY_PCL_KIND_FOREIGN,
    }
}

/// Writes the value of an enumeration at a position, from 0, or the value of a constant at position
/// 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_value_at(
    ty: Option<&pcty_type>,
    index: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        match (pcl::shape(&need(ty, "type")?.0), index) {
            (PclType::Const(of, None), 0) => Some(Value::null(of.clone())),
            (PclType::Const(_, Some(value)), 0) => Some(scalar_value(value)),
            (PclType::Enum { values, .. }, index) => values.get(index).map(scalar_value),
            _ => None,
        }
        .ok_or_else(|| Error::new(Code::NotFound, "the type has no such value"))
    })
}

/// Returns the deferred types inside a type, at any depth.
///
/// NULL: returns PCTY_PCL_DEFERRED_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_deferred(ty: Option<&pcty_type>) -> pcty_pcl_deferred {
    quiet(PCTY_PCL_DEFERRED_NONE, || {
        match ty.map_or(DeferredKind::Nothing, |ty| pcl::deferred_kind(&ty.0)) {
            DeferredKind::Nothing => PCTY_PCL_DEFERRED_NONE,
            DeferredKind::Promise => PCTY_PCL_DEFERRED_PROMISE,
            DeferredKind::Output => PCTY_PCL_DEFERRED_OUTPUT,
        }
    })
}

/// Formats a type for display, as in messages of the language: `int | string?`, `{ port: int }`. A
/// text that exceeds `columns` is broken into lines; PCTY_PCL_COLUMNS is the usual width. The text
/// is truncated at 16 MB.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_to_text(
    ty: Option<&pcty_type>,
    columns: usize,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        ty.map_or(ptr::null_mut(), |ty| {
            pcty_string::own(OwnedText::new(pcl::display_columns(&ty.0, columns)))
        })
    })
}

/// Parses a type from the JSON that `pcty_pcl_type_to_json` writes, including recursive types. The
/// result is in normal form.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, and PCTY_ERROR_TYPE for JSON that does
/// not describe a type; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_from_json(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = text(&json, "json")?;
        cost::read(json, budget)?;
        pcl::decode_type(json)
    })
}

/// Formats a type as JSON: `"int"`, `["output","string"]`, `["union",["none","string"]]`,
/// `["object",{"a":"bool"}]`, `["opaque","Asset"]`, `["const","int",1]`,
/// `["enum","token","string",["a","b"]]`, and for a recursive type `["rec","R1",T]` with
/// `["ref","R1"]` inside of T.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that PCL does not have; PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_to_json(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        cost::write_type(ty, budget)?;
        Ok(OwnedText::new(pcl::encode_type(ty)?))
    })
}

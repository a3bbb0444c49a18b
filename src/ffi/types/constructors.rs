//! Types: creating them.
//!
//! Constructors keep the order of their arguments. They check only conditions that no dialect
//! allows: reversed bounds, a duplicate field, nesting and size past the limits (PCTY_ERROR_LIMIT).
//!
//! A dialect's notation brings the parts into its normal form first. With constructors, the caller
//! does this: HCL and PCL require the attributes of an object in ascending order of their names.

pub use crate::ffi::base::handles::pcty_type;

use super::parts::{
    PCTY_KIND_META, PCTY_KIND_NOT_UNDEF, PCTY_KIND_OPTIONAL, PCTY_KIND_OUTPUT, PCTY_KIND_PROMISE,
    pcty_kind,
};
use crate::ffi::base::handles::{pcty_error, pcty_value};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, clones, invalid, make, need, null, owned, quiet, slice, text, unnamed,
};
use crate::ffi::reading::scalar;
use crate::number::Integer;
use crate::source::{Code, Error, Result};
use crate::types::{
    Field, FloatRange, IntegerRange, NominalParam, Scalar, SizeRange, Str, StringConstraint, Type,
};
use crate::values::nfc;
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// An inclusive range of sizes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_size_range {
    /// The smallest size.
    pub min: u64,
    /// The largest size, or PCTY_SIZE_UNLIMITED.
    pub max: u64,
}

/// No upper bound.
pub const PCTY_SIZE_UNLIMITED: u64 = u64::MAX;

impl pcty_size_range {
    pub(crate) fn range(self) -> SizeRange {
        SizeRange {
            min: self.min,
            max: (self.max != PCTY_SIZE_UNLIMITED).then_some(self.max),
        }
    }

    pub(crate) fn of(range: SizeRange) -> pcty_size_range {
        pcty_size_range {
            min: range.min,
            max: range.max.unwrap_or(PCTY_SIZE_UNLIMITED),
        }
    }
}

/// Whether letter case is significant.
pub type pcty_case = u32;

/// Letter case is significant.
pub const PCTY_CASE_SENSITIVE: pcty_case = 0;
/// Letter case is ignored.
pub const PCTY_CASE_IGNORED: pcty_case = 1;

/// Whether a field, or a function's block, may be missing.
pub type pcty_presence = u32;

/// It is required.
pub const PCTY_REQUIRED: pcty_presence = 0;
/// It may be missing.
pub const PCTY_OPTIONAL: pcty_presence = 1;

/// A field of an object type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_field {
    /// The name.
    pub name: pcty_str,
    /// The type.
    pub ty: *const pcty_type,
    /// Whether the field may be missing.
    pub presence: pcty_presence,
}

/// A parameter of a nominal type: a type, a single value, or a parameter left at its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_nominal_parameter {
    /// The type, or NULL.
    pub ty: *const pcty_type,
    /// The value, or NULL: a known bool, number, integer, float or string. It must be NULL if `ty`
    /// is not NULL.
    pub value: *const pcty_value,
}

owned! {
    /// Creates another handle of the same type; only a reference is counted.
    fn pcty_type_clone(ty: &pcty_type);
    /// Frees a type.
    fn pcty_type_free(ty: pcty_type);
}

fn shared(ty: impl FnOnce() -> &'static Type) -> *const pcty_type {
    quiet(std::ptr::null(), || pcty_type::borrowed(ty()))
}

/// Returns the type any: not yet known in HCL, dynamic in PCL, the top type in Puppet.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_any() -> *const pcty_type {
    shared(Type::any)
}

/// Returns the type of nothing: PCL's none, Puppet's Undef.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_none() -> *const pcty_type {
    shared(Type::none)
}

/// Returns the type of all bools.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_bool() -> *const pcty_type {
    shared(Type::bool)
}

/// Returns the type of numbers of arbitrary precision.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_number() -> *const pcty_type {
    shared(Type::number)
}

/// Returns the type of all strings.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_string() -> *const pcty_type {
    shared(Type::string)
}

/// Returns the type of all exact integers.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_integer() -> *const pcty_type {
    shared(Type::integer)
}

/// Returns the type of all doubles.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_float() -> *const pcty_type {
    shared(Type::float)
}

/// Returns the type of every type.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_meta() -> *const pcty_type {
    shared(Type::meta_any)
}

/// Creates the bool type of one value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_bool_value(value: bool) -> *mut pcty_type {
    quiet(std::ptr::null_mut(), || {
        pcty_type::own(Type::bool_value(value))
    })
}

/// Creates the type of integers within inclusive bounds, which are integer values.
///
/// Errors: PCTY_ERROR_TYPE for a bound that is not an integer; PCTY_ERROR_INVALID_ARGUMENT for
/// reversed bounds.
/// NULL: `min`, `max` (then unbounded) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_integer_range(
    min: Option<&pcty_value>,
    max: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Type::integer_range(IntegerRange {
            min: bound(min, "min")?,
            max: bound(max, "max")?,
        })?)
    })
}

fn bound(value: Option<&pcty_value>, name: &str) -> Result<Option<Integer>> {
    match value {
        None => Ok(None),
        Some(_) => match scalar(value, name)? {
            Scalar::Integer(integer) => Ok(Some(integer)),
            _ => Err(Error::new(
                Code::Type,
                format!("`{name}` is not an integer"),
            )),
        },
    }
}

/// Creates the type of doubles within inclusive bounds.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for reversed bounds and NaN.
/// NULL: `min`, `max` (then unbounded) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_float_range(
    min: Option<&f64>,
    max: Option<&f64>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Type::float_range(FloatRange {
            min: min.copied(),
            max: max.copied(),
        })?)
    })
}

/// Creates the type of strings within a range of lengths, in the unit of the dialect.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_string_length(
    size: Option<&pcty_size_range>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Type::string_constraint(StringConstraint::Length(
            need(size, "size")?.range(),
        ))?)
    })
}

/// Creates the type of one of several strings.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if there are none.
/// Ownership: the caller owns `*out`; the texts are copied.
/// NULL: `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_string_enumeration(
    values: *const pcty_str,
    count: usize,
    case: pcty_case,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ignore_case = match case {
            PCTY_CASE_SENSITIVE => false,
            PCTY_CASE_IGNORED => true,
            other => return Err(unnamed("case_", other)),
        };
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { strs(values, count, "values") }?;
        Ok(Type::string_constraint(StringConstraint::Enumeration {
            values,
            ignore_case,
        })?)
    })
}

/// Creates the type of strings that match one of several regular expressions, given as source text.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if there are none.
/// Ownership: the caller owns `*out`; the texts are copied.
/// NULL: `patterns` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_string_patterns(
    patterns: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `patterns` has `count` elements.
        let patterns = unsafe { strs(patterns, count, "patterns") }?;
        Ok(Type::string_constraint(StringConstraint::Patterns(
            patterns,
        ))?)
    })
}

/// Returns shared copies of texts.
///
/// # Safety
/// `data` is NULL or points to `count` valid texts.
pub(crate) unsafe fn strs(data: *const pcty_str, count: usize, name: &str) -> Result<Box<[Str]>> {
    // SAFETY: this function has the same contract.
    let texts = unsafe { slice(data, count, name) }?;
    texts
        .iter()
        .map(|each| Ok(text(each, name)?.into()))
        .collect()
}

/// Creates the list type of an element type.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
/// NULL: `size` (then any size) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_list(
    element: Option<&pcty_type>,
    size: Option<&pcty_size_range>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = need(element, "element")?.0.clone();
        Ok(match size {
            Some(size) => Type::sized_list(element, size.range()),
            None => Type::list(element),
        }?)
    })
}

/// Creates the set type of an element type.
///
/// Errors: PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_set(
    element: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Type::set(need(element, "element")?.0.clone())?)
    })
}

/// Creates the map type of a key type and an element type.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
/// NULL: `key` (then strings), `size` (then any size) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_map(
    key: Option<&pcty_type>,
    element: Option<&pcty_type>,
    size: Option<&pcty_size_range>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = need(element, "element")?.0.clone();
        if key.is_none() && size.is_none() {
            return Ok(Type::map(element)?);
        }
        let key = key.map_or(Type::string(), |key| &key.0).clone();
        Ok(Type::map_of(key, element, size.map(|size| size.range()))?)
    })
}

/// Creates the tuple type with a type for each position. If there is a range of sizes, the last type
/// repeats, and trailing ones may be missing, as in Puppet.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
/// NULL: `elements` (if `count` is 0), `size` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_tuple(
    elements: *const *const pcty_type,
    count: usize,
    size: Option<&pcty_size_range>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        let elements = unsafe { clones(elements, count, "elements") }?;
        Ok(match size {
            Some(size) => Type::sized_tuple(elements, size.range()),
            None => Type::tuple(elements),
        }?)
    })
}

/// Creates the object type with these fields, as in HCL and PCL: names in Unicode normal form C,
/// fields in ascending order of their names. It equals the type that `pcty_type_parse` returns for
/// the same fields in any order.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a duplicate
/// name and for a presence without a constant.
/// Ownership: the caller owns `*out`; names are copied.
/// NULL: `fields` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_object(
    fields: *const pcty_field,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `fields` has `count` elements.
        let mut made = unsafe { object_fields(fields, count, nfc) }?;
        Field::sort_by_name(&mut made);
        Ok(Type::object(made)?)
    })
}

/// Creates the object type with these fields in this order, as in Puppet and mcl. Names are not
/// normalized. Two orders of the same fields are two types.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a duplicate
/// name and for a presence without a constant.
/// Ownership: the caller owns `*out`; names are copied.
/// NULL: `fields` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_ordered_object(
    fields: *const pcty_field,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `fields` has `count` elements.
        Ok(Type::object(unsafe {
            object_fields(fields, count, |name| Cow::Borrowed(name))
        }?)?)
    })
}

/// Returns a type inside a struct of C.
///
/// # Safety
/// `ty` is NULL or a valid handle that outlives `'a`.
pub(crate) unsafe fn part<'a>(ty: *const pcty_type, name: &str) -> Result<&'a Type> {
    // SAFETY: this function has the same contract.
    unsafe { ty.as_ref() }
        .map(|ty| &ty.0)
        .ok_or_else(|| null(name))
}

/// Returns the fields that C describes.
///
/// # Safety
/// `fields` is NULL or points to `count` fields that keep the header's contract.
unsafe fn object_fields(
    fields: *const pcty_field,
    count: usize,
    form: impl Fn(&str) -> Cow<'_, str>,
) -> Result<Vec<Field>> {
    let mut made = Vec::with_capacity(count.min(1024));
    // SAFETY: this function has the same contract.
    for field in unsafe { slice(fields, count, "fields") }? {
        // SAFETY: each field keeps the header's contract.
        let (name, ty) = unsafe {
            (
                text(&field.name, "fields->name")?,
                part(field.ty, "fields->type")?,
            )
        };
        let (name, ty) = (form(name), ty.clone());
        made.push(match field.presence {
            PCTY_REQUIRED => Field::new(&*name, ty),
            PCTY_OPTIONAL => Field::optional(&*name, ty),
            other => return Err(unnamed("fields->presence", other)),
        });
    }
    Ok(made)
}

/// Creates the union of at least one member, in this order.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT if there are none.
/// NULL: `members` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_union(
    members: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `members` has `count` elements.
        Ok(Type::union(unsafe { clones(members, count, "members") }?)?)
    })
}

/// Creates a type from one element type:
///
/// - PCTY_KIND_OPTIONAL: the type or undef.
/// - PCTY_KIND_NOT_UNDEF: the type without undef.
/// - PCTY_KIND_PROMISE: a deferred value of the type.
/// - PCTY_KIND_OUTPUT: a deferred value of the type, with its dependencies.
/// - PCTY_KIND_META: the type of the type.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for another kind.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_wrapper(
    element: Option<&pcty_type>,
    kind: pcty_kind,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = need(element, "element")?.0.clone();
        Ok(match kind {
            PCTY_KIND_OPTIONAL => Type::optional(element)?,
            PCTY_KIND_NOT_UNDEF => Type::not_undef(element)?,
            PCTY_KIND_PROMISE => Type::promise(element)?,
            PCTY_KIND_OUTPUT => Type::output(element)?,
            PCTY_KIND_META => Type::meta(element)?,
            other => return Err(unnamed("kind", other)),
        })
    })
}

/// Creates the type of one value. The value must be of the type's kind: a bool, number, integer,
/// float or string.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind; PCTY_ERROR_MARKED,
/// PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar;
/// PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_literal(
    element: Option<&pcty_type>,
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = need(element, "element")?.0.clone();
        Ok(Type::literal(element, scalar(value, "value")?)?)
    })
}

/// Creates an enumeration of at least one value of one type, identified by a token.
///
/// Errors: those of `pcty_type_literal` for each value; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_INVALID_ARGUMENT for no values.
/// Ownership: the caller owns `*out`; the token is copied.
/// NULL: `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_enumeration(
    token: pcty_str,
    element: Option<&pcty_type>,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let token = text(&token, "token")?;
        let element = need(element, "element")?.0.clone();
        let mut scalars = Vec::with_capacity(count.min(1024));
        // SAFETY: by the header's contract `values` has `count` elements.
        for value in unsafe { slice(values, count, "values") }? {
            // SAFETY: by the header's contract each is NULL or valid.
            scalars.push(scalar(unsafe { value.as_ref() }, "values")?);
        }
        Ok(Type::enumeration(token, element, scalars)?)
    })
}

/// Creates a type that only one dialect has, from its name, its parameters and the dialect's name.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; those of `pcty_type_literal` for the value of
/// a parameter; PCTY_ERROR_INVALID_ARGUMENT for a parameter that is both a type and a value.
/// Ownership: the caller owns `*out`; names are copied.
/// NULL: `parameters` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_nominal(
    name: pcty_str,
    parameters: *const pcty_nominal_parameter,
    count: usize,
    dialect: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let dialect = text(&dialect, "dialect")?;
        let name = text(&name, "name")?;
        let mut made = Vec::with_capacity(count.min(1024));
        // SAFETY: by the header's contract `parameters` has `count` elements.
        for param in unsafe { slice(parameters, count, "parameters") }? {
            // SAFETY: by the header's contract both are NULL or valid.
            let (ty, value) = unsafe { (param.ty.as_ref(), param.value.as_ref()) };
            made.push(match (ty, value) {
                (Some(ty), None) => NominalParam::Type(ty.0.clone()),
                (None, Some(_)) => NominalParam::Scalar(scalar(value, "parameters->value")?),
                (None, None) => NominalParam::Default,
                (Some(_), Some(_)) => {
                    return Err(invalid("a parameter is both a type and a value"));
                }
            });
        }
        Ok(Type::nominal(dialect, name, made)?)
    })
}

/// Returns the same type with every field required, at any depth.
///
/// Errors: PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_without_optional_fields(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(need(ty, "type")?.0.without_optional_fields()?)
    })
}

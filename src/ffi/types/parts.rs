//! Types: reading them.
//!
//! Borrowed results are owned by the type and valid while it lives. The parts of a type by position
//! are the types of a tuple, the members of a union or the fields of an object.

use super::constructors::{
    PCTY_CASE_IGNORED, PCTY_CASE_SENSITIVE, PCTY_OPTIONAL, PCTY_REQUIRED, pcty_case, pcty_field,
    pcty_size_range, pcty_type,
};
use crate::ffi::base::handles::{pcty_error, pcty_value};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, make, need, quiet, run, text, unnamed, write_found};
use crate::ffi::reentry::untold;
use crate::source::{Code, Error, Result};
use crate::types::{
    Field, Flags, Kind, NominalParam, PartStep, Scalar, StringConstraint, Type, Visit,
};
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// The kind of a type: its constructor.
pub type pcty_kind = u32;

/// No type: the argument was NULL.
pub const PCTY_KIND_MISSING: pcty_kind = 0;
/// A type that is not yet known, or the top type.
pub const PCTY_KIND_ANY: pcty_kind = 1;
/// The type of nothing.
pub const PCTY_KIND_NONE: pcty_kind = 2;
/// Bools, optionally only one of them.
pub const PCTY_KIND_BOOL: pcty_kind = 3;
/// Numbers of arbitrary precision.
pub const PCTY_KIND_NUMBER: pcty_kind = 4;
/// Exact integers, optionally within bounds.
pub const PCTY_KIND_INTEGER: pcty_kind = 5;
/// Doubles, optionally within bounds.
pub const PCTY_KIND_FLOAT: pcty_kind = 6;
/// Strings, plain or constrained.
pub const PCTY_KIND_STRING: pcty_kind = 7;
/// Sequences of one element type, optionally sized.
pub const PCTY_KIND_LIST: pcty_kind = 8;
/// Sets of one element type.
pub const PCTY_KIND_SET: pcty_kind = 9;
/// Maps from a key type to an element type, optionally sized.
pub const PCTY_KIND_MAP: pcty_kind = 10;
/// Sequences with a type for each position, optionally sized.
pub const PCTY_KIND_TUPLE: pcty_kind = 11;
/// Named fields in order.
pub const PCTY_KIND_OBJECT: pcty_kind = 12;
/// Functions.
pub const PCTY_KIND_FUNCTION: pcty_kind = 13;
/// One of several types.
pub const PCTY_KIND_UNION: pcty_kind = 14;
/// A type or undef.
pub const PCTY_KIND_OPTIONAL: pcty_kind = 15;
/// A type without undef.
pub const PCTY_KIND_NOT_UNDEF: pcty_kind = 16;
/// A deferred value.
pub const PCTY_KIND_PROMISE: pcty_kind = 17;
/// A deferred value with its dependencies.
pub const PCTY_KIND_OUTPUT: pcty_kind = 18;
/// One value of a type.
pub const PCTY_KIND_LITERAL: pcty_kind = 19;
/// Values of one type under a token.
pub const PCTY_KIND_ENUMERATION: pcty_kind = 20;
/// A native type of the host.
pub const PCTY_KIND_CAPSULE: pcty_kind = 21;
/// The type of a type, or of every type.
pub const PCTY_KIND_META: pcty_kind = 22;
/// A unification variable.
pub const PCTY_KIND_VARIABLE: pcty_kind = 23;
/// A named and possibly recursive type.
pub const PCTY_KIND_REFERENCE: pcty_kind = 24;
/// A type that only one dialect has.
pub const PCTY_KIND_NOMINAL: pcty_kind = 25;

/// The features that occur inside a type, at any depth: bits.
pub type pcty_type_flags = u32;

/// The type any occurs.
pub const PCTY_TYPE_HAS_ANY: pcty_type_flags = 1;
/// A unification variable occurs.
pub const PCTY_TYPE_HAS_VARIABLE: pcty_type_flags = 2;
/// An object with an optional field occurs.
pub const PCTY_TYPE_HAS_OPTIONAL_FIELD: pcty_type_flags = 4;
/// A reference to a definition of a group occurs.
pub const PCTY_TYPE_HAS_REFERENCE: pcty_type_flags = 8;
/// A capsule occurs.
pub const PCTY_TYPE_HAS_CAPSULE: pcty_type_flags = 16;
/// A promise or an output occurs.
pub const PCTY_TYPE_HAS_DEFERRED: pcty_type_flags = 32;
/// A set occurs.
pub const PCTY_TYPE_HAS_SET: pcty_type_flags = 64;

/// The constraint of a string type.
pub type pcty_string_constraint = u32;

/// The type is not a string type.
pub const PCTY_STRING_NONE: pcty_string_constraint = 0;
/// Every string.
pub const PCTY_STRING_PLAIN: pcty_string_constraint = 1;
/// A range of lengths: `size_range` of `pcty_type_info`.
pub const PCTY_STRING_LENGTH: pcty_string_constraint = 2;
/// One of some strings: `pcty_type_text_at`.
pub const PCTY_STRING_ENUMERATION: pcty_string_constraint = 3;
/// A string that matches one of some patterns: `pcty_type_text_at`.
pub const PCTY_STRING_PATTERNS: pcty_string_constraint = 4;

/// A side of a range.
pub type pcty_side = u32;

/// The lower bound.
pub const PCTY_LOWER: pcty_side = 0;
/// The upper bound.
pub const PCTY_UPPER: pcty_side = 1;

/// The action of a walk after a visit.
pub type pcty_visit = u32;

/// Continues with the parts of the visited item.
pub const PCTY_VISIT_DESCEND: pcty_visit = 0;
/// Continues, and skips the parts of the visited item.
pub const PCTY_VISIT_SKIP: pcty_visit = 1;
/// Ends the walk.
pub const PCTY_VISIT_STOP: pcty_visit = 2;

/// The kind of a part of a type.
pub type pcty_part = u32;

/// The element type of a list, set or map, or the inner type of an optional or similar type.
pub const PCTY_PART_ELEMENT: pcty_part = 1;
/// The key type of a map.
pub const PCTY_PART_KEY: pcty_part = 2;
/// A part by position: of a tuple or a union, or of the parameters of a function or nominal type.
pub const PCTY_PART_POSITION: pcty_part = 3;
/// A field of an object.
pub const PCTY_PART_FIELD: pcty_part = 4;
/// The variadic parameter of a function.
pub const PCTY_PART_VARIADIC: pcty_part = 5;
/// The block of a function.
pub const PCTY_PART_BLOCK: pcty_part = 6;
/// The result of a function.
pub const PCTY_PART_RESULT: pcty_part = 7;

/// A step from a type to one of its parts.
#[repr(C)]
pub struct pcty_type_step {
    /// The kind of the part.
    pub part: pcty_part,
    /// The position, for PCTY_PART_POSITION.
    pub position: usize,
    /// The name, for PCTY_PART_FIELD.
    pub name: pcty_str,
}

/// Called for a type and each of its parts, outside in. `depth` is 0 and `step` NULL for the type
/// itself; for a part, `step` leads to it from the type visited last at `depth - 1`. Both pointers
/// are valid during the call only.
pub type pcty_type_visitor = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        depth: usize,
        step: *const pcty_type_step,
        ty: *const pcty_type,
    ) -> pcty_visit,
>;

/// Returns the kind of a type.
///
/// NULL: returns PCTY_KIND_MISSING.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_kind(ty: Option<&pcty_type>) -> pcty_kind {
    quiet(PCTY_KIND_MISSING, || {
        ty.map_or(PCTY_KIND_MISSING, |ty| kind(&ty.0))
    })
}

/// Returns the kind of a type.
#[inline]
pub(crate) fn kind(ty: &Type) -> pcty_kind {
    match ty.kind() {
        Kind::Any => PCTY_KIND_ANY,
        Kind::None => PCTY_KIND_NONE,
        Kind::Bool(_) => PCTY_KIND_BOOL,
        Kind::Number => PCTY_KIND_NUMBER,
        Kind::Integer(_) => PCTY_KIND_INTEGER,
        Kind::Float(_) => PCTY_KIND_FLOAT,
        Kind::String(_) => PCTY_KIND_STRING,
        Kind::List { .. } => PCTY_KIND_LIST,
        Kind::Set(_) => PCTY_KIND_SET,
        Kind::Map { .. } => PCTY_KIND_MAP,
        Kind::Tuple { .. } => PCTY_KIND_TUPLE,
        Kind::Object(_) => PCTY_KIND_OBJECT,
        Kind::Func(_) => PCTY_KIND_FUNCTION,
        Kind::Union(_) => PCTY_KIND_UNION,
        Kind::Optional(_) => PCTY_KIND_OPTIONAL,
        Kind::NotUndef(_) => PCTY_KIND_NOT_UNDEF,
        Kind::Promise(_) => PCTY_KIND_PROMISE,
        Kind::Output(_) => PCTY_KIND_OUTPUT,
        Kind::Literal { .. } => PCTY_KIND_LITERAL,
        Kind::Enumeration { .. } => PCTY_KIND_ENUMERATION,
        Kind::Capsule(_) => PCTY_KIND_CAPSULE,
        Kind::Meta(_) => PCTY_KIND_META,
        Kind::Variable { .. } => PCTY_KIND_VARIABLE,
        Kind::Reference(_) => PCTY_KIND_REFERENCE,
        Kind::Nominal(_) => PCTY_KIND_NOMINAL,
    }
}

fn borrowed(ty: Option<&Type>) -> *const pcty_type {
    ty.map_or(ptr::null(), pcty_type::borrowed)
}

/// Returns the element type of a list, set or map, or the inner type of an optional, not-undef,
/// promise, output, literal, enumeration or meta type.
///
/// Returns: NULL for other types.
/// Ownership: the result is owned by `ty` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_element(ty: Option<&pcty_type>) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        borrowed(ty.and_then(|ty| ty.0.element()))
    })
}

/// Returns the key type of a map.
///
/// Returns: NULL for other types.
/// Ownership: the result is owned by `ty` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_key(ty: Option<&pcty_type>) -> *const pcty_type {
    quiet(std::ptr::null(), || borrowed(ty.and_then(|ty| ty.0.key())))
}

/// The data of a type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_type_data {
    /// The features that occur in the type at any depth: PCTY_TYPE_HAS_*, added up.
    pub flags: pcty_type_flags,
    /// The nesting depth; 1 for a type without parts.
    pub depth: u32,
    /// The number of nodes of the type written as a tree; a long text or number in it, for example
    /// a name of more than 64 bytes, counts as several.
    pub size: u32,
    /// The number of types of a tuple, members of a union or fields of an object; otherwise 0.
    pub part_count: usize,
    /// The number of strings of a string enumeration, or of patterns: `pcty_type_text_at`.
    pub text_count: usize,
    /// The number of values of an enumeration; 1 for a literal: `pcty_type_value_at`.
    pub value_count: usize,
    /// The number of parameters of a nominal type: `pcty_type_nominal_parameter_at`.
    pub nominal_parameter_count: usize,
    /// The token of an enumeration, or the name of a capsule or a nominal type; otherwise `data` is NULL.
    pub name: pcty_str,
    /// The dialect of a nominal type; otherwise `data` is NULL.
    pub dialect: pcty_str,
    /// The constraint of a string type; PCTY_STRING_NONE for other types.
    pub string_constraint: pcty_string_constraint,
    /// Whether a string enumeration ignores case; PCTY_CASE_SENSITIVE for other types.
    pub text_case: pcty_case,
    /// Whether a list, map or tuple has a range of sizes, or a string type one of lengths.
    pub has_size_range: bool,
    /// That range, if `has_size_range`.
    pub size_range: pcty_size_range,
    /// Whether a bool type has one value only.
    pub has_only_bool: bool,
    /// That value, if `has_only_bool`.
    pub only_bool: bool,
    /// Whether the type is a unification variable.
    pub is_variable: bool,
    /// The number of the variable in its scope, if `is_variable`.
    pub variable_id: u32,
    /// The scope of the variable, as `pcty_variable_scope_identity` returns it, if `is_variable`.
    pub variable_scope: u64,
}

/// Writes the data of a type: its flags, counts, names and constraints.
///
/// Returns: false if `type` is NULL.
/// Ownership: the texts in `*out` are owned by `type` and valid while it lives.
/// NULL: returns false if `type` is NULL; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_info(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_type_data>>,
) -> bool {
    quiet(false, || write_found(ty.map(data_of), out))
}

/// Returns the type at a position, from 0: of a tuple, the member of a union, or the type of an
/// object's field.
///
/// Returns: NULL for a position past the end and for other types.
/// Ownership: the result is owned by `ty` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_part_at(ty: Option<&pcty_type>, index: usize) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        borrowed(ty.and_then(|ty| match ty.0.elements() {
            Some(elements) => elements.get(index),
            None => ty.0.fields().get(index).map(Field::ty),
        }))
    })
}

fn borrowed_field(field: &Field) -> pcty_field {
    pcty_field {
        name: pcty_str::borrowed(field.name()),
        ty: pcty_type::borrowed(field.ty()),
        presence: if field.is_optional() {
            PCTY_OPTIONAL
        } else {
            PCTY_REQUIRED
        },
    }
}

/// Writes the field of an object at a position, from 0.
///
/// Returns: whether there is such a field.
/// Ownership: the name and the type in `*out` are owned by `ty` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_field_at(
    ty: Option<&pcty_type>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_field>>,
) -> bool {
    quiet(false, || {
        let field = ty.and_then(|ty| ty.0.fields().get(index));
        write_found(field.map(borrowed_field), out)
    })
}

/// Writes the field of an object by its name.
///
/// Returns: whether there is such a field.
/// Ownership: the name and the type in `*out` are owned by `ty` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_field_get(
    ty: Option<&pcty_type>,
    name: pcty_str,
    out: Option<&mut MaybeUninit<pcty_field>>,
) -> bool {
    quiet(false, || {
        let field = ty
            .zip(text(&name, "name").ok())
            .and_then(|(ty, name)| ty.0.field(name));
        write_found(field.map(borrowed_field), out)
    })
}

/// Returns a bound of an integer type, as an integer, or of a float type, as a double.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the type has no such bound; PCTY_ERROR_INVALID_ARGUMENT for a
/// side without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_bound(
    ty: Option<&pcty_type>,
    side: pcty_side,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = &need(ty, "type")?.0;
        let lower = lower(side)?;
        match ty.kind() {
            Kind::Integer(range) => if lower { &range.min } else { &range.max }
                .clone()
                .map(Value::from_integer),
            Kind::Float(range) => if lower { range.min } else { range.max }.map(Value::from_double),
            _ => None,
        }
        .ok_or_else(|| Error::new(Code::NotFound, "the type has no such bound"))
    })
}

/// Returns whether a side is the lower one.
pub(crate) fn lower(side: pcty_side) -> Result<bool> {
    match side {
        PCTY_LOWER => Ok(true),
        PCTY_UPPER => Ok(false),
        other => Err(unnamed("side", other)),
    }
}

fn texts(ty: Option<&pcty_type>) -> &[crate::types::Str] {
    match ty.map(|ty| ty.0.kind()) {
        Some(Kind::String(
            StringConstraint::Enumeration { values: texts, .. } | StringConstraint::Patterns(texts),
        )) => texts,
        _ => &[],
    }
}

/// Returns a string of a string enumeration, or a pattern, by its position, from 0.
///
/// Returns: no text for a position past the end and for other types.
/// Ownership: the result is owned by `ty` and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_text_at(ty: Option<&pcty_type>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        texts(ty)
            .get(index)
            .map_or(pcty_str::NONE, |text| pcty_str::borrowed(text))
    })
}

fn scalars(ty: &Type) -> &[Scalar] {
    match ty.kind() {
        Kind::Literal { value, .. } => std::slice::from_ref(value),
        Kind::Enumeration { values, .. } => values,
        _ => &[],
    }
}

pub(crate) fn scalar_value(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Bool(value) => Value::bool(*value),
        Scalar::Number(number) => Value::from_number(number.clone()),
        Scalar::Integer(integer) => Value::from_integer(integer.clone()),
        Scalar::Double(double) => Value::from_double(*double),
        Scalar::String(text) => Value::string(text),
    }
}

/// Returns a value of an enumeration, or the value of a literal, by its position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_value_at(
    ty: Option<&pcty_type>,
    index: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        scalars(&need(ty, "type")?.0)
            .get(index)
            .map(scalar_value)
            .ok_or_else(|| Error::new(Code::NotFound, "the type has no such value"))
    })
}

/// Returns a parameter of a nominal type by its position, from 0. One of the outputs receives the
/// parameter, the other is NULL; both are NULL if the parameter has its default. Undef is a null of
/// the type any.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types; PCTY_ERROR_UNSUPPORTED for a
/// regular expression, a list, a hash or a value that only the dialect has.
/// Ownership: `*parameter` is owned by `ty` and valid while it lives; the caller owns `*value`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_nominal_parameter_at(
    ty: Option<&pcty_type>,
    index: usize,
    parameter: Option<&mut MaybeUninit<*const pcty_type>>,
    value: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let (parameter, value) = (need(parameter, "parameter")?, need(value, "value")?);
        let found = match need(ty, "type")?.0.kind() {
            Kind::Nominal(nominal) => nominal.params.get(index),
            _ => None,
        }
        .ok_or_else(|| Error::new(Code::NotFound, "the type has no such parameter"))?;
        let (ty, scalar) = match found {
            NominalParam::Type(ty) => (pcty_type::borrowed(ty), ptr::null_mut()),
            NominalParam::Scalar(scalar) => (ptr::null(), pcty_value::own(scalar_value(scalar))),
            NominalParam::Default => (ptr::null(), ptr::null_mut()),
            NominalParam::Undef => {
                let undef = Value::null(Type::any().clone());
                (ptr::null(), pcty_value::own(undef))
            }
            NominalParam::Regexp(_)
            | NominalParam::List(_)
            | NominalParam::Map(_)
            | NominalParam::Own(_) => {
                return Err(Error::new(
                    Code::Unsupported,
                    "the parameter is neither a type nor a single value",
                ));
            }
        };
        parameter.write(ty);
        value.write(scalar);
        Ok(())
    })
}

/// Returns the structural hash. Equal types have equal hashes; the hashes differ between processes.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_hash(ty: Option<&pcty_type>) -> u64 {
    quiet(0, || ty.map_or(0, |ty| ty.0.structural_hash()))
}

/// Returns whether two types have equal parts in the same order. The equality of a dialect may be
/// coarser.
///
/// NULL: NULL is equal only to NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_equal(a: Option<&pcty_type>, b: Option<&pcty_type>) -> bool {
    quiet(false, || a.map(|a| &a.0) == b.map(|b| &b.0))
}

/// Compares two types in the total order of types: -1, 0 or 1.
///
/// NULL: NULL sorts first.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_compare(a: Option<&pcty_type>, b: Option<&pcty_type>) -> i32 {
    quiet(0, || a.map(|a| &a.0).cmp(&b.map(|b| &b.0)) as i32)
}

/// Returns the name of the type for use in sentences, such as "map of list of string".
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_friendly_name(ty: Option<&pcty_type>) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        ty.map_or(ptr::null_mut(), |ty| {
            pcty_string::own(OwnedText::new(ty.0.friendly_name()))
        })
    })
}

/// Visits a type and its parts, depth first and in order. References are leaves; `pcty_type_unfold`
/// returns their definitions.
///
/// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
/// Ownership: none is transferred; `user_data` is passed to each visit.
/// NULL: `user_data` and `error` may be NULL.
/// Threads: the visits run on this thread before the function returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_walk(
    ty: Option<&pcty_type>,
    visit: pcty_type_visitor,
    user_data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        // The visits may free the handle.
        let ty = need(ty, "type")?.0.clone();
        let visit = need(visit, "visit")?;
        let mut outcome = Ok(());
        ty.walk(&mut |steps, part| {
            let step = steps.last().map(step);
            let step = step.as_ref().map_or(ptr::null(), ptr::from_ref);
            let answer = untold(|| {
                // SAFETY: the host passed the callback for this data.
                Ok(unsafe { visit(user_data, steps.len(), step, pcty_type::borrowed(part)) })
            });
            match answer {
                Ok(PCTY_VISIT_DESCEND) => Visit::Into,
                Ok(PCTY_VISIT_SKIP) => Visit::Over,
                Ok(PCTY_VISIT_STOP) => Visit::Stop,
                Ok(other) => {
                    outcome = Err(unnamed("visit", other).with_code(Code::Misbehaved));
                    Visit::Stop
                }
                Err(error) => {
                    outcome = Err(error);
                    Visit::Stop
                }
            }
        });
        outcome
    })
}

pub(crate) fn step(step: &PartStep) -> pcty_type_step {
    let (part, position, name) = match step {
        PartStep::Element => (PCTY_PART_ELEMENT, 0, pcty_str::NONE),
        PartStep::Key => (PCTY_PART_KEY, 0, pcty_str::NONE),
        PartStep::Position(at) => (PCTY_PART_POSITION, *at, pcty_str::NONE),
        PartStep::Field(name) => (PCTY_PART_FIELD, 0, pcty_str::borrowed(name)),
        PartStep::Variadic => (PCTY_PART_VARIADIC, 0, pcty_str::NONE),
        PartStep::Block => (PCTY_PART_BLOCK, 0, pcty_str::NONE),
        PartStep::Result => (PCTY_PART_RESULT, 0, pcty_str::NONE),
    };
    pcty_type_step {
        part,
        position,
        name,
    }
}

/// Returns the feature flags of a type.
fn flags_of(ty: &Type) -> pcty_type_flags {
    const FLAGS: [(Flags, pcty_type_flags); 7] = [
        (Flags::ANY, PCTY_TYPE_HAS_ANY),
        (Flags::VARIABLE, PCTY_TYPE_HAS_VARIABLE),
        (Flags::OPTIONAL_FIELD, PCTY_TYPE_HAS_OPTIONAL_FIELD),
        (Flags::REFERENCE, PCTY_TYPE_HAS_REFERENCE),
        (Flags::CAPSULE, PCTY_TYPE_HAS_CAPSULE),
        (Flags::EVENTUAL, PCTY_TYPE_HAS_DEFERRED),
        (Flags::SET, PCTY_TYPE_HAS_SET),
    ];
    FLAGS
        .iter()
        .filter(|(flag, _)| ty.has(*flag))
        .fold(0, |bits, (_, bit)| bits | bit)
}

/// Returns the data of a type.
fn data_of(handle: &pcty_type) -> pcty_type_data {
    let ty = &handle.0;
    let mut data = pcty_type_data {
        flags: flags_of(ty),
        depth: ty.depth(),
        size: ty.size(),
        part_count: match ty.elements() {
            Some(elements) => elements.len(),
            None => ty.fields().len(),
        },
        text_count: texts(Some(handle)).len(),
        value_count: scalars(ty).len(),
        nominal_parameter_count: 0,
        name: pcty_str::NONE,
        dialect: pcty_str::NONE,
        string_constraint: PCTY_STRING_NONE,
        text_case: PCTY_CASE_SENSITIVE,
        has_size_range: false,
        size_range: pcty_size_range { min: 0, max: 0 },
        has_only_bool: false,
        only_bool: false,
        is_variable: false,
        variable_id: 0,
        variable_scope: 0,
    };
    let mut range = ty.size_range();
    match ty.kind() {
        Kind::Bool(only) => {
            data.has_only_bool = only.is_some();
            data.only_bool = only.unwrap_or(false);
        }
        Kind::String(constraint) => {
            data.string_constraint = match constraint {
                StringConstraint::Plain => PCTY_STRING_PLAIN,
                StringConstraint::Length(_) => PCTY_STRING_LENGTH,
                StringConstraint::Enumeration { .. } => PCTY_STRING_ENUMERATION,
                StringConstraint::Patterns(_) => PCTY_STRING_PATTERNS,
            };
            match constraint {
                StringConstraint::Length(length) => range = Some(*length),
                StringConstraint::Enumeration {
                    ignore_case: true, ..
                } => data.text_case = PCTY_CASE_IGNORED,
                _ => {}
            }
        }
        Kind::Enumeration { token, .. } => data.name = pcty_str::borrowed(token),
        Kind::Capsule(capsule) => data.name = pcty_str::borrowed(capsule.name()),
        Kind::Nominal(nominal) => {
            data.name = pcty_str::borrowed(&nominal.name);
            data.dialect = pcty_str::borrowed(&nominal.dialect);
            data.nominal_parameter_count = nominal.params.len();
        }
        Kind::Variable { scope, id } => {
            data.is_variable = true;
            data.variable_id = *id;
            data.variable_scope = scope.identity();
        }
        _ => {}
    }
    data.has_size_range = range.is_some();
    data.size_range = range.map_or(data.size_range, pcty_size_range::of);
    data
}

//! The definition of a function of the standard library.
//!
//! By [`standard!`]: one entry gives the description, the entry of the table and
//! the plain Rust function. Below it stand the words that definitions share, other sets of
//! functions over this one included: parameters, how arguments are read, and the limits of
//! results.

use crate::functions::Function;
use crate::rules::Conversions;
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{Refinement, SHORT_MAX, Value};
use std::fmt;
use std::sync::LazyLock;

/// The longest text, in bytes, that a function makes out of shorter ones.
pub const MAX_TEXT: usize = 1 << 26;

/// The most elements that a function makes where their number is not that of its
/// arguments' elements.
pub const MAX_ELEMENTS: usize = 1 << 22;

/// A function of the standard library; made when it is first used.
pub struct Standard {
    name: &'static str,
    function: LazyLock<Function>,
}

impl Standard {
    pub(super) const fn new(name: &'static str, make: fn() -> Function) -> Standard {
        Standard {
            name,
            function: LazyLock::new(make),
        }
    }

    /// The name that it is called by.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The function, which knows its description and its parameters'.
    #[must_use]
    #[inline]
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// Calls the function.
    ///
    /// # Errors
    /// As [`Function::call`].
    #[inline]
    pub fn call(&self, arguments: &[&Value]) -> Result<Value> {
        self.function.call(arguments)
    }
}

impl fmt::Debug for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Standard").field(&self.name).finish()
    }
}

/// Defines functions. The comment is the description. An entry has the names of the arguments, of
/// which one after a semicolon takes any number, the [cost class](crate::functions::Cost) in
/// brackets, and a closure that makes the function from a signature with the description.
macro_rules! standard {
    ($(
        $(#[doc = $doc:literal])+
        $entry:ident: $name:ident($($argument:ident),* $(; $rest:ident)?) [$cost:ident] = $make:expr;
    )+) => {$(
        pub(super) static $entry: $crate::functions::define::Standard =
            $crate::functions::define::Standard::new(stringify!($name), || {
                let make: fn(polycty_core::calls::Signature) -> $crate::functions::Function = $make;
                make($crate::functions::define::described(&[$($doc),+]))
                    .costs($crate::functions::Cost::$cost)
            });

        $(#[doc = $doc])+
        ///
        /// # Errors
        /// As [`Function::call`](crate::functions::Function::call).
        pub fn $name(
            $($argument: &polycty_core::values::Value,)*
            $($rest: &[&polycty_core::values::Value],)?
        ) -> polycty_core::source::Result<polycty_core::values::Value> {
            $entry.call(standard!(@all [$($argument),*] $($rest)?))
        }
    )+};
    (@all [$($argument:ident),*]) => { &[$($argument),*] };
    (@all [] $rest:ident) => { $rest };
    (@all [$($argument:ident),+] $rest:ident) => { &[&[$($argument),+], $rest].concat() };
}

/// A signature with a description, given as the lines of a doc comment.
pub(super) fn described(lines: &[&str]) -> Signature {
    let text: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    Signature::new().describe(text.join(" "))
}

/// A parameter for strings.
pub fn string(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::string().clone()).describe(description)
}

/// A parameter for numbers.
pub fn number(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::number().clone()).describe(description)
}

/// A parameter for values of every type.
pub fn any(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::any().clone()).describe(description)
}

/// A parameter for lists of strings.
pub fn strings(name: &str, description: &str) -> Parameter {
    Parameter::new(name, list_of_strings().clone()).describe(description)
}

/// `list(string)`.
pub fn list_of_strings() -> &'static Type {
    static LIST: LazyLock<Type> = LazyLock::new(|| collection(Type::list, Type::string()));
    &LIST
}

/// A list, set or map type around a type that is not nested deep.
pub fn collection(
    make: fn(Type) -> Result<Type, polycty_core::types::TypeError>,
    element: &Type,
) -> Type {
    make(element.clone()).unwrap_or_else(|_| Type::any().clone())
}

/// A signature whose results are never null.
pub fn never_null(signature: Signature) -> Signature {
    signature.refine_result(Refinement::NOT_NULL)
}

/// A function of a string whose result is a string that is not null. Its cost class covers the
/// argument.
pub fn of_text(
    signature: Signature,
    convert: impl Fn(&str, &Call<'_>) -> Result<Value> + Send + Sync + 'static,
) -> Function {
    Function::new(
        never_null(signature),
        Type::string().clone(),
        move |arguments: &[&Value], call: &Call<'_>| {
            let text = text(arguments[0])?;
            convert(text, call)
        },
    )
}

/// What every function of values whose type may not be known yet allows.
pub const DYNAMIC: Allow = Allow::DYNAMIC;

/// The text of an argument that the protocol lets through only as a known string.
#[inline]
pub fn text(argument: &Value) -> Result<&str> {
    argument.as_str().ok_or_else(|| wrong(argument))
}

/// The number in an argument that the protocol lets through only as a known one.
#[inline]
pub fn numeric(argument: &Value) -> Result<polycty_core::number::Number> {
    argument.as_number().ok_or_else(|| wrong(argument))
}

/// What the protocol does not let through.
#[cold]
pub fn wrong(argument: &Value) -> Error {
    let code = if argument.is_known() {
        Code::Type
    } else {
        Code::Unknown
    };
    Error::new(code, "a known value of another type is required").with_found(argument.ty())
}

/// The whole number in an argument.
pub fn whole(argument: &Value) -> Result<i64> {
    numeric(argument)?.to_i64().ok_or_else(|| {
        refused(format!(
            "value must be a whole number, between {} and {}",
            i64::MIN,
            i64::MAX
        ))
    })
}

/// A value as one of another type. Where only a part that is not known yet will tell
/// the type, the conversion gives an unknown of the type `any`; as a result it is one
/// of the wanted type.
///
/// # Errors
/// Why there is none, and what is spent.
pub fn convert(value: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
    Ok(of_type(
        crate::rules::convert_within(value, ty, budget)?,
        ty,
    ))
}

/// The same, by conversions that are remembered.
///
/// # Errors
/// Why there is none, and what is spent.
pub fn convert_by(
    conversions: &mut Conversions,
    value: &Value,
    ty: &Type,
    budget: &Budget,
) -> Result<Value> {
    Ok(of_type(conversions.convert(value, ty, budget)?, ty))
}

/// What a conversion has made of a value, as a value of the type.
fn of_type(converted: Value, ty: &Type) -> Value {
    if converted.ty().is_any() && !converted.is_known() {
        return Value::unknown(ty.clone()).with_marks(&converted.marks());
    }
    converted
}

/// An error of a function about what it was given.
#[cold]
pub fn refused(message: impl Into<String>) -> Error {
    Error::new(Code::Value, message)
}

/// The error for a text that would pass [`MAX_TEXT`].
#[cold]
pub fn too_long() -> Error {
    Error::new(
        Code::Limit,
        format!("the result would be longer than {MAX_TEXT} bytes"),
    )
}

/// The error for a result that would pass [`MAX_ELEMENTS`].
#[cold]
pub fn too_many() -> Error {
    Error::new(
        Code::Limit,
        format!("the result would have more than {MAX_ELEMENTS} elements"),
    )
}

/// The bytes of text that are gone through in a step.
const TEXT_STEP: usize = 16;

/// The bytes of an element of a container while that is made, and of its type.
const ELEMENT: usize = 40;

/// Charges that a text is gone through.
#[inline]
pub fn goes_through(text: &str, call: &Call<'_>) -> Result<()> {
    if text.len() < TEXT_STEP {
        return Ok(());
    }
    Ok(call.budget.charge((text.len() / TEXT_STEP) as u64)?)
}

/// Charges a text of so many bytes before it is made; one of more than [`MAX_TEXT`] never is.
#[inline]
pub fn makes_text(bytes: usize, call: &Call<'_>) -> Result<()> {
    if bytes > MAX_TEXT {
        return Err(too_long());
    }
    call.budget.charge((bytes / TEXT_STEP) as u64)?;
    Ok(call.budget.hold(bytes as u64)?)
}

/// Charges that the name of an attribute or a key is told apart from others, where it is long.
#[inline]
pub fn looks_at_name(name: &str, budget: &Budget) -> Result<()> {
    if name.len() <= SHORT_MAX {
        return Ok(());
    }
    Ok(budget.charge((name.len() / TEXT_STEP) as u64)?)
}

/// Charges a key of which the name of an attribute is made, where it is long.
#[inline]
pub fn copies_name(name: &str, budget: &Budget) -> Result<()> {
    if name.len() <= SHORT_MAX {
        return Ok(());
    }
    looks_at_name(name, budget)?;
    Ok(budget.hold(name.len() as u64)?)
}

/// Charges a container of so many elements before it is made.
#[inline]
pub fn makes_elements(count: usize, call: &Call<'_>) -> Result<()> {
    call.budget.charge(count as u64)?;
    Ok(call.budget.hold((count * ELEMENT) as u64)?)
}

/// Charges the memory of a container of so many elements; the cost class covers the steps.
#[inline]
pub fn holds_elements(count: usize, call: &Call<'_>) -> Result<()> {
    Ok(call.budget.hold((count * ELEMENT) as u64)?)
}

/// Charges that all parts of a value are looked at.
#[inline]
pub fn looks_at_all(value: &Value, call: &Call<'_>) -> Result<()> {
    match value.size() {
        1 => Ok(()),
        parts => Ok(call.budget.charge(u64::from(parts))?),
    }
}

/// A text as a result in normal form C. Its memory and its normalization are charged here, except
/// for a short ASCII text, which takes neither.
#[inline]
pub fn made(text: &str, call: &Call<'_>) -> Result<Value> {
    if text.len() > SHORT_MAX {
        makes_text(text.len(), call)?;
    }
    cost::normalize(text, call.budget)?;
    Ok(Value::nfc_string(text))
}

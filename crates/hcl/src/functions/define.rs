//! The definition of functions of the standard library.
//!
//! One entry of `standard!` defines the description, the entry of the table, and the plain Rust
//! function. The rest of the file contains the helpers that definitions share, including those of
//! other function sets: parameters, access to arguments, and the limits of results.

use crate::functions::Function;
use crate::rules::Conversions;
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{Refinement, SHORT_MAX, Value};
use std::fmt;
use std::sync::LazyLock;

/// The maximum length of a text that a function creates from shorter ones, in bytes.
pub const MAX_RESULT_BYTES: usize = 1 << 26;

/// The maximum number of elements that a function creates, if that number is not the number of
/// elements of its arguments.
pub const MAX_ELEMENTS: usize = 1 << 22;

/// A function of the standard library, created at first use.
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

    /// The name of the function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The function, with its description and those of its parameters.
    #[must_use]
    #[inline]
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// Calls the function.
    ///
    /// # Errors
    /// The errors of [`Function::call`].
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

/// Defines functions. The doc comment is the description. An entry contains the names of the
/// arguments, of which one after a semicolon is variadic, the [cost class](crate::functions::Cost)
/// in brackets, and a closure that creates the function from a signature with the description.
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
        /// The errors of [`Function::call`](crate::functions::Function::call).
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

/// Returns a signature with a description, given as the lines of a doc comment.
pub(super) fn described(lines: &[&str]) -> Signature {
    let text: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    Signature::new().describe(text.join(" "))
}

/// Returns a parameter for strings.
pub fn string(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::string().clone()).describe(description)
}

/// Returns a parameter for numbers.
pub fn number(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::number().clone()).describe(description)
}

/// Returns a parameter for values of all types.
pub fn any(name: &str, description: &str) -> Parameter {
    Parameter::new(name, Type::any().clone()).describe(description)
}

/// Returns a parameter for lists of strings.
pub fn strings(name: &str, description: &str) -> Parameter {
    Parameter::new(name, list_of_strings().clone()).describe(description)
}

/// The type `list(string)`.
pub fn list_of_strings() -> &'static Type {
    static LIST: LazyLock<Type> = LazyLock::new(|| collection(Type::list, Type::string()));
    &LIST
}

/// Returns a list, set or map type with an element type that is not deeply nested.
pub fn collection(
    make: fn(Type) -> Result<Type, polycty_core::types::TypeError>,
    element: &Type,
) -> Type {
    make(element.clone()).unwrap_or_else(|_| Type::any().clone())
}

/// Returns a signature whose results are never null.
pub fn never_null(signature: Signature) -> Signature {
    signature.refine_result(Refinement::NOT_NULL)
}

/// Creates a function of a string that returns a non-null string. Its cost class covers the
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

/// The permission for all functions whose arguments may have an unknown type.
pub const DYNAMIC: Allow = Allow::DYNAMIC;

/// Returns the text of an argument. The protocol passes only known strings.
#[inline]
pub fn text(argument: &Value) -> Result<&str> {
    argument.as_str().ok_or_else(|| wrong(argument))
}

/// Returns the number of an argument. The protocol passes only known numbers.
#[inline]
pub fn numeric(argument: &Value) -> Result<polycty_core::number::Number> {
    argument.as_number().ok_or_else(|| wrong(argument))
}

/// The error for an argument that the protocol should not have passed.
#[cold]
pub fn wrong(argument: &Value) -> Error {
    let code = if argument.is_known() {
        Code::Type
    } else {
        Code::Unknown
    };
    Error::new(code, "the argument is unknown or has the wrong type").with_found(argument.ty())
}

/// Returns the whole number of an argument.
pub fn whole(argument: &Value) -> Result<i64> {
    numeric(argument)?.to_i64().ok_or_else(|| {
        refused(format!(
            "value must be a whole number, between {} and {}",
            i64::MIN,
            i64::MAX
        ))
    })
}

/// Converts a value to a type. If the type of a part is unknown, the conversion returns an unknown
/// value of type `any`; it is replaced with an unknown value of the wanted type.
///
/// # Errors
/// The error of the conversion, and an error if the budget is exceeded.
pub fn convert(value: &Value, ty: &Type, budget: &Budget) -> Result<Value> {
    Ok(of_type(
        crate::rules::convert_within(value, ty, budget)?,
        ty,
    ))
}

/// Converts a value as [`convert`] does, with remembered conversions.
///
/// # Errors
/// The error of the conversion, and an error if the budget is exceeded.
pub fn convert_by(
    conversions: &mut Conversions,
    value: &Value,
    ty: &Type,
    budget: &Budget,
) -> Result<Value> {
    Ok(of_type(conversions.convert(value, ty, budget)?, ty))
}

/// Returns the result of a conversion as a value of the wanted type.
fn of_type(converted: Value, ty: &Type) -> Value {
    if converted.ty().is_any() && !converted.is_known() {
        return Value::unknown(ty.clone()).with_marks(&converted.marks());
    }
    converted
}

/// Returns an error of a function about its arguments.
#[cold]
pub fn refused(message: impl Into<String>) -> Error {
    Error::new(Code::Value, message)
}

/// Returns the error for a text that would exceed [`MAX_RESULT_BYTES`].
#[cold]
pub fn too_long() -> Error {
    Error::new(
        Code::Limit,
        format!("the result would be longer than {MAX_RESULT_BYTES} bytes"),
    )
}

/// Returns the error for a result that would exceed [`MAX_ELEMENTS`].
#[cold]
pub fn too_many() -> Error {
    Error::new(
        Code::Limit,
        format!("the result would have more than {MAX_ELEMENTS} elements"),
    )
}

/// The number of bytes of text that are processed in one step.
const TEXT_STEP: usize = 16;

/// The size of a container element during construction, with its type.
const ELEMENT: usize = 40;

/// Charges a pass over a text.
#[inline]
pub fn goes_through(text: &str, call: &Call<'_>) -> Result<()> {
    if text.len() < TEXT_STEP {
        return Ok(());
    }
    Ok(call.budget.charge((text.len() / TEXT_STEP) as u64)?)
}

/// Charges a text of `bytes` bytes before it is created. Rejects more than [`MAX_RESULT_BYTES`].
#[inline]
pub fn makes_text(bytes: usize, call: &Call<'_>) -> Result<()> {
    if bytes > MAX_RESULT_BYTES {
        return Err(too_long());
    }
    call.budget.charge((bytes / TEXT_STEP) as u64)?;
    Ok(call.budget.hold(bytes as u64)?)
}

/// Charges the comparison of a long attribute name or key with others.
#[inline]
pub fn looks_at_name(name: &str, budget: &Budget) -> Result<()> {
    if name.len() <= SHORT_MAX {
        return Ok(());
    }
    Ok(budget.charge((name.len() / TEXT_STEP) as u64)?)
}

/// Charges a long key that becomes the name of an attribute.
#[inline]
pub fn copies_name(name: &str, budget: &Budget) -> Result<()> {
    if name.len() <= SHORT_MAX {
        return Ok(());
    }
    looks_at_name(name, budget)?;
    Ok(budget.hold(name.len() as u64)?)
}

/// Charges a container of `count` elements before it is created.
#[inline]
pub fn makes_elements(count: usize, call: &Call<'_>) -> Result<()> {
    Ok(call.budget.parts(count as u64, ELEMENT as u64)?)
}

/// Charges the memory of a container of `count` elements; the cost class covers the steps.
#[inline]
pub fn holds_elements(count: usize, call: &Call<'_>) -> Result<()> {
    Ok(call.budget.hold((count * ELEMENT) as u64)?)
}

/// Charges a pass over all parts of a value.
#[inline]
pub fn looks_at_all(value: &Value, call: &Call<'_>) -> Result<()> {
    match value.size() {
        1 => Ok(()),
        parts => Ok(call.budget.charge(u64::from(parts))?),
    }
}

/// Returns a text as a result, in normalization form C. Its memory and its normalization are
/// charged here. A short ASCII text costs nothing.
#[inline]
pub fn made(text: &str, call: &Call<'_>) -> Result<Value> {
    if text.len() > SHORT_MAX {
        makes_text(text.len(), call)?;
    }
    cost::normalize(text, call.budget)?;
    Ok(Value::nfc_string(text))
}

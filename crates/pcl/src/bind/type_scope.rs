//! Type expressions.
//!
//! A type expression is checked like any other expression, in a scope where each variable has the
//! type that its name denotes and each function returns a type made of its argument's type. The
//! type of the expression is the type that it denotes. A call with the wrong number of arguments
//! denotes `dynamic`.

use super::{
    CheckedExpression, GenericResult, Options, TypeScope, TypedArgument, TypedCall, TypedFunction,
    bind,
};
use crate::types::normal_form;
use crate::types::view::int;
use polycty_core::calls::{Budget, Parameter, Signature};
use polycty_core::source::{Diagnostic, Error, Reporter, Result};
use polycty_core::types::{Type, TypeError};
use polycty_hcl::syntax::Expression;
use std::sync::LazyLock;

/// Checks a type expression; the type of the result is the type that the expression denotes.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::source::Position;
/// use polycty_hcl::syntax::parse_expression;
/// use polycty_pcl as pcl;
/// let text = b"object({ port = optional(int), tags = map(any) })";
/// let parsed = parse_expression(text, "t.hcl", Position::START);
/// let bound = pcl::bind_type(&parsed.expression(), &Budget::standard())?;
/// assert!(bound.diagnostics.is_empty());
/// assert_eq!(pcl::line(bound.ty()), "object({port = union(int, none), tags = map(dynamic)})");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// The errors of [`bind`].
pub fn bind_type(expression: &Expression, budget: &Budget) -> Result<CheckedExpression> {
    bind(expression, type_scope(), Options::default(), budget)
}

/// Returns the scope of type expressions: the variables `any`, `string`, `number`, `int` and
/// `bool`, and the functions `list`, `set`, `map`, `object`, `tuple` and `optional`.
#[must_use]
pub fn type_scope() -> &'static TypeScope {
    static SCOPE: LazyLock<TypeScope> = LazyLock::new(|| {
        let mut scope = TypeScope::new();
        scope.set_variable("any", Type::any().clone());
        scope.set_variable("string", Type::string().clone());
        scope.set_variable("number", Type::number().clone());
        scope.set_variable("int", int().clone());
        scope.set_variable("bool", Type::bool().clone());
        let mut constructor = |name: &str, parameter, make| {
            scope.set_function(name, constructor(parameter, make));
        };
        constructor("list", "elementType", |argument| {
            made(Type::list(argument.ty.clone()))
        });
        constructor("set", "elementType", |argument| {
            made(Type::set(argument.ty.clone()))
        });
        constructor("map", "elementType", |argument| {
            made(Type::map(argument.ty.clone()))
        });
        constructor("object", "objectType", |argument| {
            if argument.ty.is_object() {
                Ok(argument.ty.clone())
            } else {
                Err(diagnostic(
                    argument,
                    "the argument to object() must be an object type",
                ))
            }
        });
        constructor("tuple", "tupleType", |argument| {
            if argument.ty.is_tuple() {
                Ok(argument.ty.clone())
            } else {
                Err(diagnostic(
                    argument,
                    "the argument to tuple() must be an tuple type",
                ))
            }
        });
        scope.set_function("optional", TypedFunction::generic(optional));
        scope
    });
    &SCOPE
}

fn diagnostic(argument: &TypedArgument, summary: impl Into<String>) -> Box<Diagnostic> {
    Box::new(
        Reporter::Pcl
            .error(summary, "")
            .with_name("unassignable-type")
            .with_subject(argument.range),
    )
}

fn made(ty: Result<Type, TypeError>) -> Result<Type, Box<Diagnostic>> {
    ty.map_err(|error| {
        let error = Error::from(error);
        Box::new(
            Reporter::Pcl
                .error(error.message(), "")
                .with_code(error.code()),
        )
    })
}

/// Creates a function with one type parameter.
fn constructor(
    parameter: &'static str,
    make: fn(&TypedArgument) -> Result<Type, Box<Diagnostic>>,
) -> TypedFunction {
    TypedFunction::generic(move |call| {
        let made = match call.arguments {
            [argument] => make(argument),
            _ => Ok(Type::any().clone()),
        };
        match made {
            Ok(ty) => (of_one(parameter, ty), Vec::new()),
            Err(diagnostic) => (of_one(parameter, Type::any().clone()), vec![*diagnostic]),
        }
    })
}

/// Unlike the other functions, this one also reports a wrong number of arguments.
fn optional(call: &TypedCall<'_>) -> GenericResult {
    const PARAMETER: &str = "elementType";
    let made = match call.arguments {
        [argument] => made(normal_form::optional(argument.ty.clone())),
        _ => {
            let summary = "optional() requires exactly one argument";
            let diagnostic = Reporter::Pcl.error(summary, "");
            Err(Box::new(diagnostic.with_name("wrong-argument-count")))
        }
    };
    match made {
        Ok(ty) => (of_one(PARAMETER, ty), Vec::new()),
        Err(diagnostic) => (of_one(PARAMETER, Type::any().clone()), vec![*diagnostic]),
    }
}

fn of_one(parameter: &str, returns: Type) -> Signature {
    Signature::new()
        .parameter(Parameter::new(parameter, Type::any().clone()))
        .returns(returns)
}

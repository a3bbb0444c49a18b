//! Checks of function calls.
//!
//! Arguments are checked by position, the remaining ones against the variadic parameter. The result
//! has the declared type; it is deferred like the arguments if one of them is not assignable
//! without conversion. A last argument with `...` is replaced by its elements: each element of a
//! tuple, or one element of a list or set.

use super::{Binder, Outcome, TypedArgument, TypedCall, TypedFunction, deferred_like};
use crate::types::deferred::resolve;
use crate::types::normal_form::DeferredParts;
use crate::types::view::{PclType, shape};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_hcl::syntax::{Call, CallId, ExprId, Expression, Span};
use std::sync::Arc;

/// The function whose second argument handles an error of the first.
const RECOVER: &str = "recover";

/// The variable of the error in the second argument.
const ERROR: &str = "error";

impl Binder<'_> {
    pub(super) fn call(&mut self, id: ExprId, call: CallId) -> Outcome {
        let tree = self.tree;
        let call = &tree[call];
        let name = tree.text(call.name);
        let function = self.scope.function(name).cloned();
        if function.is_none() {
            self.unknown_function(name, call.name_span);
        }
        let expressions = &tree[call.arguments];
        let mut arguments: Vec<(ExprId, Type)> = Vec::with_capacity(expressions.len());
        for (at, expression) in expressions.iter().enumerate() {
            let ty = if name == RECOVER && at == 1 {
                self.handler(*expression)
            } else {
                self.bind(*expression)
            };
            arguments.push((*expression, ty));
        }
        self.applied(id, call, function, arguments)
    }

    /// Checks an error handler, where the error is a variable.
    fn handler(&mut self, expression: ExprId) -> Type {
        self.locals.push((ERROR.into(), Type::string().clone()));
        let ty = self.bind(expression);
        self.locals.pop();
        ty
    }

    #[cold]
    fn unknown_function(&mut self, name: &str, span: Span) {
        self.error(
            "unknown-function",
            span,
            format!("unknown function '{name}'"),
        );
    }

    /// Checks a call whose arguments have been checked. It is a separate function so that nested
    /// calls need little stack.
    #[inline(never)]
    fn applied(
        &mut self,
        id: ExprId,
        call: &Call,
        function: Option<TypedFunction>,
        mut arguments: Vec<(ExprId, Type)>,
    ) -> Outcome {
        if call.expand_final
            && let Some((expression, last)) = arguments.pop()
        {
            let last = resolve(&last, DeferredParts::All)?;
            match shape(&last) {
                PclType::Tuple(parts) => {
                    arguments.extend(parts.iter().map(|part| (expression, part.clone())));
                }
                PclType::List(element) | PclType::Set(element) => {
                    arguments.push((expression, element.clone()));
                }
                _ => arguments.push((expression, last)),
            }
        }
        let Some(function) = function else {
            return Ok(Type::any().clone());
        };
        let signature = match function {
            TypedFunction::Fixed(signature) => signature,
            TypedFunction::Generic(make) => {
                let given: Vec<TypedArgument> = arguments
                    .iter()
                    .map(|(expression, ty)| TypedArgument {
                        ty: ty.clone(),
                        expression: *expression,
                        range: self.range(self.span(*expression)),
                    })
                    .collect();
                let (signature, diagnostics) = make(&TypedCall {
                    expression: &Expression {
                        tree: self.shared.clone(),
                        id,
                    },
                    arguments: &given,
                });
                for diagnostic in diagnostics {
                    self.report(diagnostic);
                }
                Arc::new(signature)
            }
        };
        let mut unconverted = true;
        let mut given = arguments.iter();
        for parameter in signature.positional_parameters() {
            match given.next() {
                Some((expression, ty)) => {
                    unconverted &= self.argument(parameter.ty, *expression, ty)?;
                }
                None if self.is_optional(parameter.ty) => {}
                None => {
                    let summary = format!("missing required parameter '{}'", parameter.name);
                    self.error("missing-argument", self.span(id), summary);
                }
            }
        }
        match signature.variadic_parameter() {
            Some(parameter) => {
                for (expression, ty) in given {
                    unconverted &= self.argument(parameter.ty, *expression, ty)?;
                }
            }
            None if given.len() > 0 => {
                let summary = format!(
                    "too many arguments to call: expected {}, got {}",
                    signature.positional_count(),
                    arguments.len()
                );
                self.error("too-many-arguments", self.span(id), summary);
            }
            None => {}
        }
        let result = signature.func().result.as_ref().unwrap_or(Type::any());
        if unconverted {
            Ok(result.clone())
        } else {
            deferred_like(result.clone(), arguments.iter().map(|(_, ty)| ty))
        }
    }

    /// Checks an argument and returns whether it is assignable without conversion.
    fn argument(&mut self, wanted: &Type, expression: ExprId, ty: &Type) -> Result<bool> {
        self.accept(ty, wanted, self.span(expression))?;
        Ok(self.is_assignable(ty, wanted))
    }
}

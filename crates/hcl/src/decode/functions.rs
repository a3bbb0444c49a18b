//! User functions: functions written in HCL (`ext/userfunc`).
//!
//! In `function "name" { params = [a, b], variadic_param = rest, result = expr }`, the parameters
//! are variables of the result expression. They accept non-null values of any type. The marks of
//! the arguments are added to the result.

use crate::body::{AttributeSchema, BlockSchema, Body, Content, Schema};
use crate::eval::{DiagnosticSink, Expr, Scope, has_errors};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Budget, Parameter, Signature};
use polycty_core::source::{Code, Diagnostic, Error, Reporter, Result, Source, in_source};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The steps charged for a failed call. HCL evaluates both sides of a condition, so a recursive
/// function continues until it exceeds a limit, and each call repeats the diagnostics of the nested
/// ones.
const FAILED_CALL: u64 = 1_000;

/// The steps of a call, without those of its result. They pay for its scope.
const CALL: u64 = 40;

/// The steps of an argument, which becomes a variable or an element of the variadic one.
const ARGUMENT: u64 = 4;

/// The functions that a body defines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UserFunctions {
    /// The functions by name. If a name is repeated, the last definition is used.
    pub functions: BTreeMap<Str, Function>,
    /// The body without the definitions.
    pub rest: Body,
    /// The diagnostics in order of detection. Functions with errors are omitted.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the functions that the blocks of a type define.
///
/// `scope` is called at each call of a function, with the budget of the operation, and returns the
/// variables and functions that results can use in addition to their parameters. Functions that
/// call each other or themselves are in this scope. Their recursion depth and their total work are
/// limited as in one evaluation.
///
/// ```
/// use polycty_hcl::body::parse_config;
/// use polycty_hcl::decode::read_functions;
/// use polycty_core::values::Value;
/// let text = b"function \"twice\" {\n  params = [n]\n  result = n * 2\n}\n";
/// let read = read_functions(&parse_config(text, "main.hcl").body, "function", |_| None);
/// let twice = &read.functions["twice"];
/// assert_eq!(twice.call(&[&Value::from_i64(21)]).unwrap(), Value::from_i64(42));
/// ```
pub fn read_functions<F>(body: &Body, block_type: &str, scope: F) -> UserFunctions
where
    F: Fn(&Budget) -> Option<Scope> + Send + Sync + 'static,
{
    read_functions_within(body, block_type, scope, &Budget::standard())
}

/// Reads functions as [`read_functions`] does, with the budget of an operation.
pub fn read_functions_within<F>(
    body: &Body,
    block_type: &str,
    scope: F,
    budget: &Budget,
) -> UserFunctions
where
    F: Fn(&Budget) -> Option<Scope> + Send + Sync + 'static,
{
    let scope: Arc<ScopeProvider> = Arc::new(scope);
    let schema = Schema {
        attributes: Vec::new(),
        blocks: vec![BlockSchema {
            block_type: block_type.into(),
            labels: vec!["name".into()],
        }],
    };
    let (found, rest) = body.partial_content_within(&schema, budget);
    let mut sink = DiagnosticSink::new(budget);
    sink.report_all(found.diagnostics);
    let mut functions = BTreeMap::new();
    let failed = sink.failed_since(0);
    for block in found.content.blocks.into_iter().filter(|_| !failed) {
        let before = sink.count();
        let inner = block.body.content_within(&SCHEMA, budget);
        let failed = has_errors(&inner.diagnostics);
        sink.report_all(inner.diagnostics);
        if failed {
            continue;
        }
        match Definition::read(&inner.content, &scope, budget) {
            Ok(Some(definition)) => {
                let name = block.labels.first().cloned().unwrap_or_default();
                functions.insert(name, definition.into_function());
            }
            Ok(None) => {}
            Err(diagnostic) => sink.report(*diagnostic),
        }
        in_source(sink.since_mut(before), &block.source);
    }
    UserFunctions {
        functions,
        rest,
        diagnostics: sink.into_vec(),
    }
}

type ScopeProvider = dyn Fn(&Budget) -> Option<Scope> + Send + Sync;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let attribute = |(name, required): (&str, bool)| AttributeSchema {
        name: name.into(),
        required,
    };
    let attributes = [
        ("params", true),
        ("variadic_param", false),
        ("result", true),
    ];
    Schema {
        attributes: attributes.into_iter().map(attribute).collect(),
        blocks: Vec::new(),
    }
});

struct Definition {
    parameters: Vec<Str>,
    variadic: Option<Str>,
    result: Expr,
    /// The text that contains the result expression.
    source: Source,
    scope: Arc<ScopeProvider>,
}

impl Definition {
    /// Returns `None` if a required argument is missing, which the body has reported.
    fn read(
        content: &Content,
        scope: &Arc<ScopeProvider>,
        budget: &Budget,
    ) -> Result<Option<Definition>, Box<Diagnostic>> {
        let (Some(parameters), Some(result)) =
            (content.attribute("params"), content.attribute("result"))
        else {
            return Ok(None);
        };
        let name = |expr: &Expr, summary: &str, detail: &str| {
            expr.keyword_within(budget).ok_or_else(|| {
                Box::new(
                    Reporter::Hcl
                        .error(summary, detail)
                        .with_subject(expr.range()),
                )
            })
        };
        let parameters = parameters.expr.static_list()?;
        let parameters = parameters.iter().map(|parameter| {
            name(
                parameter,
                "Invalid param element",
                "Each parameter name must be an identifier.",
            )
        });
        let parameters = parameters.collect::<Result<Vec<Str>, _>>()?;
        let variadic = content.attribute("variadic_param").map(|variadic| {
            name(
                &variadic.expr,
                "Invalid variadic_param",
                "The variadic parameter name must be an identifier.",
            )
        });
        Ok(Some(Definition {
            parameters,
            variadic: variadic.transpose()?,
            result: result.expr.clone(),
            source: result.source.clone(),
            scope: scope.clone(),
        }))
    }

    fn into_function(self) -> Function {
        let parameter = |name: &Str| Parameter::new(name.clone(), Type::any().clone());
        let mut signature = self
            .parameters
            .iter()
            .map(parameter)
            .fold(Signature::new(), Signature::parameter);
        if let Some(variadic) = &self.variadic {
            signature = signature.variadic(parameter(variadic));
        }
        let definition = Arc::new(self);
        let rule = definition.clone();
        // The type of the result is that of its value, so it is known only after evaluation. If all
        // arguments are known, evaluation is left to the call; otherwise functions that call each
        // other would be evaluated twice as often at each level.
        let returns = ReturnType::found_within(move |arguments, budget| {
            if arguments.iter().all(|argument| argument.is_known()) {
                Ok(Type::any().clone())
            } else {
                Ok(rule.evaluate(arguments, budget)?.ty().clone())
            }
        });
        Function::new(signature, returns, move |arguments, call| {
            definition.evaluate(arguments, call.budget)
        })
    }

    fn evaluate(&self, arguments: &[&Value], budget: &Budget) -> Result<Value> {
        budget.charge(CALL + ARGUMENT * arguments.len() as u64)?;
        let outer = (self.scope)(budget).unwrap_or_default();
        let mut scope = outer.child()?;
        scope.allow_variables();
        for (name, argument) in self.parameters.iter().zip(arguments) {
            scope.set_variable(name.clone(), (*argument).clone())?;
        }
        if let Some(variadic) = &self.variadic {
            let rest = arguments.get(self.parameters.len()..).unwrap_or_default();
            let rest = rest.iter().map(|argument| (*argument).clone()).collect();
            scope.set_variable(variadic.clone(), Value::tuple(rest)?)?;
        }
        let evaluated = self.result.evaluate_within(Some(&scope), budget);
        if !evaluated.has_errors() {
            return Ok(evaluated.value);
        }
        // The next charge reports an exceeded budget.
        let _ = budget.charge(FAILED_CALL);
        let mut diagnostics = evaluated.diagnostics;
        let refusal = diagnostics.iter().find(|found| found.is_refusal());
        let code = refusal.map_or(Code::Callback, |refusal| refusal.code);
        in_source(&mut diagnostics, &self.source);
        let others = diagnostics.len().saturating_sub(1);
        // HCL's message contains the file name without quotes.
        let summary = diagnostics.first().map_or_else(String::new, |first| {
            let source = first.source.as_ref().unwrap_or(&self.source);
            first.line(&source.name, others)
        });
        Err(Error::summing_up(code, summary, diagnostics))
    }
}

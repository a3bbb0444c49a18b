//! Probes of functions: each function of a table with each shape of its arguments.
//!
//! Each argument in turn has the shape while the others are small, then all have it. A variadic
//! parameter gets two arguments, or one argument for each element by expansion. In a loop, the
//! arguments are small or of a thousand bytes, which shows the costs of the call itself.

use crate::content::Collections;
use crate::probe::{Ended, Probe, Work};
use crate::shapes::{SHAPES, Shape, list, text};
use polycty_core::source::Position;
use polycty_core::types::{Flags, Kind, Type, VariableScope};
use polycty_core::values::Value;
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::{Function, standard_functions};
use polycty_hcl::{Scope, can_function, convert, convert_function, syntax, try_function};
use polycty_mcl::functions as mcl;
use polycty_terraform::Host;
use polycty_terraform::module::Release;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of arguments that are tried individually.
const POSITIONS: usize = 4;

/// The calls of a loop.
const CALLS: usize = 1 << 10;

pub fn probes() -> impl Iterator<Item = Probe> {
    hcl()
        .chain(terraform())
        .chain(newer("terraform-1.17", Release::V1_17))
        .chain(newer("tofu", Release::OpenTofu1_13))
        .chain(mcl::all().flat_map(of_mcl))
}

/// A function of HCL with the scope that it is called in.
#[derive(Clone)]
struct Called {
    language: &'static str,
    name: Rc<str>,
    function: Function,
    scope: Rc<Scope>,
}

fn hcl() -> impl Iterator<Item = Probe> {
    let standard = standard_functions().iter();
    let mut all: Vec<(String, Function)> = standard
        .map(|function| (function.name().to_owned(), function.function().clone()))
        .collect();
    all.push(("try".to_owned(), try_function()));
    all.push(("can".to_owned(), can_function()));
    all.push(("convert".to_owned(), convert_function()));
    let mut scope = Scope::new();
    for (name, function) in &all {
        let defined = scope.set_function(name.as_str(), function.clone());
        defined.expect("the names are valid");
    }
    let scope = Rc::new(scope);
    all.into_iter()
        .flat_map(move |(name, function)| of_hcl("hcl", &name, function, &scope))
}

fn host() -> Host {
    Host {
        working_directory: Some("/srv".into()),
        home: Some("/home".into()),
        clock: Some(Arc::new(|_| Ok(0))),
        plan_time: Some(0),
        random: Some(Arc::new(|bytes, _| {
            bytes.fill(7);
            Ok(())
        })),
        ..Host::default()
    }
}

/// The functions of a release that Terraform 1.11 does not have.
fn newer(language: &'static str, release: Release) -> impl Iterator<Item = Probe> {
    let older = polycty_terraform::functions(&host());
    let older: BTreeSet<String> = older.iter().map(|(name, _)| name.to_string()).collect();
    let mut all = polycty_terraform::functions_of_release(&host(), release);
    all.retain(|(name, _)| !name.contains("::") && !older.contains(&**name));
    assert!(!all.is_empty(), "{language} has functions of its own");
    let mut scope = Scope::new();
    for (name, function) in &all {
        let defined = scope.set_function(name.clone(), function.clone());
        defined.expect("the names are valid");
    }
    let scope = Rc::new(scope);
    all.into_iter()
        .flat_map(move |(name, function)| of_hcl(language, &name, function, &scope))
}

fn terraform() -> impl Iterator<Item = Probe> {
    let host = host();
    let mut scope = Scope::new();
    polycty_terraform::define(&mut scope, &host).expect("the names are valid");
    let scope = Rc::new(scope);
    let all = polycty_terraform::functions(&host).into_iter();
    all.filter(|(name, _)| !name.contains("::"))
        .flat_map(move |(name, function)| of_hcl("terraform", &name, function, &scope))
}

fn of_hcl(
    language: &'static str,
    name: &str,
    function: Function,
    scope: &Rc<Scope>,
) -> impl Iterator<Item = Probe> + use<> {
    let called = Called {
        language,
        name: name.into(),
        function,
        scope: scope.clone(),
    };
    SHAPES.iter().flat_map(move |shape| called.over(*shape))
}

impl Called {
    /// The types of the parameters, with two arguments for a variadic one.
    fn parameters(&self) -> Vec<Type> {
        let signature = self.function.signature();
        let fixed = signature.positional_parameters();
        let mut types: Vec<Type> = fixed.map(|parameter| parameter.ty.clone()).collect();
        if let Some(variadic) = signature.variadic_parameter() {
            types.extend([variadic.ty.clone(), variadic.ty.clone()]);
        }
        types
    }

    fn over(&self, shape: Shape) -> Vec<Probe> {
        let parameters = self.parameters();
        let mut probes = Vec::new();
        for at in 0..parameters.len().min(POSITIONS) {
            probes.push(self.probe(shape, &format!("argument-{at}"), move |one| one == at));
        }
        if parameters.len() > 1 {
            probes.push(self.probe(shape, "all", |_| true));
        }
        if self.function.signature().variadic_parameter().is_some() {
            probes.push(self.expanded(shape));
        }
        probes.push(self.looped(shape));
        probes
    }

    fn named(&self, shape: Shape, what: &str) -> String {
        format!("{}/{}:{}/{what}", self.language, self.name, shape.name)
    }

    /// A call with the shape in some of the arguments.
    fn probe(&self, shape: Shape, what: &str, large: impl Fn(usize) -> bool + 'static) -> Probe {
        let called = self.clone();
        Probe::new(self.named(shape, what), shape.n, move |n| {
            let value = (shape.make)(n);
            let arguments = called.arguments(&value, &(shape.make)(3), &large)?;
            called.call("", arguments)
        })
    }

    /// A call with the elements of the shape as arguments.
    fn expanded(&self, shape: Shape) -> Probe {
        let called = self.clone();
        Probe::new(self.named(shape, "expanded"), shape.n, move |n| {
            let value = (shape.make)(n);
            value.unmarked().part_count().filter(|count| *count > 2)?;
            let fixed = called.function.signature().positional_count();
            let small = (shape.make)(3);
            let mut arguments = called.arguments(&small, &small, &|_| false)?;
            arguments.truncate(fixed);
            arguments.push(value);
            called.call("...", arguments)
        })
    }

    /// Calls in a loop with a shape of 64 parts or bytes.
    fn looped(&self, shape: Shape) -> Probe {
        let called = self.clone();
        Probe::new(self.named(shape, "loop"), CALLS, move |calls| {
            let small = (shape.make)(64);
            let mut arguments = called.arguments(&small, &small, &|_| true)?;
            let call = called.text("", arguments.len());
            arguments.push(list(calls, |at| Value::from_i64(at as i64)));
            let text = format!("[for i in a{}: try({call}, 0)]", arguments.len() - 1);
            called.evaluating(&text, arguments)
        })
    }

    /// The arguments, converted to the types of their parameters; `None` if none of the large ones
    /// can be converted.
    fn arguments(
        &self,
        value: &Value,
        small: &Value,
        large: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<Value>> {
        let mut some = false;
        let parameters = self.parameters();
        let arguments = parameters.iter().enumerate().map(|(at, ty)| {
            let fitting = |value: &Value| convert(value, ty).ok();
            if large(at)
                && let Some(value) = fitting(value)
            {
                some = true;
                return Some(value);
            }
            fitting(small).or_else(|| simple(ty))
        });
        let arguments: Vec<Value> = arguments.collect::<Option<_>>()?;
        (some || !(0..parameters.len()).any(large)).then_some(arguments)
    }

    /// The text of a call with `count` arguments, `a0` and so on.
    fn text(&self, suffix: &str, count: usize) -> String {
        let names: Vec<String> = (0..count).map(|at| format!("a{at}")).collect();
        format!("{}({}{suffix})", self.name, names.join(", "))
    }

    fn call(&self, suffix: &str, arguments: Vec<Value>) -> Option<Work> {
        let text = self.text(suffix, arguments.len());
        self.evaluating(&text, arguments)
    }

    fn evaluating(&self, text: &str, arguments: Vec<Value>) -> Option<Work> {
        let mut scope = self.scope.child().ok()?;
        for (at, argument) in arguments.into_iter().enumerate() {
            scope.set_variable(format!("a{at}"), argument).ok()?;
        }
        let parsed = syntax::parse_expression(text.as_bytes(), "audit", Position::START);
        let expression = Expr::Native(parsed.expression());
        Some(Box::new(move |budget| {
            let evaluated = expression.evaluate_within(Some(&scope), budget);
            drop(evaluated);
            Ended::by(budget.finish().is_err())
        }))
    }
}

/// A small value of a type.
fn simple(ty: &Type) -> Option<Value> {
    let candidates = [
        Value::from_i64(1),
        Value::string("1"),
        Value::bool(true),
        list(2, text),
        Value::map([(text(0), text(1))]).ok()?,
    ];
    let mut fitting = candidates.iter();
    fitting.find_map(|value| convert(value, ty).ok())
}

/// The probes of a function of mcl that is called by itself.
fn of_mcl(function: &'static mcl::Function) -> impl Iterator<Item = Probe> {
    let shapes = SHAPES.iter();
    shapes.flat_map(move |shape| {
        let one = |at: Option<usize>, what: String| {
            let shape = *shape;
            let name = format!("mcl/{}:{}/{what}", function.name(), shape.name);
            Probe::new(name, shape.n, move |n| call_of_mcl(function, shape, n, at))
        };
        let mut probes: Vec<Probe> = (0..parameters_of_mcl(function).len().min(POSITIONS))
            .map(|at| one(Some(at), format!("argument-{at}")))
            .collect();
        probes.push(one(None, "all".to_owned()));
        probes
    })
}

/// The types of the parameters, with texts for variables; three texts if the type is inferred.
fn parameters_of_mcl(function: &mcl::Function) -> Vec<Type> {
    let Ok(Some(ty)) = function.signature(VariableScope::new()) else {
        return vec![Type::any().clone(); 3];
    };
    let Kind::Func(func) = ty.kind() else {
        return Vec::new();
    };
    let positional = func.params.iter().flat_map(|params| &params.positional);
    positional.map(|param| param.ty.clone()).collect()
}

fn call_of_mcl(
    function: &'static mcl::Function,
    shape: Shape,
    n: usize,
    large: Option<usize>,
) -> Option<Work> {
    let (value, small) = ((shape.make)(n), (shape.make)(3));
    let parameters = parameters_of_mcl(function);
    let mut some = false;
    let arguments = parameters.iter().enumerate().map(|(at, ty)| {
        let wanted = large.is_none_or(|large| large == at);
        if let Some(value) = wanted.then(|| value_of_mcl(&value, ty)).flatten() {
            some = true;
            return Some(value);
        }
        value_of_mcl(&small, ty).or_else(|| simple_of_mcl(ty))
    });
    let arguments: Vec<Value> = arguments.collect::<Option<_>>()?;
    if !some {
        return None;
    }
    // A function whose type is inferred may accept fewer arguments.
    let counts = (1..=arguments.len()).rev();
    let (count, ty) = counts
        .filter_map(|count| Some((count, function.solved(&arguments[..count]).ok()?)))
        .next()?;
    Some(Box::new(move |budget| {
        let arguments: Vec<&Value> = arguments[..count].iter().collect();
        let call = mcl::Call::new(&arguments, &ty, "/", &mcl::NoHost, budget);
        let _ = function.call(&call);
        Ended::by(budget.finish().is_err())
    }))
}

/// Converts a value to mcl, if it is of the type.
fn value_of_mcl(value: &Value, ty: &Type) -> Option<Value> {
    let value = COLLECTIONS.content(value)?;
    let open = ty.has(Flags::VARIABLE);
    (open || polycty_mcl::typed(&value, ty).is_ok()).then_some(value)
}

/// Lists and maps.
const COLLECTIONS: Collections = Collections {
    list: |parts| Value::list(parts).ok(),
    map: |entries| Value::map(entries).ok(),
};

fn simple_of_mcl(ty: &Type) -> Option<Value> {
    if ty.has(Flags::VARIABLE) {
        Some(Value::string("a"))
    } else {
        polycty_mcl::zero(ty).ok()
    }
}

//! Scopes: the variables and functions that an expression can use.
//!
//! Scopes nest: names that an inner scope does not define are looked up in the outer ones. A scope
//! without a variable table differs from one with an empty table: if no scope has a variable table,
//! any use of a variable is reported as not allowed.

use crate::functions::Function;
use crate::syntax::is_identifier;
use polycty_core::scope;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Excerpt;
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use polycty_core::values::{MarkSet, Value};
use std::sync::Arc;

/// Variables and functions, and the enclosing scope.
///
/// A scope is cheap to clone: a clone shares all data until either changes.
///
/// ```
/// use polycty_core::source::Position;
/// use polycty_hcl::{Scope, evaluate, syntax};
/// use polycty_core::values::Value;
/// let mut scope = Scope::new();
/// scope.set_variable("name", Value::string("world")).unwrap();
/// let text = b"\"hello ${name}\"";
/// let parsed = syntax::parse_expression(text, "example.hcl", Position::START);
/// let answer = evaluate(&parsed.expression(), Some(&scope));
/// assert_eq!(answer.value.as_str(), Some("hello world"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope(scope::Scope<Names>);

/// The names of a frame. Without a table, names of that kind are not allowed.
#[derive(Clone, Debug, Default)]
struct Names {
    variables: Option<KeyedMap<Str, Value>>,
    /// Functions that were defined individually.
    functions: Option<KeyedMap<Str, Function>>,
    /// Functions of sets. They do not hide functions in `functions`.
    offered: Option<FunctionSet>,
    max_steps: Option<u64>,
    /// The marks of the values that contain the variables. The variables do not have these marks
    /// themselves.
    collection_marks: MarkSet,
    /// The marks of values whose text can be shown in messages.
    shown: Option<KeyedSet<Str>>,
}

/// A table of functions by name, shared by any number of scopes ([`Scope::offer_functions`]).
#[derive(Clone, Debug, Default)]
pub struct FunctionSet {
    functions: Arc<FunctionTable>,
    /// Functions that those in `functions` may hide.
    base: Option<Arc<FunctionTable>>,
}

type FunctionTable = KeyedMap<Str, Function>;

impl FunctionSet {
    /// Creates a set of functions. If a name is repeated, the last function is used.
    ///
    /// # Errors
    /// The errors of [`Scope::set_function`].
    pub fn new(functions: impl IntoIterator<Item = (Str, Function)>) -> Result<FunctionSet> {
        let named = functions.into_iter().map(|(name, function)| {
            check_function_name(&name)?;
            Ok((name, function))
        });
        Ok(FunctionSet {
            functions: Arc::new(named.collect::<Result<_>>()?),
            base: None,
        })
    }

    /// Creates a set of functions and those of a different set, whose table it shares. The new
    /// functions hide functions of `base` with the same name.
    ///
    /// # Errors
    /// The errors of [`Scope::set_function`].
    pub fn over(
        base: &FunctionSet,
        functions: impl IntoIterator<Item = (Str, Function)>,
    ) -> Result<FunctionSet> {
        let set = FunctionSet::new(functions)?;
        let base = match &base.base {
            None => base.functions.clone(),
            Some(_) => Arc::new(
                base.iter()
                    .map(|(name, found)| (name.clone(), found.clone()))
                    .collect(),
            ),
        };
        Ok(FunctionSet {
            base: Some(base),
            ..set
        })
    }

    #[inline]
    fn get(&self, name: &str) -> Option<&Function> {
        let own = self.functions.get(name);
        own.or_else(|| self.base.as_ref()?.get(name))
    }

    /// Each function once, in no particular order.
    fn iter(&self) -> impl Iterator<Item = (&Str, &Function)> {
        let base = self.base.iter().flat_map(|base| base.iter());
        let others = base.filter(|(name, _)| !self.functions.contains_key(*name));
        self.functions.iter().chain(others)
    }

    /// Whether both sets share the same tables.
    fn is_same(&self, other: &FunctionSet) -> bool {
        let bases = match (&self.base, &other.base) {
            (Some(one), Some(another)) => Arc::ptr_eq(one, another),
            (None, None) => true,
            _ => false,
        };
        bases && Arc::ptr_eq(&self.functions, &other.functions)
    }
}

impl Scope {
    /// Creates a scope that allows neither variables nor functions until some are defined.
    #[must_use]
    pub fn new() -> Scope {
        Scope::default()
    }

    /// Creates a scope inside this one.
    ///
    /// # Errors
    /// [`Code::Limit`] if scopes nest deeper than [`MAX_SCOPES`].
    ///
    /// [`Code::Limit`]: polycty_core::source::Code::Limit
    /// [`MAX_SCOPES`]: polycty_core::scope::MAX_SCOPES
    pub fn child(&self) -> Result<Scope> {
        self.0.child(Names::default()).map(Scope)
    }

    /// Returns the variables and functions of this scope, without its outer scopes, inside a
    /// different scope.
    #[must_use]
    pub(crate) fn around(&self, outer: &Scope) -> Scope {
        Scope(self.0.within(&outer.0))
    }

    /// Allows variables, even if none are defined.
    pub fn allow_variables(&mut self) {
        self.0.frame_mut().variables.get_or_insert_default();
    }

    /// Allows functions, even if none are defined.
    pub fn allow_functions(&mut self) {
        self.0.frame_mut().functions.get_or_insert_default();
    }

    /// Defines a variable and replaces an earlier one of that name.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the name is not an identifier, because no expression could
    /// refer to it.
    pub fn set_variable(&mut self, name: impl Into<Str>, value: Value) -> Result<()> {
        let name = name.into();
        if !is_identifier(&name) {
            return Err(no_name("variable", &name));
        }
        let variables = self.0.frame_mut().variables.get_or_insert_default();
        variables.insert(name, value);
        Ok(())
    }

    /// Defines a function and replaces an earlier one of that name. A name can have several parts,
    /// separated by `::`.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if a part of the name is not an identifier, because no expression
    /// could refer to it.
    pub fn set_function(&mut self, name: impl Into<Str>, function: Function) -> Result<()> {
        let name = name.into();
        check_function_name(&name)?;
        let functions = self.0.frame_mut().functions.get_or_insert_default();
        functions.insert(name, function);
        Ok(())
    }

    /// Defines the functions of a set. They replace functions of earlier sets, but not functions
    /// that were defined individually ([`Scope::set_function`]). A scope without an earlier set
    /// shares the table of this one.
    pub fn offer_functions(&mut self, set: &FunctionSet) {
        let offered = &mut self.0.frame_mut().offered;
        match offered {
            None => *offered = Some(set.clone()),
            Some(before) if before.is_same(set) => {}
            Some(before) => {
                let added = set.iter();
                let added = added.map(|(name, function)| (name.clone(), function.clone()));
                Arc::make_mut(&mut before.functions).extend(added);
            }
        }
    }

    /// Defines a variable with a computed name, such as an iterator named after its blocks. A name
    /// that is not an identifier is ignored, but the scope allows variables in any case
    /// ([`Scope::allow_variables`]).
    pub(crate) fn set_if_identifier(&mut self, name: &Str, value: Value) {
        if is_identifier(name) {
            let variables = self.0.frame_mut().variables.get_or_insert_default();
            variables.insert(name.clone(), value);
        } else {
            self.allow_variables();
        }
    }

    /// Sets the maximum number of steps of an evaluation in this scope. The budget of an enclosing
    /// operation still applies. A standalone evaluation uses this limit instead of
    /// [`MAX_STEPS`](super::MAX_STEPS).
    pub fn limit_steps(&mut self, steps: u64) {
        self.0.frame_mut().max_steps = Some(steps);
    }

    /// The maximum number of steps of an evaluation in this scope, as set by this scope or the
    /// nearest outer scope that sets it.
    #[must_use]
    pub fn step_limit(&self) -> Option<u64> {
        self.0.frames().find_map(|names| names.max_steps)
    }

    /// Allows messages to show parts of values with a mark. By default, messages about marked
    /// values do not contain them: `tonumber` does not quote a secret.
    pub fn show_mark(&mut self, mark: impl Into<Str>) {
        let shown = self.0.frame_mut().shown.get_or_insert_default();
        shown.insert(mark.into());
    }

    /// Whether messages can show parts of values with a mark, as set by this scope or an outer one.
    #[must_use]
    pub fn shows_mark(&self, mark: &str) -> bool {
        let mut frames = self.0.frames();
        frames.any(|names| {
            names
                .shown
                .as_ref()
                .is_some_and(|shown| shown.contains(mark))
        })
    }

    /// Records that the variables of this scope are parts of a value with marks.
    pub(crate) fn add_collection_marks(&mut self, marks: &MarkSet) {
        if !marks.is_empty() {
            let collection_marks = &mut self.0.frame_mut().collection_marks;
            *collection_marks = collection_marks.union(marks);
        }
    }

    /// The marks of all values that contain variables of this scope or an outer one.
    pub(crate) fn collection_marks(&self) -> MarkSet {
        MarkSet::union_of(
            self.0
                .frames()
                .map(|names| names.collection_marks.clone())
                .collect(),
        )
    }

    /// Returns the variable of a name, from this scope or an outer one.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.variables.as_ref()?.get(name))
    }

    /// Returns the function of a name, from this scope or an outer one.
    #[must_use]
    #[inline]
    pub fn function(&self, name: &str) -> Option<&Function> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.function(name))
    }

    /// Whether variables are allowed.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.0.frames().any(|names| names.variables.is_some())
    }

    /// Whether functions are allowed.
    #[must_use]
    pub fn has_functions(&self) -> bool {
        let mut frames = self.0.frames();
        frames.any(|names| names.functions.is_some() || names.offered.is_some())
    }

    /// The names of the variables of each scope, from the innermost scope outward, in no particular
    /// order within a scope.
    pub fn variable_names(&self) -> impl Iterator<Item = impl Iterator<Item = &str>> {
        let tables = self.0.frames().map(|names| names.variables.iter());
        tables.map(|table| table.flat_map(|table| table.keys().map(|name| &**name)))
    }

    /// The names of all functions, from the innermost scope outward, in no particular order within
    /// a scope.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.0.frames().flat_map(Names::function_names)
    }
}

impl Names {
    #[inline]
    fn function(&self, name: &str) -> Option<&Function> {
        let own = self.functions.as_ref().and_then(|table| table.get(name));
        own.or_else(|| self.offered.as_ref()?.get(name))
    }

    /// The names of the functions of the frame, each once.
    fn function_names(&self) -> impl Iterator<Item = &str> {
        let own = self.functions.as_ref();
        let offered = self.offered.iter().flat_map(FunctionSet::iter);
        let offered = offered.map(|(name, _)| name);
        let others = offered.filter(move |name| own.is_none_or(|own| !own.contains_key(*name)));
        let names = own.into_iter().flat_map(KeyedMap::keys).chain(others);
        names.map(|name| &**name)
    }
}

fn check_function_name(name: &str) -> Result<()> {
    if name.split("::").all(is_identifier) {
        return Ok(());
    }
    Err(no_name("function", name))
}

#[cold]
fn no_name(what: &str, name: &str) -> Error {
    let name = Excerpt(name);
    let message = format!("{name} is not a valid name of a {what}");
    Error::new(Code::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_takes_the_names_that_an_expression_can_say() {
        let mut scope = Scope::new();
        for name in ["a", "a-b", "_", "é1", "for"] {
            scope.set_variable(name, Value::bool(true)).unwrap();
            assert!(scope.variable(name).is_some());
        }
        let upper = crate::functions::standard_function("upper").unwrap();
        for name in ["upper", "text::upper", "a::b::c"] {
            scope.set_function(name, upper.function().clone()).unwrap();
        }
        for name in ["", "not a name!", "::", "a::", "1a", "a.b", "a\n"] {
            let refused = [
                scope.set_variable(name, Value::bool(true)).unwrap_err(),
                scope
                    .set_function(name, upper.function().clone())
                    .unwrap_err(),
            ];
            assert!(
                refused
                    .iter()
                    .all(|error| error.code() == Code::InvalidArgument)
            );
        }
        assert!(scope.set_variable("a::b", Value::bool(true)).is_err());
    }

    #[test]
    fn scopes_share_the_table_of_a_set() {
        let standard = |name: &str| {
            let found = crate::functions::standard_function(name).unwrap();
            found.function().clone()
        };
        let named = |names: &[&str]| {
            let all = names.iter().map(|name| (Str::from(*name), standard(name)));
            FunctionSet::new(all).unwrap()
        };
        let set = named(&["upper", "lower"]);
        let mut scopes = [Scope::new(), Scope::new(), Scope::new()];
        scopes[1].set_function("upper", standard("strlen")).unwrap();
        for scope in &mut scopes {
            scope.offer_functions(&set);
            scope.offer_functions(&set);
            scope.set_function("min", standard("min")).unwrap();
        }
        // The set and one reference for each scope.
        assert_eq!(Arc::strong_count(&set.functions), 4);
        scopes[2].offer_functions(&named(&["max", "lower"]));
        assert_eq!(Arc::strong_count(&set.functions), 3);
        let names = |scope: &Scope| {
            let mut names: Vec<_> = scope.function_names().map(str::to_owned).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(names(&scopes[1]), "lower min upper");
        assert_eq!(names(&scopes[2]), "lower max min upper");
        let described = |scope: &Scope, name: &str| {
            let signature = scope.function(name).unwrap().signature().clone();
            signature.description().to_owned()
        };
        let strlen = standard("strlen").signature().description().to_owned();
        assert_eq!(described(&scopes[1], "upper"), strlen);
        assert_ne!(described(&scopes[0], "upper"), strlen);
        assert!(FunctionSet::new([(Str::from("a b"), standard("min"))]).is_err());
    }

    #[test]
    fn a_set_shares_the_table_of_the_set_that_it_is_made_over() {
        let standard = |name: &str| {
            let found = crate::functions::standard_function(name).unwrap();
            found.function().clone()
        };
        let pair = |name: &str, function: &str| (Str::from(name), standard(function));
        let base = FunctionSet::new([pair("upper", "upper"), pair("min", "min")]).unwrap();
        let set = FunctionSet::over(&base, [pair("min", "max"), pair("lower", "lower")]).unwrap();
        assert_eq!(Arc::strong_count(&base.functions), 2);
        let mut scope = Scope::new();
        scope.offer_functions(&base);
        scope.offer_functions(&set);
        let mut other = Scope::new();
        other.offer_functions(&set);
        let twice = FunctionSet::over(&set, [pair("upper", "strlen")]).unwrap();
        let mut third = Scope::new();
        third.offer_functions(&twice);
        let described = |scope: &Scope, name: &str| {
            let signature = scope.function(name).unwrap().signature().clone();
            signature.description().to_owned()
        };
        let of = |name: &str| standard(name).signature().description().to_owned();
        for scope in [&scope, &other, &third] {
            let mut names: Vec<_> = scope.function_names().collect();
            names.sort_unstable();
            assert_eq!(names, ["lower", "min", "upper"]);
            assert_eq!(described(scope, "min"), of("max"));
        }
        assert_eq!(described(&other, "upper"), of("upper"));
        assert_eq!(described(&third, "upper"), of("strlen"));
    }

    #[test]
    fn a_name_that_is_left_out_still_lets_a_scope_have_variables() {
        let mut scope = Scope::new();
        scope.set_if_identifier(&"not a name!".into(), Value::bool(true));
        assert!(scope.has_variables() && scope.variable("not a name!").is_none());
        scope.set_if_identifier(&"name".into(), Value::bool(true));
        assert!(scope.variable("name").is_some());
    }
}

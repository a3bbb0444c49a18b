//! Definitions of functions: names, types, costs and implementations.

use super::call::Call;
use super::instance::Memory;
use crate::host::{Form, KnownCall};
use crate::rules::unify::unify;
use crate::types::parse::parse_type;
use crate::values::access::own_type;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    Flags as TypeFlags, FuncParam, FuncParams, FuncType, Kind, Type, VariableScope,
};
use polycty_core::values::Value;
use polycty_engine::Failure;

/// The properties of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Whether equal arguments always have the same result.
    pub pure: bool,
    /// Whether the function may be called during compilation, with arguments that are known then.
    pub speculative: bool,
    /// Whether at most one vertex of a program may have the function.
    pub alone: bool,
}

/// The source of the changes of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The start of each second.
    Second,
    /// Midnight in the host's time zone.
    Midnight,
    /// This number of milliseconds after each call.
    Milliseconds(u32),
    /// The validity that each call sets for its result.
    Answered,
    /// The host, which announces changes of its answer.
    Host,
}

/// The properties of a call for functions whose type is inferred.
pub(super) trait Known {
    /// Returns the type of an argument: that of its value, or its type as far as it is known.
    fn ty(&self, at: usize) -> Option<&Type>;

    /// Returns the text of a known `str` argument.
    fn text(&self, at: usize) -> Option<&str>;

    /// Returns the number of arguments.
    fn count(&self) -> usize;
}

impl Known for KnownCall<'_> {
    fn ty(&self, at: usize) -> Option<&Type> {
        match self.values.get(at) {
            Some(Some(value)) => Some(own_type(value)),
            _ => self.types.get(at),
        }
    }

    fn text(&self, at: usize) -> Option<&str> {
        self.values.get(at)?.as_ref()?.as_str()
    }

    fn count(&self) -> usize {
        self.types.len()
    }
}

/// Parses a function type, with variables in a scope of its own.
pub(super) fn read(text: &str) -> Result<Type> {
    parse_type(text, VariableScope::new())
}

/// The implementation of a function.
#[derive(Clone, Copy)]
pub(super) enum Work {
    Run(fn(&Call<'_>) -> Outcome),
    Remember(fn(&mut Memory, &Call<'_>) -> Outcome),
    /// The host answers the call.
    Ask,
    Form(Form),
}

/// The result of a call.
pub(super) type Outcome = std::result::Result<Value, Failure>;

/// A check of the inferred type of a function with type variables, optionally with the known
/// arguments.
#[derive(Clone, Copy)]
enum Check {
    Type(fn(&Type) -> Result<()>),
    Call(fn(&Type, &[Option<Value>]) -> Result<()>),
}

/// Infers the type of a call without a fixed signature.
type Infer = fn(&KnownCall<'_>) -> Result<Type>;

#[derive(Clone, Copy)]
enum Typing {
    /// A signature in mcl syntax.
    Written(&'static str),
    /// The names of the first arguments, and the inference of the type from a call.
    Inferred(&'static [&'static str], Names, Infer),
}

/// The names of further arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// There are no further arguments.
    None,
    /// `a`, `b`, and so on.
    Letters,
}

/// The cost class of a function: what a call is charged before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// Independent of the sizes of the arguments.
    Constant,
    /// Linear in the number of parts of the arguments and in the bytes of `str` arguments.
    Linear,
    /// Linear in the sizes of the arguments after the first, which is a container with lookup by
    /// key.
    Key,
    /// Charged by the implementation, for costs that depend on more than sizes.
    Own,
}

/// A core function.
pub struct Function {
    name: &'static str,
    pub(super) cost: Cost,
    typing: Typing,
    check: Option<Check>,
    flags: Flags,
    topic: Option<Topic>,
    pub(super) work: Work,
}

impl Function {
    const fn new(name: &'static str, typing: Typing, cost: Cost, work: Work) -> Function {
        Function {
            name,
            cost,
            typing,
            check: None,
            flags: Flags {
                pure: true,
                speculative: true,
                alone: false,
            },
            topic: None,
            work,
        }
    }

    /// Defines a pure function with a signature.
    pub(super) const fn pure(
        name: &'static str,
        signature: &'static str,
        cost: Cost,
        run: fn(&Call<'_>) -> Outcome,
    ) -> Function {
        Function::new(name, Typing::Written(signature), cost, Work::Run(run))
    }

    /// Defines a function that the host answers.
    pub(super) const fn asked(name: &'static str, signature: &'static str, cost: Cost) -> Function {
        Function::new(name, Typing::Written(signature), cost, Work::Ask).impure()
    }

    /// Defines a function that keeps state between calls.
    pub(super) const fn remembering(
        name: &'static str,
        signature: &'static str,
        cost: Cost,
        run: fn(&mut Memory, &Call<'_>) -> Outcome,
    ) -> Function {
        Function::new(name, Typing::Written(signature), cost, Work::Remember(run)).impure()
    }

    /// Defines a function that changes the graph.
    pub(super) const fn form(
        name: &'static str,
        signature: &'static str,
        cost: Cost,
        form: Form,
    ) -> Function {
        Function::new(name, Typing::Written(signature), cost, Work::Form(form)).not_speculative()
    }

    /// Sets the inference of the type from a call.
    pub(super) const fn inferred(
        mut self,
        arguments: &'static [&'static str],
        more: Names,
        infer: Infer,
    ) -> Function {
        self.typing = Typing::Inferred(arguments, more, infer);
        self
    }

    /// Sets a check that restricts the types of the signature.
    pub(super) const fn checked(mut self, check: fn(&Type) -> Result<()>) -> Function {
        self.check = Some(Check::Type(check));
        self
    }

    /// Sets a check that restricts the types of the signature, with the known arguments.
    pub(super) const fn checked_by_call(
        mut self,
        check: fn(&Type, &[Option<Value>]) -> Result<()>,
    ) -> Function {
        self.check = Some(Check::Call(check));
        self
    }

    /// Marks the function as neither pure nor speculative.
    pub(super) const fn impure(mut self) -> Function {
        self.flags.pure = false;
        self.flags.speculative = false;
        self
    }

    /// Marks the function as not callable during compilation.
    pub(super) const fn not_speculative(mut self) -> Function {
        self.flags.speculative = false;
        self
    }

    /// Restricts the function to one vertex.
    pub(super) const fn alone(mut self) -> Function {
        self.flags.alone = true;
        self
    }

    /// Sets the source of changes of the result.
    pub(super) const fn follows(mut self, topic: Topic) -> Function {
        self.topic = Some(topic);
        self.impure()
    }

    /// Returns the name with its module: `strings.split`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the module and the name in it: `("golang/strings", "split")`. The module of a root
    /// function is empty.
    #[must_use]
    pub fn module(&self) -> (&'static str, &'static str) {
        self.name.rsplit_once('.').unwrap_or(("", self.name))
    }

    /// Returns the properties.
    #[must_use]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// Returns the source of changes of the result, if any.
    #[must_use]
    pub fn topic(&self) -> Option<Topic> {
        self.topic
    }

    /// Returns the change that the function makes to the graph, if any. Such a function is built
    /// into the graph and cannot be called.
    #[must_use]
    pub fn graph_form(&self) -> Option<Form> {
        match self.work {
            Work::Form(form) => Some(form),
            _ => None,
        }
    }

    /// Returns whether the type is the same for all calls.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        matches!(self.typing, Typing::Written(text) if !text.contains('?'))
    }

    /// Returns whether the type is inferred from each call.
    pub(super) fn infers(&self) -> bool {
        matches!(self.typing, Typing::Inferred(..))
    }

    /// Returns whether this is a function of its arguments alone with a signature.
    pub(super) fn is_plain(&self) -> bool {
        matches!((self.work, self.typing), (Work::Run(_), Typing::Written(_)))
            && self.topic.is_none()
    }

    /// Returns the type with variables in `scope`, or `None` if it is inferred from each call.
    ///
    /// # Errors
    /// [`Code::Limit`] if the type is too deep.
    pub fn signature(&self, scope: VariableScope) -> Result<Option<Type>> {
        let Typing::Written(text) = self.typing else {
            return Ok(None);
        };
        parse_type(text, scope).map(Some)
    }

    /// Infers the type of a call. Open types are fresh variables.
    ///
    /// # Errors
    /// [`Code::Type`] with mgmt's message if no type fits the call.
    pub fn infer(&self, known: &KnownCall<'_>) -> Result<Type> {
        match self.typing {
            Typing::Inferred(_, _, infer) => infer(known),
            Typing::Written(text) => read(text),
        }
    }

    /// Returns the type of a call with these arguments, if they determine it.
    ///
    /// # Errors
    /// [`Code::Type`] with mgmt's message if no type fits, or if the type depends on the use of the
    /// result.
    pub fn solved(&self, arguments: &[Value]) -> Result<Type> {
        solved(arguments, |known| self.infer(known))
    }

    /// Returns the name of an argument.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] with mgmt's message if there is no such argument.
    pub fn argument_name(&self, index: usize) -> Result<String> {
        match self.typing {
            Typing::Inferred(names, more, _) => match (names.get(index), more) {
                (Some(name), _) => Ok((*name).to_owned()),
                (None, Names::Letters) => Ok(letters(index - names.len())),
                (None, Names::None) => Err(too_many(index, names.len())),
            },
            Typing::Written(_) => {
                let ty = self.signature(VariableScope::new())?;
                argument_name(ty.as_ref().map_or(&[][..], parameters), index)
            }
        }
    }

    /// Checks the inferred type of a call, with its known arguments.
    ///
    /// # Errors
    /// [`Code::Type`] with mgmt's message if the function does not accept the type.
    pub fn check(&self, solved: &Type, values: &[Option<Value>]) -> Result<()> {
        match self.check {
            None => Ok(()),
            Some(Check::Type(check)) => check(solved),
            Some(Check::Call(check)) => check(solved, values),
        }
    }

    /// Returns whether templates can call the function: it has a fixed type and needs no vertex.
    pub(super) fn in_templates(&self) -> bool {
        self.is_fixed() && self.topic.is_none() && matches!(self.work, Work::Run(_))
    }
}

/// Infers the type of a call with these mcl values, if they determine it.
pub(super) fn solved(
    arguments: &[Value],
    infer: impl FnOnce(&KnownCall<'_>) -> Result<Type>,
) -> Result<Type> {
    let types: Vec<Type> = arguments.iter().map(own_type).cloned().collect();
    let values: Vec<Option<Value>> = arguments.iter().cloned().map(Some).collect();
    let own = infer(&KnownCall {
        types: &types,
        values: &values,
        result: Type::any(),
    })?;
    let params = types.into_iter().map(|ty| FuncParam { name: None, ty });
    let call = Type::func(FuncType {
        params: Some(FuncParams {
            positional: params.collect(),
            ..FuncParams::default()
        }),
        result: Some(Type::variable(VariableScope::new(), 0)),
        ..FuncType::default()
    })?;
    let solved = unify(&own, &call)?.resolve(&own)?;
    if solved.has(TypeFlags::VARIABLE) {
        Err(no_type("the result type depends on the use of the result"))
    } else {
        Ok(solved)
    }
}

/// Returns the parameters of a function type.
pub(super) fn parameters(ty: &Type) -> &[FuncParam] {
    match ty.kind() {
        Kind::Func(func) => func
            .params
            .as_ref()
            .map_or(&[], |params| &params.positional),
        _ => &[],
    }
}

/// Returns the name of an argument of a function with these parameters.
///
/// # Errors
/// [`Code::InvalidArgument`] with mgmt's message if there is no such argument.
pub(super) fn argument_name(params: &[FuncParam], index: usize) -> Result<String> {
    let param = params.get(index);
    let param = param.ok_or_else(|| too_many(index, params.len()))?;
    // A parameter without a name has its position in the type, which is not a valid name.
    match param.name.as_deref() {
        Some(name) if name.starts_with(|c: char| !c.is_ascii_digit()) => Ok(name.to_owned()),
        _ => Ok(letters(index)),
    }
}

#[cold]
fn too_many(index: usize, count: usize) -> Error {
    let message = format!("index {index} exceeds arg length of {count}");
    Error::new(Code::InvalidArgument, message)
}

/// Returns `a` to `z`, then `aa`, and so on.
pub(super) fn letters(index: usize) -> String {
    let mut text = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        rest -= 1;
        text.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    text.reverse();
    String::from_utf8(text).unwrap_or_default()
}

/// Returns the error for a type that the function does not accept.
#[cold]
pub(super) fn did_not_match() -> Error {
    Error::new(Code::Type, "did not match")
}

/// Checks that a type equals one of several types without variables, up to the names of arguments.
pub(super) fn one_of(solved: &Type, types: &[&str]) -> Result<()> {
    for text in types {
        let ty = parse_type(text, VariableScope::new())?;
        if crate::rules::equal::compare(&ty, solved).is_ok() {
            return Ok(());
        }
    }
    Err(did_not_match())
}

/// Returns the error for a call that no type fits.
#[cold]
pub(super) fn no_type(message: impl Into<String>) -> Error {
    Error::new(Code::Type, message)
}

/// Returns whether a type is unknown or has variables.
pub(super) fn is_open(ty: Option<&Type>) -> bool {
    ty.is_none_or(|ty| ty.has(TypeFlags::VARIABLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_continue_after_z() {
        let all: Vec<String> = [0, 1, 25, 26, 27, 701, 702].map(letters).into();
        assert_eq!(all, ["a", "b", "z", "aa", "ab", "zz", "aaa"]);
    }
}

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

/// What may be assumed of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Whether the same arguments always give the same value.
    pub pure: bool,
    /// Whether it may be called while a program is compiled, with arguments that are known then.
    pub speculative: bool,
    /// Whether it may stand at one vertex of a program only.
    pub alone: bool,
}

/// What a function follows whose answer changes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Every second that begins.
    Second,
    /// Every day that begins where the host is.
    Midnight,
    /// So many milliseconds after each call.
    Milliseconds(u32),
    /// What each call says itself: how long its answer lasts.
    Answered,
    /// What the host knows: it announces when it would answer otherwise.
    Host,
}

/// What functions that infer their type ask of a call.
pub(super) trait Known {
    /// The type of an argument, by its value or else as far as it is known.
    fn ty(&self, at: usize) -> Option<&Type>;

    /// The text of an argument that is known to be one.
    fn text(&self, at: usize) -> Option<&str>;

    /// How many arguments there are.
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

/// A function type in the notation, with variables of its own.
pub(super) fn read(text: &str) -> Result<Type> {
    parse_type(text, VariableScope::new())
}

/// What a function does when it is called.
#[derive(Clone, Copy)]
pub(super) enum Work {
    Run(fn(&Call<'_>) -> Outcome),
    Remember(fn(&mut Memory, &Call<'_>) -> Outcome),
    /// What the host says.
    Ask,
    Form(Form),
}

/// What a call gives.
pub(super) type Outcome = std::result::Result<Value, Failure>;

/// What is said of the solved type of a function whose signature has variables, and perhaps of the
/// arguments that are known.
#[derive(Clone, Copy)]
enum Check {
    Type(fn(&Type) -> Result<()>),
    Call(fn(&Type, &[Option<Value>]) -> Result<()>),
}

/// How the type of a call is found where there is no one signature.
type Infer = fn(&KnownCall<'_>) -> Result<Type>;

#[derive(Clone, Copy)]
enum Typing {
    /// As the notation has it.
    Written(&'static str),
    /// By what is known of the call; the names of the first arguments.
    Inferred(&'static [&'static str], Names, Infer),
}

/// The names of arguments beyond those that a function names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// There are no more arguments.
    None,
    /// `a`, `b`, and so on.
    Letters,
}

/// The cost of a call beyond its own charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    /// Independent of the sizes of the arguments, or charged by the implementation.
    Own,
    /// Linear in the parts of the arguments and in the bytes of those that are texts. It is charged
    /// before the call.
    Linear,
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
    const fn new(name: &'static str, typing: Typing, work: Work) -> Function {
        Function {
            name,
            cost: Cost::Linear,
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

    /// A pure function of a signature.
    pub(super) const fn pure(
        name: &'static str,
        signature: &'static str,
        run: fn(&Call<'_>) -> Outcome,
    ) -> Function {
        Function::new(name, Typing::Written(signature), Work::Run(run))
    }

    /// A function that the host answers.
    pub(super) const fn asked(name: &'static str, signature: &'static str) -> Function {
        Function::new(name, Typing::Written(signature), Work::Ask).impure()
    }

    /// A function that remembers something from one call to the next.
    pub(super) const fn remembering(
        name: &'static str,
        signature: &'static str,
        run: fn(&mut Memory, &Call<'_>) -> Outcome,
    ) -> Function {
        Function::new(name, Typing::Written(signature), Work::Remember(run)).impure()
    }

    /// A function of the graph.
    pub(super) const fn form(name: &'static str, signature: &'static str, form: Form) -> Function {
        Function::new(name, Typing::Written(signature), Work::Form(form)).not_speculative()
    }

    /// Leaves all charges to the implementation, instead of the default [`Cost::Linear`].
    pub(super) const fn own_cost(mut self) -> Function {
        self.cost = Cost::Own;
        self
    }

    /// Finds its type by what is known of a call.
    pub(super) const fn inferred(
        mut self,
        arguments: &'static [&'static str],
        more: Names,
        infer: Infer,
    ) -> Function {
        self.typing = Typing::Inferred(arguments, more, infer);
        self
    }

    /// Refuses some of the types that its signature allows.
    pub(super) const fn checked(mut self, check: fn(&Type) -> Result<()>) -> Function {
        self.check = Some(Check::Type(check));
        self
    }

    /// Refuses some of the types that its signature allows, by what is known of the arguments.
    pub(super) const fn checked_by_call(
        mut self,
        check: fn(&Type, &[Option<Value>]) -> Result<()>,
    ) -> Function {
        self.check = Some(Check::Call(check));
        self
    }

    /// Neither pure nor to be speculated on.
    pub(super) const fn impure(mut self) -> Function {
        self.flags.pure = false;
        self.flags.speculative = false;
        self
    }

    /// Not called while a program is compiled.
    pub(super) const fn not_speculative(mut self) -> Function {
        self.flags.speculative = false;
        self
    }

    /// Stands at one vertex only.
    pub(super) const fn alone(mut self) -> Function {
        self.flags.alone = true;
        self
    }

    /// Changes by itself.
    pub(super) const fn follows(mut self, topic: Topic) -> Function {
        self.topic = Some(topic);
        self.impure()
    }

    /// The name with its module: `strings.split`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The module, and the name in it: `("golang/strings", "split")`; the module of a root
    /// function is empty.
    #[must_use]
    pub fn module(&self) -> (&'static str, &'static str) {
        self.name.rsplit_once('.').unwrap_or(("", self.name))
    }

    /// What may be assumed of it.
    #[must_use]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// What it follows, if its answer changes by itself.
    #[must_use]
    pub fn topic(&self) -> Option<Topic> {
        self.topic
    }

    /// How it changes the graph, if it does. It cannot be called then: the front end builds it.
    #[must_use]
    pub fn graph_form(&self) -> Option<Form> {
        match self.work {
            Work::Form(form) => Some(form),
            _ => None,
        }
    }

    /// Whether its type is the same for all calls.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        matches!(self.typing, Typing::Written(text) if !text.contains('?'))
    }

    /// Whether its type is found by what is known of a call.
    pub(super) fn infers(&self) -> bool {
        matches!(self.typing, Typing::Inferred(..))
    }

    /// Whether it is a function of its arguments alone that states its signature.
    pub(super) fn is_plain(&self) -> bool {
        matches!((self.work, self.typing), (Work::Run(_), Typing::Written(_)))
            && self.topic.is_none()
    }

    /// Its type, whose variables are in the scope; none where it is inferred, call by call.
    ///
    /// # Errors
    /// [`Code::Limit`].
    pub fn signature(&self, scope: VariableScope) -> Result<Option<Type>> {
        let Typing::Written(text) = self.typing else {
            return Ok(None);
        };
        parse_type(text, scope).map(Some)
    }

    /// The type of one call, with variables of its own for what is open.
    ///
    /// # Errors
    /// [`Code::Type`] with the reference's words where no type fits what is known.
    pub fn infer(&self, known: &KnownCall<'_>) -> Result<Type> {
        match self.typing {
            Typing::Inferred(_, _, infer) => infer(known),
            Typing::Written(text) => read(text),
        }
    }

    /// The type of a call with these arguments, where they alone decide it.
    ///
    /// # Errors
    /// [`Code::Type`] with the reference's words where no type fits them, and where the use of
    /// the result decides.
    pub fn solved(&self, arguments: &[Value]) -> Result<Type> {
        solved(arguments, |known| self.infer(known))
    }

    /// The name of an argument.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] with the reference's words where there is no such argument.
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

    /// Whether it takes the type that was solved for a call, some of whose arguments are known.
    ///
    /// # Errors
    /// [`Code::Type`] with the reference's words where it does not.
    pub fn check(&self, solved: &Type, values: &[Option<Value>]) -> Result<()> {
        match self.check {
            None => Ok(()),
            Some(Check::Type(check)) => check(solved),
            Some(Check::Call(check)) => check(solved, values),
        }
    }

    /// Whether templates can call it: it has one type and needs no place in the graph.
    pub(super) fn in_templates(&self) -> bool {
        self.is_fixed() && self.topic.is_none() && matches!(self.work, Work::Run(_))
    }
}

/// The type of a call with these arguments, values of the language, if they alone decide it, of a
/// function whose type is inferred so.
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
    match solved.has(TypeFlags::VARIABLE) {
        true => Err(no_type("the type of the result is found from use")),
        false => Ok(solved),
    }
}

/// The parameters of a function type.
pub(super) fn parameters(ty: &Type) -> &[FuncParam] {
    match ty.kind() {
        Kind::Func(func) => func
            .params
            .as_ref()
            .map_or(&[], |params| &params.positional),
        _ => &[],
    }
}

/// The name of an argument of a function with these parameters.
///
/// # Errors
/// [`Code::InvalidArgument`] with the reference's words where there is no such argument.
pub(super) fn argument_name(params: &[FuncParam], index: usize) -> Result<String> {
    let param = params.get(index);
    let param = param.ok_or_else(|| too_many(index, params.len()))?;
    // One without a name shows its number in the type, which is no name.
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

/// `a` to `z`, then `aa`, and so on.
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

/// The fault of a type that none of those is that a function takes.
#[cold]
pub(super) fn did_not_match() -> Error {
    Error::new(Code::Type, "did not match")
}

/// Takes one of some types, without variables, up to the names of arguments.
pub(super) fn one_of(solved: &Type, types: &[&str]) -> Result<()> {
    for text in types {
        let ty = parse_type(text, VariableScope::new())?;
        if crate::rules::equal::compare(&ty, solved).is_ok() {
            return Ok(());
        }
    }
    Err(did_not_match())
}

/// The fault of a call that no type fits.
#[cold]
pub(super) fn no_type(message: impl Into<String>) -> Error {
    Error::new(Code::Type, message)
}

/// A type as messages have it, and whether it has variables, or is not known at all.
pub(super) fn is_open(ty: Option<&Type>) -> bool {
    ty.is_none_or(|ty| ty.has(TypeFlags::VARIABLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let all: Vec<String> = [0, 1, 25, 26, 27, 701, 702].map(letters).into();
        assert_eq!(all, ["a", "b", "z", "aa", "ab", "zz", "aaa"]);
    }
}

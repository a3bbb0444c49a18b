//! Host functions: functions that a host defines for programs.

use super::call::{of_type, result};
use super::define::{Flags, argument_name, letters, parameters, solved};
use crate::host::{self, KnownCall, Placed};
use crate::types::parse::parse_type;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Kind, Str, Type, VariableScope};
use polycty_core::values::Value;
use polycty_engine::{Failure, Inputs, Sender, Transaction};
use std::fmt;
use std::sync::Arc;

/// The default properties of a host function.
const NOTHING: Flags = Flags {
    pure: false,
    speculative: false,
    alone: false,
};

/// The implementation of a function: it takes the arguments and the inferred type of the call.
type Run = dyn Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure> + Send + Sync;

/// Infers the type of a call without a fixed signature.
type Infer = dyn Fn(&KnownCall<'_>) -> Result<Type> + Send + Sync;

/// Subscriptions to changes of a function's result.
pub trait Subscription: Send + Sync {
    /// Subscribes the sender to changes of the result for these arguments. It is called again when
    /// the arguments change; a new subscription of a sender replaces the previous one.
    ///
    /// # Errors
    /// Any error ends the program.
    fn follow(&self, arguments: &[&Value], sender: &Sender) -> Result<()>;

    /// Ends the subscription of the sender.
    fn unfollow(&self, sender: &Sender);
}

#[derive(Clone)]
enum Typing {
    /// A signature. Its variables are fresh for each call.
    Signature(Str),
    /// Inference from each call.
    Inferred(Arc<Infer>),
}

/// A function that a host defines.
///
/// ```
/// use polycty_core::values::Value;
/// use polycty_mcl::functions::HostFunction;
/// let double = HostFunction::new("double", "func(n int) int", |arguments, _, _| {
///     let number = arguments[0].as_integer().and_then(|n| n.to_i64()).unwrap_or_default();
///     Ok(Value::from_integer((2 * number).into()))
/// })?;
/// let double = double.speculative();
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
#[derive(Clone)]
pub struct HostFunction {
    /// The name with its module.
    name: Str,
    typing: Typing,
    flags: Flags,
    run: Arc<Run>,
    follow: Option<Arc<dyn Subscription>>,
}

impl HostFunction {
    /// Creates a function with its name, `name` or `module.name`, and its signature, such as
    /// `func(key ?1, values map{?1: ?2}) ?2`. Type variables are fresh for each call. The function
    /// is neither pure nor speculative, and its result does not change on its own.
    ///
    /// # Errors
    /// [`Code::Syntax`] or [`Code::Type`] if the signature is not a function type.
    pub fn new(
        name: impl Into<Str>,
        signature: &str,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> Result<HostFunction> {
        let ty = parse_type(signature, VariableScope::new())?;
        if !matches!(ty.kind(), Kind::Func(_)) {
            let message = format!("{signature} is not a function type");
            return Err(Error::new(Code::Type, message));
        }
        Ok(HostFunction::of(
            name,
            Typing::Signature(signature.into()),
            run,
        ))
    }

    /// Creates a function whose type is inferred from each call.
    pub fn inferred(
        name: impl Into<Str>,
        infer: impl Fn(&KnownCall<'_>) -> Result<Type> + Send + Sync + 'static,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> HostFunction {
        HostFunction::of(name, Typing::Inferred(Arc::new(infer)), run)
    }

    fn of(
        name: impl Into<Str>,
        typing: Typing,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> HostFunction {
        HostFunction {
            name: name.into(),
            typing,
            flags: NOTHING,
            run: Arc::new(run),
            follow: None,
        }
    }

    /// Marks the function as pure: equal arguments always have the same result.
    #[must_use]
    pub fn pure(mut self) -> HostFunction {
        self.flags.pure = true;
        self
    }

    /// Marks the function as pure and callable during compilation.
    #[must_use]
    pub fn speculative(mut self) -> HostFunction {
        self.flags.pure = true;
        self.flags.speculative = true;
        self
    }

    /// Sets the subscriptions to changes of the result. The function is neither pure nor
    /// speculative.
    #[must_use]
    pub fn following(mut self, follow: Arc<dyn Subscription>) -> HostFunction {
        self.flags = NOTHING;
        self.follow = Some(follow);
        self
    }

    /// Returns the name with its module: `module.name`.
    #[must_use]
    pub fn full_name(&self) -> &Str {
        &self.name
    }

    /// Returns the name without its module.
    fn short_name(&self) -> &str {
        self.name
            .rsplit_once('.')
            .map_or(&*self.name, |(_, name)| name)
    }

    /// Returns the properties.
    #[must_use]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    fn run(
        &self,
        arguments: &[&Value],
        ty: &Type,
        budget: &Budget,
    ) -> std::result::Result<Value, Failure> {
        budget.charge(1)?;
        of_type((self.run)(arguments, ty, budget)?, result(ty), &self.name)
    }
}

impl fmt::Debug for HostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HostFunction").field(&self.name).finish()
    }
}

impl host::Function for HostFunction {
    fn name(&self) -> &str {
        self.short_name()
    }

    fn title(&self, _: &Type) -> String {
        self.short_name().to_owned()
    }

    fn argument(&self, index: usize) -> Result<Str> {
        let name = match &self.typing {
            Typing::Signature(signature) => {
                let ty = parse_type(signature, VariableScope::new())?;
                argument_name(parameters(&ty), index)?
            }
            Typing::Inferred(_) => letters(index),
        };
        Ok(name.into())
    }

    fn infers(&self) -> bool {
        matches!(self.typing, Typing::Inferred(_))
    }

    fn signature(&self, call: &KnownCall<'_>) -> Result<Type> {
        match &self.typing {
            Typing::Signature(signature) => parse_type(signature, VariableScope::new()),
            Typing::Inferred(infer) => {
                let ty = infer(call)?;
                match ty.kind() {
                    Kind::Func(_) => Ok(ty),
                    _ => {
                        let message =
                            format!("the inferred type of {} is not a function type", self.name);
                        Err(Error::new(Code::Misbehaved, message))
                    }
                }
            }
        }
    }

    fn check(&self, _: &Type, _: &[Option<Value>]) -> Result<()> {
        Ok(())
    }

    fn speculates(&self) -> bool {
        self.flags.speculative
    }

    fn call(&self, arguments: &[Value], budget: &Budget) -> std::result::Result<Value, Failure> {
        // Types are not inferred yet, so the type must follow from the arguments.
        let ty = solved(arguments, |known| host::Function::signature(self, known))?;
        let arguments: Vec<&Value> = arguments.iter().collect();
        self.run(&arguments, &ty, budget)
    }

    fn instance(&self, placed: &Placed<'_>) -> Option<Box<dyn polycty_engine::Function>> {
        Some(Box::new(GivenInstance {
            function: self.clone(),
            ty: placed.ty.clone(),
            tag: placed.tag,
            sender: None,
            followed: None,
        }))
    }
}

/// A host function at a vertex of the engine.
struct GivenInstance {
    function: HostFunction,
    ty: Type,
    tag: u64,
    sender: Option<Sender>,
    /// The arguments of the current subscription.
    followed: Option<Vec<Value>>,
}

impl GivenInstance {
    /// Subscribes to changes of the result for these arguments.
    fn follow(&mut self, arguments: &[&Value]) -> Result<()> {
        let (Some(follow), Some(sender)) = (&self.function.follow, &self.sender) else {
            return Ok(());
        };
        let same = self.followed.as_ref().is_some_and(|followed| {
            followed.len() == arguments.len()
                && followed.iter().zip(arguments).all(|(a, b)| a == *b)
        });
        if !same {
            follow.follow(arguments, sender)?;
            self.followed = Some(arguments.iter().copied().cloned().collect());
        }
        Ok(())
    }
}

impl polycty_engine::Function for GivenInstance {
    fn name(&self) -> &str {
        self.function.short_name()
    }

    fn inputs(&self) -> u32 {
        parameters(&self.ty).len() as u32
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn start(&mut self, sender: &Sender) -> std::result::Result<(), Failure> {
        if self.function.follow.is_some() {
            self.sender = Some(sender.clone());
        }
        Ok(())
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        budget: &Budget,
    ) -> std::result::Result<Value, Failure> {
        let arguments = inputs.values()?;
        // The subscription precedes the call, so that no change in between is lost.
        self.follow(&arguments)?;
        self.function.run(&arguments, &self.ty, budget)
    }

    fn stop(&mut self) {
        if let (Some(sender), Some(follow)) = (self.sender.take(), &self.function.follow)
            && self.followed.is_some()
        {
            follow.unfollow(&sender);
        }
    }
}

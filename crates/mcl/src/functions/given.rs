//! Functions of a host: what does one say, so that programs can call it like those of the core?

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

/// What may be assumed of a function of which nothing is said.
const NOTHING: Flags = Flags {
    pure: false,
    speculative: false,
    alone: false,
};

/// What a function computes: from arguments, and the type that was solved for the call.
type Run = dyn Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure> + Send + Sync;

/// How the type of a call is found where there is no one signature.
type Infer = dyn Fn(&KnownCall<'_>) -> Result<Type> + Send + Sync;

/// Who tells when a streaming function would answer otherwise.
pub trait Follow: Send + Sync {
    /// Begins to announce through the sender when a call with these arguments would give another
    /// value; again when the arguments have changed, which ends what was begun before with the
    /// same sender.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn follow(&self, arguments: &[&Value], sender: &Sender) -> Result<()>;

    /// Ends what was begun with the sender.
    fn unfollow(&self, sender: &Sender);
}

#[derive(Clone)]
enum Typing {
    /// Its variables are anew for each call.
    Signature(Str),
    /// By what is known of the call.
    Inferred(Arc<Infer>),
}

/// A function that a host gives programs.
///
/// ```
/// use polycty_core::values::Value;
/// use polycty_mcl::functions::Given;
/// let double = Given::new("double", "func(n int) int", |arguments, _, _| {
///     let number = arguments[0].as_integer().and_then(|n| n.to_i64()).unwrap_or_default();
///     Ok(Value::from_integer((2 * number).into()))
/// })?;
/// let double = double.speculative();
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
#[derive(Clone)]
pub struct Given {
    /// The name with its module.
    name: Str,
    typing: Typing,
    flags: Flags,
    run: Arc<Run>,
    follow: Option<Arc<dyn Follow>>,
}

impl Given {
    /// A function by its name, with its module as `module.name`, and its signature,
    /// `func(key ?1, values map{?1: ?2}) ?2`, whose variables are anew for each call. It is neither pure nor speculated on, and follows nothing.
    ///
    /// # Errors
    /// [`Code::Syntax`] and [`Code::Type`] for what is no type of a function.
    pub fn new(
        name: impl Into<Str>,
        signature: &str,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> Result<Given> {
        let ty = parse_type(signature, VariableScope::new())?;
        if !matches!(ty.kind(), Kind::Func(_)) {
            let message = format!("{signature} is no type of a function");
            return Err(Error::new(Code::Type, message));
        }
        Ok(Given::of(name, Typing::Signature(signature.into()), run))
    }

    /// A function that finds its type by what is known of a call.
    pub fn inferred(
        name: impl Into<Str>,
        infer: impl Fn(&KnownCall<'_>) -> Result<Type> + Send + Sync + 'static,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> Given {
        Given::of(name, Typing::Inferred(Arc::new(infer)), run)
    }

    fn of(
        name: impl Into<Str>,
        typing: Typing,
        run: impl Fn(&[&Value], &Type, &Budget) -> std::result::Result<Value, Failure>
        + Send
        + Sync
        + 'static,
    ) -> Given {
        Given {
            name: name.into(),
            typing,
            flags: NOTHING,
            run: Arc::new(run),
            follow: None,
        }
    }

    /// The same arguments always give the same value.
    #[must_use]
    pub fn pure(mut self) -> Given {
        self.flags.pure = true;
        self
    }

    /// It is pure, and may be called while a program is compiled.
    #[must_use]
    pub fn speculative(mut self) -> Given {
        self.flags.pure = true;
        self.flags.speculative = true;
        self
    }

    /// Its answer changes by itself, and this tells when: it is neither pure nor speculated on.
    #[must_use]
    pub fn following(mut self, follow: Arc<dyn Follow>) -> Given {
        self.flags = NOTHING;
        self.follow = Some(follow);
        self
    }

    /// The name with its module: `module.name`.
    #[must_use]
    pub fn full_name(&self) -> &Str {
        &self.name
    }

    /// The name within its module.
    fn short_name(&self) -> &str {
        self.name
            .rsplit_once('.')
            .map_or(&*self.name, |(_, name)| name)
    }

    /// What may be assumed of it.
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

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Given").field(&self.name).finish()
    }
}

impl host::Function for Given {
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
                        let message = format!("{} infers no type of a function", self.name);
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
        // Types are not found yet: the arguments are all there is to go by.
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

/// A function of a host at a vertex of the engine.
struct GivenInstance {
    function: Given,
    ty: Type,
    tag: u64,
    sender: Option<Sender>,
    /// The arguments for which the host was asked to tell.
    followed: Option<Vec<Value>>,
}

impl GivenInstance {
    /// Has the host tell when the answer to these arguments changes.
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
        // What changes before the answer is there is announced, too.
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

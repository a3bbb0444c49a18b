//! Instances: core functions at vertices of the engine.
//!
//! An [`Instance`] is a function with its inferred type at a vertex. It keeps the state of the
//! function and its subscription.

use super::call::{Call, fatal, refused};
use super::define::{Function, Topic, Work, parameters};
use super::host::Host;
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::types::{KeyedSet, Type};
use polycty_core::values::Value;
use polycty_engine::{Failure, Inputs, Sender, Transaction};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The state of a function between calls.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The number of calls.
    pub(super) calls: u64,
    /// The last argument and the last result.
    pub(super) last: Option<(Value, Value)>,
    /// Past arguments, each with the time in milliseconds since when it was current.
    pub(super) past: VecDeque<(i64, Value)>,
}

/// The functions with at most one vertex that have one, per program.
pub(super) type Alone = Arc<Mutex<KeyedSet<&'static str>>>;

/// A function at a vertex.
pub struct Instance {
    function: &'static Function,
    name: Box<str>,
    ty: Type,
    base: Arc<str>,
    host: Arc<dyn Host>,
    tag: u64,
    memory: Memory,
    sender: Option<Sender>,
    /// The arguments of the current subscription.
    followed: Option<Vec<Value>>,
    /// The registry of functions with at most one vertex, if this is such a function.
    alone: Option<Alone>,
}

impl Instance {
    /// Creates an instance with an inferred type, for a call from a file in the folder `base` of
    /// the deploy. The tag identifies the vertex to users of the graph.
    pub fn new(
        function: &'static Function,
        name: impl Into<Box<str>>,
        ty: Type,
        base: Arc<str>,
        host: Arc<dyn Host>,
        tag: u64,
    ) -> Instance {
        Instance {
            function,
            name: name.into(),
            ty,
            base,
            host,
            tag,
            memory: Memory::default(),
            sender: None,
            followed: None,
            alone: None,
        }
    }

    /// Registers an instance of a function that may have only one vertex in the program.
    pub(super) fn alone_among(mut self, others: &Alone) -> Instance {
        self.alone = self.function.flags().alone.then(|| others.clone());
        self
    }

    /// Subscribes to changes of the result for these arguments.
    fn follow(&mut self, arguments: &[&Value], lasts: Option<u64>) -> Result<(), Failure> {
        let (Some(topic), Some(sender)) = (self.function.topic(), &self.sender) else {
            return Ok(());
        };
        let after = match topic {
            Topic::Host => {
                let same = self.followed.as_ref().is_some_and(|followed| {
                    followed.len() == arguments.len()
                        && followed.iter().zip(arguments).all(|(a, b)| a == *b)
                });
                if !same {
                    self.host
                        .subscribe(self.function.name(), arguments, sender)?;
                    self.followed = Some(arguments.iter().copied().cloned().collect());
                }
                return Ok(());
            }
            Topic::Milliseconds(0) => {
                sender.send();
                return Ok(());
            }
            Topic::Milliseconds(after) => u64::from(after),
            Topic::Second => 1000 - self.host.now()?.rem_euclid(1000) as u64,
            Topic::Midnight => {
                let now = self.host.now()?;
                let zone = self.host.zone(now.div_euclid(1000))?;
                let here = now.saturating_add(i64::from(zone.offset) * 1000);
                (DAY - here.rem_euclid(DAY)) as u64
            }
            Topic::Answered => match lasts {
                Some(lasts) => lasts,
                None => return Ok(()),
            },
        };
        Ok(self.host.wake(Duration::from_millis(after), sender)?)
    }
}

impl polycty_engine::Function for Instance {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        parameters(&self.ty).len() as u32
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
        if let Some(alone) = self.alone.clone() {
            let mut alone = alone.lock().unwrap_or_else(PoisonError::into_inner);
            if !alone.insert(self.function.name()) {
                self.alone = None;
                return Err(refused("should not get called twice"));
            }
        }
        if self.function.topic().is_some() {
            self.sender = Some(sender.clone());
        }
        Ok(())
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let arguments = inputs.values()?;
        let host = self.host.clone();
        // The subscription precedes the call, so that no change in between is lost.
        if self.function.topic() == Some(Topic::Host) {
            self.follow(&arguments, None)?;
        }
        let call = Call::new(&arguments, &self.ty, &self.base, &*host, budget);
        let value = match self.function.work {
            Work::Remember(run) => {
                budget.charge(1)?;
                run(&mut self.memory, &call)?
            }
            Work::Form(_) => {
                let message = format!(
                    "{} changes the graph and cannot be called",
                    self.function.name()
                );
                return Err(fatal(Code::Internal, message));
            }
            Work::Run(_) | Work::Ask => self.function.call(&call)?,
        };
        let lasts = call.lasts.get();
        if self.function.topic() != Some(Topic::Host) {
            self.follow(&arguments, lasts)?;
        }
        Ok(value)
    }

    fn stop(&mut self) {
        if let Some(sender) = self.sender.take() {
            self.host.unsubscribe(&sender);
        }
        if let Some(alone) = self.alone.take() {
            let mut alone = alone.lock().unwrap_or_else(PoisonError::into_inner);
            alone.remove(self.function.name());
        }
    }
}

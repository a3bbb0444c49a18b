//! Merge strategies: how the values of several places become one.

use super::Session;
use super::deep_merge::Options;
use super::explain::Scope;
use super::failure::{Failure, Outcome, puppet_error, runtime_error};
use super::invocation::Invocation;
use crate::mode::Mode;
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::types::alias::Aliases;
use crate::types::parse::parse_type;
use crate::values::special::{array, array_elements, hash, undef};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::LazyLock;

/// The kind of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The first value; no strategy is given.
    Default,
    First,
    Hash,
    Unique,
    Deep,
    UnconstrainedDeep,
    ReverseDeep,
}

impl Kind {
    fn from_name(name: &str) -> Option<Kind> {
        Some(match name {
            "default" => Kind::Default,
            "first" => Kind::First,
            "hash" => Kind::Hash,
            "unique" => Kind::Unique,
            "deep" => Kind::Deep,
            "unconstrained_deep" => Kind::UnconstrainedDeep,
            "reverse_deep" => Kind::ReverseDeep,
            _ => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Default => "default",
            Kind::First => "first",
            Kind::Hash => "hash",
            Kind::Unique => "unique",
            Kind::Deep => "deep",
            Kind::UnconstrainedDeep => "unconstrained_deep",
            Kind::ReverseDeep => "reverse_deep",
        }
    }

    /// The type of the options.
    fn options_type(self) -> &'static Type {
        macro_rules! named {
            ($name:literal) => {{
                static TYPE: LazyLock<Type> = LazyLock::new(|| {
                    parsed(concat!(
                        "Struct[{strategy => Optional[Pattern[/",
                        $name,
                        "/]]}]"
                    ))
                });
                &TYPE
            }};
        }
        static DEEP: LazyLock<Type> = LazyLock::new(|| {
            parsed(
                "Struct[{strategy => Optional[Pattern[/deep/]], \
                 knockout_prefix => Optional[String], merge_debug => Optional[Boolean], \
                 merge_hash_arrays => Optional[Boolean], \
                 sort_merged_arrays => Optional[Boolean]}]",
            )
        });
        static ANY: LazyLock<Type> = LazyLock::new(|| parsed("Hash[String[1], Any]"));
        match self {
            Kind::Default => named!("default"),
            Kind::First => named!("first"),
            Kind::Hash => named!("hash"),
            Kind::Unique => named!("unique"),
            Kind::Deep => &DEEP,
            Kind::UnconstrainedDeep | Kind::ReverseDeep => &ANY,
        }
    }
}

/// Parses a type of this module.
pub(super) fn parsed(text: &str) -> Type {
    parse_type(text, &Aliases::default(), Mode::Current).unwrap_or_else(|_| Type::any().clone())
}

/// A strategy with its options.
#[derive(Clone, Debug)]
pub(super) struct Strategy {
    pub(super) kind: Kind,
    /// The options, if there are any.
    pub(super) options: Option<Value>,
    deep: Option<Rc<Options>>,
}

impl Strategy {
    pub(super) fn plain(kind: Kind) -> Strategy {
        Strategy {
            kind,
            options: None,
            deep: None,
        }
    }

    fn is_first(&self) -> bool {
        matches!(self.kind, Kind::Default | Kind::First)
    }

    /// The options in an explanation.
    fn explained_options(&self) -> Outcome<Option<Value>> {
        let Some(map) = self.options.as_ref().and_then(Value::as_ordered_map) else {
            return Ok(None);
        };
        let entries = map.entries().iter();
        let entries: Vec<(Value, Value)> = entries
            .filter(|(key, _)| key.as_str() != Some("strategy"))
            .cloned()
            .collect();
        if entries.is_empty() {
            return Ok(None);
        }
        Ok(Some(hash(entries)?))
    }
}

/// The value of a place in a merge.
#[derive(Clone)]
struct Found(Value);

impl Session<'_, '_> {
    /// Checks that a value is an instance of a type.
    pub(super) fn assert(&mut self, subject: &str, ty: &Type, value: &Value) -> Outcome<()> {
        if ty.is_any() || self.interpreter.is_instance(value, ty)? {
            return Ok(());
        }
        let budget = self.interpreter.budget;
        let found = detailed_type(value, budget)?;
        Err(puppet_error(message(subject, &found, ty, budget)?))
    }

    /// Returns the strategy that a value names.
    pub(super) fn strategy(&mut self, merge: Option<&Value>) -> Outcome<Strategy> {
        let Some(merge) = merge.filter(|merge| !merge.is_null() && merge.as_bool() != Some(false))
        else {
            return Ok(Strategy::plain(Kind::Default));
        };
        let (name, options) = match merge.as_ordered_map() {
            Some(map) => {
                let name = map.get_text("strategy");
                let Some(name) = name.filter(|name| !name.is_null()) else {
                    return Err(runtime_error(
                        "The hash given as 'merge' must contain the name of a strategy in string \
                         form for the key 'strategy'",
                    ));
                };
                (name, (map.len() > 1).then_some(merge))
            }
            None => (merge, None),
        };
        let Some(kind) = name.as_str().and_then(Kind::from_name) else {
            let name = super::inspect::text_of(name);
            return Err(runtime_error(format!("Unknown merge strategy: '{name}'")));
        };
        let Some(options) = options else {
            return Ok(Strategy::plain(kind));
        };
        self.assert(
            "The merge options has wrong type,",
            kind.options_type(),
            options,
        )?;
        Ok(Strategy {
            kind,
            options: Some(options.clone()),
            deep: Some(Rc::new(Options::new(options))),
        })
    }

    /// Merges the values of several places.
    pub(super) fn merged<T>(
        &mut self,
        strategy: &Strategy,
        places: &[T],
        invocation: &mut Invocation,
        mut find: impl FnMut(&mut Self, &mut Invocation, &T) -> Outcome<Value>,
    ) -> Outcome<Value> {
        if strategy.is_first() {
            for place in places {
                match find(self, invocation, place) {
                    Err(Failure::NotFound) => {}
                    done => return done,
                }
            }
            return Err(Failure::NotFound);
        }
        match places {
            [] => Err(Failure::NotFound),
            [place] => {
                let value = find(self, invocation, place)?;
                match array_elements(&value) {
                    Some(elements) if strategy.kind == Kind::Unique => self.unique(elements),
                    _ => Ok(value),
                }
            }
            places => {
                let options = strategy.explained_options()?;
                let name = strategy.kind.name();
                self.explained(
                    invocation,
                    || Scope::Merge(name, options),
                    |session, invocation| {
                        let mut merged: Option<Found> = None;
                        for place in places {
                            let value = match find(session, invocation, place) {
                                Err(Failure::NotFound) => continue,
                                found => found?,
                            };
                            merged = Some(Found(match merged {
                                None => session.converted(strategy, value)?,
                                Some(Found(first)) => {
                                    session.merge_two(strategy, &first, &value)?
                                }
                            }));
                        }
                        let Some(Found(merged)) = merged else {
                            return Err(Failure::NotFound);
                        };
                        session.report_result(invocation, &merged)?;
                        Ok(merged)
                    },
                )
            }
        }
    }

    /// Converts the first value to the form of a merged one.
    fn converted(&mut self, strategy: &Strategy, value: Value) -> Outcome<Value> {
        if strategy.kind != Kind::Unique {
            return Ok(value);
        }
        let elements = self.flat(&value)?;
        self.hold_parts(elements.len())?;
        Ok(array(elements)?)
    }

    /// The elements of nested arrays, or the value itself.
    fn flat(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        self.interpreter.fits([value])?;
        self.interpreter
            .budget
            .charge(1 + u64::from(value.size()))?;
        let mut out = Vec::new();
        flatten(value, &mut out);
        Ok(out)
    }

    /// The elements without repetitions.
    pub(super) fn unique(&mut self, elements: &[Value]) -> Outcome<Value> {
        self.interpreter.budget.charge(1 + elements.len() as u64)?;
        self.hold_parts(7 * elements.len())?;
        let entries = elements.iter().map(|element| (element.clone(), undef()));
        let table = hash(entries)?;
        let entries = table.as_ordered_map().map_or(&[][..], |map| map.entries());
        Ok(array(entries.iter().map(|(key, _)| key.clone()).collect())?)
    }

    /// Merges two values, the one with the higher priority first.
    pub(super) fn merge_two(
        &mut self,
        strategy: &Strategy,
        first: &Value,
        second: &Value,
    ) -> Outcome<Value> {
        static HASH: LazyLock<Type> = LazyLock::new(|| parsed("Hash[String, Data]"));
        static UNIQUE: LazyLock<Type> = LazyLock::new(|| parsed("Variant[Scalar, Array[Data]]"));
        let ty = match strategy.kind {
            Kind::Hash => &HASH,
            Kind::Unique => &UNIQUE,
            _ => {
                self.interpreter.fits([first, second])?;
                let plain = Options::default();
                let options = strategy.deep.as_deref().unwrap_or(&plain);
                return match strategy.kind {
                    Kind::ReverseDeep => self.deep_merge(second, first, options),
                    _ => self.deep_merge(first, second, options),
                };
            }
        };
        self.assert("The first element of the merge has wrong type,", ty, first)?;
        self.assert(
            "The second element of the merge has wrong type,",
            ty,
            second,
        )?;
        if strategy.kind == Kind::Unique {
            let mut elements = self.flat(first)?;
            elements.extend(self.flat(second)?);
            return self.unique(&elements);
        }
        let entries = |value: &Value| {
            let map = value.as_ordered_map();
            map.map(|map| map.entries().to_vec()).unwrap_or_default()
        };
        let mut merged = entries(second);
        merged.extend(entries(first));
        self.interpreter.budget.charge(1 + merged.len() as u64)?;
        self.hold_parts(4 * merged.len())?;
        Ok(hash(merged)?)
    }
}

fn flatten(value: &Value, out: &mut Vec<Value>) {
    match array_elements(value) {
        Some(elements) => elements.iter().for_each(|element| flatten(element, out)),
        None => out.push(value.clone()),
    }
}

//! Lookups: the search for keys with overrides, defaults and a block.

use super::Session;
use super::config::{Place, entry};
use super::explain::{Explainer, Explains, Scope};
use super::failure::{Failure, Outcome, lookup_error};
use super::inspect::inspect;
use super::invocation::Invocation;
use super::key::{Key, LOOKUP_OPTIONS};
use super::strategy::{Kind, Strategy};
use crate::eval::call::Block;
use crate::eval::environment::Environment;
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, raised};
use crate::values::special::{array, undef};
use polycty_core::calls::Budget;
use polycty_core::source::{Error, Result};
use polycty_core::types::{KeyedSet, Type};
use polycty_core::values::Value;

/// The explanation of a lookup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Explain {
    /// No explanation.
    #[default]
    Nothing,
    /// The search for the options of the key and for its value.
    Data,
    /// The search for the options of the key. The value is not searched.
    Options,
}

/// The arguments of [`lookup`].
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The keys; the first one with a value counts.
    pub names: Vec<String>,
    /// The type of the value.
    pub ty: Option<Type>,
    /// The merge strategy: a name, or a hash with `strategy`.
    pub merge: Option<Value>,
    /// The value if there is none.
    pub default: Option<Value>,
    /// Values that take precedence over the data, as a hash.
    pub overrides: Option<Value>,
    /// Values for keys without data, as a hash.
    pub defaults: Option<Value>,
    /// The explanation.
    pub explain: Explain,
    /// Whether the explanation shows the data of keys whose options convert it to a sensitive value,
    /// as Puppet does.
    pub shows_secrets: bool,
}

/// The result of [`lookup`].
#[derive(Debug)]
pub struct Answer {
    /// The value.
    pub value: Result<Value>,
    /// The explanation, if the query has one, up to where the budget ends. It shows data, except for
    /// sensitive values.
    pub explanation: Option<String>,
}

/// Looks up keys after the evaluation of a program, in its top scope.
///
/// # Errors
/// In the answer: those of the program, and those of Puppet's `lookup`. An error in a configuration
/// has a diagnostic with the file, the line if it is known, and the name of the kind of error.
pub fn lookup(
    program: &Prepared,
    query: &Query,
    environment: &Environment,
    budget: &Budget,
) -> Answer {
    let mut interpreter = Interpreter::new(program.unit(), environment, budget);
    let code = interpreter.main.clone();
    if let Err(stop) = interpreter.eval(&code, code.body) {
        return Answer {
            value: Err(stop.into_error()),
            explanation: None,
        };
    }
    answer(&mut interpreter, query)
}

/// Looks keys up in the top scope of a program that has been evaluated.
pub(crate) fn answer(interpreter: &mut Interpreter<'_>, query: &Query) -> Answer {
    let budget = interpreter.budget;
    let Some(mut session) = Session::of(interpreter) else {
        let message = "the environment has no configuration of Hiera";
        return Answer {
            value: Err(Error::new(polycty_core::source::Code::Unsupported, message)),
            explanation: None,
        };
    };
    let explainer = match query.explain {
        Explain::Nothing => None,
        Explain::Data => Some(Explainer::new(Explains::Data, query.shows_secrets)),
        Explain::Options => Some(Explainer::new(Explains::Options, query.shows_secrets)),
    };
    let wanted = Wanted {
        names: query.names.clone(),
        is_list: query.names.len() != 1,
        ty: query.ty.clone(),
        merge: query.merge.clone(),
        default: query.default.clone(),
    };
    let mut invocation = session.invocation(
        query.overrides.clone(),
        query.defaults.clone(),
        explainer.clone(),
    );
    let found = session.lookup(&wanted, &mut invocation, None);
    let found = found.map_err(|failure| {
        if let (Failure::Lookup(problem), Some(explainer)) = (&failure, &explainer) {
            explainer.borrow_mut().text(problem.text());
        }
        session.thrown(failure).into_error()
    });
    let Some(explainer) = explainer else {
        return Answer {
            value: found,
            explanation: None,
        };
    };
    let (explanation, exceeded) = explainer.borrow().explanation(budget);
    Answer {
        value: match exceeded {
            Some(exceeded) => found.and(Err(exceeded.into())),
            None => found,
        },
        explanation: Some(explanation),
    }
}

/// The keys of a lookup, with the expected type, the strategy and the default.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) names: Vec<String>,
    /// Whether the block receives an array of the names.
    pub(crate) is_list: bool,
    pub(crate) ty: Option<Type>,
    pub(crate) merge: Option<Value>,
    pub(crate) default: Option<Value>,
}

/// The values of a lookup that are not in the data.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) overrides: Option<Value>,
    pub(crate) defaults: Option<Value>,
    /// Whether the function is one of the `hiera` functions, which search only the global layer if
    /// the environment has no configuration.
    pub(crate) is_hiera: bool,
}

impl Interpreter<'_> {
    /// Returns the data of a key, merged and converted by its options, or `None` if there is none.
    /// `None` also if the environment has no Hiera. An error of the lookup is reported unchanged.
    ///
    /// This is the lookup of automatic parameters of classes: the variables of the current scope
    /// are those that configurations and data see.
    pub(crate) fn lookup_data(&mut self, key: &str, merge: Option<&Value>) -> Eval<Option<Value>> {
        let Some(mut session) = Session::of(self) else {
            return Ok(None);
        };
        let mut invocation = session.invocation(None, None, None);
        match session.search_name(key, &mut invocation, merge) {
            Ok(value) => Ok(Some(value)),
            Err(Failure::NotFound) => Ok(None),
            Err(failure) => Err(session.thrown(failure)),
        }
    }

    /// Adds the data of a class to the given values of its parameters. Data of null counts only for
    /// a parameter without a default.
    pub(crate) fn add_class_data(
        &mut self,
        code: &Running,
        class: &str,
        values: &mut Vec<(Value, Value)>,
    ) -> Eval<()> {
        if self.environment.hiera_files().is_none() {
            return Ok(());
        }
        let Some(class_code) = code.class(class) else {
            return Ok(());
        };
        let given: KeyedSet<String> = values
            .iter()
            .filter(|(_, value)| !value.is_null())
            .filter_map(|(name, _)| name.as_str().map(str::to_owned))
            .collect();
        for parameter in &class_code.lambda.parameters {
            if given.contains(&*parameter.name) {
                continue;
            }
            let key = format!("{class}::{}", parameter.name);
            match self.lookup_data(&key, None)? {
                Some(value) if value.is_null() && parameter.default.is_some() => {}
                Some(value) => {
                    self.hold_whole(&value)?;
                    values.push((Value::string(&parameter.name), value));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Runs the function `lookup` in an environment that has Hiera.
    pub(crate) fn lookup_function(
        &mut self,
        wanted: &Wanted,
        given: Given,
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        let Some(mut session) = Session::of(self) else {
            return Err(raised("the environment has no configuration of Hiera"));
        };
        let mut invocation = session.invocation(given.overrides, given.defaults, None);
        if given.is_hiera {
            match session.environment_layer() {
                Ok(layer) => {
                    let version = layer.as_ref().map(|layer| session.config(layer));
                    invocation.is_global_only = match version {
                        Some(Ok(config)) => config.version < 5,
                        _ => true,
                    };
                }
                Err(failure) => return Err(session.thrown(failure)),
            }
        }
        let found = session.lookup(wanted, &mut invocation, block);
        found.map_err(|failure| session.thrown(failure))
    }
}

/// Whether a name is that of options, also with a path.
fn is_options(name: &str) -> bool {
    let rest = name.strip_prefix(LOOKUP_OPTIONS);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Session<'_, '_> {
    /// Returns the value of the first key that has one.
    pub(super) fn lookup(
        &mut self,
        wanted: &Wanted,
        invocation: &mut Invocation,
        block: Option<Block<'_>>,
    ) -> Outcome<Value> {
        let ty = wanted.ty.clone();
        let in_hash = |hash: &Option<Value>, name: &str| -> Option<Value> {
            let map = hash.as_ref()?.as_ordered_map()?;
            map.get_text(name).cloned()
        };
        for name in self.interpreter.budget.each(&wanted.names) {
            let name = name?;
            let found = match in_hash(&invocation.overrides, name) {
                Some(value) => {
                    let subject =
                        format!("Value found for key '{name}' in override hash has wrong type,");
                    self.assert_wanted(&subject, ty.as_ref(), &value)?;
                    value
                }
                None => match self.search_name(name, invocation, wanted.merge.as_ref()) {
                    Err(Failure::NotFound) => continue,
                    found => found?,
                },
            };
            self.assert_wanted("Found value has wrong type,", ty.as_ref(), &found)?;
            return Ok(found);
        }
        for name in &wanted.names {
            if let Some(value) = in_hash(&invocation.defaults, name) {
                let subject =
                    format!("Value found for key '{name}' in default values hash has wrong type,");
                self.assert_wanted(&subject, ty.as_ref(), &value)?;
                return Ok(value);
            }
        }
        if let Some(block) = block {
            let argument = match &*wanted.names {
                [name] if !wanted.is_list => Value::string(name),
                names => array(names.iter().map(|name| Value::string(name)).collect())?,
            };
            let value = self.interpreter.call_block(block, &[argument])?;
            let subject = "Value returned from default block has wrong type,";
            self.assert_wanted(subject, ty.as_ref(), &value)?;
            return Ok(value);
        }
        if let Some(value) = &wanted.default {
            self.assert_wanted("Default value has wrong type,", ty.as_ref(), value)?;
            return Ok(value.clone());
        }
        Err(lookup_error(match &*wanted.names {
            [name] => format!("Function lookup() did not find a value for the name '{name}'"),
            names => {
                let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                format!(
                    "Function lookup() did not find a value for any of the names [{}]",
                    names.join(", ")
                )
            }
        }))
    }

    fn assert_wanted(&mut self, subject: &str, ty: Option<&Type>, value: &Value) -> Outcome<()> {
        match ty {
            Some(ty) => self.assert(subject, ty, value),
            None => Ok(()),
        }
    }

    /// Returns the data of a key.
    fn search_name(
        &mut self,
        name: &str,
        invocation: &mut Invocation,
        merge: Option<&Value>,
    ) -> Outcome<Value> {
        if is_options(name) {
            return self.search_options(invocation);
        }
        self.search(&Key::new(name)?, invocation, merge)
    }

    /// Reports that options have no data of their own.
    fn search_options(&mut self, invocation: &mut Invocation) -> Outcome<Value> {
        self.report_leaf(invocation, || Scope::InvalidKey(LOOKUP_OPTIONS.into()))?;
        Err(Failure::NotFound)
    }

    /// Returns the data of a key.
    pub(super) fn search(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
        merge: Option<&Value>,
    ) -> Outcome<Value> {
        if is_options(&key.text) {
            return self.search_options(invocation);
        }
        let module = key.module.clone();
        self.looking_up(invocation, key, module, |session, invocation| {
            if invocation.is_options_only() {
                let strategy = Strategy::plain(Kind::Hash);
                return match session.search_layers(Key::options(), invocation, &strategy) {
                    Ok(_) | Err(Failure::NotFound) => Ok(undef()),
                    Err(failure) => Err(failure),
                };
            }
            let options = session.options_for(key, invocation)?;
            if let Some(explainer) = &invocation.explainer
                && let Some(wanted) = options
                    .as_ref()
                    .and_then(|found| entry(found, "convert_to"))
                && inspect(wanted).contains("Sensitive")
            {
                explainer.borrow_mut().has_secret = true;
            }
            let own = match merge {
                Some(_) => None,
                None => options
                    .as_ref()
                    .and_then(|options| entry(options, "merge"))
                    .cloned(),
            };
            if own.is_some() {
                session.report_leaf(invocation, || Scope::MergeSource)?;
            }
            let merge = merge.or(own.as_ref());
            let value = session.explained(
                invocation,
                || Scope::Top(key.text.to_string()),
                |session, invocation| session.search_key(key, invocation, merge),
            )?;
            session.convert(key, options.as_ref(), value, invocation)
        })
    }

    fn search_key(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
        merge: Option<&Value>,
    ) -> Outcome<Value> {
        let strategy = self.strategy(merge)?;
        let found = if invocation.is_global_only {
            self.search_layer(Place::Global, key, invocation, &strategy)
                .and_then(|value| self.dig(key, invocation, value))
        } else {
            self.search_layers(key, invocation, &strategy)
        };
        match found {
            Err(Failure::NotFound) if !invocation.is_global_only => {
                let value = self.search_default(key, invocation)?;
                self.dig(key, invocation, value)
            }
            found => found,
        }
    }

    /// Searches all layers for a root key, and returns the value at the path of the key.
    fn search_layers(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let places = [Place::Global, Place::Environment, Place::Module];
        let value = self.merged(
            strategy,
            &places,
            invocation,
            |session, invocation, place| session.search_layer(*place, key, invocation, strategy),
        )?;
        self.dig(key, invocation, value)
    }
}

//! Layers: the data of the global configuration, the environment and the module.

use super::Session;
use super::config::{Layer, Place};
use super::explain::Scope;
use super::failure::{Failure, Outcome, puppet_error};
use super::hierarchy::Which;
use super::invocation::Invocation;
use super::key::Key;
use super::strategy::Strategy;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

impl Session<'_, '_> {
    /// Searches one layer.
    pub(super) fn search_layer(
        &mut self,
        place: Place,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        match place {
            Place::Global => self.search_global(key, invocation, strategy),
            Place::Environment => match self.environment_layer()? {
                Some(layer) => self.search_in(&layer, key, invocation, strategy, Which::Main),
                None => Err(Failure::NotFound),
            },
            Place::Module => {
                let Some(module) = invocation.module.clone() else {
                    return Err(Failure::NotFound);
                };
                match self.module_layer(&module)? {
                    Some(layer) => self.search_in(&layer, key, invocation, strategy, Which::Main),
                    None => {
                        let is_known = self.module_folder(&module)?.is_some();
                        let name = module.to_string();
                        self.report_leaf(invocation, || match is_known {
                            true => Scope::NoModuleData(name),
                            false => Scope::ModuleNotFound(name),
                        })?;
                        Err(Failure::NotFound)
                    }
                }
            }
        }
    }

    fn search_global(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
    ) -> Outcome<Value> {
        let found = match self.global_layer() {
            Some(layer) => self.check(invocation, &key.text, |session, invocation| {
                session.config(&layer)?;
                session.search_unchecked(&layer, key, invocation, strategy, Which::Main)
            }),
            None => Err(Failure::NotFound),
        };
        match found {
            Err(Failure::Lookup(problem)) if problem.issue.is_none() => Err(puppet_error(format!(
                "Lookup of key '{}' failed: {}",
                invocation.top_key,
                problem.text()
            ))),
            found => found,
        }
    }

    /// Searches a layer for a key that is not being searched already.
    pub(super) fn search_in(
        &mut self,
        layer: &Rc<Layer>,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
        which: Which,
    ) -> Outcome<Value> {
        self.check(invocation, &key.text, |session, invocation| {
            session.search_unchecked(layer, key, invocation, strategy, which)
        })
    }

    fn search_unchecked(
        &mut self,
        layer: &Rc<Layer>,
        key: &Key,
        invocation: &mut Invocation,
        strategy: &Strategy,
        which: Which,
    ) -> Outcome<Value> {
        self.explained(
            invocation,
            || Scope::Layer(layer.clone()),
            |session, invocation| {
                let providers = session.providers(layer, invocation, which)?;
                if providers.is_empty() {
                    return Err(session.report_not_found(invocation, &key.text)?);
                }
                session.merged(
                    strategy,
                    &providers,
                    invocation,
                    |session, invocation, each| {
                        session.search_provider(each, key, invocation, strategy)
                    },
                )
            },
        )
    }

    fn global_layer(&self) -> Option<Rc<Layer>> {
        let mut global = self.state.global.borrow_mut();
        if global.is_none() {
            let path = self.state.hiera.global_path()?;
            *global = Some(Rc::new(Layer::new(Place::Global, None, path.to_owned())));
        }
        global.clone()
    }

    /// The layer of the environment, if it has a configuration.
    pub(super) fn environment_layer(&mut self) -> Outcome<Option<Rc<Layer>>> {
        if let Some(known) = &*self.state.environment.borrow() {
            return Ok(known.clone());
        }
        let layer = match self.state.hiera.environment_folder() {
            Some(folder) => {
                let layer = Layer::in_folder(Place::Environment, None, folder);
                self.configured(layer)?
            }
            None => None,
        };
        *self.state.environment.borrow_mut() = Some(layer.clone());
        Ok(layer)
    }

    /// Returns a layer if it has a configuration.
    fn configured(&mut self, layer: Layer) -> Outcome<Option<Rc<Layer>>> {
        if !self.exists(layer.path())? {
            return Ok(None);
        }
        self.config(&layer)?;
        Ok(Some(Rc::new(layer)))
    }

    /// The layer of a module, if it has a configuration.
    pub(super) fn module_layer(&mut self, module: &Str) -> Outcome<Option<Rc<Layer>>> {
        if let Some(known) = self.state.modules.borrow().get(module) {
            return Ok(known.clone());
        }
        let layer = self.found_module(module)?;
        self.interpreter.budget.hold(64 + module.len() as u64)?;
        self.state
            .modules
            .borrow_mut()
            .insert(module.clone(), layer.clone());
        Ok(layer)
    }

    fn found_module(&mut self, module: &Str) -> Outcome<Option<Rc<Layer>>> {
        let state = self.state.clone();
        let shared = state.shared_modules.as_ref();
        if let Some(known) = shared.and_then(|shared| shared.get(module)) {
            self.interpreter.budget.charge(2)?;
            let layer = |known| Layer::known(&known, Place::Module, Some(module.clone()));
            return Ok(known.map(layer).map(Rc::new));
        }
        let layer = match self.module_folder(module)? {
            Some(folder) => {
                let layer = Layer::in_folder(Place::Module, Some(module.clone()), &folder);
                self.configured(layer)?
            }
            None => None,
        };
        if let (Some(shared), Some(resolutions)) = (shared, state.files().resolutions()) {
            match layer.as_ref().map(|layer| layer.shared()) {
                None => shared.add(resolutions, module, None),
                Some(Some(known)) => shared.add(resolutions, module, Some(&known)),
                // The configuration has another version.
                Some(None) => {}
            }
        }
        Ok(layer)
    }

    /// The folder of a module.
    pub(super) fn module_folder(&mut self, module: &str) -> Outcome<Option<String>> {
        if module.is_empty() || module.contains(['/', ':', '\0']) || module.starts_with('.') {
            return Ok(None);
        }
        let hiera = self.state.hiera.clone();
        for folder in hiera.module_folders() {
            let path = format!("{}/{module}", folder.trim_end_matches('/'));
            if self.exists(&path)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}

//! Collectors: conditions, realization of virtual resources, overrides, exported resources.

use super::declare::{parse_error, place_of};
use super::index::Cursor;
use super::model::ExportedQuery;
use super::relate::{collector_value, reference_of};
use super::state::{
    Collector, Collects, Condition, Form, Kind, Overrides, Param, Params, Place, Reference,
    ResourceId,
};
use crate::eval::code::{Collector as CollectorExpr, Compares, Expr, ExprId, Query};
use crate::eval::compare::values_equal;
use crate::eval::environment::Level;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, of_host, raised};
use crate::syntax::tree::Collects as CollectsForm;
use crate::types::resources;
use crate::values::special::{Special, array_elements};
use polycty_core::calls::Worklist;
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a collector without its overrides.
const COLLECTOR_BYTES: u64 = 400;

/// The bytes of a reference that `realize` names, without its texts.
const NAMED_BYTES: u64 = 96;

/// The steps of reading a reference and of looking for its resource.
const NAMED_STEPS: u64 = 4;

impl Interpreter<'_> {
    /// Evaluates a collector expression, which is applied in every round of the compilation.
    #[inline(never)]
    pub(crate) fn collect(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        collector: &CollectorExpr,
    ) -> Eval<Value> {
        let position = code.position(id);
        let exported = collector.collects == CollectsForm::Exported;
        if exported && self.compiling().options.exported.is_none() {
            self.log(
                Level::Warning,
                "You cannot collect exported resources without storeconfigs being set; the \
                 collection will be ignored",
            )?;
        }
        let name = collector.ty.to_lowercase();
        if name == "class" {
            return Err(raised("Classes cannot be collected"));
        }
        if self.find_type(&name)?.is_none() {
            return Err(raised(format!("Resource type {name} doesn't exist")));
        }
        let short = name.strip_prefix("::").unwrap_or(&name);
        let type_name: Str = resources::capitalised(short).as_str().into();
        let overrides = if collector.attributes.is_empty() {
            None
        } else {
            let params = self.attributes(code, position, &collector.attributes)?;
            let compiler = self.compiling();
            let (origin, scope) = (compiler.origin(), compiler.current);
            let mut all: Params = params;
            for default in compiler.defaults(scope, &type_name).iter() {
                if all.get(&default.name).is_none() {
                    all.set(default.clone());
                }
            }
            Some(Overrides {
                params: all.iter().cloned().collect(),
                origin,
                place: place_of(code, position),
            })
        };
        let condition = match &collector.query {
            Some(query) => Some(Rc::new(self.condition(code, query)?)),
            None => None,
        };
        let collects = match collector.collects {
            CollectsForm::Virtual => Collects::Virtual(type_name, condition),
            CollectsForm::Exported => Collects::Exported(type_name, condition),
        };
        let text = match &collects {
            Collects::Exported(type_name, _) => format!("Exported-Collector[{type_name}]"),
            Collects::Virtual(type_name, _) => format!("Catalog-Collector[{type_name}]"),
            Collects::Named(_) => String::new(),
        };
        let number = self.add_collector(collects, overrides)?;
        collector_value(number, &text)
    }

    /// Registers a collector of the current scope.
    pub(crate) fn add_collector(
        &mut self,
        collects: Collects,
        overrides: Option<Overrides>,
    ) -> Eval<usize> {
        self.keep_bytes(COLLECTOR_BYTES)?;
        let compiler = self.compiling();
        let number = compiler.collectors.len();
        compiler.collectors.push(Collector {
            collects,
            scope: compiler.current,
            overrides,
            found: Vec::new(),
            known: KeyedSet::default(),
            cursor: Cursor::default(),
            done: false,
        });
        compiler.active.push(number);
        Ok(number)
    }

    /// Evaluates the values of a condition.
    fn condition(&mut self, code: &Rc<Running>, query: &Query) -> Eval<Condition> {
        Ok(match query {
            Query::Compare(_, _, value) if unqueryable(&code.code[*value]).is_some() => {
                let model = unqueryable(&code.code[*value]).unwrap_or_default();
                return Err(raised(format!(
                    "Cannot transform object of class Puppet::Pops::Model::{model}"
                )));
            }
            Query::Compare(name, Compares::Equal, value) => {
                let value = self.eval(code, *value)?;
                if &**name != "tag" {
                    return Ok(Condition::Equal(name.clone(), value));
                }
                let single = std::slice::from_ref(&value);
                let parts = array_elements(&value).unwrap_or(single);
                if parts.iter().any(|part| part.as_number().is_some()) {
                    return Err(raised("Cannot transform a number to a tag"));
                }
                let tags = self.tag_texts(&value)?;
                Condition::Tagged(tags, value)
            }
            Query::Compare(name, Compares::NotEqual, value) => {
                Condition::NotEqual(name.clone(), self.eval(code, *value)?)
            }
            Query::All(parts) => Condition::All(
                parts
                    .iter()
                    .map(|part| self.condition(code, part))
                    .collect::<Eval<_>>()?,
            ),
            Query::Any(parts) => Condition::Any(
                parts
                    .iter()
                    .map(|part| self.condition(code, part))
                    .collect::<Eval<_>>()?,
            ),
        })
    }

    /// Evaluates all collectors once; returns whether one of them found a resource.
    pub(crate) fn run_collectors(&mut self) -> Eval<bool> {
        let mut found = false;
        let active = self.compiling().active.clone();
        for number in active {
            found |= self.run_collector(number)?;
        }
        let compiler = self.compiling();
        let collectors = &compiler.collectors;
        compiler.active.retain(|number| !collectors[*number].done);
        Ok(found)
    }

    fn run_collector(&mut self, number: usize) -> Eval<bool> {
        let collects = self.compiling().collectors[number].collects.clone();
        let matched = match collects {
            Collects::Virtual(type_name, condition) => {
                self.matching(number, &type_name, condition.as_deref(), false)?
            }
            Collects::Exported(type_name, condition) => {
                self.exported(number, &type_name, condition.as_deref())?
            }
            Collects::Named(references) => self.named(number, references)?,
        };
        for id in &matched {
            self.compiling().resources[*id].form.is_virtual = false;
        }
        let collector = &self.compiling().collectors[number];
        let new: Vec<ResourceId> = matched
            .into_iter()
            .filter(|id| !collector.known.contains(id))
            .collect();
        if let Some(overrides) = collector.overrides.clone()
            && !(new.is_empty() && collector.known.is_empty())
        {
            self.compiling().privileged.insert(overrides.origin.clone());
            for id in &new {
                let overrides = self.with_defaults_of(number, *id, &overrides)?;
                self.merge(*id, &overrides)?;
            }
        }
        let collector = &mut self.compiling().collectors[number];
        collector.known.extend(new.iter().copied());
        collector.found.extend(new.iter().copied());
        Ok(!new.is_empty())
    }

    /// Returns the overrides of a collector with the defaults of its scope, which Puppet adds to them
    /// as to a resource.
    fn with_defaults_of(
        &mut self,
        number: usize,
        id: ResourceId,
        overrides: &Overrides,
    ) -> Eval<Overrides> {
        let compiler = self.compiling();
        let scope = compiler.collectors[number].scope;
        let steps = compiler.search_steps(scope);
        let defaults = compiler.defaults(scope, &compiler.resources[id].type_name);
        let mut all = overrides.clone();
        for param in defaults.iter() {
            if !overrides
                .params
                .iter()
                .any(|known| known.name == param.name)
            {
                all.params.push(param.clone());
            }
        }
        self.budget.charge(steps + all.params.len() as u64)?;
        Ok(all)
    }

    /// Returns the resources of a type that are new or have changed and that the condition of a
    /// collector matches, in the order of their creation.
    fn matching(
        &mut self,
        number: usize,
        type_name: &Str,
        condition: Option<&Condition>,
        exported: bool,
    ) -> Eval<Vec<ResourceId>> {
        let ids = self.candidates(number, type_name, condition)?;
        let mut matched = Vec::new();
        for id in self.budget.charged(ids)? {
            if exported && !self.compiling().resources[id].form.exported {
                continue;
            }
            if match condition {
                Some(condition) => self.matches_condition(id, condition)?,
                None => true,
            } {
                matched.push(id);
            }
        }
        Ok(matched)
    }

    /// Returns the resources for which the condition of a collector has to be evaluated.
    fn candidates(
        &mut self,
        number: usize,
        type_name: &Str,
        condition: Option<&Condition>,
    ) -> Eval<Vec<ResourceId>> {
        let compiler = self.compiling();
        let mut cursor = std::mem::take(&mut compiler.collectors[number].cursor);
        let (found, new, bytes) = compiler.candidates(&mut cursor, type_name, condition);
        compiler.collectors[number].cursor = cursor;
        self.budget.charge(1 + new)?;
        self.keep_bytes(bytes)?;
        Ok(found)
    }

    fn matches_condition(&mut self, id: ResourceId, condition: &Condition) -> Eval<bool> {
        self.budget.charge(1)?;
        Ok(match condition {
            Condition::Equal(name, value) => {
                let own = self.queried(id, name);
                match array_elements(&own) {
                    Some(_) => self.is_in(value, &own)?,
                    None => values_equal(&own, value, self.mode, self.budget)?,
                }
            }
            Condition::NotEqual(name, value) => {
                let own = self.queried(id, name);
                !values_equal(&own, value, self.mode, self.budget)?
            }
            Condition::Tagged(tags, _) => {
                let compiler = self.compiling();
                let steps = compiler.search_steps(compiler.resources[id].scope);
                self.budget.charge(steps)?;
                self.compiling().tagged(id, tags)
            }
            Condition::All(parts) => {
                for part in parts {
                    if !self.matches_condition(id, part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Condition::Any(parts) => {
                for part in parts {
                    if self.matches_condition(id, part)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    /// Returns the value of an attribute for a condition.
    fn queried(&mut self, id: ResourceId, name: &str) -> Value {
        let resource = &self.compiling().resources[id];
        match name {
            "title" => Value::string(&resource.title),
            name => resource.value(name),
        }
    }

    /// Finds named resources; the ones that are missing stay in the collector.
    fn named(&mut self, number: usize, references: Vec<Reference>) -> Eval<Vec<ResourceId>> {
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for reference in references {
            match self.find_resource(&reference)? {
                Some(id) => found.push(id),
                None => missing.push(reference),
            }
        }
        let collector = &mut self.compiling().collectors[number];
        collector.done = missing.is_empty();
        collector.collects = Collects::Named(missing);
        Ok(found)
    }

    /// Returns the matching exported resources of this node, and adds those of other nodes.
    fn exported(
        &mut self,
        number: usize,
        type_name: &Str,
        condition: Option<&Condition>,
    ) -> Eval<Vec<ResourceId>> {
        let Some(store) = self.compiling().options.exported.clone() else {
            return Ok(Vec::new());
        };
        let mut matched = self.matching(number, type_name, condition, true)?;
        let compiler = self.compiling();
        let query = condition.map(exported_query);
        let (node, scope) = (
            compiler.node.name.clone(),
            compiler.collectors[number].scope,
        );
        let found = store
            .find(type_name, query.as_ref(), &node)
            .map_err(of_host)?;
        for other in self.budget.charged(found)? {
            let reference = Reference {
                type_name: type_name.clone(),
                title: other.title.clone(),
            };
            if let Some(id) = self.find_resource(&reference)? {
                if self.compiling().resources[id].exported_by.as_ref() == Some(&other.node) {
                    continue;
                }
                let known = &self.compiling().resources[id];
                // Puppet does not find the resources of a type of a file before it adds one.
                let message = match known.definition.is_of_file() {
                    true => format!(
                        "Duplicate declaration: {} is already declared at{}; cannot redeclare",
                        reference.text(),
                        known.place.text()
                    ),
                    false => format!(
                        "A duplicate resource was found while collecting exported resources, \
                         with the type and title {}",
                        reference.text()
                    ),
                };
                return Err(parse_error(message, &Place::default()));
            }
            let Some(definition) = self.find_type(&type_name.to_lowercase())? else {
                continue;
            };
            let kind = match &definition {
                super::state::Definition::BuiltIn(_) => Kind::BuiltIn,
                _ => Kind::Defined,
            };
            let mut params = Params::default();
            let origin = self.compiling().scopes[scope].origin.clone();
            for (name, value) in other.parameters {
                params.set(Param {
                    name,
                    value,
                    origin: origin.clone(),
                    place: Place::default(),
                    adds: false,
                });
            }
            let before = std::mem::replace(&mut self.compiling().current, scope);
            let made = self.new_resource(
                (kind, definition),
                (type_name.clone(), other.title),
                params,
                Form::default(),
                Place::default(),
            );
            let added = made.and_then(|mut resource| {
                resource.exported_by = Some(other.node);
                other.tags.iter().for_each(|tag| resource.tags.add(tag));
                self.add_resource(resource)
            });
            self.compiling().current = before;
            matched.push(added?);
        }
        Ok(matched)
    }

    /// Registers the resources that `realize` names.
    pub(crate) fn realize(&mut self, values: &[Value]) -> Eval<()> {
        let mut references = Vec::new();
        let mut left = Worklist::of(self.budget, values.iter().rev().cloned())?;
        while let Some(value) = left.next()? {
            if let Some(parts) = array_elements(&value) {
                left.extend(parts.iter().rev().cloned())?;
                continue;
            }
            let reference = match value.as_str() {
                Some(text) => super::relate::parse_reference(text),
                None => value.as_type().and_then(reference_of),
            };
            if let Some(reference) = reference {
                let text = reference.type_name.len() + reference.title.len();
                self.budget.charge(NAMED_STEPS)?;
                self.keep_bytes(NAMED_BYTES + text as u64)?;
                references.push(reference);
            }
        }
        self.add_collector(Collects::Named(references), None)?;
        Ok(())
    }
}

/// Returns a condition in the form of the store.
fn exported_query(condition: &Condition) -> ExportedQuery {
    let fold = |parts: &[Condition], join: fn(Box<ExportedQuery>, Box<ExportedQuery>) -> _| {
        let mut parts = parts.iter().map(exported_query);
        let first = parts.next();
        first.map(|first| parts.fold(first, |all, part| join(Box::new(all), Box::new(part))))
    };
    let always = || ExportedQuery::NotEqual("title".into(), crate::values::special::undef());
    match condition {
        Condition::Equal(name, value) => ExportedQuery::Equal(name.clone(), value.clone()),
        Condition::NotEqual(name, value) => ExportedQuery::NotEqual(name.clone(), value.clone()),
        Condition::Tagged(_, value) => ExportedQuery::Equal("tag".into(), value.clone()),
        Condition::All(parts) => fold(parts, ExportedQuery::And).unwrap_or_else(always),
        Condition::Any(parts) => fold(parts, ExportedQuery::Or).unwrap_or_else(always),
    }
}

/// Returns Puppet's name of an expression that a condition cannot contain as a value.
fn unqueryable(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Array(_) => "LiteralList",
        Expr::Hash(_) => "LiteralHash",
        Expr::TypeName(_) => "QualifiedReference",
        Expr::Constant(value) if value.as_type().is_some() => "QualifiedReference",
        Expr::Constant(value) => match Special::of(value)? {
            Special::Regexp(_) => "LiteralRegularExpression",
            Special::Default => "LiteralDefault",
            _ => return None,
        },
        Expr::Call(_) => "CallNamedFunctionExpression",
        Expr::Not(_) => "NotExpression",
        Expr::Negate(_) => "UnaryMinusExpression",
        Expr::Binary(..) | Expr::Chain(..) => "ArithmeticExpression",
        Expr::If(_) => "IfExpression",
        Expr::Selector(_) => "SelectorExpression",
        _ => return None,
    })
}

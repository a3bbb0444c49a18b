//! Values of variables, calls and resources, as expressions read them.

use super::deprecation::{Depth, mark};
use super::schemas::{Attribute, Block, Nesting, SchemaKind};
use super::scope::place_of;
use super::walk::{InstanceKey, OutputTypes, Phase, Site, Walk};
use crate::module::declare::fitted;
use crate::module::ignored::report_ignored;
use crate::module::inventory::{Output, Repetition, ResourceMode, Variable, address};
use crate::module::sink::DiagnosticSink;
use crate::module::strictness::Assigned;
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::source::{Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Flags, Str, Type};
use polycty_core::values::Value;
use polycty_hcl::eval::Expr;

impl Walk<'_> {
    /// The value that `var.name` has, none if it could not be found.
    pub(crate) fn variable(
        &self,
        at: &Site<'_>,
        name: &str,
        _: &DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let module = &self.modules()[at.module].module;
        let Some(&number) = module.places.variables.get(name) else {
            return Ok(None);
        };
        if let Some((own, value)) = &at.own_variable
            && *own == number
        {
            return Ok(Some(value.clone()));
        }
        let variable = &module.inventory().variables[number];
        if self.phase == Phase::Plan {
            return Ok(self.states[at.module][at.instance].variables[number].clone());
        }
        let unknown = Value::unknown(variable.ty().without_optional_fields()?);
        let marks = crate::module::variables::marks_of(variable);
        Ok(Some(unknown.with_marks(&marks)))
    }

    /// The value of a variable of the root module in a plan.
    pub(crate) fn root_variable(
        &self,
        variable: &Variable,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let name = &variable.name;
        let place = &variable.declared.place;
        let Some(given) = self.given(name) else {
            return Ok(Some(match &variable.default {
                Some(default) => default.clone(),
                None => Value::dynamic(),
            }));
        };
        let fit = match &variable.constraint {
            Some(constraint) => fitted(given, constraint, sink),
            None => Ok(given.clone()),
        };
        match fit {
            Ok(value) if value.is_null() && !variable.is_nullable() => match &variable.default {
                Some(default) => Ok(Some(default.clone())),
                None => {
                    sink.report(place.error(
                        "Required variable not set",
                        format!("Unsuitable value for var.{name} set using -var=\"{name}=...\": required variable may not be set to null."),
                    ))?;
                    Ok(None)
                }
            },
            Ok(value) => Ok(Some(value)),
            Err(error) if error.code().is_refusal() => Err(error),
            Err(error) => {
                let why = sink.reason(&error).into_owned();
                sink.report(place.error(
                    "Invalid value for input variable",
                    format!(
                        "Unsuitable value for var.{name} set using -var=\"{name}=...\": {why}."
                    ),
                ))?;
                Ok(None)
            }
        }
    }

    /// The value of an argument of a call as one of its variable, none if there are errors.
    pub(crate) fn argument(
        &self,
        module: usize,
        instance: usize,
        at: usize,
        expr: &Expr,
        outer: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let node = &self.modules()[module];
        let variable = &node.module.inventory().variables[at];
        let Some(value) = self.value(expr, outer, sink)? else {
            return Ok(None);
        };
        // The module keeps the marks: it may report the value where it uses the variable.
        self.report_deprecations(&value, Depth::Top, expr, outer, sink)?;
        let place = place_of(expr, outer);
        if let Some(message) = &variable.deprecated
            && sink.release.is_tofu()
        {
            sink.report_verbatim(place.warning(
                "Variable marked as deprecated by the module author",
                format!(
                    "Variable {} is marked as deprecated with the following message:\n{message}",
                    Quoted(&variable.name)
                ),
            ))?;
        } else if let Some(message) = &variable.deprecated
            && !value.is_null()
        {
            let warning = place.warning("Deprecated variable got a value", &**message);
            sink.report_verbatim(warning)?;
        }
        let marks = value.unmark_deep().1;
        if marks.contains(EPHEMERAL) && !variable.is_ephemeral() {
            sink.report(place.error(
                "Ephemeral value not allowed",
                "This input variable is not declared as accepting a ephemeral values, so it cannot be set to a result derived from an ephemeral value.",
            ))?;
            return Ok(None);
        }
        let prefix = match self.phase {
            Phase::Validate => node.within(""),
            Phase::Plan => self.states[module][instance].prefix.clone(),
        };
        let address = format!("{prefix}var.{}", variable.name);
        let strictness = self.project.options.strictness;
        let static_address = format!("{}var.{}", node.within(""), variable.name);
        let ignored = match &variable.constraint {
            Some(constraint) if sink.release.is_tofu() && self.phase == Phase::Validate => {
                let name = Some(&*variable.name);
                report_ignored(expr, &constraint.ty, name, &place.source, sink)?
            }
            _ => Vec::new(),
        };
        let assigned = Assigned {
            variable,
            address: &static_address,
            value: &value,
            expr: Some(expr),
            document: None,
            place: &place,
            is_secret: variable.is_sensitive() || variable.is_ephemeral(),
            ignored: &ignored,
        };
        let fit = match &variable.constraint {
            Some(constraint) => {
                assigned.report_undeclared(strictness, sink)?;
                fitted(&value, constraint, sink)
            }
            None => Ok(value.clone()),
        };
        const INVALID: &str = "Invalid value for input variable";
        const MISSING: &str = "Required variable not set";
        let declared = &variable.declared.place;
        let sensitive = |summary: &str, why: &str| {
            declared.error(
                summary,
                format!("The given value is not suitable for {address}, which is sensitive: {why}. Invalid value defined at {place}."),
            )
        };
        match fit {
            Ok(value) if value.is_null() && !variable.is_nullable() => match &variable.default {
                Some(default) => Ok(Some(default.clone())),
                None => {
                    const WHY: &str = "required variable may not be set to null";
                    let diagnostic = if variable.is_sensitive() {
                        sensitive(MISSING, WHY)
                    } else {
                        place.error(
                            MISSING,
                            format!("The given value is not suitable for {address} defined at {declared}: {WHY}."),
                        )
                    };
                    sink.report(diagnostic)?;
                    Ok(None)
                }
            },
            Ok(value) => Ok(Some(value)),
            Err(error) if error.code().is_refusal() => Err(error),
            Err(error) => {
                let why = self.why(&error, sink);
                let diagnostic = if variable.is_sensitive() {
                    sensitive(INVALID, &why)
                } else {
                    place.error(
                        INVALID,
                        format!("The given value is not suitable for {address} declared at {declared}: {why}."),
                    )
                };
                sink.report(diagnostic)?;
                assigned.report_mismatches(strictness, sink)?;
                Ok(None)
            }
        }
    }

    /// The message of an error of a conversion.
    pub(crate) fn why(&self, error: &Error, sink: &DiagnosticSink<'_>) -> String {
        sink.reason(error).into_owned()
    }

    /// The value of a call.
    pub(crate) fn module_value(
        &self,
        at: &Site<'_>,
        name: &Str,
        _: Option<&str>,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Value> {
        let node = &self.modules()[at.module];
        let Some(&number) = node.module.places.calls.get(name) else {
            return Ok(Value::dynamic());
        };
        let call = &node.module.inventory().calls[number];
        let Some(child) = node.children[number] else {
            return Ok(Value::dynamic());
        };
        let module = &self.modules()[child].module;
        let outputs = &module.inventory().outputs;
        sink.budget.parts(1 + outputs.len() as u64, 64)?;
        let typed = outputs.iter().any(|output| output.constraint.is_some());
        let exact = outputs.iter().all(|output| {
            let constraint = output.constraint.as_ref();
            constraint.is_some_and(|constraint| !constraint.ty.has(Flags::ANY))
        });
        let inferred = match self.output_types {
            OutputTypes::Declared => None,
            OutputTypes::Inferred => self.states[child].first(),
        };
        let inferred = |at: usize| inferred.and_then(|state| state.outputs[at].as_ref());
        let ty = |at: usize, output: &Output| -> Result<Type> {
            Ok(match (&output.constraint, inferred(at)) {
                (_, Some(value)) => value.ty().clone(),
                (Some(constraint), None) => constraint.ty.without_optional_fields()?,
                (None, None) => Type::any().clone(),
            })
        };
        let object_type = || -> Result<Type> {
            let mut fields = Vec::new();
            for (at, output) in outputs.iter().enumerate() {
                fields.push(Field::new(output.name.clone(), ty(at, output)?));
            }
            sink.budget.sort(&mut fields)?;
            Ok(Type::object(fields)?)
        };
        if self.phase == Phase::Validate {
            let many = match call.repetition {
                Repetition::Single | Repetition::Enabled(_) => {
                    let mut parts = Vec::new();
                    for (at, output) in outputs.iter().enumerate() {
                        let value = match inferred(at) {
                            Some(value) => value.clone(),
                            None => Value::unknown(ty(at, output)?),
                        };
                        parts.push((output.name.clone(), self.read(output, value, child, None)));
                    }
                    return Value::object(parts);
                }
                Repetition::Count(_) => Type::list,
                Repetition::ForEach(_) => Type::map,
            };
            let infers = self.output_types == OutputTypes::Inferred;
            return Ok(if !typed || exact || infers {
                Value::unknown(many(object_type()?)?)
            } else {
                Value::dynamic()
            });
        }
        let mut found: Vec<(InstanceKey, Value)> = Vec::new();
        for state in self.states[child]
            .iter()
            .filter(|state| state.parent == at.instance)
        {
            let mut parts = Vec::new();
            let listed = outputs.iter().enumerate();
            for (at, output) in sink.budget.charged_holding(64, listed)? {
                let value = match &state.outputs[at] {
                    Some(value) => value.clone(),
                    None => Value::unknown(ty(at, output)?),
                };
                let value = self.read(output, value, child, Some(&state.prefix));
                parts.push((output.name.clone(), value));
            }
            found.push((state.key.clone(), Value::object(parts)?));
        }
        match call.repetition {
            Repetition::Single => Ok(found.pop().map_or_else(Value::dynamic, |(_, value)| value)),
            // A disabled module is null.
            Repetition::Enabled(_) => Ok(match found.pop() {
                Some((_, value)) => value,
                None => Value::null(Type::any().clone()),
            }),
            Repetition::Count(_) => {
                let values = found.into_iter().map(|(_, value)| value).collect();
                if exact {
                    Value::list_of(&object_type()?, values)
                } else {
                    Value::tuple(values)
                }
            }
            Repetition::ForEach(_) => {
                let pairs = found.into_iter().filter_map(|(key, value)| match key {
                    InstanceKey::Text(key) => Some((key, value)),
                    _ => None,
                });
                if exact {
                    let pairs = pairs.map(|(key, value)| (Value::nfc_string(&key), value));
                    Value::map_of(&object_type()?, pairs.collect::<Vec<_>>())
                } else {
                    Value::object(pairs.collect::<Vec<_>>())
                }
            }
        }
    }

    /// The value of an output as the calling module reads it.
    fn read(&self, output: &Output, value: Value, child: usize, prefix: Option<&str>) -> Value {
        let mut value = value;
        if prefix.is_some() && output.is_sensitive() {
            value = value.mark(SENSITIVE);
        }
        if prefix.is_some() && output.is_ephemeral() {
            value = value.mark(EPHEMERAL);
        }
        if let Some((message, _)) = &output.deprecated {
            let origin = match prefix {
                Some(prefix) => format!("{prefix}{}", output.name),
                None => format!("{}.{}", self.modules()[child].address(), output.name),
            };
            value = value.mark(&mark(message, &origin));
        }
        value
    }

    /// The value of a resource.
    pub(crate) fn resource_value(
        &self,
        at: &Site<'_>,
        mode: ResourceMode,
        resource_type: &str,
        name: &str,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Value> {
        let node = &self.modules()[at.module];
        let label = address(mode, resource_type, name);
        let Some(&number) = node.module.places.resources.get(&*label) else {
            return Ok(Value::dynamic());
        };
        if self.phase == Phase::Plan {
            let state = &self.states[at.module][at.instance];
            let repetition = &node.module.inventory().resources[number].repetition;
            // A resource that refers to itself has no instances yet.
            return match (&state.resources[number], repetition) {
                (Some(value), _) => Ok(value.clone()),
                (None, Repetition::Count(_)) => Value::tuple(Vec::new()),
                (None, Repetition::ForEach(_)) => Value::object([]),
                (None, _) => Ok(Value::dynamic()),
            };
        }
        let resource = &node.module.inventory().resources[number];
        if mode == ResourceMode::Ephemeral {
            return Ok(Value::dynamic().mark(EPHEMERAL));
        }
        if resource.repetition.has_keys() {
            return Ok(Value::dynamic());
        }
        self.unknown_resource(at.module, resource, sink)
    }

    /// The object of a resource with unknown attributes.
    pub(crate) fn unknown_resource(
        &self,
        module: usize,
        resource: &crate::module::Resource,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Value> {
        let Some(schema) = self.resource_schema(module, resource, sink)? else {
            return Ok(Value::dynamic());
        };
        let parts: Vec<(Str, Value)> = schema
            .implied
            .fields()
            .iter()
            .map(|field| {
                (
                    field.shared_name().clone(),
                    Value::unknown(field.ty().clone()),
                )
            })
            .collect();
        sink.budget.hold(64 * parts.len() as u64)?;
        let value = Value::object(parts)?;
        let origin = self.modules()[module].within(&resource.address());
        if self.release().is_tofu() {
            return Ok(value);
        }
        deprecated(&value, &schema.block, &origin)
    }
}

/// The table that the schema of a resource is in.
pub(crate) fn kind_of(mode: ResourceMode) -> SchemaKind {
    match mode {
        ResourceMode::Managed => SchemaKind::Managed,
        ResourceMode::Data => SchemaKind::Data,
        ResourceMode::Ephemeral => SchemaKind::Ephemeral,
    }
}

/// The object of a resource with the deprecations of its schema.
pub(crate) fn deprecated(value: &Value, block: &Block, origin: &str) -> Result<Value> {
    let value = Deprecations { origin }.block(value, block, "")?;
    let Some(own) = &block.deprecated else {
        return Ok(value);
    };
    let text = if own.is_empty() {
        "Deprecated resource used as value. Refer to the provider documentation for details."
    } else {
        own
    };
    Ok(value.mark(&mark(text, origin)))
}

/// Marks the parts of an object that a schema deprecates.
struct Deprecations<'o> {
    origin: &'o str,
}

impl Deprecations<'_> {
    fn mark(&self, value: Value, own: Option<&Str>, what: &str, path: &str) -> Value {
        match own {
            None => value,
            Some(own) => {
                let text = if own.is_empty() {
                    format!(
                        "Deprecated resource {what} \"{path}\" used. Refer to the provider documentation for details."
                    )
                } else {
                    own.to_string()
                };
                value.mark(&mark(&text, &format!("{}.{path}", self.origin)))
            }
        }
    }

    /// An object of a block. `prefix` is the path to it with a point after it.
    fn block(&self, value: &Value, block: &Block, prefix: &str) -> Result<Value> {
        self.parts(value, &mut |name, part| {
            let path = format!("{prefix}{name}");
            if let Some(attribute) = block.attribute(name) {
                let part = self.attribute(part, attribute, &path)?;
                return Ok(self.mark(part, attribute.deprecated.as_ref(), "attribute", &path));
            }
            let Some(nested) = block.nested(name) else {
                return Ok(part.clone());
            };
            let part = self.elements(part, nested.nesting, &path, &mut |part, path| {
                self.block(part, &nested.block, &format!("{path}."))
            })?;
            Ok(self.mark(part, nested.block.deprecated.as_ref(), "block", &path))
        })
    }

    fn attribute(&self, value: &Value, attribute: &Attribute, path: &str) -> Result<Value> {
        let Some(nested) = &attribute.nested else {
            return Ok(value.clone());
        };
        self.elements(value, nested.nesting, path, &mut |part, path| {
            self.parts(part, &mut |name, part| {
                let mut attributes = nested.attributes.iter();
                let Some(inner) = attributes.find(|inner| inner.name == *name) else {
                    return Ok(part.clone());
                };
                let path = format!("{path}.{name}");
                let part = self.attribute(part, inner, &path)?;
                Ok(self.mark(part, inner.deprecated.as_ref(), "attribute", &path))
            })
        })
    }

    /// An object with its parts changed, if it is known.
    fn parts(
        &self,
        value: &Value,
        change: &mut dyn FnMut(&Str, &Value) -> Result<Value>,
    ) -> Result<Value> {
        let (bare, marks) = value.unmark();
        if !bare.is_known() || bare.is_null() || !bare.ty().is_object() {
            return Ok(value.clone());
        }
        let mut parts: Vec<(Str, Value)> = Vec::new();
        let fields = bare.ty().fields().iter();
        for (field, part) in fields.zip(bare.parts().unwrap_or_default()) {
            let name = field.shared_name();
            parts.push((name.clone(), change(name, part)?));
        }
        Ok(Value::object(parts)?.with_marks(&marks))
    }

    /// A value of a nesting with each object changed. Elements of sets have no path.
    fn elements(
        &self,
        value: &Value,
        nesting: Nesting,
        path: &str,
        change: &mut dyn FnMut(&Value, &str) -> Result<Value>,
    ) -> Result<Value> {
        if matches!(nesting, Nesting::Single | Nesting::Group) {
            return change(value, path);
        }
        let (bare, marks) = value.unmark();
        let is_empty = bare.part_count().is_none_or(|count| count == 0)
            && bare.entries().is_none_or(<[_]>::is_empty);
        if !bare.is_known() || bare.is_null() || is_empty || nesting == Nesting::Set {
            return Ok(value.clone());
        }
        if bare.ty().is_map() {
            let mut entries = Vec::new();
            for entry in bare.entries().unwrap_or_default() {
                let path = format!("{path}[{}]", polycty_core::text::Quoted(entry.key_str()));
                entries.push((entry.key().clone(), change(entry.value(), &path)?));
            }
            return Ok(Value::map(entries)?.with_marks(&marks));
        }
        if bare.ty().is_object() {
            return self.parts(value, &mut |name, part| {
                change(
                    part,
                    &format!("{path}[{}]", polycty_core::text::Quoted(name)),
                )
            });
        }
        let parts = bare.parts().unwrap_or_default().iter().enumerate();
        let parts: Result<Vec<Value>> = parts
            .map(|(at, part)| change(part, &format!("{path}[{at}]")))
            .collect();
        let changed = if bare.ty().is_list() {
            Value::list(parts?)?
        } else {
            Value::tuple(parts?)?
        };
        Ok(changed.with_marks(&marks))
    }
}

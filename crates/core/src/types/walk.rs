//! Traversal and rewriting of the parts of a type.
//!
//! Both are depth-first, in the order of the parts, and bounded by the limits that every
//! constructor checks. References are leaves. Callers that need the definitions unfold the
//! references and record the ones they have visited.

use super::memory::HeapBytes;
use super::{Field, Kind, Node, NominalType, Str, Type, TypeError};
use std::collections::HashMap;
use std::convert::Infallible;

/// Whether a traversal continues with the parts of the type that it visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Visit the parts.
    Into,
    /// Skip the parts.
    Over,
    /// End the traversal.
    Stop,
}

/// A step from a type to one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartStep {
    /// The element type of a list, set, map, optional and so on.
    Element,
    /// The key type of a map.
    Key,
    /// The type at a position of a tuple, the member of a union, a parameter.
    Position(usize),
    /// The type of a field.
    Field(Str),
    /// The variadic parameter of a function.
    Variadic,
    /// The block of a function.
    Block,
    /// The result of a function.
    Result,
}

impl Type {
    /// Calls `visit` with this type and all its parts, each with the steps that lead to it.
    pub fn walk(&self, visit: &mut dyn FnMut(&[PartStep], &Type) -> Visit) {
        walk(self, &mut Vec::new(), visit);
    }

    /// Calls `visit` with every direct part, in order.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Type)) {
        self.kind().each_part(&mut |part: &Type| visit(part));
    }

    /// Returns the same constructor with other parts: `with` returns the replacement of each part,
    /// in the order of [`Type::each_part`]. If no part changes, the node is shared. Otherwise its
    /// annotations are shared.
    ///
    /// # Errors
    /// The errors of `with` and of the constructor.
    pub fn map_parts(
        &self,
        with: &mut dyn FnMut(&Type) -> Result<Type, TypeError>,
    ) -> Result<Type, TypeError> {
        let mut changed = false;
        let mut part = |inner: &Type| -> Result<Type, TypeError> {
            let new = with(inner)?;
            changed |= !new.is_same_node(inner);
            Ok(new)
        };
        let kind = rebuild(self.kind(), &mut part)?;
        if changed {
            Ok(Type::make(kind)?.annotated_as(self))
        } else {
            Ok(self.clone())
        }
    }

    /// The step to the direct part at an index of [`Type::each_part`].
    #[must_use]
    pub fn step_to(&self, position: usize) -> Option<PartStep> {
        let mut at = 0;
        let mut found = None;
        self.walk(&mut |steps, _| {
            let Some(step) = steps.first() else {
                return Visit::Into;
            };
            if at == position {
                found = Some(step.clone());
                return Visit::Stop;
            }
            at += 1;
            Visit::Over
        });
        found
    }

    /// Rewrites a type from the outside in. If `with` returns a type, it replaces the part; if it
    /// returns `None`, the part's own parts are rewritten. Unchanged parts stay shared, and parts
    /// that types share are rewritten once, so `with` must depend on the part only.
    ///
    /// # Errors
    /// The errors of `with` and of the constructor.
    pub fn replace(
        &self,
        with: &mut dyn FnMut(&Type) -> Result<Option<Type>, TypeError>,
    ) -> Result<Type, TypeError> {
        self.replace_once(with, &mut HashMap::new())
    }

    /// `done` contains the results for nodes, by address.
    fn replace_once(
        &self,
        with: &mut dyn FnMut(&Type) -> Result<Option<Type>, TypeError>,
        done: &mut HashMap<usize, Type>,
    ) -> Result<Type, TypeError> {
        if let Some(replacement) = with(self)? {
            return Ok(replacement);
        }
        let is_small = self.size() < SMALL;
        if !is_small && let Some(done) = done.get(&self.address()) {
            return Ok(done.clone());
        }
        let found = self.map_parts(&mut |part| part.replace_once(with, done))?;
        if !is_small {
            done.insert(self.address(), found.clone());
        }
        Ok(found)
    }

    /// Returns the type with all fields required, at any depth.
    ///
    /// # Errors
    /// Never fails in practice: the result is at most as deep as the input.
    pub fn without_optional_fields(&self) -> Result<Type, TypeError> {
        self.with_required_fields(&mut HashMap::new())
    }

    /// `done` contains the results for nodes, by address: parts that types share are rebuilt once.
    fn with_required_fields(&self, done: &mut HashMap<usize, Type>) -> Result<Type, TypeError> {
        if !self.has(super::Flags::OPTIONAL_FIELD) {
            return Ok(self.clone());
        }
        let is_small = self.size() < SMALL;
        if !is_small && let Some(done) = done.get(&self.address()) {
            return Ok(done.clone());
        }
        let found = match self.kind() {
            Kind::Object(object) => {
                let mut fields = Vec::with_capacity(object.fields().len());
                for field in object.fields() {
                    let ty = field.ty().with_required_fields(done)?;
                    fields.push(Field::new(field.shared_name().clone(), ty));
                }
                Type::object(fields)?
            }
            _ => self.map_parts(&mut |part| part.with_required_fields(done))?,
        };
        if !is_small {
            done.insert(self.address(), found.clone());
        }
        Ok(found)
    }
}

/// The number of nodes from which the results for a type are kept.
const SMALL: u32 = 16;

/// The minimum number of values per node that makes a copy of a type worthwhile.
const MANY: u64 = 64;

impl Type {
    /// Returns the type for the creation of this number of values: if it is large, a copy in
    /// separate nodes. Each value increments the reference count of its type, and threads that use
    /// the same type would contend for the counts of its nodes.
    #[must_use]
    pub fn for_many(&self, values: u64) -> Type {
        if values / MANY >= u64::from(self.size()) {
            self.copied()
        } else {
            self.clone()
        }
    }

    /// Returns a copy with collections, tuples and objects in new nodes.
    fn copied(&self) -> Type {
        let kind = match self.kind() {
            Kind::List { element, size } => Kind::List {
                element: element.copied(),
                size: *size,
            },
            Kind::Set(element) => Kind::Set(element.copied()),
            Kind::Map { key, element, size } => Kind::Map {
                key: key.clone(),
                element: element.copied(),
                size: *size,
            },
            Kind::Tuple { elements, size } => Kind::Tuple {
                elements: elements.iter().map(Type::copied).collect(),
                size: *size,
            },
            Kind::Object(object) => {
                let Ok(object) = object.with_types(|_, ty| Ok::<_, Infallible>(ty.copied()));
                Kind::Object(object)
            }
            _ => return self.clone(),
        };
        let node = Node {
            kind,
            hash: self.0.hash.clone(),
            heap_bytes: HeapBytes::default(),
            annotations: self.0.annotations.clone(),
            ..*self.0
        };
        Type(triomphe::Arc::new(node))
    }
}

fn walk(
    ty: &Type,
    path: &mut Vec<PartStep>,
    visit: &mut dyn FnMut(&[PartStep], &Type) -> Visit,
) -> Visit {
    match visit(path, ty) {
        Visit::Into => {}
        Visit::Over => return Visit::Into,
        Visit::Stop => return Visit::Stop,
    }
    let mut go = |step: PartStep, part: &Type| {
        path.push(step);
        let answer = walk(part, path, visit);
        path.pop();
        answer
    };
    macro_rules! step {
        ($step:expr, $part:expr) => {
            if go($step, $part) == Visit::Stop {
                return Visit::Stop;
            }
        };
    }
    match ty.kind() {
        Kind::Map { key, element, .. } => {
            step!(PartStep::Key, key);
            step!(PartStep::Element, element);
        }
        Kind::Tuple { elements, .. } | Kind::Union(elements) => {
            for (at, element) in elements.iter().enumerate() {
                step!(PartStep::Position(at), element);
            }
        }
        Kind::Object(object) => {
            for field in object.fields() {
                step!(PartStep::Field(field.shared_name().clone()), field.ty());
            }
        }
        Kind::Func(func) => {
            if let Some(params) = &func.params {
                for (at, param) in params.positional.iter().enumerate() {
                    step!(PartStep::Position(at), &param.ty);
                }
                if let Some(param) = &params.variadic {
                    step!(PartStep::Variadic, &param.ty);
                }
            }
            if let Some(block) = &func.block {
                step!(PartStep::Block, &block.ty);
            }
            if let Some(result) = &func.result {
                step!(PartStep::Result, result);
            }
        }
        Kind::Nominal(nominal) => {
            for (at, param) in nominal.params.iter().enumerate() {
                let mut stopped = false;
                param.each_type(&mut |part| {
                    stopped |= !stopped && go(PartStep::Position(at), part) == Visit::Stop;
                });
                if stopped {
                    return Visit::Stop;
                }
            }
        }
        _ => {
            if let Some(element) = ty.element() {
                step!(PartStep::Element, element);
            }
        }
    }
    Visit::Into
}

fn rebuild(
    kind: &Kind,
    part: &mut dyn FnMut(&Type) -> Result<Type, TypeError>,
) -> Result<Kind, TypeError> {
    Ok(match kind {
        Kind::List { element, size } => Kind::List {
            element: part(element)?,
            size: *size,
        },
        Kind::Set(element) => Kind::Set(part(element)?),
        Kind::Map { key, element, size } => Kind::Map {
            key: part(key)?,
            element: part(element)?,
            size: *size,
        },
        Kind::Tuple { elements, size } => Kind::Tuple {
            elements: elements.iter().map(part).collect::<Result<_, _>>()?,
            size: *size,
        },
        Kind::Union(members) => Kind::Union(members.iter().map(part).collect::<Result<_, _>>()?),
        Kind::Object(object) => {
            let fields: Box<[Field]> = object
                .fields()
                .iter()
                .map(|field| {
                    let ty = part(field.ty())?;
                    let name = field.shared_name().clone();
                    Ok(if field.is_optional() {
                        Field::optional(name, ty)
                    } else {
                        Field::new(name, ty)
                    })
                })
                .collect::<Result<_, TypeError>>()?;
            Kind::Object(super::ObjectType::new(fields).map_err(TypeError::DuplicateField)?)
        }
        Kind::Func(func) => Kind::Func(Box::new(func.map_types(part)?)),
        Kind::Optional(inner) => Kind::Optional(part(inner)?),
        Kind::NotUndef(inner) => Kind::NotUndef(part(inner)?),
        Kind::Promise(inner) => Kind::Promise(part(inner)?),
        Kind::Output(inner) => Kind::Output(part(inner)?),
        Kind::Meta(Some(inner)) => Kind::Meta(Some(part(inner)?)),
        Kind::Literal { ty, value } => Kind::Literal {
            ty: part(ty)?,
            value: value.clone(),
        },
        Kind::Enumeration { token, ty, values } => Kind::Enumeration {
            token: token.clone(),
            ty: part(ty)?,
            values: values.clone(),
        },
        Kind::Nominal(nominal) => Kind::Nominal(Box::new(NominalType {
            dialect: nominal.dialect.clone(),
            name: nominal.name.clone(),
            number: nominal.number,
            params: nominal
                .params
                .iter()
                .map(|param| param.map_types(part))
                .collect::<Result<_, _>>()?,
        })),
        leaf => leaf.clone(),
    })
}

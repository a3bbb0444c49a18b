//! Checks of traversals, splats and `for` expressions.
//!
//! A collection may be deferred or optional. Deferred types and optionality are removed first; the
//! type that results from the elements is then wrapped in the deferred types again.

use super::{Binder, Outcome, ProblemSeverity, deferred_like};
use crate::rules::traverse::{TypeStep, traverse};
use crate::rules::unify::unify_safe;
use crate::types::format::line;
use crate::types::normal_form;
use crate::types::view::{self, PclType, int, shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Reporter, Result};
use polycty_core::types::{Type, TypeError};
use polycty_hcl::syntax::{ExprId, ExprKind, For, ForId, List, Span, Step, StepKind};

/// A deferred type that was removed.
#[derive(Clone, Copy, Debug)]
enum DeferredKind {
    Promise,
    Output,
}

/// Returns a type without deferred types and optionality, and the removed deferred types from the
/// outside in. As in Pulumi, only the deferred types outside of the first optional type are
/// returned.
fn strip_deferred(ty: &Type) -> Result<(Type, Vec<DeferredKind>)> {
    let mut deferred = Vec::new();
    let mut rest = ty.clone();
    let mut outermost = true;
    loop {
        let inner = match shape(&rest) {
            PclType::Promise(inner) => {
                deferred.extend(outermost.then_some(DeferredKind::Promise));
                inner.clone()
            }
            PclType::Output(inner) => {
                deferred.extend(outermost.then_some(DeferredKind::Output));
                inner.clone()
            }
            PclType::Union([a, b]) if matches!(shape(a), PclType::None) => {
                outermost = false;
                b.clone()
            }
            PclType::Union([a, b]) if matches!(shape(b), PclType::None) => {
                outermost = false;
                a.clone()
            }
            PclType::Recursive(_) => view::unfolded(&rest).ok_or(TypeError::ReleasedGroup)?,
            _ => return Ok((rest, deferred)),
        };
        rest = inner;
    }
}

/// Wraps a type in the deferred types of its source.
fn wrap_deferred(ty: Type, deferred: &[DeferredKind]) -> Outcome {
    Ok(deferred.iter().try_fold(ty, |ty, kind| match kind {
        DeferredKind::Promise => normal_form::promise(ty),
        DeferredKind::Output => normal_form::output(ty),
    })?)
}

/// Returns the types of the keys and elements, or `None` if the type is not a collection.
fn iterated(ty: &Type, budget: &Budget) -> Result<Option<(Type, Type)>> {
    Ok(Some(match shape(ty) {
        PclType::List(element) => (int().clone(), element.clone()),
        PclType::Map(element) => (Type::string().clone(), element.clone()),
        PclType::Tuple(elements) => {
            let elements: Vec<&Type> = elements.iter().collect();
            (int().clone(), unify_safe(&elements, budget)?)
        }
        PclType::Object(object) => {
            let elements: Vec<&Type> = object.sorted_fields().map(|field| field.ty()).collect();
            (Type::string().clone(), unify_safe(&elements, budget)?)
        }
        PclType::Dynamic => (Type::any().clone(), Type::any().clone()),
        _ => return Ok(None),
    }))
}

/// The types in `source[*]`: each element of a collection, or the value itself for any other type.
#[derive(Clone, Debug)]
pub struct Splat {
    element: Type,
    /// The deferred types around the resulting list.
    deferred: Vec<DeferredKind>,
}

impl Splat {
    /// Creates the splat of a value of a type.
    ///
    /// # Errors
    /// Errors of the limits of types, and `Code::Limit` if the budget is exceeded.
    pub fn new(source: &Type, budget: &Budget) -> Result<Splat> {
        let (plain, deferred) = strip_deferred(source)?;
        let (element, iterable) = match shape(&plain) {
            PclType::List(element) | PclType::Set(element) => (element.clone(), true),
            PclType::Tuple(elements) => {
                let elements: Vec<&Type> = elements.iter().collect();
                (unify_safe(&elements, budget)?, true)
            }
            PclType::Dynamic => (plain.clone(), true),
            _ => (plain.clone(), false),
        };
        let deferred = if iterable { deferred } else { Vec::new() };
        Ok(Splat { element, deferred })
    }

    /// Returns the type of each element.
    #[must_use]
    pub fn element(&self) -> &Type {
        &self.element
    }

    /// Returns the type of the splat if each element becomes a value of the type `each`.
    ///
    /// # Errors
    /// Errors of the limits of types.
    pub fn of_each(&self, each: Type) -> Result<Type> {
        wrap_deferred(Type::list(each)?, &self.deferred)
    }
}

impl Binder<'_> {
    pub(super) fn variable(&mut self, id: ExprId, steps: List<Step>) -> Outcome {
        let tree = self.tree;
        let Some((root, rest)) = tree[steps].split_first() else {
            return Ok(Type::any().clone());
        };
        let name = match root.kind {
            StepKind::Root(name) => tree.text(name),
            StepKind::Attr(_) | StepKind::Index(_) => "",
        };
        let local = self.locals.iter().rev().find(|(known, _)| **known == *name);
        let known = local.map(|(_, ty)| ty).or(self.scope.variable(name));
        let ty = match known {
            Some(ty) => ty.clone(),
            None => {
                let summary = format!("undefined variable {name}");
                let diagnostic = match self.options.missing_variables {
                    ProblemSeverity::Error => Reporter::Pcl.error(summary, ""),
                    ProblemSeverity::Warning => Reporter::Pcl.warning(summary, ""),
                };
                let range = self.range(root.span);
                self.report(
                    diagnostic
                        .with_name("undefined-variable")
                        .with_subject(range),
                );
                Type::any().clone()
            }
        };
        self.traversed(id, ty, rest)
    }

    pub(super) fn relative_traversal(
        &mut self,
        id: ExprId,
        source: ExprId,
        steps: List<Step>,
    ) -> Outcome {
        let tree = self.tree;
        let ty = self.bind(source);
        self.traversed(id, ty, &tree[steps])
    }

    fn traversed(&mut self, id: ExprId, from: Type, steps: &[Step]) -> Outcome {
        let mut ty = from;
        let mut on_the_way = Vec::with_capacity(steps.len());
        for step in steps {
            let key = match step.kind {
                StepKind::Attr(name) | StepKind::Root(name) => {
                    TypeStep::Attr(self.tree.text(name).into())
                }
                StepKind::Index(value) => TypeStep::of_key(&self.tree[value]),
            };
            let next = traverse(&ty, &key, self.budget)?;
            let range = self.range(step.span);
            for diagnostic in next.diagnostics {
                self.report(diagnostic.with_subject(range));
            }
            ty = next.ty;
            on_the_way.push(ty.clone());
        }
        if !on_the_way.is_empty() {
            self.parts.insert(id, on_the_way);
        }
        Ok(ty)
    }

    /// Reports a value that is not a collection.
    fn not_iterable(&mut self, ty: &Type, span: Span, leniency: ProblemSeverity) {
        let summary = format!("cannot iterate over a value of type {}", line(ty));
        let diagnostic = match leniency {
            ProblemSeverity::Error => Reporter::Pcl.error(summary, ""),
            ProblemSeverity::Warning => Reporter::Pcl.warning(summary, ""),
        };
        let range = self.range(span);
        self.report(diagnostic.with_name("not-iterable").with_subject(range));
    }

    /// Checks `collection[key]`. A literal key is a traversal step; the result of any other key is
    /// the common type of all elements.
    pub(super) fn index(
        &mut self,
        id: ExprId,
        collection: ExprId,
        key: ExprId,
        open: u32,
    ) -> Outcome {
        let source = self.bind(collection);
        let key_type = self.bind(key);
        let end = self.tree[id].span.end;
        let step = Span { start: open, end };
        self.indexed((collection, &source), (key, &key_type), step)
    }

    /// Checks an index whose parts have been checked. It is a separate function so that nested
    /// indices need little stack.
    #[inline(never)]
    fn indexed(
        &mut self,
        (collection, source): (ExprId, &Type),
        (key, key_type): (ExprId, &Type),
        step: Span,
    ) -> Outcome {
        if matches!(self.tree[key].kind, ExprKind::Template(_))
            && let Some(name) = self.string_literal(key)
        {
            // A string that consists of several literal pieces is also a known key.
            let stepped = traverse(source, &TypeStep::Key(name.as_ref().into()), self.budget)?;
            let range = self.range(step);
            for diagnostic in stepped.diagnostics {
                self.report(diagnostic.with_subject(range));
            }
            return Ok(stepped.ty);
        }
        let (plain, deferred) = strip_deferred(source)?;
        let (wanted, element) = match iterated(&plain, self.budget)? {
            Some(found) => found,
            None => {
                self.not_iterable(&plain, self.span(collection), self.options.iteration);
                (Type::any().clone(), Type::any().clone())
            }
        };
        if let Some(value) = self.literal_value(key) {
            let stepped = traverse(source, &TypeStep::of_key(&value), self.budget)?;
            if stepped.diagnostics.is_empty() {
                return Ok(stepped.ty);
            }
        }
        self.accept(key_type, &wanted, self.span(key))?;
        deferred_like(wrap_deferred(element, &deferred)?, [key_type])
    }

    pub(super) fn for_expression(&mut self, id: ExprId, parts: ForId) -> Outcome {
        let tree = self.tree;
        let parts = &tree[parts];
        let source = self.bind(parts.collection);
        let before = self.locals.len();
        let deferred = self.loop_variables(id, parts, source)?;
        let key = parts.key.map(|key| (key, self.bind(key)));
        let value = self.bind(parts.value);
        let condition = parts
            .condition
            .map(|condition| (condition, self.bind(condition)));
        self.locals.truncate(before);
        self.collected(parts, key, value, condition, &deferred)
    }

    /// Defines the variables of a `for` expression and returns the deferred types around its
    /// collection. It is a separate function so that nested expressions need little stack.
    #[inline(never)]
    fn loop_variables(
        &mut self,
        id: ExprId,
        parts: &For,
        source: Type,
    ) -> Result<Vec<DeferredKind>> {
        let tree = self.tree;
        let (plain, deferred) = strip_deferred(&source)?;
        let (key, element) = match iterated(&plain, self.budget)? {
            Some(found) => found,
            None => {
                let leniency = self.options.iteration;
                self.not_iterable(&plain, self.span(parts.collection), leniency);
                (Type::any().clone(), Type::any().clone())
            }
        };
        if let Some(name) = parts.key_variable {
            self.locals.push((tree.text(name).into(), key));
        }
        let value_name = tree.text(parts.value_variable);
        match parts.key_variable {
            Some(name) if tree.text(name) == value_name => {
                let summary = format!("name {value_name} already defined");
                self.error("duplicate-variable", self.span(id), summary);
            }
            _ => self.locals.push((value_name.into(), element)),
        }
        Ok(deferred)
    }

    /// Returns the type of a `for` expression from the types of its parts.
    #[inline(never)]
    fn collected(
        &mut self,
        parts: &For,
        key: Option<(ExprId, Type)>,
        value: Type,
        condition: Option<(ExprId, Type)>,
        deferred: &[DeferredKind],
    ) -> Outcome {
        if let Some((key, ty)) = &key {
            self.accept(ty, Type::string(), self.span(*key))?;
        }
        if let Some((condition, ty)) = &condition {
            self.accept(ty, Type::bool(), self.span(*condition))?;
        }
        let plain = match (&key, parts.group) {
            (None, _) => Type::list(value)?,
            (Some(_), false) => Type::map(value)?,
            (Some(_), true) => Type::map(Type::list(value)?)?,
        };
        let by = key.iter().chain(&condition).map(|(_, ty)| ty);
        deferred_like(wrap_deferred(plain, deferred)?, by)
    }

    pub(super) fn splat(&mut self, source: ExprId, item: ExprId, each: ExprId) -> Outcome {
        let source = self.bind(source);
        let splat = Splat::new(&source, self.budget)?;
        self.types[item.number()] = Some(splat.element.clone());
        self.items.push(splat.element.clone());
        let each = self.bind(each);
        self.items.pop();
        splat.of_each(each)
    }
}

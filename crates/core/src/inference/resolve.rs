//! Resolution of classes of terms to types.
//!
//! The resolution is bottom-up, without recursion: the type of a class is constructed after those
//! of its parts, and only once. So the cost for many expressions over one graph is that of the
//! graph. A type past the limits of [`Type`], or one that contains itself, is an error of that
//! class and of the classes that contain it, and of no other.

use super::terms::{Node, TermGraph};
use crate::types::{Flags, IdMap, Kind, Type, TypeError};

/// The resolved types of classes; valid until the graph changes.
#[derive(Default)]
pub(super) struct Resolution {
    /// By representative; `None` while its parts are being resolved.
    known: IdMap<Node, Option<Resolved>>,
    waiting: Vec<(Node, bool)>,
}

struct Resolved {
    ty: Result<Type, TypeError>,
    /// Whether it contains a variable that is not generalized.
    is_open: bool,
}

impl Resolution {
    /// Whether the type of a node is undetermined.
    pub fn is_open(&mut self, terms: &TermGraph, node: Node) -> bool {
        let root = terms.root(node);
        if !self.known.contains_key(&root) {
            // The result is stored, also if it is an error.
            let _ = self.node(terms, root);
        }
        self.part_is_open(root)
    }

    fn part_is_open(&self, root: Node) -> bool {
        matches!(self.known.get(&root), Some(Some(known)) if known.is_open)
    }

    /// Returns the type of a node, with the names of classes for unknown parts.
    pub fn node(&mut self, terms: &TermGraph, node: Node) -> Result<Type, TypeError> {
        let wanted = terms.root(node);
        self.waiting.push((wanted, false));
        while let Some((root, parts_are_known)) = self.waiting.pop() {
            if parts_are_known {
                let ty = self.build(terms, root);
                let parts = terms.term(root).map_or(&[][..], |term| terms.parts(term));
                let is_open = parts
                    .iter()
                    .any(|part| self.part_is_open(terms.root(*part)));
                self.known.insert(root, Some(Resolved { ty, is_open }));
            } else if !self.known.contains_key(&root) {
                self.open(terms, root);
            }
        }
        self.get(wanted)
    }

    /// Replaces the variables of a graph in a type by their types. The recursion is bounded by the
    /// depth of the type.
    pub fn ty(&mut self, terms: &mut TermGraph, ty: &Type) -> Result<Type, TypeError> {
        match ty.kind() {
            _ if !ty.has(Flags::VARIABLE) => Ok(ty.clone()),
            Kind::Variable { .. } => {
                let node = terms.intern(ty);
                self.node(terms, node)
            }
            _ => ty.map_parts(&mut |part| self.ty(terms, part)),
        }
    }

    fn get(&self, root: Node) -> Result<Type, TypeError> {
        match self.known.get(&root) {
            Some(Some(known)) => known.ty.clone(),
            // The class is visited while its parts are being resolved: it contains itself.
            _ => Err(TypeError::TooDeep),
        }
    }

    fn open(&mut self, terms: &TermGraph, root: Node) {
        let term = terms
            .term(root)
            .and_then(|term| Some((term, terms.head(term)?)));
        let known = match term {
            None => Some(Resolved {
                ty: Ok(terms.name(root)),
                is_open: !terms.is_generalized(root),
            }),
            Some((_, head)) if !head.has(Flags::VARIABLE) => Some(Resolved {
                ty: Ok(head.clone()),
                is_open: false,
            }),
            Some((term, _)) => {
                self.waiting.push((root, true));
                for &part in terms.parts(term).iter().rev() {
                    self.waiting.push((terms.root(part), false));
                }
                None
            }
        };
        self.known.insert(root, known);
    }

    fn build(&self, terms: &TermGraph, root: Node) -> Result<Type, TypeError> {
        let (term, head) = terms
            .term(root)
            .and_then(|term| Some((term, terms.head(term)?)))
            .ok_or(TypeError::TooDeep)?;
        let mut parts = terms.parts(term).iter();
        head.map_parts(&mut |_| match parts.next() {
            Some(&part) => self.get(terms.root(part)),
            None => Err(TypeError::TooDeep),
        })
    }
}

//! Frames: the names that are defined in a scope.
//!
//! A frame contains the definitions of a block, a function or a class, and refers to the enclosing
//! frame. An import or include with an alias makes a frame available under that name.

use super::program::NodeId;
use crate::host::{Function, Library};
use crate::syntax::tree::{ExprId, StmtId};
use polycty_core::types::{KeyedMap, Str};
use std::sync::Arc;

/// The number of a frame.
pub(super) type FrameId = u32;

/// A function that a statement defines.
#[derive(Clone)]
pub(super) struct FuncDef {
    /// The number of the file's unit.
    pub unit: u32,
    pub func: ExprId,
    /// The frame of its definition.
    pub frame: FrameId,
    /// The copy that the check of the definition made, for the first call.
    pub first: Option<NodeId>,
}

/// A class.
#[derive(Clone, Copy)]
pub(super) struct ClassDef {
    /// The number of the file's unit.
    pub unit: u32,
    pub stmt: StmtId,
    /// The frame of its definition.
    pub frame: FrameId,
}

/// The names that are available under the name of an import or include.
#[derive(Clone)]
pub(super) enum Namespace {
    /// The definitions of a frame.
    Own(FrameId),
    /// The definitions of a frame and of its enclosing frames.
    Seen(FrameId),
    /// A system module, and the definitions of its files.
    Module(Str, FrameId),
}

/// The definitions of a block.
#[derive(Default)]
pub(super) struct Frame {
    pub around: Option<FrameId>,
    pub vars: KeyedMap<Str, NodeId>,
    pub funcs: KeyedMap<Str, FuncDef>,
    pub classes: KeyedMap<Str, ClassDef>,
    pub namespaces: KeyedMap<Str, Namespace>,
    /// System modules whose functions are available without a prefix.
    pub modules: Vec<Str>,
}

impl Frame {
    /// Returns whether the frame defines nothing.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
            && self.funcs.is_empty()
            && self.classes.is_empty()
            && self.namespaces.is_empty()
            && self.modules.is_empty()
    }
}

/// The result of the lookup of a function.
pub(super) enum Found {
    /// A function that a statement defines: the frame of the definition and the name in that frame.
    Defined(FrameId, Str),
    Builtin(Arc<dyn Function>),
}

/// All frames.
#[derive(Default)]
pub(super) struct Frames(Vec<Frame>);

/// The frames that a lookup searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// One frame.
    Own,
    /// A frame and its enclosing frames.
    Seen,
}

impl Frames {
    pub fn add(&mut self, around: Option<FrameId>) -> FrameId {
        self.0.push(Frame {
            around,
            ..Frame::default()
        });
        self.0.len() as FrameId - 1
    }

    /// Returns the number of frames.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Removes all frames except the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    pub fn get(&self, id: FrameId) -> &Frame {
        &self.0[id as usize]
    }

    pub fn get_mut(&mut self, id: FrameId) -> &mut Frame {
        &mut self.0[id as usize]
    }

    pub fn var(&self, frame: FrameId, name: &str) -> Option<NodeId> {
        self.find(frame, name, |frame, name, _| {
            self.get(frame).vars.get(name).copied()
        })
    }

    pub fn class(&self, frame: FrameId, name: &str) -> Option<ClassDef> {
        self.find(frame, name, |frame, name, _| {
            self.get(frame).classes.get(name).copied()
        })
    }

    /// Returns a function. Root functions of the library are visible in all frames. Functions of
    /// its modules are visible only through an import, so a name with dots is never looked up in
    /// the library as a whole.
    pub fn func(&self, library: &dyn Library, frame: FrameId, name: &str) -> Option<Found> {
        let found = self.find(frame, name, |frame, name, module| {
            let within = self.get(frame);
            if let Some((name, _)) = within.funcs.get_key_value(name) {
                return Some(Found::Defined(frame, name.clone()));
            }
            if name.contains('.') {
                return None;
            }
            let of = |module: &Str| library.function(&format!("{module}.{name}"));
            let mut modules = module.into_iter().chain(&within.modules);
            modules.find_map(of).map(Found::Builtin)
        });
        let is_root = !name.contains('.');
        found.or_else(|| is_root.then(|| library.function(name))?.map(Found::Builtin))
    }

    /// Calls `ask` for each frame that may define a name, innermost first, with the frame, the rest
    /// of the name, and the module of the frame. If a frame has a namespace for the first part of a
    /// name with dots, only that namespace is searched for the rest.
    fn find<T>(
        &self,
        mut frame: FrameId,
        mut name: &str,
        mut ask: impl FnMut(FrameId, &str, Option<&Str>) -> Option<T>,
    ) -> Option<T> {
        let mut reach = Reach::Seen;
        let mut module = None;
        loop {
            if let Some(found) = ask(frame, name, module) {
                return Some(found);
            }
            let within = self.get(frame);
            // The name of an import may contain dots itself.
            let namespace = name.match_indices('.').find_map(|(at, _)| {
                let (first, rest) = name.split_at(at);
                Some((within.namespaces.get(first)?, rest.strip_prefix('.')?))
            });
            module = None;
            if let Some((namespace, rest)) = namespace {
                name = rest;
                (frame, reach) = match namespace {
                    Namespace::Own(to) => (*to, Reach::Own),
                    Namespace::Seen(to) => (*to, Reach::Seen),
                    Namespace::Module(of, to) => {
                        module = Some(of);
                        (*to, Reach::Own)
                    }
                };
                continue;
            }
            frame = match reach {
                Reach::Seen => within.around?,
                Reach::Own => return None,
            };
        }
    }
}

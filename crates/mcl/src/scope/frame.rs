//! Frames: what do names stand for in a place?
//!
//! A frame has what a block, a function or a class defines, and knows the one around it. What is
//! imported or included under a name is another frame behind that name.

use super::program::NodeId;
use crate::host::{Function, Library};
use crate::syntax::tree::{ExprId, StmtId};
use polycty_core::types::{KeyedMap, Str};
use std::sync::Arc;

/// A frame by its number.
pub(super) type FrameId = u32;

/// A function that a statement defines.
#[derive(Clone)]
pub(super) struct FuncDef {
    /// Its file.
    pub unit: u32,
    pub func: ExprId,
    /// Where it was defined.
    pub frame: FrameId,
    /// The copy that its definition was checked by, for the first call.
    pub first: Option<NodeId>,
}

/// A class.
#[derive(Clone, Copy)]
pub(super) struct ClassDef {
    /// Its file.
    pub unit: u32,
    pub stmt: StmtId,
    /// Where it was defined.
    pub frame: FrameId,
}

/// What stands behind the name of an import or an include.
#[derive(Clone)]
pub(super) enum Behind {
    /// What a frame defines.
    Own(FrameId),
    /// What can be seen in a frame.
    Seen(FrameId),
    /// A module of the system, and what its files define.
    Module(Str, FrameId),
}

/// What names stand for in a block.
#[derive(Default)]
pub(super) struct Frame {
    pub around: Option<FrameId>,
    pub vars: KeyedMap<Str, NodeId>,
    pub funcs: KeyedMap<Str, FuncDef>,
    pub classes: KeyedMap<Str, ClassDef>,
    pub behind: KeyedMap<Str, Behind>,
    /// Modules of the system whose functions stand for themselves.
    pub modules: Vec<Str>,
}

impl Frame {
    /// Whether it defines nothing.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
            && self.funcs.is_empty()
            && self.classes.is_empty()
            && self.behind.is_empty()
            && self.modules.is_empty()
    }
}

/// A function by its name.
pub(super) enum Found {
    /// A statement's, and the frame that has it under a name.
    Defined(FrameId, Str),
    Builtin(Arc<dyn Function>),
}

/// All frames.
#[derive(Default)]
pub(super) struct Frames(Vec<Frame>);

/// How far a name is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// In a frame alone.
    Own,
    /// In the frames around it, too.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Removes all but the first.
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

    /// A function. Root functions of the library are visible in all frames; those of its modules
    /// only through an import, so a name with dots is never looked up in the library as a whole.
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

    /// Asks each frame in which a name may be, the nearest first: the frame, the rest of the name
    /// there, and the module that it is. The nearest frame that knows the first part of a name
    /// with dots is the one that has it.
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
            // The name of an import may have dots itself.
            let behind = name.match_indices('.').find_map(|(at, _)| {
                let (first, rest) = name.split_at(at);
                Some((within.behind.get(first)?, rest.strip_prefix('.')?))
            });
            module = None;
            if let Some((behind, rest)) = behind {
                name = rest;
                (frame, reach) = match behind {
                    Behind::Own(to) => (*to, Reach::Own),
                    Behind::Seen(to) => (*to, Reach::Seen),
                    Behind::Module(of, to) => {
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

//! Ids: which vertex, and which part of the graph?

/// A vertex. No two of an engine are alike, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// A part of the graph. No two of an engine are alike, ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// Hands out places of an arena.
#[derive(Default)]
pub(crate) struct Pool {
    generations: Vec<u32>,
    free: Vec<u32>,
}

impl Pool {
    /// A place and its generation.
    pub(crate) fn take(&mut self) -> (u32, u32) {
        if let Some(index) = self.free.pop() {
            return (index, self.generations[index as usize]);
        }
        let index = self.generations.len() as u32;
        self.generations.push(0);
        (index, 0)
    }

    /// Takes a place back, whose next generation is another one.
    pub(crate) fn give_back(&mut self, index: u32) {
        let generation = &mut self.generations[index as usize];
        *generation = generation.wrapping_add(1);
        self.free.push(index);
    }

    /// Whether a place has not been taken back since it had this generation.
    pub(crate) fn has(&self, index: u32, generation: u32) -> bool {
        self.generations.get(index as usize) == Some(&generation)
    }

    pub(crate) fn len(&self) -> usize {
        self.generations.len() - self.free.len()
    }
}

/// The places of vertices and of parts.
#[derive(Default)]
pub(crate) struct Ids {
    pub(crate) vertices: Pool,
    pub(crate) parts: Pool,
}

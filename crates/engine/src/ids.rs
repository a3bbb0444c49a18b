//! Identifiers of vertices and parts of the graph.

/// The identifier of a vertex. It is never reused within an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// The identifier of a part of the graph. It is never reused within an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// The allocator of the indices of an arena.
#[derive(Default)]
pub(crate) struct Pool {
    generations: Vec<u32>,
    /// The indices that can be reused.
    free: Vec<u32>,
    /// The number of allocated indices.
    taken: usize,
}

impl Pool {
    /// Allocates an index and returns its generation.
    pub(crate) fn take(&mut self) -> (u32, u32) {
        self.taken += 1;
        if let Some(index) = self.free.pop() {
            return (index, self.generations[index as usize]);
        }
        let index = self.generations.len() as u32;
        self.generations.push(0);
        (index, 0)
    }

    /// Releases an index, which then has a new generation. After the last generation it is never
    /// reused.
    pub(crate) fn release(&mut self, index: u32) {
        self.taken -= 1;
        let generation = &mut self.generations[index as usize];
        *generation += 1;
        if *generation < u32::MAX {
            self.free.push(index);
        }
    }

    /// Whether an index has not been released since it had this generation.
    pub(crate) fn has(&self, index: u32, generation: u32) -> bool {
        self.generations.get(index as usize) == Some(&generation)
    }

    pub(crate) fn len(&self) -> usize {
        self.taken
    }
}

/// The allocators of vertices and parts.
#[derive(Default)]
pub(crate) struct Ids {
    pub(crate) vertices: Pool,
    pub(crate) parts: Pool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_without_generations_is_not_reused() {
        let mut pool = Pool::default();
        let first = pool.take();
        pool.generations[0] = u32::MAX - 2;
        pool.release(0);
        assert_eq!(pool.take(), (0, u32::MAX - 1));
        assert_eq!(pool.len(), 1);
        pool.release(0);
        assert!(!pool.has(0, u32::MAX - 1));
        assert_eq!(pool.len(), 0);
        assert_eq!((pool.take(), pool.len()), ((1, 0), 1));
        assert!(!pool.has(first.0, first.1));
    }
}

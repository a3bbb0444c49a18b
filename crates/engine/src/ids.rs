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
    /// The places that can be taken again.
    free: Vec<u32>,
    /// How many places are taken.
    taken: usize,
}

impl Pool {
    /// A place and its generation.
    pub(crate) fn take(&mut self) -> (u32, u32) {
        self.taken += 1;
        if let Some(index) = self.free.pop() {
            return (index, self.generations[index as usize]);
        }
        let index = self.generations.len() as u32;
        self.generations.push(0);
        (index, 0)
    }

    /// Takes a place back, whose next generation is another one; after the last it is never
    /// taken again.
    pub(crate) fn give_back(&mut self, index: u32) {
        self.taken -= 1;
        let generation = &mut self.generations[index as usize];
        *generation += 1;
        if *generation < u32::MAX {
            self.free.push(index);
        }
    }

    /// Whether a place has not been taken back since it had this generation.
    pub(crate) fn has(&self, index: u32, generation: u32) -> bool {
        self.generations.get(index as usize) == Some(&generation)
    }

    pub(crate) fn len(&self) -> usize {
        self.taken
    }
}

/// The places of vertices and of parts.
#[derive(Default)]
pub(crate) struct Ids {
    pub(crate) vertices: Pool,
    pub(crate) parts: Pool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_whose_generations_are_spent_is_never_taken_again() {
        let mut pool = Pool::default();
        let first = pool.take();
        pool.generations[0] = u32::MAX - 2;
        pool.give_back(0);
        assert_eq!(pool.take(), (0, u32::MAX - 1));
        assert_eq!(pool.len(), 1);
        pool.give_back(0);
        assert!(!pool.has(0, u32::MAX - 1));
        assert_eq!(pool.len(), 0);
        assert_eq!((pool.take(), pool.len()), ((1, 0), 1));
        assert!(!pool.has(first.0, first.1));
    }
}

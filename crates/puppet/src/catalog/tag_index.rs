//! The resources by tag, for collectors with a condition on tags.
//!
//! The tags of a resource are added one after the other and never removed. The index therefore has
//! the number of tags of each resource that it contains, and a list of the resources that may have
//! more.

use super::state::{Compiler, Kind, Resource, ResourceId};
use polycty_core::types::{KeyedMap, KeyedSet, Str};

/// An index of the resources by type and tag.
#[derive(Debug, Default)]
pub(crate) struct TagIndex {
    by_tag: KeyedMap<(Str, Str), Vec<ResourceId>>,
    /// The tags of resources that contain others, which inherit them.
    of_containers: KeyedSet<Str>,
    /// The number of indexed tags of each resource.
    counts: Vec<usize>,
    /// The resources that may have more tags.
    changed: Vec<ResourceId>,
}

impl TagIndex {
    /// Adds the new tags of resources; returns their number.
    fn update(&mut self, resources: &[Resource]) -> usize {
        let mut new = 0;
        self.counts.resize(resources.len(), 0);
        for id in std::mem::take(&mut self.changed) {
            let resource = &resources[id];
            let tags = &resource.tags.list()[self.counts[id]..];
            self.counts[id] += tags.len();
            new += tags.len();
            for tag in tags {
                let key = (resource.type_name.clone(), tag.clone());
                self.by_tag.entry(key).or_default().push(id);
            }
            if resource.kind != Kind::BuiltIn {
                self.of_containers.extend(tags.iter().cloned());
            }
        }
        new
    }
}

impl Compiler {
    /// Records that a resource is new or has more tags.
    pub(crate) fn note_tags(&mut self, id: ResourceId) {
        if let Some(index) = &mut self.by_tag {
            index.changed.push(id);
        }
    }

    /// Returns the resources of a type that have one of these tags, in the order of their creation,
    /// and the number of tags that were added to the index. The list is `None` if a container has
    /// one of the tags, because its contents have it, too.
    pub(crate) fn with_tags(
        &mut self,
        type_name: &Str,
        tags: &[String],
    ) -> (Option<Vec<ResourceId>>, usize) {
        let resources = &self.resources;
        let index = self.by_tag.get_or_insert_with(|| TagIndex {
            changed: (0..resources.len()).collect(),
            ..TagIndex::default()
        });
        let new = index.update(resources);
        let mut found: Vec<ResourceId> = Vec::new();
        for tag in tags {
            if index.of_containers.contains(tag.as_str()) {
                return (None, new);
            }
            let key = (type_name.clone(), tag.as_str().into());
            found.extend(index.by_tag.get(&key).into_iter().flatten());
        }
        found.sort_unstable();
        found.dedup();
        (Some(found), new)
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::tests::answer;

    #[test]
    fn collectors_find_tags_that_are_added_later() {
        // The first round indexes the tags. The second declares a resource and adds a tag.
        let text = "define d { @notify { 'new': tag => 'u' } @notify { 'c': } } \
                    @notify { 'a': tag => 't' } @notify { 'b': } d { 'x': tag => 'of_d' } \
                    Notify <| tag == 't' |> { tag => 'v' } \
                    Notify <| tag == 'u' |> Notify <| tag == 'of_d' and title == 'c' |>";
        assert_eq!(answer(text), "Notify[a] D[x] Notify[new] Notify[c]");
        let text = "@notify { 'a': tag => ['t', 'u'] } @notify { 'b': tag => 'u' } \
                    @notify { 'c': } $v = ['u', 't'] Notify <| tag == $v |>";
        assert_eq!(answer(text), "Notify[a] Notify[b]");
    }
}

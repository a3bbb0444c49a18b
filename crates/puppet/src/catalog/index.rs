//! The resources by facet, for the conditions of collectors: by type, title, tag and attribute.
//!
//! Each facet has a log of resources. A resource is appended to the logs of its facets when it is
//! declared and again after each change, and is never removed. A log therefore contains all
//! resources that have the facet and some that had it, and a collector that remembers its position
//! in a log evaluates its condition for new and changed resources alone.
//!
//! Facets are hashes: a condition is evaluated for each resource of its log.

use super::state::{Compiler, Condition, Kind, Param, Resource, ResourceId};
use crate::values::special::array_elements;
use polycty_core::sort::sort;
use polycty_core::types::{Keyed, KeyedMap, KeyedSet, Str};
use polycty_core::values::Value;
use std::hash::BuildHasher;

/// The kind of a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FacetKind {
    /// The type alone.
    Type,
    Title,
    Tag,
    Attribute,
}

/// A property of the resources of a type, which a condition requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Facet(FacetKind, u64);

/// The facet of all resources of a type.
const TYPE: Facet = Facet(FacetKind::Type, 0);

/// The bytes of an entry of a log, and of a tag of a container.
const ENTRY_BYTES: u64 = 24;

/// The bytes of a log without its entries.
const LOG_BYTES: u64 = 130;

/// The bytes of a text that its facet depends on.
const HASHED_BYTES: usize = 256;

/// The position of a collector in the index.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    /// The facets, of which each matching resource has one, and the positions in their logs.
    facets: Vec<(Facet, usize)>,
    /// The epoch of the index at the last search, if the condition requires a tag of a container.
    inherits: Option<u64>,
}

/// An index of the resources by type and facet.
#[derive(Debug, Default)]
pub(crate) struct ResourceIndex {
    logs: KeyedMap<(Str, Facet), Vec<ResourceId>>,
    hasher: Keyed,
    /// Whether the logs contain the facets of a kind.
    has: [bool; 4],
    /// The tags of resources that contain others, which inherit them.
    of_containers: KeyedSet<Str>,
    /// The number of indexed tags of each resource.
    tag_counts: Vec<usize>,
    /// The number of changes of the tags of containers that have been indexed.
    epoch: u64,
    /// The resources that are new or have changed.
    changed: Vec<ResourceId>,
}

impl ResourceIndex {
    fn text(&self, kind: FacetKind, name: &str, text: &str) -> Facet {
        let bytes = text.bytes().take(HASHED_BYTES);
        let lower: Vec<u8> = bytes.map(|byte| byte.to_ascii_lowercase()).collect();
        Facet(kind, self.hasher.hash_one((name, lower)))
    }

    /// Returns the facet of an attribute with a value, or `None` for a value that can be equal to
    /// one of a different kind.
    fn value(&self, name: &str, value: &Value) -> Option<Facet> {
        if let Some(text) = value.as_str() {
            return Some(self.text(FacetKind::Attribute, name, text));
        }
        if let Some(flag) = value.as_bool() {
            let hash = self.hasher.hash_one((name, flag));
            return Some(Facet(FacetKind::Attribute, hash));
        }
        let number = value.as_small_whole().map(|whole| whole as f64);
        let number = number.or_else(|| value.as_double())?;
        // Both zeros are equal.
        let hash = self.hasher.hash_one((name, (number + 0.0).to_bits()));
        Some(Facet(FacetKind::Attribute, hash))
    }

    /// The facet of an attribute whose value has no facet of its own.
    fn other(&self, name: &str) -> Facet {
        Facet(FacetKind::Attribute, self.hasher.hash_one(name))
    }

    /// Calls a function with the facets of a kind that a resource has.
    fn facets(&self, resource: &Resource, kind: FacetKind, mut add: impl FnMut(Facet)) {
        match kind {
            FacetKind::Type => add(TYPE),
            FacetKind::Title => add(self.text(kind, "", &resource.title)),
            FacetKind::Tag => {
                for tag in resource.tags.list() {
                    add(self.text(kind, "", tag));
                }
            }
            FacetKind::Attribute => {
                for param in resource.params.iter() {
                    let single = std::slice::from_ref(&param.value);
                    for part in array_elements(&param.value).unwrap_or(single) {
                        let facet = self.value(&param.name, part);
                        add(facet.unwrap_or_else(|| self.other(&param.name)));
                    }
                }
            }
        }
    }

    /// Appends a resource to the logs of its facets of a kind; returns their number.
    fn append(&mut self, resource: &Resource, id: ResourceId, kind: FacetKind) -> usize {
        let mut facets = Vec::new();
        self.facets(resource, kind, |facet| facets.push(facet));
        for facet in &facets {
            let key = (resource.type_name.clone(), *facet);
            let log = self.logs.entry(key).or_default();
            if log.last() != Some(&id) {
                log.push(id);
            }
        }
        facets.len()
    }

    /// Adds the resources that are new or have changed, and facets of a kind if they are missing.
    /// Returns the number of entries.
    fn update(&mut self, resources: &[Resource], kinds: &[FacetKind]) -> usize {
        let mut new = 0;
        self.tag_counts.resize(resources.len(), 0);
        let mut changed = std::mem::take(&mut self.changed);
        sort(&mut changed);
        changed.dedup();
        for id in changed {
            let resource = &resources[id];
            let tags = resource.tags.list();
            let count = std::mem::replace(&mut self.tag_counts[id], tags.len());
            if resource.kind != Kind::BuiltIn && count < tags.len() {
                self.epoch += u64::from(count > 0);
                self.of_containers.extend(tags[count..].iter().cloned());
            }
            new += 1 + tags.len() - count;
            for kind in [
                FacetKind::Type,
                FacetKind::Title,
                FacetKind::Tag,
                FacetKind::Attribute,
            ] {
                if self.has[kind as usize] {
                    new += self.append(resource, id, kind);
                }
            }
        }
        for kind in kinds {
            if !std::mem::replace(&mut self.has[*kind as usize], true) {
                for (id, resource) in resources.iter().enumerate() {
                    new += self.append(resource, id, *kind);
                }
            }
        }
        new
    }

    /// Adds the sets of facets of which a resource must have one to match a condition.
    fn required(&self, condition: &Condition, into: &mut Vec<Vec<Facet>>) {
        match condition {
            Condition::Equal(name, value) if &**name == "title" => {
                if let Some(text) = value.as_str() {
                    into.push(vec![self.text(FacetKind::Title, "", text)]);
                }
            }
            Condition::Equal(name, value) => {
                if let Some(facet) = self.value(name, value) {
                    into.push(vec![facet, self.other(name)]);
                }
            }
            Condition::Tagged(tags, _) if !self.inherits(tags) => {
                let tags = tags.iter();
                into.push(tags.map(|tag| self.text(FacetKind::Tag, "", tag)).collect());
            }
            Condition::All(parts) => parts.iter().for_each(|part| self.required(part, into)),
            Condition::Any(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    let mut of_part = Vec::new();
                    self.required(part, &mut of_part);
                    let Some(first) = of_part.into_iter().next() else {
                        return;
                    };
                    all.extend(first);
                }
                into.push(all);
            }
            Condition::NotEqual(..) | Condition::Tagged(..) => {}
        }
    }

    /// Whether a container has one of these tags, so that its contents have it, too.
    fn inherits(&self, tags: &[String]) -> bool {
        tags.iter()
            .any(|tag| self.of_containers.contains(tag.as_str()))
    }

    fn log(&self, type_name: &Str, facet: Facet) -> &[ResourceId] {
        let log = self.logs.get(&(type_name.clone(), facet));
        log.map_or(&[], Vec::as_slice)
    }
}

/// Calls a function with the comparisons of a condition.
fn each_comparison<'c>(condition: &'c Condition, run: &mut impl FnMut(&'c Condition)) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| each_comparison(part, run));
        }
        comparison => run(comparison),
    }
}

impl Compiler {
    /// Records that a resource is new or has changed.
    pub(crate) fn note_change(&mut self, id: ResourceId) {
        if let Some(index) = &mut self.index
            && index.changed.last() != Some(&id)
        {
            index.changed.push(id);
        }
    }

    /// Sets a parameter of a declared resource.
    pub(crate) fn set_param(&mut self, id: ResourceId, param: Param) {
        self.resources[id].params.set(param);
        self.note_change(id);
    }

    /// Returns the resources of a type that are new or have changed since the last search of a
    /// collector and that a condition may match, in the order of their creation; and the numbers of
    /// new entries and of new bytes of the index.
    pub(crate) fn candidates(
        &mut self,
        cursor: &mut Cursor,
        type_name: &Str,
        condition: Option<&Condition>,
    ) -> (Vec<ResourceId>, u64, u64) {
        let resources = &self.resources;
        let index = self.index.get_or_insert_with(|| ResourceIndex {
            changed: (0..resources.len()).collect(),
            ..ResourceIndex::default()
        });
        let mut kinds = vec![FacetKind::Type];
        let mut tags: Vec<&[String]> = Vec::new();
        if let Some(condition) = condition {
            each_comparison(condition, &mut |comparison| match comparison {
                Condition::Equal(name, _) if &**name == "title" => kinds.push(FacetKind::Title),
                Condition::Equal(..) => kinds.push(FacetKind::Attribute),
                Condition::Tagged(these, _) => {
                    kinds.push(FacetKind::Tag);
                    tags.push(these);
                }
                _ => {}
            });
        }
        let logs = index.logs.len();
        let new = index.update(resources, &kinds) as u64;
        let bytes = ENTRY_BYTES * new + LOG_BYTES * (index.logs.len() - logs) as u64;
        let inherits = tags.iter().any(|tags| index.inherits(tags));
        let inherits = inherits.then_some(index.epoch);
        if cursor.facets.is_empty() || cursor.inherits != inherits {
            let mut sets = vec![vec![TYPE]];
            if let Some(condition) = condition {
                index.required(condition, &mut sets);
            }
            let length = |set: &Vec<Facet>| -> usize {
                set.iter()
                    .map(|facet| index.log(type_name, *facet).len())
                    .sum()
            };
            let shortest = sets.into_iter().min_by_key(length).unwrap_or_default();
            cursor.facets = shortest.into_iter().map(|facet| (facet, 0)).collect();
            cursor.inherits = inherits;
        }
        let mut found: Vec<ResourceId> = Vec::new();
        for (facet, at) in &mut cursor.facets {
            let log = index.log(type_name, *facet);
            found.extend(&log[*at..]);
            *at = log.len();
        }
        sort(&mut found);
        found.dedup();
        (found, new, bytes)
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

    #[test]
    fn collectors_find_attributes_that_change() {
        // The first collector sets the attribute that the second requires, and a later one.
        let text = "@notify { 'a': loglevel => 'x' } @notify { 'b': loglevel => 'y' } \
                    Notify <| loglevel == 'Z' |> { message => 'z' } \
                    Notify <| loglevel == 'X' and title == 'a' |> { loglevel => 'z' }";
        assert_eq!(answer(text), "Notify[a]'z'");
        // `==` finds elements of arrays, and numbers of any type.
        let text = "@notify { 'a': require => ['p', 1.0, true] } @notify { 'b': require => 1 } \
                    @notify { 'c': require => [/q/] } @notify { 'd': } \
                    Notify <| require == 1 and title != 'b' |> { require => undef, message => 1 } \
                    Notify <| require == 'q' or title == 'd' |> { require => undef, message => 2 }";
        assert_eq!(answer(text), "Notify[a]1 Notify[c]2 Notify[d]2");
        assert_eq!(
            answer("Notify <| message == default |>"),
            "! Evaluation Error: Error while evaluating a Virtual Query, Cannot transform object \
             of class Puppet::Pops::Model::LiteralDefault (file: site.pp, line: 1, column: 1) on \
             node web.example.com"
        );
        // An attribute without a value has no entry in the index.
        let text = "@notify { 'a': } @notify { 'b': message => 1 } Notify <| message == undef |>";
        assert_eq!(answer(text), "Notify[a]");
    }

    #[test]
    fn contents_of_a_container_that_is_tagged_later_are_found() {
        let text = "class k { @notify { 'a': } d { 'x': } } define d { tag('late') } \
                    class m { @notify { 'b': } @notify { 'c': } e { 'y': } } \
                    define e { @notify { 'late': } } \
                    include k include m Notify <| tag == 'late' and title != 'b' |> \
                    D <| |> { tag => 'u' } Class['m'] -> E['y']";
        assert_eq!(answer(text), "Class[K] D[x] Class[M] E[y] Notify[late]");
        // The tag of the class is set after the collector has been evaluated once.
        let text = "class k { @notify { 'a': } } define d { include l } class l { } \
                    class l2 { tag('late') @notify { 'c': } } define f { include l2 } \
                    include k d { 'x': } f { 'y': } Notify <| tag == 'late' |>";
        assert_eq!(
            answer(text),
            "Class[K] D[x] F[y] Class[L] Class[L2] Notify[c]"
        );
    }

    /// Returns the steps of a program with `n` virtual resources and collectors.
    fn steps(n: usize, collector: &str) -> u64 {
        use crate::catalog::{CompileOptions, NodeInput, compile, parse_manifests};
        use crate::{Environment, Strict};
        use polycty_core::calls::Budget;
        use polycty_core::source::Source;
        let text = format!(
            "define nested($left) {{ if $left > 0 {{ nested {{ \"n${{left}}\": left => $left - 1 }} }} }}\n\
             nested {{ 'first': left => 20 }}\n\
             Integer[1, {n}].each |$i| {{ @notify {{ \"n${{i}}\": loglevel => \"l${{i}}\" }} {collector} }}"
        );
        let budget = Budget::new();
        let sources = [Source::new("site.pp", text)];
        let manifests = parse_manifests(sources, "e", Strict::Error, &budget).unwrap();
        let (node, options) = (NodeInput::named("n").unwrap(), CompileOptions::default());
        let catalog = compile(&manifests, &node, &options, &Environment::new(), &budget).unwrap();
        let collected = if collector.is_empty() { 0 } else { n };
        assert_eq!(catalog.resources.len(), 3 + 21 + collected, "{collector}");
        budget.steps()
    }

    #[test]
    fn collectors_by_attribute_take_linear_time() {
        for collector in [
            "Notify <| loglevel == \"l${i}\" |>",
            "Notify <| title != 'x' and (loglevel == \"L${i}\" or title == \"n${i}\") |>",
        ] {
            let (small, large) = (steps(100, collector), steps(400, collector));
            assert!(large < 5 * small, "{collector}: {small} {large}");
        }
        // Each resource is compared once, although there are 20 rounds.
        let without = steps(400, "");
        let once = steps(400, "if $i == 1 { Notify <| title != 'x' |> }");
        assert!(once - without < 15 * 400, "{without} {once}");
    }
}

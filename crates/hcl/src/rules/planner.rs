//! The planner: the memory of conversions and unifications.
//!
//! The search for conversions and unification call each other for the parts of types. Types are
//! graphs of shared nodes, so without a memory both would take as many steps as there are paths. A
//! [`Planner`] exists for one operation. It finds pairs of types first by the addresses of the two
//! nodes, then by their structure.

use super::plan::Link;
use polycty_core::dialect::Safety;
use polycty_core::types::{Field, Flags, IdMap, KeyedMap, Kind, Type};
use std::hash::Hash;
use std::rc::Rc;

/// The number of entries that are searched linearly.
const FEW: usize = 8;

/// A map that stores the first entries in a vector. Most operations use only a few types and need
/// no table.
struct Known<K, V> {
    few: Vec<(K, V)>,
    others: IdMap<K, V>,
}

impl<K: Copy + Eq + Hash, V> Known<K, V> {
    fn new() -> Known<K, V> {
        Known {
            few: Vec::new(),
            others: IdMap::default(),
        }
    }

    fn get(&self, key: K) -> Option<&V> {
        match self.few.iter().find(|(known, _)| *known == key) {
            Some((_, value)) => Some(value),
            None if self.others.is_empty() => None,
            None => self.others.get(&key),
        }
    }

    /// Adds a new entry.
    fn add(&mut self, key: K, value: V) {
        if self.few.len() < FEW {
            if self.few.is_empty() {
                self.few.reserve_exact(FEW);
            }
            self.few.push((key, value));
        } else {
            self.others.insert(key, value);
        }
    }
}

/// The memory of one operation.
pub(super) struct Planner {
    by_address: Known<Pair, KnownLink>,
    /// If the hashes of several pairs are equal by chance, only the first pair is stored.
    by_structure: Known<Structure, KnownLink>,
    bare: Known<usize, (Type, Type)>,
    /// Results of unifications, by the addresses of their types.
    unified: KeyedMap<(Safety, Box<[usize]>), KnownUnification>,
}

impl Planner {
    pub(super) fn new() -> Planner {
        Planner {
            by_address: Known::new(),
            by_structure: Known::new(),
            bare: Known::new(),
            unified: KeyedMap::default(),
        }
    }

    /// Whether the memory is so large that it should be cleared.
    pub(super) fn is_large(&self) -> bool {
        const MANY: usize = 1000;
        self.by_address.others.len() + self.bare.others.len() + self.unified.len() > MANY
    }

    /// Returns the remembered link between two types, or compiles and remembers one.
    pub(super) fn remembered(
        &mut self,
        from: &Type,
        to: &Type,
        safety: Safety,
        compile: impl FnOnce(&mut Planner) -> Option<Link>,
    ) -> Option<Link> {
        let pair = (from.address(), to.address(), safety);
        if let Some(known) = self.by_address.get(pair) {
            return known.link.clone();
        }
        let structure = (from.structural_hash(), to.structural_hash(), safety);
        let known = self.by_structure.get(structure);
        let taken = known.is_some();
        let known = known.filter(|pair| pair.from == *from && pair.to == *to);
        let known_link = |link| KnownLink {
            from: from.clone(),
            to: to.clone(),
            link,
        };
        let link = match known {
            Some(known) => known.link.clone(),
            None => {
                let link = compile(self);
                // Compiling the parts may have added the same hash.
                if !taken && self.by_structure.get(structure).is_none() {
                    self.by_structure.add(structure, known_link(link.clone()));
                }
                link
            }
        };
        self.by_address.add(pair, known_link(link.clone()));
        link
    }

    /// Returns the remembered unification of types, or computes and remembers one.
    pub(super) fn remembered_unification(
        &mut self,
        types: &[Type],
        safety: Safety,
        find: impl FnOnce(&mut Planner) -> Option<Unification>,
    ) -> Option<Rc<Unification>> {
        let key: (Safety, Box<[usize]>) = (safety, types.iter().map(Type::address).collect());
        if let Some(known) = self.unified.get(&key) {
            return known.answer.clone();
        }
        let answer = find(self).map(Rc::new);
        let known = KnownUnification {
            _types: types.to_vec(),
            answer: answer.clone(),
        };
        self.unified.insert(key, known);
        answer
    }

    /// Returns the type without optional attributes. Its parts are the nodes that this function
    /// returns for the parts, so that values built from both share them.
    pub(super) fn bare(&mut self, ty: &Type) -> Option<Type> {
        if !ty.has(Flags::OPTIONAL_FIELD) {
            return Some(ty.clone());
        }
        if let Some((_, bare)) = self.bare.get(ty.address()) {
            return Some(bare.clone());
        }
        let bare = match ty.kind() {
            Kind::List {
                element,
                size: None,
            } => Type::list(self.bare(element)?).ok()?,
            Kind::Set(element) => Type::set(self.bare(element)?).ok()?,
            Kind::Map {
                key,
                element,
                size: None,
            } => Type::map_of(key.clone(), self.bare(element)?, None).ok()?,
            Kind::Tuple {
                elements,
                size: None,
            } => {
                let elements: Option<Box<[Type]>> = elements.iter().map(|e| self.bare(e)).collect();
                Type::tuple(elements?).ok()?
            }
            Kind::Object(object) => {
                let fields: Option<Box<[_]>> = object
                    .fields()
                    .iter()
                    .map(|field| {
                        let ty = self.bare(field.ty())?;
                        Some(Field::new(field.shared_name().clone(), ty))
                    })
                    .collect();
                Type::object(fields?).ok()?
            }
            _ => ty.without_optional_fields().ok()?,
        };
        self.bare.add(ty.address(), (ty.clone(), bare.clone()));
        Some(bare)
    }
}

type Pair = (usize, usize, Safety);
type Structure = (u64, u64, Safety);

/// A remembered pair of types. It keeps the types alive, so that their addresses are not reused.
struct KnownLink {
    from: Type,
    to: Type,
    link: Option<Link>,
}

/// The common type of a set of distinct types.
pub(super) struct Unification {
    pub(super) ty: Type,
    /// The link of each type; `None` for the type that is the result itself.
    pub(super) links: Vec<Option<Link>>,
}

/// A remembered unification. It keeps the types alive, too.
struct KnownUnification {
    _types: Vec<Type>,
    answer: Option<Rc<Unification>>,
}

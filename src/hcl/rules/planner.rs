//! The planner's memory of the types that it has met.
//!
//! Finding conversions and unifying ask one another about the parts of types. Types are
//! graphs of shared nodes, so without a memory both would take as many steps as there are
//! paths. A [`Planner`] lives for one operation: it knows pairs of types first by the
//! addresses of the two nodes, then by their structure.

use super::plan::Link;
use polycty_core::dialect::Safety;
use polycty_core::types::{Field, Flags, Kind, Type};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What has been found out within one operation.
pub(super) struct Planner {
    by_address: FxHashMap<Pair, KnownLink>,
    by_structure: FxHashMap<Structure, Vec<KnownLink>>,
    bare: FxHashMap<usize, (Type, Type)>,
    /// Answers of unifications, by the addresses of the types that they hold.
    unified: FxHashMap<(Safety, Box<[usize]>), KnownUnification>,
}

impl Planner {
    pub(super) fn new() -> Planner {
        Planner {
            by_address: FxHashMap::default(),
            by_structure: FxHashMap::default(),
            bare: FxHashMap::default(),
            unified: FxHashMap::default(),
        }
    }

    /// The way between two types that is remembered, or else the compiled one.
    pub(super) fn remembered(
        &mut self,
        from: &Type,
        to: &Type,
        safety: Safety,
        compile: impl FnOnce(&mut Planner) -> Option<Link>,
    ) -> Option<Link> {
        let pair = (from.address(), to.address(), safety);
        if let Some(known) = self.by_address.get(&pair) {
            return known.link.clone();
        }
        let structure = (from.structural_hash(), to.structural_hash(), safety);
        let known = self.by_structure.get(&structure).and_then(|known| {
            known
                .iter()
                .find(|pair| pair.from == *from && pair.to == *to)
        });
        let known_link = |link| KnownLink {
            from: from.clone(),
            to: to.clone(),
            link,
        };
        let link = match known {
            Some(known) => known.link.clone(),
            None => {
                let link = compile(self);
                self.by_structure
                    .entry(structure)
                    .or_default()
                    .push(known_link(link.clone()));
                link
            }
        };
        self.by_address.insert(pair, known_link(link.clone()));
        link
    }

    /// The unification of types that is remembered, or else the one found.
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

    /// The type without optional attributes. Its parts are the very nodes that
    /// this gives for the parts, so that values built from both share them.
    pub(super) fn bare(&mut self, ty: &Type) -> Option<Type> {
        if !ty.has(Flags::OPTIONAL_FIELD) {
            return Some(ty.clone());
        }
        if let Some((_, bare)) = self.bare.get(&ty.address()) {
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
        self.bare.insert(ty.address(), (ty.clone(), bare.clone()));
        Some(bare)
    }
}

type Pair = (usize, usize, Safety);
type Structure = (u64, u64, Safety);

/// A remembered pair. It keeps the types alive, so that their addresses stay
/// theirs.
struct KnownLink {
    from: Type,
    to: Type,
    link: Option<Link>,
}

/// The type that others convert to, none of which are equal.
pub(super) struct Unification {
    pub(super) ty: Type,
    /// The way of each type; `None` for the one that is the answer itself.
    pub(super) links: Vec<Option<Link>>,
}

/// A remembered unification. It keeps the types alive, too.
struct KnownUnification {
    _types: Vec<Type>,
    answer: Option<Rc<Unification>>,
}

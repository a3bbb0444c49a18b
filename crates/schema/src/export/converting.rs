//! Documents that a language's conversions turn into values of a type.
//!
//! Conversions of HCL and PCL accept more documents than the type has values: strings that contain
//! numbers and bools, numbers as strings, and objects with additional attributes, which are
//! removed. mcl has no conversions. The documents that Puppet's `new` accepts cannot be described
//! by a schema.

use super::joined::Written;
use super::{Details, Export, Null, of_values};
use crate::document::{Document, object, pointer_step};
use crate::model::{Node, Types};
use crate::notes::Mismatch;
use crate::pattern::Pattern;
use crate::values::document_of;
use polycty_core::dialect::DialectId;
use polycty_core::source::{PathStep, Result};
use polycty_core::types::{Flags, Kind, SizeRange, Type};
use polycty_translate::semantic::PartPosition;

/// The strings that HCL converts to numbers, up to its limits.
const NUMBER: &str = r"^[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEpP][+-]?[0-9]+)?|[Ii]nf)$";

impl<'a> Export<'a> {
    /// The schema of the documents that convert to a type, or `None` if these are the values of the
    /// type.
    pub(super) fn converting(
        &mut self,
        ty: &Type,
        null: Option<Null>,
        place: &str,
        details: &'a Details,
    ) -> Result<Option<Written>> {
        let node = match self.language {
            DialectId::Mcl => None,
            DialectId::Puppet => {
                let why = "a schema cannot express the arguments of new";
                self.note(place, Mismatch::Wider, why, Vec::new());
                Some(Node::of(Types::ALL))
            }
            DialectId::Hcl => match ty.kind() {
                Kind::Capsule(_) => Some(Node::of(Types::NULL)),
                _ => {
                    let node = self.made_by_cty(ty, place, details)?;
                    node.map(|node| super::with_null(node, Some(Null::Admitted)))
                }
            },
            #[cfg(feature = "pcl")]
            DialectId::Pcl => return self.made_by_pcl(ty, null, place, details),
            #[cfg(not(feature = "pcl"))]
            DialectId::Pcl => return Err(polycty_dialects::missing(DialectId::Pcl)),
        };
        Ok(node.map(|node| Written::Node(Box::new(super::with_null(node, null)))))
    }

    /// The schema of the documents that HCL converts, without null.
    pub(super) fn made_by_cty(
        &mut self,
        ty: &Type,
        place: &str,
        details: &'a Details,
    ) -> Result<Option<Node>> {
        let none = &super::NO_DETAILS;
        let element_details = details.element.as_deref().unwrap_or(none);
        Ok(Some(match ty.kind() {
            Kind::Any => Node::of(Types::ALL),
            Kind::Bool(None) => {
                let texts = ["true", "false", "1", "0"].map(Document::string);
                let values = [Document::Bool(true), Document::Bool(false)].into_iter();
                // PCL converts a number to its text first.
                let numbers =
                    (self.language == DialectId::Pcl).then(|| [1, 0].map(Document::whole));
                of_values(
                    values
                        .chain(texts)
                        .chain(numbers.into_iter().flatten())
                        .collect(),
                )
            }
            Kind::Number => Node {
                pattern: Some(Pattern::new(NUMBER.into(), self.budget)?),
                ..Node::of(Types::NUMBER | Types::STRING)
            },
            Kind::String(_) => Node::of(Types::STRING | Types::NUMBER | Types::BOOL),
            Kind::List { element, .. } | Kind::Set(element) => {
                self.unified(element, place);
                Node {
                    items: self.items(element, place, element_details)?,
                    ..Node::of(Types::ARRAY)
                }
            }
            Kind::Map { element, .. } => {
                self.unified(element, place);
                let below = format!("{place}/additionalProperties");
                let step = PartPosition::Entry.step();
                Node {
                    additional: if self.is_everything(element) {
                        None
                    } else {
                        Some(self.part(element, step, below, element_details)?)
                    },
                    ..Node::of(Types::OBJECT)
                }
            }
            Kind::Tuple { elements, .. } => {
                let size = SizeRange::exactly(elements.len() as u64);
                self.tuple(elements, size, place)?
            }
            Kind::Object(fields) => {
                let mut node = Node::of(Types::OBJECT);
                for field in fields.sorted_fields() {
                    let name = field.shared_name();
                    let below = format!("{place}/properties{}", pointer_step(name));
                    let step = Some(PathStep::Attr(name.clone()));
                    let details = details.members.get(name).unwrap_or(none);
                    let part = self.part(field.ty(), step, below, details)?;
                    let may_miss = match self.language {
                        DialectId::Hcl => field.is_optional(),
                        #[cfg(feature = "pcl")]
                        DialectId::Pcl => super::pcl::holds_null(field.ty()),
                        _ => false,
                    };
                    if !may_miss {
                        node.required.push(name.clone());
                    }
                    node.properties.push((name.clone(), part));
                }
                node
            }
            _ => return Ok(None),
        }))
    }

    /// Adds a note if the elements of a collection contain `any`: they are unified to one type,
    /// which may fail.
    fn unified(&mut self, element: &Type, place: &str) {
        if !element.has(Flags::ANY) {
            return;
        }
        let empty = || Document::Array(Vec::new());
        let pairs = [
            [Document::Bool(true), empty()],
            [object([("a", Document::Bool(true))]), Document::string("a")],
        ];
        let hints = pairs.into_iter().flat_map(|[a, b]| {
            let members = object([("a", a.clone()), ("b", b.clone())]);
            [Document::Array(vec![a, b]), members]
        });
        let why = "elements of different types are converted to a common type, which may not exist";
        let hints = hints.chain(super::unlike::unlike(element));
        self.note(place, Mismatch::Wider, why, hints.collect());
    }
}

/// Converts the defaults of optional attributes of an HCL type to details.
///
/// # Errors
/// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for a default that cannot be
///   written as a document.
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn details_of(
    defaults: &polycty_hcl::Defaults,
    budget: &polycty_core::calls::Budget,
) -> Result<Details> {
    use polycty_hcl::Children;
    budget.charge(1)?;
    let mut details = Details::default();
    for (name, value) in defaults.values() {
        let default = document_of(value, DialectId::Hcl, budget);
        let default = default.map_err(|error| error.in_attribute(name))?;
        details.members.entry(name.clone()).or_default().default = Some(default);
    }
    match defaults.children() {
        Children::None | Children::Positions(_) => {}
        Children::Element(child) => details.element = Some(Box::new(details_of(child, budget)?)),
        Children::Attributes(children) => {
            for (name, child) in children {
                let below = details_of(child, budget)?;
                let member = details.members.entry(name.clone()).or_default();
                member.members = below.members;
                member.element = below.element;
            }
        }
    }
    Ok(details)
}

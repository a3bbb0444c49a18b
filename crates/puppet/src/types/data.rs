//! Built-in aliases: `Data`, `RichData` and their parts.
//!
//! `Data` contains the values that JSON can represent, `RichData` those that Pcore can represent.
//! With the key type of the latter and two names for each they are one [`Group`], in Puppet's
//! order.

use crate::types::alias::Aliases;
use crate::types::nominal::{Name, bare};
use crate::types::normal_form;
use polycty_core::types::{Group, Kind, Str, Type, TypeError};
use std::sync::LazyLock;

struct BuiltIn {
    data: Type,
    rich_data: Type,
    rich_data_key: Type,
    all: Aliases,
}

static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(|| {
    define().unwrap_or_else(|_| {
        let any = Type::any();
        BuiltIn {
            data: any.clone(),
            rich_data: any.clone(),
            rich_data_key: any.clone(),
            all: Aliases::default(),
        }
    })
});

fn define() -> Result<BuiltIn, TypeError> {
    let names: [Str; 5] = [
        "Data".into(),
        "RichData".into(),
        "RichDataKey".into(),
        "Puppet::LookupKey".into(),
        "Puppet::LookupValue".into(),
    ];
    let group = Group::define(names.clone(), |members| {
        let [data, rich_data, key] = [0, 1, 2].map(|at: usize| members[at].reference());
        let only = |name| bare(name).clone();
        Ok(vec![
            normal_form::variant(vec![
                only(Name::ScalarData),
                Type::none().clone(),
                normal_form::hash(Type::string().clone(), data.clone(), None)?,
                normal_form::array(data, None)?,
            ])?,
            normal_form::variant(vec![
                only(Name::Scalar),
                only(Name::SemVerRange),
                only(Name::Binary),
                only(Name::Sensitive),
                Type::meta_any().clone(),
                only(Name::TypeSet),
                only(Name::Uri),
                only(Name::Object),
                Type::none().clone(),
                only(Name::Default),
                normal_form::hash(key.clone(), rich_data.clone(), None)?,
                normal_form::array(rich_data.clone(), None)?,
            ])?,
            normal_form::variant(vec![Type::string().clone(), Type::number().clone()])?,
            key,
            rich_data,
        ])
    })?;
    let mut types = Vec::with_capacity(names.len());
    for (at, name) in names.into_iter().enumerate() {
        types.push((name, group.reference(at)?));
    }
    Ok(BuiltIn {
        data: group.reference(0)?,
        rich_data: group.reference(1)?,
        rich_data_key: group.reference(2)?,
        all: Aliases::new(types),
    })
}

/// The type of all values that JSON can represent.
#[must_use]
pub fn data() -> &'static Type {
    &BUILT_IN.data
}

/// The type of all values that Pcore can represent.
#[must_use]
pub fn rich_data() -> &'static Type {
    &BUILT_IN.rich_data
}

/// The key type of [`rich_data`].
#[must_use]
pub fn rich_data_key() -> &'static Type {
    &BUILT_IN.rich_data_key
}

/// Returns the built-in alias with this name, ignoring case.
pub(crate) fn built_in(name: &str) -> Option<&'static Type> {
    BUILT_IN.all.get(name)
}

/// Whether this is the key of a reference to a built-in alias. Built-in aliases are never expanded
/// in texts.
#[must_use]
pub fn is_built_in(key: (u64, u32)) -> bool {
    matches!(data().kind(), Kind::Reference(reference) if reference.key().0 == key.0)
}

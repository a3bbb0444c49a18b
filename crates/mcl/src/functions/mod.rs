//! The core functions: their names, types and results.
//!
//! [`find`] is the table by name. A [`Function`] says its type, which is fixed, has variables,
//! or is inferred from what is known of a call; whether it is pure and may be speculated on;
//! and which [`Topic`] it follows, if its answer changes by itself. A [`Call`] of it gives a
//! value for values. What needs the world asks the [`Host`]. [`Instance`] is a function at a
//! vertex of the engine.
//!
//! - `define`: what a function is, `call`: what its implementation is given
//! - `host`: what functions ask of the world
//! - `instance`: a function that the engine calls
//! - `library`: the functions as the front end is given them
//! - `given`: functions that a host has besides; `clock`: the time, and who waits for it
//! - a family a file: `operator`, `root`, `convert`, `datetime` (over `layout`), `encoding`,
//!   `printf`, `iter`, `list`, `math`, `net` (over `address`), `strings`, `world` (all that only
//!   the host knows), `testing`; `golang`, what is generated for Go's packages
//! - `template`: Go's templates
//! - `parse`: numbers as Go reads them, `html`: what Go escapes in pages

mod address;
mod call;
mod clock;
mod convert;
mod datetime;
mod define;
mod encoding;
mod given;
mod golang;
mod host;
mod html;
mod instance;
mod iter;
mod layout;
mod library;
mod list;
mod math;
mod net;
mod netip;
mod operator;
mod parse;
mod printf;
mod root;
mod strings;
mod template;
mod testing;
mod world;

pub use call::Call;
pub use clock::Clock;
pub use define::{Flags, Function, Topic};
pub use given::{Follow, Given};
pub use host::{Host, NoHost, Zone, reported};
pub use instance::Instance;
pub use library::Core;
pub use operator::operator;
pub use printf::{argument_types, print};
pub use world::count_cpus;

use polycty_core::types::KeyedMap;
use std::sync::LazyLock;

static FAMILIES: [&[Function]; 18] = [
    root::TABLE,
    operator::TABLE,
    convert::TABLE,
    datetime::TABLE,
    encoding::TABLE,
    printf::TABLE,
    template::TABLE,
    iter::TABLE,
    list::TABLE,
    math::TABLE,
    net::TABLE,
    strings::TABLE,
    world::TABLE,
    testing::TABLE,
    golang::strings::TABLE,
    golang::strconv::TABLE,
    golang::math::TABLE,
    golang::path::TABLE,
];

static TABLE: LazyLock<KeyedMap<&'static str, &'static Function>> =
    LazyLock::new(|| all().map(|function| (function.name(), function)).collect());

/// The core function of a name: `len`, or with its module `strings.split`,
/// `golang/strings.trim_space`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    TABLE.get(name).copied()
}

/// All core functions, family by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().copied().flatten()
}

#[cfg(test)]
mod tests;

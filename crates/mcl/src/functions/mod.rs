//! The core functions.
//!
//! [`find`] looks up a function by its name. A [`Function`] has a type, which is fixed, has
//! variables, or is inferred from each call. It also states whether it is pure, whether it may be
//! called during compilation, and the [`Topic`] of its changes, if its result changes on its own. A
//! [`Call`] computes a result from arguments. Functions access the system through the [`Host`]. An
//! [`Instance`] is a function at a vertex of the engine.
//!
//! - `define`: definitions of functions, `call`: calls and their environment
//! - `host`: the requests of functions to the host
//! - `instance`: functions at vertices of the engine
//! - `library`: the functions as a library for the front end
//! - `given`: functions that a host defines; `clock`: the time and the senders that wait for it
//! - one file per family: `operator`, `root`, `convert`, `datetime` (over `layout`), `encoding`,
//!   `printf`, `iter`, `list`, `math`, `net` (over `address`), `strings`, `world` (functions that
//!   only the host can implement), `testing`; `golang`: functions of Go's packages
//! - `template`: Go's templates
//! - `parse`: numbers as Go parses them, `html`: HTML escapes of Go

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
pub use given::{HostFunction, Subscription};
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

/// Returns the core function with a name: `len`, or with its module `strings.split`,
/// `golang/strings.trim_space`.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    TABLE.get(name).copied()
}

/// Returns all core functions by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().copied().flatten()
}

#[cfg(test)]
mod tests;

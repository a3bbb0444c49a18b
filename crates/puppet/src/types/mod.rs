//! What of the universe's types is a type of Puppet, and how it is read and written.
//!
//! From the ground up: [`nominal`] names what only Puppet has, [`normal_form`] has the
//! constructors with their normal form, [`data`] the aliases that every text knows;
//! [`undef`], [`generalize`](mod@generalize) and [`normalize`](mod@normalize) are what a
//! type says of undef, without its bounds and in the simplest way; [`format`](mod@format)
//! writes types and [`parse`] reads them, with the [`alias`]es of the host, which
//! [`define`] reads in their turn; [`same`](mod@same) compares them by structure. What the early specification says otherwise stands in
//! [`early`].

pub(crate) mod alias;
pub mod data;
pub(crate) mod define;
pub(crate) mod early;
pub(crate) mod format;
pub(crate) mod generalize;
pub mod nominal;
pub mod normal_form;
pub(crate) mod normalize;
pub(crate) mod object;
mod object_text;
pub(crate) mod parse;
pub(crate) mod parts;
pub(crate) mod pcore;
pub(crate) mod resource_attributes;
pub(crate) mod resources;
pub(crate) mod same;
pub(crate) mod undef;

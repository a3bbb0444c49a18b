//! Notations of texts.

/// The notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Notation {
    /// A manifest, or an expression.
    #[default]
    Manifest,
    /// Text with code between `<%` and `%>`: EPP.
    Template,
    /// A manifest with a plan of Bolt, in the folder `plans` of a module. A plan has the form of a
    /// function, and a call of `apply` may have a block without parameters.
    Plan,
    /// A type or a value as Puppet writes it: an exponent may also have the sign `+`, which Puppet
    /// writes but does not parse.
    Written,
}

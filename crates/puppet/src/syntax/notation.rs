//! Notations: what is a text that is read?

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Notation {
    /// A manifest, or an expression.
    #[default]
    Manifest,
    /// Text with code between `<%` and `%>`: EPP.
    Template,
    /// A type or a value as they are written: an exponent may have the sign `+`, too, which
    /// Puppet writes and does not read.
    Written,
}

//! Modes: the current language and the early specification.

/// The version of the language, which determines the syntax and the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// The current language.
    #[default]
    Current,
    /// The language of the early specification, with its names, defaults and rules.
    Early,
}

/// The severity of probable errors: Puppet's setting `strict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Strict {
    /// They are errors.
    #[default]
    Error,
    /// They are warnings.
    Warning,
    /// They are ignored.
    Off,
}

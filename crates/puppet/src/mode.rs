//! Modes: today's language, or that of the early specification?

/// Which Puppet a text is written in, and whose rules answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Today's language.
    #[default]
    Current,
    /// The language of the early specification, with its names, its defaults and
    /// its rules.
    Early,
}

/// What becomes of things that are probably wrong: Puppet's setting `strict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Strict {
    /// They are errors.
    #[default]
    Error,
    /// They are told, and that is all.
    Warning,
    /// They pass.
    Off,
}

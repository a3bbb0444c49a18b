//! Which Puppet is spoken: today's language, or that of the early specification?

/// Which Puppet a text is written in, and whose rules answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// Today's language.
    #[default]
    Current,
    /// The language of the early specification, with its names, its defaults and
    /// its rules.
    Early,
}

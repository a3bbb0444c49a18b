//! The options of formatting.

use polycty_core::source::{Code, Error, Result};

/// The changes that formatting makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Only blanks.
    Layout,
    /// Blanks and obsolete Terraform syntax: a single interpolation `"${a}"` is replaced with its
    /// expression; labels are quoted; the types of variables become type expressions, for example
    /// `list(any)` for `list`.
    Terraform,
}

/// The layout of heredocs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heredocs {
    /// As `terraform fmt`, which changes the indentation of all following lines if an interpolation
    /// in a heredoc has several lines.
    Terraform,
    /// The lines of an interpolation are indented from the line on which it starts, and the lines
    /// after the heredoc as before it. The lines of a `<<-` heredoc are indented by two spaces from
    /// the line that opens it, and its closing marker as that line. Values of heredocs do not change.
    Indented,
}

/// The columns in which consecutive lines are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Equals signs and comments at the end of lines, as `terraform fmt`.
    All,
    /// Only equals signs.
    Equals,
    /// Only comments.
    Comments,
    /// Nothing: one space precedes equals signs and comments.
    None,
}

impl Alignment {
    pub(super) fn has_equals(self) -> bool {
        matches!(self, Alignment::All | Alignment::Equals)
    }

    pub(super) fn has_comments(self) -> bool {
        matches!(self, Alignment::All | Alignment::Comments)
    }
}

/// The order of arguments, blocks and keys. Comments move with their items. Blocks keep their order,
/// except for Terraform's `lifecycle`, which follows the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The order of the text.
    Source,
    /// Arguments precede blocks. In Terraform, meta-arguments precede the other arguments,
    /// `depends_on` is the last item, and the arguments of variables and outputs have the order of
    /// Terraform's style guide.
    Conventional,
    /// As [`Order::Conventional`]; in addition, the other arguments and the keys of objects are sorted by
    /// name between blank lines.
    Alphabetical,
}

/// The smallest and the largest [`FormatOptions::width`].
pub const FORMAT_WIDTHS: std::ops::RangeInclusive<u32> = 20..=10_000;

/// The options of [`format`](fn@super::format). The initial value, made from a [`Style`], formats as
/// `terraform fmt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FormatOptions {
    /// The changes that formatting makes.
    pub style: Style,
    /// The layout of heredocs.
    pub heredocs: Heredocs,
    /// The alignment of lines.
    pub align: Alignment,
    /// The order of items.
    pub order: Order,
    /// The number of columns after which lists, objects, calls, `for` expressions, conditionals and
    /// logical operators are broken over lines; in [`FORMAT_WIDTHS`]. Comments do not count, templates
    /// are never broken, and lines are never joined.
    pub width: Option<u32>,
}

impl From<Style> for FormatOptions {
    fn from(style: Style) -> FormatOptions {
        FormatOptions {
            style,
            heredocs: Heredocs::Terraform,
            align: Alignment::All,
            order: Order::Source,
            width: None,
        }
    }
}

impl FormatOptions {
    /// Checks the options for a whole text, or for some of its lines.
    pub(super) fn check(&self, is_whole: bool) -> Result<()> {
        let refused = |message: String| Err(Error::new(Code::InvalidArgument, message));
        match self.width {
            Some(width) if !FORMAT_WIDTHS.contains(&width) => refused(format!(
                "width: expected {} to {}, found {width}",
                FORMAT_WIDTHS.start(),
                FORMAT_WIDTHS.end()
            )),
            Some(_) if !is_whole => {
                refused("width: only a whole text can be broken over lines".to_owned())
            }
            _ if !is_whole && self.order != Order::Source => {
                refused("order: only a whole text can be sorted".to_owned())
            }
            _ => Ok(()),
        }
    }
}

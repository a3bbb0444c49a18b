//! Tokens of Puppet's language.

use polycty_core::source::Span;

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A lowercase name without hyphens.
    Name,
    /// A different bare word, which is a string.
    Word,
    TypeName,
    /// A variable with its `$`.
    Variable,
    /// The name of a variable in `${..}`.
    InterpolatedName,
    Number,
    SingleQuoted,
    /// A double-quoted string without interpolation.
    DoubleQuoted,
    /// The text of a heredoc without interpolation.
    HeredocText,
    /// The text before the first interpolation, with the opening quote if present.
    Before,
    /// The text between two interpolations.
    Between,
    /// The text after the last interpolation, with the closing quote if present.
    Behind,
    /// `@(..)`; the tokens of the heredoc's text follow.
    Heredoc,
    Regexp,
    // Keywords.
    And,
    Attr,
    Case,
    Class,
    Default,
    Define,
    Else,
    Elsif,
    False,
    Function,
    If,
    In,
    Inherits,
    Node,
    Or,
    Private,
    True,
    Type,
    Undef,
    Unless,
    // Brackets and separators.
    /// `[` directly after a token.
    OpenBracket,
    /// `[` after white space.
    ListStart,
    CloseBracket,
    /// `(` after a token on the same line.
    OpenParenthesis,
    /// `(` first on its line.
    FirstParenthesis,
    CloseParenthesis,
    OpenBrace,
    /// `{` after `?`.
    SelectorBrace,
    CloseBrace,
    Comma,
    Dot,
    Colon,
    Semicolon,
    Pipe,
    Question,
    /// `=>`
    Arrow,
    /// `+>`
    PlusArrow,
    // Operators.
    Assign,
    Append,
    Delete,
    Equal,
    NotEqual,
    Match,
    NotMatch,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Not,
    At,
    AtAt,
    /// `->`
    IsBefore,
    /// `~>`
    Notifies,
    /// `<-`
    IsAfter,
    /// `<~`
    NotifiedBy,
    /// `<|`
    OpenCollector,
    /// `|>`
    CloseCollector,
    /// `<<|`
    OpenExported,
    /// `|>>`
    CloseExported,
    // Templates.
    /// Text between code.
    RenderText,
    /// `<%=`
    RenderExpression,
    /// `%>` after a rendered expression.
    RenderEnd,
    /// Text that no rule accepts: `~` alone, and characters without a meaning.
    Other,
    /// The position of the scanner's error; the error itself is in `Tokens::error`.
    Error,
    End,
}

impl Kind {
    /// Returns the keyword for a word.
    #[inline]
    pub(super) fn keyword(word: &[u8]) -> Option<Kind> {
        Some(match word {
            b"and" => Kind::And,
            b"attr" => Kind::Attr,
            b"case" => Kind::Case,
            b"class" => Kind::Class,
            b"default" => Kind::Default,
            b"define" => Kind::Define,
            b"else" => Kind::Else,
            b"elsif" => Kind::Elsif,
            b"false" => Kind::False,
            b"function" => Kind::Function,
            b"if" => Kind::If,
            b"in" => Kind::In,
            b"inherits" => Kind::Inherits,
            b"node" => Kind::Node,
            b"or" => Kind::Or,
            b"private" => Kind::Private,
            b"true" => Kind::True,
            b"type" => Kind::Type,
            b"undef" => Kind::Undef,
            b"unless" => Kind::Unless,
            _ => return None,
        })
    }

    /// Whether it is a keyword, including `true` and `false`.
    pub(in crate::syntax) fn is_keyword(self) -> bool {
        self as u8 >= Kind::And as u8 && self as u8 <= Kind::Unless as u8
    }

    /// Whether it is an operand on its own.
    #[inline]
    pub(in crate::syntax) fn is_operand(self) -> bool {
        matches!(
            self,
            Kind::Name
                | Kind::Word
                | Kind::TypeName
                | Kind::Variable
                | Kind::InterpolatedName
                | Kind::Number
                | Kind::SingleQuoted
                | Kind::DoubleQuoted
                | Kind::Regexp
                | Kind::Default
                | Kind::False
                | Kind::True
                | Kind::Undef
        )
    }

    /// Whether an expression before this token is complete.
    #[inline]
    pub(crate) fn ends_expression(self) -> bool {
        matches!(
            self,
            Kind::Comma
                | Kind::CloseBracket
                | Kind::CloseParenthesis
                | Kind::CloseBrace
                | Kind::Arrow
                | Kind::Semicolon
                | Kind::End
        )
    }

    /// Whether a slash after this token is a division, because the token may end an operand.
    pub(super) fn ends_operand(self) -> bool {
        matches!(
            self,
            Kind::Name
                | Kind::Word
                | Kind::TypeName
                | Kind::Variable
                | Kind::Number
                | Kind::SingleQuoted
                | Kind::DoubleQuoted
                | Kind::HeredocText
                | Kind::Behind
                | Kind::Regexp
                | Kind::True
                | Kind::False
                | Kind::CloseBracket
                | Kind::CloseParenthesis
                | Kind::CloseCollector
                | Kind::CloseExported
        )
    }
}

//! Tokens: what are the words of Puppet's language?

use polycty_core::source::Span;

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct Token {
    pub(in crate::syntax) kind: Kind,
    pub(in crate::syntax) span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Kind {
    /// A name in lower case, without hyphens.
    Name,
    /// Another bare word, which is a string.
    Word,
    TypeName,
    /// A variable with its `$`.
    Variable,
    /// The name of a variable in `${..}`.
    InterpolatedName,
    Number,
    SingleQuoted,
    /// A double-quoted string that interpolates nothing.
    DoubleQuoted,
    /// The text of a heredoc that interpolates nothing.
    HeredocText,
    /// What stands before the first interpolation, with the opening quote if there is one.
    Before,
    /// What stands between two interpolations.
    Between,
    /// What stands behind the last one, with the closing quote if there is one.
    Behind,
    /// `@(..)`, which the tokens of its text follow.
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
    // Brackets and what separates.
    /// `[` right behind something.
    OpenBracket,
    /// `[` behind white space.
    ListStart,
    CloseBracket,
    /// `(` behind something on its line.
    OpenParenthesis,
    /// `(` first on its line.
    FirstParenthesis,
    CloseParenthesis,
    OpenBrace,
    /// `{` behind `?`.
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
    /// `%>` behind an expression that is rendered.
    RenderEnd,
    /// What no rule accepts: `~` alone, and characters without a meaning.
    Other,
    /// Where the scanner found a fault, which it has told.
    Fault,
    End,
}

impl Kind {
    /// The keyword that a word is.
    pub(super) fn keyword(word: &str) -> Option<Kind> {
        Some(match word {
            "and" => Kind::And,
            "attr" => Kind::Attr,
            "case" => Kind::Case,
            "class" => Kind::Class,
            "default" => Kind::Default,
            "define" => Kind::Define,
            "else" => Kind::Else,
            "elsif" => Kind::Elsif,
            "false" => Kind::False,
            "function" => Kind::Function,
            "if" => Kind::If,
            "in" => Kind::In,
            "inherits" => Kind::Inherits,
            "node" => Kind::Node,
            "or" => Kind::Or,
            "private" => Kind::Private,
            "true" => Kind::True,
            "type" => Kind::Type,
            "undef" => Kind::Undef,
            "unless" => Kind::Unless,
            _ => return None,
        })
    }

    /// Whether it is a keyword, `true` and `false` included.
    pub(in crate::syntax) fn is_keyword(self) -> bool {
        self as u8 >= Kind::And as u8 && self as u8 <= Kind::Unless as u8
    }

    /// Whether a slash behind it is a division: it may end an operand.
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

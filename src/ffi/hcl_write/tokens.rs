//! HCL, writing: tokens.
//!
//! The tokens of a text in native syntax cover all of it, including comments and blanks. Each token
//! starts where the token before it ends. Concatenated, they are the text again, even if it cannot
//! be parsed.

use crate::calls::Budget;
use crate::dialect::hcl::syntax::{Kind, Token, Tokens};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::source;
use crate::ffi::guard::{handle, make_charged, owned, quiet, write_found};
use crate::source::Result;
use std::mem::MaybeUninit;

/// The tokens of a text. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints a text without its comments.
/// static void print_bare(pcty_str text) {
///     pcty_hcl_tokens *tokens = NULL;
///     must(pcty_hcl_tokens_parse(text, &tokens, NULL));
///     pcty_hcl_token token;
///     for (size_t i = 0; pcty_hcl_tokens_at(tokens, i, &token); i++) {
///         if (token.kind != PCTY_HCL_TOKEN_COMMENT) {
///             printf("%.*s", (int)token.text.len, token.text.data);
///         }
///     }
///     pcty_hcl_tokens_free(tokens);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_tokens(pub(crate) Tokens);

handle!(pcty_hcl_tokens, Tokens);

/// The kind of a token.
pub type pcty_hcl_token_kind = u32;

/// There is no such token.
pub const PCTY_HCL_TOKEN_NONE: pcty_hcl_token_kind = 0;
/// `{`
pub const PCTY_HCL_TOKEN_OPEN_BRACE: pcty_hcl_token_kind = 1;
/// `}`
pub const PCTY_HCL_TOKEN_CLOSE_BRACE: pcty_hcl_token_kind = 2;
/// `[`
pub const PCTY_HCL_TOKEN_OPEN_BRACKET: pcty_hcl_token_kind = 3;
/// `]`
pub const PCTY_HCL_TOKEN_CLOSE_BRACKET: pcty_hcl_token_kind = 4;
/// `(`
pub const PCTY_HCL_TOKEN_OPEN_PAREN: pcty_hcl_token_kind = 5;
/// `)`
pub const PCTY_HCL_TOKEN_CLOSE_PAREN: pcty_hcl_token_kind = 6;
/// A quote that opens a template.
pub const PCTY_HCL_TOKEN_OPEN_QUOTE: pcty_hcl_token_kind = 7;
/// A quote that closes a template.
pub const PCTY_HCL_TOKEN_CLOSE_QUOTE: pcty_hcl_token_kind = 8;
/// `<<MARKER` or `<<-MARKER` with its newline.
pub const PCTY_HCL_TOKEN_OPEN_HEREDOC: pcty_hcl_token_kind = 9;
/// The closing marker with the blanks around it, without the newline.
pub const PCTY_HCL_TOKEN_CLOSE_HEREDOC: pcty_hcl_token_kind = 10;
/// `${` or `${~`
pub const PCTY_HCL_TOKEN_INTERPOLATION: pcty_hcl_token_kind = 11;
/// `%{` or `%{~`
pub const PCTY_HCL_TOKEN_DIRECTIVE: pcty_hcl_token_kind = 12;
/// `}` or `~}` that ends an interpolation or a directive.
pub const PCTY_HCL_TOKEN_SEQUENCE_END: pcty_hcl_token_kind = 13;
/// Text between quotes, with escapes.
pub const PCTY_HCL_TOKEN_QUOTED_TEXT: pcty_hcl_token_kind = 14;
/// Text of a heredoc, without escapes.
pub const PCTY_HCL_TOKEN_PLAIN_TEXT: pcty_hcl_token_kind = 15;
/// A number.
pub const PCTY_HCL_TOKEN_NUMBER: pcty_hcl_token_kind = 16;
/// A name or a keyword.
pub const PCTY_HCL_TOKEN_NAME: pcty_hcl_token_kind = 17;
/// `*`
pub const PCTY_HCL_TOKEN_STAR: pcty_hcl_token_kind = 18;
/// `/`
pub const PCTY_HCL_TOKEN_SLASH: pcty_hcl_token_kind = 19;
/// `%`
pub const PCTY_HCL_TOKEN_PERCENT: pcty_hcl_token_kind = 20;
/// `+`
pub const PCTY_HCL_TOKEN_PLUS: pcty_hcl_token_kind = 21;
/// `-`
pub const PCTY_HCL_TOKEN_MINUS: pcty_hcl_token_kind = 22;
/// `=`
pub const PCTY_HCL_TOKEN_EQUAL: pcty_hcl_token_kind = 23;
/// `==`
pub const PCTY_HCL_TOKEN_EQUAL_EQUAL: pcty_hcl_token_kind = 24;
/// `!=`
pub const PCTY_HCL_TOKEN_NOT_EQUAL: pcty_hcl_token_kind = 25;
/// `<`
pub const PCTY_HCL_TOKEN_LESS: pcty_hcl_token_kind = 26;
/// `<=`
pub const PCTY_HCL_TOKEN_LESS_OR_EQUAL: pcty_hcl_token_kind = 27;
/// `>`
pub const PCTY_HCL_TOKEN_GREATER: pcty_hcl_token_kind = 28;
/// `>=`
pub const PCTY_HCL_TOKEN_GREATER_OR_EQUAL: pcty_hcl_token_kind = 29;
/// `&&`
pub const PCTY_HCL_TOKEN_AND: pcty_hcl_token_kind = 30;
/// `||`
pub const PCTY_HCL_TOKEN_OR: pcty_hcl_token_kind = 31;
/// `!`
pub const PCTY_HCL_TOKEN_BANG: pcty_hcl_token_kind = 32;
/// `.`
pub const PCTY_HCL_TOKEN_DOT: pcty_hcl_token_kind = 33;
/// `...`
pub const PCTY_HCL_TOKEN_ELLIPSIS: pcty_hcl_token_kind = 34;
/// `,`
pub const PCTY_HCL_TOKEN_COMMA: pcty_hcl_token_kind = 35;
/// `=>`
pub const PCTY_HCL_TOKEN_FAT_ARROW: pcty_hcl_token_kind = 36;
/// `?`
pub const PCTY_HCL_TOKEN_QUESTION: pcty_hcl_token_kind = 37;
/// `:`
pub const PCTY_HCL_TOKEN_COLON: pcty_hcl_token_kind = 38;
/// `::`
pub const PCTY_HCL_TOKEN_DOUBLE_COLON: pcty_hcl_token_kind = 39;
/// A newline outside of text.
pub const PCTY_HCL_TOKEN_NEWLINE: pcty_hcl_token_kind = 40;
/// A comment without the newline after it.
pub const PCTY_HCL_TOKEN_COMMENT: pcty_hcl_token_kind = 41;
/// Blanks outside of text, or a byte order mark.
pub const PCTY_HCL_TOKEN_BLANK: pcty_hcl_token_kind = 42;
/// Text that is not a token of the language: a character, newlines between quotes, or a byte that
/// is not UTF-8.
pub const PCTY_HCL_TOKEN_INVALID: pcty_hcl_token_kind = 43;
/// The end of the text. It is empty, and the last token.
pub const PCTY_HCL_TOKEN_END: pcty_hcl_token_kind = 44;

/// A token, such as a token of a text, or of a fragment that is created from tokens. It owns
/// nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_token {
    /// The kind.
    pub kind: pcty_hcl_token_kind,
    /// The token as it is written: `"` for a quote.
    pub text: pcty_str,
}

/// The kinds that a caller may pass, with their constants.
const KINDS: [(Kind, pcty_hcl_token_kind); 43] = [
    (Kind::OpenBrace, PCTY_HCL_TOKEN_OPEN_BRACE),
    (Kind::CloseBrace, PCTY_HCL_TOKEN_CLOSE_BRACE),
    (Kind::OpenBracket, PCTY_HCL_TOKEN_OPEN_BRACKET),
    (Kind::CloseBracket, PCTY_HCL_TOKEN_CLOSE_BRACKET),
    (Kind::OpenParen, PCTY_HCL_TOKEN_OPEN_PAREN),
    (Kind::CloseParen, PCTY_HCL_TOKEN_CLOSE_PAREN),
    (Kind::OpenQuote, PCTY_HCL_TOKEN_OPEN_QUOTE),
    (Kind::CloseQuote, PCTY_HCL_TOKEN_CLOSE_QUOTE),
    (Kind::OpenHeredoc, PCTY_HCL_TOKEN_OPEN_HEREDOC),
    (Kind::CloseHeredoc, PCTY_HCL_TOKEN_CLOSE_HEREDOC),
    (Kind::Interpolation, PCTY_HCL_TOKEN_INTERPOLATION),
    (Kind::Directive, PCTY_HCL_TOKEN_DIRECTIVE),
    (Kind::SequenceEnd, PCTY_HCL_TOKEN_SEQUENCE_END),
    (Kind::QuotedText, PCTY_HCL_TOKEN_QUOTED_TEXT),
    (Kind::PlainText, PCTY_HCL_TOKEN_PLAIN_TEXT),
    (Kind::Number, PCTY_HCL_TOKEN_NUMBER),
    (Kind::Ident, PCTY_HCL_TOKEN_NAME),
    (Kind::Star, PCTY_HCL_TOKEN_STAR),
    (Kind::Slash, PCTY_HCL_TOKEN_SLASH),
    (Kind::Percent, PCTY_HCL_TOKEN_PERCENT),
    (Kind::Plus, PCTY_HCL_TOKEN_PLUS),
    (Kind::Minus, PCTY_HCL_TOKEN_MINUS),
    (Kind::Equal, PCTY_HCL_TOKEN_EQUAL),
    (Kind::EqualEqual, PCTY_HCL_TOKEN_EQUAL_EQUAL),
    (Kind::NotEqual, PCTY_HCL_TOKEN_NOT_EQUAL),
    (Kind::Less, PCTY_HCL_TOKEN_LESS),
    (Kind::LessOrEqual, PCTY_HCL_TOKEN_LESS_OR_EQUAL),
    (Kind::Greater, PCTY_HCL_TOKEN_GREATER),
    (Kind::GreaterOrEqual, PCTY_HCL_TOKEN_GREATER_OR_EQUAL),
    (Kind::And, PCTY_HCL_TOKEN_AND),
    (Kind::Or, PCTY_HCL_TOKEN_OR),
    (Kind::Bang, PCTY_HCL_TOKEN_BANG),
    (Kind::Dot, PCTY_HCL_TOKEN_DOT),
    (Kind::Ellipsis, PCTY_HCL_TOKEN_ELLIPSIS),
    (Kind::Comma, PCTY_HCL_TOKEN_COMMA),
    (Kind::FatArrow, PCTY_HCL_TOKEN_FAT_ARROW),
    (Kind::Question, PCTY_HCL_TOKEN_QUESTION),
    (Kind::Colon, PCTY_HCL_TOKEN_COLON),
    (Kind::DoubleColon, PCTY_HCL_TOKEN_DOUBLE_COLON),
    (Kind::Newline, PCTY_HCL_TOKEN_NEWLINE),
    (Kind::Comment, PCTY_HCL_TOKEN_COMMENT),
    (Kind::Blank, PCTY_HCL_TOKEN_BLANK),
    (Kind::End, PCTY_HCL_TOKEN_END),
];

/// Returns the kind of a constant, or `None` for a number that a caller may not pass.
pub(super) fn kind_of(number: pcty_hcl_token_kind) -> Option<Kind> {
    let found = KINDS.iter().find(|(_, constant)| *constant == number);
    found.map(|(kind, _)| *kind)
}

fn number_of(kind: Kind) -> pcty_hcl_token_kind {
    let found = KINDS.iter().find(|(known, _)| *known == kind);
    found.map_or(PCTY_HCL_TOKEN_INVALID, |(_, constant)| *constant)
}

fn at(tokens: Option<&pcty_hcl_tokens>, index: usize) -> Option<(&Tokens, Token)> {
    let tokens = &tokens?.0;
    Some((tokens, *tokens.list().get(index)?))
}

/// Writes the tokens of a text.
///
/// Errors: PCTY_ERROR_LIMIT for a text that is too long to be parsed.
/// Ownership: the caller owns `*out`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_tokens_parse(
    source_text: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_tokens>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let read = |budget: &Budget| -> Result<Tokens> { Tokens::read(source(&source_text)?, budget) };
    make_charged(out, error, read)
}

/// Returns the number of tokens.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_tokens_count(tokens: Option<&pcty_hcl_tokens>) -> usize {
    quiet(0, || tokens.map_or(0, |tokens| tokens.0.list().len()))
}

/// Writes the token at a position, from 0. Its text is the bytes of the source text, which need not
/// be UTF-8.
///
/// Returns: false past the end.
/// Ownership: the text in `*out` is owned by `tokens` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_tokens_at(
    tokens: Option<&pcty_hcl_tokens>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_token>>,
) -> bool {
    quiet(false, || {
        let token = at(tokens, index).map(|(tokens, token)| pcty_hcl_token {
            kind: number_of(token.kind),
            text: pcty_str::borrowed_bytes(tokens.bytes(token)),
        });
        write_found(token, out)
    })
}

/// Returns the range of the token at a position, from 0. It is not part of `pcty_hcl_tokens_at`
/// because each call counts its lines and columns.
///
/// NULL: returns the start of a text. Also returns it past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_tokens_range_at(
    tokens: Option<&pcty_hcl_tokens>,
    index: usize,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(at(tokens, index).map(|(tokens, token)| tokens.range(token)))
    })
}

owned! {
    /// Frees tokens.
    fn pcty_hcl_tokens_free(tokens: pcty_hcl_tokens);
}

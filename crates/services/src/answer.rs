//! The answers of language services. All parts of texts are bytes.

use polycty_core::source::Span;

/// A part of a document of the workspace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The path of the document or file.
    pub path: String,
    /// The part.
    pub span: Span,
}

/// A replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The part to replace. It is empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The edits of one file. No two of them overlap; they are in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdit {
    /// The path of the document or file.
    pub path: String,
    /// The edits.
    pub edits: Vec<TextEdit>,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompletionKind {
    /// An attribute of a body, a parameter of a resource or class, or a field of a value.
    Attribute,
    /// A kind of block.
    Block,
    /// A class or define.
    Class,
    /// A constant or a member of an enumeration.
    Constant,
    /// A function.
    Function,
    /// A keyword.
    Keyword,
    /// A module or package.
    Module,
    /// A resource type or a resource.
    Resource,
    /// A type.
    Type,
    /// A variable.
    Variable,
}

/// A text that can be inserted at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The name that is shown and matched.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// A short description in one line, such as the type.
    pub detail: String,
    /// The documentation in Markdown, or the empty string.
    pub documentation: String,
    /// The replacement of the part of a name before the position.
    pub edit: TextEdit,
    /// Whether the text of the edit is a snippet of the language server protocol, with tab stops
    /// such as `${1:name}`. `\`, `$` and `}` of literal text are escaped in it.
    pub snippet: bool,
    /// Whether the name is deprecated.
    pub deprecated: bool,
    /// The rank: completions with lower ranks come first. Equal ranks are ordered by label.
    pub rank: u32,
}

/// A description of the name at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The part of the text that is described.
    pub span: Span,
    /// The description in Markdown.
    pub text: String,
}

/// A parameter of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The bytes of the parameter in the label of the signature.
    pub label: Span,
    /// The documentation in Markdown, or the empty string.
    pub documentation: String,
}

/// One form of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The whole signature, such as `max(numbers number...) number`.
    pub label: String,
    /// The documentation in Markdown, or the empty string.
    pub documentation: String,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
}

/// The signatures of the call around a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// The forms of the function.
    pub signatures: Vec<Signature>,
    /// The index of the form that fits the arguments best.
    pub active: usize,
    /// The index of the parameter at the position.
    pub parameter: Option<usize>,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolKind {
    /// An attribute or parameter.
    Attribute,
    /// A block without a kind of its own.
    Block,
    /// A class or define.
    Class,
    /// A function.
    Function,
    /// A module.
    Module,
    /// A node definition.
    Node,
    /// An output.
    Output,
    /// A resource.
    Resource,
    /// A type.
    Type,
    /// A variable or local value.
    Variable,
}

/// A declaration in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, such as `resource "aws_vpc" "main"`.
    pub name: String,
    /// A short description, such as the type, or the empty string.
    pub detail: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The whole declaration.
    pub span: Span,
    /// The name in the text, inside of `span`.
    pub name_span: Span,
    /// The declarations inside of this one.
    pub children: Vec<Symbol>,
}

/// The kind of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoldKind {
    /// Consecutive comments.
    Comment,
    /// Anything else.
    Region,
}

/// A part of a text of at least two lines that an editor can fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The part.
    pub span: Span,
    /// The kind.
    pub kind: FoldKind,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// A class or define.
    Class,
    /// A comment.
    Comment,
    /// A member of an enumeration or a constant.
    Constant,
    /// A function.
    Function,
    /// A keyword or the type of a block.
    Keyword,
    /// A namespace or module.
    Namespace,
    /// A number.
    Number,
    /// An operator.
    Operator,
    /// A parameter of a function or lambda.
    Parameter,
    /// An attribute or field.
    Property,
    /// A regular expression.
    Regexp,
    /// A string.
    String,
    /// A type.
    Type,
    /// A variable.
    Variable,
}

/// A token with its meaning. Tokens are in the order of the text and do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token. It may cover several lines.
    pub span: Span,
    /// The kind.
    pub kind: TokenKind,
    /// Whether the token is the name of a declaration.
    pub declaration: bool,
    /// Whether the name is deprecated.
    pub deprecated: bool,
}

/// The kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintKind {
    /// The name of a parameter before an argument.
    Parameter,
    /// The inferred type after a name.
    Type,
}

/// A text that an editor shows between the characters of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The byte that the hint is shown before.
    pub byte: u32,
    /// The text.
    pub label: String,
    /// The kind.
    pub kind: HintKind,
}

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActionKind {
    /// Corrects a diagnostic.
    QuickFix,
    /// Rewrites valid text.
    Rewrite,
}

/// A change of the workspace that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The title in the imperative, such as `Change to "count"`.
    pub title: String,
    /// The kind.
    pub kind: ActionKind,
    /// The edits.
    pub edits: Vec<FileEdit>,
}

/// Returns the edits that replace locations, in the order of paths and texts, by a text.
#[cfg(any(feature = "mcl", feature = "pcl"))]
pub(crate) fn replacements(locations: Vec<Location>, text: &str) -> Vec<FileEdit> {
    let mut files: Vec<FileEdit> = Vec::new();
    for Location { path, span } in locations {
        let edit = TextEdit {
            span,
            text: text.to_owned(),
        };
        match files.last_mut().filter(|file| file.path == path) {
            Some(file) => file.edits.push(edit),
            None => files.push(FileEdit {
                path,
                edits: vec![edit],
            }),
        }
    }
    files
}

/// Returns the selections among parts from the smallest to the largest: each contains the one
/// before. Parts that overlap another only in part are left out.
#[cfg(any(feature = "mcl", feature = "pcl", feature = "terraform"))]
pub(crate) fn nested(parts: Vec<Span>) -> Vec<Span> {
    let mut nested: Vec<Span> = Vec::new();
    for part in parts {
        let is_around = nested
            .last()
            .is_none_or(|last| part != *last && part.start <= last.start && last.end <= part.end);
        if is_around {
            nested.push(part);
        }
    }
    nested
}

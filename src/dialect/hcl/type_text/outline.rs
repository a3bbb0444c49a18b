//! What is the shape of an expression in native syntax?
//!
//! A type is an expression that is never evaluated: only names, calls, tuples and
//! objects have a meaning in it. So this parser accepts HCL's expressions (but for
//! heredocs) and keeps just these shapes and where they stand. The grammar, and
//! what is said of text that does not follow it, are those of HCL's parser
//! (`hclsyntax/parser.go`), which tells only the first fault.

use super::scan::{Finding, Kind, Token};
use crate::types::MAX_DEPTH;
use std::borrow::Cow;
use std::ops::Range;

/// The deepest nesting of an expression: an object type has two levels of syntax
/// for each of its own.
pub(super) const MAX_NESTING: u32 = 2 * MAX_DEPTH + 8;

/// An expression and the bytes that it stands for.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    pub(super) shape: Shape<'a>,
    pub(super) range: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Shape<'a> {
    /// A name that stands alone; also `true`, `false` and `null`.
    Name(&'a str),
    Call(Box<Call<'a>>),
    Tuple(Vec<Outline<'a>>),
    Object(Vec<(Outline<'a>, Outline<'a>)>),
    /// Whatever no type is written as.
    Other,
}

#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) name_range: Range<usize>,
    pub(super) arguments: Vec<Outline<'a>>,
    /// With the parentheses.
    pub(super) arguments_range: Range<usize>,
}

/// Why there is no outline.
pub(super) enum Fault {
    Syntax(Finding),
    /// Past [`MAX_NESTING`], at this byte.
    Nesting(usize),
}

type Parsed<T> = Result<T, Box<Fault>>;

/// The outline of a whole text.
pub(super) fn outline<'a>(text: &'a str, tokens: &[Token]) -> Parsed<Outline<'a>> {
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        newlines: Newlines::Skipped,
        nesting: 0,
    };
    let expression = parser.expression()?;
    let next = parser.peek();
    match next.kind {
        Kind::End => Ok(expression),
        _ => fault(
            next.range(),
            "Extra characters after expression",
            "An expression was successfully parsed, but extra characters were found after it.",
        ),
    }
}

/// Whether a newline is a token of its own, as directly inside an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newlines {
    Skipped,
    Significant,
}

struct Parser<'a, 't> {
    text: &'a str,
    tokens: &'t [Token],
    at: usize,
    newlines: Newlines,
    nesting: u32,
}

impl<'a> Parser<'a, '_> {
    /// The next token; past the end, the end again.
    fn peek(&mut self) -> Token {
        while self.tokens[self.at].kind == Kind::Newline && self.newlines == Newlines::Skipped {
            self.at += 1;
        }
        self.tokens[self.at]
    }

    fn read(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.range()]
    }

    fn next_is_word(&mut self, word: &str) -> bool {
        let next = self.peek();
        next.kind == Kind::Ident && self.text_of(next) == word
    }

    /// Treats newlines in this way; how they were treated before. Who comes back
    /// without a fault restores that: after a fault nothing is read any more.
    fn set_newlines(&mut self, newlines: Newlines) -> Newlines {
        std::mem::replace(&mut self.newlines, newlines)
    }

    /// Goes one level further in, to be left again likewise.
    fn enter(&mut self) -> Parsed<()> {
        if self.nesting >= MAX_NESTING {
            let at = self.peek().start as usize;
            return Err(Box::new(Fault::Nesting(at)));
        }
        self.nesting += 1;
        Ok(())
    }

    /// An expression. What is beyond a single operand has functions of its own,
    /// here and below, to keep the stack of nested types small.
    fn expression(&mut self) -> Parsed<Outline<'a>> {
        let first = self.operand()?;
        match self.peek().kind {
            Kind::Operator | Kind::Star | Kind::Minus | Kind::Question => {
                let end = self.operations()?;
                Ok(other(first.range.start..end))
            }
            _ => Ok(first),
        }
    }

    /// Operators with their operands, and a conditional; where they end.
    fn operations(&mut self) -> Parsed<usize> {
        let mut end = 0;
        while matches!(self.peek().kind, Kind::Operator | Kind::Star | Kind::Minus) {
            self.read();
            end = self.operand()?.range.end;
        }
        if self.peek().kind != Kind::Question {
            return Ok(end);
        }
        self.enter()?;
        self.read();
        self.expression()?;
        let colon = self.peek();
        if colon.kind != Kind::Colon {
            return fault(
                colon.range(),
                "Missing false expression in conditional",
                "The conditional operator (...?...:...) requires a false expression, delimited by a colon.",
            );
        }
        self.read();
        end = self.expression()?.range.end;
        self.nesting -= 1;
        Ok(end)
    }

    /// A term and the steps into it.
    fn operand(&mut self) -> Parsed<Outline<'a>> {
        self.enter()?;
        let term = self.term()?;
        let end = self.steps()?;
        self.nesting -= 1;
        Ok(match end {
            Some(end) => other(term.range.start..end),
            None => term,
        })
    }

    /// Steps into a term; where they end, if there are any.
    fn steps(&mut self) -> Parsed<Option<usize>> {
        let mut end = None;
        loop {
            match self.peek().kind {
                Kind::Dot => {
                    self.read();
                    let step = self.peek();
                    if !matches!(step.kind, Kind::Ident | Kind::Number | Kind::Star) {
                        return fault(
                            step.range(),
                            "Invalid attribute name",
                            "An attribute name is required after a dot.",
                        );
                    }
                    end = Some(self.read().end as usize);
                }
                Kind::OpenBracket => end = Some(self.index()?),
                _ => return Ok(end),
            }
        }
    }

    /// An index or a splat; where it ends.
    fn index(&mut self) -> Parsed<usize> {
        self.read();
        if self.peek().kind == Kind::Star {
            self.read();
            let close = self.read();
            return match close.kind {
                Kind::CloseBracket => Ok(close.end as usize),
                _ => fault(
                    close.range(),
                    "Missing close bracket on splat index",
                    "The star for a full splat operator must be immediately followed by a closing bracket (\"]\").",
                ),
            };
        }
        let before = self.set_newlines(Newlines::Skipped);
        self.expression()?;
        let close = self.read();
        self.newlines = before;
        match close.kind {
            Kind::CloseBracket => Ok(close.end as usize),
            _ => fault(
                close.range(),
                "Missing close bracket on index",
                "The index operator must end with a closing bracket (\"]\").",
            ),
        }
    }

    fn term(&mut self) -> Parsed<Outline<'a>> {
        match self.peek().kind {
            Kind::Ident => self.name_or_call(),
            Kind::OpenParen => self.parentheses(),
            Kind::OpenBracket => self.tuple(),
            Kind::OpenBrace => self.object(),
            Kind::OpenQuote => self.template(),
            Kind::Minus | Kind::Bang => self.negation(),
            Kind::Number => Ok(other(self.read().range())),
            _ => missing_term(self.peek()),
        }
    }

    fn name_or_call(&mut self) -> Parsed<Outline<'a>> {
        let name = self.read();
        match self.peek().kind {
            Kind::OpenParen | Kind::DoubleColon => self.call(name),
            _ => Ok(Outline {
                shape: Shape::Name(self.text_of(name)),
                range: name.range(),
            }),
        }
    }

    fn negation(&mut self) -> Parsed<Outline<'a>> {
        let start = self.read().start as usize;
        let end = self.operand()?.range.end;
        Ok(other(start..end))
    }

    fn parentheses(&mut self) -> Parsed<Outline<'a>> {
        let open = self.read();
        let before = self.set_newlines(Newlines::Skipped);
        self.expression()?;
        let close = self.read();
        self.newlines = before;
        match close.kind {
            Kind::CloseParen => Ok(other(open.start as usize..close.end as usize)),
            _ => fault(
                close.range(),
                "Unbalanced parentheses",
                "Expected a closing parenthesis to terminate the expression.",
            ),
        }
    }

    fn call(&mut self, first: Token) -> Parsed<Outline<'a>> {
        let mut call = self.callee(first)?;
        let before = self.set_newlines(Newlines::Skipped);
        let close = self.arguments(&mut call)?;
        self.newlines = before;
        call.arguments_range.end = close.end as usize;
        Ok(Outline {
            range: call.name_range.start..call.arguments_range.end,
            shape: Shape::Call(call),
        })
    }

    /// A call up to its opening parenthesis.
    fn callee(&mut self, first: Token) -> Parsed<Box<Call<'a>>> {
        let mut name = Cow::Borrowed(self.text_of(first));
        let mut name_range = first.range();
        let mut open = self.read();
        while open.kind == Kind::DoubleColon {
            let next = self.read();
            if next.kind != Kind::Ident {
                return fault(
                    next.range(),
                    "Missing function name",
                    "Function scope resolution symbol :: must be followed by a function name in this scope.",
                );
            }
            name += "::";
            name += self.text_of(next);
            name_range.end = next.end as usize;
            open = self.read();
        }
        if open.kind != Kind::OpenParen {
            return fault(
                open.range(),
                "Missing open parenthesis",
                "Function selector must be followed by an open parenthesis to begin the function call.",
            );
        }
        Ok(Box::new(Call {
            name,
            name_range,
            arguments: Vec::new(),
            arguments_range: open.range(),
        }))
    }

    /// The arguments after the opening parenthesis; the closing one.
    fn arguments(&mut self, call: &mut Call<'a>) -> Parsed<Token> {
        loop {
            if self.peek().kind == Kind::CloseParen {
                return Ok(self.read());
            }
            let argument = self.expression()?;
            call.arguments.push(argument);
            let separator = self.read();
            match separator.kind {
                Kind::Comma => {}
                Kind::CloseParen => return Ok(separator),
                Kind::Ellipsis if self.peek().kind == Kind::CloseParen => return Ok(self.read()),
                _ => return missing_argument_separator(call, separator),
            }
        }
    }

    fn tuple(&mut self) -> Parsed<Outline<'a>> {
        let open = self.read();
        let before = self.set_newlines(Newlines::Skipped);
        let tuple = if self.next_is_word("for") {
            self.comprehension(open, Kind::CloseBracket)?
        } else {
            self.elements(open)?
        };
        self.newlines = before;
        Ok(tuple)
    }

    /// The elements of a tuple after the opening bracket.
    fn elements(&mut self, open: Token) -> Parsed<Outline<'a>> {
        let mut elements = Vec::new();
        loop {
            if self.peek().kind != Kind::CloseBracket {
                elements.push(self.expression()?);
            }
            let next = self.read();
            match next.kind {
                Kind::Comma => {}
                Kind::CloseBracket => {
                    return Ok(Outline {
                        shape: Shape::Tuple(elements),
                        range: open.start as usize..next.end as usize,
                    });
                }
                _ => return missing_item_separator(open, next),
            }
        }
    }

    fn object(&mut self) -> Parsed<Outline<'a>> {
        let open = self.read();
        let at = self.at;
        let before = self.set_newlines(Newlines::Skipped);
        let object = if self.next_is_word("for") {
            self.comprehension(open, Kind::CloseBrace)?
        } else {
            self.at = at;
            self.newlines = Newlines::Significant;
            self.items(open)?
        };
        self.newlines = before;
        Ok(object)
    }

    /// The items of an object after the opening brace.
    fn items(&mut self, open: Token) -> Parsed<Outline<'a>> {
        let mut items = Vec::new();
        while self.another_item() {
            let key = self.key(open)?;
            let value = self.expression()?;
            items.push((key, value));
            match self.peek().kind {
                Kind::CloseBrace => {}
                Kind::Comma | Kind::Newline => {
                    self.read();
                }
                _ => return missing_item_end(open, self.peek()),
            }
        }
        let close = self.read();
        Ok(Outline {
            shape: Shape::Object(items),
            range: open.start as usize..close.end as usize,
        })
    }

    /// Whether no closing brace comes after the newlines.
    fn another_item(&mut self) -> bool {
        while self.peek().kind == Kind::Newline {
            self.read();
        }
        self.peek().kind != Kind::CloseBrace
    }

    /// The key of an item, up to the value.
    fn key(&mut self, open: Token) -> Parsed<Outline<'a>> {
        let key = self.expression()?;
        match self.peek() {
            Token {
                kind: Kind::Equal | Kind::Colon,
                ..
            } => {
                self.read();
                Ok(key)
            }
            next => missing_separator(open, next),
        }
    }

    /// A `for` expression, from the keyword on.
    fn comprehension(&mut self, open: Token, closing: Kind) -> Parsed<Outline<'a>> {
        self.read();
        self.expect(
            Kind::Ident,
            "For expression requires variable name after 'for'.",
        )?;
        if self.peek().kind == Kind::Comma {
            self.read();
            self.expect(
                Kind::Ident,
                "For expression requires value variable name after comma.",
            )?;
        }
        if !self.next_is_word("in") {
            let next = self.peek();
            return for_fault(
                next.range(),
                "For expression requires the 'in' keyword after its name declarations.",
            );
        }
        self.read();
        self.expression()?;
        self.expect(
            Kind::Colon,
            "For expression requires a colon after the collection expression.",
        )?;
        let first = self.expression()?;
        let value = if self.peek().kind == Kind::FatArrow {
            self.read();
            Some(self.expression()?)
        } else {
            None
        };
        let grouping = self.peek();
        if grouping.kind == Kind::Ellipsis {
            self.read();
        }
        if self.next_is_word("if") {
            self.read();
            self.expression()?;
        }
        let close = self.expect(
            closing,
            "Extra characters after the end of the 'for' expression.",
        )?;
        match (closing, value) {
            (Kind::CloseBrace, None) => for_fault(
                first.range,
                "Key expression is required when building an object.",
            ),
            (Kind::CloseBracket, Some(_)) => for_fault(
                first.range,
                "Key expression is not valid when building a tuple.",
            ),
            (Kind::CloseBracket, None) if grouping.kind == Kind::Ellipsis => for_fault(
                grouping.range(),
                "Grouping ellipsis (...) cannot be used when building a tuple.",
            ),
            _ => Ok(other(open.start as usize..close.end as usize)),
        }
    }

    fn expect(&mut self, kind: Kind, otherwise: &str) -> Parsed<Token> {
        let next = self.read();
        if next.kind == kind {
            Ok(next)
        } else {
            for_fault(next.range(), otherwise)
        }
    }

    /// Text in quotes, with whatever is interpolated.
    fn template(&mut self) -> Parsed<Outline<'a>> {
        let open = self.read();
        loop {
            let next = self.read();
            match next.kind {
                Kind::Text => {}
                Kind::CloseQuote => {
                    return Ok(other(open.start as usize..next.end as usize));
                }
                Kind::Interpolation => {
                    let before = self.set_newlines(Newlines::Skipped);
                    self.expression()?;
                    let close = self.read();
                    self.newlines = before;
                    if close.kind != Kind::SequenceEnd {
                        return unclosed_interpolation(open, close);
                    }
                }
                Kind::Directive => self.directive()?,
                _ => return unterminated_template(next),
            }
        }
    }

    /// A directive inside a template, up to its end. What it says matters to
    /// whoever evaluates the template.
    fn directive(&mut self) -> Parsed<()> {
        let mut open = 1;
        while open > 0 {
            let next = self.read();
            match next.kind {
                Kind::Interpolation | Kind::Directive => open += 1,
                Kind::SequenceEnd => open -= 1,
                Kind::End => return unterminated_template(next),
                _ => {}
            }
        }
        Ok(())
    }
}

fn other<'a>(range: Range<usize>) -> Outline<'a> {
    Outline {
        shape: Shape::Other,
        range,
    }
}

#[cold]
fn fault<T>(subject: Range<usize>, summary: &'static str, detail: &str) -> Parsed<T> {
    Err(Box::new(Fault::Syntax(Finding {
        summary,
        detail: detail.to_owned(),
        subject,
    })))
}

fn for_fault<T>(subject: Range<usize>, detail: &str) -> Parsed<T> {
    fault(subject, "Invalid 'for' expression", detail)
}

fn unterminated_template<T>(next: Token) -> Parsed<T> {
    fault(
        next.range(),
        "Unterminated template string",
        "No closing marker was found for the string.",
    )
}

fn unterminated_object<T>(open: Token) -> Parsed<T> {
    fault(
        open.range(),
        "Unterminated object constructor expression",
        "There is no corresponding closing brace before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file.",
    )
}

/// No expression starts here.
#[cold]
fn missing_term<T>(next: Token) -> Parsed<T> {
    match next.kind {
        Kind::End => fault(
            next.range(),
            "Missing expression",
            "Expected the start of an expression, but found the end of the file.",
        ),
        _ => fault(
            next.range(),
            "Invalid expression",
            "Expected the start of an expression, but found an invalid expression token.",
        ),
    }
}

/// After an argument stands neither a comma nor the closing parenthesis.
#[cold]
fn missing_argument_separator<T>(call: &Call<'_>, next: Token) -> Parsed<T> {
    match next.kind {
        Kind::Ellipsis => fault(
            next.range(),
            "Missing closing parenthesis",
            "An expanded function argument (with ...) must be immediately followed by closing parentheses.",
        ),
        Kind::End => fault(
            call.name_range.start..call.arguments_range.end,
            "Unterminated function call",
            "There is no closing parenthesis for this function call before the end of the file. This may be caused by incorrect parenthesis nesting elsewhere in this file.",
        ),
        _ => fault(
            next.range(),
            "Missing argument separator",
            "A comma is required to separate each function argument from the next.",
        ),
    }
}

/// After an element stands neither a comma nor the closing bracket.
#[cold]
fn missing_item_separator<T>(open: Token, next: Token) -> Parsed<T> {
    match next.kind {
        Kind::End => fault(
            open.range(),
            "Unterminated tuple constructor expression",
            "There is no corresponding closing bracket before the end of the file. This may be caused by incorrect bracket nesting elsewhere in this file.",
        ),
        _ => fault(
            next.range(),
            "Missing item separator",
            "Expected a comma to mark the beginning of the next item.",
        ),
    }
}

/// After an item stands no separator and no closing brace.
#[cold]
fn missing_item_end<T>(open: Token, next: Token) -> Parsed<T> {
    match next.kind {
        Kind::End => unterminated_object(open),
        _ => fault(
            next.range(),
            "Missing attribute separator",
            "Expected a newline or comma to mark the beginning of the next attribute.",
        ),
    }
}

/// After a key stands neither an equals sign nor a colon.
fn missing_separator<T>(open: Token, next: Token) -> Parsed<T> {
    let (summary, detail) = match next.kind {
        Kind::End => return unterminated_object(open),
        Kind::Newline | Kind::Comma => (
            "Missing attribute value",
            "Expected an attribute value, introduced by an equals sign (\"=\").",
        ),
        Kind::Ident => (
            "Missing key/value separator",
            "Expected an equals sign (\"=\") to mark the beginning of the attribute value. If you intended to given an attribute name containing periods or spaces, write the name in quotes to create a string literal.",
        ),
        _ => (
            "Missing key/value separator",
            "Expected an equals sign (\"=\") to mark the beginning of the attribute value.",
        ),
    };
    fault(next.range(), summary, detail)
}

fn unclosed_interpolation<T>(open: Token, next: Token) -> Parsed<T> {
    match next.kind {
        Kind::End => fault(
            open.range(),
            "Unclosed template interpolation sequence",
            "There is no closing brace for this interpolation sequence before the end of the file. This might be caused by incorrect nesting inside the given expression.",
        ),
        Kind::Colon => fault(
            next.range(),
            "Extra characters after interpolation expression",
            "Template interpolation doesn't expect a colon at this location. Did you intend this to be a literal sequence to be processed as part of another language? If so, you can escape it by starting with \"$${\" instead of just \"${\".",
        ),
        Kind::OpenQuote | Kind::CloseQuote => fault(
            open.range(),
            "Unclosed template interpolation sequence",
            "There is no closing brace for this interpolation sequence before the end of the quoted template. This might be caused by incorrect nesting inside the given expression.",
        ),
        _ => fault(
            next.range(),
            "Extra characters after interpolation expression",
            "Expected a closing brace to end the interpolation expression, but found extra characters.\n\nThis can happen when you include interpolation syntax for another language, such as shell scripting, but forget to escape the interpolation start token. If this is an embedded sequence for another language, escape it by starting with \"$${\" instead of just \"${\".",
        ),
    }
}

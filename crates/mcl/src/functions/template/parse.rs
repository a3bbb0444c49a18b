//! The parser of templates, with Go's messages.
//!
//! Definitions may be anywhere at the top level, and blocks are also definitions, so the result is
//! a table of templates by name.

use super::scan::{Token, TokenKind, tokens};
use super::tree::{Branch, Command, Node, Number, Pipe, TemplateCall, Term, TermKind};
use super::{MAX_LEVELS, NAME, Stop, builtin, core_function, too_deep};
use crate::functions::golang::strconv::unquoted;
use crate::functions::parse::parse_float;
use polycty_core::calls::Budget;
use polycty_core::text::Quoted;
use polycty_core::types::KeyedMap;

/// The templates of a text.
pub(super) struct Templates<'t> {
    pub(super) text: &'t str,
    pub(super) named: KeyedMap<String, Vec<Node<'t>>>,
}

/// The end of a list of nodes.
enum ListEnd {
    End,
    Else,
}

impl ListEnd {
    fn shown(&self) -> &'static str {
        match self {
            ListEnd::End => "{{end}}",
            ListEnd::Else => "{{else}}",
        }
    }
}

/// An item of a list of nodes.
enum Item<'t> {
    Node(Node<'t>),
    ListEnd(ListEnd),
    /// A comment or a definition.
    Nothing,
}

type Parse<T> = Result<T, Stop>;

/// Parses a text.
pub(super) fn parse<'t>(text: &'t str, budget: &Budget) -> Parse<Templates<'t>> {
    budget.hold(4 * text.len() as u64)?;
    let tokens = tokens(text);
    budget.charge(tokens.len() as u64)?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        read: 0,
        action: None,
        levels: 0,
        ranges: 0,
        variables: vec!["$"],
        named: KeyedMap::default(),
    };
    let mut list = Vec::new();
    while parser.peek().kind != TokenKind::End {
        match parser.item(true)? {
            Item::Node(node) => list.push(node),
            Item::ListEnd(ended) => {
                return Err(parser.error(format!("unexpected {}", ended.shown())));
            }
            Item::Nothing => {}
        }
    }
    parser.add(NAME.to_owned(), list)?;
    Ok(Templates {
        text,
        named: parser.named,
    })
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// The token that was read last; messages state its line.
    read: usize,
    /// The start of the current action.
    action: Option<usize>,
    levels: usize,
    ranges: usize,
    variables: Vec<&'t str>,
    named: KeyedMap<String, Vec<Node<'t>>>,
}

impl<'t> Parser<'t> {
    /// Returns the next token; the last token repeats.
    fn peek(&mut self) -> Token<'t> {
        self.read = self.at.min(self.tokens.len() - 1);
        self.tokens[self.read]
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn skip_space(&mut self) {
        while self.peek().kind == TokenKind::Space {
            self.at += 1;
        }
    }

    fn peek_word(&mut self) -> Token<'t> {
        self.skip_space();
        self.peek()
    }

    fn next_word(&mut self) -> Token<'t> {
        self.skip_space();
        self.next()
    }

    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn line(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }

    #[cold]
    fn error(&self, message: impl Into<String>) -> Stop {
        let line = self.line(self.tokens[self.read].at);
        Stop::Error(format!("template: {NAME}:{line}: {}", message.into()))
    }

    #[cold]
    fn unexpected(&self, token: Token<'t>, context: &str) -> Stop {
        if !matches!(token.kind, TokenKind::Error(_)) {
            return self.error(format!("unexpected {} in {context}", token.shown()));
        }
        let mut message = token.shown();
        let line = self.action.map(|at| self.line(at));
        if let Some(line) = line.filter(|line| *line != self.line(token.at)) {
            // The message must not end in "action in action".
            let inside = if message.ends_with(" action") {
                ""
            } else {
                " in action"
            };
            message.push_str(&format!("{inside} started at {NAME}:{line}"));
        }
        self.error(message)
    }

    fn expect(&mut self, kind: TokenKind, context: &str) -> Parse<()> {
        let token = self.next_word();
        if token.kind == kind {
            Ok(())
        } else {
            Err(self.unexpected(token, context))
        }
    }

    fn add(&mut self, name: String, list: Vec<Node<'t>>) -> Parse<()> {
        let is_empty = |list: &[Node<'_>]| {
            list.iter()
                .all(|node| matches!(node, Node::Text(text) if text.trim().is_empty()))
        };
        match self.named.get(&name) {
            Some(old) if !is_empty(old) => {
                if is_empty(&list) {
                    Ok(())
                } else {
                    let name = Quoted(&name);
                    Err(self.error(format!("template: multiple definition of template {name}")))
                }
            }
            _ => {
                self.named.insert(name, list);
                Ok(())
            }
        }
    }

    /// Parses one level deeper.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.levels == MAX_LEVELS {
            return Err(too_deep());
        }
        self.levels += 1;
        let parsed = parse(self);
        self.levels -= 1;
        parsed
    }

    /// Parses text or an action. Definitions are allowed only at the top level.
    fn item(&mut self, top: bool) -> Parse<Item<'t>> {
        let token = self.next_word();
        match token.kind {
            TokenKind::Text => Ok(Item::Node(Node::Text(token.text))),
            TokenKind::LeftDelimiter => {
                self.action = Some(token.at);
                let word = self.peek_word();
                if top && word.kind == TokenKind::Keyword && word.text == "define" {
                    self.next();
                    self.definition()?;
                    return Ok(Item::Nothing);
                }
                let item = self.action_of(word);
                self.action = None;
                item
            }
            _ => Err(self.unexpected(token, "input")),
        }
    }

    fn action_of(&mut self, word: Token<'t>) -> Parse<Item<'t>> {
        if word.kind != TokenKind::Keyword {
            let pipe = self.pipeline("command", TokenKind::RightDelimiter)?;
            return Ok(Item::Node(Node::Action(pipe)));
        }
        let node = match word.text {
            "block" => {
                self.next();
                Node::Call(self.block()?)
            }
            "break" | "continue" => {
                self.next();
                let shown = format!("{{{{{}}}}}", word.text);
                self.expect(TokenKind::RightDelimiter, &shown)?;
                if self.ranges == 0 {
                    return Err(self.error(format!("{shown} outside {{{{range}}}}")));
                }
                if word.text == "break" {
                    Node::Break
                } else {
                    Node::Continue
                }
            }
            "else" => {
                self.next();
                let next = self.peek_word();
                let goes_on = next.kind == TokenKind::Keyword && matches!(next.text, "if" | "with");
                if !goes_on {
                    self.expect(TokenKind::RightDelimiter, "else")?;
                }
                return Ok(Item::ListEnd(ListEnd::Else));
            }
            "end" => {
                self.next();
                self.expect(TokenKind::RightDelimiter, "end")?;
                return Ok(Item::ListEnd(ListEnd::End));
            }
            "if" | "range" | "with" => {
                self.next();
                self.control(word.text)?
            }
            "template" => {
                self.next();
                Node::Call(self.template()?)
            }
            _ => {
                self.next();
                return Err(self.unexpected(word, "command"));
            }
        };
        Ok(Item::Node(node))
    }

    /// Parses nodes up to the end of a block.
    fn list(&mut self) -> Parse<(Vec<Node<'t>>, ListEnd)> {
        self.deeper(|parser| {
            let mut list = Vec::new();
            while parser.peek_word().kind != TokenKind::End {
                match parser.item(false)? {
                    Item::Node(node) => list.push(node),
                    Item::ListEnd(ended) => return Ok((list, ended)),
                    Item::Nothing => {}
                }
            }
            Err(parser.error("unexpected EOF"))
        })
    }

    fn name(&mut self, context: &str) -> Parse<String> {
        let token = self.next_word();
        match token.kind {
            TokenKind::Quoted | TokenKind::Raw => self.unquoted(token),
            _ => Err(self.unexpected(token, context)),
        }
    }

    fn unquoted(&self, token: Token<'t>) -> Parse<String> {
        match unquoted(token.text) {
            Some((text, _)) => Ok(text),
            None => Err(self.error("invalid syntax")),
        }
    }

    /// Parses the body of a template, which has its own variables.
    fn body(&mut self, context: &str) -> Parse<Vec<Node<'t>>> {
        let variables = std::mem::replace(&mut self.variables, vec!["$"]);
        let ranges = std::mem::take(&mut self.ranges);
        let (list, ended) = self.list()?;
        self.variables = variables;
        self.ranges = ranges;
        match ended {
            ListEnd::End => Ok(list),
            ListEnd::Else => Err(self.error(format!("unexpected {} in {context}", ended.shown()))),
        }
    }

    fn definition(&mut self) -> Parse<()> {
        const CONTEXT: &str = "define clause";
        let name = self.name(CONTEXT)?;
        self.expect(TokenKind::RightDelimiter, CONTEXT)?;
        let list = self.body(CONTEXT)?;
        self.add(name, list)
    }

    fn block(&mut self) -> Parse<TemplateCall<'t>> {
        const CONTEXT: &str = "block clause";
        let at = self.peek_word().at;
        let name = self.name(CONTEXT)?;
        let pipe = self.pipeline(CONTEXT, TokenKind::RightDelimiter)?;
        let list = self.body(CONTEXT)?;
        self.add(name.clone(), list)?;
        Ok(TemplateCall {
            at,
            name,
            pipe: Some(pipe),
        })
    }

    fn template(&mut self) -> Parse<TemplateCall<'t>> {
        const CONTEXT: &str = "template clause";
        let at = self.peek_word().at;
        let name = self.name(CONTEXT)?;
        let pipe = match self.peek_word().kind {
            TokenKind::RightDelimiter => {
                self.next();
                None
            }
            _ => Some(self.pipeline(CONTEXT, TokenKind::RightDelimiter)?),
        };
        Ok(TemplateCall { at, name, pipe })
    }

    fn control(&mut self, word: &'t str) -> Parse<Node<'t>> {
        let known = self.variables.len();
        let pipe = self.pipeline(word, TokenKind::RightDelimiter)?;
        let in_range = usize::from(word == "range");
        self.ranges += in_range;
        let (list, ended) = self.list()?;
        self.ranges -= in_range;
        let other = match ended {
            ListEnd::End => Vec::new(),
            ListEnd::Else => self.other(word)?,
        };
        self.variables.truncate(known);
        let branch = Branch { pipe, list, other };
        Ok(match word {
            "if" => Node::If(branch),
            "with" => Node::With(branch),
            _ => Node::Range(branch),
        })
    }

    /// Parses the alternative of a block. It may be a block of the same kind that shares the `end`.
    fn other(&mut self, word: &'t str) -> Parse<Vec<Node<'t>>> {
        let next = self.peek();
        if next.kind == TokenKind::Keyword && next.text == word && word != "range" {
            self.next();
            let node = self.deeper(|parser| parser.control(word))?;
            return Ok(vec![node]);
        }
        let (list, ended) = self.list()?;
        match ended {
            ListEnd::End => Ok(list),
            ListEnd::Else => Err(self.error(format!("expected end; found {}", ended.shown()))),
        }
    }

    fn pipeline(&mut self, context: &str, end: TokenKind) -> Parse<Pipe<'t>> {
        self.deeper(|parser| parser.pipeline_inside(context, end))
    }

    fn pipeline_inside(&mut self, context: &str, end: TokenKind) -> Parse<Pipe<'t>> {
        let mut pipe = Pipe {
            at: self.peek_word().at,
            ..Pipe::default()
        };
        loop {
            let variable = self.peek_word();
            if variable.kind != TokenKind::Variable {
                break;
            }
            let before = self.at;
            self.next();
            let next = self.peek_word();
            match next.kind {
                TokenKind::Assign | TokenKind::Declare => {
                    pipe.assigns = next.kind == TokenKind::Assign;
                    self.next();
                    pipe.variables.push(variable.text);
                    self.variables.push(variable.text);
                    break;
                }
                TokenKind::Other if next.text == "," => {
                    self.next();
                    pipe.variables.push(variable.text);
                    self.variables.push(variable.text);
                    if context != "range" || pipe.variables.len() > 1 {
                        return Err(self.error(format!("too many declarations in {context}")));
                    }
                    let goes_on = matches!(
                        self.peek_word().kind,
                        TokenKind::Variable | TokenKind::RightDelimiter | TokenKind::RightParen
                    );
                    if !goes_on {
                        return Err(self.error("range can only initialize variables"));
                    }
                }
                _ => {
                    self.at = before;
                    break;
                }
            }
        }
        loop {
            let token = self.peek_word();
            match token.kind {
                kind if kind == end => {
                    self.next();
                    return self.checked(pipe, context);
                }
                TokenKind::Bool
                | TokenKind::Char
                | TokenKind::Dot
                | TokenKind::Field
                | TokenKind::Identifier
                | TokenKind::Number
                | TokenKind::Nil
                | TokenKind::Raw
                | TokenKind::Quoted
                | TokenKind::Variable
                | TokenKind::LeftParen => {
                    let command = self.command()?;
                    pipe.commands.push(command);
                }
                _ => {
                    self.next();
                    return Err(self.unexpected(token, context));
                }
            }
        }
    }

    fn checked(&self, pipe: Pipe<'t>, context: &str) -> Parse<Pipe<'t>> {
        if pipe.commands.is_empty() {
            return Err(self.error(format!("missing value for {context}")));
        }
        for (at, command) in pipe.commands.iter().enumerate().skip(1) {
            let value = matches!(
                command.terms[0].kind,
                TermKind::Bool(_)
                    | TermKind::Dot
                    | TermKind::Nil
                    | TermKind::Number(_)
                    | TermKind::Text(..)
            );
            if value {
                let message = format!("non executable command in pipeline stage {}", at + 1);
                return Err(self.error(message));
            }
        }
        Ok(pipe)
    }

    fn command(&mut self) -> Parse<Command<'t>> {
        let at = self.peek_word().at;
        let mut terms = Vec::new();
        loop {
            self.skip_space();
            if let Some(term) = self.operand()? {
                terms.push(term);
            }
            let token = self.next();
            match token.kind {
                TokenKind::Space => continue,
                TokenKind::RightDelimiter | TokenKind::RightParen => self.at -= 1,
                TokenKind::Pipe => {}
                _ => return Err(self.unexpected(token, "operand")),
            }
            break;
        }
        if terms.is_empty() {
            Err(self.error("empty command"))
        } else {
            Ok(Command { at, terms })
        }
    }

    /// Parses a term and the fields after it.
    #[expect(clippy::string_slice, reason = "the token starts with an ASCII mark")]
    fn operand(&mut self) -> Parse<Option<Term<'t>>> {
        let Some(mut term) = self.term()? else {
            return Ok(None);
        };
        let first = self.peek();
        if first.kind != TokenKind::Field {
            return Ok(Some(term));
        }
        let mut fields = Vec::new();
        while self.peek().kind == TokenKind::Field {
            fields.push(&self.next().text[1..]);
        }
        match &mut term.kind {
            TermKind::Field(have) | TermKind::Variable(_, have) => {
                have.append(&mut fields);
                term.at = first.at;
            }
            TermKind::Bool(_)
            | TermKind::Text(..)
            | TermKind::Number(_)
            | TermKind::Nil
            | TermKind::Dot => {
                let shown = Quoted(&term.to_string()).to_string();
                return Err(self.error(format!("unexpected . after term {shown}")));
            }
            _ => {
                term = Term {
                    at: first.at,
                    kind: TermKind::Chain(Box::new(term), fields),
                };
            }
        }
        Ok(Some(term))
    }

    #[expect(clippy::string_slice, reason = "the token starts with an ASCII mark")]
    fn term(&mut self) -> Parse<Option<Term<'t>>> {
        let token = self.next_word();
        let kind = match token.kind {
            TokenKind::Identifier => {
                if builtin::find(token.text).is_none() && core_function(token.text).is_none() {
                    let name = Quoted(token.text);
                    return Err(self.error(format!("function {name} not defined")));
                }
                TermKind::Identifier(token.text)
            }
            TokenKind::Dot => TermKind::Dot,
            TokenKind::Nil => TermKind::Nil,
            TokenKind::Variable => {
                if !self.variables.contains(&token.text) {
                    let name = Quoted(token.text);
                    return Err(self.error(format!("undefined variable {name}")));
                }
                TermKind::Variable(token.text, Vec::new())
            }
            TokenKind::Field => TermKind::Field(vec![&token.text[1..]]),
            TokenKind::Bool => TermKind::Bool(token.text == "true"),
            TokenKind::Char | TokenKind::Number => TermKind::Number(self.number(token)?),
            TokenKind::LeftParen => {
                let pipe = self.pipeline("parenthesized pipeline", TokenKind::RightParen)?;
                TermKind::Pipe(pipe)
            }
            TokenKind::Quoted | TokenKind::Raw => TermKind::Text(token.text, self.unquoted(token)?),
            _ => {
                self.at -= 1;
                return Ok(None);
            }
        };
        Ok(Some(Term { at: token.at, kind }))
    }

    fn number(&self, token: Token<'t>) -> Parse<Number<'t>> {
        let text = token.text;
        if token.kind == TokenKind::Char {
            let inside = unquoted(text).and_then(|(inside, _)| inside.chars().next());
            let Some(c) = inside else {
                return Err(self.error(format!("malformed character constant: {text}")));
            };
            let (int, float) = (Some(i64::from(c as u32)), Some(f64::from(c as u32)));
            return Ok(Number {
                text,
                int,
                float,
                is_float: false,
            });
        }
        let hexadecimal = text.contains(['x', 'X']);
        let is_float = if hexadecimal {
            text.contains(['p', 'P', '.'])
        } else {
            text.contains(['.', 'e', 'E'])
        };
        let whole = if is_float { None } else { whole(text) };
        let float = match whole {
            Some(whole) => Some(whole as f64),
            None => parse_float(text).ok(),
        };
        let int = match whole {
            Some(whole) => i64::try_from(whole).ok(),
            // A float without a fraction is also an integer.
            None => float
                .filter(|float| *float as i64 as f64 == *float)
                .map(|float| float as i64),
        };
        if int.is_none() && float.is_none() {
            return Err(self.error(format!("illegal number syntax: {}", Quoted(text))));
        }
        Ok(Number {
            text,
            int,
            float,
            is_float,
        })
    }
}

/// Parses an integer in any base.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn whole(text: &str) -> Option<i128> {
    let (negative, digits) = match text.as_bytes()[0] {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0o" | "0O") => (8, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        Some(two) if two.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    let magnitude = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    (magnitude <= i128::from(u64::MAX)).then_some(if negative { -magnitude } else { magnitude })
}

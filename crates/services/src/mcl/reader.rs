//! Reading of a skeleton: statements, expressions and the scopes of names.

use super::scan::{Kind, Token, interpolations};
use super::skeleton::{
    Decl, DeclKind, Resource, Scope, Skeleton, Statement, Use, UseKind, is_keyword,
};
use polycty_core::source::Span;

/// The maximum nesting of blocks and functions; deeper ones have no declarations.
const MAX_NESTING: u32 = 64;

/// Reads the skeleton of a text from its tokens without comments.
pub(super) fn read(text: &str, tokens: &[Token]) -> Skeleton {
    let mut reader = Reader {
        text,
        tokens,
        at: 0,
        level: 0,
        found: Skeleton {
            scopes: vec![Scope {
                parent: None,
                span: Span::new(0, text.len()),
            }],
            ..Skeleton::default()
        },
    };
    while reader.at < tokens.len() {
        reader.block(0);
        // A closing brace without an opening one.
        reader.at += 1;
    }
    reader.found
}

/// Where an expression ends, apart from a line break and a closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Nothing else.
    Line,
    /// The opening brace of a block.
    Block,
    /// A comma.
    Comma,
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    level: u32,
    found: Skeleton,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn span(&self, ahead: usize) -> Span {
        let end = Span::at(self.text.len());
        self.tokens
            .get(self.at + ahead)
            .map_or(end, |token| token.span)
    }

    fn slice(&self, ahead: usize) -> &str {
        self.span(ahead).slice(self.text)
    }

    fn is_mark(&self, ahead: usize, mark: u8) -> bool {
        self.peek(ahead) == Some(Kind::Mark(mark, 0))
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        self.peek(ahead) == Some(Kind::Word) && self.slice(ahead) == word
    }

    /// The end of the last token that was read.
    fn end(&self) -> u32 {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |token| token.span.end)
    }

    fn scope(&mut self, parent: usize, start: u32) -> usize {
        self.found.scopes.push(Scope {
            parent: Some(parent),
            span: Span { start, end: start },
        });
        self.found.scopes.len() - 1
    }

    fn decl(&mut self, kind: DeclKind, name_span: Span, scope: usize) -> usize {
        self.found.decls.push(Decl {
            kind,
            name: name_span.slice(self.text).to_owned(),
            name_span,
            span: name_span,
            scope,
            inner: None,
            ty: None,
            of: String::new(),
        });
        self.found.decls.len() - 1
    }

    /// Reads statements up to a closing brace.
    fn block(&mut self, scope: usize) {
        loop {
            match self.peek(0) {
                None | Some(Kind::Mark(b'}', _)) => return,
                Some(Kind::Newline) => self.at += 1,
                Some(_) => {
                    let (start, before) = (self.span(0).start, self.at);
                    let place = self.found.statements.len();
                    self.statement(scope);
                    if self.at == before {
                        self.at += 1;
                    }
                    let span = Span {
                        start,
                        end: self.end(),
                    };
                    let level = self.level;
                    self.found
                        .statements
                        .insert(place, Statement { span, level });
                }
            }
        }
    }

    fn statement(&mut self, scope: usize) {
        let start = self.span(0).start;
        match self.peek(0) {
            Some(Kind::Mark(b'$', 0)) if self.is_bind() => self.bind(scope),
            Some(Kind::Word) => match self.slice(0) {
                "import" => self.import(scope, start),
                "include" => self.include(scope, start),
                "class" => self.definition(scope, start, DeclKind::Class),
                "func" if self.peek(1) == Some(Kind::Word) => {
                    self.definition(scope, start, DeclKind::Func);
                }
                "for" | "forkv" => self.for_loop(scope),
                "if" => self.if_statement(scope),
                "panic" => self.expression(scope, Until::Line),
                "collect" => {
                    self.at += 1;
                    self.resource(scope, start);
                }
                _ => self.resource(scope, start),
            },
            _ => self.expression(scope, Until::Line),
        }
    }

    /// Returns whether the next tokens are the start of a bind, possibly without a value.
    fn is_bind(&self) -> bool {
        self.has_bind_value()
            || self.peek(1) == Some(Kind::Word)
                && matches!(self.peek(2), None | Some(Kind::Newline))
    }

    /// Returns whether the next tokens are a variable, an optional type and `=`.
    fn has_bind_value(&self) -> bool {
        if self.peek(1) != Some(Kind::Word) {
            return false;
        }
        // A type between the name and `=` has no `$` and no line break.
        let mut ahead = 2;
        while ahead < 64 {
            match self.peek(ahead) {
                Some(Kind::Mark(b'=', 0)) => return true,
                Some(Kind::Word | Kind::Mark(b'[' | b']' | b'{' | b'}' | b':' | b';', 0)) => {
                    ahead += 1;
                }
                _ => return false,
            }
        }
        false
    }

    fn bind(&mut self, scope: usize) {
        let start = self.span(0).start;
        let decl = self.decl(DeclKind::Var, self.span(1), scope);
        self.at += 2;
        let ty = self.span(0);
        let mut last = None;
        while !matches!(self.peek(0), None | Some(Kind::Newline)) && !self.is_mark(0, b'=') {
            last = Some(self.span(0));
            self.at += 1;
        }
        self.found.decls[decl].ty = last.map(|last| ty.to(last));
        if self.is_mark(0, b'=') {
            self.at += 1;
            self.expression(scope, Until::Line);
        }
        self.found.decls[decl].span = Span {
            start,
            end: self.end(),
        };
    }

    fn import(&mut self, scope: usize, start: u32) {
        self.at += 1;
        if self.peek(0) != Some(Kind::String) {
            return self.expression(scope, Until::Line);
        }
        let string = self.span(0);
        let of = self.slice(0).trim_matches('"').to_owned();
        self.at += 1;
        let mut name = None;
        if self.is_word(0, "as") {
            self.at += 1;
            match self.peek(0) {
                Some(Kind::Mark(b'*', 0)) => {
                    self.found.imports_of_all.push((scope, of));
                    self.at += 1;
                    return;
                }
                Some(Kind::Word) => {
                    name = Some(self.span(0));
                    self.at += 1;
                }
                _ => {}
            }
        }
        let decl = self.decl(DeclKind::Import, name.unwrap_or(string), scope);
        let end = self.end();
        let decl = &mut self.found.decls[decl];
        decl.span = Span { start, end };
        if name.is_none() {
            let read = polycty_mcl::scope::import::read(&of);
            decl.name = read.map(|read| read.alias.to_string()).unwrap_or_default();
        }
        decl.of = of;
    }

    fn include(&mut self, scope: usize, start: u32) {
        self.at += 1;
        let of = match self.peek(0) {
            Some(Kind::Word) => {
                let parts = self.dotted();
                let first = parts.first().copied().unwrap_or_default();
                let of = first.to(*parts.last().unwrap_or(&first)).slice(self.text);
                let of = of.to_owned();
                let call = self.is_mark(0, b'(').then(|| self.span(0).start);
                self.found.uses.push(Use {
                    kind: UseKind::Class,
                    parts,
                    scope,
                    call,
                });
                of
            }
            _ => String::new(),
        };
        if self.is_mark(0, b'(') {
            self.brackets(scope);
        }
        if self.is_word(0, "as") && self.peek(1) == Some(Kind::Word) {
            let decl = self.decl(DeclKind::Include, self.span(1), scope);
            self.at += 2;
            let end = self.end();
            self.found.decls[decl].span = Span { start, end };
            self.found.decls[decl].of = of;
        }
    }

    /// Reads a name with dots.
    fn dotted(&mut self) -> Vec<Span> {
        let mut parts = vec![self.span(0)];
        self.at += 1;
        while self.is_mark(0, b'.')
            && self.peek(1) == Some(Kind::Word)
            && self.span(0).end == self.span(1).start
        {
            parts.push(self.span(1));
            self.at += 2;
        }
        parts
    }

    /// Reads a function or class.
    fn definition(&mut self, scope: usize, start: u32, kind: DeclKind) {
        self.at += 1;
        if self.peek(0) != Some(Kind::Word) {
            return self.expression(scope, Until::Line);
        }
        let mut name = self.span(0);
        self.at += 1;
        while self.is_mark(0, b':') && self.peek(1) == Some(Kind::Word) {
            name = name.to(self.span(1));
            self.at += 2;
        }
        let decl = self.decl(kind, name, scope);
        let inner = self.scope(scope, name.end);
        self.found.decls[decl].inner = Some(inner);
        if self.is_mark(0, b'(') {
            self.params(inner);
        }
        match kind {
            DeclKind::Class => self.braces(inner),
            _ => self.function_body(Some(decl), inner),
        }
        let end = self.end();
        self.found.scopes[inner].span.end = end;
        self.found.decls[decl].span = Span { start, end };
    }

    /// Reads the result type and the body of a function.
    fn function_body(&mut self, decl: Option<usize>, inner: usize) {
        let ty = self.span(0);
        let mut last = None;
        let mut depth = 0_u32;
        loop {
            match self.peek(0) {
                None | Some(Kind::Newline) => break,
                Some(Kind::Mark(b'{', 0)) => {
                    let before = self.at.checked_sub(1).map(|at| self.tokens[at].span);
                    let before = before.map_or("", |span| span.slice(self.text));
                    if depth == 0 && !matches!(before, "map" | "struct") {
                        break;
                    }
                    depth += 1;
                }
                Some(Kind::Mark(b'}', 0)) if depth == 0 => break,
                Some(Kind::Mark(b'}', 0)) => depth -= 1,
                Some(_) => {}
            }
            last = Some(self.span(0));
            self.at += 1;
        }
        if let Some(decl) = decl {
            self.found.decls[decl].ty = last.map(|last| ty.to(last));
        }
        if self.is_mark(0, b'{') {
            self.nested(|reader| reader.brackets(inner));
        }
    }

    /// Reads the parameters of a function or class.
    fn params(&mut self, scope: usize) {
        self.at += 1;
        loop {
            match self.peek(0) {
                Some(Kind::Mark(b'$', 0)) if self.peek(1) == Some(Kind::Word) => {
                    let start = self.span(0).start;
                    let decl = self.decl(DeclKind::Param, self.span(1), scope);
                    self.at += 2;
                    let ty = self.span(0);
                    let mut last = None;
                    let mut depth = 0_u32;
                    while let Some(kind) = self.peek(0) {
                        match kind {
                            Kind::Newline => break,
                            Kind::Mark(b',' | b')', 0) if depth == 0 => break,
                            Kind::Mark(b'(' | b'{' | b'[', 0) => depth += 1,
                            Kind::Mark(b')' | b'}' | b']', 0) => depth = depth.saturating_sub(1),
                            _ => {}
                        }
                        last = Some(self.span(0));
                        self.at += 1;
                    }
                    let end = self.end();
                    self.found.decls[decl].ty = last.map(|last| ty.to(last));
                    self.found.decls[decl].span = Span { start, end };
                }
                Some(Kind::Mark(b')', 0)) => {
                    self.at += 1;
                    return;
                }
                Some(Kind::Mark(b',', 0) | Kind::Newline) => self.at += 1,
                _ => return,
            }
        }
    }

    fn for_loop(&mut self, scope: usize) {
        let inner = self.scope(scope, self.span(0).end);
        self.at += 1;
        while self.is_mark(0, b'$') && self.peek(1) == Some(Kind::Word) {
            let decl = self.decl(DeclKind::Param, self.span(1), inner);
            self.found.decls[decl].span = self.span(0).to(self.span(1));
            self.at += 2;
            if self.is_mark(0, b',') {
                self.at += 1;
            }
        }
        if self.is_word(0, "in") {
            self.at += 1;
        }
        self.expression(scope, Until::Block);
        self.braces(inner);
        self.found.scopes[inner].span.end = self.end();
    }

    fn if_statement(&mut self, scope: usize) {
        self.at += 1;
        self.expression(scope, Until::Block);
        let start = self.span(0).start;
        let inner = self.scope(scope, start);
        self.braces(inner);
        self.found.scopes[inner].span.end = self.end();
        if self.is_word(0, "else") {
            self.at += 1;
            let start = self.span(0).start;
            let inner = self.scope(scope, start);
            self.braces(inner);
            self.found.scopes[inner].span.end = self.end();
        }
    }

    /// Reads a block in braces, if there is one.
    fn braces(&mut self, scope: usize) {
        if !self.is_mark(0, b'{') {
            return;
        }
        self.at += 1;
        self.nested(|reader| reader.block(scope));
        if self.is_mark(0, b'}') {
            self.at += 1;
        }
    }

    /// Reads a nested part. One that is too deep is left out.
    fn nested(&mut self, read: impl FnOnce(&mut Self)) {
        if self.level >= MAX_NESTING {
            self.at = self.tokens.len();
            return;
        }
        self.level += 1;
        read(self);
        self.level -= 1;
    }

    /// Reads a resource, or else an expression.
    fn resource(&mut self, scope: usize, start: u32) {
        let mut kind = self.span(0);
        let before = self.at;
        self.at += 1;
        while self.is_mark(0, b':') && self.peek(1) == Some(Kind::Word) {
            kind = kind.to(self.span(1));
            self.at += 2;
        }
        if self.is_mark(0, b'.') || self.is_mark(0, b'(') {
            self.at = before;
            return self.expression(scope, Until::Line);
        }
        let title = (self.peek(0) == Some(Kind::String)).then(|| self.span(0));
        self.expression(scope, Until::Block);
        let mut resource = Resource {
            kind,
            title,
            span: kind,
            body: Span::at(self.end() as usize),
            fields: Vec::new(),
        };
        if self.is_mark(0, b'{') {
            let body = self.span(0).end;
            self.at += 1;
            self.nested(|reader| reader.lines(scope, &mut resource.fields));
            let end = match self.is_mark(0, b'}') {
                true => {
                    self.at += 1;
                    self.end().saturating_sub(1)
                }
                false => self.end(),
            };
            resource.body = Span { start: body, end };
        }
        let end = self.end();
        resource.span = Span { start, end };
        self.found.resources.push(resource);
    }

    /// Reads the lines of a resource.
    fn lines(&mut self, scope: usize, fields: &mut Vec<Span>) {
        loop {
            match self.peek(0) {
                None | Some(Kind::Mark(b'}', _)) => return,
                Some(Kind::Newline | Kind::Mark(b',', 0)) => self.at += 1,
                Some(kind) => {
                    if self.starts_statement() {
                        return;
                    }
                    let before = self.at;
                    if kind == Kind::Word && self.peek(1) == Some(Kind::Mark(b'=', b'>')) {
                        fields.push(self.span(0));
                        self.at += 2;
                    }
                    self.expression(scope, Until::Comma);
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
    }

    /// Returns whether a line can only start a statement: the bracket around it is not closed.
    fn starts_statement(&self) -> bool {
        let is_first = self
            .at
            .checked_sub(1)
            .is_none_or(|at| self.tokens[at].kind == Kind::Newline);
        if !is_first {
            return false;
        }
        match self.peek(0) {
            Some(Kind::Mark(b'$', 0)) => self.has_bind_value(),
            Some(Kind::Word) => {
                let is_followed_by = |kinds: &[Kind]| {
                    let next = self.peek(1);
                    next.is_some_and(|next| kinds.contains(&next))
                };
                match self.slice(0) {
                    "import" => is_followed_by(&[Kind::String]),
                    "class" | "include" | "func" => is_followed_by(&[Kind::Word]),
                    "for" | "forkv" => is_followed_by(&[Kind::Mark(b'$', 0)]),
                    _ => is_followed_by(&[Kind::String]),
                }
            }
            _ => false,
        }
    }

    /// Reads an expression and the uses in it.
    fn expression(&mut self, scope: usize, until: Until) {
        let first = self.at;
        loop {
            let Some(kind) = self.peek(0) else { return };
            if self.at > first && self.starts_statement() {
                return;
            }
            match kind {
                Kind::Newline | Kind::Mark(b')' | b']' | b'}', 0) => return,
                Kind::Mark(b',', 0) if until == Until::Comma => return,
                Kind::Mark(b'{', 0) if until == Until::Block && self.ends_operand() => return,
                Kind::Mark(b'(' | b'[' | b'{', 0) => self.brackets(scope),
                _ => self.operand(scope),
            }
        }
    }

    /// Returns whether the last token can end an operand, so that a brace starts a block.
    fn ends_operand(&self) -> bool {
        let Some(last) = self.at.checked_sub(1).map(|at| self.tokens[at]) else {
            return false;
        };
        match last.kind {
            Kind::Word => !matches!(
                last.span.slice(self.text),
                "in" | "and" | "or" | "not" | "struct" | "if"
            ),
            Kind::Number | Kind::String | Kind::Capital => true,
            Kind::Mark(b')' | b']' | b'}', 0) => true,
            _ => false,
        }
    }

    /// Reads brackets and all that is in them.
    fn brackets(&mut self, scope: usize) {
        let mut depth = 0_u32;
        while let Some(kind) = self.peek(0) {
            match kind {
                Kind::Mark(b'(' | b'[' | b'{', 0) => {
                    depth += 1;
                    self.at += 1;
                }
                Kind::Mark(b')' | b']' | b'}', 0) => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                    if depth == 0 {
                        return;
                    }
                }
                _ if self.starts_statement() => return,
                _ => self.operand(scope),
            }
        }
    }

    /// Reads a token that is not a bracket, with the rest of its name.
    fn operand(&mut self, scope: usize) {
        match self.peek(0) {
            Some(Kind::Mark(b'$', 0)) if self.peek(1) == Some(Kind::Word) => {
                self.at += 1;
                let parts = self.dotted();
                let call = self.is_mark(0, b'(').then(|| self.span(0).start);
                self.found.uses.push(Use {
                    kind: UseKind::Var,
                    parts,
                    scope,
                    call,
                });
            }
            Some(Kind::Word) if self.is_word(0, "func") && self.is_mark(1, b'(') => {
                let inner = self.scope(scope, self.span(1).start);
                self.at += 1;
                self.params(inner);
                self.function_body(None, inner);
                self.found.scopes[inner].span.end = self.end();
            }
            Some(Kind::Word) => {
                let before = self.at;
                let parts = self.dotted();
                if self.is_mark(0, b'(') && !is_keyword(self.tokens[before].span.slice(self.text)) {
                    let call = Some(self.span(0).start);
                    self.found.uses.push(Use {
                        kind: UseKind::Func,
                        parts,
                        scope,
                        call,
                    });
                }
            }
            Some(Kind::String) => {
                for name in interpolations(self.text, self.span(0)) {
                    let mut start = name.start as usize;
                    let parts = name.slice(self.text).split('.').map(|part| {
                        let span = Span::new(start, start + part.len());
                        start += part.len() + 1;
                        span
                    });
                    let parts = parts.collect();
                    self.found.uses.push(Use {
                        kind: UseKind::Var,
                        parts,
                        scope,
                        call: None,
                    });
                }
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }
}

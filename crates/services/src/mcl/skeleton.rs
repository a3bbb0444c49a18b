//! The declarations, scopes and uses of names of an mcl text.
//!
//! The skeleton is read from tokens, so that it exists for a text with errors. A statement that is
//! not complete ends at the next line that can only start a statement.

use super::reader::read;
use super::scan::{Kind, Token, scan};
use polycty_core::source::Span;
use std::collections::BTreeMap;

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclKind {
    Var,
    Func,
    Class,
    /// A parameter or the variable of a loop.
    Param,
    Import,
    /// The alias of an include.
    Include,
}

/// The bytes of a skeleton for each byte of its text: declarations of a few bytes have the most.
pub(super) const BYTES: u64 = 48;

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Decl {
    pub kind: DeclKind,
    pub name: String,
    /// The name without `$`. For an import without `as`, it is the text of the import.
    pub name_span: Span,
    /// The whole statement or parameter.
    pub span: Span,
    /// The scope in which the name is visible.
    pub scope: usize,
    /// The scope of its parameters and its body.
    pub inner: Option<usize>,
    /// The text of the declared type.
    pub ty: Option<Span>,
    /// The text of an import, or the name of an included class.
    pub of: String,
}

/// The kinds of uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseKind {
    Var,
    Func,
    Class,
}

/// A use of a name, with the aliases before it.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub kind: UseKind,
    /// The parts between dots.
    pub parts: Vec<Span>,
    pub scope: usize,
    /// The opening parenthesis of a call.
    pub call: Option<u32>,
}

impl Use {
    /// The last part.
    pub fn name_span(&self) -> Span {
        self.parts.last().copied().unwrap_or_default()
    }

    /// All parts with dots.
    pub fn span(&self) -> Span {
        let first = self.parts.first().copied().unwrap_or_default();
        first.to(self.name_span())
    }
}

/// A resource.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// The kind, with colons.
    pub kind: Span,
    /// The first string of its name.
    pub title: Option<Span>,
    pub span: Span,
    /// The text between the braces.
    pub body: Span,
    /// The names of fields.
    pub fields: Vec<Span>,
}

/// The names that are visible in a part of the text.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub parent: Option<usize>,
    pub span: Span,
}

/// A statement and its nesting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub span: Span,
    pub level: u32,
}

/// The skeleton of a text.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    pub tokens: Vec<Token>,
    pub scopes: Vec<Scope>,
    pub decls: Vec<Decl>,
    pub uses: Vec<Use>,
    pub resources: Vec<Resource>,
    pub statements: Vec<Statement>,
    /// The texts of `import "…" as *`.
    pub imports_of_all: Vec<(usize, String)>,
    /// The declarations of each name by scope, in order.
    pub(super) by_name: BTreeMap<String, BTreeMap<usize, Vec<usize>>>,
}

impl Skeleton {
    pub fn of(text: &str) -> Skeleton {
        let tokens = scan(text);
        let significant: Vec<Token> = tokens
            .iter()
            .filter(|token| token.kind != Kind::Comment)
            .copied()
            .collect();
        let mut found = read(text, &significant);
        found.tokens = tokens;
        for (at, decl) in found.decls.iter().enumerate() {
            let same = found.by_name.entry(decl.name.clone()).or_default();
            same.entry(decl.scope).or_default().push(at);
        }
        found
    }

    /// The innermost scope at a byte.
    pub fn scope_at(&self, byte: u32) -> usize {
        let inside = |scope: &Scope| scope.span.start <= byte && byte <= scope.span.end;
        self.scopes.iter().rposition(inside).unwrap_or(0)
    }

    /// The scope and those around it, from the inside.
    pub fn scopes_from(&self, scope: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(scope), |scope| self.scopes[*scope].parent)
    }

    /// The first declaration of a name in a scope itself.
    pub fn declared(
        &self,
        scope: usize,
        name: &str,
        is_wanted: &dyn Fn(DeclKind) -> bool,
    ) -> Option<usize> {
        let mut same = self.by_name.get(name)?.get(&scope)?.iter().copied();
        same.find(|at| is_wanted(self.decls[*at].kind))
    }

    /// The declaration of a name that is visible in a scope.
    pub fn named(
        &self,
        scope: usize,
        name: &str,
        is_wanted: &dyn Fn(DeclKind) -> bool,
    ) -> Option<usize> {
        let mut scopes = self.scopes_from(scope);
        scopes.find_map(|scope| self.declared(scope, name, is_wanted))
    }

    /// The use at a byte.
    pub fn use_at(&self, byte: u32) -> Option<&Use> {
        let mut uses = self.uses.iter();
        uses.find(|each| touches(each.span(), byte))
    }

    /// The declaration whose name is at a byte.
    pub fn decl_at(&self, byte: u32) -> Option<usize> {
        let mut decls = self.decls.iter();
        decls.position(|decl| touches(decl.name_span, byte))
    }

    /// The declaration of this text that a use without aliases refers to.
    pub fn local(&self, text: &str, found: &Use) -> Option<usize> {
        match found.parts[..] {
            [name] => self.named(found.scope, name.slice(text), &|kind| {
                fits(found.kind, kind)
            }),
            _ => None,
        }
    }

    /// The innermost resource whose body contains a byte.
    pub fn resource_at(&self, byte: u32) -> Option<&Resource> {
        let mut resources = self.resources.iter().rev();
        resources.find(|each| each.body.start <= byte && byte <= each.body.end)
    }
}

/// Returns whether a kind of use can refer to a kind of declaration.
pub(super) fn fits(found: UseKind, kind: DeclKind) -> bool {
    match found {
        UseKind::Var => matches!(kind, DeclKind::Var | DeclKind::Param),
        UseKind::Func => kind == DeclKind::Func,
        UseKind::Class => kind == DeclKind::Class,
    }
}

/// Returns whether a span contains a byte or ends at it.
pub(super) fn touches(span: Span, byte: u32) -> bool {
    span.start <= byte && byte <= span.end
}

/// Returns whether a word is a keyword.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The words that are not names.
pub(super) const KEYWORDS: [&str; 23] = [
    "and", "as", "bool", "class", "collect", "else", "false", "float", "for", "forkv", "func",
    "if", "import", "in", "include", "int", "map", "not", "or", "panic", "str", "struct", "true",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_statement_leaves_the_others() {
        let text = "import \"fmt\"\n$a = [1, (2,\n$b str = \"${a}\"\nfile \"/x\" {\n\tmode => \"\nclass c($p int) {\n\t$d = $p\n}\n";
        let found = Skeleton::of(text);
        let names: Vec<&str> = found.decls.iter().map(|decl| &*decl.name).collect();
        assert_eq!(names, ["fmt", "a", "b", "c", "p", "d"]);
        let ty = found.decls[2].ty.map(|ty| ty.slice(text));
        assert_eq!(ty, Some("str"));
        let uses: Vec<&str> = found
            .uses
            .iter()
            .map(|each| each.span().slice(text))
            .collect();
        assert_eq!(uses, ["a", "p"]);
        assert_eq!(found.resources[0].kind.slice(text), "file");
        assert_eq!(found.scope_at(text.len() as u32 - 5), found.uses[1].scope);
    }

    #[test]
    fn blocks_have_scopes() {
        let text = "if $x == {\"a\" => 1} {\n\tinclude m.c(1) as d\n} else {\n\tprint \"p\" {\n\t\tmsg => f(func($v) { $v }),\n\t}\n}\nforkv $k, $v in {} {\n\t$e = $k\n}\n";
        let found = Skeleton::of(text);
        let names: Vec<&str> = found.decls.iter().map(|decl| &*decl.name).collect();
        assert_eq!(names, ["d", "v", "k", "v", "e"]);
        assert_eq!(found.decls[0].of, "m.c");
        let fields: Vec<&str> = (found.resources[0].fields.iter())
            .map(|field| field.slice(text))
            .collect();
        assert_eq!(fields, ["msg"]);
        let levels: Vec<u32> = found.statements.iter().map(|each| each.level).collect();
        assert_eq!(levels, [0, 1, 1, 0, 1]);
    }
}

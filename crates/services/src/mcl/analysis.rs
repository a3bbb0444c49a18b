//! The analysis of an mcl program: its skeleton, its errors and the types of its expressions.
//!
//! The parts of a program (`parts`) whose result is not known are compiled together, with spaces in
//! place of all other parts and of the statements with errors of syntax, which are found by parsing
//! each statement alone. The compiler ends at the first error. For the other errors and the types of
//! the rest, the smallest statement with the error and those that use its names are replaced by
//! spaces, and the program is compiled again, a few times. The compiler infers types only of variables
//! that a resource uses, so the program also has a resource that uses the other variables of the
//! outermost scope.

use super::parts::Parts;
use super::skeleton::{Decl, DeclKind, Resource, Skeleton, Use, UseKind};
use crate::language::Context;
use crate::languages::{OptionError, Options, recorded};
use crate::workspace::Workspace;
use polycty_core::calls::{Budget, Worklist};
use polycty_core::sort::sort_by_key;
use polycty_core::source::{
    Code, Diagnostic, Error, Position, Range, Reporter, Result, Source, SourceText, Span,
};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_mcl::functions::{Core, NoHost};
use polycty_mcl::host::{Files, Host, Library};
use polycty_mcl::resources::{FieldTable, ResourceField, ResourceKind, ResourceKinds};
use polycty_mcl::scope::program::NodeKind;
use polycty_mcl::syntax::parse;
use polycty_mcl::typing::{Typed, unify};
use polycty_mcl::{CompileError, graph, scope};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// The maximum number of compilations of an analysis.
const MAX_ROUNDS: usize = 12;

/// The maximum number of nested statements that are left out of one with errors of syntax.
const MAX_DAMAGE: usize = 4;

/// The maximum number of types of one name, whose function has several copies.
const MAX_TYPES: usize = 4;

/// The kind of the resource that uses variables.
const USER: &str = "polycty:services";

/// The folder of imported modules in a program.
const MODULES: &str = "/modules/";

/// The options of the language.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub modules: Option<String>,
    /// The kinds of resources, if the user names them.
    pub kinds: Option<ResourceKinds>,
}

impl Setup {
    pub fn of(options: &Options, errors: &mut Vec<OptionError>) -> Setup {
        let kinds = options.mcl_kinds.as_ref().and_then(|text| {
            let mut kinds = ResourceKinds::default();
            let added = kinds.add_schema(text.as_bytes(), &Budget::standard());
            recorded("mcl_kinds", added.map(|()| kinds), errors)
        });
        Setup {
            modules: options.mcl_modules.clone(),
            kinds,
        }
    }

    /// The path of the workspace for a path of a program.
    fn path(&self, path: &str) -> String {
        match (&self.modules, path.strip_prefix(MODULES)) {
            (Some(modules), Some(below)) => format!("{}/{below}", modules.trim_end_matches('/')),
            _ => path.to_owned(),
        }
    }
}

/// The files of the workspace, with one of them replaced.
struct WorkspaceFiles<'w> {
    workspace: &'w Workspace,
    budget: &'w Budget,
    setup: &'w Setup,
    replaced: (&'w str, Str),
}

impl Files for WorkspaceFiles<'_> {
    fn read(&self, path: &str) -> Option<Str> {
        if path == self.replaced.0 {
            return Some(self.replaced.1.clone());
        }
        let path = self.setup.path(path);
        let text = self.workspace.text(&path, self.budget);
        // An exceeded budget also ends the compilation.
        Some((&*text.ok()??).into())
    }
}

/// The core functions and the variables of each program.
pub(super) fn library() -> Core {
    Core::new(Arc::new(NoHost))
        .variable("hostname", Value::string("localhost"))
        .variable("purpleidea", Value::string("hello world!"))
}

/// A program and its errors.
pub(super) struct Analysis {
    pub text: Arc<str>,
    pub skeleton: Skeleton,
    /// The errors with the paths of their files, in the order of the text.
    pub diagnostics: Vec<(String, Diagnostic)>,
    parts: Parts,
    /// The result of each part.
    results: Vec<Arc<PartResult>>,
    /// The types of declarations, once they are needed.
    decl_types: OnceLock<Vec<Vec<Type>>>,
}

/// The result of a part. Statements are counted within the part, and bytes within the statement.
#[derive(Debug, Default)]
struct PartResult {
    reports: Vec<Report>,
    /// The statements with errors and those that use their names.
    left_out: Vec<(usize, Span)>,
    /// The types of variables and calls, by the byte where they start.
    types: BTreeMap<(usize, u32), Vec<Type>>,
    /// The types of variables that only the added resource uses.
    unused_types: BTreeMap<String, Type>,
    /// The number of compilations that failed because of the part.
    failures: usize,
    /// Whether the result depends only on the key of the part.
    is_final: bool,
}

/// An error in a statement.
#[derive(Clone, Debug)]
struct Report {
    statement: usize,
    span: Span,
    diagnostic: Diagnostic,
    is_syntax: bool,
}

impl Analysis {
    /// Analyzes a document. The results of the parts that did not change are those of the previous
    /// analysis.
    pub fn new(
        context: &Context<'_>,
        setup: &Setup,
        previous: Option<&Analysis>,
    ) -> Result<Analysis> {
        let text = context.document.text().clone();
        context
            .budget
            .parts(1 + text.len() as u64, super::skeleton::BYTES)?;
        let skeleton = Skeleton::of(&text);
        let unused = unused(&text, &skeleton);
        let names = unused.iter().map(|at| &*skeleton.decls[*at].name).collect();
        let mut parts = Parts::of(&text, &skeleton, &names, context.budget)?;
        let known: HashMap<u64, &Arc<PartResult>> = previous
            .iter()
            .flat_map(|before| before.parts.keys.iter().copied().zip(&before.results))
            .filter(|(_, result)| result.is_final)
            .collect();
        let reused: Vec<Option<Arc<PartResult>>> = (parts.keys.iter())
            .map(|key| known.get(key).map(|result| Arc::clone(result)))
            .collect();
        let check = |parts: &Parts, known: Vec<Option<Arc<PartResult>>>, damage| {
            let mut check = Check::new(context, setup, &text, &skeleton, parts, &known, damage)?;
            check.run(unused.clone())?;
            let Check { fresh, others, .. } = check;
            let results = known.into_iter().zip(fresh);
            let results = results.map(|(known, fresh)| known.unwrap_or_else(|| Arc::new(fresh)));
            Ok::<_, Error>((results.collect::<Vec<_>>(), others))
        };
        // The statements of a text without a last line break are parsed with it.
        let mut syntax_error = match parts.is_orderly && text.ends_with('\n') {
            true => None,
            false => syntax_error(context, &text)?,
        };
        let mut damage = match parts.is_orderly || syntax_error.is_some() {
            true => Damage::Possible,
            false => Damage::None,
        };
        let mut is_new = reused.iter().all(Option::is_none);
        let (mut results, mut others) = check(&parts, reused, damage)?;
        if parts.is_orderly
            && (results.iter()).any(|each| each.reports.iter().any(|report| report.is_syntax))
        {
            syntax_error = self::syntax_error(context, &text)?;
            if syntax_error.is_none() {
                // The statements of the grammar are not those of the skeleton.
                (parts.is_orderly, damage, is_new) = (false, Damage::None, false);
            }
        }
        // An error outside of the document and the last of many errors hide others. Which ones depends
        // on the parts that are compiled together, so all of them are.
        let failures: usize = results.iter().map(|result| result.failures).sum();
        let hidden = !parts.is_orderly
            || !others.is_empty()
            || failures + 1 >= MAX_ROUNDS
            || results.iter().any(|result| !result.is_final);
        if hidden && !is_new {
            (results, others) = check(&parts, vec![None; parts.keys.len()], damage)?;
        }
        let mut analysis = Analysis {
            results,
            text,
            skeleton,
            diagnostics: others,
            parts,
            decl_types: OnceLock::new(),
        };
        analysis.collect(context, syntax_error);
        context.budget.finish()?;
        Ok(analysis)
    }

    /// Collects the diagnostics of all parts. The first error of syntax is that of the whole text.
    fn collect(&mut self, context: &Context<'_>, syntax_error: Option<Error>) {
        let path = context.document.path();
        let reports = self.results.iter().enumerate().flat_map(|(part, result)| {
            let members = &self.parts.members[part];
            let reports = result.reports.iter();
            reports.map(|report| (self.parts.statements[members[report.statement]], report))
        });
        let mut reports: Vec<(Span, &Report)> = reports.collect();
        if reports.is_empty() && syntax_error.is_none() {
            return;
        }
        sort_by_key(&mut reports, |(statement, report)| {
            (statement.start, report.span.start)
        });
        let source = Source::new(path, &*self.text);
        let lines = SourceText::new(source.clone(), Vec::new());
        let mut found = Vec::new();
        if let Some(error) = syntax_error {
            let at = error.offset().unwrap_or(0) as u32;
            let first = reports.iter().position(|(_, report)| report.is_syntax);
            first.map(|first| reports.remove(first));
            let is_other = |statement: &Span| at < statement.start || statement.end < at;
            reports.retain(|(statement, report)| !report.is_syntax || is_other(statement));
            let diagnostics = error.diagnostics().iter().cloned();
            found.extend(diagnostics.map(|each| (at, each)));
        }
        for (statement, report) in reports {
            let span = Span {
                start: statement.start + report.span.start,
                end: statement.start + report.span.end,
            };
            let mut diagnostic = report.diagnostic.clone().with_subject(lines.range(span));
            diagnostic.source = Some(source.clone());
            found.push((span.start, diagnostic));
        }
        sort_by_key(&mut found, |(at, _)| *at);
        let found = found.into_iter().map(|(_, each)| (path.to_owned(), each));
        self.diagnostics.extend(found);
    }

    /// The types of the variable or call that starts at a byte: several if copies of a function
    /// differ.
    pub fn types_at(&self, byte: u32) -> &[Type] {
        let Some(at) = self.parts.at(byte) else {
            return &[];
        };
        let part = self.parts.part[at];
        let member = self.parts.members[part].partition_point(|each| *each < at);
        let types = &self.results[part].types;
        let found = types.get(&(member, byte - self.parts.statements[at].start));
        found.map_or(&[], Vec::as_slice)
    }

    /// The types of a use. A variable starts at its `$`.
    pub fn types_of_use(&self, found: &Use) -> &[Type] {
        let start = found.span().start;
        match found.kind {
            UseKind::Var => self.types_at(start.saturating_sub(1)),
            UseKind::Func => self.types_at(start),
            UseKind::Class => &[],
        }
    }

    /// The types of a declaration: those of its parameter or of its first use in the document.
    pub fn types_of_decl(&self, decl: usize) -> &[Type] {
        let all = self.decl_types.get_or_init(|| self.all_decl_types());
        all.get(decl).map_or(&[], Vec::as_slice)
    }

    /// The types of all declarations.
    fn all_decl_types(&self) -> Vec<Vec<Type>> {
        let decls = self.skeleton.decls.iter();
        let mut all: Vec<Vec<Type>> = decls
            .map(|decl| match decl.kind {
                DeclKind::Param => self.types_at(decl.span.start).to_vec(),
                DeclKind::Var if decl.scope == 0 => {
                    let at = self.parts.at(decl.span.start);
                    let result = at.map(|at| &self.results[self.parts.part[at]]);
                    let unused = result.and_then(|result| result.unused_types.get(&decl.name));
                    unused.cloned().into_iter().collect()
                }
                _ => Vec::new(),
            })
            .collect();
        for each in &self.skeleton.uses {
            if each.kind == UseKind::Var
                && let Some(decl) = self.skeleton.local(&self.text, each)
                && all[decl].is_empty()
            {
                all[decl] = self.types_of_use(each).to_vec();
            }
        }
        all
    }

    /// The declarations that are visible in a scope, the nearest first.
    pub fn visible(&self, scope: usize) -> Vec<usize> {
        let around: Vec<usize> = self.skeleton.scopes_from(scope).collect();
        let mut by_scope: Vec<Vec<usize>> = vec![Vec::new(); around.len()];
        for (at, decl) in self.skeleton.decls.iter().enumerate() {
            if let Some(level) = around.iter().position(|scope| *scope == decl.scope) {
                by_scope[level].push(at);
            }
        }
        let mut names = BTreeSet::new();
        let mut found = Vec::new();
        for at in by_scope.into_iter().flatten() {
            let decl = &self.skeleton.decls[at];
            let space = match decl.kind {
                DeclKind::Var | DeclKind::Param => 0,
                DeclKind::Func => 1,
                DeclKind::Class => 2,
                DeclKind::Import | DeclKind::Include => 3,
            };
            if names.insert((space, &*decl.name)) {
                found.push(at);
            }
        }
        found
    }

    /// The declarations as [`Analysis::visible`] returns them.
    pub fn visible_decls(&self, scope: usize) -> impl Iterator<Item = &Decl> {
        let visible = self.visible(scope).into_iter();
        visible.map(|at| &self.skeleton.decls[at])
    }
}

/// The variables of the outermost scope that a text does not use.
fn unused(text: &str, skeleton: &Skeleton) -> Vec<usize> {
    let uses = skeleton.uses.iter();
    let used: HashSet<&str> = uses.map(|each| each.name_span().slice(text)).collect();
    let decls = skeleton.decls.iter().enumerate();
    let unused = decls.filter(|(_, decl)| {
        let is_outermost = decl.kind == DeclKind::Var && decl.scope == 0;
        is_outermost && !used.contains(&*decl.name)
    });
    unused.map(|(at, _)| at).collect()
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The compilation of the parts whose result is not known.
struct Check<'a> {
    context: &'a Context<'a>,
    setup: &'a Setup,
    text: &'a str,
    skeleton: &'a Skeleton,
    parts: &'a Parts,
    /// Whether the result of each part is not known.
    is_fresh: Vec<bool>,
    /// The statements of the parts whose result is not known, and those that they need.
    included: Vec<usize>,
    damage: Damage,
    /// The outermost statements that are replaced by spaces, from their starts to their ends.
    left_out: BTreeMap<u32, u32>,
    /// The uses of each name, once a statement with names is left out.
    uses: OnceCell<HashMap<&'a str, Vec<usize>>>,
    /// The results of the parts that are compiled.
    fresh: Vec<PartResult>,
    /// The errors that are not in a statement of the document.
    others: Vec<(String, Diagnostic)>,
}

impl<'a> Check<'a> {
    fn new(
        context: &'a Context<'a>,
        setup: &'a Setup,
        text: &'a str,
        skeleton: &'a Skeleton,
        parts: &'a Parts,
        known: &[Option<Arc<PartResult>>],
        damage: Damage,
    ) -> Result<Check<'a>> {
        let is_fresh: Vec<bool> = known.iter().map(Option::is_none).collect();
        let fresh = (0..parts.members.len()).filter(|part| is_fresh[*part]);
        let included = fresh.flat_map(|part| parts.members[part].iter().chain(&parts.needs[part]));
        let included: BTreeSet<usize> = included.copied().collect();
        let included: Vec<usize> = included.into_iter().collect();
        let mut left_out = Vec::new();
        for part in included
            .iter()
            .map(|at| parts.part[*at])
            .collect::<BTreeSet<_>>()
        {
            for (member, span) in known[part].iter().flat_map(|result| &result.left_out) {
                let start = parts.statements[parts.members[part][*member]].start;
                left_out.push(Span {
                    start: start + span.start,
                    end: start + span.end,
                });
            }
        }
        let fresh = known.iter().map(|_| PartResult {
            is_final: true,
            ..PartResult::default()
        });
        let mut check = Check {
            fresh: fresh.collect(),
            context,
            setup,
            text,
            skeleton,
            parts,
            is_fresh,
            included,
            damage,
            left_out: BTreeMap::new(),
            uses: OnceCell::new(),
            others: Vec::new(),
        };
        if damage == Damage::Possible {
            left_out.extend(check.damaged()?);
        }
        for span in left_out {
            check.leave_out(span)?;
        }
        Ok(check)
    }

    /// Compiles the parts until there is no further error.
    fn run(&mut self, unused: Vec<usize>) -> Result<()> {
        if self.included.is_empty() {
            return Ok(());
        }
        let mut users = unused;
        users.retain(|decl| self.is_included(self.skeleton.decls[*decl].span));
        for _ in 0..MAX_ROUNDS {
            let text = self.source(&users);
            let mut error = match compile(self.context, self.setup, &text) {
                Ok(typed) => {
                    self.set_types(&typed, &text);
                    return Ok(());
                }
                Err(error) => error,
            };
            if !users.is_empty() {
                let alone = self.source(&[]);
                match compile(self.context, self.setup, &alone) {
                    Ok(typed) => {
                        // Only the added resource has an error.
                        self.set_types(&typed, &alone);
                        let faulty = self.faulty(&ended(error, self.context.budget)?);
                        let count = users.len();
                        users.retain(|decl| {
                            let span = self.skeleton.decls[*decl].span;
                            faulty.is_some_and(|faulty| !contains(faulty, span))
                        });
                        if users.len() == count {
                            return Ok(());
                        }
                        self.count_failure(faulty);
                        continue;
                    }
                    Err(without) => error = without,
                }
            }
            let error = ended(error, self.context.budget)?;
            let faulty = self.faulty(&error);
            self.count_failure(faulty);
            self.report(&error, faulty);
            match faulty {
                Some(span) => self.leave_out(span)?,
                None => break,
            }
        }
        // The rest of the errors is not known.
        self.fresh
            .iter_mut()
            .for_each(|result| result.is_final = false);
        Ok(())
    }

    /// Counts a failed compilation for the part with the error.
    fn count_failure(&mut self, faulty: Option<Span>) {
        if let Some((part, ..)) = faulty.and_then(|span| self.place(span)) {
            self.fresh[part].failures += 1;
        }
    }

    fn is_included(&self, span: Span) -> bool {
        let at = self.parts.at(span.start);
        at.is_some_and(|at| self.included.binary_search(&at).is_ok())
    }

    fn is_left_out(&self, span: Span) -> bool {
        let before = self.left_out.range(..=span.start).next_back();
        before.is_some_and(|(_, end)| span.end <= *end)
    }

    /// The included statements at their places, and a resource that uses variables.
    fn source(&self, users: &[usize]) -> Str {
        let spaces = |byte: u8| if byte == b'\n' { byte } else { b' ' };
        let whole = self.text.as_bytes();
        let mut bytes: Vec<u8> = whole.iter().copied().map(spaces).collect();
        for at in &self.included {
            let span = self.parts.statements[*at];
            let span = span.start as usize..span.end as usize;
            bytes[span.clone()].copy_from_slice(&whole[span]);
        }
        for (start, end) in &self.left_out {
            let bytes = &mut bytes[*start as usize..*end as usize];
            bytes.iter_mut().for_each(|byte| *byte = spaces(*byte));
        }
        let mut text = String::from_utf8(bytes).unwrap_or_default();
        if self.damage == Damage::Possible {
            text.push('\n');
        }
        let users = users.iter().map(|at| &self.skeleton.decls[*at]);
        let users = users.filter(|decl| !self.is_left_out(decl.span));
        let lines = users.enumerate();
        let lines = lines.map(|(at, decl)| format!("\tfield{at} => ${},\n", decl.name));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            text.push_str(&format!("\n{USER} \"name\" {{\n{lines}}}\n"));
        }
        text.into()
    }

    /// The uses of each name.
    fn uses(&self) -> &HashMap<&'a str, Vec<usize>> {
        self.uses.get_or_init(|| {
            let mut uses: HashMap<&str, Vec<usize>> = HashMap::new();
            for (at, each) in self.skeleton.uses.iter().enumerate() {
                for part in &each.parts {
                    uses.entry(part.slice(self.text)).or_default().push(at);
                }
            }
            uses
        })
    }

    /// Leaves out a statement and those that use its names.
    fn leave_out(&mut self, span: Span) -> Result<()> {
        let skeleton = self.skeleton;
        let mut added = Worklist::of(self.context.budget, [span])?;
        while let Some(span) = added.next()? {
            if self.is_left_out(span) {
                continue;
            }
            let inside = self.left_out.range(span.start..span.end);
            let inside: Vec<u32> = inside.map(|(start, _)| *start).collect();
            for start in inside {
                self.left_out.remove(&start);
            }
            self.left_out.insert(span.start, span.end);
            if let Some((part, member, inner)) = self.place(span) {
                self.fresh[part].left_out.push((member, inner));
            }
            // Declarations are in the order of the text.
            debug_assert!(skeleton.decls.is_sorted_by_key(|decl| decl.span.start));
            let first = skeleton
                .decls
                .partition_point(|decl| decl.span.start < span.start);
            let decls = skeleton.decls[first..].iter();
            let decls = decls.take_while(|decl| decl.span.start <= span.end);
            let decls = decls.filter(|decl| contains(span, decl.span));
            // The declared names with the part of the text in which they are visible.
            let names = decls.map(|decl| (&*decl.name, skeleton.scopes[decl.scope].span));
            let names = names.filter(|(_, visible)| !contains(span, *visible));
            let names: HashMap<&str, Span> = names.collect();
            for (name, visible) in names {
                let uses = self.uses().get(name).map_or(&[][..], Vec::as_slice);
                let uses = self.context.budget.charged(uses)?;
                let uses = uses.map(|at| skeleton.uses[*at].span());
                for each in uses.filter(|each| contains(visible, *each)) {
                    let user = self.statement_at(each.start);
                    added.extend(user.filter(|user| self.is_included(*user)))?;
                }
            }
        }
        Ok(())
    }

    /// The part of a span, the statement in the part and the span in the statement, if the part is
    /// compiled for its result.
    fn place(&self, span: Span) -> Option<(usize, usize, Span)> {
        let at = self.parts.at(span.start)?;
        let (part, statement) = (self.parts.part[at], self.parts.statements[at]);
        let member = self.parts.members[part].partition_point(|each| *each < at);
        let inner = Span {
            start: span.start - statement.start,
            end: span.end.saturating_sub(statement.start),
        };
        self.is_fresh[part].then_some((part, member, inner))
    }

    /// The smallest statement at a byte that is not left out.
    fn statement_at(&self, byte: u32) -> Option<Span> {
        let statements = &self.skeleton.statements;
        let after = statements.partition_point(|each| each.span.start <= byte);
        let mut before = statements[..after].iter().rev();
        // Statements are in the order of their starts: those around a byte precede it.
        let mut outermost = false;
        let mut steps = 0;
        let found = before.find(|each| {
            steps += 1;
            outermost |= each.level == 0;
            outermost || byte <= each.span.end && !self.is_left_out(each.span)
        });
        // The caller ends at its next charge.
        let _ = self.context.budget.charge(steps / 8);
        let span = found.map(|each| each.span)?;
        (byte <= span.end && !self.is_left_out(span)).then_some(span)
    }

    /// Returns the smallest statements with errors of syntax, of the statements of the parts that are
    /// compiled for their result. They depend only on the texts of the statements.
    fn damaged(&mut self) -> Result<Vec<Span>> {
        let mut damaged = Vec::new();
        for at in 0..self.included.len() {
            let at = self.included[at];
            if !self.is_fresh[self.parts.part[at]] {
                continue;
            }
            let statement = self.parts.statements[at];
            let mut text = format!("{}\n", statement.slice(self.text));
            for round in 0..MAX_DAMAGE {
                let Some(error) = syntax_error(self.context, &text)? else {
                    break;
                };
                let byte = statement.start + error.offset().unwrap_or(0) as u32;
                if round == 0 {
                    self.report_syntax(&error, statement);
                }
                let inner = self.statement_at(byte.min(statement.end));
                let inner = inner.filter(|inner| contains(statement, *inner));
                let inner = inner
                    .filter(|_| round + 1 < MAX_DAMAGE)
                    .unwrap_or(statement);
                damaged.push(inner);
                if inner == statement {
                    break;
                }
                let mut bytes = text.into_bytes();
                let inside = (inner.start - statement.start) as usize
                    ..(inner.end - statement.start) as usize;
                let inside = bytes[inside].iter_mut().filter(|byte| **byte != b'\n');
                inside.for_each(|byte| *byte = b' ');
                text = String::from_utf8(bytes).unwrap_or_default();
            }
        }
        Ok(damaged)
    }

    /// Records an error of syntax of a statement that was parsed alone.
    fn report_syntax(&mut self, error: &Error, statement: Span) {
        let Some((part, member, _)) = self.place(statement) else {
            return;
        };
        for diagnostic in error.diagnostics() {
            let subject = diagnostic.subject.unwrap_or(Range {
                start: Position::START,
                end: Position::START,
            });
            let length = (statement.end - statement.start) as usize;
            let (start, end) = (subject.start.byte.min(length), subject.end.byte.min(length));
            self.fresh[part].reports.push(Report {
                statement: member,
                span: Span::new(start, end),
                diagnostic: diagnostic.clone(),
                is_syntax: true,
            });
        }
    }

    /// Records an error in a statement.
    fn report(&mut self, error: &Error, faulty: Option<Span>) {
        let own = self.context.document.path();
        let place = faulty.and_then(|span| self.place(span));
        if faulty.is_some() && place.is_none() {
            // A part that did not change has reported the error.
            return;
        }
        if error.diagnostics().is_empty() {
            let diagnostic = Reporter::Mcl
                .error(error.message(), "")
                .with_code(error.code());
            self.others.push((own.to_owned(), diagnostic));
        }
        for diagnostic in error.diagnostics() {
            let source = diagnostic.source.as_ref().or(error.source());
            let is_own = source.is_none_or(|source| &*source.name == own);
            let subject = diagnostic.subject.filter(|_| is_own);
            let subject = subject.map(|subject| Span::new(subject.start.byte, subject.end.byte));
            if let (Some((part, member, _)), Some(subject)) = (place, subject)
                && let Some((_, _, span)) = self.place(subject)
                && diagnostic.related().is_empty()
            {
                self.fresh[part].reports.push(Report {
                    statement: member,
                    span,
                    diagnostic: diagnostic.clone(),
                    is_syntax: false,
                });
                continue;
            }
            // The text of the diagnostic contains lines of other files.
            let path = source.map_or(own.to_owned(), |source| self.setup.path(&source.name));
            self.others.push((path, diagnostic.clone()));
            if let Some((part, ..)) = place {
                self.fresh[part].is_final = false;
            }
        }
    }

    /// Returns the smallest statement that contains an error and is not left out.
    fn faulty(&self, error: &Error) -> Option<Span> {
        let path = self.context.document.path();
        // An error in an imported file is one of the import.
        let ranges = error.diagnostics().iter().flat_map(|diagnostic| {
            let own = diagnostic.source.as_ref().or(error.source());
            let subject = own.zip(diagnostic.subject);
            let related = diagnostic.related().iter();
            let related = related.filter_map(|each| Some((each.source.as_ref()?, each.range)));
            subject.into_iter().chain(related)
        });
        let mut ranges = ranges.filter(|(source, _)| &*source.name == path);
        let at = ranges.next()?.1.start.byte as u32;
        self.statement_at(at).filter(|span| self.is_included(*span))
    }

    /// Records the types of the variables, parameters and called functions of the document, which
    /// was compiled as `text`.
    fn set_types(&mut self, typed: &Typed, text: &str) {
        let program = &typed.program;
        let rows = Rows::of(text);
        for result in &mut self.fresh {
            result.types.clear();
            result.unused_types.clear();
        }
        let path = self.context.document.path();
        let mut files = program.files.iter();
        let Some(file) = files.position(|file| &*file.name == path) else {
            return;
        };
        for id in (0..program.len()).filter_map(|number| program.id(number)) {
            let node = &program[id];
            if node.at.file as usize != file || node.interpolated {
                continue;
            }
            let ty = match &node.kind {
                NodeKind::Var(..) | NodeKind::Param(..) => typed.ty(id),
                NodeKind::Call(call) => typed.ty(call.callee),
                _ => None,
            };
            let at = rows.byte(text, node.at.area.row, node.at.area.col);
            let (Some(ty), Some(at)) = (ty, at) else {
                continue;
            };
            match &node.kind {
                NodeKind::Var(name, _) if at as usize >= self.text.len() => {
                    let decl = self
                        .skeleton
                        .declared(0, name, &|kind| kind == DeclKind::Var);
                    let span = decl.map(|decl| self.skeleton.decls[decl].span);
                    if let Some((part, ..)) = span.and_then(|span| self.place(span)) {
                        let unused = &mut self.fresh[part].unused_types;
                        unused.insert(name.to_string(), ty.clone());
                    }
                    continue;
                }
                // A call of an operator starts where its first operand does.
                NodeKind::Call(_) if text.as_bytes().get(at as usize) == Some(&b'$') => continue,
                _ => {}
            }
            let Some((part, member, inner)) = self.place(Span::at(at as usize)) else {
                continue;
            };
            let types = self.fresh[part]
                .types
                .entry((member, inner.start))
                .or_default();
            if !types.contains(ty) && types.len() < MAX_TYPES {
                types.push(ty.clone());
            }
        }
    }
}

/// Whether the statements of a text may have errors of syntax.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Damage {
    None,
    Possible,
}

/// Returns the first error of syntax of a text.
fn syntax_error(context: &Context<'_>, text: &str) -> Result<Option<Error>> {
    let source = Source::new(context.document.path(), text);
    let error = parse(source, context.budget).err();
    error.map(|error| ended(error, context.budget)).transpose()
}

/// Returns an error of the program, also one of its nesting. An exceeded budget ends the analysis.
fn ended(error: Box<CompileError>, budget: &Budget) -> Result<Error> {
    let error = Error::from(error);
    match error.code() {
        Code::Cancelled => Err(error),
        Code::Limit if budget.finish().is_err() => Err(error),
        _ => Ok(error),
    }
}

fn compile(
    context: &Context<'_>,
    setup: &Setup,
    text: &Str,
) -> std::result::Result<Typed, Box<CompileError>> {
    let path = context.document.path();
    let files = WorkspaceFiles {
        workspace: context.workspace,
        budget: context.budget,
        setup,
        replaced: (path, text.clone()),
    };
    let library = library();
    let library: &dyn Library = &library;
    let none = ResourceKinds::default();
    let host = Host {
        files: &files,
        library,
        kinds: setup.kinds.as_ref().unwrap_or(&none),
    };
    let program = scope::build(host, path, context.budget)?;
    let texts = program.files.iter().map(|file| &*file.text);
    let mut used = used_kinds(texts);
    let kinds = match &setup.kinds {
        // The kind of the added resource.
        Some(kinds) if used.0.contains_key(USER) => {
            let own = used.0.remove(USER).unwrap_or_default();
            used = kinds.clone();
            used.0.insert(USER.into(), own);
            &used
        }
        Some(kinds) => kinds,
        None => &used,
    };
    let typed = unify(program, Host { kinds, ..host }, context.budget)?;
    graph::graph(&typed, context.budget)?;
    Ok(typed)
}

/// The kinds of resources that programs use, with fields of any type. They are the kinds of a
/// workspace whose user names none.
fn used_kinds<'t>(texts: impl Iterator<Item = &'t str>) -> ResourceKinds {
    let mut fields: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for text in texts {
        for Resource {
            kind,
            fields: names,
            ..
        } in &Skeleton::of(text).resources
        {
            let known = fields.entry(kind.slice(text).to_owned()).or_default();
            known.extend(names.iter().map(|name| name.slice(text).to_owned()));
        }
    }
    let kinds = fields.into_iter().map(|(kind, names)| {
        let field = |name: &String| ResourceField::new(name, Type::any().clone(), None, None);
        let fields: FieldTable = names.iter().map(field).collect();
        let kind_of = ResourceKind {
            sends: Some(fields.clone()),
            fields,
            ..ResourceKind::default()
        };
        (Str::from(kind), kind_of)
    });
    ResourceKinds(kinds.collect())
}

/// The first bytes of rows.
struct Rows(Vec<u32>);

impl Rows {
    fn of(text: &str) -> Rows {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let after = breaks.map(|(at, _)| Span::at(at + 1).start);
        Rows(std::iter::once(0).chain(after).collect())
    }

    /// The byte of a row and a column, which count from 1; columns count characters.
    fn byte(&self, text: &str, row: u32, col: u32) -> Option<u32> {
        let start = *self.0.get(row.checked_sub(1)? as usize)? as usize;
        let line = text.get(start..)?.split('\n').next()?;
        let skipped = line.chars().take(col.checked_sub(1)? as usize);
        Some(Span::at(start + skipped.map(char::len_utf8).sum::<usize>()).start)
    }
}

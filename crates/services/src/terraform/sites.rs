//! The names of declarations in a file: where they are declared and used.

use super::json;
use crate::hcl::file::File;
use crate::hcl::place::{attributes, each_body, each_expression, inside_quotes};
use polycty_core::sort::sort_by_key;
use polycty_core::source::Span;
use polycty_hcl::syntax::{Block, ExprId, ExprKind, Step, StepKind, Tree};
use polycty_terraform::module::ResourceMode;

/// The name of a declaration in a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Variable(String),
    Local(String),
    Output(String),
    Module(String),
    Resource(ResourceMode, String, String),
}

impl Name {
    /// Whether a state has objects under the name, which a `moved` block moves.
    pub(super) fn can_move(&self) -> bool {
        matches!(
            self,
            Name::Module(_) | Name::Resource(ResourceMode::Managed, ..)
        )
    }

    /// The name without its kind.
    pub(super) fn own(&self) -> &str {
        match self {
            Name::Variable(name)
            | Name::Local(name)
            | Name::Output(name)
            | Name::Module(name)
            | Name::Resource(_, _, name) => name,
        }
    }

    /// The address within its module.
    pub(super) fn address(&self) -> String {
        match self {
            Name::Variable(name) => format!("var.{name}"),
            Name::Local(name) => format!("local.{name}"),
            Name::Output(name) => format!("output.{name}"),
            Name::Module(name) => format!("module.{name}"),
            Name::Resource(ResourceMode::Managed, of, name) => format!("{of}.{name}"),
            Name::Resource(mode, of, name) => format!("{}.{of}.{name}", mode.keyword()),
        }
    }
}

/// A place where a declaration is named.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The name.
    pub(super) name: Name,
    /// The call whose module has the declaration; `None` for the module of the file.
    pub(super) call: Option<String>,
    /// The part of the text with the name.
    pub(super) span: Span,
    /// Whether it is the declaration.
    pub(super) is_declaration: bool,
}

/// The arguments of a module call that are not variables of the module.
pub(super) const CALL_ARGUMENTS: [&str; 6] = [
    "source",
    "version",
    "providers",
    "count",
    "for_each",
    "depends_on",
];

/// The span of the name of a step without the dot before it.
pub(super) fn name_span(tree: &Tree, step: &Step) -> Span {
    let text = tree.slice(step.span);
    let blanks = text.len() - text.trim_start_matches(['.', ' ', '\t']).len();
    Span::new(step.span.start as usize + blanks, step.span.end as usize)
}

/// The name of a step that is not an index.
pub(super) fn step_name<'t>(tree: &'t Tree, step: &Step) -> Option<&'t str> {
    match step.kind {
        StepKind::Root(name) | StepKind::Attr(name) => Some(tree.text(name)),
        StepKind::Index(_) => None,
    }
}

/// The mode of a resource by the type of its block.
pub(super) fn mode_of(block_type: &str) -> Option<ResourceMode> {
    match block_type {
        "resource" => Some(ResourceMode::Managed),
        "data" => Some(ResourceMode::Data),
        "ephemeral" => Some(ResourceMode::Ephemeral),
        _ => None,
    }
}

/// The name that a block declares.
pub(super) fn declared(tree: &Tree, block: &Block) -> Option<Name> {
    let labels = &tree[block.labels];
    let label = |at: usize| Some(tree.text(labels.get(at)?.text).to_owned());
    match tree.text(block.block_type) {
        "variable" => Some(Name::Variable(label(0)?)),
        "output" => Some(Name::Output(label(0)?)),
        "module" => Some(Name::Module(label(0)?)),
        block_type => Some(Name::Resource(mode_of(block_type)?, label(0)?, label(1)?)),
    }
}

/// The declaration that steps refer to, and the number of the step that names it.
pub(super) fn referenced(tree: &Tree, steps: &[Step]) -> Option<(Name, usize)> {
    let name = |at: usize| Some(step_name(tree, steps.get(at)?)?.to_owned());
    match &*name(0)? {
        "var" => Some((Name::Variable(name(1)?), 1)),
        "local" => Some((Name::Local(name(1)?), 1)),
        "module" => Some((Name::Module(name(1)?), 1)),
        "each" | "count" | "self" | "path" | "terraform" => None,
        word => match mode_of(word) {
            Some(mode) => Some((Name::Resource(mode, name(1)?, name(2)?), 2)),
            None => {
                let of = Name::Resource(ResourceMode::Managed, word.to_owned(), name(1)?);
                Some((of, 1))
            }
        },
    }
}

/// Returns the sites of a file in the order of the text.
pub(super) fn sites(file: &File, is_values: bool) -> Vec<Site> {
    if file.path.ends_with(".json") {
        return json::sites(&file.text, is_values);
    }
    let tree = &*file.tree;
    let mut found = Vec::new();
    let mut add = |name, call: Option<&str>, span, is_declaration| {
        found.push(Site {
            name,
            call: call.map(str::to_owned),
            span: file.outer(span),
            is_declaration,
        });
    };
    each_body(tree, file.root, &mut |path, body| {
        let types: Vec<&str> = path
            .iter()
            .map(|block| tree.text(block.block_type))
            .collect();
        for block in &tree[tree[body].blocks] {
            let is_declaration = path.is_empty() || *types == ["check"];
            if let (true, Some(name), Some(label)) = (
                is_declaration,
                declared(tree, block),
                tree[block.labels].last(),
            ) {
                add(name, None, inside_quotes(tree, label.span), true);
            }
        }
        for attribute in attributes(tree, body) {
            let name = tree.text(attribute.name);
            match *types {
                [] if is_values => {
                    let name = Name::Variable(name.to_owned());
                    add(name, None, attribute.name_span, false);
                }
                ["locals"] => {
                    let name = Name::Local(name.to_owned());
                    add(name, None, attribute.name_span, true);
                }
                ["module"] if !CALL_ARGUMENTS.contains(&name) => {
                    let label = path[0].labels;
                    if let Some(label) = tree[label].first() {
                        let call = tree.text(label.text);
                        let name = Name::Variable(name.to_owned());
                        add(name, Some(call), attribute.name_span, false);
                    }
                }
                _ => {}
            }
            expression_sites(tree, attribute.value, &mut add);
        }
    });
    sort_by_key(&mut found, |site| site.span);
    found
}

/// Takes the parts of a site: the name, the call, the part of the text, and whether it is the
/// declaration.
type Add<'a> = &'a mut dyn FnMut(Name, Option<&str>, Span, bool);

/// Adds the sites of an expression.
pub(super) fn expression_sites(tree: &Tree, value: ExprId, add: Add<'_>) {
    tree.each_variable(value, &mut |steps| {
        let Some((name, at)) = referenced(tree, steps) else {
            return;
        };
        let call = match &name {
            Name::Module(call) => Some(call.clone()),
            _ => None,
        };
        add(name, None, name_span(tree, &steps[at]), false);
        if let Some(call) = call {
            let mut rest = steps[at + 1..].iter();
            let output = rest.find(|step| matches!(step.kind, StepKind::Attr(_)));
            if let Some(output) = output
                && let Some(name) = step_name(tree, output)
            {
                let span = name_span(tree, output);
                add(Name::Output(name.to_owned()), Some(&call), span, false);
            }
        }
    });
    // Outputs after a computed key or a splat.
    let call_of = |mut id: ExprId| loop {
        match tree[id].kind {
            ExprKind::Index { collection, .. } => id = collection,
            ExprKind::ScopeTraversal(steps) => match referenced(tree, &tree[steps]) {
                Some((Name::Module(call), 1)) if tree[steps].len() == 2 => return Some(call),
                _ => return None,
            },
            _ => return None,
        }
    };
    each_expression(tree, value, &mut |id| {
        let (call, steps) = match tree[id].kind {
            ExprKind::RelativeTraversal { source, steps } => (call_of(source), steps),
            ExprKind::Splat { source, each, .. } => match tree[each].kind {
                ExprKind::RelativeTraversal { steps, .. } => (call_of(source), steps),
                _ => return,
            },
            _ => return,
        };
        if let (Some(call), Some(step)) = (call, tree[steps].first())
            && let Some(name) = step_name(tree, step)
        {
            let span = name_span(tree, step);
            add(Name::Output(name.to_owned()), Some(&call), span, false);
        }
    });
}

//! The places of a file where a declaration of a module is named.
//!
//! [`visit`] walks a file and reports declarations, references, arguments of module calls and
//! accesses to their outputs, each with its bytes in the file. Names that are not references are left
//! out: types, configurations of providers, `ignore_changes`, and variables of `for` expressions and
//! `dynamic` blocks.

use super::document::{
    Argument, BlockView, Blocks, BodyView, Document, Named, Positions, Strings, ValueView,
    dynamic_blocks,
};
use polycty_core::calls::{Budget, Worklist};
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::{ExprId, ExprKind, Step, StepKind, Tree};

/// A step of a reference. A key has no name.
#[derive(Clone, Debug)]
pub(super) struct PlacedStep {
    pub(super) name: Option<String>,
    pub(super) span: Span,
}

/// The use of an address in `moved`, `import` and `removed` blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressIn {
    MovedFrom,
    MovedTo,
    Import,
    Removed,
}

/// A place where something is named.
pub(super) enum Site<'s> {
    /// The name of a block: its last label.
    Label(&'s BlockView<'s>, &'s Named),
    /// The name of a local value.
    Local(&'s Named),
    /// An argument of a module call that sets a variable.
    Argument { call: &'s str, name: &'s Named },
    /// An access to an output of a module call.
    Output {
        call: &'s str,
        name: &'s str,
        span: Span,
    },
    /// A module call as a whole, so that its outputs may be accessed indirectly.
    Whole { call: &'s str, span: Span },
    /// A reference in an expression.
    Reference(&'s [PlacedStep]),
    /// An address. `block` is the number of the block in the file.
    Address {
        block: usize,
        used: AddressIn,
        steps: &'s [PlacedStep],
    },
}

/// The blocks of a file.
pub(crate) const FILE: &Blocks = &[
    ("terraform", 0),
    ("provider", 1),
    ("variable", 1),
    ("locals", 0),
    ("output", 1),
    ("module", 1),
    ("resource", 2),
    ("data", 2),
    ("ephemeral", 2),
    ("action", 2),
    ("list", 2),
    ("moved", 0),
    ("import", 0),
    ("removed", 0),
    ("check", 1),
];

/// The facts about a module that the walk of its files needs.
pub(super) trait Calls {
    /// Whether a module call has `count` or `for_each`.
    fn is_repeated(&self, call: &str) -> bool;
}

/// Calls `found` with all sites of a file.
pub(super) fn visit(
    document: &Document,
    calls: &dyn Calls,
    budget: &Budget,
    found: &mut dyn FnMut(Site<'_>) -> Result<()>,
) -> Result<()> {
    let mut walk = Walk {
        calls,
        budget,
        iterators: Vec::new(),
        found,
    };
    let (_, blocks) = document.body().items(FILE, budget)?;
    for (at, block) in blocks.iter().enumerate() {
        walk.block(at, block)?;
    }
    Ok(())
}

struct Walk<'w> {
    calls: &'w dyn Calls,
    budget: &'w Budget,
    /// The iterators of the enclosing `dynamic` blocks.
    iterators: Vec<String>,
    found: &'w mut dyn FnMut(Site<'_>) -> Result<()>,
}

/// The treatment of an argument.
#[derive(Clone, Copy)]
enum Treatment {
    Ignored,
    Read(Strings),
}

const TEMPLATES: Treatment = Treatment::Read(Strings::Templates);
const EXPRESSIONS: Treatment = Treatment::Read(Strings::Expressions);

impl Walk<'_> {
    /// A block of a file.
    fn block(&mut self, at: usize, block: &BlockView<'_>) -> Result<()> {
        let with_label = |walk: &mut Self| match block.labels.last() {
            Some(label) => (walk.found)(Site::Label(block, label)),
            None => Ok(()),
        };
        match &*block.block_type {
            "locals" => {
                let (arguments, _) = block.body.items(&[], self.budget)?;
                for argument in &arguments {
                    (self.found)(Site::Local(&argument.name))?;
                    self.value(&argument.value, TEMPLATES)?;
                }
                Ok(())
            }
            "variable" => {
                with_label(self)?;
                self.body(&block.body, &[("validation", 0)], &|name| match name {
                    "type" => Treatment::Ignored,
                    _ => TEMPLATES,
                })
            }
            "output" => {
                with_label(self)?;
                self.body(&block.body, &[("precondition", 0)], &|name| match name {
                    "type" => Treatment::Ignored,
                    "depends_on" => EXPRESSIONS,
                    _ => TEMPLATES,
                })
            }
            "module" => {
                with_label(self)?;
                self.call(block)
            }
            "resource" | "data" | "ephemeral" | "action" | "list" => {
                with_label(self)?;
                self.resource(&block.body)
            }
            "check" => {
                with_label(self)?;
                let schema: &Blocks = &[("data", 2), ("assert", 0)];
                let (_, inner) = block.body.items(schema, self.budget)?;
                for block in &inner {
                    if block.block_type == "data" {
                        self.block(at, block)?;
                    } else {
                        self.body(&block.body, &[], &|_| TEMPLATES)?;
                    }
                }
                Ok(())
            }
            "moved" | "import" | "removed" => self.change(at, block),
            "terraform" => {
                let schema: &Blocks = &[("required_providers", 0)];
                let (arguments, blocks) = block.body.items(schema, self.budget)?;
                for argument in &arguments {
                    self.value(&argument.value, TEMPLATES)?;
                }
                for block in &blocks {
                    if block.block_type != "required_providers" {
                        self.body(&block.body, &[], &|_| TEMPLATES)?;
                    }
                }
                Ok(())
            }
            _ => self.body(&block.body, &[], &|_| TEMPLATES),
        }
    }

    fn call(&mut self, block: &BlockView<'_>) -> Result<()> {
        let Some(call) = block.labels.last() else {
            return Ok(());
        };
        let schema: &Blocks = &[("_", 0), ("lifecycle", 0)];
        let (arguments, blocks) = block.body.items(schema, self.budget)?;
        for argument in &arguments {
            match &*argument.name.text {
                "providers" => self.provider_keys(&argument.value)?,
                "depends_on" => self.value(&argument.value, EXPRESSIONS)?,
                "source" | "version" | "count" | "for_each" => {
                    self.value(&argument.value, TEMPLATES)?;
                }
                _ => self.call_argument(&call.text, argument)?,
            }
        }
        for block in &blocks {
            let (arguments, _) = block.body.items(&[], self.budget)?;
            for argument in &arguments {
                match &*block.block_type {
                    "_" => self.call_argument(&call.text, argument)?,
                    "lifecycle" => self.value(&argument.value, TEMPLATES)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The references in the keys of configurations of providers, such as `var.region` in
    /// `aws.by_region[var.region]`. The configurations themselves are no declarations.
    fn provider_keys(&mut self, value: &ValueView<'_>) -> Result<()> {
        let budget = self.budget;
        value.each_expression(Strings::Expressions, budget, &mut |tree, id, positions| {
            let mut open = Worklist::of(self.budget, [id])?;
            while let Some(id) = open.next()? {
                match tree[id].kind {
                    ExprKind::Object(items) => {
                        open.extend(tree[items].iter().map(|item| item.value))?;
                    }
                    ExprKind::TemplateWrap(inner) | ExprKind::Parentheses(inner) => {
                        open.push(inner)?;
                    }
                    ExprKind::Index { key, .. } => {
                        self.expression(tree, key, positions, Strings::Templates)?;
                    }
                    _ => {}
                }
            }
            Ok(())
        })
    }

    fn call_argument(&mut self, call: &str, argument: &Argument<'_>) -> Result<()> {
        let name = &argument.name;
        (self.found)(Site::Argument { call, name })?;
        self.value(&argument.value, TEMPLATES)
    }

    fn resource(&mut self, body: &BodyView<'_>) -> Result<()> {
        let schema: &Blocks = &[("lifecycle", 0)];
        let (arguments, blocks) = body.items(schema, self.budget)?;
        for argument in &arguments {
            match &*argument.name.text {
                "provider" => self.provider_keys(&argument.value)?,
                "depends_on" => self.value(&argument.value, EXPRESSIONS)?,
                _ => self.argument(argument, TEMPLATES)?,
            }
        }
        for block in &blocks {
            if block.block_type == "lifecycle" {
                let schema: &Blocks = &[
                    ("precondition", 0),
                    ("postcondition", 0),
                    ("action_trigger", 0),
                ];
                self.body(&block.body, schema, &|name| match name {
                    "ignore_changes" => Treatment::Ignored,
                    "replace_triggered_by" | "actions" => EXPRESSIONS,
                    _ => TEMPLATES,
                })?;
            } else {
                self.inner_block(block)?;
            }
        }
        Ok(())
    }

    /// A body whose blocks have no names. The recursion is as deep as blocks nest, which is limited.
    fn body(
        &mut self,
        body: &BodyView<'_>,
        schema: &Blocks,
        treatment: &dyn Fn(&str) -> Treatment,
    ) -> Result<()> {
        let (arguments, blocks) = body.items(schema, self.budget)?;
        for argument in &arguments {
            self.argument(argument, treatment(&argument.name.text))?;
        }
        for block in &blocks {
            if block.block_type == "dynamic" {
                self.inner_block(block)?;
            } else {
                self.body(&block.body, &[], treatment)?;
            }
        }
        Ok(())
    }

    /// A block whose type a provider defines, or a `dynamic` block.
    fn inner_block(&mut self, block: &BlockView<'_>) -> Result<()> {
        if block.block_type != "dynamic" {
            return self.body(&block.body, &[], &|_| TEMPLATES);
        }
        let (arguments, blocks) = block.body.items(&[("content", 0)], self.budget)?;
        let written = arguments.iter().find(|one| one.name.text == "iterator");
        let iterator = match written.map(|argument| &argument.value) {
            Some(ValueView::Native(tree, id)) => tree.keyword(*id).map(str::to_owned),
            Some(value) => value.literal(self.budget)?,
            None => None,
        };
        let label = block.labels.last().map(|label| label.text.clone());
        let added = iterator.or(label);
        for argument in arguments.iter().filter(|one| one.name.text == "for_each") {
            self.value(&argument.value, TEMPLATES)?;
        }
        let outer = self.iterators.len();
        self.iterators.extend(added);
        for argument in arguments.iter().filter(|one| one.name.text == "labels") {
            self.value(&argument.value, TEMPLATES)?;
        }
        for block in &blocks {
            self.body(&block.body, &[], &|_| TEMPLATES)?;
        }
        self.iterators.truncate(outer);
        Ok(())
    }

    /// An argument. In JSON it may be a property with `dynamic` blocks.
    fn argument(&mut self, argument: &Argument<'_>, treatment: Treatment) -> Result<()> {
        if let (ValueView::Json(value), "dynamic") = (&argument.value, &*argument.name.text) {
            let blocks = dynamic_blocks(value, self.budget)?;
            return blocks.iter().try_for_each(|block| self.inner_block(block));
        }
        self.value(&argument.value, treatment)
    }

    fn change(&mut self, at: usize, block: &BlockView<'_>) -> Result<()> {
        let (arguments, blocks) = block.body.items(&[("provisioner", 1)], self.budget)?;
        for argument in &arguments {
            let used = match (&*block.block_type, &*argument.name.text) {
                ("moved", "from") => AddressIn::MovedFrom,
                ("moved", "to") => AddressIn::MovedTo,
                ("import", "to") => AddressIn::Import,
                ("removed", "from") => AddressIn::Removed,
                (_, "provider") => {
                    self.provider_keys(&argument.value)?;
                    continue;
                }
                _ => {
                    self.value(&argument.value, TEMPLATES)?;
                    continue;
                }
            };
            self.address(at, used, &argument.value)?;
        }
        for block in &blocks {
            self.body(&block.body, &[], &|_| TEMPLATES)?;
        }
        Ok(())
    }

    fn address(&mut self, block: usize, used: AddressIn, value: &ValueView<'_>) -> Result<()> {
        let budget = self.budget;
        value.each_expression(Strings::Expressions, budget, &mut |tree, id, positions| {
            let mut id = id;
            // A computed key of an import contains references.
            loop {
                match tree[id].kind {
                    ExprKind::TemplateWrap(inner) | ExprKind::Parentheses(inner) => id = inner,
                    ExprKind::Index {
                        collection, key, ..
                    } => {
                        self.expression(tree, key, positions, Strings::Templates)?;
                        id = collection;
                    }
                    ExprKind::RelativeTraversal { source, .. } => id = source,
                    ExprKind::ScopeTraversal(steps) => {
                        let steps = placed(tree, &tree[steps], positions);
                        let steps = &steps;
                        return (self.found)(Site::Address { block, used, steps });
                    }
                    _ => return Ok(()),
                }
            }
        })
    }

    fn value(&mut self, value: &ValueView<'_>, treatment: Treatment) -> Result<()> {
        let Treatment::Read(strings) = treatment else {
            return Ok(());
        };
        let budget = self.budget;
        value.each_expression(strings, budget, &mut |tree, id, positions| {
            self.expression(tree, id, positions, strings)
        })
    }

    fn expression(
        &mut self,
        tree: &Tree,
        id: ExprId,
        positions: &Positions<'_>,
        strings: Strings,
    ) -> Result<()> {
        let mut steps_of = Vec::new();
        tree.each_variable(id, &mut |steps| steps_of.push(steps));
        for steps in self.budget.charged(steps_of)? {
            let root = tree.root_name(steps).unwrap_or_default();
            if self.iterators.iter().any(|iterator| iterator == root) {
                continue;
            }
            let steps = placed(tree, steps, positions);
            (self.found)(Site::Reference(&steps))?;
        }
        // Static references, such as those of `depends_on`, are to whole calls.
        if strings == Strings::Expressions || !tree.slice(tree[id].span).contains("module") {
            return Ok(());
        }
        let mut outputs = Outputs {
            walk: self,
            positions,
            elements: Vec::new(),
        };
        outputs.expression(tree, id)
    }
}

/// The steps of a reference with their positions in the file.
fn placed(tree: &Tree, steps: &[Step], positions: &Positions<'_>) -> Vec<PlacedStep> {
    let placed = |step: &Step| match step.kind {
        StepKind::Root(name) | StepKind::Attr(name) => {
            let text = tree.text(name);
            let span = name_span(step, text);
            PlacedStep {
                name: Some(text.to_owned()),
                span: positions.span(span),
            }
        }
        StepKind::Index(_) => PlacedStep {
            name: None,
            span: positions.span(step.span),
        },
    };
    steps.iter().map(placed).collect()
}

fn is_key(step: &Step) -> bool {
    matches!(step.kind, StepKind::Index(_))
}

/// The bytes of a literal key between its quotes, or of the whole step.
fn key_span(tree: &Tree, step: &Step) -> Span {
    let written = tree.slice(step.span);
    match (written.find('"'), written.rfind('"')) {
        (Some(first), Some(last)) if first < last => Span {
            start: step.span.start + first as u32 + 1,
            end: step.span.start + last as u32,
        },
        _ => step.span,
    }
}

/// The bytes of the name at the end of a step.
fn name_span(step: &Step, name: &str) -> Span {
    Span {
        start: step.span.end - name.len() as u32,
        end: step.span.end,
    }
}

/// The variable of a `for` expression over a repeated module call.
struct Element {
    /// The name of the variable.
    variable: String,
    /// The call, or none if the variable is something else and hides an outer one.
    call: Option<String>,
}

/// Finds accesses to the outputs of module calls.
struct Outputs<'o, 'w> {
    walk: &'o mut Walk<'w>,
    positions: &'o Positions<'o>,
    elements: Vec<Element>,
}

impl Outputs<'_, '_> {
    fn hidden(&self, name: &str) -> bool {
        self.elements.iter().any(|element| element.variable == name)
    }

    /// The call whose instance or instances an expression is. A key of a call without repetition
    /// selects an output.
    fn call_of(&self, tree: &Tree, id: ExprId) -> Option<String> {
        match tree[id].kind {
            ExprKind::ScopeTraversal(steps) => match &tree[steps] {
                [root, name] => self.call_in(tree, root, name),
                [root, name, key] if is_key(key) => self
                    .call_in(tree, root, name)
                    .filter(|call| self.walk.calls.is_repeated(call)),
                [root] => {
                    let StepKind::Root(root) = root.kind else {
                        return None;
                    };
                    let root = tree.text(root);
                    let mut elements = self.elements.iter().rev();
                    elements.find(|one| one.variable == root)?.call.clone()
                }
                _ => None,
            },
            ExprKind::Index { collection, .. } => self
                .call_of(tree, collection)
                .filter(|call| self.walk.calls.is_repeated(call)),
            ExprKind::Parentheses(inner) => self.call_of(tree, inner),
            _ => None,
        }
    }

    fn call_in(&self, tree: &Tree, root: &Step, name: &Step) -> Option<String> {
        match (root.kind, name.kind) {
            (StepKind::Root(root), StepKind::Attr(name))
                if tree.text(root) == "module" && !self.hidden("module") =>
            {
                Some(tree.text(name).to_owned())
            }
            _ => None,
        }
    }

    /// An access to an output, as an attribute or with a literal key.
    fn output(&mut self, tree: &Tree, call: &str, step: &Step) -> Result<()> {
        let (name, span) = match step.kind {
            StepKind::Attr(name) => {
                let name = tree.text(name);
                (Some(name), name_span(step, name))
            }
            StepKind::Index(value) => (tree[value].as_str(), key_span(tree, step)),
            StepKind::Root(_) => (None, step.span),
        };
        let span = self.positions.span(span);
        (self.walk.found)(match name {
            Some(name) => Site::Output { call, name, span },
            None => Site::Whole { call, span },
        })
    }

    /// The recursion is as deep as expressions nest, which is limited. A chain of conditionals does
    /// not nest.
    fn expression(&mut self, tree: &Tree, mut id: ExprId) -> Result<()> {
        while let ExprKind::Conditional { condition, yes, no } = tree[id].kind {
            self.expression(tree, condition)?;
            self.expression(tree, yes)?;
            id = no;
        }
        self.walk.budget.charge(1)?;
        match tree[id].kind {
            ExprKind::ScopeTraversal(steps) => self.traversal(tree, id, &tree[steps]),
            ExprKind::RelativeTraversal { source, steps } => {
                if let (Some(call), [first, ..]) = (self.call_of(tree, source), &tree[steps]) {
                    self.output(tree, &call, first)?;
                    return self.keys(tree, source);
                }
                self.expression(tree, source)
            }
            ExprKind::Splat { source, item, each } => {
                let Some(call) = self.call_of(tree, source) else {
                    self.expression(tree, source)?;
                    return self.expression(tree, each);
                };
                self.keys(tree, source)?;
                match tree[each].kind {
                    ExprKind::RelativeTraversal { source, steps } if source == item => {
                        match &tree[steps] {
                            [first, ..] => self.output(tree, &call, first),
                            [] => Ok(()),
                        }
                    }
                    _ => {
                        let span = self.positions.span(tree[id].span);
                        (self.walk.found)(Site::Whole { call: &call, span })?;
                        self.expression(tree, each)
                    }
                }
            }
            ExprKind::For(each) => {
                let each = &tree[each];
                let call = self.call_of(tree, each.collection);
                let call = call.filter(|call| {
                    let is_whole = !matches!(tree[each.collection].kind, ExprKind::Index { .. });
                    is_whole && self.walk.calls.is_repeated(call)
                });
                if call.is_none() {
                    self.expression(tree, each.collection)?;
                }
                let outer = self.elements.len();
                let names = [each.key_variable.map(|name| (name, None))];
                let value = (each.value_variable, call);
                for (name, call) in names.into_iter().flatten().chain([value]) {
                    self.elements.push(Element {
                        variable: tree.text(name).to_owned(),
                        call,
                    });
                }
                let parts = [each.key, Some(each.value), each.condition];
                for part in parts.into_iter().flatten() {
                    self.expression(tree, part)?;
                }
                self.elements.truncate(outer);
                Ok(())
            }
            _ => {
                if let Some(call) = self.call_of(tree, id) {
                    let span = self.positions.span(tree[id].span);
                    (self.walk.found)(Site::Whole { call: &call, span })?;
                    return self.keys(tree, id);
                }
                let mut result = Ok(());
                tree.each_part(id, &mut |_, part| {
                    if result.is_ok() {
                        result = self.expression(tree, part);
                    }
                });
                result
            }
        }
    }

    /// The keys of an indexed module call.
    fn keys(&mut self, tree: &Tree, id: ExprId) -> Result<()> {
        match tree[id].kind {
            ExprKind::Index {
                collection, key, ..
            } => {
                self.keys(tree, collection)?;
                self.expression(tree, key)
            }
            ExprKind::Parentheses(inner) => self.keys(tree, inner),
            _ => Ok(()),
        }
    }

    fn traversal(&mut self, tree: &Tree, id: ExprId, steps: &[Step]) -> Result<()> {
        let (call, rest) = match steps {
            [root, name, rest @ ..] if self.call_in(tree, root, name).is_some() => {
                let call = self.call_in(tree, root, name);
                let is_repeated =
                    (call.as_ref()).is_some_and(|call| self.walk.calls.is_repeated(call));
                let rest = match rest {
                    // The key selects an instance, not an output.
                    [key, rest @ ..] if is_key(key) && is_repeated => rest,
                    rest => rest,
                };
                (call, rest)
            }
            [root, rest @ ..] => {
                let StepKind::Root(root) = root.kind else {
                    return Ok(());
                };
                let root = tree.text(root);
                let mut elements = self.elements.iter().rev();
                let element = elements.find(|one| one.variable == root);
                (element.and_then(|one| one.call.clone()), rest)
            }
            [] => return Ok(()),
        };
        let Some(call) = call else {
            return Ok(());
        };
        match rest {
            [first, ..] => self.output(tree, &call, first),
            [] => {
                let span = self.positions.span(tree[id].span);
                (self.walk.found)(Site::Whole { call: &call, span })
            }
        }
    }
}

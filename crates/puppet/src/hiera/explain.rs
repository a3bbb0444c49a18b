//! The explanation of a lookup: a tree of the places that were searched.
//!
//! The text is that of `puppet lookup --explain`.

use super::Session;
use super::config::Layer;
use super::failure::{Failure, Outcome};
use super::inspect::inspect;
use super::invocation::Invocation;
use super::key::LOOKUP_OPTIONS;
use crate::values::special::{Special, array_elements, undef};
use polycty_core::calls::{Budget, BudgetError, GrowingText};
use polycty_core::values::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;

/// A part of the search.
#[derive(Debug)]
pub(super) enum Scope {
    Root,
    /// The search for a key.
    Top(String),
    InvalidKey(String),
    /// The merge options are those of the data.
    MergeSource,
    /// A merge: the name of the strategy and its options.
    Merge(&'static str, Option<Value>),
    Layer(Rc<Layer>),
    /// An entry of the hierarchy.
    Entry(String),
    Path {
        path: String,
        original: String,
    },
    Uri {
        uri: String,
        original: String,
    },
    Interpolation(String),
    SubKey(String),
    Segment,
    /// A part with a text of its own.
    Named(String),
    ModuleNotFound(String),
    NoModuleData(String),
}

/// The result of a part of the search.
#[derive(Debug)]
enum Event {
    NotFound(String),
    Found(String, Value, &'static str),
    Result(Value),
    NoLocation,
}

#[derive(Debug)]
struct Node {
    scope: Scope,
    parent: usize,
    branches: Vec<usize>,
    event: Option<Event>,
    texts: Vec<String>,
}

/// The options that are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explains {
    Data,
    /// Only the search for the options of the key.
    Options,
}

/// The tree of a lookup.
#[derive(Debug)]
pub(super) struct Explainer {
    nodes: Vec<Node>,
    current: usize,
    pub(super) what: Explains,
    /// Whether the values of keys are shown, also if their options make them sensitive.
    shows_secrets: bool,
    /// Whether the options of a key make its value sensitive.
    pub(super) has_secret: bool,
}

/// An explanation that several invocations write.
pub(super) type Shared = Rc<RefCell<Explainer>>;

/// The text of an explanation.
struct Output<'b> {
    text: GrowingText<'b>,
    /// The error that ended the text.
    exceeded: Option<BudgetError>,
}

impl Output<'_> {
    fn push_str(&mut self, text: &str) {
        if self.exceeded.is_some() {
            return;
        }
        self.exceeded = self.text.push_str(text).err();
    }
}

impl Explainer {
    pub(super) fn new(what: Explains, shows_secrets: bool) -> Shared {
        Rc::new(RefCell::new(Explainer {
            nodes: vec![Node {
                scope: Scope::Root,
                parent: 0,
                branches: Vec::new(),
                event: None,
                texts: Vec::new(),
            }],
            current: 0,
            what,
            shows_secrets,
            has_secret: false,
        }))
    }

    fn push(&mut self, scope: Scope) {
        let number = self.nodes.len();
        self.nodes.push(Node {
            scope,
            parent: self.current,
            branches: Vec::new(),
            event: None,
            texts: Vec::new(),
        });
        self.nodes[self.current].branches.push(number);
        self.current = number;
    }

    fn pop(&mut self) {
        self.current = self.nodes[self.current].parent;
    }

    fn leaf(&mut self, scope: Scope) {
        self.push(scope);
        self.pop();
    }

    fn event(&mut self, event: Event) {
        self.nodes[self.current].event = Some(event);
    }

    pub(super) fn text(&mut self, text: String) {
        self.nodes[self.current].texts.push(text);
    }

    /// Returns the text, up to where the budget ends, and the error if it ends before.
    pub(super) fn explanation(&self, budget: &Budget) -> (String, Option<BudgetError>) {
        let mut out = Output {
            text: GrowingText::new(budget),
            exceeded: None,
        };
        for branch in &self.nodes[0].branches {
            self.dump(&mut out, *branch, (0, false));
        }
        texts(&mut out, &self.nodes[0], 0);
        (out.text.into_string(), out.exceeded)
    }

    /// Writes a node at a depth. The values below a key with a secret are not shown.
    fn dump(&self, out: &mut Output<'_>, number: usize, (depth, is_secret): (usize, bool)) {
        if out.exceeded.is_some() {
            return;
        }
        let node = &self.nodes[number];
        let branches = |out: &mut Output<'_>| {
            for branch in &node.branches {
                self.dump(out, *branch, (depth + 1, is_secret));
            }
        };
        match &node.scope {
            Scope::Root | Scope::Segment => outcome(out, node, (depth, is_secret)),
            Scope::Top(key) => {
                line(out, depth, &format!("Searching for \"{key}\""));
                let hides = self.has_secret && !self.shows_secrets && key != LOOKUP_OPTIONS;
                for branch in &node.branches {
                    self.dump(out, *branch, (depth + 1, hides));
                }
            }
            Scope::InvalidKey(key) => line(out, depth, &format!("Invalid key \"{key}\"")),
            Scope::MergeSource => {
                line(
                    out,
                    depth,
                    "Using merge options from \"lookup_options\" hash",
                );
            }
            Scope::Merge(name, options) => {
                // A merge of a single branch is not shown.
                if let [branch] = &*node.branches {
                    return self.dump(out, *branch, (depth, is_secret));
                }
                if node.branches.is_empty() {
                    return;
                }
                line(out, depth, &format!("Merge strategy {name}"));
                if let Some(options) = options {
                    labeled(out, depth + 1, "Options: ", options, "");
                }
                branches(out);
                if let Some(Event::Result(value)) = &node.event {
                    let value = shown(value, is_secret);
                    labeled(out, depth + 1, "Merged result: ", value, "");
                }
            }
            Scope::Layer(layer) => {
                line(out, depth, &layer.name());
                if let Some(path) = layer.config_path() {
                    line(out, depth + 1, &format!("Using configuration \"{path}\""));
                }
                branches(out);
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::Entry(name) => {
                line(out, depth, name);
                branches(out);
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::Path { path, original } => {
                line(out, depth, &format!("Path \"{path}\""));
                line(out, depth + 1, &format!("Original path: \"{original}\""));
                branches(out);
                if let Some(Event::NoLocation) = node.event {
                    line(out, depth + 1, "Path not found");
                }
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::Uri { uri, original } => {
                line(out, depth, &format!("URI \"{uri}\""));
                line(out, depth + 1, &format!("Original uri: \"{original}\""));
                branches(out);
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::Interpolation(text) => {
                line(out, depth, &format!("Interpolation on \"{text}\""));
                branches(out);
            }
            Scope::SubKey(key) => {
                line(out, depth, &format!("Sub key: \"{key}\""));
                branches(out);
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::Named(name) => {
                line(out, depth, name);
                branches(out);
                outcome(out, node, (depth + 1, is_secret));
            }
            Scope::ModuleNotFound(name) => {
                line(out, depth, &format!("Module \"{name}\" not found"));
            }
            Scope::NoModuleData(name) => {
                let text = format!("Module data provider for module \"{name}\" not found");
                line(out, depth, &text);
            }
        }
    }
}

/// The value that is shown in place of a secret.
static SECRET: LazyLock<Option<Value>> =
    LazyLock::new(|| Special::Sensitive(undef()).into_value().ok());

fn shown(value: &Value, is_secret: bool) -> &Value {
    match &*SECRET {
        Some(secret) if is_secret => secret,
        _ => value,
    }
}

fn outcome(out: &mut Output<'_>, node: &Node, (depth, is_secret): (usize, bool)) {
    match &node.event {
        Some(Event::NotFound(key)) => line(out, depth, &format!("No such key: \"{key}\"")),
        Some(Event::Found(key, value, from)) => {
            let label = format!("Found key: \"{key}\" value: ");
            labeled(out, depth, &label, shown(value, is_secret), from);
        }
        _ => {}
    }
    texts(out, node, depth);
}

fn texts(out: &mut Output<'_>, node: &Node, depth: usize) {
    for text in &node.texts {
        line(out, depth, text);
    }
}

fn indent(out: &mut Output<'_>, depth: usize) {
    for _ in 0..depth {
        out.push_str("  ");
    }
}

fn line(out: &mut Output<'_>, depth: usize, text: &str) {
    indent(out, depth);
    out.push_str(text);
    out.push_str("\n");
}

/// Writes a label, a value and a text after it.
fn labeled(out: &mut Output<'_>, depth: usize, label: &str, value: &Value, after: &str) {
    indent(out, depth);
    out.push_str(label);
    write_value(out, depth, value);
    out.push_str(after);
    out.push_str("\n");
}

/// Writes a value with one element per line.
fn write_value(out: &mut Output<'_>, depth: usize, value: &Value) {
    if let Some(map) = value.as_ordered_map() {
        out.push_str("{");
        for (at, (key, value)) in map.entries().iter().enumerate() {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            indent(out, depth + 1);
            write_value(out, depth + 1, key);
            out.push_str(" => ");
            write_value(out, depth + 1, value);
        }
        if !map.is_empty() {
            out.push_str("\n");
            indent(out, depth);
        }
        out.push_str("}");
    } else if let Some(elements) = array_elements(value) {
        out.push_str("[");
        for (at, value) in elements.iter().enumerate() {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            indent(out, depth + 1);
            write_value(out, depth + 1, value);
        }
        if !elements.is_empty() {
            out.push_str("\n");
            indent(out, depth);
        }
        out.push_str("]");
    } else {
        out.push_str(&inspect(value));
    }
}

/// The bytes of a node.
const NODE_BYTES: u64 = 2 * size_of::<Node>() as u64;

impl<'e> Session<'_, 'e> {
    /// Runs a part of the search under a node of the explanation.
    pub(super) fn explained<T>(
        &mut self,
        invocation: &mut Invocation,
        scope: impl FnOnce() -> Scope,
        run: impl FnOnce(&mut Self, &mut Invocation) -> Outcome<T>,
    ) -> Outcome<T> {
        let Some(explainer) = invocation.explainer.clone() else {
            return run(self, invocation);
        };
        self.interpreter.budget.charge(1)?;
        // The explanation stays until the evaluation ends, beyond the expression that looks up.
        let mark = self.interpreter.mark();
        self.interpreter.budget.hold(NODE_BYTES)?;
        self.interpreter.retain(mark);
        explainer.borrow_mut().push(scope());
        let done = run(self, invocation);
        explainer.borrow_mut().pop();
        done
    }

    fn record(&self, invocation: &Invocation, event: impl FnOnce() -> Event) -> Outcome<()> {
        if let Some(explainer) = &invocation.explainer {
            self.interpreter.budget.hold(NODE_BYTES)?;
            explainer.borrow_mut().event(event());
        }
        Ok(())
    }

    pub(super) fn report_found(
        &self,
        invocation: &Invocation,
        key: &str,
        value: &Value,
    ) -> Outcome<()> {
        self.record(invocation, || {
            Event::Found(key.to_owned(), value.clone(), "")
        })
    }

    pub(super) fn report_found_in(
        &self,
        invocation: &Invocation,
        key: &str,
        value: &Value,
        place: &'static str,
    ) -> Outcome<()> {
        self.record(invocation, || {
            Event::Found(key.to_owned(), value.clone(), place)
        })
    }

    /// Reports that there is no value, and returns the failure.
    pub(super) fn report_not_found(&self, invocation: &Invocation, key: &str) -> Outcome<Failure> {
        self.record(invocation, || Event::NotFound(key.to_owned()))?;
        Ok(Failure::NotFound)
    }

    pub(super) fn report_no_location(&self, invocation: &Invocation) -> Outcome<Failure> {
        self.record(invocation, || Event::NoLocation)?;
        Ok(Failure::NotFound)
    }

    pub(super) fn report_result(&self, invocation: &Invocation, value: &Value) -> Outcome<()> {
        self.record(invocation, || Event::Result(value.clone()))
    }

    /// Adds a node without branches.
    pub(super) fn report_leaf(
        &self,
        invocation: &Invocation,
        scope: impl FnOnce() -> Scope,
    ) -> Outcome<()> {
        if let Some(explainer) = &invocation.explainer {
            self.interpreter.budget.hold(NODE_BYTES)?;
            explainer.borrow_mut().leaf(scope());
        }
        Ok(())
    }

    pub(super) fn report_text(
        &self,
        invocation: &Invocation,
        text: impl FnOnce() -> String,
    ) -> Outcome<()> {
        if let Some(explainer) = &invocation.explainer {
            let text = text();
            self.interpreter
                .budget
                .hold(NODE_BYTES + text.len() as u64)?;
            explainer.borrow_mut().text(text);
        }
        Ok(())
    }
}

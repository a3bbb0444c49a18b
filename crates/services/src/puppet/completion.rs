//! Completions of variables, classes, resource types, attributes, functions and types.

use super::Session;
use super::cursor::{Place, cursor};
use super::file::{Declared, Defined, DefinedKind, File, Owner};
use super::hover::{ParameterTexts, definition, own_function, owner_name, parameter};
use super::resolve::{OWN_VARIABLES, Target, resource_type};
use super::types::{DATA_TYPES, inferred};
use crate::answer::{Completion, CompletionKind, TextEdit};
use crate::layout::aligned;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_puppet::resource_types::{built_in_types, metaparameters};
use polycty_puppet::{
    format_type, function_names, function_signatures, infer_general, stdlib_function_names,
};
use std::collections::BTreeSet;

/// The maximum number of completions.
const MAX_COMPLETIONS: usize = 2_000;

/// The steps of one completion.
const STEPS: u64 = 4;

/// Keywords with their snippets.
const KEYWORDS: [(&str, &str); 9] = [
    ("class", "class ${1:name} (\n  ${2}\n) {\n  $0\n\\}"),
    ("define", "define ${1:name} (\n  ${2}\n) {\n  $0\n\\}"),
    (
        "function",
        "function ${1:name}(${2}) >> ${3:Any} {\n  $0\n\\}",
    ),
    ("node", "node '${1:default}' {\n  $0\n\\}"),
    ("if", "if ${1:condition} {\n  $0\n\\}"),
    ("unless", "unless ${1:condition} {\n  $0\n\\}"),
    (
        "case",
        "case ${1:value} {\n  ${2:option}: {\n    $0\n  \\}\n  default: {\\}\n\\}",
    ),
    ("type", "type ${1:Name} = ${2:Type}"),
    ("include", "include $0"),
];

/// The values that attributes of Puppet's own types have.
const VALUES: [(&str, &str, &[&str]); 22] = [
    (
        "file",
        "ensure",
        &["present", "absent", "file", "directory", "link"],
    ),
    ("file", "backup", &["true", "false"]),
    (
        "file",
        "checksum",
        &[
            "md5",
            "md5lite",
            "sha224",
            "sha256",
            "sha256lite",
            "sha384",
            "sha512",
            "mtime",
            "ctime",
            "none",
        ],
    ),
    ("file", "force", &["true", "false"]),
    ("file", "links", &["follow", "manage"]),
    ("file", "purge", &["true", "false"]),
    ("file", "recurse", &["true", "false", "remote"]),
    ("file", "replace", &["true", "false"]),
    ("file", "show_diff", &["true", "false"]),
    (
        "file",
        "source_permissions",
        &["use", "use_when_creating", "ignore"],
    ),
    (
        "package",
        "ensure",
        &[
            "present",
            "absent",
            "purged",
            "disabled",
            "installed",
            "latest",
        ],
    ),
    ("package", "mark", &["hold", "none"]),
    (
        "service",
        "ensure",
        &["running", "stopped", "true", "false"],
    ),
    (
        "service",
        "enable",
        &["true", "false", "manual", "mask", "delayed"],
    ),
    ("service", "hasrestart", &["true", "false"]),
    ("service", "hasstatus", &["true", "false"]),
    ("user", "ensure", &["present", "absent", "role"]),
    ("user", "managehome", &["true", "false"]),
    ("user", "membership", &["inclusive", "minimum"]),
    ("group", "ensure", &["present", "absent"]),
    ("exec", "logoutput", &["true", "false", "on_failure"]),
    ("exec", "refreshonly", &["true", "false"]),
];

/// The completions that are found so far. Adding one counts its texts.
struct Found<'b> {
    budget: &'b Budget,
    all: Vec<Completion>,
    seen: BTreeSet<String>,
    word: Span,
}

/// A completion before its edit.
struct Item<'a> {
    label: String,
    kind: CompletionKind,
    detail: String,
    documentation: String,
    /// The inserted text if it is not the label.
    text: Option<&'a str>,
    snippet: bool,
    rank: u32,
}

impl<'a> Item<'a> {
    fn new(label: impl Into<String>, kind: CompletionKind, rank: u32) -> Item<'a> {
        Item {
            label: label.into(),
            kind,
            detail: String::new(),
            documentation: String::new(),
            text: None,
            snippet: false,
            rank,
        }
    }
}

impl Found<'_> {
    /// Whether no more completions are added.
    fn is_full(&self) -> bool {
        self.all.len() >= MAX_COMPLETIONS || self.budget.finish().is_err()
    }

    fn add(&mut self, item: Item<'_>) {
        // The label, the key of the set and the inserted text.
        let length = 3 * item.label.len() + item.detail.len() + item.documentation.len();
        let steps = self.budget.charge(STEPS + length as u64 / 64);
        if self.is_full() || steps.is_err() || self.budget.hold(length as u64).is_err() {
            return;
        }
        if !self.seen.insert(item.label.clone()) {
            return;
        }
        let text = item.text.unwrap_or(&item.label).to_owned();
        self.all.push(Completion {
            kind: item.kind,
            detail: item.detail,
            documentation: item.documentation,
            edit: TextEdit {
                span: self.word,
                text,
            },
            snippet: item.snippet,
            deprecated: false,
            rank: item.rank,
            label: item.label,
        });
    }
}

impl Session<'_> {
    /// The texts that can be inserted at a byte.
    pub(super) fn completions(&self, byte: u32) -> Result<Vec<Completion>> {
        let at = cursor(&self.file, byte, self.context.budget)?;
        let mut found = Found {
            budget: self.context.budget,
            all: Vec::new(),
            seen: BTreeSet::new(),
            word: at.word,
        };
        match &at.place {
            Place::Nothing | Place::Title => {}
            Place::Variable => self.variables(byte, "", &mut found)?,
            Place::Class => self.classes(&mut found),
            Place::Type => self.types(&mut found),
            Place::Fact => self.facts(&mut found)?,
            Place::Attribute(owner, set) => self.attributes(owner, set, &mut found),
            Place::Value(owner, name) => {
                self.values(owner, name, &mut found);
                self.expressions(byte, &mut found)?;
            }
            Place::Expression => self.expressions(byte, &mut found)?,
            Place::Statement => {
                self.keywords(&mut found);
                self.resource_types(&mut found);
                self.functions(1, &mut found);
                self.variables(byte, "$", &mut found)?;
            }
        }
        self.context.budget.finish()?;
        let word = self.file.slice(at.word).to_lowercase();
        // An editor filters by the whole word; a long list is cut to those that begin with it.
        if found.all.len() >= MAX_COMPLETIONS {
            found
                .all
                .retain(|each| each.label.to_lowercase().starts_with(&word));
        }
        self.context.budget.sort_by(&mut found.all, |a, b| {
            (a.rank, &a.label).cmp(&(b.rank, &b.label))
        })?;
        Ok(found.all)
    }

    fn expressions(&self, byte: u32, found: &mut Found<'_>) -> Result<()> {
        self.variables(byte, "$", found)?;
        self.functions(2, found);
        for word in ["true", "false", "undef", "default"] {
            found.add(Item::new(word, CompletionKind::Keyword, 3));
        }
        self.types(found);
        Ok(())
    }

    fn keywords(&self, found: &mut Found<'_>) {
        for (word, snippet) in KEYWORDS {
            let mut item = Item::new(word, CompletionKind::Keyword, 0);
            item.text = Some(snippet);
            item.snippet = true;
            found.add(item);
        }
    }

    /// The variables in scope, each after a prefix.
    fn variables(&self, byte: u32, prefix: &str, found: &mut Found<'_>) -> Result<()> {
        let file = &self.file;
        let mut at = Some(file.scope_at(byte));
        let mut rank = 0;
        while let Some(index) = at {
            let Some(scope) = file.scopes.get(index) else {
                break;
            };
            let defined = scope.definition.and_then(|at| file.definitions.get(at));
            let texts = defined.map_or("", |defined| &defined.documentation);
            let texts = ParameterTexts::of(texts);
            for declared in &scope.variables {
                let item = self.variable_item(file, declared, prefix, rank)?;
                found.add(Item {
                    documentation: texts.get(&declared.name).to_owned(),
                    ..item
                });
            }
            if let Some(parent) = defined.and_then(|defined| defined.inherits.as_deref()) {
                for (file, class) in self.index.lineage(parent, self.context.budget) {
                    let scope = file.scopes.get(class.scope);
                    for declared in scope.into_iter().flat_map(|scope| &scope.variables) {
                        found.add(self.variable_item(file, declared, prefix, 1)?);
                    }
                }
            }
            at = match scope.definition {
                Some(_) if index != 0 => Some(0),
                _ => scope.parent,
            };
            rank = 1;
        }
        for (name, text) in OWN_VARIABLES {
            let mut item = Item::new(format!("{prefix}{name}"), CompletionKind::Variable, 2);
            text.clone_into(&mut item.documentation);
            found.add(item);
        }
        // Variables of a class by their qualified names.
        let word = self.file.slice(found.word);
        if let Some((qualifier, _)) = word.rsplit_once("::") {
            let class = super::file::lower(qualifier);
            for (file, class) in self.index.lineage(&class, self.context.budget) {
                let scope = file.scopes.get(class.scope);
                for declared in scope.into_iter().flat_map(|scope| &scope.variables) {
                    if found.is_full() {
                        return Ok(());
                    }
                    let mut item = self.variable_item(file, declared, prefix, 0)?;
                    item.label = format!("{prefix}{qualifier}::{}", declared.name);
                    found.add(item);
                }
            }
        }
        Ok(())
    }

    fn variable_item(
        &self,
        file: &File,
        declared: &Declared,
        prefix: &str,
        rank: u32,
    ) -> Result<Item<'static>> {
        let mut item = Item::new(
            format!("{prefix}{}", declared.name),
            CompletionKind::Variable,
            rank,
        );
        item.detail = match (declared.ty, declared.value) {
            (Some(ty), _) => file.slice(ty).to_owned(),
            (None, Some(value)) => inferred(file, value, self.context.budget)?.unwrap_or_default(),
            (None, None) => String::new(),
        };
        Ok(item)
    }

    fn facts(&self, found: &mut Found<'_>) -> Result<()> {
        let Some(facts) = &self.options.facts else {
            return Ok(());
        };
        let quoted = self.file.text.get(..found.word.start as usize);
        let quoted = quoted.is_some_and(|text| text.ends_with(['\'', '"']));
        let entries = facts
            .as_ordered_map()
            .into_iter()
            .flat_map(|map| map.entries());
        for (name, value) in entries {
            let Some(name) = name.as_str() else {
                continue;
            };
            let label = if quoted {
                name.to_owned()
            } else {
                format!("'{name}'")
            };
            let mut item = Item::new(label, CompletionKind::Attribute, 0);
            let ty = infer_general(value, self.context.budget);
            self.context.budget.finish()?;
            item.detail = ty
                .map(|ty| format_type(&ty, Default::default()))
                .unwrap_or_default();
            found.add(item);
        }
        Ok(())
    }

    fn classes(&self, found: &mut Found<'_>) {
        for (file, class) in self.index.of_kind(DefinedKind::Class) {
            found.add(defined(file, class, CompletionKind::Class, 0));
        }
    }

    fn types(&self, found: &mut Found<'_>) {
        for (file, alias) in self.index.of_kind(DefinedKind::Type) {
            let mut item = defined(file, alias, CompletionKind::Type, 4);
            item.label = alias.shown.clone();
            item.detail = alias.ty.map_or("", |ty| file.slice(ty)).to_owned();
            found.add(item);
        }
        for name in DATA_TYPES {
            let mut item = Item::new(name, CompletionKind::Type, 4);
            "data type".clone_into(&mut item.detail);
            found.add(item);
        }
        let own = built_in_types().map(|ty| ty.name().to_owned());
        let defines = self.index.of_kind(DefinedKind::Define);
        let names = own.chain(defines.map(|(_, define)| define.name.clone()));
        for name in names.chain(self.index.types.keys().cloned()) {
            let mut item = Item::new(capitalized(&name), CompletionKind::Resource, 5);
            "resource type".clone_into(&mut item.detail);
            found.add(item);
        }
    }

    fn resource_types(&self, found: &mut Found<'_>) {
        let mut add = |name: &str, detail: &str, documentation: String, required: &[String]| {
            let snippet = resource_snippet(name, required);
            let mut item = Item::new(name, CompletionKind::Resource, 1);
            detail.clone_into(&mut item.detail);
            item.documentation = documentation;
            item.text = Some(&snippet);
            item.snippet = true;
            found.add(item);
        };
        for ty in built_in_types() {
            add(ty.name(), "resource type", String::new(), &[]);
        }
        for ty in self.index.types.values() {
            add(&ty.name, "resource type", ty.documentation.clone(), &[]);
        }
        for (file, define) in self.index.of_kind(DefinedKind::Define) {
            let required = define.parameters.iter().filter(|each| {
                let ty = each.ty.map_or("", |ty| file.slice(ty));
                each.value.is_none() && !ty.is_empty() && !ty.starts_with("Optional")
            });
            let required: Vec<String> = required.map(|each| each.name.clone()).collect();
            add(&define.name, "define", definition(file, define), &required);
        }
    }

    fn functions(&self, rank: u32, found: &mut Found<'_>) {
        for (file, function) in self.index.of_kind(DefinedKind::Function) {
            found.add(defined(file, function, CompletionKind::Function, rank));
        }
        for name in self.index.ruby_functions() {
            let mut item = Item::new(name, CompletionKind::Function, rank);
            "function in Ruby".clone_into(&mut item.detail);
            found.add(item);
        }
        for name in function_names().chain(stdlib_function_names()) {
            let mut item = Item::new(name, CompletionKind::Function, rank);
            let signatures = function_signatures(name).unwrap_or_default();
            item.detail = signatures
                .first()
                .map_or(String::new(), |first| format!("({first})"));
            item.documentation = own_function(name);
            found.add(item);
        }
    }

    fn attributes(&self, owner: &Owner, set: &[String], found: &mut Found<'_>) {
        let set: BTreeSet<&str> = set.iter().map(|each| &**each).collect();
        let of = match owner {
            Owner::Class(name) => self.index.get(DefinedKind::Class, name),
            Owner::ResourceType(name) => match resource_type(&self.index, name) {
                Some(Target::Defined(kind, name)) => self.index.get(kind, &name),
                _ => None,
            },
        };
        let mut add = |name: &str, detail: String, documentation: String, rank| {
            let text = format!("{name} => ");
            let mut item = Item::new(name, CompletionKind::Attribute, rank);
            item.detail = detail;
            item.documentation = documentation;
            item.text = Some(&text);
            if !set.contains(name) {
                found.add(item);
            }
        };
        match of {
            Some((file, of)) => {
                let texts = ParameterTexts::of(&of.documentation);
                for declared in &of.parameters {
                    let text = texts.get(&declared.name).to_owned();
                    let rank = u32::from(declared.value.is_some());
                    add(&declared.name, parameter(file, declared), text, rank);
                }
            }
            None => {
                for name in self.attribute_names(owner) {
                    add(&name, owner_name(owner), String::new(), 1);
                }
            }
        }
        for name in metaparameters() {
            add(name, "metaparameter".to_owned(), String::new(), 2);
        }
    }

    /// The values of an enumeration.
    fn values(&self, owner: &Owner, name: &str, found: &mut Found<'_>) {
        let (kind, of) = match owner {
            Owner::Class(of) => (DefinedKind::Class, of),
            Owner::ResourceType(of) => (DefinedKind::Define, of),
        };
        let quoted = self.file.text.get(..found.word.start as usize);
        let quoted = quoted.is_some_and(|text| text.ends_with(['\'', '"']));
        if let Some((file, defined)) = self.index.get(kind, of) {
            let ty = defined.parameter(name).and_then(|parameter| parameter.ty);
            for value in enumeration(ty.map_or("", |ty| file.slice(ty))) {
                let label = match (value.is_text, quoted) {
                    (true, false) => format!("'{}'", value.text),
                    _ => value.text,
                };
                found.add(Item::new(label, CompletionKind::Constant, 0));
            }
            return;
        }
        let mut rows = VALUES.iter();
        let row = rows.find(|(ty, attribute, _)| *ty == &**of && *attribute == name);
        for value in row.map_or(&[][..], |(_, _, values)| values) {
            found.add(Item::new(*value, CompletionKind::Constant, 0));
        }
    }
}

/// A value of an enumeration.
struct EnumValue {
    text: String,
    is_text: bool,
}

/// The values of the enumerations in the text of a type.
fn enumeration(ty: &str) -> Vec<EnumValue> {
    let mut values = Vec::new();
    let mut rest = ty;
    while let Some((_, inner)) = rest.split_once("Enum[") {
        let (inner, after) = inner.split_once(']').unwrap_or((inner, ""));
        rest = after;
        for part in inner.split(',') {
            let text = part.trim().trim_matches(['\'', '"']).to_owned();
            if !text.is_empty() {
                let is_text = true;
                values.push(EnumValue { text, is_text });
            }
        }
    }
    if ty.contains("Boolean") {
        for word in ["true", "false"] {
            let (text, is_text) = (word.to_owned(), false);
            values.push(EnumValue { text, is_text });
        }
    }
    values
}

fn defined(file: &File, defined: &Defined, kind: CompletionKind, rank: u32) -> Item<'static> {
    let mut item = Item::new(&*defined.name, kind, rank);
    let parameters: Vec<String> = (defined.parameters.iter().take(8))
        .map(|declared| format!("${}", declared.name))
        .collect();
    item.detail = format!("({})", parameters.join(", "));
    item.documentation = definition(file, defined);
    item
}

/// The snippet of a resource with its required parameters.
fn resource_snippet(name: &str, required: &[String]) -> String {
    let mut snippet = format!("{name} {{ '${{1:title}}':\n");
    let width = aligned(required.iter().map(String::len));
    for (at, parameter) in required.iter().enumerate() {
        snippet.push_str(&format!("  {parameter:width$} => ${},\n", at + 2));
    }
    if required.is_empty() {
        snippet.push_str("  $0\n");
    }
    snippet.push_str("\\}");
    snippet
}

/// The name of a resource type as the name of a type.
pub(super) fn capitalized(name: &str) -> String {
    let part = |part: &str| {
        let mut chars = part.chars();
        let first = chars.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    name.split("::").map(part).collect::<Vec<_>>().join("::")
}

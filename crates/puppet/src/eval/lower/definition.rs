//! Definitions: functions, classes, and the texts of type aliases.

use super::Lowering;
use crate::eval::code::{AliasText, Class, ClassKind, Defined, Node, NodeMatch};
use crate::mode::Mode;
use crate::syntax::tree::{self, DefinitionKind, ExprKind};
use crate::types::alias::{Aliases, Folded};
use crate::types::nominal::{self, Name};
use crate::types::parse::parse_type;
use polycty_core::sort::sort_by;
use polycty_core::source::{Result, Span};
use polycty_core::syntax::Id;
use polycty_core::types::{KeyedSet, Str};

/// Puppet's name authority for type sets that a text defines.
const NAME_AUTHORITY: &str = "http://puppet.com/2016.1/runtime";

impl<'t> Lowering<'t> {
    pub(super) fn definition(
        &mut self,
        definition: Id<tree::Definition>,
        span: Span,
    ) -> Result<()> {
        let tree = self.tree;
        let definition = tree[definition];
        let name = self.text_of(definition.name);
        match definition.kind {
            DefinitionKind::Function { returns } => {
                let lambda = self.function(definition.parameters, returns, definition.body)?;
                let number = self.here.get(&*name).copied().unwrap_or_default();
                let at = span.start;
                let before = self.functions[number as usize].replace(Defined { name, lambda, at });
                if let Some(before) = before {
                    let entity = format!("function/{}", before.name);
                    self.redefined(&entity, Some(before.at));
                }
            }
            DefinitionKind::Class { .. } | DefinitionKind::DefinedType => {
                let name: Str = match &*self.namespace {
                    "" => name,
                    namespace => format!("{namespace}::{name}").as_str().into(),
                };
                let around = match definition.kind {
                    DefinitionKind::Class { .. } => {
                        std::mem::replace(&mut self.namespace, name.clone())
                    }
                    _ => self.namespace.clone(),
                };
                let lambda = self.function(definition.parameters, None, definition.body)?;
                self.namespace = around;
                let kind = match definition.kind {
                    DefinitionKind::Class { parent } => ClassKind::Class {
                        parent: parent.map(|parent| self.text_of(parent)),
                    },
                    _ => ClassKind::DefinedType,
                };
                self.classes.push(Class {
                    name,
                    kind,
                    lambda,
                    at: span.start,
                });
            }
            DefinitionKind::TypeAlias { value } => {
                let mut named = Vec::new();
                self.type_names(value, &mut named);
                let uses = named.iter().map(|(_, name)| unqualified(name).into());
                let uses: Box<[Str]> = uses.collect();
                let entity = format!("type/{}", name.to_lowercase());
                match self.alias_places.get(&Folded(name.clone())).copied() {
                    Some(at) => self.redefined(&entity, Some(at)),
                    None if is_built_in(&name) => self.redefined(&entity, None),
                    None => {}
                }
                self.members(&name, value);
                let body =
                    self.alias_body(tree.name(definition.name), value, &NamePositions::default());
                self.add_alias(AliasText {
                    name,
                    body: body.as_str().into(),
                    uses,
                    set: None,
                    at: definition.name_span.start,
                });
            }
            DefinitionKind::Node { matches, .. } => {
                let lambda = self.function(definition.parameters, None, definition.body)?;
                let matches = tree[matches]
                    .iter()
                    .filter_map(|name| self.node_match(*name));
                let matches = matches.collect();
                self.nodes.push(Node {
                    matches,
                    lambda,
                    at: span.start,
                });
            }
            DefinitionKind::TypeMapping { .. } | DefinitionKind::TypeDefinition { .. } => {}
        }
        Ok(())
    }

    /// Returns the name of a node definition.
    fn node_match(&self, id: tree::ExprId) -> Option<NodeMatch> {
        let tree = self.tree;
        Some(match tree[id].kind {
            ExprKind::Default => NodeMatch::Default,
            ExprKind::Regexp(source) => NodeMatch::Regexp(tree[source].as_str()?.into()),
            ExprKind::String(value) => NodeMatch::Name(tree[value].as_str()?.into()),
            ExprKind::Name(name) => NodeMatch::Name(tree.name(name).into()),
            // The validator rejects anything else.
            _ => return None,
        })
    }

    /// Records that an entity is defined again; an entity of the language has no position.
    #[cold]
    fn redefined(&mut self, entity: &str, before: Option<u32>) {
        let origin = match before {
            Some(at) => {
                let location = self.tree.place(at);
                let file = match &*self.tree.source().name {
                    "" => "string:".to_owned(),
                    name if name.starts_with('/') => format!("file://{name}"),
                    name => format!("file:{name}"),
                };
                format!("{file}?line={}&pos={}", location.line, location.column)
            }
            None => "by Puppet-Type-System/Static-Loader".to_owned(),
        };
        let at = if before.is_some() { "at " } else { "" };
        self.redefinition.get_or_insert_with(|| {
            format!(
                "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{entity}'. \
                 Originally set {at}{origin}."
            )
        });
    }

    /// Adds the members of a type set. Each is an alias qualified by the name of the set; members
    /// refer to each other by unqualified names.
    fn members(&mut self, set: &Str, value: tree::ExprId) {
        let tree = self.tree;
        let ExprKind::Access { of, keys } = tree[value].kind else {
            return;
        };
        let (ExprKind::TypeName(of), [key]) = (tree[of].kind, &tree[keys]) else {
            return;
        };
        let ExprKind::Hash(entries) = tree[*key].kind else {
            return;
        };
        let mut types = tree[entries]
            .iter()
            .filter(|entry| self.key_text(entry.key) == Some("types"));
        let Some(ExprKind::Hash(members)) = types.next().map(|entry| tree[entry.value].kind) else {
            return;
        };
        if tree.name(of) != "TypeSet" {
            return;
        }
        let names = tree[members].iter().map(|member| self.key_text(member.key));
        let names: KeyedSet<Folded> = names.flatten().map(|name| Folded(name.into())).collect();
        for member in &tree[members] {
            let Some(name) = self.key_text(member.key) else {
                continue;
            };
            let name = format!("{set}::{name}");
            let mut named = Vec::new();
            self.type_names(member.value, &mut named);
            let mut positions = NamePositions {
                set,
                at: Vec::new(),
            };
            let uses = named.into_iter().map(|(at, used)| {
                if names.contains(&Folded(used.into())) {
                    positions.at.push(at);
                    format!("{set}::{used}").as_str().into()
                } else {
                    unqualified(used).into()
                }
            });
            let uses = uses.collect();
            let body = self.alias_body(&name, member.value, &positions);
            self.add_alias(AliasText {
                name: name.as_str().into(),
                body: body.as_str().into(),
                uses,
                set: Some(set.clone()),
                at: tree[member.key].span.start,
            });
        }
    }

    /// Returns the text of a literal key.
    fn key_text(&self, key: tree::ExprId) -> Option<&'t str> {
        let tree = self.tree;
        match tree[key].kind {
            ExprKind::Name(name) | ExprKind::TypeName(name) => Some(tree.name(name)),
            ExprKind::String(value) => tree[value].as_str(),
            _ => None,
        }
    }

    /// Returns the text of an alias's definition; an object type may be written without its name.
    fn alias_body(&self, name: &str, value: tree::ExprId, positions: &NamePositions<'_>) -> String {
        let tree = self.tree;
        let text = |id: tree::ExprId| {
            let span = tree[id].span;
            positions.inserted(tree.slice(span), span.start)
        };
        // Wraps the braces of an object type and adds the entries that the surrounding notation
        // contains.
        let object = |parent: &str, braces: &str, names_itself: bool| {
            let inner = braces.strip_prefix('{').unwrap_or(braces);
            let name = if names_itself {
                String::new()
            } else {
                format!("name => '{}', ", name.trim_start_matches("::"))
            };
            format!("Object[{{{name}{parent}{inner}]")
        };
        let is_name = |key: tree::ExprId| self.key_text(key) == Some("name");
        if let ExprKind::Hash(entries) = tree[value].kind {
            let named = tree[entries].iter().any(|entry| is_name(entry.key));
            return object("", &text(value), named);
        }
        let ExprKind::Access { of, keys } = tree[value].kind else {
            return text(value);
        };
        let (ExprKind::TypeName(of), [key]) = (tree[of].kind, &tree[keys]) else {
            return text(value);
        };
        let (ExprKind::Hash(entries), braces) = (tree[*key].kind, text(*key)) else {
            return text(value);
        };
        if !braces.starts_with('{') {
            return text(value);
        }
        // The parent type precedes the braces.
        let before = tree[entries]
            .iter()
            .find(|entry| tree[entry.value].span.end <= tree[*key].span.start);
        let parent = before.map_or_else(String::new, |entry| {
            format!("parent => {}, ", text(entry.value))
        });
        match tree.name(of) {
            "Object" => {
                let named = tree[entries].iter().any(|entry| is_name(entry.key));
                object(&parent, &braces, named)
            }
            // The name of the alias replaces a name in the definition.
            "TypeSet" if !entries.is_empty() => {
                let inner = braces.strip_prefix('{').unwrap_or(&braces);
                let name = name.trim_start_matches("::");
                format!(
                    "TypeSet[{{name_authority => '{NAME_AUTHORITY}', name => '{name}', {inner}]"
                )
            }
            _ => text(value),
        }
    }

    /// Collects the names of types in an expression, with their positions.
    fn type_names(&self, id: tree::ExprId, names: &mut Vec<(u32, &'t str)>) {
        let tree = self.tree;
        match tree[id].kind {
            ExprKind::TypeName(name) => names.push((tree[id].span.start, tree.name(name))),
            ExprKind::Access { of, keys } => {
                self.type_names(of, names);
                for key in &tree[keys] {
                    self.type_names(*key, names);
                }
            }
            ExprKind::Array(items) => {
                for item in &tree[items] {
                    self.type_names(*item, names);
                }
            }
            ExprKind::Hash(entries) => {
                for entry in &tree[entries] {
                    self.type_names(entry.key, names);
                    self.type_names(entry.value, names);
                }
            }
            _ => {}
        }
    }
}

/// The positions in a text where names of a set's own types are qualified by the name of the set.
#[derive(Default)]
struct NamePositions<'s> {
    set: &'s str,
    at: Vec<u32>,
}

impl NamePositions<'_> {
    /// Returns a part of the text, which begins at this byte, with qualified names.
    #[expect(clippy::string_slice, reason = "offsets are starts of names")]
    fn inserted(&self, text: &str, start: u32) -> String {
        let end = start as usize + text.len();
        let mut positions: Vec<usize> = self.at.iter().map(|at| *at as usize).collect();
        positions.retain(|at| (start as usize..end).contains(at));
        sort_by(&mut positions, Ord::cmp);
        let mut out = String::with_capacity(text.len() + positions.len() * (self.set.len() + 2));
        let mut done = 0;
        for at in positions {
            out.push_str(&text[done..at - start as usize]);
            out.push_str(self.set);
            out.push_str("::");
            done = at - start as usize;
        }
        out.push_str(&text[done..]);
        out
    }
}

fn unqualified(name: &str) -> &str {
    name.trim_start_matches("::")
}

/// Whether the language has a type with this name.
fn is_built_in(name: &str) -> bool {
    let ty = parse_type(name, &Aliases::default(), Mode::Current);
    ty.is_ok_and(|ty| {
        !matches!(
            nominal::view(&ty),
            Some((Name::TypeReference | Name::Resource, _))
        )
    })
}

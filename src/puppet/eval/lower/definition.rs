//! Definitions: functions, classes, and the texts of type aliases.

use super::Lowering;
use crate::eval::code::{AliasText, Class, Defined};
use crate::mode::Mode;
use crate::syntax::tree::{self, DefinitionKind, ExprKind};
use crate::types::alias::Aliases;
use crate::types::nominal::{self, Name};
use crate::types::parse::parse_type;
use polycty_core::source::Result;
use polycty_core::syntax::Id;
use polycty_core::types::Str;

impl Lowering<'_> {
    pub(super) fn definition(&mut self, definition: Id<tree::Definition>) -> Result<()> {
        let tree = self.tree;
        let definition = tree[definition];
        let name = self.text_of(definition.name);
        match definition.kind {
            DefinitionKind::Function { returns } => {
                let lambda = self.function(definition.parameters, returns, definition.body)?;
                let number = self.here.get(&*name).copied().unwrap_or_default();
                let at = definition.name_span.start;
                let before = self.functions[number as usize].replace(Defined { name, lambda, at });
                if let Some(before) = before {
                    let entity = format!("function/{}", before.name);
                    self.redefined(&entity, Some(before.at));
                }
            }
            DefinitionKind::Class { .. } | DefinitionKind::DefinedType => {
                let lambda = self.function(definition.parameters, None, definition.body)?;
                self.classes.push(Class { name, lambda });
            }
            DefinitionKind::TypeAlias { value } => {
                let mut uses = Vec::new();
                self.uses(value, &mut uses);
                let entity = format!("type/{}", name.to_lowercase());
                let before = self.aliases.iter().find(|alias| alias.name == name);
                match before.map(|alias| alias.at) {
                    Some(at) => self.redefined(&entity, Some(at)),
                    None if is_built_in(&name) => self.redefined(&entity, None),
                    None => {}
                }
                self.aliases.push(AliasText {
                    name,
                    body: self
                        .alias_body(tree.name(definition.name), value)
                        .as_str()
                        .into(),
                    uses: uses.into(),
                    at: definition.name_span.start,
                });
            }
            DefinitionKind::Node { .. }
            | DefinitionKind::TypeMapping { .. }
            | DefinitionKind::TypeDefinition { .. } => {}
        }
        Ok(())
    }

    /// That something is defined again; what the language brings has no place.
    #[cold]
    fn redefined(&mut self, entity: &str, before: Option<u32>) {
        let origin = match before {
            Some(at) => {
                let place = self.tree.place(at);
                let file = match &*self.tree.source().name {
                    "" => "string:".to_owned(),
                    name => format!("file:{name}"),
                };
                format!("{file}?line={}&pos={}", place.line, place.column)
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

    /// The text of what an alias stands for: an object type may be written without its name.
    fn alias_body(&self, name: &str, value: tree::ExprId) -> String {
        let tree = self.tree;
        let text = |id: tree::ExprId| tree.slice(tree[id].span);
        // The braces of an object type with what the notation around them says.
        let object = |parent: &str, braces: &str, names_itself: bool| {
            let inner = braces.strip_prefix('{').unwrap_or(braces);
            let name = match names_itself {
                true => String::new(),
                false => format!("name => '{}', ", name.trim_start_matches("::")),
            };
            format!("Object[{{{name}{parent}{inner}]")
        };
        let is_name = |key: tree::ExprId| match tree[key].kind {
            ExprKind::Name(name) => tree.name(name) == "name",
            ExprKind::String(value) => tree[value].as_str() == Some("name"),
            _ => false,
        };
        let ExprKind::Access { of, keys } = tree[value].kind else {
            return text(value).to_owned();
        };
        let (ExprKind::TypeName(of), [key]) = (tree[of].kind, &tree[keys]) else {
            return text(value).to_owned();
        };
        let (ExprKind::Hash(entries), braces) = (tree[*key].kind, text(*key)) else {
            return text(value).to_owned();
        };
        if !braces.starts_with('{') {
            return text(value).to_owned();
        }
        // What is inherited from stands before the braces.
        let before = tree[entries]
            .iter()
            .find(|entry| tree[entry.value].span.end <= tree[*key].span.start);
        let parent = before.map_or_else(String::new, |entry| {
            format!("parent => {}, ", text(entry.value))
        });
        match tree.name(of) {
            "Object" => {
                let named = tree[entries].iter().any(|entry| is_name(entry.key));
                object(&parent, braces, named)
            }
            "TypeSet" => format!("TypeSet[{braces}]"),
            _ => text(value).to_owned(),
        }
    }

    /// The names of types in an expression.
    fn uses(&self, id: tree::ExprId, names: &mut Vec<Str>) {
        let tree = self.tree;
        match tree[id].kind {
            ExprKind::TypeName(name) => {
                names.push(tree.name(name).trim_start_matches("::").into());
            }
            ExprKind::Access { of, keys } => {
                self.uses(of, names);
                for key in &tree[keys] {
                    self.uses(*key, names);
                }
            }
            ExprKind::Array(items) => {
                for item in &tree[items] {
                    self.uses(*item, names);
                }
            }
            ExprKind::Hash(entries) => {
                for entry in &tree[entries] {
                    self.uses(entry.key, names);
                    self.uses(entry.value, names);
                }
            }
            _ => {}
        }
    }
}

/// Whether the language brings a type of this name.
fn is_built_in(name: &str) -> bool {
    let ty = parse_type(name, &Aliases::default(), Mode::Current);
    ty.is_ok_and(|ty| {
        !matches!(
            nominal::view(&ty),
            Some((Name::TypeReference | Name::Resource, _))
        )
    })
}

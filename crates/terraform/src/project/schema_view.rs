//! Schemas of providers as an editor shows them: the types of a module's providers, and the
//! attributes and blocks of a body.

use super::providers::{implied_name, provider_type, required};
use super::schemas::{Attribute, Block, Nesting, Schema, SchemaKind};
use super::{ProjectOptions, Schemas};
use crate::module::{Inventory, ResourceMode};
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use std::sync::Arc;

/// The kind of a body that a provider defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaTable {
    /// A `provider` block.
    Provider,
    /// A block of a resource.
    Resource(ResourceMode),
}

impl SchemaTable {
    fn kind(self) -> SchemaKind {
        match self {
            SchemaTable::Provider => SchemaKind::Provider,
            SchemaTable::Resource(ResourceMode::Managed) => SchemaKind::Managed,
            SchemaTable::Resource(ResourceMode::Data) => SchemaKind::Data,
            SchemaTable::Resource(ResourceMode::Ephemeral) => SchemaKind::Ephemeral,
        }
    }
}

/// The schema of a body. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BodySchema {
    root: Arc<Schema>,
    /// The numbers of the nested blocks that lead to the body.
    path: Vec<usize>,
}

/// An attribute of a [`BodySchema`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AttributeView<'s> {
    /// The name.
    pub name: &'s str,
    /// The type. Nested attributes that may be omitted are optional in it.
    pub ty: &'s Type,
    /// The description, or the empty string.
    pub description: &'s str,
    /// Whether a configuration must set it.
    pub required: bool,
    /// Whether a configuration may set it.
    pub optional: bool,
    /// Whether the provider sets it if the configuration does not.
    pub computed: bool,
    /// Whether its values must not be shown.
    pub sensitive: bool,
    /// The message of its deprecation, which may be empty.
    pub deprecated: Option<&'s str>,
}

/// A kind of nested blocks of a [`BodySchema`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NestedView<'s> {
    /// The type of the blocks.
    pub name: &'s str,
    /// The description, or the empty string.
    pub description: &'s str,
    /// The number of blocks that there must be.
    pub min: usize,
    /// The number of blocks that there may be; 0 if it is not limited.
    pub max: usize,
    /// Whether a block has a label, which is its key in a map.
    pub has_label: bool,
    /// Whether the blocks are deprecated.
    pub is_deprecated: bool,
}

impl BodySchema {
    fn block(&self) -> &Block {
        let mut block = &self.root.block;
        for at in &self.path {
            block = &block.blocks[*at].block;
        }
        block
    }

    /// The description, or the empty string.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.block().description
    }

    /// The type of the values of the whole body.
    ///
    /// # Errors
    /// If the types of the schema are not valid.
    pub fn ty(&self) -> Result<Type> {
        if self.path.is_empty() {
            return Ok(self.root.implied.clone());
        }
        self.block().implied_type()
    }

    /// The attributes.
    pub fn attributes(&self) -> impl Iterator<Item = AttributeView<'_>> {
        self.block().attributes.iter().map(view)
    }

    /// The attribute of a name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<AttributeView<'_>> {
        self.block().attribute(name).map(view)
    }

    /// The kinds of nested blocks.
    pub fn blocks(&self) -> impl Iterator<Item = NestedView<'_>> {
        self.block().blocks.iter().map(|nested| NestedView {
            name: &nested.name,
            description: &nested.block.description,
            min: nested.min,
            max: match nested.nesting {
                Nesting::Single | Nesting::Group => 1,
                Nesting::List | Nesting::Set | Nesting::Map => nested.max,
            },
            has_label: nested.nesting == Nesting::Map,
            is_deprecated: nested.block.deprecated.is_some(),
        })
    }

    /// The body of nested blocks of a type.
    #[must_use]
    pub fn nested(&self, name: &str) -> Option<BodySchema> {
        let mut blocks = self.block().blocks.iter();
        let at = blocks.position(|nested| *nested.name == *name)?;
        let mut nested = self.clone();
        nested.path.push(at);
        Some(nested)
    }
}

fn view(attribute: &Attribute) -> AttributeView<'_> {
    AttributeView {
        name: &attribute.name,
        ty: &attribute.ty,
        description: &attribute.description,
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive: attribute.sensitive,
        deprecated: attribute.deprecated.as_deref(),
    }
}

impl Schemas {
    /// Returns the names of the types that the providers of a module have in a table. For
    /// providers themselves, these are their local names.
    #[must_use]
    pub fn type_names(&self, inventory: &Inventory, table: SchemaTable) -> Vec<Str> {
        let mut found: Vec<Str> = Vec::new();
        if table == SchemaTable::Provider {
            let required = inventory.settings.required_providers.iter();
            found.extend(required.map(|required| required.name.clone()));
        }
        for provider in required(inventory) {
            match table {
                SchemaTable::Provider => {}
                table => found.extend(self.names(&provider.0, table.kind()).map(Str::from)),
            }
        }
        sort(&mut found);
        found.dedup();
        found
    }

    /// Returns the schema of a body in a module: of a provider by its local name, or of a resource
    /// by its type. `provider` is the local name in the argument `provider` of the resource.
    ///
    /// # Errors
    /// [`Code::Syntax`](polycty_core::source::Code::Syntax) if the schema is not valid;
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn body(
        &self,
        inventory: &Inventory,
        table: SchemaTable,
        name: &str,
        provider: Option<&str>,
        budget: &Budget,
    ) -> Result<Option<BodySchema>> {
        let local = match (table, provider) {
            (SchemaTable::Provider, _) => name,
            (_, Some(provider)) => provider,
            (_, None) => implied_name(name),
        };
        let provider = provider_type(inventory, local);
        let found = self.schema(&provider.0, table.kind(), name, budget)?;
        Ok(found.map(|root| BodySchema {
            root,
            path: Vec::new(),
        }))
    }
}

impl ProjectOptions {
    /// Returns the functions of the release by their names, as expressions of a module see them.
    #[must_use]
    pub fn functions(&self) -> Vec<(Str, polycty_hcl::functions::Function)> {
        crate::table::functions_of(&self.host, self.release)
    }
}

//! Schemas of providers, as `terraform providers schema -json` writes them.
//!
//! The text is kept as it is. The schema of a resource type is read when a project uses it, and
//! then kept ([`Schemas`]).

use super::json::Json;
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// The deepest nesting of blocks and nested types in a schema.
const MAX_DEPTH: usize = 32;

/// The bytes of an attribute or a block in a schema.
const PART: u64 = 500;

/// Which table of a provider a schema is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SchemaKind {
    Provider,
    Managed,
    Data,
    Ephemeral,
    Action,
    List,
}

impl SchemaKind {
    fn member(self) -> &'static str {
        match self {
            SchemaKind::Provider => "provider",
            SchemaKind::Managed => "resource_schemas",
            SchemaKind::Data => "data_source_schemas",
            SchemaKind::Ephemeral => "ephemeral_resource_schemas",
            SchemaKind::Action => "action_schemas",
            SchemaKind::List => "list_resource_schemas",
        }
    }
}

/// The schemas of providers. Cheap to clone.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_terraform::project::Schemas;
/// let text = r#"{"format_version": "1.0", "provider_schemas": {}}"#;
/// let schemas = Schemas::read(text, &Budget::standard()).unwrap();
/// assert_eq!(schemas.providers().count(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Schemas(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    text: Arc<str>,
    /// By the source of the provider, the place of its object in the text.
    providers: BTreeMap<Str, Tables>,
    read: Mutex<HashMap<SchemaKey, Arc<Schema>>>,
}

/// The provider, the table and the type of a schema.
type SchemaKey = (Str, SchemaKind, Str);

/// A part of the text.
type Span = (usize, usize);

#[derive(Debug, Default)]
struct Tables {
    provider: Option<Span>,
    types: BTreeMap<SchemaKind, BTreeMap<Str, Span>>,
    functions: BTreeMap<Str, Span>,
    identities: BTreeMap<Str, Span>,
}

impl Inner {
    #[expect(
        clippy::string_slice,
        reason = "the reader made the spans of whole values"
    )]
    fn part(&self, (start, end): Span) -> Json<'_> {
        Json::of(&self.text[start..end])
    }
}

impl Schemas {
    /// Reads which providers and types a document has.
    ///
    /// # Errors
    /// [`Code::Syntax`] if the text is not such a document; [`Code::Limit`] if the budget
    /// is exceeded.
    pub fn read(text: &str, budget: &Budget) -> Result<Schemas> {
        budget.hold(text.len() as u64)?;
        let document = Json::of(text);
        if !document.text().starts_with('{') {
            return Err(Error::new(
                Code::Syntax,
                "schemas of providers: expected an object",
            ));
        }
        let mut providers = BTreeMap::new();
        let all = document.member("provider_schemas", budget)?;
        let span = |json: Json<'_>| {
            let start = json.text().as_ptr() as usize - text.as_ptr() as usize;
            (start, start + json.text().len())
        };
        for (source, provider) in all.map_or(Ok(Vec::new()), |all| all.members(budget))? {
            let mut tables = Tables::default();
            for (name, table) in provider.members(budget)? {
                if &*name == "provider" {
                    tables.provider = Some(span(table));
                    continue;
                }
                let found: BTreeMap<Str, Span> = table
                    .members(budget)?
                    .into_iter()
                    .map(|(name, value)| (name, span(value)))
                    .collect();
                let kinds = [
                    SchemaKind::Managed,
                    SchemaKind::Data,
                    SchemaKind::Ephemeral,
                    SchemaKind::Action,
                    SchemaKind::List,
                ];
                match &*name {
                    "functions" => tables.functions = found,
                    "resource_identity_schemas" => tables.identities = found,
                    name => {
                        if let Some(kind) = kinds.into_iter().find(|kind| kind.member() == name) {
                            tables.types.insert(kind, found);
                        }
                    }
                }
            }
            providers.insert(source, tables);
        }
        Ok(Schemas(Arc::new(Inner {
            text: text.into(),
            providers,
            read: Mutex::default(),
        })))
    }

    /// The sources of the providers, such as `registry.terraform.io/hashicorp/aws`.
    pub fn providers(&self) -> impl Iterator<Item = &str> {
        self.0.providers.keys().map(|source| &**source)
    }

    /// Whether there are schemas of a provider.
    pub(crate) fn has_provider(&self, source: &str) -> bool {
        self.0.providers.contains_key(source)
    }

    /// The names of the types in a table.
    pub(crate) fn names(&self, source: &str, kind: SchemaKind) -> impl Iterator<Item = &str> {
        let tables = self.0.providers.get(source);
        let table = tables.and_then(|tables| tables.types.get(&kind));
        table
            .into_iter()
            .flat_map(|table| table.keys().map(|name| &**name))
    }

    /// Whether a table has a type.
    pub(crate) fn has(&self, source: &str, kind: SchemaKind, name: &str) -> bool {
        self.span(source, kind, name).is_some()
    }

    fn span(&self, source: &str, kind: SchemaKind, name: &str) -> Option<Span> {
        let tables = self.0.providers.get(source)?;
        match kind {
            SchemaKind::Provider => tables.provider,
            kind => tables.types.get(&kind)?.get(name).copied(),
        }
    }

    /// The schema of a type, none if there is no such type.
    pub(crate) fn schema(
        &self,
        source: &str,
        kind: SchemaKind,
        name: &str,
        budget: &Budget,
    ) -> Result<Option<Arc<Schema>>> {
        let Some((start, end)) = self.span(source, kind, name) else {
            return Ok(None);
        };
        let key = (Str::from(source), kind, Str::from(name));
        let broken = || Error::new(Code::Internal, "a thread that read a schema failed");
        if let Some(found) = self.0.read.lock().map_err(|_| broken())?.get(&key) {
            budget.charge(1)?;
            return Ok(Some(found.clone()));
        }
        let json = self.0.part((start, end));
        let block = match json.member("block", budget)? {
            Some(block) => block_schema(block, 0, budget)?,
            None => Block::default(),
        };
        let schema = Arc::new(Schema::new(block)?);
        let mut read = self.0.read.lock().map_err(|_| broken())?;
        read.insert(key, schema.clone());
        Ok(Some(schema))
    }

    /// The return type of a provider's function.
    pub(crate) fn function(
        &self,
        source: &str,
        name: &str,
        budget: &Budget,
    ) -> Result<Option<FunctionSchema>> {
        let tables = self.0.providers.get(source);
        let Some(&(start, end)) = tables.and_then(|tables| tables.functions.get(name)) else {
            return Ok(None);
        };
        let json = self.0.part((start, end));
        let mut found = FunctionSchema {
            returns: Type::any().clone(),
            parameters: Vec::new(),
            variadic: None,
        };
        for (member, value) in json.members(budget)? {
            match &*member {
                "return_type" => found.returns = read_type(value, 0, budget)?,
                "parameters" => {
                    for parameter in value.elements(budget)? {
                        found.parameters.push(parameter_schema(parameter, budget)?);
                    }
                }
                "variadic_parameter" => found.variadic = Some(parameter_schema(value, budget)?),
                _ => {}
            }
        }
        Ok(Some(found))
    }

    /// Whether a provider has a function.
    pub(crate) fn has_function(&self, source: &str, name: &str) -> bool {
        let tables = self.0.providers.get(source);
        tables.is_some_and(|tables| tables.functions.contains_key(name))
    }

    /// The type of the identity of a resource type. Attributes that an import does not require are
    /// optional.
    pub(crate) fn identity(
        &self,
        source: &str,
        name: &str,
        budget: &Budget,
    ) -> Result<Option<Type>> {
        let tables = self.0.providers.get(source);
        let Some(&(start, end)) = tables.and_then(|tables| tables.identities.get(name)) else {
            return Ok(None);
        };
        let json = self.0.part((start, end));
        let mut fields = Vec::new();
        let attributes = json.member("attributes", budget)?;
        for (name, attribute) in attributes.map_or(Ok(Vec::new()), |all| all.members(budget))? {
            let mut ty = Type::any().clone();
            let mut required = false;
            for (member, value) in attribute.members(budget)? {
                match &*member {
                    "type" => ty = read_type(value, 0, budget)?,
                    "required_for_import" => required = value.is_true(),
                    _ => {}
                }
            }
            fields.push(if required {
                Field::new(name, ty)
            } else {
                Field::optional(name, ty)
            });
        }
        sort(&mut fields);
        Ok(Some(Type::object(fields)?))
    }
}

/// The signature of a provider's function.
pub(crate) struct FunctionSchema {
    pub(crate) returns: Type,
    pub(crate) parameters: Vec<ParameterSchema>,
    pub(crate) variadic: Option<ParameterSchema>,
}

/// A parameter of a provider's function.
pub(crate) struct ParameterSchema {
    pub(crate) name: Str,
    pub(crate) ty: Type,
    pub(crate) is_nullable: bool,
}

fn parameter_schema(json: Json<'_>, budget: &Budget) -> Result<ParameterSchema> {
    let mut found = ParameterSchema {
        name: "".into(),
        ty: Type::any().clone(),
        is_nullable: false,
    };
    for (member, value) in json.members(budget)? {
        match &*member {
            "name" => found.name = value.as_str().unwrap_or_default(),
            "type" => found.ty = read_type(value, 0, budget)?,
            "is_nullable" => found.is_nullable = value.is_true(),
            _ => {}
        }
    }
    Ok(found)
}

/// A schema and what follows from it.
#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) block: Block,
    /// The type of values.
    pub(crate) implied: Type,
}

impl Schema {
    /// The schema of a body that may have nothing.
    pub(crate) fn empty() -> Schema {
        let block = Block::default();
        let implied = Type::object([]).unwrap_or_else(|_| Type::any().clone());
        Schema { block, implied }
    }

    pub(crate) fn new(block: Block) -> Result<Schema> {
        let implied = block.implied_type()?;
        Ok(Schema { block, implied })
    }
}

/// How many blocks or objects there are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    Single,
    Group,
    List,
    Set,
    Map,
}

/// The schema of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) blocks: Vec<NestedBlock>,
    /// The message of a deprecation, empty if there is none of its own.
    pub(crate) deprecated: Option<Str>,
    /// The description, empty if there is none.
    pub(crate) description: Str,
}

/// The schema of an attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: Str,
    /// The type of its values.
    pub(crate) ty: Type,
    pub(crate) nested: Option<Nested>,
    pub(crate) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: bool,
    pub(crate) sensitive: bool,
    pub(crate) write_only: bool,
    pub(crate) deprecated: Option<Str>,
    /// The description, empty if there is none.
    pub(crate) description: Str,
}

/// The objects of an attribute, with a schema of their own.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    pub(crate) nesting: Nesting,
    pub(crate) attributes: Vec<Attribute>,
}

/// The schema of blocks within a body.
#[derive(Clone, Debug)]
pub(crate) struct NestedBlock {
    pub(crate) name: Str,
    pub(crate) nesting: Nesting,
    pub(crate) block: Block,
    pub(crate) min: usize,
    pub(crate) max: usize,
}

impl Block {
    /// The attribute of a name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        named(&self.attributes, name, |attribute| &attribute.name)
    }

    /// Whether an attribute of the body, or of a part of it, is sensitive.
    pub(crate) fn has_sensitive(&self) -> bool {
        fn any(attributes: &[Attribute]) -> bool {
            attributes.iter().any(|attribute| {
                let nested = attribute.nested.as_ref();
                attribute.sensitive || nested.is_some_and(|nested| any(&nested.attributes))
            })
        }
        any(&self.attributes)
            || self
                .blocks
                .iter()
                .any(|nested| nested.block.has_sensitive())
    }

    /// The blocks of a type.
    pub(crate) fn nested(&self, name: &str) -> Option<&NestedBlock> {
        named(&self.blocks, name, |block| &block.name)
    }

    /// The type of values of the body.
    pub(crate) fn implied_type(&self) -> Result<Type> {
        let mut fields: Vec<Field> = Vec::new();
        for attribute in &self.attributes {
            fields.push(Field::new(attribute.name.clone(), attribute.ty.clone()));
        }
        for nested in &self.blocks {
            if self.attribute(&nested.name).is_none() {
                fields.push(Field::new(nested.name.clone(), nested.implied_type()?));
            }
        }
        sort(&mut fields);
        Ok(Type::object(fields)?)
    }

    /// The value of a body without anything.
    pub(crate) fn empty(&self) -> Result<Value> {
        let attributes = self.attributes.iter();
        let mut parts: Vec<(Str, Value)> = attributes
            .map(|attribute| (attribute.name.clone(), Value::null(attribute.ty.clone())))
            .collect();
        for nested in &self.blocks {
            parts.push((nested.name.clone(), nested.empty()?));
        }
        Value::object(parts)
    }

    /// Whether the schema has parts that only newer providers use. Then its attributes cannot be written
    /// as blocks.
    pub(crate) fn is_modern(&self) -> bool {
        let modern = |attribute: &Attribute| {
            let ty = &attribute.ty;
            attribute.nested.is_some()
                || ty.is_object()
                || ty.is_tuple()
                || (ty.is_map() && ty.element().is_some_and(Type::is_object))
                || (ty.element().is_some_and(Type::is_collection)
                    && !ty
                        .element()
                        .and_then(Type::element)
                        .is_some_and(Type::is_primitive))
        };
        self.attributes.iter().any(modern)
            || self.blocks.iter().any(|nested| nested.block.is_modern())
    }
}

/// Lists of more than this number of attributes or blocks have the order of their names. Shorter
/// ones can have another order.
const SMALL: usize = 32;

/// The item of a name.
pub(crate) fn named<'l, T>(
    list: &'l [T],
    name: &str,
    name_of: impl Fn(&T) -> &Str,
) -> Option<&'l T> {
    if list.len() <= SMALL {
        return list.iter().find(|item| **name_of(item) == *name);
    }
    let at = list.binary_search_by(|item| (**name_of(item)).cmp(name));
    list.get(at.ok()?)
}

impl NestedBlock {
    fn implied_type(&self) -> Result<Type> {
        let inner = self.block.implied_type()?;
        let is_dynamic = inner.has(polycty_core::types::Flags::ANY);
        Ok(match self.nesting {
            Nesting::Single | Nesting::Group => inner,
            Nesting::List | Nesting::Map if is_dynamic => Type::any().clone(),
            Nesting::List => Type::list(inner)?,
            Nesting::Map => Type::map(inner)?,
            Nesting::Set => Type::set(inner)?,
        })
    }

    fn empty(&self) -> Result<Value> {
        let inner = self.block.implied_type()?;
        let is_dynamic = inner.has(polycty_core::types::Flags::ANY);
        match self.nesting {
            Nesting::Single => Ok(Value::null(inner)),
            Nesting::Group => self.block.empty(),
            Nesting::List if is_dynamic => Value::tuple(Vec::new()),
            Nesting::Map if is_dynamic => Value::object([]),
            Nesting::List => Value::list_of(&inner, Vec::new()),
            Nesting::Map => Value::map_of(&inner, []),
            Nesting::Set => Value::set_of(&inner, Vec::new()),
        }
    }
}

fn too_deep() -> Error {
    Error::new(
        Code::Limit,
        format!("a schema is nested more than {MAX_DEPTH} levels deep"),
    )
}

fn nesting(json: Json<'_>) -> Result<Nesting> {
    Ok(match json.as_str().as_deref() {
        Some("single") => Nesting::Single,
        Some("group") => Nesting::Group,
        Some("list") => Nesting::List,
        Some("set") => Nesting::Set,
        Some("map") => Nesting::Map,
        _ => {
            return Err(Error::new(
                Code::Syntax,
                "a schema has an unknown nesting mode",
            ));
        }
    })
}

fn block_schema(json: Json<'_>, depth: usize, budget: &Budget) -> Result<Block> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let mut block = Block::default();
    let (mut is_deprecated, mut message) = (false, None);
    for (member, value) in json.members(budget)? {
        match &*member {
            "attributes" => block.attributes = attributes(value, depth, budget)?,
            "block_types" => {
                for (name, nested) in budget.charged_holding(PART, value.members(budget)?)? {
                    block
                        .blocks
                        .push(nested_block(name, nested, depth, budget)?);
                }
            }
            "deprecated" => is_deprecated = value.is_true(),
            "deprecation_message" => message = value.as_str(),
            "description" => block.description = description(value, budget)?,
            _ => {}
        }
    }
    budget.sort_by_key(&mut block.blocks, |nested| nested.name.clone())?;
    block.deprecated = is_deprecated.then(|| message.unwrap_or_default());
    Ok(block)
}

/// The text of a description.
fn description(json: Json<'_>, budget: &Budget) -> Result<Str> {
    let text = json.as_str().unwrap_or_default();
    budget.hold(text.len() as u64)?;
    Ok(text)
}

fn nested_block(name: Str, json: Json<'_>, depth: usize, budget: &Budget) -> Result<NestedBlock> {
    let mut found = NestedBlock {
        name,
        nesting: Nesting::Single,
        block: Block::default(),
        min: 0,
        max: 0,
    };
    for (member, value) in json.members(budget)? {
        match &*member {
            "nesting_mode" => found.nesting = nesting(value)?,
            "block" => found.block = block_schema(value, depth + 1, budget)?,
            "min_items" => found.min = value.as_count().unwrap_or(0),
            "max_items" => found.max = value.as_count().unwrap_or(0),
            _ => {}
        }
    }
    Ok(found)
}

fn attributes(json: Json<'_>, depth: usize, budget: &Budget) -> Result<Vec<Attribute>> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let mut found = Vec::new();
    for (name, json) in budget.charged_holding(PART, json.members(budget)?)? {
        let mut attribute = Attribute {
            name,
            ty: Type::any().clone(),
            nested: None,
            required: false,
            optional: false,
            computed: false,
            sensitive: false,
            write_only: false,
            deprecated: None,
            description: "".into(),
        };
        let (mut is_deprecated, mut message) = (false, None);
        for (member, value) in json.members(budget)? {
            match &*member {
                "type" => attribute.ty = read_type(value, 0, budget)?,
                "nested_type" => {
                    let mut nested = Nested {
                        nesting: Nesting::Single,
                        attributes: Vec::new(),
                    };
                    for (member, value) in value.members(budget)? {
                        match &*member {
                            "nesting_mode" => nested.nesting = nesting(value)?,
                            "attributes" => {
                                nested.attributes = attributes(value, depth + 1, budget)?
                            }
                            _ => {}
                        }
                    }
                    attribute.ty = nested.ty(Optional::None)?;
                    attribute.nested = Some(nested);
                }
                "required" => attribute.required = value.is_true(),
                "optional" => attribute.optional = value.is_true(),
                "computed" => attribute.computed = value.is_true(),
                "sensitive" => attribute.sensitive = value.is_true(),
                "write_only" => attribute.write_only = value.is_true(),
                "deprecated" => is_deprecated = value.is_true(),
                "deprecation_message" => message = value.as_str(),
                "description" => attribute.description = description(value, budget)?,
                _ => {}
            }
        }
        attribute.deprecated = is_deprecated.then(|| message.unwrap_or_default());
        found.push(attribute);
    }
    budget.sort_by_key(&mut found, |attribute| attribute.name.clone())?;
    Ok(found)
}

/// Whether attributes of nested objects that a configuration may omit are optional.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Optional {
    None,
    AsDeclared,
}

impl Nested {
    /// The type of values of the attribute.
    pub(crate) fn ty(&self, optional: Optional) -> Result<Type> {
        let mut fields = Vec::new();
        for attribute in &self.attributes {
            let ty = match &attribute.nested {
                Some(nested) => nested.ty(optional)?,
                None => attribute.ty.clone(),
            };
            let omits = attribute.optional || attribute.computed;
            fields.push(if omits && optional == Optional::AsDeclared {
                Field::optional(attribute.name.clone(), ty)
            } else {
                Field::new(attribute.name.clone(), ty)
            });
        }
        sort(&mut fields);
        let object = Type::object(fields)?;
        Ok(match self.nesting {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object)?,
            Nesting::Set => Type::set(object)?,
            Nesting::Map => Type::map(object)?,
        })
    }
}

/// A type in cty's JSON notation.
pub(crate) fn read_type(json: Json<'_>, depth: usize, budget: &Budget) -> Result<Type> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    budget.charge(1)?;
    let unknown = || Error::new(Code::Syntax, "a schema has an unknown type");
    if let Some(name) = json.as_str() {
        return Ok(match &*name {
            "string" => Type::string(),
            "number" => Type::number(),
            "bool" => Type::bool(),
            "dynamic" => Type::any(),
            _ => return Err(unknown()),
        }
        .clone());
    }
    let parts = json.elements(budget)?;
    let (Some(word), Some(&inner)) = (parts.first().and_then(|word| word.as_str()), parts.get(1))
    else {
        return Err(unknown());
    };
    Ok(match &*word {
        "list" => Type::list(read_type(inner, depth + 1, budget)?)?,
        "set" => Type::set(read_type(inner, depth + 1, budget)?)?,
        "map" => Type::map(read_type(inner, depth + 1, budget)?)?,
        "tuple" => {
            let elements = inner.elements(budget)?.into_iter();
            let types: Result<Vec<Type>> = elements
                .map(|element| read_type(element, depth + 1, budget))
                .collect();
            Type::tuple(types?)?
        }
        "object" => {
            let optional = parts
                .get(2)
                .map_or(Ok(Vec::new()), |names| names.elements(budget))?;
            let optional: Vec<Str> = optional.iter().filter_map(|name| name.as_str()).collect();
            let mut fields = Vec::new();
            for (name, ty) in inner.members(budget)? {
                let ty = read_type(ty, depth + 1, budget)?;
                fields.push(if optional.contains(&name) {
                    Field::optional(name, ty)
                } else {
                    Field::new(name, ty)
                });
            }
            budget.sort(&mut fields)?;
            Type::object(fields)?
        }
        _ => return Err(unknown()),
    })
}

//! From a use of a name to its declaration.

use super::file::{DefinedKind, File, Owner, Use, UseKind, lower};
use super::index::{Found, Index};
use super::types::is_data_type;
use crate::answer::Location;
use polycty_core::calls::Budget;
use polycty_core::source::Span;
use polycty_puppet::function_signatures;
use polycty_puppet::resource_types::built_in;

/// The variables that Puppet sets.
pub(super) const OWN_VARIABLES: [(&str, &str); 9] = [
    ("facts", "The facts of the node, a hash by name."),
    ("trusted", "The verified data of the node's certificate."),
    ("server_facts", "The version and the name of the server."),
    ("environment", "The name of the environment."),
    ("title", "The title of the resource or class."),
    ("name", "The name of the resource or class."),
    ("module_name", "The module of the manifest."),
    ("caller_module_name", "The module of the caller."),
    ("settings", "The settings of the server."),
];

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A variable or parameter of a scope of a file.
    Variable {
        path: String,
        scope: usize,
        name: String,
    },
    /// A definition by its lowercase name.
    Defined(DefinedKind, String),
    /// A function of the language or of the module `stdlib`.
    OwnFunction(String),
    /// A function written in Ruby.
    RubyFunction(String),
    /// A type of the language.
    DataType(String),
    /// A resource type of Puppet itself.
    OwnResource(String),
    /// A resource type that is not written in Puppet's language.
    RubyType(String),
    /// An attribute of a resource type that is not written in Puppet's language.
    Attribute(String, String),
    /// A variable that Puppet sets.
    OwnVariable(&'static str),
    /// A file of a module.
    File(String),
    /// A key of Hiera that is not a parameter.
    Key(String),
}

/// Returns the meaning of a use.
pub(super) fn resolve(index: &Index, file: &File, found: &Use, budget: &Budget) -> Option<Target> {
    let text = file.slice(found.span);
    match &found.kind {
        UseKind::Variable => variable(index, file, found.scope, text, budget),
        UseKind::Declaration | UseKind::Parameter => Some(Target::Variable {
            path: file.path.clone(),
            scope: found.scope,
            name: text.to_owned(),
        }),
        UseKind::Class(name) => defined(index, DefinedKind::Class, name),
        UseKind::ResourceType(name) => resource_type(index, name),
        UseKind::Function(name) => function(index, name),
        UseKind::Type(name) => type_name(index, name),
        UseKind::Definition(at) => {
            let defined = file.definitions.get(*at)?;
            Some(Target::Defined(defined.kind, defined.name.clone()))
        }
        UseKind::Attribute(owner) => attribute(index, owner, text),
        UseKind::ModuleFile(folder) => {
            let name = text.strip_prefix("puppet:///modules/").unwrap_or(text);
            index.module_file(name, folder).map(Target::File)
        }
        UseKind::HieraKey => Some(key(index, text)),
    }
}

fn defined(index: &Index, kind: DefinedKind, name: &str) -> Option<Target> {
    index.get(kind, name)?;
    Some(Target::Defined(kind, name.to_owned()))
}

pub(super) fn resource_type(index: &Index, name: &str) -> Option<Target> {
    if built_in(name).is_some() {
        return Some(Target::OwnResource(name.to_owned()));
    }
    if index.types.contains_key(name) {
        return Some(Target::RubyType(name.to_owned()));
    }
    defined(index, DefinedKind::Define, name)
}

pub(super) fn function(index: &Index, name: &str) -> Option<Target> {
    if let Some(found) = defined(index, DefinedKind::Function, name) {
        return Some(found);
    }
    if index.ruby_function(name).is_some() {
        return Some(Target::RubyFunction(name.to_owned()));
    }
    function_signatures(name)?;
    Some(Target::OwnFunction(name.to_owned()))
}

pub(super) fn type_name(index: &Index, name: &str) -> Option<Target> {
    if is_data_type(name) {
        return Some(Target::DataType(name.to_owned()));
    }
    defined(index, DefinedKind::Type, name).or_else(|| resource_type(index, name))
}

pub(super) fn attribute(index: &Index, owner: &Owner, name: &str) -> Option<Target> {
    let (file, defined) = match owner {
        Owner::Class(class) => index.get(DefinedKind::Class, class)?,
        Owner::ResourceType(ty) => match resource_type(index, ty)? {
            Target::Defined(kind, ty) => index.get(kind, &ty)?,
            _ => return Some(Target::Attribute(ty.to_string(), name.to_owned())),
        },
    };
    if defined.parameter(name).is_none() {
        let ty = match owner {
            Owner::Class(_) => "class",
            Owner::ResourceType(ty) => ty,
        };
        let is_meta = polycty_puppet::resource_types::is_metaparameter(name);
        return is_meta.then(|| Target::Attribute(ty.to_owned(), name.to_owned()));
    }
    Some(Target::Variable {
        path: file.path.clone(),
        scope: defined.scope,
        name: name.to_owned(),
    })
}

/// Returns the parameter that a key of Hiera sets, or the key.
pub(super) fn key(index: &Index, key: &str) -> Target {
    parameter_of_key(index, key).map_or_else(
        || Target::Key(key.to_owned()),
        |((file, class), name)| Target::Variable {
            path: file.path.clone(),
            scope: class.scope,
            name: name.to_owned(),
        },
    )
}

/// Returns the class and the parameter that a key of Hiera sets.
pub(super) fn parameter_of_key<'i, 'k>(
    index: &'i Index,
    key: &'k str,
) -> Option<(Found<'i>, &'k str)> {
    let (class, name) = key.rsplit_once("::")?;
    let found = index.get(DefinedKind::Class, &lower(class))?;
    found.1.parameter(name)?;
    Some((found, name))
}

/// Returns the variable with a name, as written without `$`, in a scope.
pub(super) fn variable(
    index: &Index,
    file: &File,
    scope: usize,
    name: &str,
    budget: &Budget,
) -> Option<Target> {
    let target = |path: &str, scope: usize, name: &str| Target::Variable {
        path: path.to_owned(),
        scope,
        name: name.to_owned(),
    };
    let bare = name.strip_prefix("::").unwrap_or(name);
    if let Some((class, own)) = bare.rsplit_once("::") {
        return class_variable(index, &lower(class), own, budget);
    }
    if bare.len() == name.len() {
        let mut at = Some(scope);
        while let Some(scope) = at {
            budget.charge(1).ok()?;
            let found = file.scopes.get(scope)?;
            if found.variables.named(name).is_some() {
                return Some(target(&file.path, scope, name));
            }
            let defined = found.definition.and_then(|at| file.definitions.get(at));
            if let Some(parent) = defined.and_then(|defined| defined.inherits.as_deref())
                && let Some(found) = class_variable(index, parent, name, budget)
            {
                return Some(found);
            }
            // Definitions do not see the variables around them, except those of the text.
            at = match found.definition {
                Some(_) if scope != 0 => Some(0).filter(|_| found.parent.is_some()),
                _ => found.parent,
            };
        }
    }
    let own = OWN_VARIABLES.iter().find(|(own, _)| *own == bare);
    if let Some((own, _)) = own {
        return Some(Target::OwnVariable(own));
    }
    index.top_variable(bare).map(|path| target(path, 0, bare))
}

/// Returns the variable of a class or of one of its ancestors.
fn class_variable(index: &Index, class: &str, name: &str, budget: &Budget) -> Option<Target> {
    let lineage = index.lineage(class, budget);
    lineage.into_iter().find_map(|(file, class)| {
        let scope = file.scopes.get(class.scope)?;
        scope.variables.named(name).map(|_| Target::Variable {
            path: file.path.clone(),
            scope: class.scope,
            name: name.to_owned(),
        })
    })
}

/// Returns the names of a target's declarations.
pub(super) fn declarations(index: &Index, file: Option<&File>, target: &Target) -> Vec<Location> {
    let start = |path: &str| Location {
        path: path.to_owned(),
        span: Span::at(0),
    };
    match target {
        Target::Variable { path, scope, name } => {
            // The file of the question may be new.
            let own = file.filter(|file| file.path == *path);
            let found = own.or_else(|| index.files.get(path).map(|file| &**file));
            let scope = found.and_then(|file| file.scopes.get(*scope));
            let variables = scope.into_iter().flat_map(|scope| &scope.variables);
            let same = variables.filter(|each| each.name == *name);
            let location = |span| Location {
                path: path.clone(),
                span,
            };
            same.map(|each| location(each.span)).collect()
        }
        Target::Defined(kind, name) => {
            let all = index.all(*kind, name);
            let location = |(file, defined): Found<'_>| Location {
                path: file.path.clone(),
                span: defined.name_span,
            };
            all.map(location).collect()
        }
        Target::RubyFunction(name) => index.ruby_function(name).map(start).into_iter().collect(),
        Target::RubyType(name) => {
            let found = index.types.get(name);
            found.map(|ty| start(&ty.path)).into_iter().collect()
        }
        Target::File(path) => vec![start(path)],
        Target::Attribute(ty, _) => {
            let found = index.types.get(ty);
            found.map(|ty| start(&ty.path)).into_iter().collect()
        }
        Target::OwnFunction(_)
        | Target::DataType(_)
        | Target::OwnResource(_)
        | Target::OwnVariable(_)
        | Target::Key(_) => Vec::new(),
    }
}

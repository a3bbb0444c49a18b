//! Parsing of types.
//!
//! A `match` with one arm per type, in the order of Puppet's specification, returns the type of a
//! name with its parameters; longer arms are in their own files. The messages are those of Puppet's
//! type parser. Where that parser is laxer than the language itself (`Integer['a', 'b']`,
//! `Array[1]`), the language's rejection is followed.

pub(crate) mod arg;
pub(crate) mod argument;
mod callable;
mod collection;
pub(crate) mod early;
pub(crate) mod expression;
mod object;
pub(crate) mod own;
mod plain;
pub(crate) mod read;
mod scalar;
pub(crate) mod time;
mod uri;

use crate::mode::Mode;
use crate::syntax::text_error::TextError;
use crate::types::alias::{Aliases, Known};
use crate::types::nominal::{self, Name};
use crate::types::parse::arg::{Arg, Expression, Goal, What, invalid};
use crate::types::undef::Pending;
use crate::types::{data, normal_form, pcore, resources};
use polycty_core::source::Code;
use polycty_core::source::Result as Answer;
use polycty_core::types::{NominalParam, StringConstraint, Type};
use read::read;
use std::borrow::Cow;

/// Parses a type.
///
/// # Errors
/// Those of Puppet's type parser, with its messages and the byte, line and column: [`Code::Syntax`]
/// for a text that does not follow the grammar, and [`Code::Type`] for a text that is not a type.
pub fn parse_type(text: &str, aliases: &Aliases, mode: Mode) -> Answer<Type> {
    read_type(text, &Scope::new(aliases, mode))
        .map_err(|error| error.of_text(Code::Type).into_error("type", text))
}

/// Parses a type at a level of an evaluation.
pub(crate) fn parse_type_within<'e>(
    levels: u32,
    text: &str,
    aliases: impl Into<Known<'e>>,
    mode: Mode,
) -> Answer<Type> {
    let scope = Scope {
        levels,
        ..Scope::new(aliases, mode)
    };
    read_type(text, &scope).map_err(|error| error.into_error("type", text))
}

/// Parses one type or several: `File['a', 'b']` denotes a type for each title, `Class[a, b]` one
/// for each name.
///
/// # Errors
/// As [`parse_type`].
pub fn parse_types(text: &str, aliases: &Aliases, mode: Mode) -> Answer<Vec<Type>> {
    let made = |arg: Arg<'_>| match arg.what {
        What::Type(ty) => Ok(vec![ty]),
        What::Types(types) => Ok(types.into()),
        _ => Err(invalid(text, arg.start, arg.end)),
    };
    read(text, &Scope::new(aliases, mode), Goal::Types, made)
        .map_err(|error| error.of_text(Code::Type).into_error("type", text))
}

/// Returns the type of a text in a scope.
pub(crate) fn read_type(text: &str, scope: &Scope<'_>) -> Result<Type, TextError> {
    read(text, scope, Goal::Type, |arg| match arg.what {
        What::Type(ty) => Ok(ty),
        _ => Err(invalid(text, arg.start, arg.end)),
    })
}

/// The scope of a text: the names that it may use.
pub(crate) struct Scope<'e> {
    pub mode: Mode,
    /// The aliases by name, with the state of those that are being defined.
    pub aliases: Known<'e>,
    pub pending: &'e Pending,
    /// The levels of the enclosing evaluation.
    pub levels: u32,
}

impl<'e> Scope<'e> {
    pub(crate) fn new(aliases: impl Into<Known<'e>>, mode: Mode) -> Scope<'e> {
        Scope {
            mode,
            aliases: aliases.into(),
            pending: &[],
            levels: 0,
        }
    }
}

impl arg::Types for Scope<'_> {
    fn bare(&self, name: &str, at: usize) -> Result<Type, TextError> {
        bare(self, name, at)
    }

    fn parametrised<'s>(
        &self,
        expression: Expression<'s>,
        goal: Goal,
        params: &mut [Arg<'s>],
    ) -> Result<What<'s>, TextError> {
        if has_no_range(self, expression.name, params) {
            // A caller that expects a type reports the error.
            return Ok(What::Other);
        }
        if matches!(goal, Goal::Value | Goal::Types)
            && params.len() > 1
            && let Some(types) = several(self, expression, params)?
        {
            return Ok(What::Types(types));
        }
        let ty = parametrised(self, expression, params)?;
        // An early value `Pattern[..]` is an expression and not a type.
        if goal == Goal::Value
            && self.mode == Mode::Early
            && let Some((Name::Regexp, [source])) = nominal::view(&ty)
            && let Some(source) = source.as_text()
        {
            return Ok(What::Regexp(Cow::Owned(source.to_string())));
        }
        Ok(What::Type(ty))
    }

    fn regexp<'s>(
        &self,
        source: Cow<'s, str>,
        at: usize,
        options: Option<usize>,
    ) -> Result<Cow<'s, str>, TextError> {
        match (self.mode, options) {
            (Mode::Current, _) => Ok(source),
            (Mode::Early, Some(options)) => Err(early::options(options)),
            (Mode::Early, None) => Ok(match early::regexp(&source, at)? {
                Cow::Borrowed(_) => source,
                Cow::Owned(kept) => Cow::Owned(kept),
            }),
        }
    }

    fn levels(&self) -> u32 {
        self.levels
    }

    fn refused(&self, text: &str, at: usize) -> Option<TextError> {
        // Puppet may report an error after the end of the text.
        let (before, behind) = text.split_at_checked(at)?;
        let options = self.mode == Mode::Early
            && before.ends_with('/')
            && behind.starts_with(|c: char| c.is_ascii_lowercase());
        options.then(|| early::options(at))
    }
}

macro_rules! built_in {
    ($($variant:ident = $text:literal,)*) => {
        /// The built-in types: the library's constructors by their names, and the types that only
        /// Puppet has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum BuiltIn {
            $($variant,)*
            Nominal(Name),
        }

        /// The names of the constructors.
        const SHARED: &[&str] = &[$($text,)*];

        /// Returns the built-in type with this exact name.
        fn built_in(name: &str) -> Option<BuiltIn> {
            Some(match name {
                $($text => BuiltIn::$variant,)*
                // These have no notation, or only an early one.
                "Unit" | "Pcore" | "Descending" | "Node" | "Stage" => return None,
                other => BuiltIn::Nominal(Name::from_text(other)?),
            })
        }
    };
}

built_in! {
    Any = "Any",
    Undef = "Undef",
    Boolean = "Boolean",
    Numeric = "Numeric",
    Integer = "Integer",
    Float = "Float",
    String = "String",
    Enum = "Enum",
    Pattern = "Pattern",
    Array = "Array",
    Hash = "Hash",
    Tuple = "Tuple",
    Struct = "Struct",
    Variant = "Variant",
    Optional = "Optional",
    NotUndef = "NotUndef",
    Callable = "Callable",
    Type = "Type",
    Data = "Data",
    RichData = "RichData",
    RichDataKey = "RichDataKey",
}

/// As [`built_in`], ignoring case.
#[cold]
fn built_in_in_any_case(name: &str) -> Option<(BuiltIn, &'static str)> {
    let nominal = Name::ALL.iter().map(|name| name.text());
    SHARED
        .iter()
        .copied()
        .chain(nominal)
        .find(|text| text.eq_ignore_ascii_case(name))
        .and_then(|text| Some((built_in(text)?, text)))
}

/// Returns a name without its leading `::`.
pub(crate) fn unrooted(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}

/// Returns the type of a name without parameters.
pub(crate) fn bare(scope: &Scope<'_>, name: &str, at: usize) -> Result<Type, TextError> {
    if scope.mode == Mode::Early {
        let short = unrooted(name);
        return match scope.aliases.get(name).or_else(|| scope.aliases.get(short)) {
            Some(ty) => Ok(ty.clone()),
            None => early::bare(short, at),
        };
    }
    let head = match built_in(name) {
        Some(head) => head,
        None => match other_name(scope, name) {
            Named::BuiltIn(head, _) => head,
            Named::Alias(ty) => return Ok(ty),
            Named::Pcore(name) => {
                return nominal::with(Name::Pcore, [NominalParam::text(name)])
                    .map_err(|error| TextError::of_type(at, error));
            }
            Named::Resource(name) => {
                return resources::resource(name.into(), None)
                    .map_err(|error| TextError::of_type(at, error));
            }
            Named::Unknown => {
                return own::reference(name).map_err(|error| TextError::of_type(at, error));
            }
        },
    };
    Ok(match head {
        BuiltIn::Any => Type::any(),
        BuiltIn::Undef => Type::none(),
        BuiltIn::Boolean => Type::bool(),
        BuiltIn::Numeric => Type::number(),
        BuiltIn::Integer => Type::integer(),
        BuiltIn::Float => Type::float(),
        BuiltIn::String => Type::string(),
        BuiltIn::Enum => Type::string_enumeration_any(),
        BuiltIn::Pattern => Type::string_patterns_any(),
        BuiltIn::Array => normal_form::array_any(),
        BuiltIn::Hash => normal_form::hash_any(),
        BuiltIn::Tuple => normal_form::tuple_any(),
        BuiltIn::Struct => normal_form::struct_any(),
        BuiltIn::Variant => Type::union_any(),
        BuiltIn::Optional => nominal::optional_any(),
        BuiltIn::NotUndef => nominal::not_undef_any(),
        BuiltIn::Callable => normal_form::callable_any(),
        BuiltIn::Type => Type::meta_any(),
        BuiltIn::Data | BuiltIn::RichData | BuiltIn::RichDataKey => {
            return Ok(match scope.aliases.get(unrooted(name)) {
                // The host has redefined it.
                Some(ty) => ty.clone(),
                None if head == BuiltIn::Data => data::data().clone(),
                None if head == BuiltIn::RichData => data::rich_data().clone(),
                None => data::rich_data_key().clone(),
            });
        }
        BuiltIn::Nominal(name) => nominal::bare(name),
    }
    .clone())
}

enum Named {
    BuiltIn(BuiltIn, &'static str),
    Alias(Type),
    Resource(String),
    Pcore(&'static str),
    Unknown,
}

/// Resolves a name that is not a built-in type in its usual spelling.
fn other_name(scope: &Scope<'_>, name: &str) -> Named {
    if let Some(ty) = scope.aliases.get(name) {
        return Named::Alias(ty.clone());
    }
    if let Some(name) = name.strip_prefix("::") {
        return match built_in(name).and_then(|_| built_in_in_any_case(name)) {
            Some((head, text)) => Named::BuiltIn(head, text),
            None => other_name(scope, name),
        };
    }
    if let Some((head, text)) = built_in_in_any_case(name) {
        return Named::BuiltIn(head, text);
    }
    match (resources::built_in(name), pcore::built_in(name)) {
        (Some(name), _) => Named::Resource(name),
        (None, Some(name)) => Named::Pcore(name),
        // All built-in aliases reached here have a name of two parts.
        (None, None) if name.contains("::") => match data::built_in(name) {
            Some(ty) => Named::Alias(ty.clone()),
            None => Named::Unknown,
        },
        (None, None) => Named::Unknown,
    }
}

/// Whether this is an `Integer` or a `Float` whose only parameter is not a number. Puppet treats
/// it as an absent type, so that the enclosing expression is rejected.
#[inline]
pub(crate) fn has_no_range(scope: &Scope<'_>, name: &str, params: &[Arg<'_>]) -> bool {
    let [param] = params else {
        return false;
    };
    let floats = match param.what {
        What::Integer(_) | What::BigInteger(_) | What::Default => return false,
        What::Float(_) => true,
        _ => false,
    };
    scope.mode == Mode::Current && (name == "Integer" || (name == "Float" && !floats))
}

/// Returns the type of a name with at least one parameter.
#[expect(clippy::string_slice, reason = "the span covers whole tokens")]
pub(crate) fn parametrised<'s>(
    scope: &Scope<'_>,
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    let Expression {
        text,
        name,
        start,
        end,
    } = expression;
    if scope.mode == Mode::Early {
        let name = unrooted(name);
        return match scope.aliases.get(name) {
            Some(_) => Err(expression::not_parametrised(start, name)),
            None => early::parametrised(Expression { name, ..expression }, params),
        };
    }
    let (head, canonical) = match built_in(name) {
        Some(head) => (head, name),
        None => match other_name(scope, name) {
            // Puppet recognizes parametrized types by the unrooted name only.
            Named::BuiltIn(..) | Named::Pcore(_) if name.starts_with("::") => {
                return Err(expression::not_parametrised(start, name));
            }
            Named::BuiltIn(head, text) => (head, text),
            Named::Alias(_) => return Err(expression::not_parametrised(start, name)),
            Named::Resource(resource_name) => {
                expression.arity(name, 1, 1, "1", params.len())?;
                let title = argument::param(&params[0]);
                return expression.made(resources::resource(
                    resource_name.as_str().into(),
                    Some(title),
                ));
            }
            Named::Pcore(name) => {
                return Err(TextError::argument(
                    start,
                    format!("The {name}-Type cannot be parameterized using []"),
                ));
            }
            Named::Unknown => return expression.made(own::reference(&text[start..end])),
        },
    };
    let count = params.len();
    match head {
        BuiltIn::Any
        | BuiltIn::Undef
        | BuiltIn::Numeric
        | BuiltIn::Data
        | BuiltIn::RichData
        | BuiltIn::RichDataKey => Err(expression::not_parametrised(start, canonical)),
        BuiltIn::Boolean => {
            expression.arity(canonical, 1, 1, "1", count)?;
            match params[0].what {
                What::Bool(value) => Ok(Type::bool_value(value)),
                _ => Err(TextError::argument(
                    start,
                    "Boolean parameter must be true or false",
                )),
            }
        }
        BuiltIn::Integer => {
            expression.arity(canonical, 1, 2, "1 or 2", count)?;
            scalar::integer(expression, params)
        }
        BuiltIn::Float => {
            expression.arity(canonical, 1, 2, "1 or 2", count)?;
            scalar::float(expression, params)
        }
        BuiltIn::String => {
            expression.arity(canonical, 1, 2, "1 to 2", count)?;
            let size = expression.size(params)?;
            expression.made(Type::string_constraint(StringConstraint::Length(size)))
        }
        BuiltIn::Enum => scalar::enumeration(expression, params),
        BuiltIn::Pattern => scalar::patterns(expression, params),
        BuiltIn::Array => {
            expression.arity(canonical, 1, 3, "1 to 3", count)?;
            collection::array(expression, params)
        }
        BuiltIn::Hash => {
            expression.arity(canonical, 2, 4, "2 to 4", count)?;
            collection::hash(expression, params)
        }
        BuiltIn::Tuple => collection::tuple(expression, params),
        BuiltIn::Struct => {
            expression.arity(canonical, 1, 1, "1", count)?;
            collection::structure(expression, &mut params[0], scope.pending)
        }
        BuiltIn::Variant => {
            let mut members = Vec::with_capacity(count);
            for param in params {
                members.push(expression.take_type(param)?);
            }
            expression.made(normal_form::variant(members))
        }
        BuiltIn::Optional => {
            expression.arity(canonical, 1, 1, "1", count)?;
            let inner = expression.type_or_text(&mut params[0])?;
            expression.made(Type::optional(inner))
        }
        BuiltIn::NotUndef => {
            expression.arity(canonical, 0, 1, "0 to 1", count)?;
            let inner = expression.type_or_text(&mut params[0])?;
            expression.made(Type::not_undef(inner))
        }
        BuiltIn::Callable => callable::callable(expression, params),
        BuiltIn::Type => {
            expression.arity(canonical, 1, 1, "1", count)?;
            let inner = expression.take_type(&mut params[0])?;
            expression.made(Type::meta(inner))
        }
        BuiltIn::Nominal(only) => own::nominal_type(expression, only, params),
    }
}

/// Returns the types of a name whose parameters denote a list: one for each title of a resource or
/// each class name.
pub(crate) fn several<'s>(
    scope: &Scope<'_>,
    expression: Expression<'s>,
    params: &[Arg<'s>],
) -> Result<Option<Box<[Type]>>, TextError> {
    let (name, count) = (expression.name, params.len());
    let shared = match scope.mode {
        _ if scope.aliases.get(name).is_some() => None,
        Mode::Early => early::shared_params(name, count),
        Mode::Current => match name {
            "Resource" => (count > 2).then_some(1),
            "Class" => (count > 1).then_some(0),
            _ => (count > 1 && resources::built_in(name).is_some()).then_some(0),
        },
    };
    let Some(shared) = shared else {
        return Ok(None);
    };
    let (shared, each) = params.split_at(shared);
    let one = |param: &Arg<'s>| {
        let mut params = [shared, std::slice::from_ref(param)].concat();
        parametrised(scope, expression, &mut params)
    };
    each.iter().map(one).collect::<Result<_, _>>().map(Some)
}

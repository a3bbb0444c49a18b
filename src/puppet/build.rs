//! Which type does a name with these parameters say?
//!
//! One arm a type, in the order of the reference. Messages are those of
//! Puppet's parser of types; where that one is laxer than the language itself
//! (`Integer['a', 'b']`, `Array[1]`), the language's refusal is followed.

use super::build_callable::callable;
use super::build_nominal;
use super::fault::Fault;
use super::nominal::{self, Name};
use super::parser::{Arg, What, invalid};
use super::resources;
use super::undef::{Pending, accepts_undef_pending};
use super::{Mode, alias, early, normal, pcore};
use crate::number::Integer;
use crate::types::{
    Field, FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, Str, StringConstraint,
    Type, TypeError,
};
use std::borrow::Cow;
use std::collections::HashMap;

/// What a text is read in: the names it may use.
pub(super) struct Scope<'e> {
    pub mode: Mode,
    /// Aliases by name, and what is known of those that are being defined.
    pub aliases: &'e alias::Names,
    pub pending: &'e Pending,
}

/// The types that take parameters, or have an encoding of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Any,
    Undef,
    Boolean,
    Numeric,
    Integer,
    Float,
    String,
    Enum,
    Pattern,
    Array,
    Hash,
    Tuple,
    Struct,
    Variant,
    Optional,
    NotUndef,
    Callable,
    Type,
    Data,
    RichData,
    RichDataKey,
    Only(Name),
}

/// The built-in type of this name, as it is written.
fn head(name: &str) -> Option<Head> {
    Some(match name {
        "Any" => Head::Any,
        "Undef" => Head::Undef,
        "Boolean" => Head::Boolean,
        "Numeric" => Head::Numeric,
        "Integer" => Head::Integer,
        "Float" => Head::Float,
        "String" => Head::String,
        "Enum" => Head::Enum,
        "Pattern" => Head::Pattern,
        "Array" => Head::Array,
        "Hash" => Head::Hash,
        "Tuple" => Head::Tuple,
        "Struct" => Head::Struct,
        "Variant" => Head::Variant,
        "Optional" => Head::Optional,
        "NotUndef" => Head::NotUndef,
        "Callable" => Head::Callable,
        "Type" => Head::Type,
        "Data" => Head::Data,
        "RichData" => Head::RichData,
        "RichDataKey" => Head::RichDataKey,
        // These have no notation of their own, or only an early one.
        "Unit" | "Pcore" | "Descending" | "Node" | "Stage" => return None,
        other => Head::Only(Name::from_text(other)?),
    })
}

/// The same in any case of letters.
#[cold]
fn head_in_any_case(name: &str) -> Option<(Head, &'static str)> {
    const SHARED: [&str; 21] = [
        "Any",
        "Undef",
        "Boolean",
        "Numeric",
        "Integer",
        "Float",
        "String",
        "Enum",
        "Pattern",
        "Array",
        "Hash",
        "Tuple",
        "Struct",
        "Variant",
        "Optional",
        "NotUndef",
        "Callable",
        "Type",
        "Data",
        "RichData",
        "RichDataKey",
    ];
    SHARED
        .into_iter()
        .chain(Name::ALL.iter().map(|name| name.text()))
        .find(|text| text.eq_ignore_ascii_case(name))
        .and_then(|text| Some((head(text)?, text)))
}

/// The type that a name says without parameters.
pub(super) fn bare(scope: &Scope<'_>, name: &str, at: usize) -> Result<Type, Fault> {
    if scope.mode == Mode::Early {
        return match exact_alias(scope, name) {
            Some(ty) => Ok(ty.clone()),
            None => early::notation::bare(name, at),
        };
    }
    let head = match head(name) {
        Some(head) => head,
        None => match other_name(scope, name) {
            Named::Head(head, _) => head,
            Named::Alias(ty) => return Ok(ty),
            Named::Pcore(name) => {
                return nominal::with(Name::Pcore, [NominalParam::text(name)])
                    .map_err(|error| Fault::of_type(at, error));
            }
            Named::Resource(name) => {
                return resource(name.into(), None).map_err(|error| Fault::of_type(at, error));
            }
            Named::Unknown => {
                return build_nominal::reference(name).map_err(|error| Fault::of_type(at, error));
            }
        },
    };
    Ok(match head {
        Head::Any => Type::any(),
        Head::Undef => Type::none(),
        Head::Boolean => Type::bool(),
        Head::Numeric => Type::number(),
        Head::Integer => Type::integer(),
        Head::Float => Type::float(),
        Head::String => Type::string(),
        Head::Enum => Type::string_enumeration_any(),
        Head::Pattern => Type::string_patterns_any(),
        Head::Array => normal::array_any(),
        Head::Hash => normal::hash_any(),
        Head::Tuple => normal::tuple_any(),
        Head::Struct => normal::struct_any(),
        Head::Variant => Type::union_any(),
        Head::Optional => nominal::optional_any(),
        Head::NotUndef => nominal::not_undef_any(),
        Head::Callable => normal::callable_any(),
        Head::Type => Type::meta_any(),
        Head::Data | Head::RichData | Head::RichDataKey => {
            return Ok(match exact_alias(scope, name) {
                // They are just being defined.
                Some(ty) => ty.clone(),
                None if head == Head::Data => alias::data().clone(),
                None if head == Head::RichData => alias::rich_data().clone(),
                None => alias::rich_data_key().clone(),
            });
        }
        Head::Only(name) => nominal::bare(name),
    }
    .clone())
}

enum Named {
    Head(Head, &'static str),
    Alias(Type),
    Resource(String),
    Pcore(&'static str),
    Unknown,
}

fn exact_alias<'e>(scope: &Scope<'e>, name: &str) -> Option<&'e Type> {
    scope.aliases.exact(name)
}

/// What a name says that is no built-in type in its usual spelling.
fn other_name(scope: &Scope<'_>, name: &str) -> Named {
    if let Some(ty) = exact_alias(scope, name) {
        return Named::Alias(ty.clone());
    }
    if let Some((head, text)) = head_in_any_case(name) {
        return Named::Head(head, text);
    }
    match scope.aliases.in_any_case(name) {
        Some(ty) => Named::Alias(ty.clone()),
        None => match (resources::built_in(name), pcore::built_in(name)) {
            (Some(name), _) => Named::Resource(name),
            (None, Some(name)) => Named::Pcore(name),
            // All of those have a name of two parts.
            (None, None) if name.contains("::") => match alias::built_in(name) {
                Some(ty) => Named::Alias(ty.clone()),
                None => Named::Unknown,
            },
            (None, None) => Named::Unknown,
        },
    }
}

/// One type expression in its text: the name, and where it starts and ends.
#[derive(Clone, Copy)]
pub(super) struct Expression<'s> {
    pub text: &'s str,
    pub start: usize,
    pub end: usize,
}

impl Expression<'_> {
    #[cold]
    pub(super) fn invalid(self) -> Fault {
        invalid(self.text, self.start, self.end)
    }

    /// Refuses another number of parameters.
    pub(super) fn arity(
        self,
        name: &str,
        least: usize,
        most: usize,
        wanted: &str,
        count: usize,
    ) -> Result<(), Fault> {
        if (least..=most).contains(&count) {
            Ok(())
        } else {
            Err(wrong_count(self.start, name, wanted, count))
        }
    }

    pub(super) fn made<T>(self, made: Result<T, TypeError>) -> Result<T, Fault> {
        made.map_err(|error| Fault::of_type(self.start, error))
    }
}

#[cold]
pub(super) fn wrong_count(at: usize, name: &str, wanted: &str, count: usize) -> Fault {
    Fault::argument(
        at,
        format!(
            "Invalid number of type parameters specified: {name} requires {wanted}, {count} provided"
        ),
    )
}

/// Whether this is an `Integer` or a `Float` whose only parameter is no number.
/// Puppet takes that for nothing, so that it is what stands around it that is
/// refused.
#[inline]
pub(super) fn says_no_range(scope: &Scope<'_>, name: &str, params: &[Arg<'_>]) -> bool {
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

/// The type that a name says with these parameters, of which there is at least
/// one.
pub(super) fn parametrised<'s>(
    scope: &Scope<'_>,
    text: &'s str,
    (name, start, end): (&'s str, usize, usize),
    params: &mut [Arg<'s>],
) -> Result<Type, Fault> {
    let said = Expression { text, start, end };
    if scope.mode == Mode::Early {
        return match exact_alias(scope, name) {
            Some(_) => Err(not_parametrised(start, name)),
            None => early::notation::parametrised(said, name, params),
        };
    }
    let (head, canonical) = match head(name) {
        Some(head) => (head, name),
        None => match other_name(scope, name) {
            Named::Head(head, text) => (head, text),
            Named::Alias(_) => return Err(not_parametrised(start, name)),
            Named::Resource(resource_name) => {
                said.arity(&resource_name, 1, 1, "1", params.len())?;
                let title = build_nominal::param(&params[0]);
                return said.made(resource(resource_name.as_str().into(), Some(title)));
            }
            Named::Pcore(name) => {
                return Err(Fault::argument(
                    start,
                    format!("The {name}-Type cannot be parameterized using []"),
                ));
            }
            Named::Unknown => return said.made(build_nominal::reference(&text[start..end])),
        },
    };
    let count = params.len();
    match head {
        Head::Any
        | Head::Undef
        | Head::Numeric
        | Head::Data
        | Head::RichData
        | Head::RichDataKey => Err(not_parametrised(start, canonical)),
        Head::Boolean => {
            said.arity(canonical, 1, 1, "1", count)?;
            match params[0].what {
                What::Bool(value) => Ok(Type::bool_value(value)),
                _ => Err(Fault::argument(
                    start,
                    "Boolean parameter must be true or false",
                )),
            }
        }
        Head::Integer => {
            said.arity(canonical, 1, 2, "1 or 2", count)?;
            integer(said, params)
        }
        Head::Float => {
            said.arity(canonical, 1, 2, "1 or 2", count)?;
            float(said, params)
        }
        Head::String => {
            said.arity(canonical, 1, 2, "1 to 2", count)?;
            let size = said.size(params)?;
            said.made(Type::string_constraint(StringConstraint::Length(size)))
        }
        Head::Enum => enumeration(said, params),
        Head::Pattern => patterns(said, params),
        Head::Array => {
            said.arity(canonical, 1, 3, "1 to 3", count)?;
            array(said, params)
        }
        Head::Hash => {
            said.arity(canonical, 2, 4, "2 to 4", count)?;
            hash(said, params)
        }
        Head::Tuple => tuple(said, params),
        Head::Struct => {
            said.arity(canonical, 1, 1, "1", count)?;
            structure(scope, said, &mut params[0])
        }
        Head::Variant => {
            let mut members = Vec::with_capacity(count);
            for param in params {
                members.push(said.take_type(param)?);
            }
            said.made(normal::variant(members))
        }
        Head::Optional => {
            said.arity(canonical, 1, 1, "1", count)?;
            let inner = said.type_or_text(&mut params[0])?;
            said.made(Type::optional(inner))
        }
        Head::NotUndef => {
            said.arity(canonical, 0, 1, "0 to 1", count)?;
            let inner = said.type_or_text(&mut params[0])?;
            said.made(Type::not_undef(inner))
        }
        Head::Callable => callable(said, params),
        Head::Type => {
            said.arity(canonical, 1, 1, "1", count)?;
            let inner = said.take_type(&mut params[0])?;
            said.made(Type::meta(inner))
        }
        Head::Only(only) => build_nominal::parametrised(said, only, params),
    }
}

/// The types that a name says with these parameters where it says a list of them:
/// one for each title of a resource, for each name of a class.
pub(super) fn several<'s>(
    scope: &Scope<'_>,
    text: &'s str,
    (name, start, end): (&'s str, usize, usize),
    params: &[Arg<'s>],
) -> Result<Option<Box<[Type]>>, Fault> {
    let count = params.len();
    let shared = match scope.mode {
        _ if exact_alias(scope, name).is_some() => None,
        Mode::Early => early::notation::shared_params(name, count),
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
        parametrised(scope, text, (name, start, end), &mut params)
    };
    each.iter().map(one).collect::<Result<_, _>>().map(Some)
}

#[cold]
pub(super) fn not_parametrised(at: usize, name: &str) -> Fault {
    Fault::argument(at, format!("Not a parameterized type <{name}>"))
}

/// A resource type of a name that is spelled as it will be written.
pub(super) fn resource(name: Str, title: Option<NominalParam>) -> Result<Type, TypeError> {
    let mut params = vec![NominalParam::text(name)];
    // A title of undef is none.
    params.extend(title.filter(|title| *title != NominalParam::Undef));
    nominal::with(Name::Resource, params)
}

impl<'s> Expression<'s> {
    /// The type that a parameter says; nothing else will do.
    pub(super) fn take_type(self, param: &mut Arg<'s>) -> Result<Type, Fault> {
        match std::mem::replace(&mut param.what, What::Undef) {
            What::Type(ty) => Ok(ty),
            _ => Err(self.invalid()),
        }
    }

    /// The type that a parameter says, or the type of the only string it says.
    fn type_or_text(self, param: &mut Arg<'s>) -> Result<Type, Fault> {
        match std::mem::replace(&mut param.what, What::Undef) {
            What::Type(ty) => Ok(ty),
            What::Text(text) => self.made(normal::literal_string(&text)),
            _ => Err(self.invalid()),
        }
    }

    /// A size, as one type of integers or as one or two bounds.
    pub(super) fn size(self, params: &[Arg<'s>]) -> Result<SizeRange, Fault> {
        let (from, to) = match params {
            [
                Arg {
                    what: What::Type(ty),
                    ..
                },
            ] => match ty.kind() {
                Kind::Integer(IntegerRange { min, max }) => (min.clone(), max.clone()),
                _ => return Err(self.invalid()),
            },
            [from] => (self.bound(from)?, None),
            [from, to] => (self.bound(from)?, self.bound(to)?),
            _ => return Err(self.invalid()),
        };
        if let (Some(from), Some(to)) = (&from, &to)
            && from > to
        {
            return Err(reversed(self.start, from, to));
        }
        let cut = |bound: &Integer| match bound.signum() {
            -1 | 0 => Some(0),
            _ => bound.to_u64(),
        };
        // A size beyond 64 bits is one that nothing reaches.
        Ok(SizeRange {
            min: from.as_ref().map_or(Some(0), cut).unwrap_or(u64::MAX),
            max: to.as_ref().and_then(cut),
        })
    }

    /// An integer, or nothing for `default`.
    fn bound(self, param: &Arg<'s>) -> Result<Option<Integer>, Fault> {
        match &param.what {
            What::Integer(value) => Ok(Some(Integer::from(*value))),
            What::BigInteger(value) => Ok(Some((**value).clone())),
            What::Default => Ok(None),
            _ => Err(self.invalid()),
        }
    }
}

/// Whether a parameter can be the bound of a size.
fn is_bound(param: &Arg<'_>) -> bool {
    matches!(
        param.what,
        What::Integer(_) | What::BigInteger(_) | What::Default
    )
}

#[cold]
pub(super) fn reversed(
    at: usize,
    from: &dyn std::fmt::Display,
    to: &dyn std::fmt::Display,
) -> Fault {
    // The missing parenthesis is Puppet's.
    Fault::argument(
        at,
        format!("'from' must be less or equal to 'to'. Got ({from}, {to}"),
    )
}

fn integer(said: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, Fault> {
    let min = said.bound(&params[0])?;
    let max = params.get(1).map_or(Ok(None), |param| said.bound(param))?;
    match (&min, &max) {
        (None, None) => return Ok(Type::integer().clone()),
        (Some(from), Some(to)) if from > to => return Err(reversed(said.start, from, to)),
        _ => {}
    }
    said.made(Type::integer_range(IntegerRange { min, max }))
}

fn float(said: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, Fault> {
    let bound = |param: &Arg<'_>| match &param.what {
        What::Float(value) => Ok(Some(*value)),
        What::Integer(value) => Ok(Some(*value as f64)),
        What::BigInteger(value) => Ok(Some(value.to_f64().0)),
        What::Default => Ok(None),
        _ => Err(said.invalid()),
    };
    let min = bound(&params[0])?;
    let max = params.get(1).map_or(Ok(None), bound)?;
    match (min, max) {
        (None, None) => return Ok(Type::float().clone()),
        (Some(from), Some(to)) if from > to => {
            let text = super::text::float_text;
            return Err(reversed(said.start, &text(from), &text(to)));
        }
        _ => {}
    }
    said.made(Type::float_range(FloatRange { min, max }))
}

fn enumeration(said: Expression<'_>, params: &mut [Arg<'_>]) -> Result<Type, Fault> {
    let (values, ignore_case) = match params {
        [
            values @ ..,
            Arg {
                what: What::Bool(flag),
                ..
            },
        ] => (&*values, *flag),
        values => (&*values, false),
    };
    if values.is_empty() {
        return Err(wrong_count(said.start, "Enum", "1 or more", 0));
    }
    let mut texts: Vec<Str> = Vec::with_capacity(values.len());
    for value in values {
        match &value.what {
            What::Text(text) => texts.push(text.as_ref().into()),
            _ => {
                return Err(Fault::argument(
                    said.start,
                    "Enum parameters must be identifiers or strings",
                ));
            }
        }
    }
    said.made(normal::enumeration(texts, ignore_case))
}

fn patterns(said: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, Fault> {
    let mut sources: Vec<Str> = Vec::with_capacity(params.len());
    for param in params {
        match &param.what {
            What::Text(source) | What::Regexp(source) => {
                sources.push(build_nominal::regexp(said, source)?);
            }
            What::Type(ty) => match ty.kind() {
                Kind::String(StringConstraint::Patterns(inner)) => {
                    sources.extend(inner.iter().cloned());
                }
                _ => match nominal::view(ty) {
                    Some((Name::Regexp, [])) => sources.push("".into()),
                    Some((Name::Regexp, [source, ..])) => {
                        sources.extend(source.as_text().cloned());
                    }
                    _ => return Err(no_pattern(said, param)),
                },
            },
            _ => return Err(no_pattern(said, param)),
        }
    }
    said.made(normal::patterns(sources))
}

#[cold]
fn no_pattern(said: Expression<'_>, param: &Arg<'_>) -> Fault {
    // The missing quote is Puppet's.
    Fault::argument(
        said.start,
        format!(
            "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{}",
            build_nominal::class_of(param)
        ),
    )
}

/// Whether the bounds of a size are two zeros: only then the type of what is not
/// there is forgotten.
fn says_empty(size: &[Arg<'_>]) -> bool {
    let zero = |param: &Arg<'_>| matches!(param.what, What::Integer(0));
    matches!(size, [from, to] if zero(from) && zero(to))
}

fn array<'s>(said: Expression<'s>, params: &mut [Arg<'s>]) -> Result<Type, Fault> {
    if let [from, to] = params
        && is_bound(from)
        && is_bound(to)
    {
        let empty = says_empty(params);
        let size = said.size(params)?;
        let element = nominal::bare(Name::Default).clone();
        return said.made(match empty {
            true => normal::array(element, Some(size)),
            false => Type::sized_list(element, size),
        });
    }
    let (element, size) = params.split_at_mut(1);
    let element = said.take_type(&mut element[0])?;
    let empty = says_empty(size);
    let size = match size {
        [] => None,
        size => Some(said.size(size)?),
    };
    said.made(match size {
        Some(size) if !empty => Type::sized_list(element, size),
        size => normal::array(element, size),
    })
}

fn hash<'s>(said: Expression<'s>, params: &mut [Arg<'s>]) -> Result<Type, Fault> {
    if let [from, to] = params
        && is_bound(from)
        && is_bound(to)
    {
        let empty = says_empty(params);
        let size = Some(said.size(params)?);
        let default = nominal::bare(Name::Default);
        return said.made(match empty {
            true => normal::hash(default.clone(), default.clone(), size),
            false => Type::map_of(default.clone(), default.clone(), size),
        });
    }
    let (types, size) = params.split_at_mut(2);
    let key = said.take_type(&mut types[0])?;
    let value = said.take_type(&mut types[1])?;
    let empty = says_empty(size);
    let size = match size {
        [] => None,
        size => Some(said.size(size)?),
    };
    said.made(match size {
        Some(_) if !empty => Type::map_of(key, value, size),
        size => normal::hash(key, value, size),
    })
}

/// Splits off the bounds of a size at the end of parameters.
pub(super) fn trailing_size<'a, 's>(
    params: &'a mut [Arg<'s>],
) -> (&'a mut [Arg<'s>], &'a mut [Arg<'s>]) {
    let bounds = params
        .iter()
        .rev()
        .take(2)
        .take_while(|param| is_bound(param))
        .count();
    params.split_at_mut(params.len() - bounds)
}

fn tuple<'s>(said: Expression<'s>, params: &mut [Arg<'s>]) -> Result<Type, Fault> {
    let (types, size) = trailing_size(params);
    let mut elements = Vec::with_capacity(types.len());
    for param in types {
        if matches!(param.what, What::Integer(_) | What::BigInteger(_)) {
            return Err(said.invalid());
        }
        elements.push(said.type_of(param)?);
    }
    match size {
        [] => said.made(Type::tuple(elements)),
        size => {
            let size = said.size(size)?;
            said.made(Type::sized_tuple(elements, size))
        }
    }
}

fn structure<'s>(
    scope: &Scope<'_>,
    said: Expression<'s>,
    param: &mut Arg<'s>,
) -> Result<Type, Fault> {
    let What::Hash(entries) = &mut param.what else {
        return Err(said.invalid());
    };
    let mut fields: Vec<Field> = Vec::with_capacity(entries.len());
    // Few fields are found faster by looking at each.
    let mut places: Option<HashMap<Str, usize>> = (entries.len() > 16).then(HashMap::new);
    for (key, value) in entries {
        let ty = said.type_of(value)?;
        let field = match &key.what {
            What::Text(text) if text.is_empty() => {
                return Err(Fault::argument(
                    said.start,
                    "Struct element key cannot be an empty String",
                ));
            }
            What::Text(text) if accepts_undef_pending(&ty, scope.pending) => {
                Field::optional(text.as_ref(), ty)
            }
            What::Text(text) => Field::new(text.as_ref(), ty),
            What::Type(key_type) => match key_name(key_type) {
                Some((name, true)) => Field::optional(name, ty),
                Some((name, false)) => Field::new(name, ty),
                None => return Err(no_key(said, key)),
            },
            _ => return Err(no_key(said, key)),
        };
        let place = match &mut places {
            Some(places) => places.insert(field.shared_name().clone(), fields.len()),
            None => fields.iter().position(|f| f.name() == field.name()),
        };
        match place {
            Some(at) => {
                // A key that comes again keeps its place.
                if let Some(places) = &mut places {
                    places.insert(field.shared_name().clone(), at);
                }
                fields[at] = field;
            }
            None => fields.push(field),
        }
    }
    said.made(Type::object(fields))
}

/// The key that a key type of a struct names, and whether it may be missing.
fn key_name(key: &Type) -> Option<(Str, bool)> {
    match key.kind() {
        Kind::Optional(inner) => only_string(inner).map(|name| (name, true)),
        Kind::NotUndef(inner) => only_string(inner).map(|name| (name, false)),
        _ => only_string(key).map(|name| (name, false)),
    }
}

/// The only string of a type that has but one.
fn only_string(ty: &Type) -> Option<Str> {
    match ty.kind() {
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => Some(text.clone()),
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: false,
        }) => match &**values {
            [only] => Some(only.clone()),
            _ => None,
        },
        _ => None,
    }
}

#[cold]
fn no_key(said: Expression<'_>, key: &Arg<'_>) -> Fault {
    Fault::argument(
        said.start,
        format!(
            "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {}",
            build_nominal::class_of(key)
        ),
    )
}

/// The text of a parameter that is a string or a bare word.
pub(super) fn text_of<'a, 's>(param: &'a Arg<'s>) -> Option<&'a Cow<'s, str>> {
    match &param.what {
        What::Text(text) => Some(text),
        _ => None,
    }
}

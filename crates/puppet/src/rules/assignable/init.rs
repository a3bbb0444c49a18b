//! Assignability to `Init`.
//!
//! `Init[T]` accepts the values that T accepts, those that a constructor of T takes as its only
//! argument, and those that match its list of arguments. Only the types of the parameters are
//! compared; no value is converted.

use crate::rules::assignable::Check;
use crate::rules::assignable::collections::Row;
use crate::rules::constructors::{self, Function, Parameters};
use crate::types::alias::definition;
use crate::types::format::{Detail, format_type, short_name};
use crate::types::generalize::generalize;
use crate::types::nominal::{self, Name};
use crate::types::undef::accepts_undef;
use crate::types::{data, normal_form};
use polycty_core::source::{Code, Error};
use polycty_core::types::{
    FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type,
    TypeError,
};

/// Returns the constructor of a type, if it has one that Init may use.
fn constructor(ty: &Type) -> Option<&'static Function> {
    Some(match ty.kind() {
        Kind::Bool(_) => constructors::boolean(),
        Kind::Number => constructors::numeric(),
        Kind::Integer(_) => constructors::integer(),
        Kind::Float(_) => constructors::float(),
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::Literal { .. } => constructors::string(),
        Kind::List { .. } | Kind::Tuple { .. } => constructors::array(),
        Kind::Map { .. } | Kind::Object(_) => constructors::hash(),
        Kind::Meta(_) => constructors::of_type(),
        Kind::Reference(_) => {
            let (group, index) = definition(ty)?;
            let definition = group.definition(index)?;
            match definition.kind() {
                // An alias is followed once: cyclic aliases are rejected when they are defined, and
                // a chain of aliases equals its last one.
                Kind::Reference(_) => constructor_of_chain(definition)?,
                _ => constructor(definition)?,
            }
        }
        Kind::Nominal(_) => match nominal::view(ty)?.0 {
            Name::Unit => constructors::unit(),
            Name::Sensitive => constructors::sensitive(),
            Name::Regexp => constructors::regexp(),
            Name::Timespan => constructors::timespan(),
            Name::Timestamp => constructors::timestamp(),
            Name::SemVer => constructors::version(),
            Name::SemVerRange => constructors::version_range(),
            Name::Binary => constructors::binary(),
            Name::Uri => constructors::uri(),
            Name::Error => constructors::error(),
            Name::Deferred => constructors::deferred(),
            _ => return None,
        },
        _ => return None,
    })
}

fn constructor_of_chain(start: &Type) -> Option<&'static Function> {
    let mut at = start.clone();
    for _ in 0..64 {
        let (group, index) = definition(&at)?;
        let next = group.definition(index)?.clone();
        if !matches!(next.kind(), Kind::Reference(_)) {
            return constructor(&next);
        }
        at = next;
    }
    None
}

/// Returns the error of Puppet's check whether a type accepts undef. The check fails for an `Init`
/// of a type without a constructor, unless an earlier type in a `Variant` accepts undef.
pub(crate) fn undef_error(ty: &Type) -> Option<Error> {
    match ty.kind() {
        Kind::Union(types) => {
            for ty in types {
                if let Some(error) = undef_error(ty) {
                    return Some(error);
                }
                if accepts_undef(ty) {
                    break;
                }
            }
            None
        }
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((Name::Init, [NominalParam::Type(inner), ..]))
                if constructor(inner).is_none() && !is_unread(inner) =>
            {
                Some(no_constructor(inner))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is an alias whose definition has not been parsed yet.
fn is_unread(ty: &Type) -> bool {
    matches!(ty.kind(), Kind::Reference(_))
        && definition(ty).is_none_or(|(group, index)| group.definition(index).is_none())
}

#[cold]
fn no_constructor(ty: &Type) -> Error {
    let text = format_type(ty, Detail::Expanded);
    let message = format!("Creation of new instance of type '{text}' is not supported");
    Error::new(Code::Type, message)
}

/// The meaning of an Init with a type: the type itself, single arguments, and lists of arguments.
pub(crate) enum InitForm<'a> {
    /// Without a type: all values that Pcore can represent.
    Rich,
    /// Of a type without further arguments.
    Of(&'a Type, &'static Function),
    /// With further arguments: only these types remain.
    With(&'a Type, Vec<Type>),
}

impl Check<'_> {
    /// Interprets the parameters of an Init; records the error and returns `None` if they are
    /// invalid.
    pub(crate) fn made_from<'a>(&mut self, params: &'a [NominalParam]) -> Option<InitForm<'a>> {
        let [NominalParam::Type(ty), args @ ..] = params else {
            return Some(InitForm::Rich);
        };
        let Some(constructor) = constructor(ty) else {
            self.fail(no_constructor(ty));
            return None;
        };
        if args.is_empty() {
            return Some(InitForm::Of(ty, constructor));
        }
        match self.first_types(constructor, args) {
            Ok(first) if !first.is_empty() => Some(InitForm::With(ty, first)),
            Ok(_) => {
                let whole = nominal::with(Name::Init, params);
                let text = whole.map(|ty| format_type(&ty, Detail::Canonical));
                let general = generalize(ty);
                self.fail(Error::new(
                    Code::Type,
                    format!(
                        "The type '{}' does not represent a valid set of parameters for {}.new()",
                        text.unwrap_or_default(),
                        general.map(|ty| short_name(&ty)).unwrap_or_default()
                    ),
                ));
                None
            }
            Err(error) => {
                self.fail(error.into());
                None
            }
        }
    }

    /// Returns the types of the first parameters of the signatures whose other parameters accept
    /// `args`.
    fn first_types(
        &mut self,
        constructor: &Function,
        args: &[NominalParam],
    ) -> Result<Vec<Type>, TypeError> {
        let mut first = Vec::new();
        for list in constructor.parameters() {
            let Some(value) = list.first().cloned() else {
                continue;
            };
            if !list.size().contains(1 + args.len() as u64) {
                continue;
            }
            let mut given = vec![value.clone()];
            for arg in args {
                let ty = type_of(arg)?;
                given.push(self.keep(ty));
            }
            if self.rows(
                (Row::Types(&given), None),
                (Row::Params(list.positional()), Some(list.size())),
            ) {
                first.push(value);
            }
        }
        Ok(first)
    }

    /// `Init[..]`.
    pub(crate) fn init(&mut self, source: &Type, params: &[NominalParam]) -> bool {
        if let Some((Name::Init, have)) = nominal::view(source) {
            return match (params, have) {
                ([], _) => true,
                ([NominalParam::Type(want), ..], [NominalParam::Type(have), ..]) => {
                    self.made_from(params).is_some() && self.deeper(have, want)
                }
                _ => false,
            };
        }
        match self.made_from(params) {
            None => false,
            Some(InitForm::Rich) => self.deeper(source, data::rich_data()),
            Some(InitForm::Of(ty, constructor)) => {
                self.deeper(source, ty)
                    || constructor.single().any(|want| self.deeper(source, want))
                    || self.takes_list(source, constructor)
                    || (constructor.has_optional_single()
                        && constructor
                            .lists()
                            .any(|list| self.takes(std::slice::from_ref(source), list)))
            }
            Some(InitForm::With(ty, first)) => {
                self.deeper(source, ty) || first.iter().any(|want| self.deeper(source, want))
            }
        }
    }

    fn takes_list(&mut self, source: &Type, constructor: &Function) -> bool {
        matches!(source.kind(), Kind::Tuple { .. } | Kind::List { .. })
            && constructor
                .lists()
                .any(|list| self.tuple(source, (Row::Params(list.positional()), Some(list.size()))))
    }

    fn takes(&mut self, given: &[Type], list: Parameters<'_>) -> bool {
        self.rows(
            (Row::Types(given), None),
            (Row::Params(list.positional()), Some(list.size())),
        )
    }
}

/// Returns the detailed type of a parameter that is a value.
fn type_of(param: &NominalParam) -> Result<Type, TypeError> {
    match param {
        NominalParam::Type(ty) => Type::meta(ty.clone()),
        NominalParam::Default => Ok(nominal::bare(Name::Default).clone()),
        NominalParam::Own(own) => Ok(match Name::from_text(&own.0) {
            Some(name) => nominal::bare(name).clone(),
            None => Type::any().clone(),
        }),
        NominalParam::Undef => Ok(Type::none().clone()),
        NominalParam::Regexp(source) => {
            nominal::with(Name::Regexp, [NominalParam::text(source.clone())])
        }
        NominalParam::Scalar(scalar) => match scalar {
            Scalar::Bool(value) => Ok(Type::bool_value(*value)),
            Scalar::Integer(value) => Type::integer_range(IntegerRange {
                min: Some(value.clone()),
                max: Some(value.clone()),
            }),
            Scalar::Double(value) => Type::float_range(FloatRange {
                min: Some(*value),
                max: Some(*value),
            }),
            Scalar::String(text) => normal_form::literal_string(text),
            Scalar::Number(_) => Ok(Type::number().clone()),
        },
        NominalParam::List(items) if items.is_empty() => {
            normal_form::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))
        }
        NominalParam::List(items) => {
            let types: Vec<Type> = items.iter().map(type_of).collect::<Result<_, _>>()?;
            Type::tuple(types)
        }
        NominalParam::Map(entries) => {
            let keys: Vec<Type> = entries
                .iter()
                .map(|(key, _)| type_of(key))
                .collect::<Result<_, _>>()?;
            let values: Vec<Type> = entries
                .iter()
                .map(|(_, value)| type_of(value))
                .collect::<Result<_, _>>()?;
            Type::map_of(
                normal_form::variant(keys)?,
                normal_form::variant(values)?,
                Some(SizeRange::exactly(entries.len() as u64)),
            )
        }
    }
}

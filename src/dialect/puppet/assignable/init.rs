//! What can a type be made from?
//!
//! `Init[T]` accepts what T accepts, what a constructor of T takes as its only
//! argument, and what fits its list of arguments. Only the types of the
//! parameters are looked at; nothing is converted.

use super::Check;
use super::collections::Row;
use crate::diagnostic::{Code, Error};
use crate::dialect::puppet::nominal::{self, Name};
use crate::dialect::puppet::{
    Aliases, Detail, Mode, alias, format_type, generalize, normal, parse_type, short_name,
};
use crate::types::{
    FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, Type, TypeError,
};
use std::sync::LazyLock;

/// The signatures of the function that makes values of a type.
pub(in crate::dialect::puppet) struct Constructor {
    /// The types of parameters that stand alone.
    pub single: Vec<Type>,
    /// The lists of parameters that do not.
    pub lists: Vec<Parameters>,
}

/// A list of parameters: the types, and how many arguments there may be.
#[derive(Clone)]
pub(in crate::dialect::puppet) struct Parameters {
    pub types: Vec<Type>,
    pub size: SizeRange,
}

impl Constructor {
    /// The signatures, each written as a tuple.
    fn read(signatures: &[&str]) -> Constructor {
        let mut constructor = Constructor {
            single: Vec::new(),
            lists: Vec::new(),
        };
        for text in signatures {
            let Ok(ty) = parse_type(text, &Aliases::default(), Mode::Current) else {
                continue;
            };
            let Kind::Tuple { elements, size } = ty.kind() else {
                continue;
            };
            let size = size.unwrap_or(SizeRange::exactly(elements.len() as u64));
            match &**elements {
                [only] if size == SizeRange::exactly(1) => constructor.single.push(only.clone()),
                types => constructor.lists.push(Parameters {
                    types: types.to_vec(),
                    size,
                }),
            }
        }
        constructor
    }

    pub(in crate::dialect::puppet) fn has_optional_single(&self) -> bool {
        self.lists.iter().any(|list| list.size.min == 1)
    }
}

macro_rules! constructors {
    ($($name:ident = [$($signature:expr),* $(,)?];)*) => {
        $(
            fn $name() -> &'static Constructor {
                static SIGNATURES: LazyLock<Constructor> =
                    LazyLock::new(|| Constructor::read(&[$($signature),*]));
                &SIGNATURES
            }
        )*
    };
}

/// What Numeric and Float are made from.
macro_rules! number {
    ($numeric:literal) => {
        concat!(
            "Variant[", $numeric, r", Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]"
        )
    };
}

/// What Integer is made from.
macro_rules! integer {
    () => {
        r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]"
    };
}

macro_rules! radix {
    () => {
        "Variant[Default, Integer[2, 2], Integer[8, 8], Integer[10, 10], Integer[16, 16]]"
    };
}

macro_rules! format_text {
    () => {
        r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]"
    };
}

macro_rules! qualifier {
    () => {
        r"Pattern[/\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\Z/]"
    };
}

constructors! {
    numeric = [
        concat!("Tuple[", number!("Integer, Float"), ", Boolean, 1, 2]"),
        concat!("Tuple[Struct[{from => ", number!("Integer, Float"), ", Optional[abs] => Boolean}]]"),
    ];
    float = [
        concat!("Tuple[", number!("Numeric"), ", Boolean, 1, 2]"),
        concat!("Tuple[Struct[{from => ", number!("Numeric"), ", Optional[abs] => Boolean}]]"),
    ];
    integer = [
        concat!("Tuple[", integer!(), ", ", radix!(), ", Boolean, 1, 3]"),
        concat!("Tuple[Struct[{from => ", integer!(), ", Optional[radix] => ", radix!(), ", Optional[abs] => Boolean}]]"),
    ];
    boolean = ["Tuple[Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]]]"];
    string = [concat!(
        "Tuple[Any, Variant[Default, String[1], Hash[Type, Variant[", format_text!(),
        ", Struct[{Optional[format] => ", format_text!(),
        ", Optional[separator] => String, Optional[separator2] => String, Optional[string_formats] => Hash[Type, ",
        format_text!(), "]}]]]], 1, 2]"
    )];
    regexp = ["Tuple[String, Boolean, 1, 2]"];
    array = [
        "Tuple[Variant[Array, Hash, Binary, Iterable], Boolean[false], 1, 2]",
        "Tuple[Any, Boolean[true]]",
    ];
    hash = [
        "Tuple[Array[Tuple[Array, Any], 1], Enum['tree', 'hash_tree'], 1, 2]",
        "Tuple[Array[Tuple[Any, Any], 1]]",
        "Tuple[Any]",
    ];
    of_type = ["Tuple[String[1]]"];
    unit = ["Tuple[Any]"];
    sensitive = ["Tuple[Sensitive]", "Tuple[Any]"];
    timespan = [
        "Tuple[Variant[Integer, Float]]",
        "Tuple[String[1], Variant[String[2], Array[String[2], 1]], 1, 2]",
        "Tuple[Integer, Integer, Integer, Integer, Integer, Integer, Integer, 4, 7]",
        "Tuple[Struct[{string => String[1], Optional[format] => Variant[String[2], Array[String[2], 1]]}]]",
        "Tuple[Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]]",
    ];
    timestamp = [
        "Tuple[Any, 0, 0]",
        "Tuple[Variant[Integer, Float]]",
        "Tuple[String[1], Variant[String[2], Array[String[2], 1]], String[1], 1, 3]",
        "Tuple[Struct[{string => String[1], Optional[format] => Variant[String[2], Array[String[2], 1]], Optional[timezone] => String[1]}]]",
    ];
    version = [
        r"Tuple[Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]]",
        concat!("Tuple[Integer[0], Integer[0], Integer[0], ", qualifier!(), ", ", qualifier!(), ", 3, 5]"),
        concat!("Tuple[Struct[{major => Integer[0], minor => Integer[0], patch => Integer[0], Optional[prerelease] => ", qualifier!(), ", Optional[build] => ", qualifier!(), "}]]"),
    ];
    version_range = [
        "Tuple[String[1]]",
        "Tuple[Variant[Default, SemVer], Variant[Default, SemVer], Boolean, 2, 3]",
        "Tuple[Struct[{min => Variant[Default, SemVer], Optional[max] => Variant[Default, SemVer], Optional[exclude_max] => Boolean}]]",
    ];
    binary = [
        "Tuple[String, Enum['%b', '%u', '%B', '%s', '%r'], 1, 2]",
        "Tuple[Array[Integer[0, 255]]]",
        "Tuple[Variant[Struct[{value => String, format => Optional[Enum['%b', '%u', '%B', '%s', '%r']]}], Struct[{value => Array[Integer[0, 255]]}]]]",
    ];
    uri = [
        "Tuple[String[1]]",
        "Tuple[Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]}]]",
    ];
    error = [
        "Tuple[String[1], Optional[String[1]], Optional[Hash[String[1], Data]], Optional[String[1]], 1, 4]",
        "Tuple[Struct[{msg => String[1], Optional[kind] => Optional[String[1]], Optional[details] => Optional[Hash[String[1], Data]], Optional[issue_code] => Optional[String[1]]}], 1, 1]",
    ];
    deferred = [
        r"Tuple[Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], Optional[Array], 1, 2]",
        r"Tuple[Struct[{name => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], Optional[arguments] => Optional[Array]}], 1, 1]",
    ];
}

/// The constructor of a type, if it has one that Init may use.
fn constructor(ty: &Type) -> Option<&'static Constructor> {
    Some(match ty.kind() {
        Kind::Bool(_) => boolean(),
        Kind::Number => numeric(),
        Kind::Integer(_) => integer(),
        Kind::Float(_) => float(),
        Kind::String(
            crate::types::StringConstraint::Plain | crate::types::StringConstraint::Length(_),
        )
        | Kind::Literal { .. } => string(),
        Kind::List { .. } | Kind::Tuple { .. } => array(),
        Kind::Map { .. } | Kind::Object(_) => hash(),
        Kind::Meta(_) => of_type(),
        Kind::Reference(_) => {
            let (group, index) = super::definition(ty)?;
            let definition = group.definition(index)?;
            match definition.kind() {
                // An alias is followed once: rings are refused when they are made,
                // and a chain of aliases is as good as the last of them.
                Kind::Reference(_) => constructor_of_chain(definition)?,
                _ => constructor(definition)?,
            }
        }
        Kind::Nominal(_) => match nominal::view(ty)?.0 {
            Name::Unit => unit(),
            Name::Sensitive => sensitive(),
            Name::Regexp => regexp(),
            Name::Timespan => timespan(),
            Name::Timestamp => timestamp(),
            Name::SemVer => version(),
            Name::SemVerRange => version_range(),
            Name::Binary => binary(),
            Name::Uri => uri(),
            Name::Error => error(),
            Name::Deferred => deferred(),
            _ => return None,
        },
        _ => return None,
    })
}

fn constructor_of_chain(start: &Type) -> Option<&'static Constructor> {
    let mut at = start.clone();
    for _ in 0..64 {
        let (group, index) = super::definition(&at)?;
        let next = group.definition(index)?.clone();
        if !matches!(next.kind(), Kind::Reference(_)) {
            return constructor(&next);
        }
        at = next;
    }
    None
}

/// What an Init with a type says: the type itself, what stands alone, and lists.
pub(in crate::dialect::puppet) enum Made<'a> {
    /// Without a type: what Puppet's own encoding can hold.
    Rich,
    /// Of a type without further arguments.
    Of(&'a Type, &'static Constructor),
    /// With further arguments: only these types remain.
    With(&'a Type, Vec<Type>),
}

impl Check {
    /// What the parameters of an Init say, or nothing after noting the fault.
    pub(in crate::dialect::puppet) fn made_from<'a>(
        &mut self,
        params: &'a [NominalParam],
    ) -> Option<Made<'a>> {
        let [NominalParam::Type(ty), args @ ..] = params else {
            return Some(Made::Rich);
        };
        let Some(constructor) = constructor(ty) else {
            self.fail(Error::new(
                Code::Type,
                format!(
                    "Creation of new instance of type '{}' is not supported",
                    format_type(ty, Detail::Expanded)
                ),
            ));
            return None;
        };
        if args.is_empty() {
            return Some(Made::Of(ty, constructor));
        }
        match self.first_types(constructor, args) {
            Ok(first) if !first.is_empty() => Some(Made::With(ty, first)),
            Ok(_) => {
                let whole = nominal::with(Name::Init, params);
                let text = whole.map(|ty| format_type(&ty, Detail::Canonical));
                let general = generalize::generalize(ty);
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

    /// The types of the first parameters of the signatures that take these as
    /// the others.
    fn first_types(
        &mut self,
        constructor: &Constructor,
        args: &[NominalParam],
    ) -> Result<Vec<Type>, TypeError> {
        let singles = constructor.single.iter().map(|ty| Parameters {
            types: vec![ty.clone()],
            size: SizeRange::exactly(1),
        });
        let mut first = Vec::new();
        for list in constructor.lists.iter().cloned().chain(singles) {
            let Some(value) = list.types.first().cloned() else {
                continue;
            };
            if !list.size.contains(1 + args.len() as u64) {
                continue;
            }
            let mut given = vec![value.clone()];
            for arg in args {
                let ty = type_of(arg)?;
                given.push(self.keep(ty));
            }
            if self.rows(
                (Row::Types(&list.types), Some(list.size)),
                (Row::Types(&given), None),
            ) {
                first.push(value);
            }
        }
        Ok(first)
    }

    /// `Init[..]`.
    pub(super) fn init(&mut self, params: &[NominalParam], source: &Type) -> bool {
        if let Some((Name::Init, have)) = nominal::view(source) {
            return match (params, have) {
                ([], _) => true,
                ([NominalParam::Type(want), ..], [NominalParam::Type(have), ..]) => {
                    self.made_from(params).is_some() && self.deeper(want, have)
                }
                _ => false,
            };
        }
        match self.made_from(params) {
            None => false,
            Some(Made::Rich) => self.deeper(alias::rich_data(), source),
            Some(Made::Of(ty, constructor)) => {
                self.deeper(ty, source)
                    || constructor
                        .single
                        .iter()
                        .any(|want| self.deeper(want, source))
                    || self.takes_list(constructor, source)
                    || (constructor.has_optional_single()
                        && constructor
                            .lists
                            .iter()
                            .any(|list| self.takes(list, std::slice::from_ref(source))))
            }
            Some(Made::With(ty, first)) => {
                self.deeper(ty, source) || first.iter().any(|want| self.deeper(want, source))
            }
        }
    }

    fn takes_list(&mut self, constructor: &Constructor, source: &Type) -> bool {
        matches!(source.kind(), Kind::Tuple { .. } | Kind::List { .. })
            && constructor
                .lists
                .iter()
                .any(|list| self.tuple((&list.types, Some(list.size)), source))
    }

    fn takes(&mut self, list: &Parameters, given: &[Type]) -> bool {
        self.rows(
            (Row::Types(&list.types), Some(list.size)),
            (Row::Types(given), None),
        )
    }
}

/// The detailed type of a parameter that is a value.
fn type_of(param: &NominalParam) -> Result<Type, TypeError> {
    match param {
        NominalParam::Type(ty) => Type::meta(ty.clone()),
        NominalParam::Default => Ok(nominal::bare(Name::Default).clone()),
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
            Scalar::String(text) => normal::literal_string(text),
            Scalar::Number(_) => Ok(Type::number().clone()),
        },
        NominalParam::List(items) if items.is_empty() => {
            normal::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))
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
                normal::variant(keys)?,
                normal::variant(values)?,
                Some(SizeRange::exactly(entries.len() as u64)),
            )
        }
    }
}

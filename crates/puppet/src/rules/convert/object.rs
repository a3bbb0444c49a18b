//! `Object.new`.
//!
//! The arguments are the attributes in order, required ones first, or one hash. Attributes with
//! their default value are not stored in the object.

use crate::mode::Mode;
use crate::rules::convert::made::{Failure, Made, named, unsupported};
use crate::rules::explain::{Signature, describe_call, message};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::format::short_name;
use crate::types::parse::parse_type;
use crate::types::{nominal, normal_form, object};
use crate::values::param::value_of;
use crate::values::special::{Special, undef};
use nominal::Name;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::types::{
    Field, FuncParam, FuncParams, FuncType, Kind, MAX_DEPTH, NominalParam, SizeRange, Str, Type,
};
use polycty_core::values::Value;

/// An attribute that the constructor takes.
struct Attribute {
    name: Str,
    ty: Type,
    default: Option<Value>,
}

/// An object.
pub(super) fn object(ty: &Type, args: &[Value], budget: &Budget) -> Made {
    let Some(mut attributes) = attributes(ty)? else {
        return Err(unsupported(ty));
    };
    // Attributes with a default are last.
    sort_by_key(&mut attributes, |attribute| attribute.default.is_some());
    if let [hash] = args
        && hash.as_ordered_map().is_some()
        && instance(hash, &init_hash(&attributes)?, budget)?
    {
        return made(ty, &attributes, |_, name| named(hash, name));
    }
    let needed = attributes.iter().filter(|a| a.default.is_none()).count();
    let fits = (needed..=attributes.len()).contains(&args.len());
    let mut accepted = fits;
    for (attribute, arg) in attributes.iter().zip(args) {
        accepted = accepted && instance(arg, &attribute.ty, budget)?;
    }
    if !accepted {
        return Err(rejection(ty, &attributes, needed, args, budget)?);
    }
    made(ty, &attributes, |at, _| args.get(at))
}

/// Creates an object from the hash of its attributes only.
///
/// # Errors
/// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for a type without objects.
/// - Puppet's message for an invalid hash.
/// - `Code::Limit` if the budget is exceeded.
pub(crate) fn from_hash(
    ty: &Type,
    hash: &Value,
    budget: &Budget,
) -> polycty_core::source::Result<Value> {
    let make = || {
        let Some(attributes) = attributes(ty)? else {
            return Err(unsupported(ty));
        };
        let wanted = init_hash(&attributes)?;
        if !instance(hash, &wanted, budget)? {
            let subject = format!("{} initializer has wrong type,", short_name(ty));
            let found = detailed_type(hash, budget)?;
            return Err(message(&subject, &found, &wanted, budget)?.into());
        }
        made(ty, &attributes, |_, name| named(hash, name))
    };
    make().map_err(|failure: Failure| failure.0)
}

fn made<'v>(
    ty: &Type,
    attributes: &[Attribute],
    given: impl Fn(usize, &str) -> Option<&'v Value>,
) -> Made {
    let kept = attributes.iter().enumerate().filter_map(|(at, attribute)| {
        let value = given(at, &attribute.name)?;
        (attribute.default.as_ref() != Some(value)).then(|| (attribute.name.clone(), value.clone()))
    });
    let ty = object::without_parameters(ty).map_or_else(|| ty.clone(), |(base, _)| base);
    Ok(Special::Object(ty, kept.collect()).into_value()?)
}

fn init_hash(attributes: &[Attribute]) -> Result<Type, Failure> {
    let field = |attribute: &Attribute| match attribute.default {
        Some(_) => Field::optional(attribute.name.clone(), attribute.ty.clone()),
        None => Field::new(attribute.name.clone(), attribute.ty.clone()),
    };
    let fields: Vec<Field> = attributes.iter().map(field).collect();
    Ok(Type::object(fields)?)
}

#[cold]
fn rejection(
    ty: &Type,
    attributes: &[Attribute],
    needed: usize,
    args: &[Value],
    budget: &Budget,
) -> Result<Failure, Failure> {
    let func = |params: Vec<(&str, Type)>, least: usize| {
        let most = params.len() as u64;
        let positional = params.into_iter().map(|(name, ty)| FuncParam {
            name: Some(name.into()),
            ty,
        });
        FuncType {
            params: Some(FuncParams {
                positional: positional.collect(),
                variadic: None,
                size: Some(SizeRange {
                    min: least as u64,
                    max: Some(most),
                }),
            }),
            block: None,
            result: None,
        }
    };
    let by_hash = func(vec![("hash", init_hash(attributes)?)], 1);
    let in_order = attributes
        .iter()
        .map(|a| (&*a.name, a.ty.clone()))
        .collect();
    let in_order = func(in_order, needed);
    let signatures = [&by_hash, &in_order].map(|func| Signature {
        func,
        block_name: "block",
    });
    let arguments = match args {
        [] => normal_form::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))?,
        _ => {
            let types: Vec<Type> = args
                .iter()
                .map(|arg| detailed_type(arg, budget))
                .collect::<Result<_, _>>()?;
            Type::tuple(types)?
        }
    };
    let name = format!("new_{}", short_name(ty));
    Ok(describe_call(&name, &signatures, &arguments, budget)?.into())
}

/// Returns the attributes of an object type and its ancestors; `None` for the type of all objects.
fn attributes(ty: &Type) -> Result<Option<Vec<Attribute>>, Failure> {
    let built_in = |texts: &[(&str, &str)], needed: usize| {
        let read = |text: &str| parse_type(text, &Aliases::default(), Mode::Current);
        let attribute = |(at, (name, text)): (usize, &(&str, &str))| {
            Ok(Attribute {
                name: (*name).into(),
                ty: read(text)?,
                default: (at >= needed).then(undef),
            })
        };
        let all = texts.iter().enumerate().map(attribute);
        all.collect::<Result<Vec<_>, Failure>>().map(Some)
    };
    let mut found: Vec<Attribute> = Vec::new();
    let mut at = ty.clone();
    for _ in 0..MAX_DEPTH {
        if let Kind::Reference(reference) = at.kind() {
            at = reference.unfold()?;
            continue;
        }
        let entries = match nominal::view(&at) {
            Some((Name::Error, _)) => {
                return built_in(
                    &[
                        ("msg", "String[1]"),
                        ("kind", "Optional[String[1]]"),
                        ("details", "Optional[Hash[String[1], Data]]"),
                        ("issue_code", "Optional[String[1]]"),
                    ],
                    1,
                );
            }
            Some((Name::Deferred, _)) => {
                return built_in(
                    &[
                        (
                            "name",
                            r"Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]",
                        ),
                        ("arguments", "Optional[Array]"),
                    ],
                    1,
                );
            }
            Some((Name::Object, [NominalParam::Map(entries), ..])) => entries,
            // It is the ancestor of all annotations, and has no attributes.
            Some((Name::Pcore, [name]))
                if name.as_text().is_some_and(|name| **name == *"Annotation") =>
            {
                return Ok(Some(found));
            }
            _ => return Ok(None),
        };
        let mut own = own_attributes(entries)?;
        // Inherited attributes are first, unless they are redefined.
        own.retain(|attribute| !found.iter().any(|later| later.name == attribute.name));
        own.append(&mut found);
        found = own;
        match object::entry(entries, "parent") {
            Some(NominalParam::Type(parent)) => at = parent.clone(),
            _ => return Ok(Some(found)),
        }
    }
    Err(Failure::limit(
        "an object type inherits from too many others",
    ))
}

fn own_attributes(entries: &[(NominalParam, NominalParam)]) -> Result<Vec<Attribute>, Failure> {
    let Some(NominalParam::Map(declared)) = object::entry(entries, "attributes") else {
        return Ok(Vec::new());
    };
    let mut attributes = Vec::with_capacity(declared.len());
    for (name, definition) in declared.iter() {
        let Some(name) = name.as_text() else {
            continue;
        };
        let (ty, default) = match definition {
            NominalParam::Type(ty) => {
                // An attribute that may be undef is optional.
                let default = matches!(ty.kind(), Kind::Optional(_)).then(undef);
                (ty.clone(), default)
            }
            NominalParam::Map(parts) => {
                let kind = object::entry(parts, "kind").and_then(NominalParam::as_text);
                if matches!(kind.map(|kind| &**kind), Some("constant" | "derived")) {
                    continue;
                }
                let ty = match object::entry(parts, "type") {
                    Some(NominalParam::Type(ty)) => ty.clone(),
                    _ => Type::any().clone(),
                };
                let default = object::entry(parts, "value").map(value_of).transpose()?;
                let given = kind.is_some_and(|kind| &**kind == "given_or_derived");
                let undef = given.then(undef);
                (ty, default.or(undef))
            }
            _ => continue,
        };
        attributes.push(Attribute {
            name: name.clone(),
            ty,
            default,
        });
    }
    Ok(attributes)
}

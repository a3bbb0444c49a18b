//! Signatures of constructors (`Type.new`).
//!
//! A function has one or more signatures, which are written in Puppet's notation of types with the
//! aliases that its messages contain. `Type.new` uses the first signature that its arguments match.
//! `Init[Type]` accepts the arguments of any of them, and only compares the types of the
//! parameters.

use crate::mode::Mode;
use crate::types::alias::Aliases;
use crate::types::parse::parse_type;
use polycty_core::types::{FuncParam, FuncParams, FuncType, Kind, SizeRange, Type};
use std::sync::LazyLock;

/// A constructor.
pub(crate) struct Function {
    /// Its name in messages.
    pub(crate) name: &'static str,
    pub(crate) signatures: Vec<FuncType>,
    aliases: Vec<Type>,
}

/// The parameters of a signature: their types, and the number of arguments.
#[derive(Clone, Copy)]
pub(crate) struct Parameters<'f>(&'f FuncParams);

/// A parameter: its name and its type.
type Param = (&'static str, &'static str);

/// A signature: the minimum number of arguments, and its parameters.
type Params = (u64, &'static [Param]);

impl Function {
    fn read(name: &'static str, aliases: &[Param], signatures: &[Params]) -> Function {
        let aliases = Aliases::define(aliases.iter().copied()).unwrap_or_default();
        let read = |text: &str| {
            parse_type(text, &aliases, Mode::Current).unwrap_or_else(|_| Type::any().clone())
        };
        let signature = |(least, params): &Params| {
            let positional = params.iter().map(|(name, ty)| FuncParam {
                name: Some((*name).into()),
                ty: read(ty),
            });
            let most = params.len() as u64;
            FuncType {
                params: Some(FuncParams {
                    positional: positional.collect(),
                    variadic: None,
                    size: (*least != most || most == 0).then_some(SizeRange {
                        min: *least,
                        max: Some(most),
                    }),
                }),
                block: None,
                result: None,
            }
        };
        Function {
            name,
            signatures: signatures.iter().map(signature).collect(),
            aliases: aliases.iter().map(|(_, ty)| ty.clone()).collect(),
        }
    }

    /// The parameters of each signature.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = Parameters<'_>> {
        let params = self.signatures.iter();
        params.filter_map(|signature| signature.params.as_ref().map(Parameters))
    }

    /// The types of the parameters of signatures with one parameter.
    pub(crate) fn single(&self) -> impl Iterator<Item = &Type> {
        self.parameters().filter_map(Parameters::alone)
    }

    /// The parameters of the other signatures.
    pub(crate) fn lists(&self) -> impl Iterator<Item = Parameters<'_>> {
        self.parameters().filter(|list| list.alone().is_none())
    }

    /// Returns an alias of the function's signatures.
    pub(crate) fn alias(&self, name: &str) -> Option<&Type> {
        self.aliases.iter().find(|ty| match ty.kind() {
            Kind::Reference(reference) => reference.name().as_deref() == Some(name),
            _ => false,
        })
    }

    /// Whether a signature of several parameters accepts a single argument.
    pub(crate) fn has_optional_single(&self) -> bool {
        self.lists().any(|list| list.size().min == 1)
    }
}

impl<'f> Parameters<'f> {
    /// The parameters by position.
    pub(crate) fn positional(self) -> &'f [FuncParam] {
        &self.0.positional
    }

    /// The number of arguments.
    pub(crate) fn size(self) -> SizeRange {
        let exactly = SizeRange::exactly(self.0.positional.len() as u64);
        self.0.size.unwrap_or(exactly)
    }

    /// The type of the first parameter.
    pub(crate) fn first(self) -> Option<&'f Type> {
        self.0.positional.first().map(|param| &param.ty)
    }

    /// The type of the parameter, if there is only one and it is required.
    fn alone(self) -> Option<&'f Type> {
        match &*self.0.positional {
            [only] if self.size() == SizeRange::exactly(1) => Some(&only.ty),
            _ => None,
        }
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident = $name:literal, [$($alias:expr),* $(,)?], [$($signature:expr),* $(,)?];)*) => {
        $(
            $(#[$doc])*
            pub(crate) fn $function() -> &'static Function {
                static FUNCTION: LazyLock<Function> =
                    LazyLock::new(|| Function::read($name, &[$($alias),*], &[$($signature),*]));
                &FUNCTION
            }
        )*
    };
}

macro_rules! numeric_text {
    ($numbers:literal) => {
        concat!(
            "Variant[",
            $numbers,
            r", Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]"
        )
    };
}

const NAMED_NUMBER: Param = (
    "NamedArgs",
    "Struct[{from => Convertible, Optional[abs] => Boolean}]",
);

const NUMBER: &[Param] = &[("from", "Convertible"), ("abs", "Boolean")];

const NAMED: Params = (1, &[("hash_args", "NamedArgs")]);

const QUALIFIER: Param = (
    "SemVerQualifier",
    r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]",
);

const TIME_FORMATS: Param = ("Formats", "Variant[String[2], Array[String[2], 1]]");

functions! {
    unit = "new_unit", [], [(1, &[("from", "Any")])];
    init = "new_Init", [], [(1, &[("value", "Array")]), (1, &[("value", "Any")])];
    init_with = "new_Init", [], [(1, &[("value", "Any")])];
    of_type = "new_type", [], [(1, &[("type_string", "String[1]")])];
    numeric = "new_numeric",
        [("Convertible", numeric_text!("Integer, Float")), NAMED_NUMBER],
        [(1, NUMBER), NAMED];
    float = "new_float",
        [("Convertible", numeric_text!("Numeric")), NAMED_NUMBER],
        [(1, NUMBER), NAMED];
    integer = "new",
        [
            ("Radix", "Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]"),
            ("Convertible", r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]"),
            ("NamedArgs", "Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]"),
        ],
        [(1, &[("from", "Convertible"), ("radix", "Radix"), ("abs", "Boolean")]), NAMED];
    boolean = "new_boolean", [],
        [(1, &[("from", "Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]]")])];
    string = "new_string",
        [
            ("Format", r"Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]"),
            ("ContainerFormat", "Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}]"),
            ("TypeMap", "Hash[Type, Variant[Format, ContainerFormat]]"),
            ("Convertible", "Any"),
            ("Formats", "Variant[Default, String[1], TypeMap]"),
        ],
        [(1, &[("from", "Convertible"), ("string_formats", "Formats")])];
    regexp = "new_float", [], [(1, &[("pattern", "String"), ("escape", "Boolean")])];
    array = "new_array", [],
        [
            (1, &[("from", "Variant[Array, Hash, Binary, Iterable]"), ("wrap", "Boolean[false]")]),
            (2, &[("from", "Any"), ("wrap", "Boolean[true]")]),
        ];
    hash = "new_hash",
        [
            ("KeyValueArray", "Array[Tuple[Any,Any],1]"),
            ("TreeArray", "Array[Tuple[Array,Any],1]"),
            ("NewHashOption", "Enum[tree, hash_tree]"),
        ],
        [
            (1, &[("from", "TreeArray"), ("build_option", "NewHashOption")]),
            (1, &[("from", "KeyValueArray")]),
            (1, &[("from", "Any")]),
        ];
    sensitive = "new_Sensitive", [], [(1, &[("value", "Sensitive")]), (1, &[("value", "Any")])];
    timespan = "new_timespan", [TIME_FORMATS],
        [
            (1, &[("seconds", "Variant[Integer,Float]")]),
            (1, &[("string", "String[1]"), ("format", "Formats")]),
            (4, &[
                ("days", "Integer"), ("hours", "Integer"), ("minutes", "Integer"), ("seconds", "Integer"),
                ("milliseconds", "Integer"), ("microseconds", "Integer"), ("nanoseconds", "Integer"),
            ]),
            (1, &[("hash_arg", "Struct[{string => String[1], Optional[format] => Formats}]")]),
            (1, &[("hash_arg", "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]")]),
        ];
    timestamp = "new_timestamp", [TIME_FORMATS],
        [
            (0, &[]),
            (1, &[("seconds", "Variant[Integer,Float]")]),
            (1, &[("string", "String[1]"), ("format", "Formats"), ("timezone", "String[1]")]),
            (1, &[("hash_arg", "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]")]),
        ];
    version = "new_Version",
        [
            ("PositiveInteger", "Integer[0,default]"),
            QUALIFIER,
            ("SemVerPattern", r"Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]"),
            ("SemVerHash", "Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]"),
        ],
        [
            (1, &[("str", "SemVerPattern")]),
            (3, &[
                ("major", "PositiveInteger"), ("minor", "PositiveInteger"), ("patch", "PositiveInteger"),
                ("prerelease", "SemVerQualifier"), ("build", "SemVerQualifier"),
            ]),
            (1, &[("hash_args", "SemVerHash")]),
        ];
    version_range = "new_VersionRange",
        [
            ("SemVerRangeString", "String[1]"),
            ("SemVerRangeHash", "Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]"),
        ],
        [
            (1, &[("str", "SemVerRangeString")]),
            (2, &[("min", "Variant[Default,SemVer]"), ("max", "Variant[Default,SemVer]"), ("exclude_max", "Boolean")]),
            (1, &[("hash_args", "SemVerRangeHash")]),
        ];
    binary = "new_Binary",
        [
            ("ByteInteger", "Integer[0,255]"),
            ("Base64Format", r#"Enum["%b", "%u", "%B", "%s", "%r"]"#),
            ("StringHash", r#"Struct[{value => String, "format" => Optional[Base64Format]}]"#),
            ("ArrayHash", "Struct[{value => Array[ByteInteger]}]"),
            ("BinaryArgsHash", "Variant[StringHash, ArrayHash]"),
        ],
        [
            (1, &[("str", "String"), ("format", "Base64Format")]),
            (1, &[("byte_array", "Array[ByteInteger]")]),
            (1, &[("hash_args", "BinaryArgsHash")]),
        ];
    uri = "new_error", [],
        [
            (1, &[("uri", "String[1]")]),
            (1, &[("hash", "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]}]")]),
        ];
    error = "new_error", [],
        [
            (1, &[
                ("msg", "String[1]"), ("kind", "Optional[String[1]]"),
                ("details", "Optional[Hash[String[1], Data]]"), ("issue_code", "Optional[String[1]]"),
            ]),
            (1, &[("hash_arg", "Struct[{msg => String[1], Optional[kind] => Optional[String[1]], Optional[details] => Optional[Hash[String[1], Data]], Optional[issue_code] => Optional[String[1]]}]")]),
        ];
    deferred = "new_deferred", [("FunctionName", r"Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]")],
        [
            (1, &[("name", "FunctionName"), ("arguments", "Optional[Array]")]),
            (1, &[("hash_arg", "Struct[{name => FunctionName, Optional[arguments] => Optional[Array]}]")]),
        ];
}

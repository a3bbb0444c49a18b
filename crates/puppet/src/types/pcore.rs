//! Pcore: object types that describe the types themselves.
//!
//! Each Puppet type is described by an object type, `Pcore::IntegerType` and so on: a name, its
//! parent, and its attributes as Puppet writes them. The attributes of the three that contain a
//! whole definition are omitted.

use crate::scalars::text::push_quoted;

/// Name, parent (may be empty), attributes (may be empty).
type Row = (&'static str, &'static str, &'static str);

const ROWS: [Row; 45] = [
    ("Annotation", "", ""),
    ("Pcore", "", ""),
    ("Pcore::AnyType", "Any", ""),
    (
        "Pcore::ArrayType",
        "Pcore::CollectionType",
        "{'element_type' => {type => Optional[Type], value => Any}}",
    ),
    ("Pcore::BinaryType", "Pcore::AnyType", ""),
    ("Pcore::BooleanType", "Pcore::ScalarDataType", ""),
    (
        "Pcore::CallableType",
        "Pcore::AnyType",
        "{'param_types' => {type => Optional[Type[Tuple]], value => undef}, 'block_type' => {type => Optional[Type[Callable]], value => undef}, 'return_type' => {type => Optional[Type], value => Any}}",
    ),
    ("Pcore::CatalogEntryType", "Pcore::AnyType", ""),
    (
        "Pcore::ClassType",
        "Pcore::CatalogEntryType",
        "{'class_name' => {type => Optional[String[1]], value => undef}}",
    ),
    (
        "Pcore::CollectionType",
        "Pcore::AnyType",
        "{'size_type' => {type => Optional[Type[Integer]], value => undef}}",
    ),
    ("Pcore::DefaultType", "Pcore::AnyType", ""),
    (
        "Pcore::EnumType",
        "Pcore::ScalarDataType",
        "{'values' => Array[String[1]], 'case_insensitive' => {type => Boolean, value => false}}",
    ),
    ("Pcore::FloatType", "Pcore::NumericType", ""),
    (
        "Pcore::HashType",
        "Pcore::CollectionType",
        "{'key_type' => {type => Optional[Type], value => Any}, 'value_type' => {type => Optional[Type], value => Any}}",
    ),
    (
        "Pcore::InitType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}, 'init_args' => {type => Array, value => []}}",
    ),
    ("Pcore::IntegerType", "Pcore::NumericType", ""),
    (
        "Pcore::IterableType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}}",
    ),
    (
        "Pcore::IteratorType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}}",
    ),
    (
        "Pcore::NotUndefType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}}",
    ),
    (
        "Pcore::NumericType",
        "Pcore::ScalarDataType",
        "{'from' => {type => Optional[Numeric], value => undef}, 'to' => {type => Optional[Numeric], value => undef}}",
    ),
    ("Pcore::ObjectType", "Pcore::AnyType", ""),
    (
        "Pcore::OptionalType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}}",
    ),
    (
        "Pcore::PatternType",
        "Pcore::ScalarDataType",
        "{'patterns' => Array[Regexp]}",
    ),
    (
        "Pcore::RegexpType",
        "Pcore::ScalarType",
        "{'pattern' => {type => Variant[Undef, String, Regexp], value => undef}}",
    ),
    (
        "Pcore::ResourceType",
        "Pcore::CatalogEntryType",
        "{'type_name' => {type => Optional[String[1]], value => undef}, 'title' => {type => Optional[String[1]], value => undef}}",
    ),
    (
        "Pcore::RuntimeType",
        "Pcore::AnyType",
        "{'runtime' => {type => Optional[String[1]], value => undef}, 'name_or_pattern' => {type => Optional[Variant[String[1], Tuple[Regexp, String[1]]]], value => undef}}",
    ),
    ("Pcore::ScalarDataType", "Pcore::ScalarType", ""),
    ("Pcore::ScalarType", "Pcore::AnyType", ""),
    ("Pcore::SemVerRangeType", "Pcore::AnyType", ""),
    (
        "Pcore::SemVerType",
        "Pcore::ScalarType",
        "{'ranges' => {type => Array[Variant[SemVerRange, String[1]]], value => []}}",
    ),
    ("Pcore::SensitiveType", "Pcore::AnyType", ""),
    (
        "Pcore::StringType",
        "Pcore::ScalarDataType",
        "{'size_type_or_value' => {type => Optional[Variant[String, Type[Integer]]], value => undef}}",
    ),
    (
        "Pcore::StructType",
        "Pcore::AnyType",
        "{'elements' => Array[Pcore::StructElement]}",
    ),
    (
        "Pcore::TimespanType",
        "Pcore::ScalarType",
        "{'from' => {type => Optional[Timespan], value => undef}, 'to' => {type => Optional[Timespan], value => undef}}",
    ),
    (
        "Pcore::TimestampType",
        "Pcore::ScalarType",
        "{'from' => {type => Optional[Timestamp], value => undef}, 'to' => {type => Optional[Timestamp], value => undef}}",
    ),
    (
        "Pcore::TupleType",
        "Pcore::AnyType",
        "{'types' => Array[Type], 'size_type' => {type => Optional[Type[Integer]], value => undef}}",
    ),
    (
        "Pcore::TypeAliasType",
        "Pcore::AnyType",
        "{'name' => String[1], 'type_expr' => Any, 'resolved_type' => {type => Optional[Type], value => undef}}",
    ),
    (
        "Pcore::TypeReferenceType",
        "Pcore::AnyType",
        "{'type_string' => String[1]}",
    ),
    ("Pcore::TypeSetType", "Pcore::AnyType", ""),
    (
        "Pcore::TypeType",
        "Pcore::AnyType",
        "{'type' => {type => Optional[Type], value => undef}}",
    ),
    ("Pcore::URIType", "Pcore::AnyType", ""),
    ("Pcore::UndefType", "Pcore::AnyType", ""),
    ("Pcore::UnitType", "Pcore::AnyType", ""),
    (
        "Pcore::VariantType",
        "Pcore::AnyType",
        "{'types' => Array[Type]}",
    ),
    (
        "RubyMethod",
        "Annotation",
        "{'body' => String, 'parameters' => {type => Optional[String[1]], value => undef}}",
    ),
];

/// Returns the spelling of such a name, ignoring case.
pub(crate) fn built_in(name: &str) -> Option<&'static str> {
    ROWS.iter()
        .map(|(known, ..)| *known)
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the name of the parent type.
pub(crate) fn parent(name: &str) -> Option<&'static str> {
    let row = ROWS.iter().find(|(known, ..)| *known == name)?;
    built_in(row.1)
}

/// Appends the definition of one of these types.
pub(crate) fn push_definition(out: &mut String, name: &str) {
    let row = ROWS.iter().find(|(known, ..)| *known == name);
    let (_, parent, attributes) = row.copied().unwrap_or_default();
    out.push_str("Object[{name => ");
    push_quoted(out, name);
    for (key, value) in [("parent", parent), ("attributes", attributes)] {
        if !value.is_empty() {
            out.push_str(", ");
            out.push_str(key);
            out.push_str(" => ");
            out.push_str(value);
        }
    }
    out.push_str("}]");
}

//! Tests of relations between types and schemas, and of their witnesses.

use super::{Random, document, ty, type_text};
use crate::{
    Details, Document, Draft, Heading, Inclusion, Layout, Mismatch, OpenObjects, Question, Reading,
    Schema, Side, Validity, Variables, assignability_witness, details_of, export, export_class,
    export_module, fits, import, relation, translation_witness,
};
use polycty_core::calls::{Budget, Limits};
use polycty_core::dialect::DialectId;
use polycty_core::source::Source;
use polycty_core::types::Type;
use polycty_dialects::dialect;
use polycty_puppet::{Environment, Prepared, Strict};
use polycty_terraform::module::{Module, ModuleFile};
use polycty_translate::{Fit, translate};

fn text(document: &Document) -> String {
    document.to_text(Layout::Compact)
}

fn written(ty: &Type, language: DialectId, question: Question) -> String {
    let budget = Budget::standard();
    let made = export(ty, language, question, &Details::default(), &budget).unwrap();
    text(&made.schema.to_document(Heading::None, &budget).unwrap())
}

fn schema(text: &str) -> Schema {
    Schema::parse(text, Reading::default(), &Budget::standard()).unwrap()
}

#[test]
fn types_become_schemas() {
    use DialectId::{Hcl, Mcl, Pcl, Puppet};
    use Question::{Converts, IsValue};
    let cases = [
        (Hcl, IsValue, "string", r#"{"type":["string","null"]}"#),
        (
            Hcl,
            Converts,
            "bool",
            r#"{"enum":[true,false,"true","false","1","0",null]}"#,
        ),
        (
            Hcl,
            IsValue,
            "object({a=number,b=optional(bool)})",
            r#"{"type":["object","null"],"properties":{"a":{"type":["number","null"]},"b":{"type":["boolean","null"]}},"additionalProperties":false,"required":["a"]}"#,
        ),
        (
            Hcl,
            Converts,
            "object({a=string})",
            r#"{"type":["object","null"],"properties":{"a":{"type":["boolean","number","string","null"]}},"required":["a"]}"#,
        ),
        (
            Pcl,
            IsValue,
            "union(none, int)",
            r#"{"type":["integer","null"]}"#,
        ),
        (Pcl, IsValue, "output(string)", r#"{"type":"string"}"#),
        (
            Puppet,
            IsValue,
            "Integer[1, 65535]",
            r#"{"type":"integer","minimum":1,"maximum":65535}"#,
        ),
        (
            Puppet,
            IsValue,
            "Optional[Enum[a, b]]",
            r#"{"enum":["a","b",null]}"#,
        ),
        (
            Puppet,
            IsValue,
            "Pattern[/\\Aa\\h+\\z/]",
            r#"{"type":"string","pattern":"^a[0-9A-Fa-f]+$"}"#,
        ),
        (
            Puppet,
            IsValue,
            "Pattern[/^a$/]",
            r#"{"type":"string","pattern":"(?:^|(?<=\\n)(?!$))a(?:$|(?=\\n))"}"#,
        ),
        (
            Puppet,
            IsValue,
            "Tuple[String, Integer, 1, 3]",
            r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"integer"},"minItems":1,"maxItems":3}"#,
        ),
        (
            Puppet,
            IsValue,
            "Hash[Pattern[/\\Aa/], Integer]",
            r#"{"type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"type":"string","pattern":"^a"}}"#,
        ),
        (Puppet, IsValue, "SemVer", "false"),
        (
            Mcl,
            IsValue,
            "int",
            r#"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#,
        ),
        (
            Mcl,
            IsValue,
            "[]variant",
            r##"{"type":"array","items":{"$ref":"#/$defs/variant"},"$defs":{"variant":{"type":["array","boolean","number","object","string"],"items":{"$ref":"#/$defs/variant"},"additionalProperties":{"$ref":"#/$defs/variant"}}}}"##,
        ),
    ];
    for (language, question, from, to) in cases {
        assert_eq!(
            written(&ty(language, from), language, question),
            to,
            "{from}"
        );
    }
}

#[test]
fn constants_and_enumerations_become_values() {
    use polycty_core::number::{Integer, Number};
    use polycty_core::types::Scalar;
    let one = Scalar::Integer(Integer::from(1i64));
    let tenth = Scalar::Number(Number::parse("0.1").unwrap());
    let mut cases = vec![
        (
            polycty_pcl::constant(Type::integer(), Some(one.clone())),
            r#"{"const":1}"#,
        ),
        (
            polycty_pcl::constant(Type::number(), Some(tenth)),
            r#"{"const":0.1}"#,
        ),
        (
            polycty_pcl::constant(Type::none(), None),
            r#"{"type":"null"}"#,
        ),
        (
            polycty_pcl::enumeration("size", Type::integer(), vec![one]),
            r#"{"const":1}"#,
        ),
    ];
    let texts = ["a", "b"].map(|text| Scalar::String(text.into()));
    cases.push((
        polycty_pcl::enumeration("name", Type::string(), texts.to_vec()),
        r#"{"enum":["a","b"]}"#,
    ));
    for (ty, to) in cases {
        let ty = ty.unwrap();
        assert_eq!(written(&ty, DialectId::Pcl, Question::IsValue), to);
        for value in ["1", "0.1", "null", "\"a\"", "2", "\"1\""] {
            let value = document(value);
            let budget = Budget::standard();
            let fit = fits(&value, &ty, DialectId::Pcl, Question::IsValue, &budget).unwrap();
            assert_eq!(fit, schema(to).validate(&value, &budget).unwrap(), "{to}");
        }
    }
}

#[test]
fn named_types_become_definitions() {
    let aliases = polycty_puppet::Aliases::define([
        ("Tree", "Variant[Integer, Array[Tree]]"),
        ("Port", "Integer[1, 9]"),
    ]);
    let mode = polycty_puppet::Mode::Current;
    let aliases = aliases.unwrap();
    let ty = polycty_puppet::parse_type("Struct[{t => Tree, p => Optional[Port]}]", &aliases, mode);
    let ty = ty.unwrap();
    assert_eq!(
        written(&ty, DialectId::Puppet, Question::IsValue),
        r##"{"type":"object","properties":{"t":{"$ref":"#/$defs/Tree"},"p":{"anyOf":[{"$ref":"#/$defs/Port"},{"type":"null"}]}},"additionalProperties":false,"required":["t"],"$defs":{"Tree":{"anyOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#/$defs/Tree"}}]},"Port":{"type":"integer","minimum":1,"maximum":9}}}"##
    );
}

#[test]
fn defaults_are_next_to_the_type() {
    let budget = Budget::standard();
    let read = polycty_hcl::parse_type_expression(
        "object({ port = optional(number, 8080), tls = optional(object({ on = optional(bool, true) }), {}) })",
        polycty_hcl::TypeNotation::Defaults,
    );
    let read = read.unwrap();
    let details = details_of(read.defaults.as_ref().unwrap(), &budget).unwrap();
    let made = export(
        &read.ty,
        DialectId::Hcl,
        Question::Converts,
        &details,
        &budget,
    )
    .unwrap();
    let written = made.schema.to_document(Heading::None, &budget).unwrap();
    let default = |pointer: &str| text(written.at(pointer).unwrap());
    assert_eq!(default("/properties/port/default"), "8080");
    assert_eq!(default("/properties/tls/properties/on/default"), "true");
}

#[test]
fn a_class_is_a_schema_of_its_parameters() {
    let manifest = "# Serves.\n#\n# @param port Where it\n#   listens.\n# @example x\n#   y\nclass web(Integer[1, 9] $port, Array[String] $users = ['root'], $label = \"p${port}\") { }";
    let budget = Budget::standard();
    let program = Prepared::manifest(Source::new("web.pp", manifest), Strict::Error, &budget);
    let (ty, made) = export_class(&program.unwrap(), "Web", &Environment::new(), &budget).unwrap();
    assert_eq!(
        text(&made.schema.to_document(Heading::None, &budget).unwrap()),
        r#"{"title":"web","description":"Serves.","type":"object","properties":{"port":{"description":"Where it listens.","type":"integer","minimum":1,"maximum":9},"users":{"type":"array","items":{"type":"string"},"default":["root"]},"label":true},"additionalProperties":false,"required":["port"]}"#
    );
    let found = made
        .relation(
            Side::Type(&ty, DialectId::Puppet, Question::IsValue),
            &budget,
        )
        .unwrap();
    assert_eq!(found.inclusion, Inclusion::Exact);
}

fn module(text: &str) -> Module {
    let file = ModuleFile {
        name: "main.tf".into(),
        text: text.into(),
    };
    let read = Module::read(&[file], &Budget::standard()).unwrap();
    assert!(read.module.is_sound(), "{:?}", read.diagnostics);
    read.module
}

#[test]
fn a_module_is_a_schema_of_its_variables() {
    let module = module(
        r#"
        variable "name" {
          type        = string
          description = "What it is called."
          nullable    = false
        }
        variable "ports" {
          type    = map(object({ port = number, tls = optional(bool, true) }))
          default = { http = { port = 80 } }
        }
        variable "secret" {
          default   = "hunter2"
          sensitive = true
        }
        "#,
    );
    let budget = Budget::standard();
    let variables = Variables::of(&module);
    let (ty, made) = export_module(&module, Question::IsValue, &budget).unwrap();
    assert_eq!(
        text(&made.schema.to_document(Heading::None, &budget).unwrap()),
        r#"{"type":"object","properties":{"name":{"description":"What it is called.","type":"string"},"ports":{"type":["object","null"],"additionalProperties":{"type":["object","null"],"properties":{"port":{"type":["number","null"]},"tls":{"type":["boolean","null"],"default":true}},"additionalProperties":false,"required":["port"]},"default":{"http":{"port":80,"tls":true}}},"secret":true},"additionalProperties":false,"required":["name"]}"#
    );
    assert_eq!(
        dialect(DialectId::Hcl).format_type(&ty, &budget).unwrap(),
        "object({name=string,ports=map(object({port=number,tls=bool})),secret=any})"
    );
    let side = Side::Variables(&variables, Question::IsValue);
    assert_eq!(
        made.relation(side, &budget).unwrap().inclusion,
        Inclusion::Exact
    );
    let takes = |text: &str, question| {
        let taken = variables.takes(&document(text), question, &budget);
        taken.unwrap() == Validity::Valid
    };
    let (_, converted) = export_module(&module, Question::Converts, &budget).unwrap();
    for (text, is_value, converts) in [
        (r#"{"name": "a"}"#, true, true),
        (r#"{"name": null}"#, false, false),
        (r#"{"name": "a", "ports": null}"#, true, true),
        (
            r#"{"name": 1, "ports": {"x": {"port": "80"}}}"#,
            false,
            true,
        ),
        (r#"{"name": "a", "nmae": "b"}"#, false, true),
        (r#"{"ports": {}}"#, false, false),
        ("null", false, false),
    ] {
        assert_eq!(takes(text, Question::IsValue), is_value, "{text}");
        assert_eq!(takes(text, Question::Converts), converts, "{text}");
        for (schema, taken) in [(&made.schema, is_value), (&converted.schema, converts)] {
            let valid = schema.validate(&document(text), &budget).unwrap();
            assert_eq!(valid == Validity::Valid, taken, "{text}");
        }
    }
}

#[test]
fn witnesses_violate_the_rules_of_a_variable() {
    let one = module(
        r#"
        variable "port" {
          type     = number
          nullable = false
          validation {
            condition     = var.port > 0 && var.port < 65536
            error_message = "No port."
          }
        }
        "#,
    );
    let other = module("variable \"port\" {\n  type = number\n  default = 80\n}\n");
    let (one, other) = (Variables::of(&one), Variables::of(&other));
    let budget = Budget::standard();
    let (_, made) = export_module(one.module(), Question::Converts, &budget).unwrap();
    let side = Side::Variables(&one, Question::Converts);
    let found = made.relation(side, &budget).unwrap();
    assert_eq!(found.inclusion, Inclusion::Wider);
    // The schema has the bounds of numbers; only a text can violate them.
    assert_eq!(text(&found.more.unwrap()), r#"{"port":"0"}"#);
    // The newer version accepts every document of the older one.
    let newer = Side::Variables(&other, Question::Converts);
    let (_, more, less) = inclusion(side, newer);
    assert_eq!((more.as_deref(), less), (Some("{}"), None));
}

/// The schemas of variables with rules accept the same documents as the module. The note is reported
/// if some rule is not in the schema.
#[test]
fn rules_of_variables_become_constraints() {
    for (ty, condition, property, is_noted) in [
        (
            "number",
            "var.x > 0 && 65536 > var.x",
            r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":65536}"#,
            false,
        ),
        (
            "number",
            "(var.x >= -1.5) && var.x <= 2 && floor(var.x) == var.x",
            r#"{"type":"number","minimum":-1.5,"maximum":2}"#,
            true,
        ),
        (
            "string",
            r#"contains(["a", "b", "a"], var.x)"#,
            r#"{"enum":["a","b"]}"#,
            false,
        ),
        (
            "number",
            "contains([1, 2], var.x)",
            r#"{"enum":[1,2]}"#,
            false,
        ),
        ("string", r#""only" == var.x"#, r#"{"const":"only"}"#, false),
        (
            "string",
            r#"can(regex("^ami-.+$", var.x))"#,
            r#"{"type":"string","pattern":"^ami-[^\\n]+$"}"#,
            false,
        ),
        (
            "string",
            r#"can(regex("(?i)^a", var.x))"#,
            r#"{"type":["string","null"]}"#,
            true,
        ),
        (
            "string",
            r#"contains(["a", null], var.x)"#,
            r#"{"type":["string","null"]}"#,
            true,
        ),
        (
            "number",
            "var.x > 0 || var.x < -5",
            r#"{"type":["number","null"]}"#,
            true,
        ),
        (
            "list(string)",
            r#"contains(var.x, "a")"#,
            r#"{"type":["array","null"],"items":{"type":["string","null"]}}"#,
            true,
        ),
    ] {
        let source = format!(
            "variable \"x\" {{\n  type = {ty}\n  validation {{\n    condition = {condition}\n    error_message = \"No.\"\n  }}\n}}\n"
        );
        let module = module(&source);
        let budget = Budget::standard();
        let (_, made) = export_module(&module, Question::IsValue, &budget).unwrap();
        let written = made.schema.to_document(Heading::None, &budget).unwrap();
        let wanted = format!(
            r#"{{"type":"object","properties":{{"x":{property}}},"additionalProperties":false,"required":["x"]}}"#
        );
        assert_eq!(text(&written), wanted, "{condition}");
        assert_eq!(!made.notes.is_empty(), is_noted, "{condition}");
        let variables = Variables::of(&module);
        for question in [Question::IsValue, Question::Converts] {
            let (_, made) = export_module(&module, question, &budget).unwrap();
            for value in [
                "null",
                "0",
                "1",
                "2",
                "-1.5",
                "1.5",
                "-6",
                "65535",
                "65536",
                "true",
                "[]",
                r#""a""#,
                r#""b""#,
                r#""c""#,
                r#""only""#,
                r#""ami-1""#,
                r#""ami-""#,
                r#""1""#,
                r#""-9""#,
                r#""ami-\r""#,
                r#"["a"]"#,
            ] {
                let one = document(&format!(r#"{{"x": {value}}}"#));
                let theirs = variables.takes(&one, question, &budget).unwrap();
                let ours = made.schema.validate(&one, &budget).unwrap();
                // The schema never refuses a document that the module accepts.
                if theirs == Validity::Valid || made.notes.is_empty() {
                    assert_eq!(ours, theirs, "{condition}: {value} {question:?}");
                }
            }
        }
    }
}

/// Null means the default of a variable that is not nullable, which the rules accept.
#[test]
fn null_is_accepted_where_it_means_the_default() {
    let module = module(
        "variable \"x\" {\n  type = string\n  default = \"a\"\n  nullable = false\n  validation {\n    condition = contains([\"a\", \"b\"], var.x)\n    error_message = \"No.\"\n  }\n}\n",
    );
    let budget = Budget::standard();
    let (_, made) = export_module(&module, Question::IsValue, &budget).unwrap();
    let variables = Variables::of(&module);
    for (value, valid) in [("null", true), (r#""b""#, true), (r#""c""#, false)] {
        let one = document(&format!(r#"{{"x": {value}}}"#));
        let ours = made.schema.validate(&one, &budget).unwrap();
        assert_eq!(ours == Validity::Valid, valid, "{value}");
        assert_eq!(
            variables.takes(&one, Question::IsValue, &budget).unwrap(),
            ours
        );
    }
}

fn inclusion(a: Side<'_>, b: Side<'_>) -> (Inclusion, Option<String>, Option<String>) {
    let found = relation(a, b, &Budget::standard()).unwrap();
    for (witness, taken) in [
        (&found.more, Validity::Valid),
        (&found.less, Validity::Invalid),
    ] {
        if let Some(witness) = witness {
            assert_eq!(b.takes(witness, &Budget::standard()).unwrap(), taken);
            assert_eq!(a.takes(witness, &Budget::standard()).unwrap(), taken.not());
        }
    }
    (
        found.inclusion,
        found.more.as_ref().map(text),
        found.less.as_ref().map(text),
    )
}

#[test]
fn two_sides_are_compared() {
    let a = schema(r#"{"type":"integer","minimum":1}"#);
    let b = schema(r#"{"type":"integer","exclusiveMinimum":0,"maximum":9}"#);
    assert_eq!(
        inclusion(Side::Schema(&a), Side::Schema(&b)),
        (Inclusion::Unknown, None, Some("10".to_owned()))
    );
    let b = schema(r#"{"type":"integer","minimum":1,"maximum":9}"#);
    assert_eq!(
        inclusion(Side::Schema(&a), Side::Schema(&b)),
        (Inclusion::Narrower, None, Some("10".to_owned()))
    );
    let puppet = ty(DialectId::Puppet, "Integer[1, 9]");
    let puppet = Side::Type(&puppet, DialectId::Puppet, Question::IsValue);
    assert_eq!(inclusion(Side::Schema(&b), puppet).0, Inclusion::Exact);
    let hcl = ty(DialectId::Hcl, "number");
    let hcl = Side::Type(&hcl, DialectId::Hcl, Question::IsValue);
    assert_eq!(
        inclusion(puppet, hcl),
        (Inclusion::Wider, Some("null".to_owned()), None)
    );
    let strings = schema(r#"{"type":"string"}"#);
    assert_eq!(
        inclusion(Side::Schema(&strings), puppet).0,
        Inclusion::Unlike
    );
}

#[test]
fn identical_sides_are_exact() {
    let alike = |a: &str, b: &str| {
        let (a, b) = (schema(a), schema(b));
        inclusion(Side::Schema(&a), Side::Schema(&b)).0
    };
    let one = r##"{"oneOf":[{"type":"string"},{"maxLength":3}],"not":{"const":1},"items":{"if":{"minimum":1},"then":{"$ref":"#"}}}"##;
    assert_eq!(alike(one, one), Inclusion::Exact);
    let titled = one.replacen('{', r#"{"title":"another","#, 1);
    assert_eq!(alike(one, &titled), Inclusion::Exact);
    let changed = one.replace(r#""minimum":1"#, r#""minimum":2"#);
    assert_ne!(alike(one, &changed), Inclusion::Exact);
    let opaque = r#"{"allOf":[{}],"unevaluatedProperties":{"type":"string"}}"#;
    assert_eq!(alike(opaque, opaque), Inclusion::Unknown);
    let read = schema(opaque);
    assert_eq!(
        inclusion(Side::Schema(&read), Side::Schema(&read)).0,
        Inclusion::Exact
    );
    // A side that no schema describes is still equal to itself.
    let set = ty(DialectId::Hcl, "set(any)");
    let side = Side::Type(&set, DialectId::Hcl, Question::Converts);
    assert_eq!(inclusion(side, side).0, Inclusion::Exact);
}

/// Members that are only required by other members are tried, too.
#[test]
fn missing_requirements_of_members_have_a_witness() {
    let related = |a: &str, b: &str| {
        let (a, b) = (schema(a), schema(b));
        inclusion(Side::Schema(&a), Side::Schema(&b)).0
    };
    let needs = |needed: &str| format!(r#"{{"dependentRequired":{{"a":["{needed}"]}}}}"#);
    assert_eq!(related(&needs("b"), "{}"), Inclusion::Wider);
    assert_eq!(related(&needs("b"), &needs("c")), Inclusion::Unlike);
    let holds =
        |needed: &str| format!(r#"{{"dependentSchemas":{{"a":{{"required":["{needed}"]}}}}}}"#);
    assert_eq!(related(&holds("b"), &holds("c")), Inclusion::Unlike);
}

/// A difference is found at every position, also among many members.
#[test]
fn differences_are_found_in_large_schemas() {
    let with = |changed: &str, required: bool| {
        let members: Vec<String> = (0..300)
            .map(|at| match at {
                217 => format!(r#""p{at}":{{"type":"array","items":{changed}}}"#),
                _ => format!(r#""p{at}":{{"type":"string","minLength":1}}"#),
            })
            .collect();
        let names: Vec<String> = (0..300).map(|at| format!(r#""p{at}""#)).collect();
        let required = if required {
            format!(r#","required":[{}]"#, names.join(","))
        } else {
            String::new()
        };
        schema(&format!(
            r#"{{"type":"object","properties":{{{}}},"additionalProperties":false{required}}}"#,
            members.join(",")
        ))
    };
    for required in [false, true] {
        let a = with(r#"{"type":"integer","minimum":5}"#, required);
        let b = with(r#"{"type":"integer","minimum":7}"#, required);
        let (found, more, less) = inclusion(Side::Schema(&a), Side::Schema(&b));
        assert_eq!((found, more), (Inclusion::Narrower, None));
        let less = less.unwrap();
        assert!(
            less.contains(r#""p217":[5"#) || less.contains(r#""p217":[6"#),
            "{less}"
        );
    }
    // A document with all required members is refused by the other side.
    let names = |changed: &str| {
        let mut names: Vec<String> = (0..50_000).map(|at| format!(r#""r{at}""#)).collect();
        names[77] = changed.to_owned();
        schema(&format!(
            r#"{{"type":"object","required":[{}]}}"#,
            names.join(",")
        ))
    };
    let (a, b) = (names(r#""r77""#), names(r#""q77""#));
    // Steps alone limit the search, so that the result does not depend on the machine's load.
    let budget = Budget::new().limit_steps(Limits::STANDARD.steps);
    let found = relation(Side::Schema(&a), Side::Schema(&b), &budget).unwrap();
    assert_eq!(found.inclusion, Inclusion::Unlike);
}

#[test]
fn cycles_prove_nothing() {
    let includes =
        |a: &str, b: &str| crate::includes(&schema(a), &schema(b), &Budget::standard()).unwrap();
    let ring = r##"{"anyOf":[{"$ref":"#"},{"type":"string"}]}"##;
    assert!(!includes(ring, r#"{"type":"integer"}"#));
    assert!(includes(ring, r#"{"type":"string"}"#));
    let list = r##"{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#"}}]}"##;
    let same = r##"{"$ref":"#/$defs/l","$defs":{"l":{"oneOf":[{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/l"}}]}}}"##;
    assert!(includes(list, same) && includes(list, list));
    assert!(!includes(same, r#"{"type":"array"}"#));
}

/// No test document refutes a proven inclusion.
#[test]
fn inclusion_is_sound() {
    let mut random = Random(5);
    let mut proven = 0;
    for _ in 0..300 {
        let made = [(), ()].map(|()| {
            let text = type_text(&mut random, DialectId::Puppet, 2);
            let ty = ty(DialectId::Puppet, &text);
            let (question, details) = (Question::IsValue, Details::default());
            export(
                &ty,
                DialectId::Puppet,
                question,
                &details,
                &Budget::standard(),
            )
            .unwrap()
        });
        let [a, b] = made.map(|made| made.schema);
        if crate::includes(&a, &b, &Budget::standard()).unwrap() {
            proven += 1;
            for one in crate::test_documents::test_documents(&b, None, &Budget::standard()).unwrap()
            {
                if b.validate(&one, &Budget::standard()).unwrap() == Validity::Valid {
                    let taken = a.validate(&one, &Budget::standard()).unwrap();
                    assert_eq!(taken, Validity::Valid, "{}", text(&one));
                }
            }
        }
        assert!(crate::includes(&a, &a, &Budget::standard()).unwrap());
    }
    assert!(proven > 10, "{proven}");
}

#[test]
fn translations_have_witnesses() {
    let mut random = Random(11);
    let (mut lossy, mut shown) = (0, 0);
    for _ in 0..40 {
        for from in DialectId::ALL {
            let text = type_text(&mut random, from, 2);
            let ty = ty(from, &text);
            for to in DialectId::ALL {
                let budget = Budget::standard();
                let found = translate(&ty, from, to).unwrap();
                let witness = translation_witness(&ty, from, to, &budget).unwrap();
                lossy += usize::from(found.fit != Fit::Exact);
                let Some(witness) = witness else { continue };
                shown += 1;
                let question = Question::IsValue;
                let first = fits(&witness, &ty, from, question, &budget).unwrap();
                let second = fits(&witness, &found.ty, to, question, &budget).unwrap();
                assert_eq!(first, Validity::of(found.fit == Fit::Narrower), "{text}");
                assert_eq!(second, first.not(), "{text}");
            }
        }
    }
    println!("{shown} of {lossy} translations that lose something have a witness");
    assert!(shown * 2 > lossy);
}

#[test]
fn types_that_are_not_assignable_have_a_witness() {
    let witness = |language, a: &str, b: &str| {
        let (a, b) = (ty(language, a), ty(language, b));
        let found = assignability_witness(&a, &b, language, &Budget::standard()).unwrap();
        found.as_ref().map(text)
    };
    assert_eq!(
        witness(DialectId::Puppet, "Integer", "Integer[1, 9]").as_deref(),
        Some("0")
    );
    assert_eq!(
        witness(DialectId::Puppet, "Integer[1, 3]", "Integer[1, 9]"),
        None
    );
    assert_eq!(
        witness(
            DialectId::Puppet,
            "Struct[{a => Array[Variant[String, Integer]]}]",
            "Struct[{a => Array[String]}]"
        )
        .as_deref(),
        Some(r#"{"a":[0]}"#)
    );
    assert_eq!(
        witness(DialectId::Pcl, "union(int, string)", "int").as_deref(),
        Some("\"\"")
    );
}

#[test]
fn drafts_say_the_same_in_other_words() {
    let read = |draft, text: &str| {
        let reading = Reading {
            draft,
            ..Reading::default()
        };
        Schema::parse(text, reading, &Budget::standard()).unwrap()
    };
    let valid = |schema: &Schema, text: &str| {
        schema
            .validate(&document(text), &Budget::standard())
            .unwrap()
            == Validity::Valid
    };
    let old = read(
        Draft::OpenApi30,
        r#"{"type":"integer","minimum":1,"exclusiveMinimum":true,"nullable":true}"#,
    );
    assert!(valid(&old, "null") && valid(&old, "2") && !valid(&old, "1"));
    let seven = read(
        Draft::Draft7,
        r#"{"items":[{"type":"string"}],"additionalItems":false}"#,
    );
    assert!(valid(&seven, r#"["a"]"#) && !valid(&seven, r#"["a",1]"#));
    assert_eq!(
        text(
            &seven
                .to_document(Heading::None, &Budget::standard())
                .unwrap()
        ),
        r#"{"prefixItems":[{"type":"string"}],"items":false}"#
    );
    let api = r##"{"openapi":"3.1.0","components":{"schemas":{"A":{"type":"array","items":{"$ref":"#/components/schemas/B"}},"B":{"type":"string"}}}}"##;
    let reading = Reading {
        pointer: "/components/schemas/A",
        ..Reading::default()
    };
    let schema = Schema::parse(api, reading, &Budget::standard()).unwrap();
    assert!(valid(&schema, r#"["a"]"#) && !valid(&schema, "[1]"));
}

#[test]
fn notes_name_both_places() {
    let text = r#"{"type":"object","properties":{"a":{"type":"array","contains":{"type":"string"}}},"required":["a"],"additionalProperties":false}"#;
    let budget = Budget::standard();
    let made = import(
        &schema(text),
        DialectId::Puppet,
        OpenObjects::Closed,
        &budget,
    )
    .unwrap();
    let notes: Vec<String> = made.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["#/properties/a (.a): a type cannot express how many elements match"]
    );
    assert_eq!(made.notes[0].mismatch, Mismatch::Wider);
    let found = made
        .relation(&schema(text), DialectId::Puppet, &budget)
        .unwrap();
    assert_eq!(found.inclusion, Inclusion::Wider);
    assert_eq!(found.more, Some(document(r#"{"a":[]}"#)));
}

/// The elements of a list share one type also if only a part of them is open.
#[test]
fn elements_with_an_open_part_are_distinguished() {
    for (text, shown) in [
        ("list(object({a=any}))", r#"[{"a":true},{"a":[]}]"#),
        (
            "list(object({b=any,n=number}))",
            r#"[{"b":true,"n":1},{"b":[],"n":1}]"#,
        ),
        ("list(tuple([string,any]))", r#"[["a",true],["a",[]]]"#),
        (
            "map(object({b=list(any)}))",
            r#"{"a":{"b":[true]},"b":{"b":[[]]}}"#,
        ),
    ] {
        let ty = ty(DialectId::Hcl, text);
        for question in [Question::IsValue, Question::Converts] {
            let budget = Budget::standard();
            let made = export(&ty, DialectId::Hcl, question, &Details::default(), &budget).unwrap();
            let side = Side::Type(&ty, DialectId::Hcl, question);
            let found = made.relation(side, &budget).unwrap();
            assert_eq!(found.inclusion, Inclusion::Wider, "{text} {question:?}");
            let shown = document(shown);
            let taken = side.takes(&shown, &budget).unwrap();
            assert_eq!(taken, Validity::Invalid, "{text} {question:?}");
        }
    }
}

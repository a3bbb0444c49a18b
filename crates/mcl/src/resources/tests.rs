//! Tests of resource graphs: construction, differences, order, schemas and errors.

use super::*;
use crate::parse_type;
use polycty_core::calls::{Budget, Limits};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type, VariableScope};
use polycty_core::values::Value;
use std::sync::Arc;

/// Rules of a test kind: folders come before their contents, and of two packages the newer one is
/// kept.
struct Path;

impl Behavior for Path {
    fn validate(&self, resource: &Resource) -> Result<()> {
        match resource.field("text").and_then(|text| text.as_str()) {
            Some("bad") => Err(Error::new(Code::InvalidArgument, "the text is bad")),
            _ => Ok(()),
        }
    }

    fn merge(&self, first: &Resource, second: &Resource) -> Result<Resource> {
        let count = |of: &Resource| {
            of.field("count")
                .and_then(|count| count.as_integer()?.to_i64())
        };
        Ok(if count(first) < count(second) {
            second.clone()
        } else {
            first.clone()
        })
    }

    fn comes_after(&self, resource: &Resource) -> Vec<Vec<ResourceRef>> {
        let mut parents = Vec::new();
        let mut path = resource.name().trim_end_matches('/');
        while let Some((parent, _)) = path.rsplit_once('/') {
            parents.push(ResourceRef {
                kind: resource.kind().clone(),
                name: format!("{parent}/").into(),
            });
            path = parent;
        }
        vec![parents]
    }
}

fn kinds() -> ResourceKinds {
    let field = |(name, ty, storage): (&str, &str, &str)| ResourceField {
        name: name.into(),
        stored: name.to_uppercase().into(),
        ty: parse_type(ty, VariableScope::new()).unwrap(),
        storage: storage.into(),
    };
    let fields = [
        ("text", "str", "string"),
        ("count", "int", "uint8"),
        ("maybe", "str", "*string"),
    ];
    let kind = |traits: &[Trait], behavior: Option<Arc<dyn Behavior>>| ResourceKind {
        fields: fields.map(field).into_iter().collect(),
        sends: Some([field(("text", "str", "string"))].into_iter().collect()),
        traits: traits.to_vec(),
        behavior,
    };
    let all = [
        ("thing", kind(&[Trait::Receives], None)),
        ("path", kind(&[Trait::HasEdges], Some(Arc::new(Path)))),
        ("pack", kind(&[Trait::Merges], Some(Arc::new(Path)))),
    ];
    ResourceKinds(
        all.into_iter()
            .map(|(name, kind)| (name.into(), kind))
            .collect(),
    )
}

fn resource(kind: &str, name: &str, fields: &[(&str, Value)]) -> Arc<Resource> {
    let kinds = kinds();
    let mut resource = Resource::new(&kinds, &kind.into(), name).unwrap();
    for (name, value) in fields {
        resource.set(&kinds, name, value.clone()).unwrap();
    }
    Arc::new(resource)
}

fn edge(from: (&str, &str), to: (&str, &str)) -> EdgeSpec {
    let end = |(kind, name): (&str, &str)| ResourceRef {
        kind: kind.into(),
        name: name.into(),
    };
    EdgeSpec {
        from: end(from),
        to: end(to),
        notify: false,
        sent: None,
    }
}

fn sending(mut edge: EdgeSpec, key: &str, field: &str) -> EdgeSpec {
    edge.sent = Some(Sent {
        key: key.into(),
        field: field.into(),
    });
    edge
}

fn made(
    resources: &[Arc<Resource>],
    edges: &[EdgeSpec],
) -> std::result::Result<ResourceGraph, String> {
    build(&kinds(), resources, edges, &Budget::standard())
        .map_err(|refused| format!("{:?}: {}", refused.item, refused.error.message()))
}

fn int(value: i64) -> Value {
    Value::from_integer(value.into())
}

#[test]
fn equal_duplicates_are_merged_and_others_refused() {
    let (a, zero) = (
        resource("thing", "a", &[]),
        resource("thing", "a", &[("count", int(0))]),
    );
    let graph = made(&[a.clone(), zero], &[]).unwrap();
    assert_eq!(graph.to_string(), "Vertex: thing[a]\n");
    let unset = resource("thing", "a", &[("maybe", Value::string(""))]);
    assert_eq!(
        made(&[a.clone(), unset], &[]).unwrap_err(),
        "Resource(1): inequivalent duplicate resource `thing[a]` found: the MAYBE differs"
    );
    let newer = resource("pack", "p", &[("count", int(2))]);
    let graph = made(
        &[resource("pack", "p", &[("count", int(1))]), newer.clone()],
        &[],
    )
    .unwrap();
    assert_eq!(graph.resources()[0], newer);
    let mut hidden = (*a).clone();
    hidden.meta.hidden = true;
    let mut other = hidden.clone();
    other.set(&kinds(), "count", int(1)).unwrap();
    let all = [
        Arc::new(hidden.clone()),
        a,
        Arc::new(hidden),
        Arc::new(other),
    ];
    let graph = made(&all, &[edge(("thing", "a"), ("thing", "a"))]);
    assert_eq!(
        graph.unwrap_err(),
        "Whole: resource graph has cycles: not a dag"
    );
    let graph = made(&all, &[]).unwrap();
    assert_eq!(
        (graph.resources().len(), graph.find("thing", "a")),
        (3, Some(0))
    );
}

#[test]
fn exports_to_the_same_host_must_be_equal() {
    let exported = |count: i64| {
        let mut resource = (*resource("thing", "a", &[("count", int(count))])).clone();
        resource.meta.export = vec!["h".into()];
        resource.meta.hidden = true;
        Arc::new(resource)
    };
    assert!(made(&[exported(1), exported(1)], &[]).is_ok());
    assert_eq!(
        made(&[exported(1), exported(2)], &[]).unwrap_err(),
        "Resource(1): inequivalent duplicate export: thing[a] to h: the COUNT differs"
    );
}

#[test]
fn edges_are_unique_and_have_existing_ends() {
    let all = ["a", "b"].map(|name| resource("thing", name, &[]));
    let mut notify = edge(("thing", "a"), ("thing", "b"));
    notify.notify = true;
    let graph = made(&all, &[edge(("thing", "a"), ("thing", "b")), notify]).unwrap();
    assert_eq!(graph.edges().len(), 1);
    assert!(graph.edges()[0].notify);
    assert!(
        graph
            .to_string()
            .ends_with("Edge: thing[a] -> thing[b] # thing[a] -> thing[b]\n")
    );
    assert_eq!(
        made(&all, &[edge(("thing", "a"), ("thing", "c"))]).unwrap_err(),
        "Edge(0): edge cannot find resource kind: thing named: `c`"
    );
    let round = [
        edge(("thing", "a"), ("thing", "b")),
        edge(("thing", "b"), ("thing", "a")),
    ];
    assert_eq!(
        made(&all, &round).unwrap_err(),
        "Whole: resource graph has cycles: not a dag"
    );
}

#[test]
fn a_field_receives_from_at_most_one_sender() {
    let all = ["a", "b", "c"].map(|name| resource("thing", name, &[]));
    let to = |from: &str| sending(edge(("thing", from), ("thing", "c")), "text", "maybe");
    let graph = made(&all, &[to("a"), to("a")]).unwrap();
    assert_eq!(graph.receives().len(), 1);
    assert_eq!(
        made(&all, &[to("a"), to("b")]).unwrap_err(),
        "Edge(1): resource: `thing[c]` has duplicate receive on: `maybe` param"
    );
    let wrong = sending(edge(("thing", "a"), ("thing", "b")), "text", "count");
    assert_eq!(
        made(&all, &[wrong]).unwrap_err(),
        "Edge(0): cannot send/recv from thing[a].text to thing[b].count: field kind mismatch \
         between string and uint8"
    );
}

#[test]
fn kinds_add_edges() {
    let all = ["/a/", "/a/b/c", "/a/b/", "/d"].map(|name| resource("path", name, &[]));
    let graph = made(&all, &[]).unwrap();
    let names: Vec<String> = graph
        .edges()
        .iter()
        .map(|edge| graph.edge_name(edge))
        .collect();
    assert_eq!(
        names,
        ["path[/a/b/] -> path[/a/b/c]", "path[/a/] -> path[/a/b/]"]
    );
    assert!(graph.edges().iter().all(|edge| edge.automatic));
    let back = made(&all, &[edge(("path", "/a/b/"), ("path", "/a/"))]);
    assert_eq!(
        back.unwrap_err(),
        "AutomaticEdges: resource graph has cycles: not a dag"
    );
}

#[test]
fn fields_accept_values_that_they_can_store() {
    let kinds = kinds();
    let mut thing = Resource::new(&kinds, &"thing".into(), "a").unwrap();
    let mut error_message = |name: &str, value: Value| {
        let error = thing.set(&kinds, name, value).unwrap_err();
        error.message().to_owned()
    };
    assert_eq!(
        error_message("count", int(-1)),
        "can't store negative int `-1` into unsigned `uint8` field"
    );
    assert!(
        error_message("count", int(256)).starts_with("can't store int `256` into `uint8` field")
    );
    assert_eq!(
        error_message("count", Value::bool(true)),
        "field `count` is of type int, not bool"
    );
    assert_eq!(
        error_message("other", int(1)),
        "field `other` does not exist in `thing` resource"
    );
    let unknown = Resource::new(&kinds, &"none".into(), "a").unwrap_err();
    assert_eq!(
        unknown.message(),
        "cannot create resource kind `none` with name `a`: no resource kind `none` available"
    );
    let bad = resource("path", "$x", &[("text", Value::string("bad"))]);
    let error_message =
        |resource: &Resource| resource.validate(&kinds).unwrap_err().message().to_owned();
    assert_eq!(
        error_message(&bad),
        "path[$x] did not Validate: the Res name starts with a $"
    );
    let mut bad = (*bad).clone();
    bad.meta.set("dollar", &Value::bool(true)).unwrap();
    assert_eq!(
        error_message(&bad),
        "path[$x] did not Validate: the text is bad"
    );
    bad.meta.hidden = true;
    bad.validate(&kinds).unwrap();
    bad.meta.set("limit", &Value::from_double(1.0)).unwrap();
    assert!(error_message(&bad).contains("permanently limited"));
    for (name, value, wanted) in [
        ("retry", int(40_000), "retry value 40000 overflows int16"),
        ("delay", int(-1), "delay value -1 is negative"),
        (
            "poll",
            int(1 << 40),
            "poll value 1099511627776 overflows int32",
        ),
    ] {
        assert_eq!(bad.meta.set(name, &value).unwrap_err().message(), wanted);
    }
}

#[test]
fn a_difference_lists_the_changes() {
    let one = |count: i64| resource("thing", "a", &[("count", int(count))]);
    let (b, c) = (resource("thing", "b", &[]), resource("thing", "c", &[]));
    let first = made(
        &[one(1), b.clone()],
        &[edge(("thing", "a"), ("thing", "b"))],
    )
    .unwrap();
    assert!(first.difference(&first).is_empty());
    let same_names = made(
        &[one(2), b.clone()],
        &[edge(("thing", "a"), ("thing", "b"))],
    )
    .unwrap();
    assert_eq!(
        first.difference(&same_names).to_string(),
        "~ thing[a]: count\n"
    );
    let mut changed = (*one(1)).clone();
    changed.meta.noop = true;
    changed.unset("count");
    let mut notify = sending(edge(("thing", "c"), ("thing", "a")), "text", "text");
    notify.notify = true;
    let second = made(&[c, Arc::new(changed)], &[notify]).unwrap();
    assert_eq!(
        first.difference(&second).to_string(),
        "- thing[b]\n+ thing[c]\n~ thing[a]: count, Meta:noop\n- thing[a] -> thing[b]\n\
         + thing[c] -> thing[a] (notify)\n+ thing[c].text -> thing[a].text\n"
    );
    let name: Str = "a".into();
    assert_eq!(second.resources()[1].name(), &name);
}

#[test]
fn a_graph_lists_fields_that_differ_from_unset() {
    let fields = [
        ("count", int(0)),
        ("maybe", Value::string("")),
        ("text", Value::string("t")),
    ];
    let graph = made(&[resource("thing", "a", &fields)], &[]).unwrap();
    assert_eq!(
        graph.with_fields(&kinds()),
        "Vertex: thing[a]\nField: thing[a].TEXT = \"t\"\nField: thing[a].MAYBE = \"\"\n"
    );
}

#[test]
fn edges_of_many_hidden_resources_are_charged() {
    let hidden = |name: &str, count: i64| {
        let mut resource = (*resource("thing", name, &[("count", int(count))])).clone();
        resource.meta.hidden = true;
        Arc::new(resource)
    };
    let all: Vec<Arc<Resource>> = (0..100)
        .flat_map(|at| [hidden("a", at), hidden("b", at)])
        .collect();
    let edges = [edge(("thing", "a"), ("thing", "b"))];
    let budget = Budget::new();
    let graph = build(&kinds(), &all, &edges, &budget).unwrap();
    assert_eq!(graph.edges().len(), 100 * 100);
    assert!(budget.steps() >= 100 * 100);
    for limits in [
        Limits {
            steps: 9_000,
            ..Limits::STANDARD
        },
        Limits {
            bytes: 500_000,
            ..Limits::STANDARD
        },
    ] {
        let refused = build(&kinds(), &all, &edges, &Budget::new().bounded(limits)).unwrap_err();
        assert_eq!(refused.item, Item::Edge(0));
        assert_eq!(refused.error.code(), Code::Limit);
    }
}

#[test]
fn a_resource_that_becomes_hidden_is_replaced() {
    let plain = resource("thing", "a", &[]);
    let mut hidden = (*plain).clone();
    hidden.meta.hidden = true;
    let other = resource("thing", "b", &[]);
    let before = made(&[plain], &[]).unwrap();
    let alone = made(&[Arc::new(hidden.clone())], &[]).unwrap();
    let with_other = made(&[Arc::new(hidden), other], &[]).unwrap();
    let text = before.difference(&alone).to_string();
    assert_eq!(text, "- thing[a]\n+ thing[a]\n");
    let text = before.difference(&with_other).to_string();
    assert_eq!(text, "- thing[a]\n+ thing[b]\n+ thing[a]\n");
}

/// Rules of a kind whose comparisons are always cancelled.
struct Cancelled;

impl Behavior for Cancelled {
    fn compare(&self, _: &Resource, _: &Resource) -> Option<Result<()>> {
        Some(Err(Error::new(Code::Cancelled, "no more")))
    }
}

#[test]
fn a_cancelled_comparison_is_not_a_difference() {
    let mut kinds = kinds();
    for kind in kinds.0.values_mut() {
        kind.behavior = Some(Arc::new(Cancelled));
    }
    for (kind, hidden) in [("thing", false), ("thing", true), ("pack", false)] {
        let of = |count: i64| {
            let mut resource = (*resource(kind, "a", &[("count", int(count))])).clone();
            resource.meta.hidden = hidden;
            Arc::new(resource)
        };
        let refused = build(&kinds, &[of(1), of(2)], &[], &Budget::new()).unwrap_err();
        assert_eq!(refused.error.code(), Code::Cancelled);
    }
}

#[test]
fn resources_conform_to_kinds_with_fitting_fields() {
    let mut theirs = kinds();
    let any = ResourceField {
        name: "text".into(),
        stored: "TEXT".into(),
        ty: Type::any().clone(),
        storage: "any".into(),
    };
    let kind = ResourceKind {
        fields: [any].into_iter().collect(),
        ..ResourceKind::default()
    };
    theirs.0.insert("thing".into(), kind);
    let own = resource("thing", "a", &[("text", Value::string("t"))]);
    assert_eq!(own.under(&theirs).unwrap(), *own);
    let counted = resource("thing", "a", &[("count", int(1))]);
    assert_eq!(counted.under(&theirs).unwrap_err().code(), Code::NotFound);
    let mut other = Resource::new(&theirs, &"thing".into(), "a").unwrap();
    other.set(&theirs, "text", int(3)).unwrap();
    assert_eq!(other.under(&kinds()).unwrap_err().code(), Code::Type);
    // A field of any type accepts only values of the language.
    for value in [
        Value::unknown(Type::string().clone()),
        Value::null(Type::string().clone()),
        Value::string("secret").mark("secret"),
    ] {
        assert!(other.set(&theirs, "text", value).is_err());
    }
}

#[test]
fn fields_that_no_program_can_set_are_ignored() {
    let text = br#"{"kind": "k", "traits": ["base", "graphqueryable", "edgeable"], "fields": [
        {"lang": "a", "type": "func"}, {"lang": "b", "type": "int"},
        {"lang": "c", "type": "unrepresentable", "storage": "complex64"}]}"#;
    let mut kinds = ResourceKinds::default();
    kinds.add_schema(text, &Budget::standard()).unwrap();
    let kind = kinds.find("k").unwrap();
    let names = kind.fields.as_slice().iter().map(|field| &*field.name);
    assert_eq!(names.collect::<Vec<&str>>(), ["b"]);
    assert_eq!(kind.traits, [Trait::HasEdges]);
    for (wrong, path) in [
        (r#"[{"kind": "k", "traits": ["swims"]}]"#, "[0].traits"),
        (
            r#"[{"kind": "k", "fields": [{"lang": "a", "type": "func"}, {"lang": "b"}]}]"#,
            "[0].fields[1]",
        ),
    ] {
        let error = kinds.add_schema(wrong.as_bytes(), &Budget::standard());
        let error = error.unwrap_err();
        assert_eq!(error.path().to_string(), path, "{error}");
    }
}

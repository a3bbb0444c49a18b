//! Tests of plans and states. The documents have the form of Terraform's JSON output format 1.2.

use super::{Action, Plan};
use crate::module::ResourceMode;
use crate::project::Schemas;
use crate::sensitive::SENSITIVE;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::values::Value;

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {
  "registry.terraform.io/hashicorp/easy": {"resource_schemas": {"easy_thing": {"version": 0, "block": {
    "attributes": {
      "id": {"type": "string", "computed": true},
      "name": {"type": "string", "optional": true},
      "size": {"type": "number", "optional": true},
      "tags": {"type": ["map", "string"], "optional": true},
      "zones": {"type": ["set", "string"], "optional": true, "computed": true},
      "token": {"type": "string", "optional": true, "sensitive": true}
    },
    "block_types": {"disk": {"nesting_mode": "list", "block": {"attributes": {
      "size": {"type": "number", "required": true}, "path": {"type": "string", "computed": true},
        "key": {"type": "string", "optional": true, "sensitive": true}}}},
      "ports": {"nesting_mode": "map", "block": {"attributes": {
        "key": {"type": "string", "optional": true, "sensitive": true}}}}}
  }}}}}}"#;

const PLAN: &str = r#"{
  "format_version": "1.2",
  "terraform_version": "1.11.4",
  "variables": {"v": {"value": [1, "a"]}},
  "planned_values": {
    "outputs": {
      "known": {"sensitive": false, "type": ["list", "string"], "value": ["a"]},
      "later": {"sensitive": true, "type": "string"}
    },
    "root_module": {
      "resources": [{"address": "easy_thing.a", "mode": "managed", "type": "easy_thing", "name": "a",
        "provider_name": "registry.terraform.io/hashicorp/easy", "schema_version": 0,
        "values": {"name": "n", "size": 2, "tags": {}, "zones": ["x"], "token": "hunter2", "disk": []},
        "sensitive_values": {"tags": {}, "zones": [false], "token": true, "disk": []}}],
      "child_modules": [{"address": "module.m", "resources": [
        {"address": "module.m.data.other.d", "mode": "data", "type": "other", "name": "d",
         "provider_name": "x", "values": {"a": 1}}]}]
    }
  },
  "resource_changes": [
    {"address": "easy_thing.a", "previous_address": "easy_thing.old", "mode": "managed", "type": "easy_thing",
     "name": "a", "provider_name": "registry.terraform.io/hashicorp/easy",
     "change": {"actions": ["delete", "create"],
       "before": {"id": "1", "name": "o", "size": 1, "tags": {"k": "v"}, "zones": ["b", "a"], "token": "hunter1",
         "disk": [{"size": 1, "path": "/a"}]},
       "after": {"name": "n", "size": 2, "tags": {}, "token": "hunter2", "disk": [{"size": 3}]},
       "after_unknown": {"id": true, "zones": true, "tags": {}, "disk": [{"path": true}]},
       "before_sensitive": {"token": true, "tags": {}, "zones": [false, false], "disk": [{}]},
       "after_sensitive": {"token": true, "tags": {}, "disk": [{}]}}},
    {"address": "easy_thing.gone", "mode": "managed", "type": "easy_thing", "name": "gone",
     "provider_name": "registry.terraform.io/hashicorp/easy",
     "change": {"actions": ["delete"], "before": {"id": "2"}, "after": null, "after_unknown": {},
       "before_sensitive": {}, "after_sensitive": false}}
  ],
  "output_changes": {
    "known": {"actions": ["create"], "before": null, "after": ["a"], "after_unknown": false,
      "before_sensitive": false, "after_sensitive": false},
    "later": {"actions": ["create"], "before": null, "after_unknown": true,
      "before_sensitive": true, "after_sensitive": true}
  }
}"#;

fn read(text: &str, schemas: bool) -> Result<Plan, Error> {
    let budget = Budget::standard();
    let read = Schemas::read(SCHEMAS, &budget).unwrap();
    Plan::read(text, schemas.then_some(&read), &budget)
}

fn part<'v>(value: &'v Value, name: &str) -> &'v Value {
    value.attribute(name).unwrap()
}

#[test]
fn values_have_the_types_of_the_schema() {
    let plan = read(PLAN, true).unwrap();
    let change = &plan.resource_changes[0];
    assert_eq!(&*change.resource.address, "easy_thing.a");
    assert_eq!(change.previous_address.as_deref(), Some("easy_thing.old"));
    assert_eq!(change.action, Action::DeleteThenCreate);
    assert_eq!(change.mismatch, None);
    let (before, after) = (&change.change.before, &change.change.after);
    assert_eq!(before.ty(), after.ty());
    assert!(part(before, "zones").ty().is_set());
    assert_eq!(part(before, "zones").part_count(), Some(2));
    assert!(part(after, "tags").ty().is_map());
    for name in ["id", "zones"] {
        let value = part(after, name);
        assert!(!value.is_known(), "{name}");
        assert_eq!(value.ty(), part(before, name).ty(), "{name}");
    }
    let disk = &part(after, "disk").parts().unwrap()[0];
    assert_eq!(part(disk, "size").as_number().unwrap().to_i64(), Some(3));
    let path = part(disk, "path");
    assert!(!path.is_known() && path.ty().is_string());
    assert!(part(before, "token").marks().contains(SENSITIVE));
    assert!(part(after, "token").marks().contains(SENSITIVE));
    assert!(!part(after, "name").contains_marked());
}

#[test]
fn a_destroyed_object_is_null_and_has_its_type() {
    let plan = read(PLAN, true).unwrap();
    let change = &plan.resource_changes[1];
    assert_eq!(
        (change.action, change.mismatch.is_none()),
        (Action::Delete, true)
    );
    assert!(change.change.after.is_null());
    assert_eq!(change.change.after.ty(), change.change.before.ty());
    // Attributes that the document omits are null.
    assert!(part(&change.change.before, "name").is_null());
}

#[test]
fn outputs_and_states_are_read() {
    let plan = read(PLAN, true).unwrap();
    assert_eq!(plan.terraform_version.as_deref(), Some("1.11.4"));
    assert_eq!(plan.variables.len(), 1);
    let state = plan.planned_values.unwrap();
    assert!(state.outputs[0].1.ty().is_list());
    let later = &state.outputs[1].1;
    assert!(later.marks().contains(SENSITIVE));
    assert!(!later.unmarked().is_known() && later.ty().is_string());
    let addresses: Vec<&str> = state
        .resources
        .iter()
        .map(|one| &*one.resource.address)
        .collect();
    assert_eq!(addresses, ["easy_thing.a", "module.m.data.other.d"]);
    assert!(part(&state.resources[0].value, "zones").ty().is_set());
    assert_eq!(state.resources[1].resource.mode, ResourceMode::Data);
    let (name, action, change) = &plan.output_changes[1];
    assert_eq!((&**name, *action), ("later", Action::Create));
    assert!(!change.after.unmarked().is_known() && change.after.ty().is_string());
    let state = r#"{"format_version": "1.0", "values": {"outputs": {"o": {"sensitive": false, "type": "number", "value": 1}},
        "root_module": {}}}"#;
    let plan = read(state, false).unwrap();
    let outputs = plan.prior_state.unwrap().outputs;
    assert_eq!(outputs[0].1.as_number().unwrap().to_i64(), Some(1));
}

#[test]
fn without_schemas_values_are_objects_and_tuples() {
    let plan = read(PLAN, false).unwrap();
    let before = &plan.resource_changes[0].change.before;
    assert!(part(before, "zones").ty().is_tuple());
    assert!(part(before, "token").marks().contains(SENSITIVE));
}

#[test]
fn a_value_that_does_not_fit_its_schema_is_kept() {
    let text = PLAN.replace(
        r#""size": 2, "tags": {}, "token""#,
        r#""size": [], "tags": {}, "token""#,
    );
    let plan = read(&text, true).unwrap();
    let mismatch = plan.resource_changes[0].mismatch.as_deref();
    assert_eq!(
        mismatch,
        Some("the value does not have the type of the schema")
    );
}

/// A change of `easy_thing` with the parts `after`, `after_unknown` and `after_sensitive`.
fn after(after: &str, unknown: &str, sensitive: &str, schemas: bool) -> Value {
    let text = format!(
        r#"{{"format_version": "1.2", "resource_changes": [{{
          "address": "easy_thing.a", "mode": "managed", "type": "easy_thing", "name": "a",
          "provider_name": "registry.terraform.io/hashicorp/easy",
          "change": {{"actions": ["create"], "before": null, "after": {after},
            "after_unknown": {unknown}, "after_sensitive": {sensitive}}}}}]}}"#
    );
    let plan = read(&text, schemas).unwrap();
    plan.resource_changes[0].change.after.clone()
}

#[test]
fn no_mark_of_a_mask_is_lost() {
    // The value is unknown as a whole, has another form, or omits the part.
    for (value, unknown, sensitive) in [
        (r#"{}"#, r#"{"x": true}"#, r#"{"x": {"a": [true]}}"#),
        (r#"{"x": 1}"#, r#"{}"#, r#"{"x": {"a": true}}"#),
        (r#"{"x": null}"#, r#"{}"#, r#"{"x": {"a": true}}"#),
        (r#"{"x": [1]}"#, r#"{}"#, r#"{"x": {"a": true}}"#),
        (r#"{"x": [1]}"#, r#"{}"#, r#"{"x": [false, true]}"#),
        (r#"{"x": {"a": 1}}"#, r#"{}"#, r#"{"x": [{"t": true}]}"#),
        (r#"{}"#, r#"{}"#, r#"{"x": {"a": true}}"#),
    ] {
        let value = after(value, unknown, sensitive, false);
        let part = part(&value, "x");
        assert!(part.marks().contains(SENSITIVE), "{sensitive}: {value:?}");
    }
    let value = after(r#"{"x": {"a": 1}}"#, "{}", r#"{"x": {"b": true}}"#, false);
    assert!(part(part(&value, "x"), "b").marks().contains(SENSITIVE));
    // A name or a `false` is no mark.
    let value = after(
        r#"{"x": 1}"#,
        "{}",
        r#"{"x": {"true": false}, "y": [false]}"#,
        false,
    );
    assert!(!value.contains_marked() && value.ty().fields().len() == 1);
}

#[test]
fn sensitive_attributes_of_the_schema_are_marked() {
    let value = after(r#"{"token": "hunter2", "name": "n"}"#, "{}", "{}", true);
    assert!(part(&value, "token").marks().contains(SENSITIVE));
    assert!(!part(&value, "name").contains_marked());
    let value = after(
        r#"{"disk": [{"size": 1, "key": "hunter2"}], "ports": {"a": {"key": "hunter2"}}}"#,
        "{}",
        "false",
        true,
    );
    let disk = &part(&value, "disk").parts().unwrap()[0];
    assert!(part(disk, "key").marks().contains(SENSITIVE));
    let port = part(&value, "ports").entries().unwrap()[0].value();
    assert!(part(port, "key").marks().contains(SENSITIVE));
}

#[test]
fn sensitive_variables_are_marked() {
    let text = r#"{"format_version": "1.2",
      "variables": {"a": {"value": "hunter2"}, "b": {"value": 1}, "c": {"value": 1}},
      "configuration": {"root_module": {"variables": {"a": {"sensitive": true}, "b": {"sensitive": false}, "c": {}}}}}"#;
    let plan = read(text, false).unwrap();
    let marked: Vec<bool> = plan
        .variables
        .iter()
        .map(|(_, value)| value.marks().contains(SENSITIVE))
        .collect();
    assert_eq!(marked, [true, false, false]);
}

#[test]
fn errors_do_not_quote_values() {
    let text = r#"{"format_version": "1.2", "variables": {"a": {"value": 1hunter2}}}"#;
    let error = read(text, false).unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn other_documents_are_errors() {
    for (text, code) in [
        ("", Code::Syntax),
        ("{}", Code::Syntax),
        (r#"{"format_version": "2.0"}"#, Code::Unsupported),
        (
            r#"{"format_version": "1.0", "resource_changes": [{}]}"#,
            Code::Syntax,
        ),
        (
            r#"{"format_version": "1.0", "variables": {"a": {"value": {"b": nope}}}}"#,
            Code::Syntax,
        ),
    ] {
        assert_eq!(read(text, true).unwrap_err().code(), code, "{text}");
    }
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let text = format!(r#"{{"format_version": "1.0", "variables": {{"a": {{"value": {deep}}}}}}}"#);
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let result = thread.spawn(move || read(&text, false).map(drop));
    assert!(result.unwrap().join().unwrap().is_err());
}

//! A session with a Terraform project.

use crate::client::{Client, folder, labels, lines, position, uri};
use serde_json::{Value, json};

/// The output of `terraform providers schema -json` for a provider with one resource type.
const SCHEMA: &str = r#"{"format_version": "1.0", "provider_schemas": {
    "registry.terraform.io/hashicorp/demo": {"resource_schemas": {"demo_server": {"version": 0, "block": {
        "description": "A server.",
        "attributes": {
            "name": {"type": "string", "required": true, "description": "The name of the server."},
            "size": {"type": "number", "optional": true},
            "address": {"type": "string", "computed": true}}}}}}}}"#;

const MAIN: &str = r#"terraform {
  required_providers {
    demo = { source = "hashicorp/demo" }
  }
}

variable "region" {
  type   = string
}

module "net" {
  source = "./net"
  prefix = var.region
}

resource "demo_server" "web" {
  name = module.net.id
  sise = 2
}

resource "demo_server" "db" {
}
"#;

const NET: &str = r#"variable "prefix" {
  type = string
}

output "id" {
  value = "net-${var.prefix}"
}
"#;

#[test]
fn a_terraform_project_is_edited() {
    let folder = folder("terraform");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("the folder is writable");
    };
    std::fs::create_dir(folder.join("net")).expect("the folder is writable");
    write("schema.json", SCHEMA);
    write("net/net.tf", NET);
    let mut client = Client::start();
    let settings = json!({ "terraform": { "providerSchema": "./schema.json", "version": "one" } });
    let params = json!({
        "processId": null,
        "capabilities": { "textDocument": { "completion": {
            "completionItem": { "snippetSupport": true },
        } } },
        "workspaceFolders": [{ "uri": uri(&folder), "name": "w" }],
        "initializationOptions": settings,
    });
    client.ask("initialize", params);
    let shown = client.others.pop_front().expect("a problem is shown");
    let message = "polycty: terraform.version: expected a version from 1.11 to 1.17, found `one`";
    assert_eq!(shown["params"]["message"], message);
    client.notify("initialized", json!({}));
    let document = client.open(&folder.join("main.tf"), "terraform", MAIN);
    let found = client.diagnostics(&document, 1);
    let found: Vec<(&str, &Value)> = found
        .iter()
        .map(|each| {
            let message = each["message"].as_str().unwrap_or_default();
            (message, &each["range"]["start"])
        })
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].0.contains("Did you mean \"size\"?"), "{found:?}");
    assert_eq!(*found[0].1, position(MAIN, "sise", 0, 0));
    assert!(
        found[1].0.contains("The argument \"name\" is required"),
        "{found:?}"
    );

    let at = |mark: &str, after: usize| json!({ "textDocument": document, "position": position(MAIN, mark, 0, after) });
    for (mark, after, expected) in [
        (
            "demo_server",
            1,
            "resource \"demo_server\"\n```\n\nA server.",
        ),
        (
            "name =",
            1,
            "name: string (required)\n```\n\nThe name of the server.",
        ),
        ("module.net.id", 12, "output \"id\": string\n```"),
        ("var.region", 5, "var.region: string\n```"),
    ] {
        let hover = client.ask("textDocument/hover", at(mark, after));
        assert_eq!(
            hover["contents"]["value"],
            format!("```terraform\n{expected}"),
            "{mark}"
        );
    }
    let found = client.ask("textDocument/completion", at("sise", 0));
    assert!(labels(&found).contains(&"size"), "{found}");
    assert!(!labels(&found).contains(&"address"), "{found}");
    let found = client.ask("textDocument/completion", at("prefix", 0));
    assert_eq!(labels(&found)[0], "prefix");
    let found = client.ask("textDocument/completion", at("module.net.id", 11));
    assert_eq!(labels(&found), ["id"]);

    let found = client.ask("textDocument/definition", at("module.net.id", 12));
    assert_eq!(lines(&found), [("net.tf", 4)]);
    let mut params = at("prefix", 1);
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.ask("textDocument/references", params);
    assert_eq!(
        lines(&found),
        [("main.tf", 12), ("net.tf", 0), ("net.tf", 5)]
    );
    let mut rename = at("prefix", 1);
    rename["newName"] = json!("start");
    let edit = client.ask("textDocument/rename", rename);
    let changes = |edit: &Value, uri: &str| edit["changes"][uri].as_array().map(Vec::len);
    let main = uri(&folder.join("main.tf"));
    let net = uri(&folder.join("net/net.tf"));
    assert_eq!(
        (changes(&edit, &main), changes(&edit, &net)),
        (Some(1), Some(2))
    );
    let mut rename = at("\"web\"", 1);
    rename["newName"] = json!("www");
    let edit = client.ask("textDocument/rename", rename);
    let moved = edit["changes"][&main][1]["newText"].as_str();
    let expected = "moved {\n  from = demo_server.web\n  to   = demo_server.www\n}";
    assert_eq!(moved.map(str::trim), Some(expected));

    let whole = json!({ "textDocument": document });
    let edits = client.ask("textDocument/formatting", whole.clone());
    assert_eq!(edits.as_array().map(Vec::len), Some(1), "{edits}");
    let line = position(MAIN, "  type   =", 0, 0)["line"].clone();
    assert_eq!(edits[0]["range"]["start"]["line"], line);
    let symbols = client.ask("textDocument/documentSymbol", whole.clone());
    assert_eq!(symbols[1]["name"], "variable \"region\"");
    let mut titles = |mark: &str| {
        let mut params = whole.clone();
        let start = position(MAIN, mark, 0, 0);
        params["range"] = json!({ "start": start, "end": start });
        params["context"] = json!({ "diagnostics": [] });
        let found = client.ask("textDocument/codeAction", params);
        let found = found.as_array().cloned().unwrap_or_default();
        let found = found.into_iter().map(|each| each["title"].clone());
        found.collect::<Vec<Value>>()
    };
    assert_eq!(titles("sise"), ["Change to \"size\""]);
    assert_eq!(titles("\"db\""), ["Add missing arguments: name"]);

    let values = "region = \"eu\"\nzone = 1\n";
    let values = client.open(&folder.join("x.tfvars"), "terraform-vars", values);
    let found = client.diagnostics(&values, 1);
    assert_eq!(found[0]["code"], "terraform.value-for-undeclared-variable");
    let start = json!({ "line": 0, "character": 1 });
    let params = json!({ "textDocument": values, "position": start });
    let found = client.ask("textDocument/definition", params);
    assert_eq!(lines(&found), [("main.tf", 6)]);

    // A change of the called module changes the diagnostics of the caller.
    let called = client.open(&folder.join("net/net.tf"), "terraform", NET);
    assert_eq!(client.diagnostics(&called, 1), [Value::Null; 0]);
    let start = position(NET, "prefix", 0, 0);
    let end = position(NET, "prefix", 0, 6);
    let change = json!({ "range": { "start": start, "end": end }, "text": "suffix" });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": net, "version": 2 }, "contentChanges": [change] }),
    );
    let found = client.diagnostics(&called, 2);
    assert!(
        found[0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("prefix")),
        "{found:?}"
    );
    let found = client.diagnostics(&document, 1);
    let is_here = |each: &Value| each["range"]["start"] == position(MAIN, "prefix", 0, 0);
    assert!(found.iter().any(is_here), "{found:?}");
    assert_eq!(client.end(), Some(0));
}

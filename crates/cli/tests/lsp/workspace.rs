//! Sessions about whole workspaces: progress, folders, files on disk and the configuration.

use crate::client::{Client, folder, labels, uri};
use serde_json::{Value, json};
use std::path::Path;

/// Writes a file and its folder.
fn write(path: &Path, text: &str) {
    let inner = path.parent().expect("it has a folder");
    std::fs::create_dir_all(inner).expect("the folder is writable");
    std::fs::write(path, text).expect("the folder is writable");
}

/// The messages of diagnostics.
fn messages(found: &[Value]) -> Vec<&str> {
    found
        .iter()
        .filter_map(|one| one["message"].as_str())
        .collect()
}

/// The names of the symbols of the workspace.
fn symbols(client: &mut Client, query: &str) -> Vec<String> {
    let found = client.ask("workspace/symbol", json!({ "query": query }));
    let all = found.as_array().into_iter().flatten();
    let mut names: Vec<String> = all
        .filter_map(|one| one["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Opens a workspace of 220 files, and returns the client and the request for a progress.
fn indexed(name: &str, has_progress: bool) -> (Client, Value) {
    let folder = folder(name);
    for at in 0..220 {
        write(
            &folder.join(format!("f{at}.mcl")),
            &format!("class c{at}() {{\n}}\n"),
        );
    }
    let capabilities = json!({ "window": { "workDoneProgress": has_progress } });
    let mut client = Client::of(&folder, capabilities);
    let request = match has_progress {
        true => client.next(),
        false => Value::Null,
    };
    (client, request)
}

#[test]
fn the_index_of_many_files_has_progress() {
    let (mut client, request) = indexed("progress", true);
    assert_eq!(request["method"], "window/workDoneProgress/create");
    let token = &request["params"]["token"];
    client.write(&json!({ "id": request["id"], "result": null }).to_string());
    let mut kinds: Vec<String> = Vec::new();
    let mut last = 0;
    loop {
        let message = client.next();
        assert_eq!(message["method"], "$/progress", "{message}");
        assert_eq!(&message["params"]["token"], token);
        let value = &message["params"]["value"];
        if let Some(percentage) = value["percentage"].as_u64() {
            assert!((last..=100).contains(&percentage), "{message}");
            last = percentage;
        }
        let kind = value["kind"].as_str().unwrap_or_default();
        kinds.push(kind.to_owned());
        if kind == "end" {
            break;
        }
    }
    let (begin, rest) = kinds.split_first().expect("there are messages");
    let (_, reports) = rest.split_last().expect("there are more messages");
    assert_eq!(begin, "begin");
    assert!(
        reports.len() >= 3 && reports.iter().all(|kind| kind == "report"),
        "{kinds:?}"
    );
    assert!(last > 0);
    assert_eq!(symbols(&mut client, "c219"), ["c219"]);
    assert!(client.others.is_empty(), "{:?}", client.others);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_that_refuses_the_progress_gets_none() {
    let (mut client, request) = indexed("refused-progress", true);
    let error = json!({ "code": -32603, "message": "no" });
    client.write(&json!({ "id": request["id"], "error": error }).to_string());
    assert_eq!(symbols(&mut client, "c219"), ["c219"]);
    // Messages before the refusal may have been sent.
    client.others.clear();
    let folder = folder("refused-progress-later");
    for at in 0..220 {
        write(&folder.join(format!("f{at}.mcl")), "class c() {\n}\n");
    }
    let event = json!({ "added": [{ "uri": uri(&folder), "name": "later" }], "removed": [] });
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": event }),
    );
    assert_eq!(symbols(&mut client, "c219"), ["c219"]);
    assert!(client.others.is_empty(), "{:?}", client.others);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_without_progress_gets_none() {
    let (mut client, _) = indexed("no-progress", false);
    assert_eq!(symbols(&mut client, "c219"), ["c219"]);
    assert!(client.others.is_empty(), "{:?}", client.others);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn changes_of_files_on_disk_are_read() {
    let folder = folder("watched");
    let called = folder.join("net/main.tf");
    write(&called, "variable \"size\" {}\n");
    let mut client = Client::of(&folder, json!({}));
    let text = "module \"net\" {\n  source = \"./net\"\n  sise   = 1\n}\n";
    let document = client.open(&folder.join("main.tf"), "terraform", text);
    assert_eq!(client.diagnostics(&document, 1).len(), 2);
    let changed = |client: &mut Client, kind: u8| {
        let changes = json!([{ "uri": uri(&called), "type": kind }]);
        client.notify(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        );
        let found = client.diagnostics(&document, 1);
        messages(&found)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    write(&called, "variable \"sise\" {}\n");
    assert_eq!(changed(&mut client, 2), [""; 0]);
    std::fs::remove_dir_all(folder.join("net")).expect("the folder is writable");
    let found = changed(&mut client, 3);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("Unreadable module directory"),
        "{found:?}"
    );
    write(&called, "variable \"sise\" {}\n");
    assert_eq!(changed(&mut client, 1), [""; 0]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_changed_configuration_is_requested_again() {
    let folder = folder("requested");
    let schema = json!({ "provider_schemas": { "registry.terraform.io/hashicorp/aws": {
        "resource_schemas": { "aws_vpc": { "block": {
            "attributes": { "cidr": { "type": "string", "optional": true } },
        } } },
    } } });
    write(&folder.join("schema.json"), &schema.to_string());
    let capabilities = json!({ "workspace": { "configuration": true } });
    let mut client = Client::of(&folder, capabilities);
    let configure = |client: &mut Client, settings: Value| {
        let request = client.next();
        assert_eq!(request["method"], "workspace/configuration");
        assert_eq!(
            request["params"]["items"],
            json!([{ "section": "polycty" }])
        );
        client.write(&json!({ "id": request["id"], "result": [settings] }).to_string());
    };
    configure(&mut client, Value::Null);
    let text = "resource \"aws_vpc\" \"a\" {\n  cdir = \"10.0.0.0/8\"\n}\n";
    let document = client.open(&folder.join("main.tf"), "terraform", text);
    assert_eq!(client.diagnostics(&document, 1), [Value::Null; 0]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    configure(
        &mut client,
        json!({ "terraform": { "providerSchema": "schema.json" } }),
    );
    let found = client.diagnostics(&document, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["code"], "hcl.unsupported-argument", "{found:?}");
    let position = json!({ "line": 1, "character": 2 });
    let params = json!({ "textDocument": document, "position": position });
    let completion = client.ask("textDocument/completion", params);
    assert!(labels(&completion).contains(&"cidr"));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    configure(&mut client, json!({}));
    assert_eq!(client.diagnostics(&document, 1), [Value::Null; 0]);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn folders_are_added_and_removed() {
    let root = folder("roots");
    for name in ["one", "two", "three"] {
        let path = root.join(format!("{name}/modules/{name}/manifests/init.pp"));
        write(&path, &format!("class {name} {{\n}}\n"));
    }
    let folder = |name: &str| json!({ "uri": uri(&root.join(name)), "name": name });
    let mut client = Client::start();
    let params = json!({
        "processId": null,
        "capabilities": { "workspace": { "workspaceFolders": true } },
        "workspaceFolders": [folder("one"), folder("two")],
    });
    let answer = client.ask("initialize", params);
    let support = &answer["capabilities"]["workspace"]["workspaceFolders"];
    assert_eq!(
        support,
        &json!({ "supported": true, "changeNotifications": true })
    );
    client.notify("initialized", json!({}));
    let text = "class { 'two':\n  a => 1,\n}\nclass { 'three':\n  a => 1,\n}\n";
    let path = root.join("one/manifests/site.pp");
    let document = client.open(&path, "puppet", text);
    let of_class = |name: &str| vec![format!("class {name}: no parameter named 'a'")];
    let diagnostics = |client: &mut Client| {
        let found = client.diagnostics(&document, 1);
        messages(&found)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(diagnostics(&mut client), of_class("two"));
    assert_eq!(symbols(&mut client, "two"), ["class 'two'", "two"]);
    assert_eq!(symbols(&mut client, "three"), ["class 'three'"]);
    let event = json!({ "added": [folder("three")], "removed": [folder("two")] });
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": event }),
    );
    assert_eq!(diagnostics(&mut client), of_class("three"));
    assert_eq!(symbols(&mut client, "two"), ["class 'two'"]);
    assert_eq!(symbols(&mut client, "three"), ["class 'three'", "three"]);
    assert_eq!(symbols(&mut client, "one"), ["one"]);
    assert_eq!(client.end(), Some(0));
}

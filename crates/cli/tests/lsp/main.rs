//! Sessions with the language server.

mod attacks;
mod client;
mod neovim;
mod puppet;
mod terraform;
mod workspace;

use client::{Client, folder, labels, position, uri};
use serde_json::{Value, json};

#[test]
fn messages_that_are_not_valid_have_errors_as_responses() {
    let mut client = Client::start();
    assert_eq!(client.refused("textDocument/hover", json!({})), -32002);
    client.write("{\"id\":");
    let error = client.next();
    assert_eq!(
        (&error["id"], &error["error"]["code"]),
        (&Value::Null, &json!(-32700))
    );
    client.write("[]");
    assert_eq!(client.next()["error"]["code"], -32600);
    assert_eq!(
        client.refused("initialize", json!({ "capabilities": 1 })),
        -32602
    );
    client.ask(
        "initialize",
        json!({ "processId": null, "capabilities": {} }),
    );
    assert_eq!(client.refused("initialize", json!({})), -32600);
    assert_eq!(client.refused("textDocument/unknown", json!({})), -32601);
    assert_eq!(client.refused("textDocument/hover", json!({})), -32602);
    client.notify("textDocument/didChange", json!({ "textDocument": 1 }));
    let at = json!({ "line": 9_999_999, "character": 9_999_999 });
    let params = json!({ "textDocument": { "uri": "file:///none.mcl" }, "position": at });
    assert_eq!(client.ask("textDocument/hover", params), Value::Null);
    client.ask("shutdown", Value::Null);
    assert_eq!(client.refused("textDocument/hover", json!({})), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.closed(), Some(0));
}

#[test]
fn an_exit_without_shutdown_is_a_failure() {
    let mut client = Client::of(&folder("exit"), json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.closed(), Some(1));
}

#[test]
fn the_encoding_of_columns_is_negotiated() {
    for (offered, chosen) in [
        (json!(null), "utf-16"),
        (json!(["utf-32"]), "utf-32"),
        (json!(["utf-32", "utf-16"]), "utf-16"),
        (json!(["utf-16", "utf-8"]), "utf-8"),
    ] {
        let mut client = Client::start();
        let capabilities = json!({ "general": { "positionEncodings": offered } });
        let params = json!({ "processId": null, "capabilities": capabilities });
        let answer = client.ask("initialize", params);
        assert_eq!(answer["capabilities"]["positionEncoding"], chosen);
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn the_client_is_asked_for_its_configuration() {
    let folder = folder("configuration");
    let capabilities = json!({ "workspace": {
        "configuration": true,
        "didChangeWatchedFiles": { "dynamicRegistration": true },
    } });
    let mut client = Client::of(&folder, capabilities);
    let registration = client.next();
    assert_eq!(registration["method"], "client/registerCapability");
    client.write(&json!({ "id": registration["id"], "result": null }).to_string());
    let request = client.next();
    assert_eq!(request["method"], "workspace/configuration");
    let settings = json!([{ "puppet": { "facts": "none.json" } }]);
    client.write(&json!({ "id": request["id"], "result": settings }).to_string());
    let shown = client.next();
    assert_eq!(shown["method"], "window/showMessage");
    let message = "polycty: puppet.facts: none.json is not a readable text file";
    assert_eq!(shown["params"]["message"], message);
    let changes = json!({ "changes": [{ "uri": uri(&folder.join("a.mcl")), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn an_mcl_program_is_edited() {
    let folder = folder("mcl");
    let library = folder.join("lib.mcl");
    std::fs::write(&library, "func double($n int) int {\n\t$n * 2\n}\n").expect("it is writable");
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::of(&folder, capabilities);
    let text = "import \"lib.mcl\"\n$a = lib.double(1)\nprint \"p\" {\n\tmsg => $a,\n}\n";
    let document = client.open(&folder.join("main.mcl"), "mcl", text);
    assert_eq!(client.diagnostics(&document, 1), [Value::Null; 0]);
    let at = |position: Value| json!({ "textDocument": document, "position": position });

    let hover = client.ask("textDocument/hover", at(position(text, "$a,", 0, 1)));
    assert_eq!(hover["contents"]["value"], "```mcl\n$a int\n```");
    let help = client.ask("textDocument/signatureHelp", at(position(text, "(1", 0, 1)));
    assert_eq!(help["signatures"][0]["label"], "double($n int) int");
    let found = client.ask(
        "textDocument/completion",
        at(position(text, "double", 0, 0)),
    );
    assert_eq!(labels(&found), ["double"]);
    let found = client.ask(
        "textDocument/definition",
        at(position(text, "double", 0, 0)),
    );
    assert_eq!(found[0]["uri"], uri(&library));
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": 0, "character": 5 })
    );
    let mut rename = at(position(text, "double", 0, 0));
    let range = client.ask("textDocument/prepareRename", rename.clone());
    assert_eq!(range["end"], position(text, "(1", 0, 0));
    rename["newName"] = json!("twice");
    let edit = client.ask("textDocument/rename", rename.clone());
    assert_eq!(edit["changes"][uri(&library)][0]["newText"], "twice");
    assert_eq!(
        edit["changes"][document["uri"].as_str().unwrap()]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    rename["newName"] = json!("If");
    assert_eq!(client.refused("textDocument/rename", rename), -32803);
    let mut params = at(position(text, "double", 0, 0));
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.ask("textDocument/references", params);
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    let found = client.ask("workspace/symbol", json!({ "query": "dbl" }));
    assert_eq!(found[0]["location"]["uri"], uri(&library));

    let whole = json!({ "textDocument": document });
    let symbols = client.ask("textDocument/documentSymbol", whole.clone());
    assert_eq!(symbols[1]["name"], "$a");
    let folds = client.ask("textDocument/foldingRange", whole.clone());
    assert_eq!(
        (&folds[0]["startLine"], &folds[0]["endLine"]),
        (&json!(2), &json!(4))
    );
    let tokens = client.ask("textDocument/semanticTokens/full", whole.clone());
    assert_eq!(
        tokens["data"].as_array().map(|data| data[..5].to_vec()),
        Some(vec![json!(0), json!(0), json!(6), json!(4), json!(0)])
    );
    let mut part = whole.clone();
    part["range"] =
        json!({ "start": position(text, "$a", 0, 0), "end": position(text, "print", 0, 0) });
    let hints = client.ask("textDocument/inlayHint", part.clone());
    assert_eq!(hints[0]["label"], " int");
    part["context"] = json!({ "diagnostics": [] });
    let actions = client.ask("textDocument/codeAction", part);
    assert_eq!(actions, json!([]));
    let params = json!({ "textDocument": document, "positions": [position(text, "1)", 0, 0)] });
    let selections = client.ask("textDocument/selectionRange", params);
    assert_eq!(selections[0]["range"]["start"], position(text, "1)", 0, 0));

    // Two changes of one notification apply one after the other.
    let changes = json!([
        { "range": { "start": position(text, "1)", 0, 0), "end": position(text, ")", 0, 0) }, "text": "\"é\"" },
        { "range": { "start": position(text, "$a =", 0, 1), "end": position(text, " =", 0, 0) }, "text": "b" },
    ]);
    let changed = json!({ "uri": document["uri"], "version": 2 });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": changed, "contentChanges": changes }),
    );
    let found = client.diagnostics(&document, 2);
    assert_eq!(found[0]["message"], "var `$a` does not exist in this scope");
    assert_eq!(found[0]["code"], "mcl.set-scope");
    client.notify("textDocument/didClose", whole);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_request_can_be_cancelled() {
    let folder = folder("cancel");
    let mut client = Client::of(&folder, json!({}));
    // The names of a long program take a while to resolve.
    let text: String = (0..20_000).map(|at| format!("$v{at} = {at}\n")).collect();
    let document = client.open(&folder.join("long.mcl"), "mcl", &text);
    let params = json!({ "textDocument": document, "position": { "line": 0, "character": 1 } });
    let id = client.send("textDocument/hover", params.clone());
    let later = client.send("textDocument/hover", params);
    client.notify("$/cancelRequest", json!({ "id": later }));
    client.response(id);
    assert_eq!(client.response(later)["error"]["code"], -32800);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_completion_of_many_names_has_those_that_match() {
    let folder = folder("many");
    let mut client = Client::of(&folder, json!({}));
    let names: String = (0..600).map(|at| format!("$v{at} = {at}\n")).collect();
    let text = format!("$xyzzy = 1\n{names}$z = $\n$y = $xyz\n");
    let document = client.open(&folder.join("many.mcl"), "mcl", &text);
    let mut complete = |mark: &str| {
        let position = position(&text, mark, 0, mark.len());
        let params = json!({ "textDocument": document, "position": position });
        client.ask("textDocument/completion", params)
    };
    let found = complete("$z = $");
    assert_eq!(
        (labels(&found).len(), &found["isIncomplete"]),
        (500, &json!(true))
    );
    let found = complete("$y = $xyz");
    assert_eq!(
        (labels(&found), &found["isIncomplete"]),
        (vec!["xyzzy"], &json!(true))
    );
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_pcl_program_is_edited() {
    let folder = folder("pcl");
    std::fs::write(folder.join("Pulumi.yaml"), "name: w\n").expect("it is writable");
    let capabilities = json!({
        "general": { "positionEncodings": ["utf-8"] },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
        "textDocument": {
            "diagnostic": {},
            "completion": { "completionItem": { "snippetSupport": true } },
        },
    });
    let mut client = Client::of(&folder, capabilities);
    let text = "config count int {}\na   = count\nb = cuont\n";
    let document = client.open(&folder.join("main.pp"), "puppet", text);
    let whole = json!({ "textDocument": document });
    let at = |position: Value| json!({ "textDocument": document, "position": position });
    let report = client.ask("textDocument/diagnostic", whole.clone());
    assert_eq!(
        report["items"][0]["range"]["start"],
        position(text, "cuont", 0, 0)
    );
    let hover = client.ask("textDocument/hover", at(position(text, "count", 1, 0)));
    assert_eq!(hover["contents"]["value"], "```pcl\nconfig count: int\n```");
    let found = client.ask(
        "textDocument/completion",
        at(position(text, "config", 0, 0)),
    );
    assert_eq!(labels(&found)[0], "component");
    assert_eq!(found["items"][0]["insertTextFormat"], 2);
    let mut rename = at(position(text, "count", 1, 0));
    rename["newName"] = json!("n");
    let edit = client.ask("textDocument/rename", rename);
    assert_eq!(edit["documentChanges"][0]["textDocument"]["version"], 1);
    assert_eq!(
        edit["documentChanges"][0]["edits"].as_array().map(Vec::len),
        Some(2)
    );
    let edits = client.ask("textDocument/formatting", whole);
    assert_eq!(
        edits,
        json!([{ "newText": "", "range": { "start": position(text, "a   =", 0, 2), "end": position(text, "= count", 0, 0) } }])
    );
    assert_eq!(client.end(), Some(0));
}

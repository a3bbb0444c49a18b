//! Clients that are not well-behaved: the server answers with errors or ends in order, and its memory
//! is bounded.

use crate::client::{Client, folder, uri};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// The memory of a server that has no large documents.
const MEMORY: u64 = 1 << 30;

fn framed(text: &[u8]) -> Vec<u8> {
    let header = format!("Content-Length: {}\r\n\r\n", text.len());
    [header.as_bytes(), text].concat()
}

fn check_memory(client: &Client) {
    let memory = client.memory().unwrap_or(0);
    assert!(memory < MEMORY, "{memory} bytes");
}

#[test]
fn a_stream_without_valid_headers_ends_the_server() {
    let initialize = br#"{"id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let after = |bytes: &[u8]| [&framed(initialize)[..], bytes].concat();
    let cases = [
        b"Content-Length: -5\r\n\r\n{}".to_vec(),
        b"Content-Length: 99999999999999999999999\r\n\r\n{}".to_vec(),
        b"Content-Length: 268435457\r\n\r\n{}".to_vec(),
        b"Content-Length: 268435456\r\n\r\n{}".to_vec(),
        b"Content-Length: 1.5\r\n\r\n{}".to_vec(),
        b"Content-Length:\r\n\r\n{}".to_vec(),
        b"Content-Type: text\r\n\r\n{}".to_vec(),
        b"Content-Length: \xff\r\n\r\n{}".to_vec(),
        b"\r\n\r\n\r\n".to_vec(),
        b"{}".to_vec(),
        vec![0; 100_000],
        vec![b'x'; 1_000_000],
        after(b"Content-Length: 100\r\n\r\n{\"id\":"),
        after(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        framed(initialize)
            .split_last()
            .expect("it has bytes")
            .1
            .to_vec(),
    ];
    for case in cases {
        let shown = String::from_utf8_lossy(&case[..case.len().min(40)]).into_owned();
        let mut client = Client::start();
        client.write_bytes(&case);
        assert_eq!(client.closed(), Some(1), "{shown}");
    }
}

#[test]
fn a_text_that_is_not_a_message_leaves_the_session() {
    let mut client = Client::of(&folder("texts"), json!({}));
    let deep = "[".repeat(1 << 20);
    let nested = format!(
        "{{\"id\":1,\"method\":\"a\",\"params\":{}",
        "{\"a\":".repeat(100_000)
    );
    let many = format!("{{\"id\":1,\"params\":[{}0]}}", "0,".repeat(1 << 24));
    for (text, code) in [
        (&b"{\"id\":1,\"method\":\"\xff\"}"[..], -32700),
        (b"", -32700),
        (b"\xef\xbb\xbf{}", -32700),
        (deep.as_bytes(), -32700),
        (nested.as_bytes(), -32700),
        (many.as_bytes(), -32600),
        (b"{\"id\":[1],\"method\":\"shutdown\"}", -32600),
        (b"{\"id\":1e999,\"method\":\"shutdown\"}", -32600),
        (b"{\"id\":null,\"method\":\"shutdown\"}", -32600),
        (b"{\"id\":3000000000,\"method\":\"shutdown\"}", -32600),
        (b"\"shutdown\"", -32600),
    ] {
        client.write_bytes(&framed(text));
        let error = client.next();
        let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
        assert_eq!(error["error"]["code"], code, "{shown}");
    }
    check_memory(&client);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn messages_out_of_order_are_refused() {
    let mut client = Client::start();
    let document =
        json!({ "uri": "file:///w/a.mcl", "languageId": "mcl", "version": 1, "text": "" });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    for method in ["shutdown", "textDocument/hover", "workspace/symbol", "none"] {
        assert_eq!(client.refused(method, Value::Null), -32002, "{method}");
    }
    client.ask("initialize", json!({ "capabilities": {} }));
    client.write(r#"{"id":77,"result":[{}]}"#);
    client.write(r#"{"id":"x","error":{"code":1,"message":""}}"#);
    client.ask("shutdown", Value::Null);
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    for method in ["shutdown", "initialize", "textDocument/hover"] {
        assert_eq!(client.refused(method, Value::Null), -32600, "{method}");
    }
    client.notify("exit", Value::Null);
    assert_eq!(client.closed(), Some(0));
}

#[test]
fn positions_outside_of_documents_are_those_of_their_ends() {
    let folder = folder("outside");
    let mut client = Client::of(&folder, json!({}));
    let texts = [
        ("a.tf", "terraform", "variable \"a\" {}\n"),
        ("a.tfvars", "terraform-vars", "a = 1\n"),
        ("a.hcl", "hcl", "a = 1\n"),
        ("a.pp", "puppet", "$a = 1\n"),
        ("a.epp", "epuppet", "<%= $a %>\n"),
        ("data/a.yaml", "yaml", "a: 1\n"),
        ("a.mcl", "mcl", "$a = 1\n"),
        ("a.pcl", "pcl", "a = 1\n"),
    ];
    let most = u32::MAX;
    for (name, language, text) in texts {
        let document = client.open(&folder.join(name), language, text);
        for (line, character) in [(most, most), (0, most), (most, 0), (1, 1)] {
            let at = json!({ "line": line, "character": character });
            let start = json!({ "line": 0, "character": 0 });
            let params = json!({
                "textDocument": document,
                "position": at,
                "positions": [at],
                "range": { "start": at, "end": start },
                "context": { "includeDeclaration": true, "diagnostics": [] },
                "options": { "tabSize": 2, "insertSpaces": true },
            });
            for method in [
                "completion",
                "hover",
                "signatureHelp",
                "definition",
                "references",
                "documentHighlight",
                "prepareRename",
                "selectionRange",
                "rangeFormatting",
                "semanticTokens/range",
                "inlayHint",
                "codeAction",
            ] {
                let id = client.send(&format!("textDocument/{method}"), params.clone());
                let response = client.response(id);
                let code = response["error"]["code"].as_i64().unwrap_or(0);
                assert!(code == 0 || code == -32803, "{name} {method}: {response}");
            }
        }
        let at = json!({ "line": -1, "character": 0.5 });
        let params = json!({ "textDocument": document, "position": at });
        assert_eq!(client.refused("textDocument/hover", params), -32602);
        let range = json!({ "start": { "line": most, "character": most }, "end": { "line": 0, "character": 0 } });
        let change = json!({ "range": range, "text": "# é\n" });
        let mut version = document.clone();
        version["version"] = json!(2);
        let params = json!({ "textDocument": version, "contentChanges": [change] });
        client.notify("textDocument/didChange", params);
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_message_with_many_changes_takes_linear_time() {
    let folder = folder("changes");
    let mut client = Client::of(&folder, json!({}));
    let path = folder.join("a.hcl");
    let document = client.open(&path, "hcl", &"# 0123456789 é\n".repeat(20_000));
    let mut changes: Vec<Value> = (0..100_000)
        .map(|at| {
            let line = at * 7919 % 20_000;
            let start = json!({ "line": line, "character": 2 });
            let end = json!({ "line": line, "character": 4 });
            json!({ "range": { "start": start, "end": end }, "text": "xyz" })
        })
        .collect();
    let start = json!({ "line": 0, "character": 0 });
    changes.push(json!({ "range": { "start": start, "end": start }, "text": "=\n" }));
    let version = json!({ "uri": document["uri"], "version": 2 });
    let params = json!({ "textDocument": version, "contentChanges": changes });
    client.notify("textDocument/didChange", params);
    assert_eq!(client.diagnostics(&document, 2).len(), 1);
    check_memory(&client);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn many_open_documents_are_opened_and_closed() {
    let folder = folder("documents");
    let mut client = Client::of(&folder, json!({}));
    let paths = (0..100_000).map(|at| folder.join(format!("f{}/a{at}.hcl", at % 1000)));
    let paths: Vec<_> = paths.collect();
    for path in &paths {
        client.open(path, "hcl", "a = 1\n");
    }
    let params = json!({ "textDocument": { "uri": uri(&paths[0]) } });
    let symbols = client.ask("textDocument/documentSymbol", params);
    assert_eq!(symbols[0]["name"], "a");
    // After the analysis of all documents, the server has no work.
    let mut left = paths.len() - client.others.len();
    while left > 0 {
        let message = client.next();
        assert_eq!(message["method"], "textDocument/publishDiagnostics");
        left -= 1;
    }
    let mut before = client.processor_time();
    for _ in 0..60 {
        std::thread::sleep(Duration::from_secs(1));
        let after = client.processor_time();
        if std::mem::replace(&mut before, after) == after {
            break;
        }
    }
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(client.processor_time(), before);
    for path in &paths {
        let document = json!({ "uri": uri(path) });
        client.notify("textDocument/didClose", json!({ "textDocument": document }));
    }
    check_memory(&client);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn each_of_many_cancelled_requests_has_one_response() {
    let folder = folder("cancelled");
    let mut client = Client::of(&folder, json!({}));
    let text = "$a = [1, 2]\nprint \"p\" {\n\tmsg => $a,\n}\n".repeat(50);
    let document = client.open(&folder.join("a.mcl"), "mcl", &text);
    let mut left = BTreeSet::new();
    for at in 0..5_000_i64 {
        let params = json!({ "textDocument": document, "position": { "line": 2, "character": 9 } });
        let id = client.send("textDocument/hover", params);
        left.insert(id);
        for cancelled in [id, id, id - 3, -at, 1_000_000 + at] {
            client.notify("$/cancelRequest", json!({ "id": cancelled }));
        }
        client.notify("$/cancelRequest", json!({ "id": [] }));
    }
    while !left.is_empty() {
        let response = client.next();
        let Some(id) = response["id"].as_i64() else {
            continue;
        };
        assert!(left.remove(&id), "{response}");
        let code = response["error"]["code"].as_i64().unwrap_or(-32800);
        assert_eq!(code, -32800, "{response}");
    }
    assert_eq!(client.end(), Some(0));
}

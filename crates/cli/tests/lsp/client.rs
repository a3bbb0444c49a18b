//! A client of the language server: messages over the pipes of a process.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time to wait for a message.
const PATIENCE: Duration = Duration::from_secs(300);

/// A session with a server.
pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    errors: JoinHandle<String>,
    /// Notifications and requests of the server that no call has waited for.
    pub others: VecDeque<Value>,
    last: i64,
}

impl Client {
    /// Starts a server.
    pub fn start() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_polycty"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool is built");
        let mut output = BufReader::new(server.stdout.take().expect("it is piped"));
        let (sender, messages) = mpsc::channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut errors = server.stderr.take().expect("it is piped");
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        Client {
            errors,
            input: server.stdin.take(),
            server,
            messages,
            others: VecDeque::new(),
            last: 0,
        }
    }

    /// Starts a server and initializes it for a folder.
    pub fn of(folder: &Path, capabilities: Value) -> Client {
        let mut client = Client::start();
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": capabilities,
            "workspaceFolders": [{ "uri": uri(folder), "name": "w" }],
        });
        client.ask("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// Writes bytes. A server that has ended does not read them.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the session is open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Writes a text with a header.
    pub fn write(&mut self, text: &str) {
        let header = format!("Content-Length: {}\r\n\r\n", text.len());
        self.write_bytes(&[header.as_bytes(), text.as_bytes()].concat());
    }

    /// The largest memory of the server so far in bytes, where the system reports it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id()));
        let status = status.ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes = line.trim().split(' ').next()?;
        Some(kilobytes.parse::<u64>().ok()? * 1024)
    }

    /// The processor time of the server so far in hundredths of a second, where the system reports it.
    pub fn processor_time(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", self.server.id())).ok()?;
        // The fields after the name of the program in parentheses.
        let fields: Vec<&str> = status.rsplit_once(") ")?.1.split(' ').collect();
        let field = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(field(11)? + field(12)?)
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request, and returns its number.
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let id = self.last;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write(&request.to_string());
        id
    }

    /// The next message of the server.
    pub fn next(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.expect("the server answers")
    }

    /// The response to a request.
    pub fn response(&mut self, id: i64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.others.push_back(message);
        }
    }

    /// The result of a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let response = self.response(id);
        assert_eq!(response.get("error"), None, "{method}");
        response["result"].clone()
    }

    /// The code of the error of a request.
    pub fn refused(&mut self, method: &str, params: Value) -> i64 {
        let id = self.send(method, params);
        let response = self.response(id);
        response["error"]["code"].as_i64().unwrap_or_default()
    }

    /// Opens a document, and returns its identifier.
    pub fn open(&mut self, path: &Path, language: &str, text: &str) -> Value {
        let uri = uri(path);
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        json!({ "uri": uri })
    }

    /// The next published diagnostics of a document with a version.
    pub fn diagnostics(&mut self, document: &Value, version: i64) -> Vec<Value> {
        loop {
            let message = match self.others.pop_front() {
                Some(message) => message,
                None => self.next(),
            };
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == document["uri"]
                && params["version"] == version
            {
                return params["diagnostics"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
            }
        }
    }

    /// Ends the session, and returns the exit status.
    pub fn end(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.closed()
    }

    /// Closes the input, and returns the exit status. No thread of the server has panicked.
    pub fn closed(mut self) -> Option<i32> {
        drop(self.input.take());
        let status = self.server.wait().expect("the server ends").code();
        let errors = self.errors.join().expect("the errors are text");
        assert!(!errors.contains("panicked"), "{errors}");
        status
    }
}

fn read(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(text) => length = text.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut text = vec![0; length];
    stream.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The URI of a path without characters that need an escape.
pub fn uri(path: &Path) -> String {
    format!(
        "file://{}",
        path.to_str().expect("paths of tests are UTF-8")
    )
}

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("lsp")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder is writable");
    folder
}

/// A position: the `at`th occurrence of `mark` in a text, from 0, and a number of bytes after its
/// start. Columns count bytes of ASCII texts.
pub fn position(text: &str, mark: &str, at: usize, after: usize) -> Value {
    let found = text.match_indices(mark).nth(at);
    let byte = found.expect("the text contains the mark").0 + after;
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let column = byte - before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": column })
}

/// The labels of a completion.
pub fn labels(completion: &Value) -> Vec<&str> {
    let items = completion["items"].as_array();
    let items = items.into_iter().flatten();
    items.filter_map(|item| item["label"].as_str()).collect()
}

/// The file names and the lines of locations.
pub fn lines(found: &Value) -> Vec<(&str, u64)> {
    let all = found.as_array().into_iter().flatten();
    let all = all.map(|each| {
        let uri = each["uri"].as_str().unwrap_or_default();
        let name = uri.rsplit('/').next().unwrap_or_default();
        (name, each["range"]["start"]["line"].as_u64().unwrap_or(99))
    });
    all.collect()
}

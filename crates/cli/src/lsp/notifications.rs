//! The start of a session, and the notifications of the client.

use super::capabilities::Client;
use super::server::{Failure, Server};
use super::settings::Settings;
use lsp_server::{ErrorCode, Notification, Response};
use lsp_types::{
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, Position,
};
use polycty::calls::Budget;
use polycty_services::lsp::to_path;
use polycty_services::{Change, LinePosition, checked_languages};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The files whose changes the client announces.
const WATCHED: &str = "**/*.{tf,tofu,tfvars,hcl,json,pcl,pp,epp,mcl,yaml,yml,rb,conf}";

impl Server {
    pub(super) fn initialize(&mut self, params: Value) -> Result<Value, Failure> {
        let invalid = |error: serde_json::Error| {
            Failure::new(ErrorCode::InvalidParams, format!("initialize: {error}"))
        };
        let params: InitializeParams = serde_json::from_value(params).map_err(invalid)?;
        self.client = Client::of(&params);
        let folders = match &params.workspace_folders {
            Some(folders) => {
                let uris = folders.iter().map(|folder| folder.uri.as_str());
                uris.map(to_path).collect()
            }
            None => {
                #[expect(deprecated, reason = "clients without workspace folders set it")]
                let root = params.root_uri.as_ref();
                root.map(|root| to_path(root.as_str()))
                    .into_iter()
                    .collect()
            }
        };
        self.set_folders(folders);
        if let Some(options) = params.initialization_options {
            self.configure(&options);
        }
        Ok(self.client.answer())
    }

    pub(super) fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match &*method {
            "initialized" => self.initialized(),
            "textDocument/didOpen" => with(params, |params| self.open(params)),
            "textDocument/didChange" => with(params, |params| self.change(params)),
            "textDocument/didClose" => with(params, |params| self.close(params)),
            "workspace/didChangeWatchedFiles" => with(params, |params| self.files_changed(params)),
            "workspace/didChangeConfiguration" => {
                with(params, |params| self.configuration_changed(&params));
            }
            "workspace/didChangeWorkspaceFolders" => {
                with(params, |params| self.folders_changed(params));
            }
            _ => {}
        }
    }

    /// Handles the response to a request of the server.
    pub(super) fn response(&mut self, response: Response) {
        self.progress_response(&response);
        let id = self.configuration;
        if id.is_none_or(|id| response.id != id.into()) {
            return;
        }
        self.configuration = None;
        if let Ok(Value::Array(values)) = response.response_result
            && let Some(value) = values.first()
        {
            self.configure(value);
        }
    }

    fn initialized(&mut self) {
        if self.client.watches_files {
            let registration = json!({
                "id": "watched-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": [{ "globPattern": WATCHED }] },
            });
            self.ask(
                "client/registerCapability",
                json!({ "registrations": [registration] }),
            );
        }
        self.request_configuration();
    }

    fn request_configuration(&mut self) {
        if self.client.has_configuration {
            let params = json!({ "items": [{ "section": "polycty" }] });
            self.configuration = Some(self.ask("workspace/configuration", params));
        }
    }

    /// Applies a configuration. Each problem of it is shown to the user.
    fn configure(&mut self, value: &Value) {
        let folder = self.workspace.folders().first();
        let (settings, problems) = Settings::read(value, folder.map(String::as_str));
        for problem in problems {
            self.warn(&problem);
        }
        if settings == self.settings {
            return;
        }
        let (languages, errors) = checked_languages(&settings.options());
        for error in &errors {
            self.warn(&Settings::problem(error));
        }
        self.workspace.set_languages(languages);
        self.settings = settings;
        self.allow_folders();
        self.all_changed();
    }

    /// Shows a problem to the user.
    fn warn(&self, problem: &str) {
        let message = format!("polycty: {problem}");
        let params = json!({ "type": 2, "message": message });
        self.notify("window/showMessage", params);
    }

    /// Allows to read the files below the folders of the workspace and those of the configuration.
    fn allow_folders(&self) {
        let folders = self.workspace.folders().iter();
        let folders: Vec<String> = folders.chain(self.settings.folders()).cloned().collect();
        self.files.set_folders(&folders);
    }

    fn set_folders(&mut self, folders: Vec<String>) {
        let trimmed = folders
            .iter()
            .map(|folder| match folder.trim_end_matches('/') {
                "" => "/".to_owned(),
                folder => folder.to_owned(),
            });
        let folders: Vec<String> = trimmed.collect();
        self.workspace.set_folders(folders);
        self.allow_folders();
        self.index.symbols.restart(&self.workspace);
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = to_path(document.uri.as_str());
        let budget = Budget::standard();
        let kind = self.workspace.kind(&path, &document.language_id, &budget);
        let Ok(Some(kind)) = kind else {
            return;
        };
        self.uris
            .insert(path.clone(), document.uri.as_str().to_owned());
        let version = i64::from(document.version);
        self.workspace.open(&path, kind, version, &document.text);
        self.document_changed(&path);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let path = to_path(params.text_document.uri.as_str());
        let changes = params.content_changes.into_iter().map(|change| Change {
            range: change
                .range
                .map(|range| (line_position(range.start), line_position(range.end))),
            text: change.text,
        });
        let changes: Vec<Change> = changes.collect();
        let version = i64::from(params.text_document.version);
        let encoding = self.client.form.encoding;
        if self.workspace.change(&path, &changes, encoding, version) {
            self.document_changed(&path);
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let path = to_path(params.text_document.uri.as_str());
        if self.workspace.close(&path) {
            self.forget_diagnostics(&path);
            self.uris.remove(&path);
            self.index.symbols.changed(&path);
            self.mark_open_documents();
        }
    }

    fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let uris = params.changes.iter().map(|change| change.uri.as_str());
        let paths: Vec<String> = uris.map(to_path).collect();
        let closed = paths
            .iter()
            .filter(|path| self.workspace.document(path).is_none());
        let closed: Vec<&str> = closed.map(String::as_str).collect();
        self.workspace.changed(&closed);
        for path in closed {
            self.index.symbols.changed(path);
        }
        self.all_marked();
    }

    fn configuration_changed(&mut self, params: &DidChangeConfigurationParams) {
        if self.client.has_configuration {
            self.request_configuration();
        } else if let Some(value) = params.settings.get("polycty") {
            self.configure(value);
        }
    }

    fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp_types::WorkspaceFolder| to_path(folder.uri.as_str());
        let removed: Vec<String> = params.event.removed.iter().map(path).collect();
        let mut folders = self.workspace.folders().to_vec();
        folders.retain(|folder| {
            !removed
                .iter()
                .any(|each| each.trim_end_matches('/') == folder)
        });
        folders.extend(params.event.added.iter().map(path));
        folders.dedup();
        self.set_folders(folders);
        self.all_changed();
    }

    /// Analyzes a changed document first, and then the others, which may depend on it.
    fn document_changed(&mut self, path: &str) {
        self.index.symbols.changed(path);
        self.mark_open_documents();
        self.published.first(path);
    }

    /// Drops all that the languages remember.
    fn all_changed(&mut self) {
        let paths: Vec<String> = self.uris.keys().cloned().collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        self.workspace.changed(&paths);
        self.all_marked();
    }

    /// Analyzes all open documents again, or asks a client that requests diagnostics to do so.
    fn all_marked(&mut self) {
        self.mark_open_documents();
        if self.client.pulls_diagnostics && self.client.refreshes_diagnostics {
            self.ask("workspace/diagnostic/refresh", Value::Null);
        }
    }
}

/// A position of a document.
fn line_position(position: Position) -> LinePosition {
    LinePosition {
        line: position.line,
        column: position.character,
    }
}

/// Handles valid parameters. Others have no effect.
fn with<P: DeserializeOwned>(params: Value, handle: impl FnOnce(P)) {
    if let Ok(params) = serde_json::from_value(params) {
        handle(params);
    }
}

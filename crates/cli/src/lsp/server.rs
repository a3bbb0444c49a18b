//! The state of the server, and the order of its work.

use super::capabilities::Client;
use super::diagnostics::Published;
use super::index::Index;
use super::settings::Settings;
use super::{Output, Shared};
use lsp_server::{ErrorCode, Notification, Request, RequestId, Response};
use polycty::calls::{Budget, Cancel};
use polycty::source::{Code, Error};
use polycty_services::lsp::Converter;
use polycty_services::{FolderFiles, Options, Workspace, languages};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

/// A message that the server has read.
pub enum Incoming {
    /// A request, and the flag that cancels it.
    Request(Request, Cancel),
    /// A notification.
    Notification(Notification),
    /// The response to a request of the server.
    Response(Response),
}

/// The phases of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    /// After `initialize`.
    Running,
    /// After `shutdown`.
    ShutDown,
}

/// The reason why a request has no result.
pub struct Failure {
    pub code: ErrorCode,
    pub message: String,
}

impl Failure {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure {
            code,
            message: message.into(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = match error.code() {
            Code::Cancelled => ErrorCode::RequestCanceled,
            Code::InvalidArgument => ErrorCode::InvalidParams,
            _ => ErrorCode::RequestFailed,
        };
        Failure::new(code, error.message())
    }
}

/// A server with one client.
pub struct Server {
    pub(super) output: Output,
    pub(super) shared: Arc<Shared>,
    pub(super) files: Arc<FolderFiles>,
    pub(super) workspace: Workspace,
    pub(super) client: Client,
    pub(super) settings: Settings,
    /// The URIs of open documents as the client writes them, by path.
    pub(super) uris: BTreeMap<String, String>,
    pub(super) published: Published,
    pub(super) index: Index,
    phase: Phase,
    /// The number of the last request to the client.
    last_request: i32,
    /// The number of the request for the configuration without a response.
    pub(super) configuration: Option<i32>,
}

impl Server {
    pub fn new(output: Output, shared: Arc<Shared>) -> Server {
        let files = Arc::new(FolderFiles::default());
        let workspace = Workspace::new(files.clone(), languages(&Options::default()));
        Server {
            output,
            shared,
            files,
            workspace,
            client: Client::default(),
            settings: Settings::default(),
            uris: BTreeMap::new(),
            published: Published::default(),
            index: Index::default(),
            phase: Phase::New,
            last_request: 0,
            configuration: None,
        }
    }

    /// Handles messages in order, and works in the background while there are none. Returns whether
    /// the client has shut the server down.
    pub fn run(mut self, inbox: &Receiver<(Incoming, usize)>) -> bool {
        loop {
            // The flag is made before the check for messages, so that each later message raises it.
            let cancel = self.shared.start_background();
            let (incoming, length) = match inbox.try_recv() {
                Ok(incoming) => incoming,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    let is_running = self.phase == Phase::Running;
                    let worked =
                        catch_unwind(AssertUnwindSafe(|| is_running && self.background(&cancel)));
                    if worked.unwrap_or(true) {
                        continue;
                    }
                    match inbox.recv() {
                        Ok(incoming) => incoming,
                        Err(_) => break,
                    }
                }
            };
            self.handle(incoming);
            self.shared.subtract_waiting(length);
        }
        self.phase == Phase::ShutDown
    }

    /// Does a part of the work in the background. Returns whether there was any.
    fn background(&mut self, cancel: &Cancel) -> bool {
        self.publish_next(cancel) || self.index_next(cancel)
    }

    fn handle(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Request(request, cancel) => {
                let Request { id, method, params } = request;
                let handled =
                    catch_unwind(AssertUnwindSafe(|| self.request(&method, params, &cancel)));
                let result = handled.unwrap_or_else(|_| {
                    let message = format!("{method}: internal error");
                    Err(Failure::new(ErrorCode::InternalError, message))
                });
                // A result that was complete before the cancellation is sent.
                self.shared.answered(&id);
                self.respond(&id, result);
            }
            Incoming::Notification(notification) if self.phase == Phase::Running => {
                // The client does not expect an answer, not even to an invalid notification.
                let _ = catch_unwind(AssertUnwindSafe(|| self.notification(notification)));
            }
            Incoming::Notification(_) => {}
            Incoming::Response(response) => {
                let _ = catch_unwind(AssertUnwindSafe(|| self.response(response)));
            }
        }
    }

    fn request(&mut self, method: &str, params: Value, cancel: &Cancel) -> Result<Value, Failure> {
        match (self.phase, method) {
            (Phase::New, "initialize") => {
                let answer = self.initialize(params)?;
                self.phase = Phase::Running;
                Ok(answer)
            }
            (Phase::New, _) => {
                let message = "the first request must be `initialize`";
                Err(Failure::new(ErrorCode::ServerNotInitialized, message))
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, "initialize") | (Phase::ShutDown, _) => {
                let message = format!("{method} is not valid now");
                Err(Failure::new(ErrorCode::InvalidRequest, message))
            }
            (Phase::Running, _) => {
                let budget = Budget::standard().cancelled_by(cancel);
                budget.check().map_err(Error::from)?;
                let answer = self.answer(method, &params, &budget)?;
                match cancel.is_raised() {
                    true => Err(Failure::new(ErrorCode::RequestCanceled, "cancelled")),
                    false => Ok(answer),
                }
            }
        }
    }

    fn respond(&self, id: &RequestId, result: Result<Value, Failure>) {
        self.output.send(match result {
            Ok(result) => json!({ "id": id, "result": result }),
            Err(Failure { code, message }) => json!({
                "id": id,
                "error": { "code": code as i32, "message": message },
            }),
        });
    }

    pub(super) fn notify(&self, method: &str, params: Value) {
        self.output
            .send(json!({ "method": method, "params": params }));
    }

    /// Sends a request to the client, and returns its number.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.last_request += 1;
        let id = self.last_request;
        self.output
            .send(json!({ "id": id, "method": method, "params": params }));
        id
    }

    /// Answers a request about documents.
    fn answer(&mut self, method: &str, params: &Value, budget: &Budget) -> Result<Value, Failure> {
        match method {
            "textDocument/diagnostic" => self.pulled(params, budget),
            "workspace/symbol" => self.workspace_symbols(params, budget),
            _ => {
                let answer = self.converter(budget).answer(method, params)?;
                answer.ok_or_else(|| {
                    let message = format!("{method} is not supported");
                    Failure::new(ErrorCode::MethodNotFound, message)
                })
            }
        }
    }

    /// The conversion of answers to a request.
    pub(super) fn converter<'s>(&'s self, budget: &'s Budget) -> Converter<'s> {
        Converter::new(&self.workspace, &self.uris, self.client.form, budget)
    }
}

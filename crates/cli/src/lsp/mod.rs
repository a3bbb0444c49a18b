//! The command `lsp`: a server of the language server protocol 3.17 over standard input and output.
//!
//! A thread reads messages and passes them on in order; cancellations take effect while it reads.
//! A second thread owns the workspace and answers. Between messages it computes diagnostics and the
//! index of symbols; a new message ends that work, which then starts again.
//!
//! - `transport`: messages on a stream
//! - `server`: the state, and the order of messages; `notifications`: their methods
//! - `capabilities`: the abilities of client and server; `settings`: the configuration
//! - `diagnostics`: diagnostics in the background; `index`: the symbols of files
//!
//! The answers to requests about documents are those of `polycty_services::lsp`.

mod capabilities;
mod diagnostics;
mod index;
mod notifications;
mod server;
mod settings;
mod transport;

use crate::process::{Outcome, failed};
use clap::Args;
use lsp_server::{Message, RequestId};
use polycty::calls::Cancel;
use polycty::source::{Code, Error};
use serde_json::Value;
use server::{Incoming, Server};
use std::collections::HashMap;
use std::io::{BufReader, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use transport::Received;

#[derive(Args)]
pub struct Lsp {
    /// Use standard input and output. This is the default and the only transport; editors pass it.
    #[arg(long)]
    stdio: bool,
}

/// The bytes of messages that are read before they are handled. The client waits above it.
const MAX_WAITING: usize = 1 << 26;

/// The state that both threads use.
#[derive(Default)]
struct Shared {
    /// The bytes of the messages that are not handled, and the notice that they have decreased.
    waiting: (Mutex<usize>, Condvar),
    /// The flags of the requests without a response.
    requests: Mutex<HashMap<RequestId, Cancel>>,
    /// The flag of the work in the background.
    background: Mutex<Cancel>,
}

impl Shared {
    /// The flag of a request that has been read.
    fn of_request(&self, id: &RequestId) -> Cancel {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.entry(id.clone()).or_default().clone()
    }

    /// Cancels a request without a response. A response is written even so.
    fn cancel(&self, id: &RequestId) {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cancel) = requests.get(id) {
            cancel.raise();
        }
    }

    /// Forgets a request that has a response.
    fn answered(&self, id: &RequestId) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.remove(id);
    }

    /// Counts a message that has been read, after those before it have been handled if they are long.
    /// A longer message waits for all others.
    fn add_waiting(&self, bytes: usize) {
        let (waiting, decreased) = &self.waiting;
        let sum = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_long = |sum: &mut usize| *sum > 0 && *sum + bytes > MAX_WAITING;
        let sum = decreased.wait_while(sum, is_long);
        *sum.unwrap_or_else(PoisonError::into_inner) += bytes;
    }

    /// Counts a message that has been handled.
    fn subtract_waiting(&self, bytes: usize) {
        let (waiting, decreased) = &self.waiting;
        *waiting.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        decreased.notify_one();
    }

    /// Ends the work in the background.
    fn interrupt(&self) {
        let background = self.background.lock();
        background.unwrap_or_else(PoisonError::into_inner).raise();
    }

    /// Returns a new flag for work in the background.
    fn start_background(&self) -> Cancel {
        let cancel = Cancel::new();
        *self
            .background
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = cancel.clone();
        cancel
    }
}

/// The stream of the server's messages.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Writes a message. An error is ignored: a client that has gone also closes the input.
    fn send(&self, message: Value) {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = transport::write(&mut *stream, message);
    }
}

/// Serves a client until it sends `exit` or closes the stream. An exit without `shutdown` is a
/// failure, as the protocol requires.
pub fn run(command: &Lsp) -> Outcome<()> {
    let Lsp { stdio: _ } = command;
    let shared = Arc::new(Shared::default());
    let output = Output(Arc::new(Mutex::new(std::io::stdout())));
    let (sender, inbox) = mpsc::channel();
    let server = Server::new(output.clone(), shared.clone());
    let worker = std::thread::Builder::new()
        .name("languages".to_owned())
        .spawn(move || server.run(&inbox))
        .map_err(|error| failed("thread", &error))?;
    let mut input = BufReader::new(std::io::stdin());
    let read = loop {
        match transport::read(&mut input) {
            Ok(Some(Received::Message(message, length))) => {
                if !pass(message, length, &sender, &shared) {
                    break Ok(());
                }
            }
            Ok(Some(Received::Invalid(error))) => output.send(error),
            Ok(None) => break Ok(()),
            Err(error) => break Err(failed("standard input", &error)),
        }
    };
    drop(sender);
    shared.interrupt();
    let was_shut_down = worker.join().unwrap_or(false);
    read?;
    if was_shut_down {
        return Ok(());
    }
    let message = "the client ended the session without `shutdown`";
    Err(Error::new(Code::InvalidArgument, message))
}

/// Passes a message to the worker, or cancels a request. Returns `false` after `exit`.
fn pass(
    message: Message,
    length: usize,
    sender: &Sender<(Incoming, usize)>,
    shared: &Shared,
) -> bool {
    let incoming = match message {
        Message::Notification(notification) if notification.method == "exit" => return false,
        Message::Notification(notification) if notification.method == "$/cancelRequest" => {
            let id = notification.params.get("id").cloned().unwrap_or_default();
            if let Ok(id) = serde_json::from_value(id) {
                shared.cancel(&id);
            }
            return true;
        }
        Message::Request(request) => {
            let cancel = shared.of_request(&request.id);
            Incoming::Request(request, cancel)
        }
        Message::Notification(notification) => Incoming::Notification(notification),
        Message::Response(response) => Incoming::Response(response),
    };
    // A message takes more memory than its text.
    let length = length + 1024;
    shared.interrupt();
    shared.add_waiting(length);
    let is_sent = sender.send((incoming, length)).is_ok();
    shared.interrupt();
    is_sent
}

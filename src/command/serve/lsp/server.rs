//! The loop of the protocol: messages of the editor and answers of checks come in by one channel, one after the other.
//!
//! **Invariant:** what is shown of a document is about its newest text: an answer about an older one is dropped, and its check was told
//! to stop. One check runs at a time.

use super::actions::actions;
use super::checks::{self, Task};
use super::diagnostics::{Places, of};
use super::documents::{Document, path_of, uri_of, word};
use super::hover::hover;
use super::progress::Progress;
use super::protocol::{self, Client, Event};
use crate::command::printed::Printed;
use crate::command::serve::targets::Checked;
use crate::diagnostics::sources::{Disk, Kept, Sources};
use crate::front::busy::Busy;
use crate::front::config::{Config, Environment, Stop};
use crate::front::inputs::is_header;
use crate::front::nvcc::Invocation;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CodeActionParams, CodeActionTriggerKind, Diagnostic, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, HoverParams, PublishDiagnosticsParams,
};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// From a change to its check, if no other change comes.
const PAUSE: Duration = Duration::from_millis(400);
/// How often it is looked whether something is due.
const TICK: Duration = Duration::from_millis(50);

/// What is known of a document.
struct Answer {
    version: i32,
    units: Vec<Checked>,
    shown: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

/// The check that runs.
struct Running {
    path: PathBuf,
    stop: Stop,
    progress: Progress,
}

struct Server {
    client: Client,
    events: Sender<Event>,
    config: Config,
    invocation: Invocation,
    environment: Environment,
    pages: Option<PathBuf>,
    documents: BTreeMap<PathBuf, Document>,
    /// When they are to be checked.
    due: BTreeMap<PathBuf, Instant>,
    running: Option<Running>,
    answers: BTreeMap<PathBuf, Answer>,
    /// Requests for actions that wait for a check.
    waiting: Vec<(RequestId, PathBuf, CodeActionParams)>,
    /// What was complained of last.
    complaint: Option<String>,
    is_down: bool,
}

/// Serves until the editor ends it.
///
/// # Errors
/// If the other side does not speak the protocol.
pub(in crate::command) fn serve(
    config: &Config,
    invocation: &Invocation,
    environment: &Environment,
) -> Result<Printed, String> {
    let (client, events, receiver, root) = protocol::start(environment)?;
    let environment = Environment { directory: root, keeps_kernels: true, ..environment.clone() };
    // What a check comes to that was stopped is no answer to keep.
    let config = Config { strict: true, ..config.clone() };
    let pages = protocol::pages(&environment);
    let server = Server {
        client,
        events,
        config,
        invocation: invocation.clone(),
        environment,
        pages,
        documents: BTreeMap::new(),
        due: BTreeMap::new(),
        running: None,
        answers: BTreeMap::new(),
        waiting: vec![],
        complaint: None,
        is_down: false,
    };
    let code = server.run(&receiver);
    Ok(Printed { code, ..Printed::default() })
}

impl Server {
    /// The exit code that the protocol asks for.
    fn run(mut self, receiver: &Receiver<Event>) -> u8 {
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Event::Message(Message::Notification(Notification { method, .. }))) if method == "exit" => break,
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(Event::Message(message)) => self.message(message),
                Ok(Event::Told { path, version, result }) => self.told(&path, version, result),
                Ok(Event::Done { stop }) => self.done(&stop),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(running) = &mut self.running {
                running.progress.report(&self.client);
            }
            self.start();
        }
        let code = u8::from(!self.is_down);
        self.client.close();
        code
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => self.notification(notification),
            // To the request for a progress bar: it is used whatever comes.
            Message::Response(_) => {}
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "shutdown" => {
                self.is_down = true;
                self.stop();
                self.client.answer(Response::new_ok(id, ()));
            }
            "textDocument/hover" => {
                let found = read::<HoverParams>(params).and_then(|params| self.hover(&params));
                self.client.answer(Response::new_ok(id, found));
            }
            "textDocument/codeAction" => match read::<CodeActionParams>(params) {
                Some(params) => self.asked_for_actions(id, params),
                None => self.client.answer(Response::new_ok(id, ())),
            },
            _ => {
                let code = ErrorCode::MethodNotFound as i32;
                self.client.answer(Response::new_err(id, code, format!("there is no {method}")));
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Some(DidOpenTextDocumentParams { text_document: new }) = read(params) else { return };
                let Some(path) = path_of(&new.uri) else { return };
                self.documents.insert(path.clone(), Document { version: new.version, text: new.text });
                self.changed(path, Duration::ZERO);
            }
            "textDocument/didChange" => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) = read(params) else { return };
                let encoding = self.client.encoding;
                let Some(path) = path_of(&text_document.uri) else { return };
                let Some(document) = self.documents.get_mut(&path) else { return };
                document.version = text_document.version;
                content_changes.into_iter().for_each(|change| document.change(change, encoding));
                self.changed(path, PAUSE);
            }
            "textDocument/didSave" => {
                let Some(DidSaveTextDocumentParams { text_document, .. }) = read(params) else { return };
                let Some(path) = path_of(&text_document.uri) else { return };
                // Who includes it is checked again; what has not changed comes from the cache.
                let others: Vec<PathBuf> =
                    self.documents.keys().filter(|other| is_header(&path) || **other == path).cloned().collect();
                others.into_iter().for_each(|path| self.changed(path, Duration::ZERO));
            }
            "textDocument/didClose" => {
                let Some(DidCloseTextDocumentParams { text_document }) = read(params) else { return };
                path_of(&text_document.uri).into_iter().for_each(|path| self.closed(&path));
            }
            "$/cancelRequest" => self.cancelled(&params),
            "window/workDoneProgress/cancel" => self.stop(),
            _ => {}
        }
    }

    /// Has a document checked, and others that have shown something in it.
    fn changed(&mut self, path: PathBuf, pause: Duration) {
        let others = self.answers.iter().filter(|(other, answer)| **other != path && answer.shown.contains_key(&path));
        let others: Vec<PathBuf> = others.map(|(other, _)| other.clone()).collect();
        others.into_iter().for_each(|other| self.schedule(other, PAUSE));
        self.schedule(path, pause);
    }

    /// Has a document checked after a pause; what runs for an older text is stopped.
    fn schedule(&mut self, path: PathBuf, pause: Duration) {
        if self.running.as_ref().is_some_and(|running| running.path == path) {
            self.stop();
        }
        self.due.insert(path, Instant::now() + pause);
    }

    fn stop(&self) {
        self.running.iter().for_each(|running| running.stop.set());
    }

    /// Starts what is due, if nothing runs.
    fn start(&mut self) {
        let now = Instant::now();
        let next =
            self.due.iter().filter(|(_, at)| **at <= now).min_by_key(|(_, at)| **at).map(|(path, _)| path.clone());
        let Some(path) = next.filter(|_| self.running.is_none() && !self.is_down) else { return };
        self.due.remove(&path);
        let Some(version) = self.documents.get(&path).map(|document| document.version) else { return };
        let (stop, busy) = (Stop::default(), Busy::default());
        let instead = self
            .documents
            .iter()
            .filter(|(path, document)| std::fs::read(path).map_or(true, |disk| disk != document.text.as_bytes()));
        let instead = instead.map(|(path, document)| (path.clone(), document.text.clone().into_bytes())).collect();
        let environment = Environment {
            stop: Some(stop.clone()),
            busy: busy.clone(),
            instead: Arc::new(instead),
            ..self.environment.clone()
        };
        let (config, invocation) = (self.config.clone(), self.invocation.clone());
        let task = Task { path: path.clone(), config, invocation, environment };
        let (events, own) = (self.events.clone(), (path.clone(), stop.clone()));
        thread::spawn(move || {
            let (path, stop) = own;
            checks::run(&task, &mut |result| {
                if !stop.is_set() {
                    _ = events.send(Event::Told { path: path.clone(), version, result });
                }
            });
            _ = events.send(Event::Done { stop });
        });
        self.running = Some(Running { progress: Progress::begin(&mut self.client, &path, busy), path, stop });
    }

    /// Shows what was found, if it is about the newest text.
    fn told(&mut self, path: &Path, version: i32, result: Result<Vec<Checked>, String>) {
        if self.documents.get(path).is_none_or(|document| document.version != version) {
            return;
        }
        let complaint = result.as_ref().err().cloned();
        // Once, and not at each key.
        if let Some(why) = complaint.as_ref().filter(|_| complaint != self.complaint) {
            self.client.complain(why);
        }
        self.complaint = complaint;
        let units = result.unwrap_or_default();
        let mut shown: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        let all = units.iter().flat_map(|checked| self.with_places(|places| of(checked, places)));
        for one in all {
            let known = shown.entry(one.path).or_default();
            if !known.contains(&one.diagnostic) {
                known.push(one.diagnostic);
            }
        }
        shown.entry(path.to_owned()).or_default();
        let answer = Answer { version, units, shown };
        let is_shown = self.answers.get(path).is_some_and(|b| (b.version, &b.shown) == (version, &answer.shown));
        let before = self.answers.insert(path.to_owned(), answer);
        if !is_shown {
            self.publish(path, before);
        }
    }

    /// Publishes for all files that an answer is about, or was.
    fn publish(&self, path: &Path, before: Option<Answer>) {
        let now = self.answers.get(path).into_iter().flat_map(|answer| answer.shown.keys().cloned());
        let mut files: Vec<PathBuf> =
            before.into_iter().flat_map(|answer| answer.shown.into_keys()).chain(now).collect();
        files.sort();
        files.dedup();
        for file in files {
            // A header may be told of by several documents.
            let mut diagnostics: Vec<Diagnostic> = vec![];
            for one in self.answers.values().filter_map(|answer| answer.shown.get(&file)).flatten() {
                if !diagnostics.contains(one) {
                    diagnostics.push(one.clone());
                }
            }
            let version = self.documents.get(&file).map(|document| document.version);
            if let Some(uri) = uri_of(&file) {
                let params = PublishDiagnosticsParams { uri, diagnostics, version };
                self.client.notify("textDocument/publishDiagnostics", params);
            }
        }
    }

    fn done(&mut self, stop: &Stop) {
        let is_it = self.running.as_ref().is_some_and(|running| running.stop.is(stop));
        let Some(running) = self.running.take_if(|_| is_it) else { return };
        running.progress.end(&self.client);
        if !self.due.contains_key(&running.path) {
            self.answer_waiting(&running.path);
        }
    }

    fn closed(&mut self, path: &Path) {
        self.documents.remove(path);
        self.due.remove(path);
        if self.running.as_ref().is_some_and(|running| running.path == path) {
            self.stop();
        }
        let before = self.answers.remove(path);
        self.publish(path, before);
        self.answer_waiting(path);
    }

    fn hover(&self, params: &HoverParams) -> Option<lsp_types::Hover> {
        let at = &params.text_document_position_params;
        let path = path_of(&at.text_document.uri)?;
        let word = word(&self.documents.get(&path)?.text, at.position, self.client.encoding)?;
        hover(&self.answers.get(&path)?.units, word)
    }

    /// Who asks on purpose waits for a check that runs.
    fn asked_for_actions(&mut self, id: RequestId, params: CodeActionParams) {
        let Some(path) = path_of(&params.text_document.uri) else {
            return self.client.answer(Response::new_ok(id, ()));
        };
        let is_awaited = self.due.contains_key(&path) || self.running.as_ref().is_some_and(|r| r.path == path);
        let is_automatic = params.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
        self.waiting.push((id, path.clone(), params));
        if !is_awaited || is_automatic {
            self.answer_waiting(&path);
        }
    }

    fn answer_waiting(&mut self, path: &Path) {
        let (ready, others) = std::mem::take(&mut self.waiting).into_iter().partition(|(_, of, _)| of == path);
        self.waiting = others;
        for (id, path, params) in ready {
            let current = self.documents.get(&path).map(|document| document.version);
            let answer = self.answers.get(&path).filter(|answer| Some(answer.version) == current);
            let version = |path: &Path| self.documents.get(path).map(|document| document.version);
            let found = answer.map_or(vec![], |answer| {
                self.with_places(|places| actions(&answer.units, (&path, params.range), places, &version))
            });
            self.client.answer(Response::new_ok(id, found));
        }
    }

    fn cancelled(&mut self, params: &serde_json::Value) {
        let Some(wanted) = params.get("id").cloned().and_then(read::<RequestId>) else { return };
        let (gone, left) = std::mem::take(&mut self.waiting).into_iter().partition(|(id, ..)| *id == wanted);
        self.waiting = left;
        for (id, ..) in gone {
            let code = ErrorCode::RequestCanceled as i32;
            self.client.answer(Response::new_err(id, code, "cancelled".to_owned()));
        }
    }

    fn with_places<T>(&self, work: impl FnOnce(&Places<'_>) -> T) -> T {
        let sources = Kept::new(|path: &str| match self.documents.get(Path::new(path)) {
            Some(document) => Some(document.text.as_str().into()),
            None => Disk.text(path),
        });
        work(&Places { encoding: self.client.encoding, sources: &sources, pages: self.pages.as_deref() })
    }
}

fn read<T: DeserializeOwned>(value: serde_json::Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

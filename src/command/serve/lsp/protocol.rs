//! What the editor and the server agree on at the start, and how messages go out.

use super::documents::{Encoding, path_of};
use crate::command::serve::targets::Checked;
use crate::diagnostics::codes::CODES;
use crate::front::config::{Environment, Stop};
use lsp_server::{Connection, IoThreads, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability, HoverProviderCapability,
    InitializeParams, MessageType, PositionEncodingKind, SaveOptions, ServerCapabilities, ShowMessageParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// What the loop waits for.
pub(super) enum Event {
    Message(Message),
    /// The editor is gone.
    Gone,
    Told {
        path: PathBuf,
        version: i32,
        result: Result<Vec<Checked>, String>,
    },
    Done {
        stop: Stop,
    },
}

/// The other side.
pub(super) struct Client {
    connection: Connection,
    threads: IoThreads,
    pub(super) encoding: Encoding,
    /// It shows progress.
    pub(super) has_progress: bool,
    /// Of requests to it.
    next: i32,
}

/// Agrees with the editor. With the channel of all that comes, and the folder that is open.
///
/// # Errors
/// If it speaks something else.
pub(super) fn start(environment: &Environment) -> Result<(Client, Sender<Event>, Receiver<Event>, PathBuf), String> {
    let (connection, threads) = Connection::stdio();
    let (id, params) = connection.initialize_start().map_err(|e| e.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|e| e.to_string())?;
    let encoding = encoding(&params.capabilities);
    let answer = serde_json::json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "raceproof", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(|e| e.to_string())?;
    let has_progress = params.capabilities.window.and_then(|window| window.work_done_progress).unwrap_or(false);
    let first = params.workspace_folders.into_iter().flatten().next();
    let root = first.and_then(|folder| path_of(&folder.uri)).unwrap_or_else(|| environment.directory.clone());
    let (events, receiver) = mpsc::channel();
    let (incoming, to) = (connection.receiver.clone(), events.clone());
    thread::spawn(move || {
        for message in incoming {
            if to.send(Event::Message(message)).is_err() {
                return;
            }
        }
        _ = to.send(Event::Gone);
    });
    Ok((Client { connection, threads, encoding, has_progress, next: 0 }, events, receiver, root))
}

fn encoding(client: &ClientCapabilities) -> Encoding {
    let known = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    let has_bytes = known.is_some_and(|known| known.contains(&PositionEncodingKind::UTF8));
    if has_bytes { Encoding::Utf8 } else { Encoding::Utf16 }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let encoding = match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
    };
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
        ..TextDocumentSyncOptions::default()
    };
    let actions =
        CodeActionOptions { code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]), ..CodeActionOptions::default() };
    ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        ..ServerCapabilities::default()
    }
}

/// Puts the pages of `explain` where an editor can open them, in the folder of the cache; nothing if there is none.
pub(super) fn pages(environment: &Environment) -> Option<PathBuf> {
    let folder = environment.cache.as_ref()?.join("explain");
    std::fs::create_dir_all(&folder).ok()?;
    for code in CODES {
        let path = folder.join(format!("{}.md", code.id));
        let is_there = std::fs::read(&path).is_ok_and(|known| known == code.page.as_bytes());
        if !is_there {
            std::fs::write(&path, code.page).ok()?;
        }
    }
    Some(folder)
}

impl Client {
    fn send(&self, message: Message) {
        // Where the editor is gone, the loop hears of it.
        _ = self.connection.sender.send(message);
    }

    pub(super) fn answer(&self, response: Response) {
        self.send(Message::Response(response));
    }

    pub(super) fn notify(&self, method: &str, params: impl Serialize) {
        self.send(Message::Notification(Notification::new(method.to_owned(), params)));
    }

    /// The number of the next request to it.
    pub(super) fn count(&self) -> i32 {
        self.next + 1
    }

    pub(super) fn ask(&mut self, method: &str, params: impl Serialize) {
        self.next += 1;
        self.send(Message::Request(Request::new(RequestId::from(self.next), method.to_owned(), params)));
    }

    pub(super) fn complain(&self, why: &str) {
        let message = format!("raceproof: {why}");
        self.notify("window/showMessage", ShowMessageParams { typ: MessageType::WARNING, message });
    }

    /// Waits until all is written.
    pub(super) fn close(self) {
        drop(self.connection);
        _ = self.threads.join();
    }
}

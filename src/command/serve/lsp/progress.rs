//! A progress bar for each check, where the editor has them.

use super::protocol::Client;
use crate::front::busy::Busy;
use lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often it is said what is being worked at.
const BETWEEN: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    /// Nothing where the editor shows none.
    token: Option<NumberOrString>,
    busy: Busy,
    said: (Instant, String),
}

impl Progress {
    pub(super) fn begin(client: &mut Client, path: &Path, busy: Busy) -> Progress {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let token = client.has_progress.then(|| {
            let token = NumberOrString::String(format!("raceproof/{}", client.count()));
            client.ask("window/workDoneProgress/create", WorkDoneProgressCreateParams { token: token.clone() });
            token
        });
        let progress = Progress { token, busy, said: (Instant::now(), String::new()) };
        let begin = WorkDoneProgressBegin {
            title: format!("raceproof checks {name}"),
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        };
        progress.say(client, WorkDoneProgress::Begin(begin));
        progress
    }

    pub(super) fn report(&mut self, client: &Client) {
        let (at, last) = &self.said;
        let Some(sentence) = self.busy.sentence().filter(|new| at.elapsed() >= BETWEEN && new != last) else { return };
        self.said = (Instant::now(), sentence.clone());
        let report = WorkDoneProgressReport { message: Some(sentence), ..WorkDoneProgressReport::default() };
        self.say(client, WorkDoneProgress::Report(report));
    }

    pub(super) fn end(self, client: &Client) {
        self.say(client, WorkDoneProgress::End(WorkDoneProgressEnd::default()));
    }

    fn say(&self, client: &Client, what: WorkDoneProgress) {
        if let Some(token) = self.token.clone() {
            client.notify("$/progress", ProgressParams { token, value: ProgressParamsValue::WorkDone(what) });
        }
    }
}

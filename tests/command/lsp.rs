//! `raceproof lsp`: sessions of a scripted client over standard input and output.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The comment has a character of two units in UTF-16 before what is reported.
const RACY: &str = "__global__ void turn(int *x) {
  __shared__ int s[64];
  /* \u{1f600} */ s[threadIdx.x] = 1;
  x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void scatter(int *x, int step) {
  x[threadIdx.x * step] = threadIdx.x;
}
__global__ void right(int *x) { x[threadIdx.x] = 1; }
";
/// Longer than the slowest check of these on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(120);

struct Editor {
    folder: TempDir,
    process: Child,
    stdin: ChildStdin,
    incoming: Receiver<Value>,
    next: i32,
    /// All that was said, in order, without what differs from run to run.
    session: Vec<String>,
}

impl Editor {
    fn start(folder: TempDir, options: &[&str]) -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        command.arg("lsp").args(options).current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path().join("cache"));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let (sender, incoming) = mpsc::channel();
        thread::spawn(move || {
            while let Some(message) = message(&mut out) {
                _ = sender.send(message);
            }
        });
        let stdin = process.stdin.take().unwrap();
        let mut editor = Editor { folder, process, stdin, incoming, next: 0, session: vec![] };
        let root = editor.uri("");
        let capabilities = json!({ "window": { "workDoneProgress": true } });
        let folders = json!([{ "uri": root, "name": "project" }]);
        editor.ask(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "workspaceFolders": folders }),
        );
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.folder.path().display())
    }

    fn note(&mut self, arrow: &str, message: &Value) {
        let text = serde_json::to_string_pretty(message).unwrap();
        let text = text.replace(&*self.folder.path().to_string_lossy(), "ROOT");
        self.session.push(format!("{arrow} {}", text.replace(env!("CARGO_PKG_VERSION"), "VERSION")));
    }

    fn send(&mut self, mut message: Value) {
        self.note("-->", &message);
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.stdin.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// The next message that is wanted; those before it are noted.
    fn until(&mut self, is_wanted: &dyn Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let mut message = self.incoming.recv_timeout(left).unwrap();
            message.as_object_mut().unwrap().remove("jsonrpc");
            if message["params"]["value"]["kind"] != "report" {
                self.note("<--", &message);
            }
            if is_wanted(&message) {
                return message;
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        self.send(json!({ "id": self.next, "method": method, "params": params }));
        self.next
    }

    fn answer(&mut self, id: i32) -> Value {
        self.until(&|message| message["id"] == id && message.get("method").is_none())
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)["result"].clone()
    }

    fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.tell(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "cuda-cpp", "version": 1, "text": text } }),
        );
    }

    fn change(&mut self, name: &str, version: i32, changes: Value) {
        let uri = self.uri(name);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }),
        );
    }

    /// The diagnostics that come next for a file.
    fn diagnostics(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        let message = self.until(&|m| m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == *uri);
        message["params"].clone()
    }

    fn actions(&mut self, name: &str, line: u32) -> Value {
        let uri = self.uri(name);
        let at = json!({ "line": line, "character": 0 });
        let context = json!({ "diagnostics": [], "triggerKind": 1 });
        self.ask(
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": context }),
        )
    }

    fn hover(&mut self, name: &str, line: u32, character: u32) -> Value {
        let uri = self.uri(name);
        self.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } }),
        )
    }

    fn close(mut self) -> String {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
        self.session.join("\n")
    }
}

/// One message, by its heading.
fn message(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        out.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    out.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Puts the edits of an action into a text whose lines have one unit for each byte where they are.
fn applied(text: &str, action: &Value) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let edits = action["edit"]["documentChanges"][0]["edits"].as_array().unwrap();
    let mut edits: Vec<(usize, &str)> = edits
        .iter()
        .map(|edit| {
            assert_eq!(edit["range"]["start"]["character"], 0);
            (edit["range"]["start"]["line"].as_u64().unwrap() as usize, edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_by_key(|(line, _)| std::cmp::Reverse(*line));
    for (line, new) in edits {
        lines.insert(line, new.to_owned());
    }
    lines.concat()
}

#[test]
fn a_session_from_a_race_to_its_repair() {
    let folder = folder(&[("a.cu", RACY)]);
    let mut editor = Editor::start(folder, &["--block-dim", "64", "--grid-dim", "1"]);
    editor.open("a.cu", RACY);
    let shown = editor.diagnostics("a.cu");
    assert_eq!(shown["diagnostics"].as_array().unwrap().len(), 2, "{shown}");
    let start = &shown["diagnostics"][0]["range"]["start"];
    assert_eq!((&start["line"], &start["character"]), (&json!(2), &json!(26)), "in units of UTF-16");
    let actions = editor.actions("a.cu", 2);
    assert_eq!(actions[0]["isPreferred"], true, "{actions}");
    let repaired = applied(RACY, &actions[0]);
    assert_eq!(repaired, RACY.replace("= 1;\n  x", "= 1;\n  __syncthreads();\n  x"));
    let hover = editor.hover("a.cu", 8, 17);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("proved race-free"), "{hover}");
    assert_eq!(editor.hover("a.cu", 8, 2), Value::Null);
    let end = json!({ "line": 3, "character": 0 });
    editor.change("a.cu", 2, json!([{ "range": { "start": end, "end": end }, "text": "  __syncthreads();\n" }]));
    let shown = editor.diagnostics("a.cu");
    assert_eq!((&shown["version"], shown["diagnostics"].as_array().unwrap().len()), (&json!(2), 1), "{shown}");
    let contract = editor.actions("a.cu", 7);
    let stated = applied(&repaired, &contract[0]);
    assert!(stated.starts_with("#include <raceproof.h>\n") && stated.contains("{\n  __requires("), "{stated}");
    editor.change("a.cu", 3, json!([{ "text": stated }]));
    assert_eq!(editor.diagnostics("a.cu")["diagnostics"], json!([]));
    let uri = editor.uri("a.cu");
    editor.until(&|message| message["params"]["value"]["kind"] == "end");
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    editor.diagnostics("a.cu");
    insta::assert_snapshot!(editor.close());
}

#[test]
fn an_answer_about_an_older_text_is_not_shown() {
    let folder = folder(&[("a.cu", RACY)]);
    let mut editor = Editor::start(folder, &["--block-dim", "64", "--grid-dim", "1"]);
    editor.open("a.cu", RACY);
    for version in 2..6 {
        editor.change("a.cu", version, json!([{ "text": format!("// {version}\n{RACY}") }]));
    }
    editor.change("a.cu", 6, json!([{ "text": "__global__ void k(int *x) { x[threadIdx.x] = 1; }\n" }]));
    let shown = editor.diagnostics("a.cu");
    assert_eq!((&shown["version"], &shown["diagnostics"]), (&json!(6), &json!([])));
    editor.open("unsaved.cu", RACY);
    assert_eq!(editor.diagnostics("unsaved.cu")["diagnostics"].as_array().unwrap().len(), 2, "it is no file yet");
    // A request that waits for a check can be taken back.
    editor.change("a.cu", 7, json!([{ "text": RACY }]));
    let at = json!({ "line": 2, "character": 0 });
    let uri = editor.uri("a.cu");
    let params = json!({ "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": { "diagnostics": [] } });
    let id = editor.request("textDocument/codeAction", params);
    editor.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(editor.answer(id)["error"]["code"], -32800);
    editor.close();
}

#[test]
fn files_are_compiled_as_their_project_says() {
    let tile = "__global__ void tile(int *y) {\n  __shared__ int s[SIZE];\n  s[threadIdx.x] = 1;\n  y[threadIdx.x] = s[SIZE - 1 - threadIdx.x];\n}\n";
    let files =
        [("src/a.cu", "#include \"tile.cuh\"\n"), ("inc/tile.cuh", tile), ("src/b.cu", RACY), ("old/c.cu", RACY)];
    let folder = folder(&files);
    let entry = |file: &str| json!({ "directory": folder.path(), "file": file, "command": format!("nvcc -Iinc -DSIZE=64 -c {file}") });
    fs::create_dir(folder.path().join("build")).unwrap();
    fs::write(folder.path().join("build/compile_commands.json"), json!([entry("src/a.cu")]).to_string()).unwrap();
    let toml = "exclude = [\"old\"]\n[severity]\nRP0001 = \"warning\"\n[kernels.tile]\nblock-dim = 64\ngrid-dim = 1\n";
    fs::write(folder.path().join("raceproof.toml"), toml).unwrap();
    let mut editor = Editor::start(folder, &[]);
    editor.open("src/a.cu", "#include \"tile.cuh\"\n");
    let shown = editor.diagnostics("inc/tile.cuh");
    assert_eq!(shown["diagnostics"][0]["severity"], 2, "{shown}");
    // A header is checked in the unit that includes it, with what the editor has of both.
    editor.open("inc/tile.cuh", &tile.replace("] = 1;", "] = 1; __syncthreads();"));
    while editor.diagnostics("inc/tile.cuh")["diagnostics"] != json!([]) {}
    editor.open("old/c.cu", RACY);
    assert_eq!(editor.diagnostics("old/c.cu")["diagnostics"], json!([]), "it is excluded");
    editor.close();
}

#[test]
fn a_contract_on_contents_may_stand_in_the_project_s_file() {
    let scatter = "__global__ void scatter(int *x, const int *to, int n) {\n  int i = threadIdx.x;\n  if (i < n) x[to[i]] = i;\n}\n";
    let folder = folder(&[("a.cu", scatter), ("raceproof.toml", "[severity]\n")]);
    let mut editor = Editor::start(folder, &["--block-dim", "64", "--grid-dim", "1"]);
    editor.open("a.cu", scatter);
    assert_eq!(editor.diagnostics("a.cu")["diagnostics"].as_array().unwrap().len(), 1);
    let actions = editor.actions("a.cu", 2);
    let titles: Vec<&str> = actions.as_array().unwrap().iter().map(|a| a["title"].as_str().unwrap()).collect();
    let wanted = [
        "state `__requires_distinct(to, n);` in `scatter`",
        "state it for `scatter` in raceproof.toml",
        "allow RP0001 here, with a reason",
    ];
    assert_eq!(titles, wanted);
    let toml = applied("[severity]\n", &actions[1]);
    assert_eq!(toml, "[severity]\n\n[kernels.scatter]\nrequires = [\"distinct(to, n)\"]\n");
    fs::write(editor.folder.path().join("raceproof.toml"), toml).unwrap();
    let uri = editor.uri("a.cu");
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.diagnostics("a.cu")["diagnostics"], json!([]));
    editor.close();
}

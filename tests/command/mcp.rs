//! `raceproof mcp`: a session of a scripted client over standard input and output.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const RACY: &str = "__global__ void turn(int *x) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  x[threadIdx.x] = s[63 - threadIdx.x];
}
";

struct Agent {
    process: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    next: i32,
    /// All that was said, without what differs from run to run.
    session: Vec<String>,
    folder: String,
}

impl Agent {
    fn start(folder: &Path) -> Agent {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        command.args(["mcp", "--grid-dim", "1"]).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let folder = folder.to_string_lossy().into_owned();
        Agent { process, stdin, stdout, next: 0, session: vec![], folder }
    }

    fn note(&mut self, arrow: &str, message: &Value) {
        let text = serde_json::to_string_pretty(message).unwrap();
        let text = text.replace(&self.folder, "ROOT").replace(env!("CARGO_PKG_VERSION"), "VERSION");
        self.session.push(format!("{arrow} {text}"));
    }

    fn send(&mut self, mut message: Value) {
        self.note("-->", &message);
        message["jsonrpc"] = json!("2.0");
        writeln!(self.stdin, "{message}").unwrap();
        self.stdin.flush().unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(json!({ "id": self.next, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "the server is gone");
            let mut message: Value = serde_json::from_str(&line).unwrap();
            message.as_object_mut().unwrap().remove("jsonrpc");
            // The text is the structure once more, for older clients.
            if let Some(result) = message["result"].as_object_mut()
                && let Some(structure) = result.get("structuredContent").cloned()
            {
                let text = result.remove("content").unwrap()[0]["text"].take();
                assert_eq!(serde_json::from_str::<Value>(text.as_str().unwrap()).unwrap(), structure);
            }
            self.note("<--", &message);
            if message["id"] == self.next {
                return message["result"].clone();
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    fn finish(self) -> String {
        let Agent { mut process, stdin, session, .. } = self;
        drop(stdin);
        assert_eq!(process.wait().unwrap().code(), Some(0));
        session.join("\n")
    }
}

#[test]
fn a_session_from_a_text_to_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), RACY).unwrap();
    let mut agent = Agent::start(folder.path());
    let client = json!({ "name": "test", "version": "1" });
    agent.ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }));
    agent.send(json!({ "method": "notifications/initialized" }));
    let tools = agent.ask("tools/list", json!({}));
    let names: Vec<&str> = tools["tools"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["check", "fix", "explain", "reproduce"]);

    let block = json!(["--block-dim", "64"]);
    let found = agent.call("check", json!({ "source": RACY, "options": block }));
    let found = &found["structuredContent"];
    assert_eq!((&found["verdict"], &found["kernels"][0]["races"]), (&json!("errors"), &json!("race")));
    let fixed = agent.call("fix", json!({ "source": RACY, "options": block }));
    let diff = fixed["structuredContent"]["diff"].as_str().unwrap();
    assert!(
        diff.starts_with("--- a/kernel.cu\n+++ b/kernel.cu\n") && diff.contains("\n+  __syncthreads();\n"),
        "{diff}"
    );
    assert_eq!(fixed["structuredContent"]["after"]["verdict"], "proved");

    let written = agent.call("fix", json!({ "path": "a.cu", "options": block, "write": true }));
    assert_eq!(written["structuredContent"]["written"], true);
    let repaired = RACY.replace("= 1;\n", "= 1;\n  __syncthreads();\n");
    assert_eq!(fs::read_to_string(folder.path().join("a.cu")).unwrap(), repaired);
    agent.call("check", json!({ "path": "a.cu", "options": block }));

    fs::write(folder.path().join("b.cu"), RACY).unwrap();
    let made = agent.call("reproduce", json!({ "path": "b.cu", "finding": "b.cu:3", "options": block }));
    assert!(made["structuredContent"]["next"].as_str().unwrap().ends_with("reproduce run"), "{made}");
    assert!(folder.path().join("reproduce/reproduce.cu").exists());

    for (tool, arguments, why) in [
        ("check", json!({}), "give `path` or `source`"),
        ("check", json!({ "source": RACY, "optoins": [] }), "unknown field `optoins`"),
        ("check", json!({ "source": RACY, "options": ["--block-dmi", "64"] }), "did you mean"),
        ("check", json!({ "path": "none.cu" }), "there is no such file"),
        ("explain", json!({ "code": "RP9999" }), "there is no code `RP9999`"),
        ("prove", json!({}), "there is no tool `prove`"),
    ] {
        let result = agent.call(tool, arguments);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(result["isError"] == true && text.contains(why), "{tool}: {text}");
    }
    insta::assert_snapshot!(agent.finish());
}

#[test]
fn a_page_explains_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let mut agent = Agent::start(folder.path());
    let client = json!({ "name": "test", "version": "1" });
    agent.ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }));
    agent.send(json!({ "method": "notifications/initialized" }));
    let page = agent.call("explain", json!({ "code": "data-race" }));
    assert!(page["structuredContent"]["page"].as_str().unwrap().contains("RP0001"), "{page}");
    agent.finish();
}

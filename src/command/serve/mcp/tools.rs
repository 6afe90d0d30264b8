//! The tools: what their arguments are, and what each does.
//!
//! A source is a file or a text. A text is checked as a file of the working directory that does not exist. Options are those of
//! `raceproof check`; they come behind those that the server was started with.

use super::answers;
use super::patch;
use crate::command::cli::{self, Command};
use crate::command::mend::{Repaired, repaired};
use crate::command::reproduce::reproduce as written;
use crate::command::serve::targets::{Target, targets};
use crate::diagnostics::explain as page;
use crate::diagnostics::fingerprint::lexically;
use crate::front::config::{Config, Environment, Stop};
use crate::verdict::FileReport;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// What a text is called that has no name.
const UNNAMED: &str = "kernel.cu";

/// One tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// The JSON schema of its arguments.
    pub(super) arguments: fn() -> Value,
    run: fn(&Base, Value, Stop) -> Result<Value, String>,
}

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "check",
        description: "Prove the CUDA kernels of a source free of data races and barrier divergence, or show a witness for each finding. \
                      Give `path` or `source`.",
        arguments: || schema(&[]),
        run: check,
    },
    Tool {
        name: "fix",
        description: "Find barriers (`__syncthreads()`, `__syncwarp()`) that remove the races of a source, each proved by a check of the \
                      changed source. Gives a diff; nothing is written unless `write` is true.",
        arguments: || {
            schema(&[(
                "write",
                json!({ "type": "boolean", "description": "write the changed file (only with `path`)" }),
            )])
        },
        run: fix,
    },
    Tool {
        name: "explain",
        description: "The page of a code: a finding (RP0001), an assumption (RA0001), an approximation (RB0001), a reason (RU0001), or `unknown`.",
        arguments: || {
            json!({
                "type": "object", "required": ["code"], "additionalProperties": false,
                "properties": { "code": { "type": "string", "description": "for example RP0001 or data-race" } },
            })
        },
        run: explain,
    },
    Tool {
        name: "reproduce",
        description: "Write a CUDA program and a Makefile that show a finding of `check` on a GPU, into a folder.",
        arguments: || {
            json!({
                "type": "object", "required": ["finding", "path"], "additionalProperties": false,
                "properties": {
                    "path": { "type": "string", "description": "the file that was checked" },
                    "finding": { "type": "string", "description": "its `id` as `check` gives it, or FILE:LINE" },
                    "folder": { "type": "string", "description": "where to write, `reproduce` by default" },
                    "options": options(),
                },
            })
        },
        run: reproduce,
    },
];

fn options() -> Value {
    json!({
        "type": "array", "items": { "type": "string" },
        "description": "options of `raceproof check`, such as [\"--block-dim\", \"256\"], [\"-I\", \"include\"], [\"--kernel\", \"k\"]",
    })
}

/// The arguments that tools for sources share, with more.
fn schema(more: &[(&str, Value)]) -> Value {
    let mut properties = json!({
        "path": { "type": "string", "description": "a .cu file; it is compiled as the compile_commands.json above it says" },
        "source": { "type": "string", "description": "CUDA source text, instead of `path`" },
        "filename": { "type": "string", "description": "what `source` is called; includes are looked for beside it" },
        "options": options(),
    });
    for (name, value) in more {
        properties[*name] = value.clone();
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// What the server was started with.
pub(super) struct Base {
    options: Vec<OsString>,
    environment: Environment,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    path: Option<PathBuf>,
    source: Option<String>,
    filename: Option<PathBuf>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    write: bool,
    finding: Option<String>,
    folder: Option<PathBuf>,
}

/// Does what a tool does.
///
/// # Errors
/// Why it does not, for who called it.
pub(super) fn call(base: &Base, name: &str, arguments: Value, stop: Stop) -> Result<Value, String> {
    let tool = TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| format!("there is no tool `{name}`"))?;
    (tool.run)(base, arguments, stop)
}

impl Base {
    pub(super) fn new(environment: &Environment) -> Base {
        let options = environment.arguments.iter().skip(1).cloned().collect();
        Base { options, environment: Environment { keeps_kernels: true, ..environment.clone() } }
    }

    /// The compilations of what is asked about.
    fn targets(&self, asked: &Asked, stop: Stop) -> Result<Vec<Target>, String> {
        let mut environment = Environment { stop: Some(stop), ..self.environment.clone() };
        let path = match (&asked.path, &asked.source) {
            (Some(path), None) => path.clone(),
            (None, Some(_)) => asked.filename.clone().unwrap_or_else(|| PathBuf::from(UNNAMED)),
            (Some(_), Some(_)) | (None, None) => return Err("give `path` or `source`".to_owned()),
        };
        let whole = lexically(&environment.directory.join(&path));
        match &asked.source {
            Some(source) => {
                environment.instead = Arc::new(BTreeMap::from([(whole.clone(), source.clone().into_bytes())]));
            }
            None if !whole.is_file() => return Err(format!("{}: there is no such file", path.display())),
            None => {}
        }
        let words = std::iter::once(OsString::from("check")).chain(self.options.iter().cloned());
        let words = words.chain(asked.options.iter().map(OsString::from)).chain([whole.clone().into_os_string()]);
        let Command::Check { config, invocation, files } =
            cli::parse(words, &environment).map_err(|e| e.to_string())?
        else {
            return Err("`options` are those of `raceproof check` for one file, without -p".to_owned());
        };
        if files.len() != 1 || config.fix || config.watch || config.output.is_some() || config.write_baseline.is_some()
        {
            return Err("`options` name no files and no --fix, --watch, --output or --write-baseline".to_owned());
        }
        // What a check comes to that was stopped is no answer to keep.
        let config = Config { strict: true, emit: None, ..config };
        let mut targets = targets(&whole, &config, &invocation, &environment)?;
        // As `raceproof check` names it here, for its findings to have the same ids.
        for target in targets.iter_mut().filter(|target| target.environment.directory == environment.directory) {
            if let Ok(below) = target.file.strip_prefix(&environment.directory) {
                target.file = below.to_owned();
            }
        }
        if targets.is_empty() {
            return Err(format!("{}: raceproof.toml excludes it", path.display()));
        }
        Ok(targets)
    }
}

fn asked(arguments: Value) -> Result<Asked, String> {
    serde_json::from_value(arguments).map_err(|e| format!("the arguments: {e}"))
}

fn check(base: &Base, arguments: Value, stop: Stop) -> Result<Value, String> {
    let targets = base.targets(&asked(arguments)?, stop)?;
    let checked: Result<Vec<_>, String> = targets.iter().map(|target| target.settled(target.report())).collect();
    Ok(answers::of(&checked?, &base.environment.directory))
}

fn fix(base: &Base, arguments: Value, stop: Stop) -> Result<Value, String> {
    let asked = asked(arguments)?;
    let targets = base.targets(&asked, stop)?;
    let [target] = targets.as_slice() else {
        return Err("several units compile it: name one source file".to_owned());
    };
    let before: FileReport = target.report();
    let Repaired { report, changed: changes, .. } = repaired(&target.check(), &target.file, before);
    let directory = &base.environment.directory;
    let (mut diff, mut files) = (String::new(), vec![]);
    for (path, text) in &changes {
        let old = target.environment.text_of(path).unwrap_or_default();
        diff += &patch::of(path.strip_prefix(directory).unwrap_or(path), &old, text);
        files.push(path.strip_prefix(directory).unwrap_or(path).display().to_string());
        if asked.write && asked.path.is_some() {
            std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    let after = answers::of(&[target.settled(report)?], directory);
    let is_written = asked.write && asked.path.is_some() && !changes.is_empty();
    let next = match (changes.is_empty(), is_written) {
        (true, _) => "no barrier that was tried removes a race; `check` says what else helps",
        (false, true) => "the files are changed",
        (false, false) => "apply the diff: with it `after` is what `check` says",
    };
    Ok(json!({ "diff": diff, "files": files, "written": is_written, "after": after, "next": next }))
}

fn explain(_: &Base, arguments: Value, _: Stop) -> Result<Value, String> {
    let code = arguments.get("code").and_then(Value::as_str).ok_or("give `code`")?;
    let text = page(code).ok_or_else(|| format!("there is no code `{code}`"))?;
    Ok(json!({ "code": code, "page": text }))
}

fn reproduce(base: &Base, arguments: Value, stop: Stop) -> Result<Value, String> {
    let asked = asked(arguments)?;
    let finding = asked.finding.clone().ok_or("give `finding`")?;
    let folder = asked.folder.clone().unwrap_or_else(|| PathBuf::from("reproduce"));
    let folder = base.environment.directory.join(folder);
    if asked.source.is_some() {
        return Err("a program includes its source: give `path`".to_owned());
    }
    let targets = base.targets(&asked, stop)?;
    let [target] = targets.as_slice() else {
        return Err("several units compile it: name one source file".to_owned());
    };
    written(&target.check(), std::slice::from_ref(&target.file), &finding, &asked.options, &folder)?;
    let run = format!("make -C {} run", folder.display());
    Ok(json!({ "files": ["reproduce.cu", "Makefile"], "folder": folder, "next": run }))
}

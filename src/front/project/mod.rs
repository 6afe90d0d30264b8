//! `raceproof.toml`: what holds for all sources below its folder. The nearest one above a source counts, alone.
//!
//! The command line is stronger. A key that is not known is an error, so that a misspelt one does not go unnoticed; the
//! name of a kernel that no source has is none, since each source has others. `docs/build.md` describes the keys.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::diagnostics::severity::{Action, Topic};
use crate::front::config::{Config, ContentsFact, Extent, KernelFacts, LevelLimit};
use crate::front::seconds;

const NAME: &str = "raceproof.toml";

/// A file that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Project {
    /// Where it lies, absolute.
    folder: PathBuf,
    keys: Keys,
}

#[derive(Debug, Error)]
pub enum ProjectError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}:{column}: {message}", path.display())]
    Malformed { path: PathBuf, line: usize, column: usize, message: String },
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Keys {
    exclude: Vec<PathBuf>,
    level: Option<Level>,
    timeout: Option<Seconds>,
    severity: BTreeMap<Named, Severity>,
    kernels: BTreeMap<String, KernelKeys>,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct KernelKeys {
    block_dim: Option<Dimensions>,
    grid_dim: Option<Dimensions>,
    params: BTreeMap<String, Value>,
    requires: Vec<Contract>,
}

/// A contract on contents, as one or two facts.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Contract(Vec<ContentsFact>);

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Warp,
    Block,
    Grid,
    All,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Default,
    Off,
    Warning,
    Error,
}

/// Its key, and what it names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Named(String);

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(try_from = "f64")]
struct Seconds(Duration);

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(try_from = "OneOrMore")]
struct Dimensions(Extent);

#[derive(Deserialize)]
#[serde(untagged, expecting = "a positive number, or up to three in brackets")]
enum OneOrMore {
    One(u32),
    More(Vec<u32>),
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "an integer or a truth value")]
enum Value {
    Integer(i64),
    Truth(bool),
}

impl TryFrom<String> for Named {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match Topic::parse(&name) {
            Some(_) => Ok(Named(name)),
            None => Err(format!("`{name}` names no finding: known are {}", Topic::names().join(", "))),
        }
    }
}

impl TryFrom<String> for Contract {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        requires::facts(&text).map(Contract)
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        seconds::positive(number).map(Seconds).ok_or_else(|| "no positive number of seconds".to_owned())
    }
}

impl TryFrom<OneOrMore> for Dimensions {
    type Error = String;

    fn try_from(given: OneOrMore) -> Result<Self, String> {
        let numbers = match given {
            OneOrMore::One(number) => vec![number],
            OneOrMore::More(numbers) => numbers,
        };
        if numbers.is_empty() || numbers.len() > 3 || numbers.contains(&0) {
            return Err("one to three positive numbers are wanted".to_owned());
        }
        let mut extent = [1; 3];
        extent[..numbers.len()].copy_from_slice(&numbers);
        Ok(Dimensions(extent))
    }
}

impl Project {
    /// The nearest file above a source, which is relative to `directory`.
    ///
    /// # Errors
    /// If there is one that cannot be read, or holds what means nothing.
    pub fn of(source: &Path, directory: &Path) -> Result<Option<Project>, ProjectError> {
        let source = directory.join(source);
        let source = std::path::absolute(&source).unwrap_or(source);
        for folder in source.ancestors().skip(1) {
            let path = folder.join(NAME);
            match std::fs::read_to_string(&path) {
                Ok(text) => return read(path, &text).map(Some),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(ProjectError::Unreadable { path, source }),
            }
        }
        Ok(None)
    }

    pub fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Whether the source is not to be checked.
    pub fn excludes(&self, source: &Path, directory: &Path) -> bool {
        let source = directory.join(source);
        let source = std::path::absolute(&source).unwrap_or(source);
        self.keys.exclude.iter().any(|path| source.starts_with(self.folder.join(path)))
    }

    /// What the command line asks for, and where it asks for nothing, this.
    #[must_use]
    pub fn complete(&self, config: &Config) -> Config {
        let level = self.keys.level.map(|level| match level {
            Level::Warp => LevelLimit::Warp,
            Level::Block => LevelLimit::Block,
            Level::Grid => LevelLimit::Grid,
            Level::All => LevelLimit::All,
        });
        let rules = self.keys.severity.iter().filter_map(|(name, severity)| {
            let action = match severity {
                Severity::Default => Action::Default,
                Severity::Off => Action::Off,
                Severity::Warning => Action::Warn,
                Severity::Error => Action::Error,
            };
            Some((Topic::parse(&name.0)?, action))
        });
        let facts = self.keys.kernels.iter().map(|(name, keys)| {
            let params = keys.params.iter().map(|(name, value)| match *value {
                Value::Integer(number) => (name.clone(), number.into()),
                Value::Truth(truth) => (name.clone(), truth.into()),
            });
            let facts = KernelFacts {
                block_dim: keys.block_dim.map(|dimensions| dimensions.0),
                grid_dim: keys.grid_dim.map(|dimensions| dimensions.0),
                params: params.collect(),
                contents: keys.requires.iter().flat_map(|contract| contract.0.clone()).collect(),
            };
            (name.clone(), facts)
        });
        Config {
            level: config.level.or(level),
            timeout: config.timeout.or(self.keys.timeout.map(|seconds| seconds.0)),
            policy: config.policy.preceded_by(rules),
            facts: facts.collect(),
            ..config.clone()
        }
    }
}

fn read(path: PathBuf, text: &str) -> Result<Project, ProjectError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    toml::from_str(text).map(|keys| Project { folder, keys }).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        let message = error.message().lines().collect::<Vec<_>>().join(" ");
        ProjectError::Malformed { path, line, column, message }
    })
}

mod requires;
#[cfg(test)]
mod tests;

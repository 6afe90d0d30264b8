//! `raceproof.toml`: what holds for all sources below its folder. The nearest one above a source counts, alone, unless it extends
//! another one: then what it says comes on top of what the other says.
//!
//! The command line is stronger. A key that is not known is an error, so that a misspelt one does not go unnoticed; the
//! name of a kernel that no source has is none, since each source has others. `docs/build.md` describes the keys.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::diagnostics::pattern::Pattern;
use crate::diagnostics::severity::{Action, Ruling, Scope, Topic};
use crate::front::config::{Config, ContentsFact, Extent, KernelFacts, LevelLimit};
use crate::front::{near, seconds};

/// What such a file is called.
pub const NAME: &str = "raceproof.toml";
/// All keys, commented out.
const TEMPLATE: &str = include_str!("template.toml");

/// How many files may extend each other.
const MOST: usize = 16;

/// A file that was read, with those that it extends.
#[derive(Clone, PartialEq, Debug)]
pub struct Project {
    /// Of the file that is nearest to the source.
    path: PathBuf,
    /// What is extended comes first.
    layers: Vec<Layer>,
}

/// One file.
#[derive(Clone, PartialEq, Debug)]
struct Layer {
    /// Where it lies, absolute.
    folder: PathBuf,
    keys: Keys,
}

#[derive(Debug, Error)]
pub enum ProjectError {
    #[error("{} cannot be written: {source}", path.display())]
    Unwritten { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}:{column}: {message}", path.display())]
    Malformed { path: PathBuf, line: usize, column: usize, message: String },
    #[error("{}: `extends` leads round in a circle, or through more than {MOST} files", path.display())]
    Endless { path: PathBuf },
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Keys {
    /// Another file, whose keys hold where this one has none.
    extends: Option<PathBuf>,
    exclude: Vec<String>,
    level: Option<Level>,
    timeout: Option<Seconds>,
    severity: BTreeMap<Named, Severity>,
    kernels: BTreeMap<String, KernelKeys>,
    #[serde(rename = "override")]
    overrides: Vec<Override>,
}

/// Severities in some of the files.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Override {
    path: String,
    #[serde(default)]
    severity: BTreeMap<Named, Severity>,
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
            None => Err(match near::nearest(&name, Topic::names()) {
                Some(near) => format!("`{name}` names no finding{}", near::meant(Some(near))),
                None => format!("`{name}` names no finding: known are {}", Topic::names().join(", ")),
            }),
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
                Ok(text) => return Project::extended(path, &text).map(Some),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(source) => return Err(ProjectError::Unreadable { path, source }),
            }
        }
        Ok(None)
    }

    /// A file with those that it extends.
    fn extended(path: PathBuf, text: &str) -> Result<Project, ProjectError> {
        let mut layers = vec![read(path.clone(), text)?];
        while let Some(outer) = layers.last().and_then(|layer| Some(layer.folder.join(layer.keys.extends.as_ref()?))) {
            if layers.len() == MOST {
                return Err(ProjectError::Endless { path });
            }
            let unreadable = |source| ProjectError::Unreadable { path: outer.clone(), source };
            let text = std::fs::read_to_string(&outer).map_err(unreadable)?;
            layers.push(read(outer, &text)?);
        }
        layers.reverse();
        Ok(Project { path, layers })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the source is not to be checked.
    pub fn excludes(&self, source: &Path, directory: &Path) -> bool {
        let source = source.display().to_string();
        let excluded = self.layers.iter().flat_map(|layer| layer.keys.exclude.iter().map(|path| layer.scope(path)));
        excluded.into_iter().any(|scope| scope.covers(&source, directory))
    }

    /// What the command line asks for, and where it asks for nothing, this.
    #[must_use]
    pub fn complete(&self, config: &Config) -> Config {
        let nearest = || self.layers.iter().rev().map(|layer| &layer.keys);
        let level = nearest().find_map(|keys| keys.level).map(|level| match level {
            Level::Warp => LevelLimit::Warp,
            Level::Block => LevelLimit::Block,
            Level::Grid => LevelLimit::Grid,
            Level::All => LevelLimit::All,
        });
        let timeout = nearest().find_map(|keys| keys.timeout.map(|seconds| seconds.0));
        let mut facts: BTreeMap<String, KernelFacts> = BTreeMap::new();
        for keys in nearest() {
            for (name, keys) in &keys.kernels {
                let known = facts.entry(name.clone()).or_default();
                keys.add_to(known);
            }
        }
        Config {
            level: config.level.or(level),
            timeout: config.timeout.or(timeout),
            policy: config.policy.preceded_by(self.layers.iter().flat_map(Layer::rulings)),
            facts,
            ..config.clone()
        }
    }
}

impl Layer {
    fn scope(&self, pattern: &str) -> Scope {
        Scope { folder: self.folder.clone(), pattern: Pattern::new(pattern) }
    }

    /// Its severities, those of some files last.
    fn rulings(&self) -> Vec<Ruling> {
        let own = self.keys.severity.iter().map(|rule| (rule, None));
        let scoped = self
            .keys
            .overrides
            .iter()
            .flat_map(|one| one.severity.iter().map(|rule| (rule, Some(self.scope(&one.path)))));
        let ruling = |((name, severity), scope): ((&Named, &Severity), Option<Scope>)| {
            let action = match severity {
                Severity::Default => Action::Default,
                Severity::Off => Action::Off,
                Severity::Warning => Action::Warn,
                Severity::Error => Action::Error,
            };
            Some(Ruling { topic: Topic::parse(&name.0)?, action, scope })
        };
        own.chain(scoped).filter_map(ruling).collect()
    }
}

impl KernelKeys {
    /// Says what is not said yet.
    fn add_to(&self, facts: &mut KernelFacts) {
        facts.block_dim = facts.block_dim.or(self.block_dim.map(|dimensions| dimensions.0));
        facts.grid_dim = facts.grid_dim.or(self.grid_dim.map(|dimensions| dimensions.0));
        for (name, value) in &self.params {
            let value = match *value {
                Value::Integer(number) => number.into(),
                Value::Truth(truth) => truth.into(),
            };
            facts.params.entry(name.clone()).or_insert(value);
        }
        facts.contents.extend(self.requires.iter().flat_map(|contract| contract.0.clone()));
    }
}

/// Writes a file with all keys, commented out, into a folder.
///
/// # Errors
/// If there is one, or it cannot be written.
pub fn init(folder: &Path) -> Result<PathBuf, ProjectError> {
    let path = folder.join(NAME);
    let written = std::fs::File::create_new(&path).and_then(|mut file| file.write_all(TEMPLATE.as_bytes()));
    written.map(|()| path.clone()).map_err(|source| ProjectError::Unwritten { path, source })
}

fn read(path: PathBuf, text: &str) -> Result<Layer, ProjectError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    toml::from_str(text).map(|keys| Layer { folder, keys }).map_err(|error| {
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

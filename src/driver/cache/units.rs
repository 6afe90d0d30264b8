//! The reports that builds leave, one file for each unit, for `raceproof report`.
//!
//! A file is named by a hash of the folder that the build worked in and of its command, so that a unit that is built again has
//! one file, and two targets of one source have two. Files appear by renaming.

use super::{Entry, codes_of, key, whole, write};
use crate::verdict::FileReport;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Of the format.
const VERSION: u32 = 2;
const SUFFIX: &str = "json";

#[derive(Serialize, Deserialize)]
struct Unit<R> {
    raceproof: u32,
    /// To which paths are relative.
    directory: PathBuf,
    reports: Vec<Entry<R>>,
}

#[derive(Debug, Error)]
pub enum UnitError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}: it is no report of a build with this version of raceproof", path.display())]
    Malformed { path: PathBuf },
}

/// Writes what came of a command in `directory`.
///
/// # Errors
/// If it cannot be written.
pub fn leave(folder: &Path, directory: &Path, command: &[String], reports: &[FileReport]) -> io::Result<()> {
    let entries = reports.iter().map(|report| Entry { report, codes: codes_of(report) }).collect();
    let unit = Unit { raceproof: VERSION, directory: directory.to_owned(), reports: entries };
    let text = serde_json::to_vec(&unit)?;
    let name = key::of_bytes(format!("{directory:?} {command:?}").as_bytes());
    let folder = directory.join(folder);
    write(&folder, &folder.join(name).with_extension(SUFFIX), &text)
}

/// What all commands have left in a folder, each with the folder to which its paths are relative, in the order of their names.
///
/// # Errors
/// If something is there that is no such report.
pub fn collect(folder: &Path) -> Result<Vec<(PathBuf, Vec<FileReport>)>, UnitError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        |source| UnitError::Unreadable { path, source }
    };
    let listed: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder).map_err(unreadable(folder))?.map(|entry| Ok(entry?.path())).collect();
    let mut paths = listed.map_err(unreadable(folder))?;
    paths.retain(|path| path.extension().is_some_and(|suffix| suffix == SUFFIX));
    paths.sort();
    let mut units = vec![];
    for path in paths {
        let bytes = fs::read(&path).map_err(unreadable(&path))?;
        units.push(read(&bytes).ok_or(UnitError::Malformed { path })?);
    }
    Ok(units)
}

fn read(bytes: &[u8]) -> Option<(PathBuf, Vec<FileReport>)> {
    let unit: Unit<FileReport> = serde_json::from_slice(bytes).ok()?;
    let reports: Option<Vec<FileReport>> = unit.reports.into_iter().map(whole).collect();
    Some((unit.directory, reports?)).filter(|_| unit.raceproof == VERSION)
}

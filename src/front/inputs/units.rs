//! What is named beside a compilation database → its units: a source for its own, a folder or pattern for those below or that match,
//! a header for the units that include it.

use super::files::is_header;
use super::includes::included;
use crate::diagnostics::pattern::{Pattern, is_pattern};
use crate::front::database::Unit;
use std::path::{Path, PathBuf};

/// The units that are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meant {
    pub units: Vec<Unit>,
    /// What is to be told of them is about these headers; about all if there are none.
    pub headers: Vec<PathBuf>,
}

/// All units if nothing is named.
///
/// # Errors
/// If something that is named stands for no unit of the database, which is called `place`.
pub fn meant(units: Vec<Unit>, named: &[PathBuf], directory: &Path, place: &Path) -> Result<Meant, String> {
    let (mut taken, mut headers, mut has_others) = (vec![named.is_empty(); units.len()], vec![], named.is_empty());
    for one in named {
        let path = directory.join(one);
        let is_unit = |unit: &Unit| is_same(&unit.file, &path);
        let is_whole = units.iter().any(is_unit);
        let these: Vec<bool> = if !is_whole && path.is_file() && is_header(one) {
            headers.push(one.clone());
            units.iter().map(|unit| includes(unit, &path)).collect()
        } else {
            has_others = true;
            units.iter().map(|unit| is_unit(unit) || stands_for(one, &path, unit, directory)).collect()
        };
        if !these.contains(&true) {
            return Err(complaint(one, &path, place));
        }
        taken.iter_mut().zip(these).for_each(|(taken, is)| *taken |= is);
    }
    let units = units.into_iter().zip(taken).filter_map(|(unit, taken)| taken.then_some(unit)).collect();
    Ok(Meant { units, headers: if has_others { vec![] } else { headers } })
}

fn complaint(one: &Path, path: &Path, place: &Path) -> String {
    let (one, place) = (one.display(), place.display());
    if path.is_dir() {
        format!("{one}: no CUDA source of {place} lies below this folder")
    } else if path.is_file() && is_header(path) {
        format!("{one}: no CUDA source of {place} includes it")
    } else {
        format!("{one}: no CUDA source of {place}")
    }
}

/// Whether a folder or pattern has the unit.
fn stands_for(one: &Path, path: &Path, unit: &Unit, directory: &Path) -> bool {
    if path.is_dir() {
        let (folder, file) = (path.canonicalize(), unit.file.canonicalize());
        return folder.is_ok_and(|folder| file.is_ok_and(|file| file.starts_with(folder)));
    }
    let relative = unit.file.strip_prefix(directory).unwrap_or(&unit.file);
    one.to_str().is_some_and(|text| is_pattern(text) && Pattern::new(text).matches_whole_path(relative))
}

fn includes(unit: &Unit, header: &Path) -> bool {
    let wanted = header.canonicalize();
    wanted.is_ok_and(|wanted| included(&unit.file, &unit.invocation, &unit.directory).contains(&wanted))
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) | (Err(_), Err(_)) => one == other,
    }
}

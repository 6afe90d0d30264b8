//! Names of kernels and parameters that nothing has are errors: `--kernel`, `--param`, and in a check of a whole project
//! `[kernels.NAME]` of its `raceproof.toml`. In a build, which checks file by file, a name may belong to another file.

use crate::front::near;
use crate::verdict::{Asked, FileReport, FileStatus, Unmatched};

/// # Errors
/// If no file has a name that was asked for, and all could be looked at. `is_whole`: these are all files of a project.
pub(super) fn refuse(reports: &[FileReport], is_whole: bool) -> Result<(), String> {
    let is_seen = |report: &FileReport| matches!(report.status, FileStatus::Checked(_));
    let Some((first, others)) = reports.split_first().filter(|_| reports.iter().all(is_seen)) else { return Ok(()) };
    for one in first.unmatched.iter().filter(|one| is_whole || one.asked != Asked::Section) {
        let same: Option<Vec<&Unmatched>> = others.iter().map(|report| same(one, report)).collect();
        if let Some(same) = same {
            let near = std::iter::once(one).chain(same).find_map(|one| one.near.as_deref());
            return Err(complaint(one, near));
        }
    }
    Ok(())
}

fn same<'a>(one: &Unmatched, report: &'a FileReport) -> Option<&'a Unmatched> {
    report.unmatched.iter().find(|other| (other.asked, &other.name) == (one.asked, &one.name))
}

fn complaint(one: &Unmatched, near: Option<&str>) -> String {
    let (name, hint) = (&one.name, near::meant(near));
    match one.asked {
        Asked::Kernel => format!("--kernel: there is no kernel `{name}`{hint}"),
        Asked::Param => format!("--param: no kernel has a parameter `{name}`{hint}"),
        Asked::Section => format!("raceproof.toml: [kernels.{name}]: there is no kernel `{name}`{hint}"),
    }
}

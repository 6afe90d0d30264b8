//! The values of a witness: those that both threads share in one line, those of each thread in a table.
//!
//! ```text
//! both threads access `tile[3][0]` with blockDim = (32,4,1), n = 9
//!            threadIdx  blockIdx  k
//! (1) write  (3,0,0)    (0,0,0)   2
//! (2) read   (35,0,0)   (0,0,0)   10
//! ```

use crate::diagnostics::codes;
use crate::diagnostics::render::values;
use crate::verdict::{AccessMode, Finding, LaunchSites};

/// What stands where a thread has no such value.
const NONE: &str = "-";

/// The cell and the values, if there is anything to say.
pub(super) fn said(finding: &Finding) -> Option<String> {
    let shared = shared(&untold(finding)).join(", ");
    let is_one_thread = match finding.parties.as_slice() {
        [one, other] => (one.thread, one.block) == (other.thread, other.block),
        _ => false,
    };
    let who = if finding.code == codes::ABSENT_BLOCK.id {
        "the access is to"
    } else if is_one_thread {
        "both accesses are to"
    } else {
        "both threads access"
    };
    let cell = format!("{who} {}", cell(&finding.cell));
    let first = match (finding.cell.is_empty(), shared.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("this happens for example with {shared}")),
        (false, true) => Some(cell),
        (false, false) => Some(format!("{cell} for example with {shared}")),
    };
    let lines: Vec<String> = first.into_iter().chain(table(finding)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// `tile[3]`, or the part of it that is meant: ``bytes 4 to 7 of `tile[3]` `` for `tile[3] bytes 4..8`.
fn cell(cell: &str) -> String {
    let part = cell.rsplit_once(" bytes ").and_then(|(name, bytes)| {
        let (from, to) = bytes.split_once("..")?;
        Some((name, from, to.parse::<u64>().ok()?.checked_sub(1)?))
    });
    match part {
        Some((name, from, last)) => format!("bytes {from} to {last} of `{name}`"),
        None => format!("`{cell}`"),
    }
}

/// The values of both threads that the launches, which are told besides, do not say.
fn untold(finding: &Finding) -> Vec<(String, i64)> {
    let is_known = |name: &str| {
        let says = |site: &LaunchSites| {
            let dims = [("blockDim", site.block_dim), ("gridDim", site.grid_dim)];
            let by_axis = |(dim, known): (&str, [Option<u32>; 3])| {
                ["x", "y", "z"]
                    .iter()
                    .zip(known)
                    .any(|(axis, known)| known.is_some() && name == format!("{dim}.{axis}"))
            };
            dims.into_iter().any(by_axis) || site.params.iter().any(|(param, _)| param == name)
        };
        !finding.launches.is_empty() && finding.launches.iter().all(says)
    };
    values::shared(finding).into_iter().filter(|(name, _)| !is_known(name)).collect()
}

/// `blockDim = (32,4,1)` for the extents of all three axes; all else as it is.
fn shared(values: &[(String, i64)]) -> Vec<String> {
    let find = |name: &str, axis: &str| {
        let wanted = format!("{name}.{axis}");
        values.iter().find(|(other, _)| *other == wanted).map(|(_, value)| value)
    };
    let mut said = vec![];
    for (name, value) in values {
        let (base, axis) = name.split_once('.').unwrap_or((name, ""));
        let is_dim = ["blockDim", "gridDim", "clusterDim"].contains(&base);
        match ["x", "y", "z"].map(|axis| find(base, axis)) {
            [Some(x), Some(y), Some(z)] if is_dim => {
                said.extend((axis == "x").then(|| format!("{base} = ({x},{y},{z})")));
            }
            _ => said.push(format!("{name} = {value}")),
        }
    }
    said
}

/// A row for each thread; nothing if none has values of its own.
fn table(finding: &Finding) -> Vec<String> {
    let told: Vec<Vec<(String, i64)>> = finding.parties.iter().map(|party| values::own(finding, party)).collect();
    let mut names: Vec<&str> = vec![];
    for (name, _) in told.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return vec![];
    }
    let head = [&["", "threadIdx", "blockIdx"][..], &names].concat();
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for ((number, party), told) in (1..).zip(&finding.parties).zip(&told) {
        let own = names.iter().map(|name| value(told, name));
        let first = [format!("({number}) {}", does(party.mode)), triple(party.thread), triple(party.block)];
        rows.push(first.into_iter().chain(own).collect());
    }
    aligned(&rows)
}

fn value(told: &[(String, i64)], name: &str) -> String {
    told.iter().find(|(other, _)| other == name).map_or(NONE.to_owned(), |(_, value)| value.to_string())
}

fn does(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic => "atomic",
        AccessMode::Barrier => "barrier",
        AccessMode::Launch => "launch",
    }
}

fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let wide = width(column).unwrap_or_default();
            format!("{cell:wide$}")
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

pub(super) fn triple([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}

#[cfg(test)]
mod tests {
    use super::{aligned, shared};

    #[test]
    fn extents_of_all_axes_are_one_value() {
        let named = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 2)).collect::<Vec<_>>();
        let all = ["blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "n", "view.x"];
        assert_eq!(shared(&named(&all)), ["blockDim = (2,2,2)", "gridDim.x = 2", "n = 2", "view.x = 2"]);
    }

    #[test]
    fn columns_are_as_wide_as_what_they_hold() {
        let rows = [["", "i", "k"], ["(1) read", "12", "-"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), ["          i   k", "(1) read  12  -"]);
    }
}

//! What is drawn of a finding: the order of the program, who accesses which cell, who comes to a barrier, what a warp pays for.

use super::escaped::escaped;
use super::grid::{Cell, Grid, LARGE, Row, SMALL, svg};
use super::timeline;
use crate::verdict::{CellMap, Coming, Cost, Finding, MapCell, Participation, Placed, Together};
use std::collections::BTreeMap;

/// Threads in a row of a grid, where the block has no rows of a fitting length.
const ROW: u32 = 32;
const LONGEST_ROW: u32 = 64;
/// The most cells that are listed, too.
const LISTED: usize = 24;
/// The most sectors that are drawn.
const SECTORS: usize = 64;

/// All pictures of a finding with this number; empty if there are none.
pub(super) fn of(number: usize, finding: &Finding) -> String {
    let mut out = String::new();
    if let Some(picture) = &finding.picture {
        if finding.parties.len() > 1 {
            out +=
                &figure("Order of the program", &timeline::svg(&format!("o{number}"), finding, &picture.timeline), "");
        }
        out.extend(picture.map.iter().map(|map| of_map(number, map)));
        out.extend(picture.participation.iter().map(|all| of_participation(number, finding, all)));
        out.extend(picture.missing.iter().map(|why| format!("<p class=\"soft\">Not drawn: {}</p>\n", escaped(why))));
    }
    out.extend(finding.together.iter().map(|together| of_lanes(number, together)));
    out
}

fn figure(caption: &str, picture: &str, below: &str) -> String {
    format!("<figure>\n<figcaption>{}</figcaption>\n{picture}{below}</figure>\n", escaped(caption))
}

fn key(class: &str, letter: &str, meaning: &str) -> String {
    format!("<span class=\"entry\"><span class=\"key {class}\">{letter}</span> {meaning}</span> ")
}

fn thread(Placed { block, thread }: &Placed, with_block: bool) -> String {
    let triple = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
    let of = if with_block { format!(" of block {}", triple(*block)) } else { String::new() };
    format!("thread {}{of}", triple(*thread))
}

/// Who makes an access to a cell.
fn who(cell: &MapCell, access: usize, with_block: bool) -> String {
    let named: Vec<String> = cell.threads[access].iter().map(|one| thread(one, with_block)).collect();
    let more = cell.counts[access].saturating_sub(named.len());
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    if named.is_empty() { "no thread".to_owned() } else { named.join(", ") + &rest }
}

fn of_map(number: usize, map: &CellMap) -> String {
    let blocks: Vec<[u32; 3]> =
        map.cells.iter().flat_map(|cell| cell.threads.iter().flatten()).map(|t| t.block).collect();
    let with_block = blocks.iter().any(|block| Some(block) != blocks.first());
    let columns = i64::try_from(map.columns.max(1)).unwrap_or(1);
    let mut rows: BTreeMap<i64, BTreeMap<i64, &MapCell>> = BTreeMap::new();
    for cell in &map.cells {
        rows.entry(cell.index.div_euclid(columns)).or_default().insert(cell.index.rem_euclid(columns), cell);
    }
    let of_row = |(row, cells): (&i64, &BTreeMap<i64, &MapCell>)| {
        let cell = |at: i64| cells.get(&at).map(|cell| drawn(cell, with_block));
        Row { label: label(map, *row, row * columns), cells: (0..columns).map(cell).collect() }
    };
    let name = format!("Cells of {} and the threads that access them", map.array);
    let hit = map.cells.iter().find(|cell| cell.is_hit);
    let description = hit.map_or(String::new(), |cell| {
        format!("both access {}: (1) {}; (2) {}", cell.name, who(cell, 0, with_block), who(cell, 1, with_block))
    });
    let heads = (0..columns).step_by(4).map(|column| column.to_string()).collect();
    let grid = Grid {
        id: format!("m{number}"),
        name: name.clone(),
        description,
        size: LARGE,
        heads: (heads, 4),
        rows: rows.iter().map(of_row).collect(),
    };
    let legend = format!(
        "<p class=\"legend\">{}{}{}{}{}</p>\n",
        key("first", "1", "access (1) only"),
        key("second", "2", "access (2) only"),
        key("none", "=", "both, by one and the same thread"),
        key("both", "12", "both, by different threads"),
        key("both marked", "12", "the cell of the finding"),
    );
    let mut notes = String::new();
    if map.left_out > 0 {
        notes += &format!("<p class=\"soft\">{} cells farther away are not drawn.</p>\n", map.left_out);
    }
    if map.is_open {
        notes +=
            "<p class=\"soft\">Where other threads access the array depends on what the witness does not say.</p>\n";
    }
    figure(&name, &svg(&grid), &(legend + &notes + &list(map, with_block)))
}

/// What stands before a row: the indices of rows, where the array has such, and else the first index.
fn label(map: &CellMap, row: i64, first: i64) -> String {
    let of = |cell: &&MapCell| cell.index.div_euclid(i64::try_from(map.columns.max(1)).unwrap_or(1)) == row;
    let name = map.cells.iter().find(of).and_then(|cell| cell.name.strip_prefix(&map.array)?.rsplit_once('['));
    name.map(|(rows, _)| rows).filter(|rows| !rows.is_empty()).map_or(first.to_string(), str::to_owned)
}

fn drawn(cell: &MapCell, with_block: bool) -> Cell {
    let (class, text) = match cell.counts {
        [0, _] => ("second", "2"),
        [_, 0] => ("first", "1"),
        [1, 1] if cell.threads[0] == cell.threads[1] => ("none", "="),
        [_, _] => ("both", "12"),
    };
    let title = format!("{}: (1) {}; (2) {}", cell.name, who(cell, 0, with_block), who(cell, 1, with_block));
    Cell { class, text: text.to_owned(), title, is_marked: cell.is_hit }
}

/// The cells that both accesses reach, in words.
fn list(map: &CellMap, with_block: bool) -> String {
    let both: Vec<&MapCell> = map.cells.iter().filter(|cell| cell.counts.iter().all(|count| *count > 0)).collect();
    let row = |cell: &&MapCell| {
        let cells =
            [who(cell, 0, with_block), who(cell, 1, with_block)].map(|text| format!("<td>{}</td>", escaped(&text)));
        format!("<tr><th scope=\"row\"><code>{}</code></th>{}</tr>\n", escaped(&cell.name), cells.concat())
    };
    let hit = both.iter().filter(|cell| cell.is_hit);
    let rows: String = hit.chain(both.iter().filter(|cell| !cell.is_hit)).take(LISTED).map(row).collect();
    let more = both.len().saturating_sub(LISTED);
    let rest = if more == 0 { String::new() } else { format!("<p class=\"soft\">and {more} more</p>\n") };
    format!(
        "<details><summary>Cells that both accesses reach: {}</summary>\n<table>\n<thead><tr><th scope=\"col\">Cell</th>\
        <th scope=\"col\">Access (1)</th><th scope=\"col\">Access (2)</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n{rest}</details>\n",
        both.len(),
    )
}

fn of_participation(number: usize, finding: &Finding, all: &Participation) -> String {
    let [x, y, _] = all.block_dim.map(|n| n.max(1));
    let is_wide = x > LONGEST_ROW || y == 1 && x > ROW;
    let columns = if is_wide { ROW } else { x };
    let place = |at: usize| {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        [at % x, at / x % y, at / x / y]
    };
    let is_party = |thread: [u32; 3]| finding.parties.iter().any(|p| p.thread == thread && p.block == all.block);
    let cell = |(at, coming): (usize, &Coming)| {
        let (class, text, does) = match coming {
            Coming::Comes => ("second", "✓", "comes"),
            Coming::Misses => ("first", "✗", "does not come"),
            Coming::Returned => ("first", "r", "has returned"),
            Coming::Unknown => ("none", "?", "is not known to come"),
        };
        let thread = place(at);
        let title = format!("thread ({},{},{}) {does}", thread[0], thread[1], thread[2]);
        Some(Cell { class, text: text.to_owned(), title, is_marked: is_party(thread) })
    };
    let numbered: Vec<_> = all.threads.iter().enumerate().collect();
    let row = |cells: &[(usize, &Coming)]| {
        let first = cells.first().map_or([0; 3], |(at, _)| place(*at));
        let label = format!("({},{},{})", first[0], first[1], first[2]);
        Row { label, cells: cells.iter().copied().map(cell).collect() }
    };
    let rows = numbered.chunks(usize::try_from(columns).unwrap_or(1).max(1)).map(row).collect();
    let count = |wanted: Coming| all.threads.iter().filter(|one| **one == wanted).count();
    let (comes, misses, returned) = (count(Coming::Comes), count(Coming::Misses), count(Coming::Returned));
    let unknown = count(Coming::Unknown);
    let description =
        format!("{comes} threads come, {misses} do not, {returned} have returned, {unknown} are not known");
    let name = format!("Threads of block ({},{},{}) at the barrier", all.block[0], all.block[1], all.block[2]);
    let heads = ((0..columns).step_by(4).map(|column| column.to_string()).collect(), 4);
    let legend = format!(
        "<p class=\"legend\">{}{}{}{}{}</p>\n<p>{}.</p>\n",
        key("second", "✓", "comes"),
        key("first", "✗", "goes another way"),
        key("first", "r", "has returned"),
        key("none", "?", "not known"),
        key("none marked", "&nbsp;", "a thread of the finding"),
        escaped(&description),
    );
    figure(
        &name,
        &svg(&Grid { id: format!("p{number}"), name: name.clone(), description, size: LARGE, heads, rows }),
        &legend,
    )
}

/// The lanes of a warp against the banks or the sectors that they access.
fn of_lanes(number: usize, together: &Together) -> String {
    let width = i64::try_from(together.bytes).unwrap_or(1).clamp(1, 64);
    let (unit, name) = match together.cost {
        Cost::Banks { .. } => (4, "Lanes of the warp and the banks that they access"),
        Cost::Sectors { .. } => (32, "Lanes of the warp and the sectors that they move"),
    };
    let units = |at: i64| at.div_euclid(unit)..=(at + width - 1).div_euclid(unit);
    let mut sectors: Vec<i64> = together.lanes.iter().flat_map(|lane| units(lane.at)).collect();
    sectors.sort_unstable();
    sectors.dedup();
    let (columns, description): (usize, String) = match together.cost {
        Cost::Banks { degree, bank } => (32, format!("bank {bank} is asked for {degree} different words")),
        Cost::Sectors { moved, least } => {
            (sectors.len().min(SECTORS), format!("{moved} sectors are moved, where {least} hold the bytes"))
        }
    };
    let column = |unit: i64| match together.cost {
        Cost::Banks { .. } => usize::try_from(unit.rem_euclid(32)).ok(),
        Cost::Sectors { .. } => sectors.binary_search(&unit).ok(),
    };
    let rows = together.lanes.iter().map(|lane| {
        let mut cells: Vec<Option<Cell>> = (0..columns).map(|_| None).collect();
        for at in units(lane.at).filter_map(column) {
            let class = if lane.collides { "first" } else { "second" };
            let title = format!("lane {} at {}, byte {}", lane.lane, lane.cell, lane.at);
            let cell = Cell { class, text: "•".to_owned(), title, is_marked: false };
            if let Some(place) = cells.get_mut(at) {
                *place = Some(cell);
            }
        }
        Row { label: lane.lane.to_string(), cells }
    });
    let heads = match together.cost {
        Cost::Banks { .. } => (0..columns).step_by(4).map(|bank| bank.to_string()).collect(),
        Cost::Sectors { .. } => sectors.iter().take(SECTORS).step_by(4).map(ToString::to_string).collect(),
    };
    let grid = Grid {
        id: format!("l{number}"),
        name: name.to_owned(),
        description: description.clone(),
        size: SMALL,
        heads: (heads, 4),
        rows: rows.collect(),
    };
    figure(name, &svg(&grid), &format!("<p>{}.</p>\n", escaped(&description)))
}

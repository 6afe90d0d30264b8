//! What is drawn of findings, as text: the order of the program, cells by who accesses them, threads by whether they come.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use raceproof::command::cli::{self, Command};
use raceproof::driver::Check;
use raceproof::front::config::Environment;
use raceproof::verdict::{CellMap, Coming, FileReport, FileStatus, Finding, Moment, Participation, Picture};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

fn report(options: &[&str]) -> FileReport {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/pictures/drawn.cu");
    let environment = Environment::from_vars(std::env::vars_os());
    let words = ["check", "--no-cache"].iter().chain(options).map(OsString::from);
    let command = cli::parse(words.chain([file.clone().into()]), &environment).unwrap();
    let Command::Check { config, invocation, .. } = command else { panic!("no check") };
    Check { config: &config, invocation: &invocation, environment: &environment }.file(&file)
}

fn findings(report: &FileReport) -> BTreeMap<&str, &Finding> {
    let FileStatus::Checked(kernels) = &report.status else { panic!("{report:?}") };
    let first = |name: &'static str| {
        let kernel = kernels.iter().find(|kernel| kernel.name.starts_with(name)).unwrap();
        (name, kernel.findings.first().unwrap())
    };
    ["transpose", "neighbours", "blocks", "halves", "corner", "counted"].map(first).into()
}

/// One word for each moment.
fn order(picture: &Picture) -> String {
    let of = |moment: &Moment| match moment {
        Moment::Barrier { span, is_conditional, .. } => {
            format!("barrier{}:{}", if *is_conditional { "?" } else { "" }, span.line)
        }
        Moment::Party { party } => format!("({})", party + 1),
        Moment::LoopBegins { span, is_round } => format!("loop{}:{}", if *is_round { "!" } else { "" }, span.line),
        Moment::LoopEnds { .. } => "end".to_owned(),
        Moment::LeftOut { number } => format!("…{number}"),
    };
    picture.timeline.iter().map(of).collect::<Vec<_>>().join(" ")
}

/// `1` and `2` for the accesses, `=` for both by one thread, `B` for both by several, `X` for the cell of the finding.
fn cells(map: &CellMap) -> Vec<String> {
    let columns = map.columns as i64;
    let mut rows: BTreeMap<i64, Vec<char>> = BTreeMap::new();
    for cell in &map.cells {
        let letter = match (cell.is_hit, cell.counts) {
            (true, _) => 'X',
            (false, [0, _]) => '2',
            (false, [_, 0]) => '1',
            (false, [1, 1]) if cell.threads[0] == cell.threads[1] => '=',
            (false, _) => 'B',
        };
        let row = rows.entry(cell.index.div_euclid(columns)).or_insert_with(|| vec![' '; columns as usize]);
        row[cell.index.rem_euclid(columns) as usize] = letter;
    }
    rows.into_values().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

fn threads(all: &Participation) -> Vec<String> {
    let letter = |coming: &Coming| match coming {
        Coming::Comes => '+',
        Coming::Misses => '-',
        Coming::Returned => 'r',
        Coming::Unknown => '?',
    };
    let rows = all.threads.chunks(all.block_dim[0] as usize);
    rows.map(|row| row.iter().map(letter).collect()).collect()
}

#[test]
fn pictures_are_those_of_the_witness() {
    let report = report(&["--format", "html"]);
    let findings = findings(&report);
    let picture = |name| findings[name].picture.as_deref().unwrap();
    let map = |name| cells(picture(name).map.as_ref().unwrap());

    assert_eq!(order(picture("transpose")), "loop!:4 (1) barrier:7 (2) end");
    let [[x, y, _], _] = findings["transpose"].parties.iter().map(|p| p.thread).collect::<Vec<_>>()[..] else {
        panic!()
    };
    let row = |at: u32| {
        let cell = |column: u32| {
            if (column, at) == (x, y) {
                'X'
            } else if column == at {
                '='
            } else {
                'B'
            }
        };
        (0..4).map(cell).collect::<String>()
    };
    assert_eq!(map("transpose"), (0..4).map(row).collect::<Vec<_>>());

    assert_eq!(order(picture("neighbours")), "(1) (2)");
    let drawn = map("neighbours").concat();
    assert_eq!(drawn.len(), 32);
    assert_eq!((drawn.matches('X').count(), drawn.matches('B').count(), drawn.matches('1').count()), (1, 7, 24));

    let drawn = map("blocks").concat();
    // Cells 8 to 15 belong to both blocks, the eight before and behind them to one.
    assert_eq!((drawn.matches('=').count(), drawn.matches('B').count(), drawn.matches('X').count()), (16, 7, 1));

    let comes = |name| threads(picture(name).participation.as_ref().unwrap());
    assert_eq!(comes("halves"), [format!("{}{}", "+".repeat(10), "-".repeat(22))]);
    assert_eq!(comes("corner"), ["++++++rr", "+++++rrr", "++++rrrr", "+++rrrrr"]);
}

#[test]
fn what_memory_does_not_say_is_not_drawn() {
    let report = report(&["--format", "html"]);
    let map = findings(&report)["counted"].picture.as_ref().and_then(|picture| picture.map.clone()).unwrap();
    assert!(map.is_open, "{map:?}");
    assert!(map.cells.iter().all(|cell| cell.is_hit), "{map:?}");
}

#[test]
fn only_pages_have_pictures() {
    let report = report(&[]);
    assert!(findings(&report).values().all(|finding| finding.picture.is_none()));
}

//! From text to verdict with the real solver: nothing ends abnormally, and what is proved free of races and of divergence
//! has none when it is executed, for a few values of everything left open.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raceproof::analysis::{Options, check};
use raceproof::kernel::{LaunchFacts, MemorySpace};
use raceproof::map::ast::{Access, ArrayDecl, At, Expr, Mode, Name, Place, Protocol, Stmt, UnaryOp};
use raceproof::map::interp::{Setting, Stuck, Thread, races, run, threads_of_block};
use raceproof::map::{lower, parse};
use raceproof::smt::{Budget, Solver};
use raceproof::term::Sharing;
use raceproof::verdict::{Divergence, FindingKind, Level, Verdict};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// Threads of a block and blocks of the grid.
const BLOCK: [u32; 3] = [3, 2, 1];
const GRID: [u32; 3] = [2, 1, 1];
/// Choices of everything left open that are executed.
const CHOICES: u64 = 12;

fuzz_target!(|text: &str| {
    let Ok(protocols) = parse("fuzz.map", text) else { return };
    protocols.iter().for_each(one);
});

fn one(protocol: &Protocol) {
    let Ok(kernel) = lower(protocol) else { return };
    let (block_dim, grid_dim) = (BLOCK.map(Some), GRID.map(Some));
    let launch = LaunchFacts { block_dim, grid_dim, ..LaunchFacts::default() };
    let options = Options { launch, deadline: Some(Duration::from_secs(1)), max_findings: 5, ..Options::default() };
    let report = check(&kernel, &options, &mut Solver::new(Budget { time: Duration::from_millis(500) }));
    let benign = report.findings.iter().any(|f| f.kind == FindingKind::BenignRace);
    if report.verdict == Verdict::RaceFree && !benign {
        assert!(matches!(report.divergence, Divergence::Free | Divergence::Exited), "{report:?}");
        (0..CHOICES).for_each(|choice| execute(protocol, choice));
    }
}

/// Executes the protocol; where something is undefined or leaves its range, nothing was promised.
fn execute(protocol: &Protocol, choice: u64) {
    let choose = |thread: Thread, name: &str, args: &[i64]| {
        let unknown = protocol.unknowns.iter().find(|u| u.name.text == name);
        let unit = match unknown.map_or(Sharing::Thread, |u| u.sharing) {
            Sharing::Thread => (Some(thread.block), Some(thread.thread)),
            Sharing::Warp => (Some(thread.block), Some(thread.thread.map(|i| i / 32))),
            Sharing::Block => (Some(thread.block), None),
            Sharing::Grid => (None, None),
        };
        small(&(choice, name, args, unit))
    };
    let params = protocol.params.iter().map(|p| (p.text.clone(), small(&(choice, &p.text))));
    let params = params.collect::<BTreeMap<_, _>>();
    let setting = Setting { block_dim: BLOCK, grid_dim: GRID, params, choose: &choose };
    if !admitted(protocol, &setting) {
        return;
    }
    for block in 0..GRID[0] {
        let threads = threads_of_block(&setting, [block, 0, 0]);
        // A block is one warp here.
        free(protocol, &setting, &threads, Level::Block, |_, _| false);
        free(protocol, &setting, &threads, Level::Warp, |_, _| true);
    }
    free(protocol, &setting, &launch(&setting), Level::Grid, |a, b| a.block != b.block);
}

/// All threads of the launch.
fn launch(setting: &Setting<'_>) -> Vec<Thread> {
    (0..GRID[0]).flat_map(|block| threads_of_block(setting, [block, 0, 0])).collect()
}

/// From -1 to 4.
fn small(seed: &impl Hash) -> i64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    (hasher.finish() % 6) as i64 - 1
}

/// Whether what is stated with `where` holds for every thread.
fn admitted(protocol: &Protocol, setting: &Setting<'_>) -> bool {
    let violated = Name::new("violated");
    let array = ArrayDecl { name: violated.clone(), space: MemorySpace::Global, dims: vec![], element: 1 };
    let report = Access { mode: Mode::Read, array: violated, place: Place::Cell(vec![Expr::Int(0)]) };
    let judge = |fact: &Expr| Stmt::If {
        cond: Expr::Unary(UnaryOp::Not, Box::new(fact.clone())),
        then: vec![Stmt::Access(report.clone())],
        otherwise: vec![],
        at: At::default(),
    };
    let body = protocol.facts.iter().map(judge).collect();
    let facts = Protocol { arrays: vec![array], body, ..protocol.clone() };
    run(&facts, setting, &launch(setting), Level::Grid).is_ok_and(|history| history[0].is_empty())
}

/// No two threads that are `apart` race.
fn free(
    protocol: &Protocol,
    setting: &Setting<'_>,
    threads: &[Thread],
    level: Level,
    apart: impl Fn(Thread, Thread) -> bool,
) {
    match run(protocol, setting, threads, level) {
        Ok(history) => {
            let found = races(protocol, &history).into_iter().find(|(_, a, b)| apart(a.thread, b.thread));
            assert!(found.is_none(), "{found:?}\nfor {:?}\n{protocol}", setting.params);
        }
        Err(stuck @ Stuck::Divergence(_)) => panic!("{stuck}\nfor {:?}\n{protocol}", setting.params),
        Err(Stuck::Undefined(_) | Stuck::OutOfRange(_) | Stuck::TooLong(_)) => {}
    }
}

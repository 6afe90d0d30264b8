use super::key::{Key, KeyBuilder};
use super::{Store, decode, encode, is_repeatable, sealed, unsealed};
use crate::diagnostics::codes::CODES;
use crate::front::config::{Config, Environment};
use crate::span::Span;
use crate::verdict::*;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

fn span(line: u32) -> Span {
    Span { file: "a \"b\".cu".into(), line, column: 3, inlined_at: vec![] }
}

fn given() -> Given {
    Given {
        block_dim: [64, 1, 1],
        grid_dim: [2, 1, 1],
        cluster_dim: [2, 1, 1],
        parameters: vec![("n".into(), u64::MAX)],
        cells: vec![Cell { object: "a".into(), at: -4, bits: 32, value: 7, block: Some([1, 0, 0]) }],
        weighed: true,
        computed: false,
        seen: Some(Seen {
            threads: [[1, 0, 0], [0; 3]],
            blocks: [[0; 3], [0, 1, 0]],
            object: "a".into(),
            bytes: [0, 4],
        }),
        missed: Some(Missed { how: Missing::Lane, any_place: true, iterations: vec![3] }),
        bytes: Some([-4, 0]),
    }
}

/// One finding for each code, with something in every field.
fn finding(code: &'static str) -> Finding {
    let party = |line| Party {
        mode: AccessMode::Atomic,
        span: Span { inlined_at: vec![span(9)], ..span(line) },
        thread: [1, 2, 3],
        block: [u32::MAX, 0, 0],
        values: vec![("i".into(), i64::MIN)],
        variables: vec![LoopValue { counter: "i".into(), name: "k".into(), value: -3 }],
        opaque: vec!["the index depends on `a`".into()],
    };
    let unfollowed = Unfollowed::Opaque { what: "a".into(), value: WitnessValue::Number(-1) };
    let value = Approximation::Value { value: unfollowed, whose: Whose::Party(2) };
    Finding {
        code,
        certainty: Certainty::Possible,
        kind: FindingKind::DataRace,
        severity: Severity::Warning,
        level: Level::Grid,
        array: "tile".into(),
        cell: "tile[1]".into(),
        what: "ü\n".into(),
        parties: vec![party(1), party(2)],
        witness: vec![("n".into(), i64::MAX)],
        approximations: vec![Approximation::SearchCut, value],
        conditions: vec!["n > 0".into()],
        launches: vec![LaunchSites {
            sites: vec![span(4)],
            block_dim: [Some(64), None, Some(1)],
            grid_dim: [None; 3],
            params: vec![("n".into(), -1)],
        }],
        notes: vec!["b".into()],
        help: vec!["c".into()],
        given: Some(given()),
        replay: Some(Replay::NotExecutable(Obstacle::Construct { what: "d".into() })),
        gaps: vec![(1, 2)],
        round: Some(Round { span: Span::default(), later: 2 }),
        idle: vec![Idle::Fence { line: 3 }],
        parting: None,
        dependences: vec![Span::default()],
        within_warp: true,
        fixes: vec![Fix { file: "a.cu".into(), insertions: vec![], proves: true }],
        also: vec![],
        same_as: None,
        together: None,
        picture: None,
    }
}

fn report() -> FileReport {
    let stats = Stats {
        phases: 1,
        pairs: 2,
        queries: 3,
        lower: Duration::from_nanos(1_234_567_891),
        solve: Duration::from_nanos(1),
        cut_short: false,
        unfinished: false,
    };
    let kernel = KernelReport {
        name: "k<int>(int*)".into(),
        symbol: "_Z1kIiEvPi".into(),
        span: span(1),
        of_library: false,
        verdict: Verdict::PossibleRace,
        divergence: Divergence::Exited,
        open: vec![Open::kernel(Reason::Failed)],
        findings: CODES.map(|code| finding(code.id)).to_vec(),
        suppressed: vec![Suppressed { finding: finding(CODES[0].id), why: Suppression::Baseline }],
        assumptions: vec![Assumption::Standing, Assumption::CounterDoesNotWrap { counter: "d".into() }],
        stats,
    };
    FileReport {
        path: "a.cu".into(),
        status: FileStatus::Checked(vec![kernel.clone(), kernel]),
        ..FileReport::default()
    }
}

fn key(part: &str) -> Key {
    let environment = Environment { program: Some("this".into()), ..Environment::default() };
    let mut key = KeyBuilder::new(&Config::default(), &environment, Path::new("a.cu"), &[]).expect("a program");
    key.add(part.as_bytes());
    key.finish()
}

fn store(limit: u64) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let environment = Environment {
        cache: Some(folder.path().join("raceproof")),
        cache_limit: Some(limit),
        ..Environment::default()
    };
    let store = Store::of(&environment).expect("a folder");
    (folder, store)
}

fn files(store: &Store) -> Vec<PathBuf> {
    let mut found = vec![];
    for shard in fs::read_dir(&store.folder).expect("it exists") {
        found.extend(fs::read_dir(shard.expect("an entry").path()).expect("a folder").map(|e| e.expect("one").path()));
    }
    found
}

#[test]
fn a_report_comes_back_as_it_was() {
    let (_folder, store) = store(1 << 30);
    assert_eq!(store.get(&key("x")), None);
    store.put(&key("x"), &report());
    assert_eq!(store.get(&key("x")), Some(report()));
    assert_eq!(store.get(&key("y")), None);
    let empty = FileReport { path: "b.cu".into(), status: FileStatus::Checked(vec![]), ..FileReport::default() };
    store.put(&key("x"), &empty);
    assert_eq!(store.get(&key("x")), Some(empty), "the later one counts");
    assert_eq!(files(&store).len(), 1, "no temporary file is left");
}

#[test]
fn what_may_come_out_differently_is_not_kept() {
    let (_folder, store) = store(1 << 30);
    let mut late = report();
    let FileStatus::Checked(kernels) = &mut late.status else { panic!("it was checked") };
    kernels[1].stats.cut_short = true;
    let status = FileStatus::NotAnalysed { reason: "no clang".into(), details: String::new() };
    let unread = FileReport { path: "a.cu".into(), status, ..FileReport::default() };
    for report in [late, unread] {
        assert!(!is_repeatable(&report));
        store.put(&key("x"), &report);
        assert_eq!(store.get(&key("x")), None);
    }
}

#[test]
fn whatever_is_damaged_is_no_report() {
    let whole = sealed(encode(&report()).expect("it can be written"));
    let read = |bytes: &[u8]| unsealed(bytes).and_then(decode);
    assert_eq!(read(&whole), Some(report()));
    for length in (0..whole.len()).step_by(89) {
        assert_eq!(read(&whole[..length]), None, "cut to {length}");
    }
    for at in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        assert_eq!(read(&damaged), None, "a bit of byte {at}");
    }
    let (_folder, store) = store(1 << 30);
    store.put(&key("x"), &report());
    let entry = store.path(&key("x"));
    fs::write(&entry, &whole[..whole.len() / 2]).expect("it can be written");
    assert_eq!(store.get(&key("x")), None);
    assert!(!entry.exists(), "it is not read again");
    store.put(&key("x"), &report());
    assert_eq!(store.get(&key("x")), Some(report()));
}

#[test]
fn what_was_used_least_recently_goes_first() {
    let size = sealed(encode(&report()).expect("it can be written")).len() as u64;
    let (_folder, store) = store(16 * 4 * size);
    // Keys of one folder, so that they share its sixteenth.
    let keys: Vec<Key> =
        (0..).map(|n: u32| key(&n.to_string())).filter(|k| k.to_string().starts_with('7')).take(6).collect();
    for (age, key) in keys[..4].iter().enumerate() {
        store.put(key, &report());
        let used = SystemTime::now() - Duration::from_secs(1000 - age as u64);
        File::open(store.path(key)).and_then(|file| file.set_modified(used)).expect("it can be touched");
    }
    assert!(store.get(&keys[0]).is_some(), "four have room, and this makes the first the latest");
    store.put(&keys[4], &report());
    let kept: Vec<bool> = keys.iter().map(|key| store.path(key).exists()).collect();
    assert_eq!(kept, [true, false, false, true, true, false]);
    let statistics = store.statistics().expect("it can be read");
    assert_eq!((statistics.entries, statistics.bytes), (3, 3 * size));
    store.clear().expect("it can be deleted");
    assert_eq!(store.statistics().expect("nothing").entries, 0);
    store.clear().expect("nothing is left to delete");
}

#[test]
fn a_report_that_is_too_large_is_not_kept() {
    let (_folder, store) = store(1600);
    store.put(&key("x"), &report());
    assert_eq!(store.get(&key("x")), None);
}

#[test]
fn all_that_reports_depend_on_is_in_the_key() {
    let environment = Environment { program: Some("this".into()), ..Environment::default() };
    let of = |config: &Config, environment: &Environment, path: &str, tools: &[String]| {
        KeyBuilder::new(config, environment, Path::new(path), tools).map(|key| key.finish())
    };
    let usual = of(&Config::default(), &environment, "a.cu", &[]);
    assert!(usual.is_some());
    let other_program = Environment { program: Some("that".into()), ..environment.clone() };
    let elsewhere = Environment { directory: "/elsewhere".into(), ..environment.clone() };
    let larger = Config { block_dim: Some([64, 1, 1]), ..Config::default() };
    let one_kernel = Config { kernels: vec!["k".into()], ..Config::default() };
    for other in [
        of(&Config::default(), &other_program, "a.cu", &[]),
        of(&Config::default(), &elsewhere, "a.cu", &[]),
        of(&Config::default(), &environment, "b.cu", &[]),
        of(&Config::default(), &environment, "a.cu", &["LLVM 19".into()]),
        of(&larger, &environment, "a.cu", &[]),
        of(&one_kernel, &environment, "a.cu", &[]),
    ] {
        assert!(other.is_some() && other != usual);
    }
    let shown = Config { verbose: true, strict: true, ..Config::default() };
    assert_eq!(of(&shown, &environment, "a.cu", &[]), usual, "how it is shown is no part of it");
    assert_eq!(of(&Config::default(), &Environment::default(), "a.cu", &[]), None, "which program is this?");
    assert_ne!(key("ab"), {
        let mut parts = KeyBuilder::new(&Config::default(), &environment, Path::new("a.cu"), &[]).expect("a program");
        parts.add(b"a");
        parts.add(b"b");
        parts.finish()
    });
}

//! The analysis on kernels built by hand: what the verdict rests on, beside what the kernels of `tests/ui` show.

use raceproof::analysis::{Options, check};
use raceproof::kernel::launch::Seen;
use raceproof::kernel::{
    Access, Array, ArrayId, AtomicScope, Kernel, LaunchFacts, LaunchVars, Matching, MemorySpace, Mode, Step, Sync,
    SyncScope,
};
use raceproof::smt::{Budget, Solver};
use raceproof::span::Span;
use raceproof::term::{CastOp, FuncInfo, FuncKind, Owner, Sharing, Term, Terms, VarInfo, VarKind, bounded};
use raceproof::verdict::{
    Assumption, Certainty, Divergence, FindingKind, KernelReport, Level, Reason, Severity, Verdict,
};
use std::time::Duration;

/// A kernel in the making: one global array `a` and one shared array `s` of ints.
struct Build {
    terms: Terms,
    launch: LaunchVars,
    steps: Vec<Step>,
    facts: Vec<Term>,
    line: u32,
    unknown_object: bool,
    unsupported: Vec<String>,
}

const GLOBAL: ArrayId = ArrayId(0);
const SHARED: ArrayId = ArrayId(1);

impl Build {
    fn new() -> Self {
        let mut terms = Terms::new();
        let launch = LaunchVars::declare(&mut terms);
        Build { terms, launch, steps: vec![], facts: vec![], line: 0, unknown_object: false, unsupported: vec![] }
    }

    fn int(&mut self, n: i64) -> Term {
        self.terms.int(32, n)
    }

    fn tid(&mut self) -> Term {
        self.terms.var(self.launch.thread[0])
    }

    fn span(&mut self) -> Span {
        self.line += 1;
        Span { file: "hand.cu".into(), line: self.line, column: 1, inlined_at: vec![] }
    }

    /// An access to the int with this index.
    fn access(&mut self, guard: Term, array: ArrayId, index: Term, mode: Mode) {
        let wide = self.terms.cast(CastOp::Sext, 64, index);
        let four = self.terms.constant(64, 4);
        let offset = self.terms.mul(wide, four);
        let span = self.span();
        let id = self.line as usize;
        self.steps.push(Step::Access(Access { id, span, ..Access::plain(guard, array, offset, four, mode) }));
    }

    fn always(&mut self, array: ArrayId, index: Term, mode: Mode) {
        let guard = self.terms.truth();
        self.access(guard, array, index, mode);
    }

    fn sync(&mut self, guard: Term, alive: Term) {
        let span = self.span();
        let (scope, matching, orders) = (SyncScope::Block, Matching::Site, true);
        let survived = self.terms.truth();
        self.steps.push(Step::Sync(Sync {
            guard,
            alive,
            survived,
            scope,
            matching,
            mask: None,
            named: None,
            orders,
            agreed: vec![],
            exchange: None,
            span,
        }));
    }

    fn check(self, options: &Options) -> KernelReport {
        let array = |name: &str, space, unknown_object| Array {
            written: None,
            name: name.to_owned(),
            space,
            element: 4,
            dims: vec![],
            single: false,
            unsigned: false,
            fields: None,
            unknown_object,
            beside: vec![],
            opens_for: None,
            declared: None,
        };
        let kernel = Kernel {
            name: "k".into(),
            symbol: "k".into(),
            span: Span::default(),
            arrays: vec![array("a", MemorySpace::Global, self.unknown_object), array("s", MemorySpace::Shared, false)],
            terms: self.terms,
            body: self.steps,
            facts: self.facts,
            exits: vec![],
            branches: vec![],
            dependences: std::sync::Arc::default(),
            gathered: vec![],
            contents: vec![],
            factors: vec![],
            shuffles: vec![],
            butterflies: vec![],
            assumptions: vec![],
            launch: self.launch,
            cluster: None,
            parameters: vec![],
            launches: vec![],
            seen: Seen::default(),
            overlays: vec![],
            variants: vec![],
            overtaken: vec![],
            survived: vec![],
            reads: vec![],
            ignored: vec![],
            unsupported: self.unsupported,
        };
        check(&kernel, options, &mut Solver::new(Budget { time: Duration::from_secs(10) }))
    }

    fn verdict(self) -> Verdict {
        self.check(&Options::default()).verdict
    }
}

fn block(n: u32) -> Options {
    Options {
        launch: LaunchFacts { block_dim: [Some(n), Some(1), Some(1)], ..LaunchFacts::default() },
        ..Options::default()
    }
}

#[test]
fn neighbours_race_with_a_true_witness() {
    let mut b = Build::new();
    let tid = b.tid();
    let one = b.int(1);
    let next = b.terms.add(tid, one);
    b.always(SHARED, tid, Mode::Write(None));
    b.always(SHARED, next, Mode::Read);
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::Race);
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    let (writer, reader) = (finding.parties[0].thread[0], finding.parties[1].thread[0]);
    assert_eq!(writer, reader + 1);
    assert_eq!(finding.cell, format!("s[{writer}]"));
    assert_eq!((finding.severity, finding.level), (Severity::Error, Level::Block));
    assert_eq!(finding.witness[0], ("blockDim.x".to_owned(), 64));
}

#[test]
fn a_barrier_between_them_removes_the_race() {
    let mut b = Build::new();
    let tid = b.tid();
    let one = b.int(1);
    let next = b.terms.add(tid, one);
    let truth = b.terms.truth();
    b.always(SHARED, tid, Mode::Write(None));
    b.sync(truth, truth);
    b.always(SHARED, next, Mode::Read);
    assert_eq!(b.verdict(), Verdict::RaceFree);
}

/// The barrier is skipped where `n` is negative; half the threads have returned before it.
#[test]
fn a_returned_thread_does_not_hide_a_skipped_barrier() {
    let mut b = Build::new();
    let tid = b.tid();
    let n = b.terms.declare_var(VarInfo {
        name: "n".into(),
        width: 32,
        kind: VarKind::Param,
        bounds: None,
        owner: Owner::All,
    });
    let (n, zero, one) = (b.terms.var(n), b.int(0), b.int(1));
    let stays = b.terms.ne(tid, zero);
    let wanted = b.terms.slt(zero, n);
    let guard = b.terms.and(stays, wanted);
    let previous = b.terms.sub(tid, one);
    b.always(SHARED, tid, Mode::Write(None));
    b.sync(guard, stays);
    b.access(stays, SHARED, previous, Mode::Read);
    let report = b.check(&block(64));
    assert_eq!((report.verdict, report.divergence), (Verdict::Race, Divergence::Exited));
    let races: Vec<_> = report.findings.iter().filter(|f| f.kind == FindingKind::DataRace).collect();
    assert!(races.iter().all(|f| f.witness.iter().any(|(name, n)| name == "n" && *n <= 0)), "{races:?}");
}

#[test]
fn equal_values_are_harmless_and_said_so() {
    let mut b = Build::new();
    let (zero, one) = (b.int(0), b.int(1));
    b.always(SHARED, zero, Mode::Write(Some(one)));
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::RaceFree);
    assert!(report.assumptions.contains(&Assumption::SameValueIsHarmless));
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert_eq!((finding.kind, finding.code, finding.severity), (FindingKind::BenignRace, "RP0004", Severity::Warning));
}

#[test]
fn different_values_are_not() {
    let mut b = Build::new();
    let (zero, tid) = (b.int(0), b.tid());
    b.always(SHARED, zero, Mode::Write(Some(tid)));
    assert_eq!(b.check(&block(64)).verdict, Verdict::Race);
}

#[test]
fn atomics_are_ordered_only_in_their_scope() {
    for (scope, expected) in [(AtomicScope::Device, Verdict::RaceFree), (AtomicScope::Block, Verdict::Race)] {
        let mut b = Build::new();
        let bid = b.terms.var(b.launch.block[0]);
        let zero = b.int(0);
        let nothing = b.terms.mul(bid, zero);
        let tid = b.tid();
        let never = b.terms.slt(tid, zero);
        b.access(never, GLOBAL, bid, Mode::Write(None)); // reads the axis
        b.always(GLOBAL, nothing, Mode::Atomic(scope));
        assert_eq!(b.verdict(), expected, "{scope:?}");
    }
}

#[test]
fn an_atomic_and_a_plain_access_race() {
    let mut b = Build::new();
    let zero = b.int(0);
    b.always(SHARED, zero, Mode::Atomic(AtomicScope::Block));
    b.always(SHARED, zero, Mode::Read);
    let report = b.check(&block(64));
    assert_eq!(report.findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["RP0006"]);
}

/// `s[f(tid)]`: a race for some contents only.
#[test]
fn contents_of_memory_make_a_race_possible() {
    let mut b = Build::new();
    let tid = b.tid();
    let f = b.terms.declare_func(FuncInfo {
        name: "idx".into(),
        width: 32,
        kind: FuncKind::Memory { array: None },
        sharing: Sharing::Grid,
        axiom: None,
        owner: Owner::All,
    });
    let index = b.terms.apply(f, vec![tid]);
    b.always(SHARED, index, Mode::Write(None));
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::PossibleRace);
    assert_eq!(report.findings[0].certainty, Certainty::Possible);
    assert_eq!(report.findings[0].approximations.len(), 2, "{:?}", report.findings[0].approximations);
}

#[test]
fn a_pointer_loaded_from_memory_is_never_race_free() {
    let mut b = Build::new();
    b.unknown_object = true;
    let tid = b.tid();
    b.always(GLOBAL, tid, Mode::Write(None));
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason().contains("loaded from memory"), "{}", report.reason());
}

#[test]
fn assumptions_that_exclude_each_other_are_named() {
    let mut b = Build::new();
    let tid = b.tid();
    let dim = b.terms.var(b.launch.block_dim[0]);
    let (n, m) = (b.int(128), b.int(1024));
    let wrong = b.terms.eq(dim, n);
    let harmless = b.terms.sle(dim, m);
    b.facts = vec![harmless, wrong];
    b.always(SHARED, tid, Mode::Write(None));
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::Unknown);
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert_eq!((finding.code, finding.severity), ("RP0005", Severity::Error));
    assert!(finding.message().contains("(blockDim.x == 128), blockDim.x == 64"), "{}", finding.message());
    assert!(!finding.message().contains("1024"), "{}", finding.message());
}

#[test]
fn a_launch_that_cannot_be_is_refused() {
    let mut b = Build::new();
    let tid = b.tid();
    b.always(SHARED, tid, Mode::Write(None));
    let report = b.check(&block(2048));
    assert_eq!((report.verdict, report.findings[0].code), (Verdict::Unknown, "RP0005"));
}

/// Lanes of one warp take turns; lanes of two warps do not.
#[test]
fn lock_step_orders_the_accesses_of_one_warp() {
    for (threads, expected) in [(32, Verdict::RaceFree), (64, Verdict::Race)] {
        let mut b = Build::new();
        let tid = b.tid();
        let one = b.int(1);
        let next = b.terms.add(tid, one);
        b.always(SHARED, next, Mode::Read);
        b.always(SHARED, tid, Mode::Write(None));
        let options = Options { warp_sync: Some(32), ..block(threads) };
        assert_eq!(b.check(&options).verdict, expected, "{threads} threads");
    }
}

#[test]
fn a_barrier_that_some_threads_miss_leaves_the_race_open() {
    let mut b = Build::new();
    let tid = b.tid();
    let (zero, truth) = (b.int(0), b.terms.truth());
    let first = b.terms.eq(tid, zero);
    b.always(SHARED, tid, Mode::Write(None));
    b.sync(first, truth);
    let report = b.check(&block(64));
    assert_eq!((report.verdict, report.divergence), (Verdict::Unknown, Divergence::Divergent));
}

#[test]
fn what_is_not_modelled_makes_nothing_certain() {
    let mut b = Build::new();
    let zero = b.int(0);
    let tid = b.tid();
    b.always(SHARED, zero, Mode::Write(Some(tid)));
    b.unsupported = vec!["an unknown instruction".into()];
    let report = b.check(&block(64));
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.findings.iter().all(|f| f.certainty == Certainty::Possible && f.severity < Severity::Error));
}

#[test]
fn a_level_left_out_is_an_assumption() {
    let mut b = Build::new();
    let tid = b.tid();
    b.always(GLOBAL, tid, Mode::Write(None));
    let report = b.check(&Options { levels: vec![Level::Block], ..block(64) });
    assert_eq!(report.verdict, Verdict::RaceFree);
    assert!(report.assumptions.contains(&Assumption::GridLevelNotChecked), "{:?}", report.assumptions);
}

/// A race in the block; then those of the grid, of which there are many.
fn neighbours_and_strangers() -> Build {
    let mut b = Build::new();
    let tid = b.tid();
    let one = b.int(1);
    let next = b.terms.add(tid, one);
    b.always(SHARED, tid, Mode::Write(None));
    b.always(SHARED, next, Mode::Read);
    for n in 0..8 {
        let stride = b.int(1 + n);
        let index = b.terms.mul(tid, stride);
        b.always(GLOBAL, index, Mode::Write(None));
    }
    b
}

#[test]
fn what_is_found_before_the_work_is_used_up_is_told() {
    let found = |steps| {
        let mut b = neighbours_and_strangers();
        b.terms.limit_work(steps);
        let report = bounded(|| b.check(&block(64))).ok()?;
        let is_cut = report.reason().contains(&Reason::WorkUsedUp.to_string());
        Some((report.findings.len(), report.verdict, is_cut))
    };
    let all = found(1 << 26).expect("enough work");
    assert!(!all.2, "nothing is cut short");
    let limits = (1..).map(|n| 20 * n * n);
    let by_limit: Vec<_> = limits.map(found).take_while(|r| *r != Some(all)).flatten().collect();
    assert!(by_limit.iter().all(|(_, verdict, is_cut)| *is_cut && *verdict != Verdict::RaceFree), "{by_limit:?}");
    assert!(by_limit.iter().any(|(n, verdict, _)| *n == 0 && *verdict == Verdict::Unknown), "{by_limit:?}");
    assert!(by_limit.iter().any(|(n, verdict, _)| (1..all.0).contains(n) && *verdict == Verdict::Race), "{by_limit:?}");
}

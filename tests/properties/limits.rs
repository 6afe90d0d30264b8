//! What is said when something gives out: the solver, the time, the number of findings, a level that is not built. It is
//! never that there are no races.

use raceproof::analysis::asking::decide::Decide;
use raceproof::analysis::{Options, check};
use raceproof::kernel::{Kernel, LaunchFacts, Overtaken, Step, walk};
use raceproof::map::{lower, parse};
use raceproof::smt::{Answer, Budget, Model, Obstacle, Solver};
use raceproof::term::{Term, Terms};
use raceproof::verdict::{
    About, Approximation, Assumption, Certainty, Divergence, FindingKind, KernelReport, Level, Reason, Severity,
    Verdict,
};
use std::time::Duration;

fn kernel(body: &str) -> Kernel {
    let text = format!(
        "protocol p {{ shared a; global b, c; const n; unknown f(1) per grid; where n > 0 && blockDim.x > 1; {body} }}"
    );
    let protocol = parse("t", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"))
}

fn solved(kernel: &Kernel, options: &Options) -> KernelReport {
    check(kernel, options, &mut Solver::new(Budget { time: Duration::from_secs(10) }))
}

/// Free of races, as long as the solver says so.
const FREE: &str = "wr a[threadIdx.x * n];\nif n > 3 { sync; }\nrd a[threadIdx.x * n];";

/// Gives the same answer to everything.
struct Stubborn(Answer);

impl Decide for Stubborn {
    fn decide(&mut self, _: &mut Terms, _: &[Term], _: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        self.0.clone()
    }
}

#[test]
fn a_solver_that_gives_up_leaves_the_verdict_open() {
    let kernel = kernel(FREE);
    assert_eq!(solved(&kernel, &Options::default()).verdict, Verdict::RaceFree);
    let why = Obstacle::from("too hard");
    let report = check(&kernel, &Options::default(), &mut Stubborn(Answer::Unknown { why, backstop: false }));
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason().contains("too hard"), "{}", report.reason());
    // A model that nobody confirmed is no witness.
    let report = check(&kernel, &Options::default(), &mut Stubborn(Answer::Sat(Model::default())));
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Unknown, 0));
    assert!(report.reason().contains("the solver's witness could not be confirmed"), "{}", report.reason());
}

#[test]
fn a_solver_that_gives_up_leaves_barriers_open() {
    let kernel = kernel("if threadIdx.x < n { sync; }");
    let why = Obstacle::from("too hard");
    let report = check(&kernel, &Options::default(), &mut Stubborn(Answer::Unknown { why, backstop: false }));
    assert_eq!((report.verdict, report.divergence), (Verdict::Unknown, Divergence::Unknown));
    assert!(report.reason().contains("barrier at line 1: too hard"), "{}", report.reason());
}

/// What stays open of a kernel that is changed after it was read, if the solver gives up.
fn left_open(body: &str, change: fn(&mut Kernel)) -> KernelReport {
    let mut kernel = kernel(body);
    change(&mut kernel);
    let why = Obstacle::from("too hard");
    check(&kernel, &Options::default(), &mut Stubborn(Answer::Unknown { why, backstop: false }))
}

/// Gives the barriers of a kernel a mask.
fn with_mask(kernel: &mut Kernel, mask: Term) {
    let body = kernel.body.iter_mut().flat_map(|step| match step {
        Step::Loop(l) => l.body.iter_mut().collect(),
        Step::Access(_) | Step::Fence(_) | Step::Sync(_) => vec![step],
    });
    for step in body {
        if let Step::Sync(sync) = step {
            sync.mask = Some(mask);
        }
    }
}

#[test]
fn a_solver_that_gives_up_leaves_masks_open() {
    let few = |kernel: &mut Kernel| {
        let mask = kernel.terms.constant(32, 0xff);
        with_mask(kernel, mask);
    };
    let all = |kernel: &mut Kernel| {
        let mask = kernel.terms.constant(32, 0xffff_ffff);
        with_mask(kernel, mask);
    };
    for (body, change, about) in [
        ("sync.warp;", few as fn(&mut Kernel), About::Mask { line: 1 }),
        ("for i in 0..f(threadIdx.x) { sync.warp; }", all, About::Mask { line: 1 }),
        ("for i in 0..f(threadIdx.x) { sync.warp; }", few, About::Barrier { line: 1 }),
    ] {
        let report = left_open(body, change);
        assert_eq!(report.divergence, Divergence::Unknown, "{body}");
        assert!(report.open.iter().any(|open| open.about == about), "{body}: {:?}", report.open);
        assert!(report.reason().contains("too hard"), "{}", report.reason());
    }
}

/// Whether such a mask names a lane is not asked.
#[test]
fn masks_that_nothing_is_known_of_are_assumed_to_be_met() {
    let mut changed = kernel("sync.warp;");
    let mask = changed.terms.var(changed.launch.block[0]);
    with_mask(&mut changed, mask);
    let report = solved(&changed, &Options::default());
    assert_eq!(report.divergence, Divergence::Free);
    assert!(report.assumptions.contains(&Assumption::LanesArrive), "{:?}", report.assumptions);
}

#[test]
fn a_solver_that_gives_up_leaves_non_coherent_reads_open() {
    let report = left_open("wr b[threadIdx.x * n];\nsync.grid;\nrd b[threadIdx.x * n + 1];", |kernel| {
        if let Some(Step::Access(read)) = kernel.body.last_mut() {
            read.non_coherent = true;
        }
    });
    assert_eq!(report.verdict, Verdict::Unknown);
    let about = About::NonCoherentRead { array: "b".to_owned(), line: 3 };
    assert!(report.open.iter().any(|open| open.about == about), "{:?}", report.open);
}

/// Decides what has to be decided.
struct Hurried(Solver, bool);

impl Decide for Hurried {
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        if self.1 {
            return Answer::Unknown { why: "too hard".into(), backstop: false };
        }
        Decide::decide(&mut self.0, terms, facts, accept)
    }

    fn be_brief(&mut self, brief: bool) {
        self.1 = brief;
    }
}

#[test]
fn an_alarm_without_the_search_for_a_contract_says_so() {
    let pitched = kernel("wr b[threadIdx.x % n];");
    let verdict = |solver: &mut dyn Decide| {
        let report = check(&pitched, &Options::default(), solver);
        (report.verdict, report.findings[0].severity, report.findings[0].approximations.clone())
    };
    let mut solver = Solver::new(Budget { time: Duration::from_secs(10) });
    assert_eq!(verdict(&mut solver), (Verdict::ConditionalRace, Severity::Warning, vec![]));
    let (found, severity, rests_on) = verdict(&mut Hurried(solver, false));
    assert_eq!((found, severity, rests_on.len()), (Verdict::PossibleRace, Severity::Warning, 1));
    assert_eq!(rests_on, [Approximation::SearchCut]);
    // Where no parameter or dimension is part of it, nothing has to be searched.
    let racy = kernel("wr a[0];");
    let solver = Solver::new(Budget { time: Duration::from_secs(10) });
    assert_eq!(check(&racy, &Options::default(), &mut Hurried(solver, false)).verdict, Verdict::Race);
}

#[test]
fn no_time_is_no_proof() {
    let options = Options { deadline: Some(Duration::ZERO), ..Options::default() };
    let report = solved(&kernel(FREE), &options);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason().contains(&Reason::TimeUsedUp.to_string()), "{}", report.reason());
}

#[test]
fn a_level_that_is_not_built_is_unknown() {
    let options = Options { levels: vec![Level::Block, Level::Cluster], ..Options::default() };
    let report = solved(&kernel(FREE), &options);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason().contains("cluster"), "{}", report.reason());
    assert!(report.assumptions.contains(&Assumption::GridLevelNotChecked), "{:?}", report.assumptions);
}

#[test]
fn findings_that_are_left_out_are_mentioned() {
    let kernel = kernel("wr a[0];\nwr a[1];\nwr a[2];");
    let options = Options { max_findings: 2, ..Options::default() };
    let report = solved(&kernel, &options);
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Race, 2));
    assert!(report.reason().contains("stopped after 2 races"), "{}", report.reason());
}

#[test]
fn a_pair_of_places_in_an_array_is_found_once() {
    // At levels block and grid, and in any two iterations.
    let report = solved(&kernel("for i in 0 .. 4 { wr a[i]; wr a[0]; }"), &Options::default());
    let mut places: Vec<_> = report
        .findings
        .iter()
        .map(|f| {
            let mut spans: Vec<_> = f.parties.iter().map(|p| p.span.clone()).collect();
            spans.sort();
            spans
        })
        .collect();
    let all = places.len();
    places.sort();
    places.dedup();
    assert_eq!((places.len(), all), (all, 3), "{:?}", report.findings);
}

#[test]
fn synchronisation_that_is_left_out_weakens_alarms_only() {
    let mut racy = kernel("wr a[0];");
    racy.ignored.push(Approximation::UnfollowedFence { line: 1 });
    let report = solved(&racy, &Options::default());
    assert_eq!(report.verdict, Verdict::PossibleRace);
    let finding = &report.findings[0];
    assert_eq!((finding.certainty, finding.severity), (Certainty::Possible, Severity::Warning));
    assert!(finding.message().starts_with("possible ") && finding.approximations.contains(&racy.ignored[0]));
    let mut divergent = kernel("if threadIdx.x == 1 { sync; }");
    divergent.ignored.push(Approximation::UnfollowedFence { line: 1 });
    assert_eq!(solved(&divergent, &Options::default()).divergence, Divergence::Possible);
    let mut free = kernel(FREE);
    free.ignored.push(Approximation::UnfollowedFence { line: 1 });
    assert_eq!(solved(&free, &Options::default()).verdict, Verdict::RaceFree);
}

#[test]
fn what_is_unsupported_is_never_free() {
    let mut kernel = kernel(FREE);
    kernel.unsupported.push("inline assembly".to_owned());
    let report = solved(&kernel, &Options::default());
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason().contains("inline assembly"), "{}", report.reason());
}

#[test]
fn parameters_are_put_in() {
    let given = |value| {
        let launch = LaunchFacts { params: vec![("n".to_owned(), value)], ..LaunchFacts::default() };
        solved(&kernel("if n != 7 { wr a[0]; }"), &Options { launch, ..Options::default() })
    };
    assert_eq!(given(7).verdict, Verdict::RaceFree);
    assert_eq!(given(8).verdict, Verdict::Race);
    // Against what the protocol states.
    let report = given(0);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert_eq!(report.findings[0].kind, FindingKind::ContradictoryAssumptions);
}

#[test]
fn witnesses_name_the_values_of_unknown_functions_that_they_need() {
    let report = solved(&kernel("wr b[f(threadIdx.x)];"), &Options::default());
    assert_eq!(report.verdict, Verdict::PossibleRace);
    let approximations = &report.findings[0].approximations;
    assert!(approximations.iter().any(|a| a.to_string().contains("`f`")), "{approximations:?}");
}

/// A pointer loaded from memory may reach any array of its space.
#[test]
fn unknown_objects_may_be_any_array() {
    let verdict = |body: &str| {
        let mut kernel = kernel(body);
        let number = kernel.arrays.iter().position(|a| a.name == "c").expect("an array");
        kernel.arrays[number].unknown_object = true;
        let report = solved(&kernel, &Options::default());
        assert_eq!(report.verdict == Verdict::Unknown, !report.reason().is_empty(), "{}", report.reason());
        report.verdict
    };
    let own = "blockIdx.x * blockDim.x + threadIdx.x";
    assert_eq!(verdict(&format!("wr b[{own}]; rd c[{own}];")), Verdict::Unknown);
    assert_eq!(verdict(&format!("rd b[{own}]; wr c[{own}];")), Verdict::Unknown);
    assert_eq!(verdict(&format!("wr b[{own}]; sync.grid; rd c[{own}];")), Verdict::RaceFree);
    assert_eq!(verdict(&format!("rd b[{own}]; rd c[{own}];")), Verdict::RaceFree);
    assert_eq!(verdict("wr a[threadIdx.x]; rd c[0];"), Verdict::RaceFree);
}

/// A copy that its own thread does not wait for may be to what a pointer from memory reaches.
#[test]
fn copies_under_way_may_meet_unknown_objects() {
    let verdict = |copied: &str, read: &str| {
        let own = "blockIdx.x * blockDim.x + threadIdx.x";
        let mut kernel = kernel(&format!("if {copied} {{ wr b[{own}]; }} sync.grid; if {read} {{ rd c[{own}]; }}"));
        let number = kernel.arrays.iter().position(|a| a.name == "c").expect("an array");
        kernel.arrays[number].unknown_object = true;
        assert_eq!(solved(&kernel, &Options::default()).verdict, Verdict::RaceFree);
        let accesses: Vec<_> = walk::accesses(&kernel.body).cloned().collect();
        let [copy, access] = accesses.as_slice() else { panic!("two accesses") };
        let (copy, access) = (copy.clone(), access.clone());
        kernel.overtaken.push(Overtaken { copy, access, around: vec![], issued: vec![] });
        solved(&kernel, &Options::default()).verdict
    };
    assert_eq!(verdict("n > 0", "n > 3"), Verdict::Unknown);
    assert_eq!(verdict("n > 5", "n < 5"), Verdict::RaceFree);
}

/// What the source requires of every thread cannot hold if one of a block that is known is excluded, wherever it stands.
#[test]
fn a_contract_that_one_thread_breaks_is_contradictory() {
    let excluded = |thread: i64, block: u32| {
        let mut kernel = kernel("wr a[0];");
        let terms = &mut kernel.terms;
        let (index, thread) = (terms.var(kernel.launch.thread[0]), terms.int(32, thread));
        let fact = terms.ne(index, thread);
        kernel.facts.push(fact);
        let launch = LaunchFacts { block_dim: [Some(block), Some(1), Some(1)], ..LaunchFacts::default() };
        let report = solved(&kernel, &Options { launch, ..Options::default() });
        report.findings.iter().any(|f| f.kind == FindingKind::ContradictoryAssumptions)
    };
    for thread in [0, 5, 63] {
        assert!(excluded(thread, 64), "{thread}");
    }
    assert!(!excluded(64, 64));
}

//! Theorem 1 of *Provable GPU Data-Races* on random protocols with unknown functions: an alarm between typable accesses is
//! a true one, and a certain alarm happens whatever the unknown functions are.

use super::generate::{Sample, sample};
use super::oracle::analysed;
use super::replay::holds_whatever;
use proptest::prelude::*;
use raceproof::map::ast::*;
use raceproof::map::interp::{Event, Setting, Stuck, Thread, races, run};
use raceproof::map::parse;
use raceproof::smt::{Budget, Solver};
use raceproof::term::Sharing;
use raceproof::verdict::{Approximation, Certainty, Divergence, Finding, FindingKind, KernelReport, Party};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// Puts unknown functions into a protocol: `mine` of each thread, `ours` of the launch.
struct Mixer {
    choices: Vec<u8>,
    used: usize,
}

impl Mixer {
    fn choice(&mut self) -> u8 {
        self.used += 1;
        self.choices[self.used % self.choices.len()]
    }

    fn block(&mut self, body: &mut [Stmt]) {
        for statement in body {
            match statement {
                Stmt::Skip | Stmt::Sync(..) | Stmt::Let(..) => {}
                Stmt::Access(access) => self.access(access),
                Stmt::If { cond, then, otherwise, .. } => {
                    let decides = synchronised(then) || synchronised(otherwise);
                    let name = match self.choice() {
                        // Seldom one on which threads differ decides about a barrier.
                        0 => Some(if decides && self.choice() != 0 { "ours" } else { "mine" }),
                        _ => None,
                    };
                    if let Some(name) = name {
                        *cond = Expr::binary(BinaryOp::Lt, call(name, cond.clone()), Expr::Int(2));
                    }
                    self.block(then);
                    self.block(otherwise);
                }
                Stmt::For(f) => {
                    if let Range::Steps { to, .. } = &mut f.range
                        && !synchronised(&f.body)
                        && self.choice() == 0
                    {
                        *to = call("mine", Expr::Int(7));
                    }
                    self.block(&mut f.body);
                }
            }
        }
    }

    fn access(&mut self, access: &mut Access) {
        let Place::Cell(indices) = &mut access.place else { return };
        match self.choice() {
            0 => indices[0] = call("mine", indices[0].clone()),
            1 => indices[0] = call("ours", Expr::Int(3)),
            2 => indices[0] = Expr::binary(BinaryOp::Add, indices[0].clone(), call("ours", Expr::Int(1))),
            _ => {}
        }
    }
}

fn call(name: &str, argument: Expr) -> Expr {
    Expr::Call(Name::new(name), vec![argument])
}

fn synchronised(body: &[Stmt]) -> bool {
    body.iter().any(|s| match s {
        Stmt::Sync(..) => true,
        Stmt::Skip | Stmt::Access(_) | Stmt::Let(..) => false,
        Stmt::If { then, otherwise, .. } => synchronised(then) || synchronised(otherwise),
        Stmt::For(f) => synchronised(&f.body),
    })
}

/// Random protocols in which threads have no unknown values but those of functions.
fn mixtures() -> impl Strategy<Value = Sample> {
    let known =
        sample().prop_filter("what is unknown of a thread is no part of a witness", |s| s.protocol.locals.is_empty());
    (known, prop::collection::vec(0u8..8, 1..9)).prop_map(|(sample, choices)| {
        let mut protocol = sample.protocol;
        let unknown = |name: &str, sharing| UnknownDecl { name: Name::new(name), arity: 1, sharing };
        protocol.unknowns.extend([unknown("mine", Sharing::Thread), unknown("ours", Sharing::Grid)]);
        Mixer { choices, used: 0 }.block(&mut protocol.body);
        // Read again, so that every statement has its position.
        let text = protocol.to_string();
        let protocol = parse("random.map", &text).unwrap_or_else(|e| panic!("{e}\n{text}")).remove(0);
        Sample { protocol, ..sample }
    })
}

fn report(sample: &Sample) -> KernelReport {
    let mut solver = Solver::new(Budget { time: Duration::from_secs(10) });
    analysed(sample, &mut solver).unwrap_or_else(|e| panic!("{e}\n{sample:?}"))
}

/// Whether the two threads of `finding` race or part as it says, with the unknown functions that `seed` stands for.
fn happens(Sample { protocol, blocks, threads }: &Sample, finding: &Finding, seed: u64) -> Result<bool, Stuck> {
    let sharing = |name: &str| protocol.unknowns.iter().find(|u| u.name.text == name).map(|u| u.sharing);
    let choose = |thread: Thread, name: &str, args: &[i64]| {
        let whose = match sharing(name) {
            None | Some(Sharing::Thread) => Some((thread.block, Some(thread.thread))),
            Some(Sharing::Warp) => panic!("not generated"),
            Some(Sharing::Block) => Some((thread.block, None)),
            Some(Sharing::Grid) => None,
        };
        let mut hasher = DefaultHasher::new();
        (seed, name, args, whose).hash(&mut hasher);
        (hasher.finish() % 5) as i64
    };
    let params = finding.witness.iter().cloned().collect();
    let setting = Setting { block_dim: [threads.end, 1, 1], grid_dim: [*blocks, 1, 1], params, choose: &choose };
    let [p, q] = finding.parties.as_slice() else { return Ok(false) };
    let thread = |party: &Party| Thread { block: party.block, thread: party.thread };
    let history = match run(protocol, &setting, &[thread(p), thread(q)], finding.level) {
        Err(Stuck::Divergence(_)) if finding.kind == FindingKind::BarrierDivergence => return Ok(true),
        ran => ran?,
    };
    let is = |event: &Event, party: &Party| event.thread == thread(party) && event.span == party.span;
    Ok(races(protocol, &history).iter().any(|(_, a, b)| (is(a, p) && is(b, q)) || (is(a, q) && is(b, p))))
}

/// Names of what is approximated though both accesses are typable: barriers that are passed in some iterations only, and
/// those of a warp that may not be reached by all of it.
fn is_about_barriers(approximation: &Approximation) -> bool {
    use Approximation::{BarrierBetween, MaskMayLeaveOut, PartOfWarp};
    matches!(approximation, BarrierBetween { .. } | MaskMayLeaveOut { .. } | PartOfWarp { .. })
}

proptest! {
    #![proptest_config(super::config(100))]

    #[test]
    fn alarms_between_typable_accesses_are_true(sample in mixtures()) {
        let report = report(&sample);
        for finding in &report.findings {
            // Phases are only defined where threads do not part.
            let executed = finding.kind == FindingKind::BarrierDivergence || report.divergence == Divergence::Free;
            let typable = finding.parties.iter().all(Party::typable);
            // That only odd values lead to it, or that a condition excludes it, takes nothing from a witness.
            if !holds_whatever(finding) {
                let named = finding.approximations.iter().any(is_about_barriers);
                prop_assert!(!typable || named, "{finding:#?}");
                prop_assert!(!finding.approximations.is_empty(), "{finding:#?}");
            } else if executed {
                for seed in 0..8 {
                    let happens = happens(&sample, finding, seed).map_err(|e| TestCaseError::fail(e.to_string()))?;
                    prop_assert!(happens, "not with interpretation {seed}: {finding:#?}");
                }
            }
        }
    }
}

/// The first race of a body with an array `s`, for any functions `mine` and `ours`.
fn first(body: &str) -> Finding {
    let head = "protocol p { shared s; unknown mine(1) per thread; unknown ours(1) per grid; ";
    let text = format!("{head} {body} }}");
    let protocol = parse("t.map", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    report(&Sample { protocol, blocks: 1, threads: 0..2 })
        .findings
        .first()
        .cloned()
        .unwrap_or_else(|| panic!("no race in {text}"))
}

#[test]
fn what_an_access_depends_on_is_named() {
    let is = |body: &str| {
        let finding = first(body);
        (finding.certainty, finding.parties.into_iter().map(|p| p.opaque.join("; ")).collect::<Vec<_>>())
    };
    let (no, race, possible) = (String::new(), Certainty::Race, Certainty::Possible);
    let on = |part: &str, name: &str| format!("{part} depends on the unknown function `{name}`");
    assert_eq!(is("wr s[0];"), (race, vec![no.clone(), no.clone()]));
    let index = on("the index", "mine");
    assert_eq!(is("wr s[mine(threadIdx.x)];"), (possible, vec![index.clone(), index]));
    let guard = on("the guard", "mine");
    assert_eq!(is("rd s[0]; if mine(0) == 1 { at s[0]; }"), (possible, vec![guard, no.clone()]));
    let around = on("a loop around it", "mine");
    assert_eq!(is("for x in 0..mine(0) { wr s[x]; }"), (possible, vec![around.clone(), around]));
    let barrier = on("a barrier before or after it", "ours");
    assert_eq!(
        is("at s[0]; if ours(0) == 1 { sync; } rd s[0];"),
        (possible, vec![barrier, no]),
        "whether the left side's phase goes on is for the barrier to say"
    );
    // All threads have the same value, so the race is certain all the same.
    let index = on("the index", "ours");
    assert_eq!(is("wr s[ours(0)];"), (race, vec![index.clone(), index]));
}

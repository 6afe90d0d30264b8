//! Theorems 1 to 3 of *Checking Data-Race Freedom of GPU Kernels, Compositionally*, on random protocols, held against the
//! executable semantics: pair of accesses by pair, for all values of what a protocol leaves open.

use super::brute::Brute;
use super::cases::{cases, hold, hold_of};
use super::generate::{MOST_PARAM, MOST_TRIPS, Sample, two_samples, wild_sample};
use super::oracle::{Pair, agrees, analysed, compared, executed_as, raced, units};
use super::worlds::{World, worlds};
use proptest::prelude::*;
use raceproof::kernel::SyncScope;
use raceproof::map::ast::{At, Protocol};
use raceproof::map::interp::Stuck;
use raceproof::map::parse;
use raceproof::map::stages::align::{Aligned, Piece, align};
use raceproof::map::stages::fragment::Loop;
use raceproof::map::stages::split::split;
use raceproof::map::stages::wellformed::{WellFormed, well_formed};
use raceproof::verdict::Level;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many samples were of the kind that a property is about.
#[derive(Default)]
struct Share {
    inside: AtomicU32,
    all: AtomicU32,
}

impl Share {
    fn count(&self, inside: bool) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.inside.fetch_add(u32::from(inside), Ordering::Relaxed);
    }

    /// At least so many of a hundred; few samples say nothing.
    fn at_least(&self, percent: u32) {
        let [inside, all] = [&self.inside, &self.all].map(|n| n.load(Ordering::Relaxed));
        assert!(all < 100 || inside * 100 >= all * percent, "only {inside} of {all} samples were tested");
    }
}

type Checked = Result<(), String>;

fn levels(sample: &Sample) -> &'static [Level] {
    if sample.blocks > 1 { &[Level::Warp, Level::Block, Level::Grid] } else { &[Level::Warp, Level::Block] }
}

/// The pairs that race in some unit of the level.
fn races(protocol: &Protocol, sample: &Sample, level: Level, world: &World) -> Result<BTreeSet<Pair>, Stuck> {
    let mut found = BTreeSet::new();
    for (threads, _) in units(sample, true).iter().filter(|(_, l)| *l == level) {
        found.extend(world.enter(sample, |setting| raced(protocol, setting, threads, level, &|_, _| true))?);
    }
    Ok(found)
}

/// Executing `others` one by one has the races of `protocol`, in every world.
fn same(protocol: &Protocol, others: &[Protocol], sample: &Sample, level: Level) -> Checked {
    for world in worlds(sample) {
        let run = |p| races(p, sample, level, &world).map_err(|e| format!("{e} in {p}"));
        let found = others.iter().map(run).collect::<Result<Vec<_>, _>>()?;
        let found: BTreeSet<Pair> = found.into_iter().flatten().collect();
        let expected = run(protocol)?;
        if found != expected {
            let others: String = others.iter().map(ToString::to_string).collect();
            return Err(format!("{level:?}, {world:?}: {found:?}, expected {expected:?}, of\n{others}"));
        }
    }
    Ok(())
}

fn formed(sample: &Sample, level: Level) -> Option<WellFormed> {
    well_formed(&sample.protocol, level).ok()
}

fn aligned(sample: &Sample, level: Level) -> Option<Aligned> {
    align(&formed(sample, level)?).ok()
}

fn phases(aligned: &Aligned) -> Vec<Protocol> {
    split(aligned).iter().map(|phase| phase.protocol(&aligned.head)).collect()
}

/// At each level. What is refused does diverge, now and then.
#[test]
fn well_formed_protocols_do_not_diverge() {
    let (inside, divergent) = (Share::default(), Share::default());
    hold_of(cases("RACEPROOF_CASES", 300), wild_sample, |sample| {
        for level in levels(sample) {
            let formed = formed(sample, *level);
            inside.count(formed.is_some());
            match formed {
                Some(formed) => same(&sample.protocol, &[formed.protocol()], sample, *level)?,
                None => {
                    let run = |world| races(&sample.protocol, sample, *level, world);
                    divergent.count(worlds(sample).iter().any(|w| matches!(run(w), Err(Stuck::Divergence(_)))));
                }
            }
        }
        Ok(())
    });
    inside.at_least(50);
    divergent.at_least(25);
}

/// Theorem 1.
#[test]
fn aligning_keeps_the_races() {
    let inside = Share::default();
    hold(cases("RACEPROOF_CASES", 1_000), |sample| {
        for level in levels(sample) {
            let aligned = aligned(sample, *level);
            inside.count(aligned.is_some());
            let Some(aligned) = aligned else { continue };
            let protocol = aligned.protocol();
            well_formed(&protocol, *level).map_err(|e| format!("{e:?}\n{protocol}"))?;
            same(&sample.protocol, &[protocol], sample, *level)?;
        }
        Ok(())
    });
    inside.at_least(70);
}

/// Each level of nesting doubles the code.
#[test]
fn what_grows_too_long_is_refused() {
    let open: String = (0..30).map(|i| format!("for x{i} in 0..n {{ wr a[x{i}]; ")).collect();
    let text = format!("protocol deep {{ shared a; const n; {open} sync; {} }}", "rd a[0]; }".repeat(30));
    let protocol = parse("deep.map", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    let formed = well_formed(&protocol, Level::Block).unwrap_or_else(|e| panic!("{e:?}"));
    let refused = align(&formed).expect_err("too long");
    assert!(refused.message.contains("too long") && refused.line == 1, "{refused}");
}

/// Theorem 3.
#[test]
fn splitting_keeps_the_races() {
    let inside = Share::default();
    hold(cases("RACEPROOF_CASES", 500), |sample| {
        for level in levels(sample) {
            let aligned = aligned(sample, *level);
            inside.count(aligned.is_some());
            let Some(aligned) = aligned else { continue };
            same(&aligned.protocol(), &phases(&aligned), sample, *level)?;
        }
        Ok(())
    });
    inside.at_least(70);
}

/// The other way to the same phases, which verdicts take: without copying code, and on terms.
#[test]
fn phases_agree_with_aligning_and_splitting() {
    let inside = Share::default();
    hold(cases("RACEPROOF_CASES", 500), |sample| {
        let of = |level: &Level| Some((*level, phases(&aligned(sample, *level)?)));
        let split: Option<Vec<_>> = levels(sample).iter().map(of).collect();
        inside.count(split.is_some());
        let Some(split) = split else { return Ok(()) };
        let at = |level: Level| split.iter().find(|(l, _)| *l == level).map_or(&[][..], |(_, phases)| phases);
        let truth = executed_as(sample, &at).map_err(|e| e.to_string())?;
        let report = analysed(sample, &mut Brute { most_param: MOST_PARAM, most_counter: MOST_TRIPS })?;
        if agrees(&truth, &report) { Ok(()) } else { Err(compared(&truth, &report)) }
    });
    inside.at_least(60);
}

// ---- Theorem 2 ----

/// How many places there are for a hole.
fn holes(pieces: &[Piece]) -> usize {
    let inner = |piece: &Piece| match piece {
        Piece::Phase { .. } => 0,
        Piece::If { then, otherwise, .. } => holes(then) + holes(otherwise),
        Piece::For(l) => holes(&l.body),
    };
    pieces.iter().map(|piece| 1 + inner(piece)).sum::<usize>() + 1
}

/// The context with `filling` in the hole of that number, which is counted down.
fn filled(context: &[Piece], hole: &mut usize, filling: &[Piece]) -> Vec<Piece> {
    let mut all = vec![];
    for piece in context {
        here(&mut all, hole, filling);
        all.push(match piece {
            Piece::Phase { .. } => piece.clone(),
            Piece::If { cond, then, otherwise } => Piece::If {
                cond: cond.clone(),
                then: filled(then, hole, filling),
                otherwise: filled(otherwise, hole, filling),
            },
            Piece::For(l) => Piece::For(Box::new(Loop { body: filled(&l.body, hole, filling), ..(**l).clone() })),
        });
    }
    here(&mut all, hole, filling);
    all
}

fn here(all: &mut Vec<Piece>, hole: &mut usize, filling: &[Piece]) {
    if *hole == 0 {
        all.extend_from_slice(filling);
    }
    *hole = hole.wrapping_sub(1);
}

/// With its rest and a barrier at its end.
fn closed(Aligned { body, rest, .. }: Aligned, scope: SyncScope) -> Vec<Piece> {
    [body, vec![Piece::Phase { fragment: rest, scope, at: At::default() }]].concat()
}

/// What both mention.
fn joined(a: &Sample, b: &Sample) -> Sample {
    let mut both = a.clone();
    let (p, q) = (&mut both.protocol, &b.protocol);
    p.params = ["n", "m"]
        .into_iter()
        .filter_map(|n| p.params.iter().chain(&q.params).find(|p| p.text == n))
        .cloned()
        .collect();
    p.locals = if p.locals.is_empty() { q.locals.clone() } else { p.locals.clone() };
    p.unknowns = if p.unknowns.is_empty() { q.unknowns.clone() } else { p.unknowns.clone() };
    both
}

/// Aligned protocols do not meet: what is put into a hole races as it does alone, and so does what is around it. (The
/// theorem is the case in which neither races.)
#[test]
fn aligned_protocols_compose() {
    let (inside, free) = (Share::default(), Share::default());
    let samples = || (two_samples(), any::<prop::sample::Index>());
    hold_of(cases("RACEPROOF_CASES", 300), samples, |((outer, inner), index)| {
        let grid = outer.blocks > 1;
        let (level, scope) = if grid { (Level::Grid, SyncScope::Grid) } else { (Level::Block, SyncScope::Block) };
        let pair = aligned(outer, level).zip(aligned(inner, level)).filter(|_| outer.threads == inner.threads);
        inside.count(pair.is_some());
        let Some((context, part)) = pair else { return Ok(()) };
        let sample = joined(outer, inner);
        let (context, part) = (closed(context, scope), closed(part, scope));
        let place = index.index(holes(&context));
        let skip = [Piece::Phase { fragment: vec![], scope, at: At::default() }];
        let protocol = |body| {
            let head = Protocol { body: vec![], ..sample.protocol.clone() };
            Aligned { head, level, body, rest: vec![] }.protocol()
        };
        let alone = protocol(part.clone());
        let without = protocol(filled(&context, &mut place.clone(), &skip));
        let with = protocol(filled(&context, &mut place.clone(), &part));
        for world in worlds(&sample) {
            let run = |p: &Protocol| races(p, &sample, level, &world).map_err(|e| e.to_string());
            let (alone, without, with) = (run(&alone)?, run(&without)?, run(&with)?);
            free.count(alone.is_empty() && without.is_empty());
            if !without.is_subset(&with) || !with.is_subset(&(&alone | &without)) {
                return Err(format!("{world:?}: {alone:?} and {without:?}, together {with:?}"));
            }
        }
        Ok(())
    });
    inside.at_least(50);
    free.at_least(20);
}

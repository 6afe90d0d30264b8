//! A step of a kernel at the values of a witness.

use crate::analysis::concrete::values::{Compiled, Setting};
use crate::kernel::target::BLOCK_LIMIT;
use crate::kernel::{Access, Kernel, Loop, Mode, Step, Sync, walk};
use crate::term::{Term, VarKind, mask};
use crate::verdict::{AccessMode, Finding, Given, Party, Placed};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Evaluations for one picture.
const FUEL: u64 = 8_000_000;
/// The most iterations before the witness's that are looked at.
const MOST_ITERATIONS: u64 = 64;

/// A finding with its kernel.
pub(in crate::analysis::concrete) struct Witnessed<'w> {
    pub(in crate::analysis::concrete) kernel: &'w Kernel,
    pub(in crate::analysis::concrete) finding: &'w Finding,
    pub(in crate::analysis::concrete) given: &'w Given,
}

/// A step with the loops around it, outermost first.
pub(in crate::analysis::concrete) struct Site<'w, S> {
    pub(in crate::analysis::concrete) step: &'w S,
    pub(in crate::analysis::concrete) around: Vec<&'w Loop>,
}

/// A thread at a step.
pub(in crate::analysis::concrete) struct Visitor {
    pub(in crate::analysis::concrete) thread: Placed,
    /// Whether it comes there; `None` where that depends on what is not followed.
    pub(in crate::analysis::concrete) comes: Option<bool>,
    /// What it finds there.
    pub(in crate::analysis::concrete) values: Vec<Option<u64>>,
}

impl<'w> Witnessed<'w> {
    /// `None` if the finding has no whole witness, or blocks that are too large to draw.
    pub(in crate::analysis::concrete) fn new(kernel: &'w Kernel, finding: &'w Finding) -> Option<Witnessed<'w>> {
        let given = finding.given.as_ref()?;
        let threads: u64 = given.block_dim.iter().map(|n| u64::from(*n)).product();
        (1..=BLOCK_LIMIT).contains(&threads).then_some(Witnessed { kernel, finding, given })
    }

    /// The access that a party makes.
    pub(in crate::analysis::concrete) fn access(&self, party: &Party) -> Option<Site<'w, Access>> {
        let is_it = |access: &Access| {
            let array = self.kernel.arrays.get(access.array.0).map(|array| array.name.as_str());
            access.span == party.span && mode(access) == party.mode && array == Some(self.finding.array.as_str())
        };
        walk::with_loops(&self.kernel.body).into_iter().find_map(|(step, around)| match step {
            Step::Access(access) if is_it(access) => Some(Site { step: access, around }),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        })
    }

    /// The barrier that a party comes to.
    pub(in crate::analysis::concrete) fn barrier(&self, party: &Party) -> Option<Site<'w, Sync>> {
        walk::with_loops(&self.kernel.body).into_iter().find_map(|(step, around)| match step {
            Step::Sync(sync) if sync.span == party.span => Some(Site { step: sync, around }),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        })
    }

    /// The values of the witness, in a party's block and iterations.
    fn setting(&self, party: &Party, block: [u32; 3], around: &[&Loop]) -> Setting {
        let (launch, terms, given) = (self.kernel.launch, &self.kernel.terms, self.given);
        let mut vars = FxHashMap::default();
        let dims = [(launch.block_dim, given.block_dim), (launch.grid_dim, given.grid_dim), (launch.block, block)];
        for (axes, values) in dims {
            vars.extend(axes.into_iter().zip(values).map(|(var, value)| (var, u64::from(value))));
        }
        if let Some(cluster) = &self.kernel.cluster {
            vars.extend(cluster.dim.into_iter().zip(given.cluster_dim.map(|n| u64::from(n.max(1)))));
        }
        for var in terms.vars().filter(|var| terms.var_info(*var).kind == VarKind::Param) {
            let info = terms.var_info(var);
            let known = given.parameters.iter().find(|(name, _)| *name == info.name).map(|(_, value)| *value);
            let free = || info.bounds.map_or(0, |(lo, hi)| 0.clamp(lo, hi)).cast_unsigned();
            vars.insert(var, mask(info.width, known.unwrap_or_else(free)));
        }
        let mut own: Vec<&(String, i64)> = party.values.iter().chain(&self.finding.witness).collect();
        for l in around {
            let name = terms.written(l.counter);
            let at = own.iter().position(|(other, _)| other == name);
            vars.extend(at.map(|at| (l.counter, own.remove(at).1.cast_unsigned())));
        }
        let cells = given.cells.iter().filter(|cell| cell.block.is_none_or(|of| of == block));
        let cells = cells.map(|cell| ((cell.object.clone(), cell.at, cell.bits), cell.value));
        Setting { vars, apps: FxHashMap::default(), cells: cells.collect::<BTreeMap<_, _>>() }
    }

    /// For each thread of a block whether it comes to a step with this guard, in the party's iterations, and the values of other terms
    /// there.
    pub(in crate::analysis::concrete) fn at(
        &self,
        (party, block): (&Party, [u32; 3]),
        (guard, around): (Term, &[&Loop]),
        others: &[Term],
    ) -> Vec<Visitor> {
        self.of((party, block), &threads(self.given.block_dim), (guard, around), others)
    }

    /// The same for some threads of the block.
    pub(in crate::analysis::concrete) fn of(
        &self,
        (party, block): (&Party, [u32; 3]),
        threads: &[[u32; 3]],
        (guard, around): (Term, &[&Loop]),
        others: &[Term],
    ) -> Vec<Visitor> {
        let setting = self.setting(party, block, around);
        let conditions: Vec<Term> =
            [guard].into_iter().chain(around.iter().flat_map(|l| [l.entered, l.executed])).collect();
        let said = self.evaluated(conditions.iter().chain(others).copied().collect(), &setting, threads);
        let mut all: Vec<Visitor> = vec![];
        for (thread, values) in threads.iter().zip(said) {
            let (comes, values) = values.split_at(conditions.len().min(values.len()));
            let thread = Placed { block, thread: *thread };
            all.push(Visitor { thread, comes: all_hold(comes), values: values.to_vec() });
        }
        for l in around {
            self.leave_out_those_that_left(l, &setting, threads, &mut all);
        }
        all
    }

    /// Those that have left a loop before the iteration do not come.
    fn leave_out_those_that_left(&self, l: &Loop, setting: &Setting, threads: &[[u32; 3]], all: &mut [Visitor]) {
        let last = setting.vars.get(&l.counter).copied().unwrap_or(0);
        for iteration in 0..last.min(MOST_ITERATIONS) {
            let mut earlier = setting.clone();
            earlier.vars.insert(l.counter, iteration);
            let went_on = self.evaluated(vec![l.continues], &earlier, threads);
            for (visitor, went_on) in all.iter_mut().zip(went_on) {
                let both = [visitor.comes.map(u64::from), went_on.first().copied().flatten()];
                visitor.comes = all_hold(&both);
            }
        }
    }

    fn evaluated(&self, roots: Vec<Term>, setting: &Setting, threads: &[[u32; 3]]) -> Vec<Vec<Option<u64>>> {
        let Kernel { terms, launch, exits, .. } = self.kernel;
        Compiled::new(terms, (*launch, exits), roots, &Cell::new(FUEL)).values(setting, threads)
    }
}

/// Whether all of some truth values are true.
fn all_hold(values: &[Option<u64>]) -> Option<bool> {
    if values.contains(&Some(0)) {
        return Some(false);
    }
    (!values.contains(&None)).then_some(true)
}

/// The threads of a block in their order.
fn threads([x, y, z]: [u32; 3]) -> Vec<[u32; 3]> {
    (0..z).flat_map(|k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k]))).collect()
}

pub(in crate::analysis::concrete) fn mode(access: &Access) -> AccessMode {
    match access.mode {
        Mode::Read => AccessMode::Read,
        Mode::Write(_) => AccessMode::Write,
        Mode::Atomic(_) => AccessMode::Atomic,
    }
}

//! Named barriers at which some threads only arrive (`bar.arrive`), as objects that count arrivals.
//!
//! ```text
//! bar.arrive 1, 128;      arrive(barrier 1)
//! bar.sync 1, 128;        phase = arrive(barrier 1); wait(barrier 1, phase)
//! ```
//!
//! Such a barrier does what an mbarrier for 128 arrivals does that was set up before the kernel, so that what it orders is proved as of
//! these (`mbarriers`). Source: PTX ISA, `bar`: when it opens, what was accessed before an arrival is performed for all that come; who
//! waits accesses nothing meanwhile.
//!
//! Direction: those whose number or count is not one constant stay, and are not followed. An arrival orders no asynchronous copies.

use crate::kernel::target::REGISTER;
use crate::kernel::{
    Access, Array, ArrayId, AtomicScope, Change, Kernel, LaunchFacts, MbarrierUse, MemorySpace, Mode, Named, Phase,
    Step, Sync, SyncScope, Update, walk,
};
use crate::term::{FuncInfo, FuncKind, Owner, Sharing, Term, Terms, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The bytes of an object, and the bits of what names its phase.
const BYTES: u64 = 8;

/// Puts arrivals and waits in the place of such barriers.
pub(super) fn put(kernel: &mut Kernel, launch: &LaunchFacts) {
    let counts = counts(&kernel.terms, &kernel.body, launch);
    if counts.is_empty() {
        return;
    }
    let body = std::mem::take(&mut kernel.body);
    let ends = |a: &Access| [a.copy.map(|c| c.end), a.unfenced.map(|u| u.end)].into_iter().flatten();
    let pending: BTreeSet<usize> = walk::accesses(&body).flat_map(ends).collect();
    let mut objects = BTreeMap::new();
    for (id, count) in counts {
        objects.insert(id, ArrayId(kernel.arrays.len()));
        kernel.arrays.push(object(id, count));
    }
    let pending = pending.into_iter().collect();
    let mut put = Put { terms: &mut kernel.terms, objects, pending, counters: vec![] };
    kernel.body = put.steps(body);
    let numbers = walk::number(&mut kernel.body);
    for o in &mut kernel.overtaken {
        o.access.id = numbers.get(&o.access.id).copied().unwrap_or(walk::NO_NUMBER);
    }
}

/// For how many threads each barrier opens at which some only arrive, by its number.
fn counts(terms: &Terms, body: &[Step], launch: &LaunchFacts) -> BTreeMap<u64, u64> {
    let block = launch.block_dim.iter().try_fold(1u64, |n, d| n.checked_mul(u64::from((*d)?)));
    let (mut counts, mut arrived) = (BTreeMap::<u64, BTreeSet<Option<u64>>>::new(), BTreeSet::new());
    for (step, _) in walk::with_loops(body) {
        let Step::Sync(Sync { named, scope: SyncScope::Block, orders, .. }) = step else { continue };
        let Some(Named { id, count }) = named else {
            // It is number 0.
            counts.entry(0).or_default().insert(None);
            continue;
        };
        let Some(id) = terms.as_const(*id) else { return BTreeMap::new() };
        let count = count.map_or(block, |count| terms.as_const(count));
        counts.entry(id).or_default().insert(count);
        arrived.extend((!orders).then_some(id));
    }
    let one = |(id, all): (u64, BTreeSet<Option<u64>>)| {
        let mut all = all.into_iter();
        let count = all.next()??;
        (all.next().is_none() && arrived.contains(&id)).then_some((id, count))
    };
    counts.into_iter().filter_map(one).collect()
}

fn object(id: u64, count: u64) -> Array {
    Array {
        name: format!("barrier {id}"),
        written: None,
        space: MemorySpace::Shared,
        element: BYTES,
        dims: vec![1],
        single: true,
        unsigned: false,
        fields: None,
        unknown_object: false,
        beside: vec![],
        opens_for: Some(count),
        declared: None,
    }
}

struct Put<'t> {
    terms: &'t mut Terms,
    objects: BTreeMap<u64, ArrayId>,
    /// All copies, and writes that bulk copies need not see.
    pending: Vec<usize>,
    /// Of the loops around.
    counters: Vec<Var>,
}

impl Put<'_> {
    fn steps(&mut self, steps: Vec<Step>) -> Vec<Step> {
        let mut found = vec![];
        for step in steps {
            match step {
                Step::Loop(mut l) => {
                    self.counters.push(l.counter);
                    l.body = self.steps(l.body);
                    self.counters.pop();
                    found.push(Step::Loop(l));
                }
                Step::Sync(sync) => match self.object(&sync) {
                    Some(object) => found.extend(self.visits(&sync, object).into_iter().map(Step::Access)),
                    None => found.push(Step::Sync(sync)),
                },
                Step::Access(_) | Step::Fence(_) => found.push(step),
            }
        }
        found
    }

    fn object(&self, sync: &Sync) -> Option<ArrayId> {
        let id = self.terms.as_const(sync.named?.id)?;
        self.objects.get(&id).copied()
    }

    /// The arrival, and the wait if there is one.
    fn visits(&mut self, sync: &Sync, object: ArrayId) -> Vec<Access> {
        let (width, name) = (64, format!("phase {}", self.terms.len()));
        let kind = FuncKind::Opaque { what: "the phase of a named barrier".to_owned() };
        let (sharing, owner) = (Sharing::Thread, Owner::All);
        let phase = self.terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner });
        let one = self.terms.constant(REGISTER, 1);
        let arrival = Update {
            change: Change::Mbarrier(MbarrierUse::Arrive(one)),
            result: Some(phase),
            acquires: false,
            releases: true,
            scope: None,
        };
        let mut found = vec![self.access(sync, object, arrival)];
        if sync.orders {
            let counters: Vec<Term> = self.counters.iter().map(|c| self.terms.var(*c)).collect();
            let phase = Phase::State(self.terms.apply(phase, counters));
            let change = Change::Mbarrier(MbarrierUse::Wait(phase));
            let wait = Update { change, result: None, acquires: true, releases: false, scope: None };
            found.push(self.access(sync, object, wait));
        }
        found
    }

    fn access(&mut self, sync: &Sync, object: ArrayId, update: Update) -> Access {
        let (offset, bytes) = (self.terms.constant(64, 0), self.terms.constant(64, BYTES));
        Access {
            id: walk::NO_NUMBER,
            update: Some(update),
            pending: self.pending.clone(),
            alignment: BYTES,
            span: sync.span.clone(),
            ..Access::plain(sync.guard, object, offset, bytes, Mode::Atomic(AtomicScope::Block))
        }
    }
}

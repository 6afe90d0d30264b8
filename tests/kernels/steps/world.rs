//! What a run of a kernel's steps takes as given: the launch, parameters, and values for the symbols that stand for memory
//! and for what is not followed.

use super::contents;
use super::filled::{self, Filled};
use raceproof::kernel::target::LANES;
use raceproof::kernel::{Access, ArrayId, Change, Kernel, Loop, MemorySpace, Step};
use raceproof::term::{Axiom, CompareOp, Func, Node, Sharing, Term, Terms, Var, VarKind, Width, mask, signed};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// By axis.
pub(crate) type Index = [u32; 3];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Thread {
    pub(crate) block: Index,
    pub(crate) thread: Index,
}

/// Threads of a block and blocks of a grid, by axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Launch {
    pub(crate) block: Index,
    pub(crate) grid: Index,
}

/// All places below an extent.
fn all(extent: Index) -> Vec<Index> {
    let [x, y, z] = extent.map(|n| 0..n);
    z.flat_map(move |z| y.clone().map(move |y| (y, z)))
        .flat_map(move |(y, z)| x.clone().map(move |x| [x, y, z]))
        .collect()
}

impl Launch {
    pub(crate) fn threads(&self) -> Vec<Thread> {
        all(self.grid).into_iter().flat_map(|block| self.threads_of(block)).collect()
    }

    pub(crate) fn threads_of(&self, block: Index) -> Vec<Thread> {
        all(self.block).into_iter().map(|thread| Thread { block, thread }).collect()
    }

    fn linear(&self, thread: Index) -> u32 {
        (thread[2] * self.block[1] + thread[1]) * self.block[0] + thread[0]
    }

    /// The warp of a thread in its block.
    pub(crate) fn warp(&self, thread: Index) -> u32 {
        self.linear(thread) / LANES
    }

    /// The first thread of a thread's warp.
    pub(crate) fn first_of_warp(&self, thread: Index) -> Index {
        let first = self.warp(thread) * LANES;
        let [x, y, _] = self.block;
        [first % x, first / x % y, first / x / y]
    }

    /// The place of a thread in its warp.
    pub(crate) fn lane(&self, thread: Index) -> usize {
        (self.linear(thread) % LANES) as usize
    }
}

/// A site whose atomic addition hands out what was in the counter.
struct Counter<'k> {
    access: &'k Access,
    params: Vec<Var>,
}

/// A draw: the symbol with its arguments, and who drew.
type Draw = (Func, Vec<u64>, Thread);
/// A counter in memory: the array, the byte, and for shared memory the block.
type Place = (ArrayId, u64, Option<Index>);

/// One way to fill in what a kernel leaves open.
pub(crate) struct World<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) launch: Launch,
    /// Blocks of a cluster, of a kernel that has to do with it.
    pub(crate) cluster: Option<Index>,
    /// The most iterations that one thread runs, those that only compute a value included.
    pub(crate) fuel: u32,
    params: FxHashMap<Var, u64>,
    numbers: FxHashMap<Func, u64>,
    seed: u64,
    counters: FxHashMap<Func, Counter<'k>>,
    drawn: RefCell<FxHashMap<Draw, u64>>,
    next: RefCell<FxHashMap<Place, u64>>,
    pub(crate) filled: RefCell<Filled>,
}

/// The copies of a distributed array lie this far from each other, by rank: two to the power of this many bytes.
pub(crate) const RANK: u32 = 44;

/// The extents that are known, or that `given` names; else that of the grid, or one.
fn cluster(kernel: &Kernel, launch: Launch, given: &BTreeMap<String, i64>, seed: u64) -> Option<Index> {
    let vars = kernel.cluster?;
    Some([0, 1, 2].map(|axis| {
        let info = kernel.terms.var_info(vars.dim[axis]);
        let known = info.bounds.filter(|(lo, hi)| lo == hi).map(|(n, _)| n);
        let open = if seed % 3 == 2 { 1 } else { i64::from(launch.grid[axis]) };
        known.or_else(|| given.get(&info.name).copied()).unwrap_or(open) as u32
    }))
}

/// Iterations of a thread that is run alone.
const FUEL: u32 = 3_000;

/// Mixes numbers into one that looks random.
pub(crate) fn mixed(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0x9e37_79b9_7f4a_7c15, |state: u64, n| {
        let z = (state ^ n).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 32)
    })
}

impl<'k> World<'k> {
    /// Parameters that `given` does not name have values that `seed` picks.
    pub(crate) fn new(kernel: &'k Kernel, launch: Launch, given: &BTreeMap<String, i64>, seed: u64) -> World<'k> {
        let terms = &kernel.terms;
        let threads = launch.block.iter().map(|n| i64::from(*n)).product::<i64>();
        let all = threads * launch.grid.iter().map(|n| i64::from(*n)).product::<i64>();
        let mut params = FxHashMap::default();
        for (i, v) in terms.vars().enumerate() {
            let info = terms.var_info(v);
            if info.kind != VarKind::Param {
                continue;
            }
            let common = [0, 1, 2, 3, 4, 5, 7, 8, 16, -1, 64, i64::from(launch.block[0]), threads, all, all, 2 * all];
            let pick = mixed([seed, i as u64]) as usize % common.len();
            let value = given.get(&info.name).copied().unwrap_or(common[pick]);
            let (lo, hi) = info.bounds.unwrap_or((i64::MIN, i64::MAX));
            params.insert(v, mask(info.width, value.clamp(lo, hi) as u64));
        }
        let mut counters = FxHashMap::default();
        collect(&kernel.body, &mut vec![], &mut counters);
        let numbers = terms.funcs().zip(0..).collect();
        World {
            kernel,
            launch,
            cluster: cluster(kernel, launch, given, seed),
            fuel: FUEL,
            params,
            numbers,
            seed,
            counters,
            drawn: RefCell::default(),
            next: RefCell::default(),
            filled: RefCell::default(),
        }
    }

    pub(crate) fn with_fuel(self, fuel: u32) -> World<'k> {
        World { fuel, ..self }
    }

    /// The value of a variable that is no counter.
    pub(crate) fn var(&self, var: Var, who: Thread) -> Option<u64> {
        let value = |index: Index, axis| u64::from(index[axis as usize]);
        match self.kernel.terms.var_info(var).kind {
            VarKind::ThreadIdx(axis) => Some(value(who.thread, axis)),
            VarKind::BlockIdx(axis) => Some(value(who.block, axis)),
            VarKind::BlockDim(axis) => Some(value(self.launch.block, axis)),
            VarKind::GridDim(axis) => Some(value(self.launch.grid, axis)),
            VarKind::Param => self.params.get(&var).copied(),
            VarKind::ClusterDim(axis) => self.cluster.map(|extent| value(extent, axis)),
            VarKind::ClusterRank => self.cluster.map(|_| self.rank(who.block)),
            VarKind::Counter | VarKind::Local => None,
        }
    }

    /// The number of a block in its cluster.
    fn rank(&self, block: Index) -> u64 {
        let extent = self.cluster.unwrap_or([1; 3]);
        let [x, y, z] = [0, 1, 2].map(|axis| u64::from(block[axis] % extent[axis]));
        (z * u64::from(extent[1]) + y) * u64::from(extent[0]) + x
    }

    /// The cluster of a block.
    pub(crate) fn cluster_of(&self, block: Index) -> Index {
        let extent = self.cluster.unwrap_or([1; 3]);
        [0, 1, 2].map(|axis| block[axis] / extent[axis])
    }

    /// The contents of memory, or a value that is not followed: the same wherever its symbol says so.
    pub(crate) fn symbol(&self, func: Func, args: &[u64], who: Thread) -> u64 {
        let info = self.kernel.terms.func_info(func);
        let filled = filled::value(self, func, args, who);
        if let Some(value) = filled.or_else(|| contents::value(self.kernel, func, args, self.seed)) {
            return value;
        }
        let number = self.numbers.get(&func).copied().unwrap_or(0);
        let owner: Vec<u32> = match info.sharing {
            Sharing::Grid => vec![],
            Sharing::Block => who.block.to_vec(),
            Sharing::Warp => who.block.into_iter().chain([self.launch.warp(who.thread)]).collect(),
            Sharing::Thread => who.block.into_iter().chain(who.thread).collect(),
        };
        let key = [self.seed, number].into_iter().chain(args.iter().copied());
        let raw = mixed(key.chain(owner.into_iter().map(u64::from)));
        mask(info.width, self.small(raw, mixed([self.seed, number, 1]), info.width))
    }

    /// Small values, and among the first seeds the dull ones, which meet most often.
    fn small(&self, raw: u64, style: u64, width: Width) -> u64 {
        let below = |n: u64| raw % n;
        match (self.seed, style % 6) {
            (0, _) => 0,
            (1, _) => 1,
            _ if width == 1 => below(2),
            (_, 0) => below(2),
            (_, 1) => below(4),
            (_, 2) => below(16),
            (_, 3) => below(64),
            (_, 4) => below(8).wrapping_sub(2),
            _ => below(1000),
        }
    }

    /// What an atomic addition is handed, `None` if the symbol is no such result. `at` evaluates at the counters given.
    pub(crate) fn draw(
        &self,
        func: Func,
        args: &[u64],
        who: Thread,
        at: &dyn Fn(&[Var], Term) -> Option<u64>,
    ) -> Option<Option<u64>> {
        let Counter { access, params } = self.counters.get(&func)?;
        let draw = (func, args.to_vec(), who);
        if let Some(known) = self.drawn.borrow().get(&draw) {
            return Some(Some(*known));
        }
        let added = added(access).and_then(|by| at(params, by));
        let (Some(added), Some(offset)) = (added, at(params, access.offset)) else { return Some(None) };
        let owner = match self.kernel.arrays[access.array.0].space {
            MemorySpace::Shared => Some(who.block),
            MemorySpace::Cluster => Some(self.cluster_of(who.block)),
            MemorySpace::Global | MemorySpace::Tabled => None,
        };
        let rank = access.rank.and_then(|rank| at(params, rank)).unwrap_or(0);
        let place = (access.array, offset.wrapping_add(rank << RANK), owner);
        let width = self.kernel.terms.func_info(func).width;
        let mut next = self.next.borrow_mut();
        let counter = next.entry(place).or_insert(self.seed % 5);
        let value = *counter;
        *counter = mask(width, counter.wrapping_add(added));
        self.drawn.borrow_mut().insert(draw, value);
        Some(Some(value))
    }
}

/// What an atomic addition adds.
fn added(access: &Access) -> Option<Term> {
    match access.update.as_ref()?.change {
        Change::Add(by) | Change::AddFloat(by) => Some(by),
        Change::Nothing
        | Change::Set(_)
        | Change::Replace { .. }
        | Change::Count(_)
        | Change::SetBits(_)
        | Change::Mbarrier(_)
        | Change::Unknown => None,
    }
}

fn collect<'k>(steps: &'k [Step], loops: &mut Vec<Var>, found: &mut FxHashMap<Func, Counter<'k>>) {
    for step in steps {
        match step {
            Step::Access(access) => {
                let counter = Counter { access, params: loops.clone() };
                let result = access.update.as_ref().and_then(|u| u.result);
                found.extend(added(access).and(result).map(|f| (f, counter)));
            }
            Step::Sync(_) | Step::Fence(_) => {}
            Step::Loop(Loop { counter, body, .. }) => {
                loops.push(*counter);
                collect(body, loops, found);
                loops.pop();
            }
        }
    }
}

/// The value of a loop-carried symbol whose axiom is `f(params) == value`.
pub(crate) fn defined(terms: &Terms, func: Func, axiom: &Axiom) -> Option<Term> {
    let is_param = |(arg, param): (&Term, &Var)| matches!(terms.node(*arg), Node::Var(v) if v == param);
    let is_own = |t: &Term| match terms.node(*t) {
        Node::Apply(f, args) => *f == func && args.iter().zip(&axiom.params).all(is_param),
        _ => false,
    };
    match *terms.node(axiom.body) {
        Node::Compare(CompareOp::Eq, a, b) if is_own(&a) => Some(b),
        Node::Compare(CompareOp::Eq, a, b) if is_own(&b) => Some(a),
        _ => None,
    }
}

impl World<'_> {
    /// A parameter is negative, or huge if it is unsigned.
    pub(crate) fn has_huge(&self) -> bool {
        let terms = &self.kernel.terms;
        self.params.iter().any(|(v, value)| signed(terms.var_info(*v).width, *value) < 0)
    }

    pub(crate) fn describe(&self) -> String {
        let terms = &self.kernel.terms;
        let value = |(v, x): (&Var, &u64)| {
            let info = terms.var_info(*v);
            format!("{} = {}", info.name, signed(info.width, *x))
        };
        let mut params: Vec<String> = self.params.iter().map(value).collect();
        params.sort();
        format!(
            "blocks {:?}, grid {:?}, seed {}, {}",
            self.launch.block,
            self.launch.grid,
            self.seed,
            params.join(", ")
        )
    }
}

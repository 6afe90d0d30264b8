//! Two threads of one kernel: which symbols they share and which are renamed apart.
//!
//! The left and the right thread have symbols of their own ([`Owner`]), and so have the lanes of their warps whose values they
//! use. Thread variables, per-thread symbols and the counters that are not shared get a copy each; at level [`Level::Grid`] block variables and per-block symbols too.
//!
//! **Invariant:** for one level a variable has at most one copy per thread, whatever the product, so that equal
//! conditions become equal terms.

use super::pairs::Pairs;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::Link;
use crate::kernel::Exit;
use crate::kernel::target::LANES;
use crate::term::{Axiom, Func, Owner, Sharing, Substitution, Term, Terms, Var, VarInfo, VarKind};
use crate::verdict::Level;
use rustc_hash::{FxHashMap, FxHashSet};

/// How often axioms are instantiated for the applications that axioms bring in.
const AXIOM_DEPTH: usize = 2;
/// The most axioms of a query. A missing one only weakens the facts, which is sound.
const AXIOM_LIMIT: usize = 200;

/// The copies made so far for one kernel.
#[derive(Clone, Default, Debug)]
pub struct Copies {
    vars: FxHashMap<(Var, Owner), Var>,
    funcs: FxHashMap<(Func, Owner), Func>,
    /// What a copied symbol is a copy of, for whom.
    origin: FxHashMap<Func, (Func, Owner)>,
    /// Terms renamed for a thread of a level, over the kernel's own counters.
    bare: FxHashMap<(Term, Owner, Level), Term>,
}

impl Copies {
    fn var(&mut self, terms: &mut Terms, v: Var, who: Owner) -> Var {
        *self.vars.entry((v, who)).or_insert_with(|| {
            let info = VarInfo { owner: who, ..terms.var_info(v).clone() };
            terms.declare_var(info)
        })
    }

    fn func(&mut self, terms: &mut Terms, f: Func, who: Owner) -> Func {
        let copy = *self.funcs.entry((f, who)).or_insert_with(|| terms.copy_func(f, who));
        self.origin.insert(copy, (f, who));
        copy
    }

    /// The symbol that `f` is a copy of (itself if it is none) and for whom.
    #[must_use]
    pub fn origin(&self, f: Func) -> (Func, Owner) {
        self.origin.get(&f).copied().unwrap_or((f, Owner::All))
    }
}

/// A side of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Who {
    Left,
    Right,
}

impl Who {
    pub const BOTH: [Who; 2] = [Who::Left, Who::Right];
    #[must_use]
    pub fn owner(self) -> Owner {
        match self {
            Who::Left => Owner::Left,
            Who::Right => Owner::Right,
        }
    }

    fn thread(self) -> Thread {
        Thread { own: self.owner(), warp: self.owner() }
    }

    /// A lane of the side's warp.
    fn lane(self) -> Thread {
        let own = match self {
            Who::Left => Owner::LaneOfLeft,
            Who::Right => Owner::LaneOfRight,
        };
        Thread { own, warp: self.owner() }
    }
}

/// The copies that stand for a thread: of what is its own, and of what its warp or block shares.
#[derive(Clone, Copy)]
struct Thread {
    own: Owner,
    warp: Owner,
}

/// The renamings of one product.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub level: Level,
    /// See [`Pairs`].
    pub of_other_warps: bool,
    pub of_other_clusters: bool,
    /// A side's own thread and counters.
    own: [Substitution; 2],
    /// The right thread at the left side's counters.
    later: Substitution,
    /// A side's thread with the kernel's own counters, for replaying loops.
    bare: [Substitution; 2],
    /// A lane of the warp of a side's thread, at the side's counters; only where an access uses it.
    lane: [Substitution; 2],
}

impl Pairing {
    /// Renamings for two threads that agree on the counters `shared`.
    pub fn new(copies: &mut Copies, world: &mut Prepared, pairs: Pairs, shared: &[Var], link: Option<&Link>) -> Self {
        let Pairs { level, of_other_warps, of_other_clusters } = pairs;
        let shared: FxHashSet<Var> = shared.iter().copied().collect();
        let mut make = |world: &mut Prepared, thread: Thread, counters: Option<Who>| {
            renaming(copies, world, level, thread, counters, &shared)
        };
        let mut own = Who::BOTH.map(|w| make(world, w.thread(), Some(w)));
        let mut later = make(world, Who::Right.thread(), Some(Who::Left));
        let mut earlier = make(world, Who::Left.thread(), Some(Who::Right));
        let bare = Who::BOTH.map(|w| make(world, w.thread(), None));
        let mut lane =
            Who::BOTH.map(|w| if world.uses_lanes { make(world, w.lane(), Some(w)) } else { Substitution::new() });
        let mut next = None;
        if let Some(link) = link
            && world.terms.is_false(link.none)
        {
            // The right side is in the very next iteration.
            let left = copies.var(&mut world.terms, link.counter, Owner::Left);
            let (x, width) = (world.terms.var(left), world.terms.var_info(left).width);
            let one = world.terms.constant(width, 1);
            let after = world.terms.add(x, one);
            own[1].var(link.counter, after);
            lane[1].var(link.counter, after);
            next = Some((link.counter, after));
        }
        if level <= Level::Block {
            if let Some((counter, next)) = next {
                earlier.var(counter, next);
            }
            for (var, value) in world.others.clone() {
                let [left, right] = [&mut own[0], &mut later].map(|s| world.terms.substitute(value, s));
                let before = world.terms.substitute(value, &mut earlier);
                own[0].var(var, right);
                own[1].var(var, before);
                later.var(var, left);
            }
        }
        Pairing { level, of_other_warps, of_other_clusters, own, later, bare, lane }
    }

    /// Which pairs of threads these are.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        let Pairing { level, of_other_warps, of_other_clusters, .. } = *self;
        Pairs { level, of_other_warps, of_other_clusters }
    }

    pub fn own(&mut self, terms: &mut Terms, who: Who, t: Term) -> Term {
        terms.substitute(t, &mut self.own[who as usize])
    }

    /// The renaming for a side's thread, with another term for one variable.
    #[must_use]
    pub fn with(&self, who: Who, var: Var, by: Term) -> Substitution {
        let mut subst = self.own[who as usize].clone();
        subst.var(var, by);
        subst
    }

    /// `t` for a lane of the warp of a side's thread.
    pub fn lane(&mut self, terms: &mut Terms, who: Who, t: Term) -> Term {
        terms.substitute(t, &mut self.lane[who as usize])
    }

    /// `t` for the right thread at the left side's counters.
    pub fn later(&mut self, terms: &mut Terms, t: Term) -> Term {
        terms.substitute(t, &mut self.later)
    }

    /// `t` for a side's thread, over the kernel's own counters.
    pub fn bare(&mut self, terms: &mut Terms, who: Who, t: Term) -> Term {
        terms.substitute(t, &mut self.bare[who as usize])
    }
}

/// The renaming for a third thread, anywhere in the grid.
pub fn third(copies: &mut Copies, world: &mut Prepared) -> Substitution {
    let mut subst = Substitution::new();
    let terms = &mut world.terms;
    for v in &world.vars {
        match terms.var_info(*v).kind {
            VarKind::ThreadIdx(_) | VarKind::Local | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter => {
                let copy = copies.var(terms, *v, Owner::Third);
                let by = terms.var(copy);
                subst.var(*v, by);
            }
            VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => {}
        }
    }
    for f in &world.funcs {
        match terms.func_info(*f).sharing {
            Sharing::Thread | Sharing::Warp | Sharing::Block => {
                let copy = copies.func(terms, *f, Owner::Third);
                subst.func(*f, copy);
            }
            Sharing::Grid => {}
        }
    }
    subst
}

/// The third thread's indices are below the extents.
pub fn within(world: &mut Prepared, third: &mut Substitution) -> Vec<Term> {
    let terms = &mut world.terms;
    let launch = world.kernel.launch;
    let mut facts = vec![];
    for (index, dims) in [(launch.thread, world.block_dim), (launch.block, world.grid_dim)] {
        for (index, dim) in index.into_iter().zip(dims) {
            if terms.as_const(dim).is_none() {
                let index = terms.var(index);
                let index = terms.substitute(index, third);
                facts.push(terms.slt(index, dim));
            }
        }
    }
    facts
}

fn renaming(
    copies: &mut Copies,
    world: &mut Prepared,
    level: Level,
    thread: Thread,
    counters: Option<Who>,
    shared: &FxHashSet<Var>,
) -> Substitution {
    let mut subst = Substitution::new();
    let terms = &mut world.terms;
    let apart = match level {
        Level::Warp | Level::Block => false,
        Level::Cluster | Level::Grid => true,
    };
    let most = world.block_dim.iter().try_fold(1u64, |n, d| n.checked_mul(terms.as_const(*d)?));
    let one_warp = match level {
        Level::Warp => true,
        Level::Block => most.is_some_and(|threads| threads <= u64::from(LANES)),
        Level::Cluster | Level::Grid => false,
    };
    for v in &world.vars {
        let copy = match terms.var_info(*v).kind {
            VarKind::ThreadIdx(_) | VarKind::Local => Some(thread.own),
            VarKind::BlockIdx(_) | VarKind::ClusterRank => apart.then_some(thread.warp),
            VarKind::Counter => counters.filter(|_| !shared.contains(v)).map(Who::owner),
            VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => None,
        };
        if let Some(copy) = copy {
            let copy = copies.var(terms, *v, copy);
            let by = terms.var(copy);
            subst.var(*v, by);
        }
    }
    for f in &world.funcs {
        let copy = match terms.func_info(*f).sharing {
            Sharing::Thread => Some(thread.own),
            Sharing::Warp => (!one_warp).then_some(thread.warp),
            Sharing::Block => apart.then_some(thread.warp),
            Sharing::Grid => None,
        };
        if let Some(copy) = copy {
            let copy = copies.func(terms, *f, copy);
            subst.func(*f, copy);
        }
    }
    subst
}

/// The axioms of the symbols that `facts` apply, instantiated at their arguments.
pub fn axioms(copies: &Copies, terms: &mut Terms, pairing: &mut Pairing, facts: &[Term]) -> Vec<Term> {
    let mut found = vec![];
    let mut done = FxHashSet::default();
    let mut roots = facts.to_vec();
    for _ in 0..AXIOM_DEPTH {
        let mut new = vec![];
        for (app, f) in terms.apps_of(&roots) {
            let (origin, who) = copies.origin(f);
            let Some(Axiom { params, body }) = terms.func_info(origin).axiom.clone() else { continue };
            let side = match who {
                Owner::All => None,
                Owner::Left => Some(Who::Left),
                Owner::Right => Some(Who::Right),
                // Less is known of others.
                Owner::LaneOfLeft | Owner::LaneOfRight | Owner::Third => continue,
            };
            if found.len() + new.len() >= AXIOM_LIMIT || !done.insert(app) {
                continue;
            }
            let args = terms.children(app);
            // The arguments are renamed already, so that only the body's own symbols are left to rename.
            let body = terms.applied((&params, body), &args);
            new.push(side.map_or(body, |who| pairing.bare(terms, who, body)));
        }
        roots.clone_from(&new);
        found.append(&mut new);
    }
    found
}

/// A loop-carried value without a closed form: over the counters `params`, the last of them its own loop's.
#[derive(Clone, Debug)]
pub struct Carried {
    pub params: Vec<Var>,
    /// The value in an iteration, over the one before.
    pub value: Term,
}

/// What defines the symbols that stand for a loop's values, copies included: renamed for the symbol's thread, over the
/// kernel's own counters.
#[derive(Clone, Default, Debug)]
pub struct LoopSymbols {
    pub exits: FxHashMap<Func, Exit>,
    pub carried: FxHashMap<Func, Carried>,
}

/// The loop symbols of a kernel for one pairing.
pub fn loop_symbols(copies: &mut Copies, world: &mut Prepared, pairing: &mut Pairing) -> LoopSymbols {
    LoopSymbols { exits: exits(copies, world, pairing), carried: carried(copies, world, pairing) }
}

fn carried(copies: &mut Copies, world: &mut Prepared, pairing: &mut Pairing) -> FxHashMap<Func, Carried> {
    let mut found = FxHashMap::default();
    for f in world.funcs.clone() {
        let Some((params, value)) = world.terms.definition(f) else { continue };
        for who in Who::BOTH {
            if let Some(func) = copies.funcs.get(&(f, who.owner())).copied() {
                let key = (value, who.owner(), pairing.level);
                let renamed = match copies.bare.get(&key) {
                    Some(known) => *known,
                    None => pairing.bare(&mut world.terms, who, value),
                };
                copies.bare.insert(key, renamed);
                found.insert(func, Carried { params: params.clone(), value: renamed });
            }
        }
        found.insert(f, Carried { params, value });
    }
    found
}

/// The loop exits of a kernel by the symbol that stands for the last iteration.
fn exits(copies: &mut Copies, world: &mut Prepared, pairing: &mut Pairing) -> FxHashMap<Func, Exit> {
    let mut found = FxHashMap::default();
    for exit in world.kernel.exits.clone() {
        for who in Who::BOTH {
            let continues = pairing.bare(&mut world.terms, who, exit.continues);
            let renamed = copies.funcs.get(&(exit.func, who.owner())).copied();
            if let Some(func) = renamed {
                found.insert(func, Exit { func, continues, ..exit.clone() });
            }
        }
        found.insert(exit.func, exit);
    }
    found
}

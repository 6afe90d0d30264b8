//! Evaluates terms for many threads of one block that share everything but `threadIdx`.
//!
//! Terms without `threadIdx` are evaluated once for all threads. A symbol that stands for contents of memory or for something else that
//! is not followed has a value only if whoever asks gives it one; loops are run to find when they are left and what they carry.
//!
//! Direction: exact, or none.

use crate::kernel::{Exit, LaunchVars};
use crate::term::{Environment, Func, FuncKind, Node, PureOp, Sharing, Term, Terms, Var, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep loop-carried values may depend on others.
const DEPTH: u32 = 8;
/// The most iterations that are run to find when a loop is left.
const MOST_ITERATIONS: u64 = 2_000;

/// What all threads that are looked at share.
#[derive(Clone, Default, Debug)]
pub(crate) struct Setting {
    pub(crate) vars: FxHashMap<Var, u64>,
    /// Of symbols that are not followed, whatever their arguments.
    pub(crate) apps: FxHashMap<Func, u64>,
    /// Contents of memory: by object, byte from its start, and bits.
    pub(crate) cells: BTreeMap<(String, i64, u32), u64>,
}

/// Loop-carried values by symbol and arguments; none where they rest on what is not followed.
type Carried = FxHashMap<(Func, Vec<u64>), Option<u64>>;

/// Terms that are evaluated often.
pub(crate) struct Compiled<'w> {
    terms: &'w Terms,
    launch: LaunchVars,
    exits: FxHashMap<Func, &'w Exit>,
    roots: Vec<Term>,
    /// All terms below the roots, children first: those that all threads share, and the others.
    shared: Vec<Term>,
    own: Vec<Term>,
    place: FxHashMap<Term, usize>,
    /// Evaluations that are left.
    fuel: &'w Cell<u64>,
    /// What is below terms that were evaluated, children first.
    below: RefCell<FxHashMap<Term, Rc<[Term]>>>,
    /// Loop-carried values of the thread that is looked at.
    carried: RefCell<Carried>,
}

/// Whether threads of one block may differ in a term, by what they may differ in below it.
fn varies(terms: &Terms, t: Term, below: &dyn Fn(Term) -> bool) -> bool {
    match terms.node(t) {
        Node::Var(v) => match terms.var_info(*v).kind {
            VarKind::ThreadIdx(_) | VarKind::Local => true,
            // Threads that do the same together are in the same iteration.
            VarKind::Counter
            | VarKind::BlockIdx(_)
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::ClusterRank
            | VarKind::Param => false,
        },
        Node::Apply(f, args) => {
            let info = terms.func_info(*f);
            let is_own = match (&info.kind, info.sharing) {
                (FuncKind::Pure(_), _) => false,
                (FuncKind::Loop { .. }, _) => true,
                (FuncKind::Memory { .. } | FuncKind::Opaque { .. }, Sharing::Thread) => true,
                (FuncKind::Memory { .. } | FuncKind::Opaque { .. }, Sharing::Grid | Sharing::Block | Sharing::Warp) => {
                    false
                }
            };
            is_own || args.iter().any(|a| below(*a))
        }
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) => {
            terms.children(t).into_iter().any(below)
        }
    }
}

impl<'w> Compiled<'w> {
    /// Terms of a kernel, and how many evaluations are left.
    pub(crate) fn new(
        terms: &'w Terms,
        (launch, exits): (LaunchVars, &'w [Exit]),
        roots: Vec<Term>,
        fuel: &'w Cell<u64>,
    ) -> Self {
        let mut different: FxHashSet<Term> = FxHashSet::default();
        let (mut shared, mut own) = (vec![], vec![]);
        for t in terms.reachable(&roots) {
            if varies(terms, t, &|child| different.contains(&child)) {
                different.insert(t);
                own.push(t);
            } else {
                shared.push(t);
            }
        }
        let place = shared.iter().chain(&own).enumerate().map(|(place, t)| (*t, place)).collect();
        let exits = exits.iter().map(|exit| (exit.func, exit)).collect();
        let (below, carried) = (RefCell::default(), RefCell::default());
        Compiled { terms, launch, exits, roots, shared, own, place, fuel, below, carried }
    }

    /// Whether no more can be evaluated.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    /// At least so many evaluations may be made from now on.
    pub(crate) fn refuel(&self, steps: u64) {
        self.fuel.set(self.fuel.get().max(steps));
    }

    /// The variables that values depend on, those of loops that are run included.
    pub(crate) fn vars(&self) -> Vec<Var> {
        let mut roots = self.roots.clone();
        let mut known: FxHashSet<Func> = FxHashSet::default();
        loop {
            let found = self.terms.apps_of(&roots).into_iter().map(|(_, f)| f);
            let new: Vec<Func> = found.filter(|f| known.insert(*f)).collect();
            if new.is_empty() {
                break;
            }
            roots.extend(new.iter().filter_map(|f| self.exits.get(f).map(|exit| exit.continues)));
            roots.extend(new.iter().filter_map(|f| Some(self.terms.definition(*f)?.1)));
        }
        let bound: FxHashSet<Var> = known.iter().flat_map(|f| self.params(*f)).collect();
        let direct: FxHashSet<Var> = self.terms.vars_of(&self.roots).into_iter().collect();
        let all = self.terms.vars_of(&roots).into_iter();
        all.filter(|v| direct.contains(v) || !bound.contains(v)).collect()
    }

    fn params(&self, f: Func) -> Vec<Var> {
        let exit = self.exits.get(&f).map(|exit| exit.params.iter().copied().chain([exit.counter]).collect());
        let defined = || self.terms.definition(f).map(|(params, _)| params);
        exit.or_else(defined).unwrap_or_default()
    }

    /// The symbols that are not followed and that all threads share: they may be given any value.
    pub(crate) fn open_symbols(&self) -> Vec<Func> {
        let all = self.shared.iter().filter_map(|t| match self.terms.node(*t) {
            Node::Apply(f, _) => Some(*f),
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => None,
        });
        let is_open = |f: &Func| match self.terms.func_info(*f).kind {
            FuncKind::Memory { .. } | FuncKind::Opaque { .. } => true,
            FuncKind::Pure(PureOp::Bits { .. }) | FuncKind::Loop { .. } => false,
            FuncKind::Pure(PureOp::Commuting | PureOp::Elected | PureOp::Other) => true,
        };
        let mut open: Vec<Func> = all.filter(is_open).collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    /// The values of the roots in each of these threads.
    pub(crate) fn values(&self, setting: &Setting, threads: &[[u32; 3]]) -> Vec<Vec<Option<u64>>> {
        let mut known: Vec<Option<u64>> = vec![None; self.place.len()];
        self.carried.borrow_mut().clear();
        let base = Values { of: self, setting, thread: [0; 3], bound: vec![], depth: 0 };
        self.fill(&self.shared, 0, &base, &mut known);
        let each = threads.iter().map(|thread| {
            self.carried.borrow_mut().clear();
            self.fill(&self.own, self.shared.len(), &Values { thread: *thread, ..base.clone() }, &mut known);
            self.roots.iter().map(|t| self.place.get(t).and_then(|at| known[*at])).collect()
        });
        each.collect()
    }

    fn fill(&self, all: &[Term], first: usize, env: &Values<'_>, known: &mut [Option<u64>]) {
        if !self.spend(all.len() as u64) {
            known.iter_mut().for_each(|value| *value = None);
            return;
        }
        for (at, t) in (first..).zip(all) {
            let value = self.terms.eval_node(*t, env, &|t| self.place.get(&t).and_then(|at| known[*at]));
            known[at] = value;
        }
    }

    fn spend(&self, steps: u64) -> bool {
        let left = self.fuel.get().saturating_sub(steps);
        self.fuel.set(left);
        left > 0
    }
}

/// The values of one thread.
#[derive(Clone)]
struct Values<'a> {
    of: &'a Compiled<'a>,
    setting: &'a Setting,
    thread: [u32; 3],
    /// Counters of loops that are run.
    bound: Vec<(Var, u64)>,
    depth: u32,
}

impl Values<'_> {
    fn with(&self, params: &[Var], args: &[u64]) -> Self {
        let bound = self.bound.iter().copied().chain(params.iter().copied().zip(args.iter().copied())).collect();
        Values { bound, depth: self.depth + 1, ..self.clone() }
    }

    fn eval(&self, t: Term) -> Option<u64> {
        let terms = self.of.terms;
        let below = || self.of.below.borrow().get(&t).cloned();
        let below = below().unwrap_or_else(|| {
            let all: Rc<[Term]> = terms.reachable(&[t]).into();
            self.of.below.borrow_mut().insert(t, Rc::clone(&all));
            all
        });
        if self.depth >= DEPTH || !self.of.spend(1 + below.len() as u64) {
            return None;
        }
        let mut values: FxHashMap<Term, Option<u64>> = FxHashMap::default();
        for sub in below.iter() {
            let value = terms.eval_node(*sub, self, &|t| values.get(&t).copied().flatten());
            values.insert(*sub, value);
        }
        values.get(&t).copied().flatten()
    }

    /// A loop-carried value, from the first iteration on; its last argument is the iteration.
    fn carried(&self, func: Func, args: &[u64]) -> Option<u64> {
        let (params, value) = self.of.terms.definition(func)?;
        let (iteration, outer) = args.split_last()?;
        // Both branches of a choice are evaluated, so that a first iteration asks for the one before it: there is none.
        if *iteration > MOST_ITERATIONS {
            return None;
        }
        let key = |i: u64| (func, outer.iter().copied().chain([i]).collect::<Vec<u64>>());
        let known = |i: u64| self.of.carried.borrow().get(&key(i)).copied();
        if let Some(value) = known(*iteration) {
            return value;
        }
        let first = (0..*iteration).rev().find(|i| known(*i).is_some()).map_or(0, |i| i + 1);
        let mut latest = None;
        for i in first..=*iteration {
            latest = self.with(&params, &key(i).1).eval(value);
            self.of.carried.borrow_mut().insert(key(i), latest);
            if latest.is_none() {
                break;
            }
        }
        self.of.carried.borrow_mut().insert(key(*iteration), latest);
        latest
    }

    /// The iteration in which a loop is left.
    fn last(&self, exit: &Exit, args: &[u64]) -> Option<u64> {
        let mut inner = self.with(&exit.params, args);
        inner.bound.push((exit.counter, 0));
        for i in 0..MOST_ITERATIONS {
            inner.bound.last_mut()?.1 = i;
            if inner.eval(exit.continues)? == 0 {
                return Some(i);
            }
        }
        None
    }
}

impl Environment for Values<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        if let Some((_, value)) = self.bound.iter().rev().find(|(v, _)| *v == var) {
            return Some(*value);
        }
        let axis = self.of.launch.thread.iter().position(|v| *v == var);
        let own = axis.and_then(|axis| self.thread.get(axis)).map(|index| u64::from(*index));
        own.or_else(|| self.setting.vars.get(&var).copied())
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        if let Some(exit) = self.of.exits.get(&func) {
            return self.last(exit, args);
        }
        match &self.of.terms.func_info(func).kind {
            FuncKind::Pure(PureOp::Bits { op, of }) => op.at(*of, args),
            FuncKind::Loop { .. } => self.carried(func, args),
            FuncKind::Memory { .. } => {
                let given = || {
                    let info = self.of.terms.func_info(func);
                    let place = (info.name.clone(), args.last()?.cast_signed(), u32::from(info.width));
                    self.setting.cells.get(&place).copied()
                };
                self.setting.apps.get(&func).copied().or_else(given)
            }
            FuncKind::Pure(PureOp::Commuting | PureOp::Elected | PureOp::Other) | FuncKind::Opaque { .. } => {
                self.setting.apps.get(&func).copied()
            }
        }
    }
}

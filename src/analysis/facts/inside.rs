//! How large a block can be whose threads all stay inside arrays of declared extents.
//!
//! With `__shared__ float s[64];` and `s[threadIdx.x] = x;` no launch has blocks of more than 64 threads: its last thread would leave `s`,
//! and accesses stay inside the objects that they start from (RA0002, which is printed wherever there are accesses). So of each access
//! what its first and its last thread along each axis access in the first block, and in the first iteration, is inside, if they make it.
//!
//! Direction: exact, under that assumption. Only accesses count of which condition and place are functions of the launch's dimensions once the
//! thread is chosen. What no block can meet is left out: then the program leaves the array in every launch, and nothing else is to be concluded.

use super::literals::conjuncts;
use crate::kernel::target::{BLOCK_LIMIT, REGISTER};
use crate::kernel::{Access, Array, Kernel, LaunchVars, Step, walk};
use crate::term::{BinaryOp, Environment, Func, Node, Term, Terms, Var, VarKind};

/// The most facts about several dimensions that are kept.
const MOST_FACTS: usize = 8;

/// Bounds the dimensions of the block, adds what holds of several of them to the kernel's facts, and gives the bounds with the dimensions' names.
pub(crate) fn put(terms: &mut Terms, kernel: &mut Kernel, block_dim: [Term; 3]) -> Vec<(String, i64)> {
    let mut bounded = vec![];
    let mut all = vec![];
    collect(terms, (kernel, block_dim), &kernel.body, &mut vec![], &mut all);
    let axes = [0, 1, 2].map(|axis| terms.vars_of(&[block_dim[axis]]).first().copied());
    for (axis, dim) in axes.into_iter().enumerate() {
        let Some(dim) = dim else { continue };
        let of_dim: Vec<Term> = all.iter().copied().filter(|fact| terms.vars_of(&[*fact]) == [dim]).collect();
        if let Some(most) = most(terms, &of_dim, dim) {
            bounded.push((terms.var_info(dim).name.clone(), most));
            lower(terms, dim, most);
            lower(terms, kernel.launch.thread[axis], most - 1);
        }
    }
    // A block of one thread meets them all, so that they exclude each other nowhere.
    let ones = Sizes { of: vec![], else_one: true };
    all.retain(|fact| {
        terms.vars_of(&[*fact]).len() > 1 && is_linear(terms, *fact) && terms.eval(*fact, &ones) == Some(1)
    });
    all.truncate(MOST_FACTS);
    kernel.facts.extend(all);
    bounded
}

/// Whether threads of a block of this shape leave an array of declared extents: its first and last threads along the axes, in the first
/// block and the first iterations of loops. What is not known of conditions is taken to hold.
pub(crate) fn is_left_by(terms: &Terms, kernel: &Kernel, shape: [u64; 3]) -> bool {
    let ends = shape.map(|extent| if extent > 1 { vec![0, extent - 1] } else { vec![0] });
    let corners = ends[0].iter().flat_map(|x| ends[1].iter().map(move |y| (*x, *y)));
    let corners: Vec<[u64; 3]> = corners.flat_map(|(x, y)| ends[2].iter().map(move |z| [x, y, *z])).collect();
    walk::accesses(&kernel.body).any(|access| {
        let Some(size) = kernel.arrays.get(access.array.0).and_then(Array::declared_bytes) else { return false };
        corners.iter().any(|thread| {
            let corner = Corner { terms, kernel, thread: *thread, shape };
            let is_made = !conjuncts(terms, &[access.guard]).into_iter().any(|c| terms.eval(c, &corner) == Some(0));
            let [from, length] = [access.offset, access.bytes].map(|t| terms.eval(t, &corner).map(u64::cast_signed));
            let (Some(from), Some(length), true) = (from, length, is_made) else { return false };
            length > 0 && (from < 0 || from.checked_add(length).is_none_or(|behind| behind > size))
        })
    })
}

/// A thread of the first block, in the first iteration of each loop.
struct Corner<'a> {
    terms: &'a Terms,
    kernel: &'a Kernel,
    thread: [u64; 3],
    shape: [u64; 3],
}

impl Environment for Corner<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let launch = self.kernel.launch;
        let of = |vars: [Var; 3], values: [u64; 3]| vars.iter().position(|v| *v == var).map(|axis| values[axis]);
        let is_counter = self.terms.var_info(var).kind == VarKind::Counter;
        of(launch.thread, self.thread)
            .or_else(|| of(launch.block_dim, self.shape))
            .or_else(|| of(launch.block, [0; 3]))
            .or_else(|| is_counter.then_some(0))
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// Whether it adds multiples of what it rests on. Every question gets the facts, and products and remainders of dimensions are hard.
fn is_linear(terms: &Terms, fact: Term) -> bool {
    terms.reachable(&[fact]).into_iter().all(|part| match *terms.node(part) {
        Node::Binary(op, a, b) => match op {
            BinaryOp::Add | BinaryOp::Sub => true,
            BinaryOp::Mul => terms.as_const(a).is_some() || terms.as_const(b).is_some(),
            BinaryOp::Shl => terms.as_const(b).is_some(),
            // Of conditions.
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => terms.width(part) == 1,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem | BinaryOp::LShr | BinaryOp::AShr => {
                false
            }
        },
        Node::Const { .. } | Node::Var(_) | Node::Compare(..) | Node::Not(_) | Node::Ite(..) | Node::Cast(..) => true,
        Node::Apply(..) => false,
    })
}

/// What holds of the dimensions since threads stay inside, of all accesses in `steps`, which are in `around`.
fn collect(
    terms: &mut Terms,
    of: (&Kernel, [Term; 3]),
    steps: &[Step],
    around: &mut Vec<(Var, Term)>,
    all: &mut Vec<Term>,
) {
    for step in steps {
        match step {
            Step::Loop(l) => {
                around.push((l.counter, l.executed));
                collect(terms, of, &l.body, around, all);
                around.pop();
            }
            Step::Access(access) => {
                for fact in facts(terms, of, access, around) {
                    if !terms.is_true(fact) && !all.contains(&fact) {
                        all.push(fact);
                    }
                }
            }
            Step::Sync(_) | Step::Fence(_) => {}
        }
    }
}

/// That the threads at the ends of the first block, if they make this access, make it inside of its array.
fn facts(
    terms: &mut Terms,
    (kernel, block_dim): (&Kernel, [Term; 3]),
    access: &Access,
    around: &[(Var, Term)],
) -> Vec<Term> {
    let Some(size) = kernel.arrays.get(access.array.0).and_then(Array::declared_bytes) else { return vec![] };
    let made: Vec<Term> = around.iter().map(|(_, executed)| *executed).chain([access.guard]).collect();
    let made = terms.all(made);
    let mut parts = [made, access.offset, access.bytes];
    if !terms.apps_of(&parts).is_empty() {
        return vec![];
    }
    let blocks = kernel.launch.block.into_iter();
    for first in around.iter().map(|(counter, _)| *counter).chain(blocks) {
        let zero = terms.constant(terms.var_info(first).width, 0);
        parts = parts.map(|t| terms.replace(t, first, zero));
    }
    let is_open = |v: &Var| match terms.var_info(*v).kind {
        VarKind::BlockDim(_) | VarKind::ThreadIdx(_) => false,
        VarKind::GridDim(_)
        | VarKind::ClusterDim(_)
        | VarKind::Param
        | VarKind::BlockIdx(_)
        | VarKind::ClusterRank
        | VarKind::Local
        | VarKind::Counter => true,
    };
    if terms.vars_of(&parts).iter().any(is_open) {
        return vec![];
    }
    ends(terms, kernel.launch, block_dim, parts).into_iter().map(|ends| inside(terms, ends, size)).collect()
}

/// Condition, place and length with the first and the last thread along each axis put in.
fn ends(terms: &mut Terms, launch: LaunchVars, block_dim: [Term; 3], parts: [Term; 3]) -> Vec<[Term; 3]> {
    let mut found = vec![parts];
    for (thread, dim) in launch.thread.into_iter().zip(block_dim) {
        if !terms.vars_of(&parts).contains(&thread) {
            continue;
        }
        let (zero, one) = (terms.constant(REGISTER, 0), terms.constant(REGISTER, 1));
        let last = terms.sub(dim, one);
        found = found
            .into_iter()
            .flat_map(|parts| [zero, last].map(|end| (parts, end)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(parts, end)| parts.map(|t| terms.replace(t, thread, end)))
            .collect();
    }
    found
}

fn inside(terms: &mut Terms, [made, offset, bytes]: [Term; 3], size: i64) -> Term {
    let width = terms.width(offset);
    let (zero, size) = (terms.constant(width, 0), terms.int(width, size));
    let behind = terms.add(offset, bytes);
    let (above, below) = (terms.sle(zero, offset), terms.sle(behind, size));
    let (within, not_made) = (terms.and(above, below), terms.not(made));
    // What copies nothing may start anywhere.
    let none = terms.constant(width, 0);
    let nothing = terms.eq(bytes, none);
    terms.any([not_made, nothing, within])
}

/// The greatest extent of a block with which all these hold, if they hold for one thread.
fn most(terms: &Terms, facts: &[Term], dim: Var) -> Option<i64> {
    let holds = |n: u64| {
        let size = Sizes { of: vec![(dim, n)], else_one: false };
        facts.iter().all(|fact| terms.eval(*fact, &size) == Some(1))
    };
    let most = (1..=BLOCK_LIMIT).rev().find(|n| holds(*n))?;
    (holds(1) && most < BLOCK_LIMIT).then_some(most.cast_signed())
}

fn lower(terms: &mut Terms, v: Var, most: i64) {
    let (from, to) = terms.var_info(v).bounds.unwrap_or((0, i64::MAX));
    if from <= most {
        terms.set_bounds(v, (from, to.min(most)));
    }
}

/// Dimensions that are given, and perhaps one thread along the others.
struct Sizes {
    of: Vec<(Var, u64)>,
    else_one: bool,
}

impl Environment for Sizes {
    fn var(&self, var: Var) -> Option<u64> {
        self.of.iter().find(|(v, _)| *v == var).map(|(_, n)| *n).or(self.else_one.then_some(1))
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

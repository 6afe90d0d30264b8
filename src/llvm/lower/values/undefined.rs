//! Variables of a thread that are read before they are written, as in `bool last; for (…) last = …; if (last) …` without an
//! iteration.
//!
//! The behaviour is undefined then (C++17, [dcl.init]/12), and the value is one that is not followed. Where the launch and the block
//! alone decide whether it is read, all threads of the block would read it; that is taken not to happen, and said: it is 0, and what is
//! accessed by it is not accessed. Where it
//! depends on the thread, a variable of one's own may have been taken for the block's, and the value stays open:
//! `bool last; if (threadIdx.x == 0) last = …; __syncthreads(); if (last) …`.

use crate::kernel::{Kernel, Step, walk};
use crate::llvm::bind::ir::Ty;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::memory::sharing::sharing_of;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{Axiom, Func, Node, Sharing, Substitution, Term, Terms};
use crate::verdict::Assumption;
use rustc_hash::{FxHashMap, FxHashSet};

/// How people are told of it.
const WHAT: &str = "a variable that is not written before";

impl Lowerer<'_, '_> {
    /// The value of a variable before it is written.
    pub(crate) fn not_yet_written(&mut self, ty: &Ty) -> Value {
        let width = match ty {
            Ty::Int(1..=64) => scalar_width(ty),
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer | Ty::Aggregate(_) | Ty::Void | Ty::Other => return Value::Opaque,
        };
        let value = self.opaque(WHAT, width, Sharing::Thread);
        if let Node::Apply(func, _) = self.terms.node(value) {
            self.out.undefined.push(*func);
        }
        Value::Term(value)
    }
}

/// Makes 0 of those among `undefined` of which the thread does not decide whether they are read.
pub(crate) fn settle(kernel: &mut Kernel, undefined: &[Func]) {
    if undefined.is_empty() {
        return;
    }
    let funcs: Vec<Func> = kernel.terms.funcs().collect();
    let axioms = funcs.iter().filter_map(|f| kernel.terms.func_info(*f).axiom.as_ref().map(|axiom| axiom.body));
    let roots: Vec<Term> = kernel.all_terms().into_iter().chain(axioms).collect();
    let below = Below::of(&kernel.terms, &roots, undefined);
    let open = below.open(&kernel.terms, &roots);
    let mut by = Substitution::new();
    let settled: Vec<Term> = below.read.iter().copied().filter(|t| !open.contains(t)).collect();
    for t in &settled {
        let zero = kernel.terms.constant(kernel.terms.width(*t), 0);
        by.term(*t, zero);
    }
    if settled.is_empty() {
        return;
    }
    let mut terms = std::mem::take(&mut kernel.terms);
    let settled: FxHashSet<Term> = settled.into_iter().collect();
    walk::visit_mut(&mut kernel.body, &mut |step| {
        if let Step::Access(access) = step {
            access.guard = never(&mut terms, access.guard, &[access.guard, access.offset, access.bytes], &settled);
        }
    });
    kernel.map_all_terms(&mut |t| terms.substitute(t, &mut by));
    for func in funcs {
        if let Some(Axiom { params, body }) = terms.func_info(func).axiom.clone() {
            let body = terms.substitute(body, &mut by);
            terms.set_axiom(func, Axiom { params, body });
        }
    }
    kernel.terms = terms;
    kernel.assumptions.push(Assumption::WrittenBeforeRead);
}

/// The guard of an access that is not made where its condition or place is one of these values.
fn never(terms: &mut Terms, guard: Term, of: &[Term], settled: &FxHashSet<Term>) -> Term {
    let mut reads: FxHashMap<Term, Term> = FxHashMap::default();
    // Children come first.
    for t in terms.reachable(of) {
        let below: Vec<Term> = terms.children(t).iter().map(|child| reads[child]).collect();
        let read = if settled.contains(&t) {
            terms.truth()
        } else if let (Node::Ite(condition, ..), [of_condition, x, y]) = (terms.node(t).clone(), below.as_slice()) {
            let chosen = terms.ite(condition, *x, *y);
            terms.or(*of_condition, chosen)
        } else {
            terms.any(below)
        };
        reads.insert(t, read);
    }
    let read: Vec<Term> = of.iter().filter_map(|t| reads.get(t).copied()).collect();
    let read = terms.any(read);
    let defined = terms.not(read);
    terms.and(guard, defined)
}

/// The terms that such values are in.
struct Below {
    /// The values themselves.
    read: Vec<Term>,
    all: FxHashSet<Term>,
}

impl Below {
    fn of(terms: &Terms, roots: &[Term], undefined: &[Func]) -> Below {
        let mut below = Below { read: vec![], all: FxHashSet::default() };
        for t in terms.reachable(roots) {
            if matches!(terms.node(t), Node::Apply(f, _) if undefined.contains(f)) {
                below.read.push(t);
                below.all.insert(t);
            } else if terms.children(t).iter().any(|child| below.all.contains(child)) {
                below.all.insert(t);
            }
        }
        below
    }

    /// The values that are not chosen, or of whose choice a thread decides.
    fn open(&self, terms: &Terms, roots: &[Term]) -> FxHashSet<Term> {
        let mut open = FxHashSet::default();
        // With whether it is chosen, and the block decides all choices around it.
        let mut stack: Vec<(Term, bool, bool)> = roots.iter().map(|t| (*t, false, true)).collect();
        let mut seen = FxHashSet::default();
        while let Some((t, chosen, of_block)) = stack.pop() {
            if !self.all.contains(&t) || !seen.insert((t, chosen, of_block)) {
                continue;
            }
            if self.read.contains(&t) && !(chosen && of_block) {
                open.insert(t);
            }
            match *terms.node(t) {
                Node::Ite(condition, x, y) => {
                    let of_block = of_block && sharing_of(terms, condition) <= Sharing::Block;
                    stack.push((condition, false, of_block));
                    stack.extend([x, y].map(|arm| (arm, true, of_block)));
                }
                Node::Const { .. }
                | Node::Var(_)
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Cast(..)
                | Node::Apply(..) => stack.extend(terms.children(t).into_iter().map(|c| (c, false, of_block))),
            }
        }
        open
    }
}

//! What is known of the launch from outside the kernel, as values for its variables.
//!
//! A dimension that the kernel never reads is taken to be 1, with an assumption that says so (docs/design.md section 3), unless the
//! host is seen to choose it: `dim3 block(64, n > 5 ? 2 : 1)` has two rows for some `n`, whatever the kernel reads. So are the
//! block's rows and layers if they are in the numbers of lanes only, of a kernel that asks for `threadIdx.x` and of which no
//! launch is known: it is for blocks of one row.

use crate::kernel::target::LANES;
use crate::kernel::{Kernel, LaunchFacts};
use crate::term::{BinaryOp, CompareOp, Node, Substitution, Term, Terms, Var, VarKind};
use crate::verdict::Assumption;
use rustc_hash::FxHashSet;

/// What is put in for the kernel's variables, and what could not be.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) subst: Substitution,
    pub(crate) fixed: Vec<(String, i64)>,
    pub(crate) impossible: Vec<String>,
    /// What is taken for granted of dimensions: that they are 1.
    pub(crate) taken: Vec<Assumption>,
}

/// The variables that a kernel mentions.
pub(crate) struct Reads {
    all: FxHashSet<Var>,
    /// Elsewhere than in the numbers of lanes.
    but_lanes: FxHashSet<Var>,
    /// It asks for the thread's place in a row, and no launch says that there are others.
    for_one_row: bool,
}

impl Reads {
    /// In these terms, and in what is not followed; dimensions that the host chooses count.
    pub(crate) fn of(terms: &mut Terms, roots: &[Term], kernel: &Kernel, is_launched: bool) -> Reads {
        let (linear, x) = (kernel.launch.linear(terms), kernel.launch.thread[0]);
        let vars = |stop: &dyn Fn(Term) -> bool| -> FxHashSet<Var> {
            let reachable = terms.reachable_until(roots, stop).into_iter();
            reachable.filter_map(|t| if let Node::Var(v) = terms.node(t) { Some(*v) } else { None }).collect()
        };
        // Of a number below a power of two in a warp, too.
        let is_lane = |t: Term| {
            let Node::Binary(op, a, b) = *terms.node(t) else { return false };
            let by = |of, n, most: u32| of == linear && terms.as_const(n).is_some_and(|n| n <= u64::from(most));
            (op == BinaryOp::URem && by(a, b, LANES))
                || (op == BinaryOp::And && (by(a, b, LANES - 1) || by(b, a, LANES - 1)))
        };
        let (mut all, mut but_lanes) = (vars(&|_| false), vars(&is_lane));
        all.extend(&kernel.reads);
        but_lanes.extend(&kernel.reads);
        all.extend(chosen(kernel));
        let for_one_row = !is_launched && but_lanes.contains(&x);
        Reads { all, but_lanes, for_one_row }
    }

    pub(crate) fn any<const N: usize>(&self, vars: [Var; N]) -> bool {
        vars.iter().any(|v| self.all.contains(v))
    }

    /// Whether these are the variables of an axis other than x that is in the numbers of lanes only.
    fn has_rows_in_lanes_only(&self, axis: usize, vars: [Var; 2]) -> bool {
        self.for_one_row && axis > 0 && !vars.iter().any(|v| self.but_lanes.contains(v))
    }
}

/// The dimensions that some launch is seen to choose.
fn chosen(kernel: &Kernel) -> impl Iterator<Item = Var> {
    let vars = kernel.launch;
    kernel.launches.iter().flat_map(move |launch| {
        let of_block = (0..3).filter(|axis| launch.block_chosen[*axis]).map(move |axis| vars.block_dim[axis]);
        let of_grid = (0..3).filter(|axis| launch.grid_chosen[*axis]).map(move |axis| vars.grid_dim[axis]);
        of_block.chain(of_grid)
    })
}

impl Known {
    pub(crate) fn dims(
        &mut self,
        terms: &mut Terms,
        reads: &Reads,
        (dims, index): ([Var; 3], [Var; 3]),
        fixed: [Option<u32>; 3],
    ) -> [Term; 3] {
        let (mut unread, mut of_lanes) = (vec![], vec![]);
        let values = [0, 1, 2].map(|axis| {
            let (dim, index) = (dims[axis], index[axis]);
            let info = terms.var_info(dim).clone();
            let value = match fixed[axis] {
                Some(n) => {
                    self.fixed.push((info.name.clone(), i64::from(n)));
                    let (lo, hi) = info.bounds.unwrap_or((1, i64::from(i32::MAX)));
                    if i64::from(n) < lo || i64::from(n) > hi {
                        self.impossible.push(format!("{} == {n} is outside of {lo} to {hi}", info.name));
                    }
                    n
                }
                None if !reads.any([dim, index]) => {
                    unread.push(info.name.clone());
                    1
                }
                None if reads.has_rows_in_lanes_only(axis, [dim, index]) => {
                    of_lanes.push(info.name.clone());
                    1
                }
                None => return terms.var(dim),
            };
            let constant = terms.constant(info.width, u64::from(value));
            self.subst.var(dim, constant);
            let index_width = terms.var_info(index).width;
            if value == 1 {
                let zero = terms.constant(index_width, 0);
                self.subst.var(index, zero);
            } else {
                terms.set_bounds(index, (0, i64::from(value.max(1)) - 1));
            }
            constant
        });
        self.taken.extend((!unread.is_empty()).then_some(Assumption::UnreadAxes { dims: unread }));
        self.taken.extend((!of_lanes.is_empty()).then_some(Assumption::RowsInLanesOnly { dims: of_lanes }));
        values
    }

    /// Parameters that the facts of the kernel give a value.
    pub(crate) fn stated(&mut self, terms: &mut Terms, facts: &[Term]) {
        for fact in super::literals::conjuncts(terms, facts) {
            let Node::Compare(CompareOp::Eq, a, b) = *terms.node(fact) else { continue };
            for (var, value) in [(a, b), (b, a)] {
                if let (Node::Var(v), Some(known)) = (terms.node(var).clone(), terms.as_int(value))
                    && terms.var_info(v).kind == VarKind::Param
                    && !self.subst.has(v)
                {
                    self.subst.var(v, value);
                    self.fixed.push((terms.var_info(v).name.clone(), known));
                }
            }
        }
    }

    pub(crate) fn params(&mut self, terms: &mut Terms, vars: &[Var], launch: &LaunchFacts) {
        for (name, value) in &launch.params {
            for v in vars {
                let info = terms.var_info(*v).clone();
                if info.kind == VarKind::Param && info.name == *name {
                    let constant = terms.int(info.width, *value);
                    if terms.as_int(constant) != Some(*value) && terms.as_const(constant) != Some(*value as u64) {
                        self.impossible.push(format!("{name} == {value} does not fit its {} bits", info.width));
                    }
                    self.subst.var(*v, constant);
                    self.fixed.push((name.clone(), *value));
                }
            }
        }
    }
}

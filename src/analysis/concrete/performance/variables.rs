//! What is left open of a launch, with the values that are tried for each.
//!
//! An index is mostly affine, and then only remainders modulo the banks count: numbers up to 33 have them all. For global memory
//! parameters are multiples of 32, as extents of rows that begin at a line; what others would cost is not the access's.

use crate::analysis::concrete::values::{Compiled, Setting};
use crate::analysis::facts::prepared::Prepared;
use crate::term::{CompareOp, Func, Node, Term, Terms, Var, VarKind};
use std::cell::Cell;

/// Parameters and contents: the first is large, so that bounds include all threads.
const PARAMETERS: [u64; 12] = [1024, 64, 32, 16, 128, 256, 512, 4096, 65536, 1 << 20, 0, 5];
/// Of global memory: the last ones are for what nothing else suits.
const EXTENTS: [u64; 9] = [1024, 32, 64, 96, 128, 256, 4096, 65536, 1 << 20];
const FEW: [u64; 6] = [0, 1, 2, 5, 8, 16];
/// Numbers with all remainders.
const REMAINDERS: std::ops::RangeInclusive<u64> = 1..=33;
const BLOCKS: [u64; 4] = [0, 1, 2, 3];
const GRID: [u64; 4] = [64, 4, 1, 1024];

/// What may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Var(Var),
    /// A symbol that is not followed.
    Symbol(Func),
}

/// One of them, with the values that are tried.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) subject: Subject,
    /// The last ones are for what nothing else suits.
    pub(super) values: Vec<u64>,
    /// How many are tried first.
    pub(super) usual: usize,
}

/// All that evaluation leaves open but the block's extents, and equations that give a variable its value.
pub(super) struct Open {
    pub(super) choices: Vec<Choice>,
    equations: Vec<(Var, Term)>,
}

/// What is open, for accesses to global memory or others.
pub(super) fn open(world: &Prepared, compiled: &Compiled<'_>, is_global: bool) -> Open {
    let terms = &world.terms;
    let vars = compiled.vars();
    let equations = equations(terms, &world.kernel.facts, &vars);
    let is_given = |v: &Var| equations.iter().any(|(given, _)| given == v);
    let of = |v: Var| {
        let info = terms.var_info(v);
        let (lo, hi) = info.bounds.unwrap_or((i64::MIN, i64::MAX));
        let [mut values, mut rest] = values(info.kind, is_global)?;
        let fits = |value: &u64| (lo..=hi).contains(&value.cast_signed());
        values.retain(fits);
        rest.retain(fits);
        rest.extend(u64::try_from(lo).ok().filter(|_| values.is_empty() && rest.is_empty()));
        let usual = values.len();
        values.extend(rest);
        Some(Choice { subject: Subject::Var(v), usual, values })
    };
    let mut choices: Vec<Choice> = vars.iter().filter(|v| !is_given(v)).filter_map(|v| of(*v)).collect();
    choices.extend(compiled.open_symbols().into_iter().map(|f| {
        let [values, rest] = parameters(is_global);
        let values: Vec<u64> = [0].into_iter().chain(values).chain(rest.into_iter().filter(|_| !is_global)).collect();
        Choice { subject: Subject::Symbol(f), usual: values.len(), values }
    }));
    Open { choices, equations }
}

/// The values of parameters that are tried first, and those for what these do not suit.
fn parameters(is_global: bool) -> [Vec<u64>; 2] {
    if is_global {
        return [EXTENTS.to_vec(), FEW.to_vec()];
    }
    let rest = REMAINDERS.filter(|value| !PARAMETERS.contains(value));
    [PARAMETERS.into_iter().chain(rest).collect(), vec![]]
}

/// The values that are tried; none for what has one for each thread, or is put in by others.
fn values(kind: VarKind, is_global: bool) -> Option<[Vec<u64>; 2]> {
    let usual = match kind {
        VarKind::ThreadIdx(_) | VarKind::BlockDim(_) | VarKind::Local => return None,
        VarKind::Param => return Some(parameters(is_global)),
        VarKind::BlockIdx(_) => BLOCKS.to_vec(),
        VarKind::GridDim(_) => GRID.to_vec(),
        VarKind::ClusterDim(_) => vec![1, 2],
        VarKind::ClusterRank => vec![0, 1],
        VarKind::Counter => (0..=*REMAINDERS.end()).collect(),
    };
    Some([usual, vec![]])
}

/// Facts that say what a variable is: `gridDim.x == (n + 255) / 256`.
fn equations(terms: &Terms, facts: &[Term], vars: &[Var]) -> Vec<(Var, Term)> {
    let mut found: Vec<(Var, Term)> = vec![];
    for fact in facts {
        let Node::Compare(CompareOp::Eq, a, b) = *terms.node(*fact) else { continue };
        for (var, by) in [(a, b), (b, a)] {
            let Node::Var(v) = *terms.node(var) else { continue };
            let below = terms.vars_of(&[by]);
            let is_new = vars.contains(&v) && !below.contains(&v) && found.iter().all(|(known, _)| *known != v);
            let is_apart =
                found.iter().all(|(known, term)| !below.contains(known) && !terms.vars_of(&[*term]).contains(&v));
            let is_launch = match terms.var_info(v).kind {
                VarKind::GridDim(_) | VarKind::Param => true,
                VarKind::ThreadIdx(_)
                | VarKind::BlockIdx(_)
                | VarKind::BlockDim(_)
                | VarKind::ClusterDim(_)
                | VarKind::ClusterRank
                | VarKind::Counter
                | VarKind::Local => false,
            };
            if is_new && is_apart && is_launch && terms.apps_of(&[by]).is_empty() {
                found.push((v, by));
                break;
            }
        }
    }
    found
}

impl Open {
    /// The choices as what threads share, in blocks of some extents.
    pub(super) fn setting(&self, world: &Prepared, shape: [u32; 3], chosen: &[usize]) -> Setting {
        let mut setting = Setting::default();
        for (dim, extent) in world.kernel.launch.block_dim.iter().zip(shape) {
            setting.vars.insert(*dim, extent.into());
        }
        for (choice, at) in self.choices.iter().zip(chosen) {
            let value = choice.values.get(*at).copied().unwrap_or(0);
            match choice.subject {
                Subject::Var(v) => setting.vars.insert(v, value),
                Subject::Symbol(f) => setting.apps.insert(f, value),
            };
        }
        for (var, by) in &self.equations {
            let (kernel, fuel) = (&world.kernel, Cell::new(u64::MAX));
            let value = Compiled::new(&world.terms, (kernel.launch, &kernel.exits), vec![*by], &fuel);
            let value = value.values(&setting, &[[0; 3]]).into_iter().flatten().next().flatten();
            setting.vars.extend(value.map(|value| (*var, value)));
        }
        setting
    }
}

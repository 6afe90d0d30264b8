//! What a mask says of the two threads of a pair, where it is built of sets of lanes that the warp finds out: ballots,
//! matches, and the lanes that happen to be together.
//!
//! A lane is in such a set if it is among those that are asked, comes to the place in the same iterations, and votes for
//! it, or has the same value as the lane that asks. Of the other thread of a pair that is a value of its own, over the
//! asking thread's iterations; a variable of [`Prepared::others`] stands for it.
//!
//! `__activemask()` is any set of lanes that come to the place and holds the lane itself: as many as possible where the
//! question is who may be waited for, and none but the lane itself where it is who is ordered ([`is_active`]).
//!
//! Direction: exact for sets over the iterations of the loops around them, given that the lanes that they ask come
//! ([`masks`](crate::analysis::barriers::masks)); of others nothing is said.

use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::pair::reach::reach;
use crate::kernel::target::{ALL_LANES, LANES};
use crate::kernel::{Gathered, Members, Step};
use crate::term::{BinaryOp, Node, Owner, Term, Var, VarInfo, VarKind};
use std::collections::BTreeMap;

/// Whether `mask` names the thread that uses it; nothing if its form is not known.
pub(crate) fn names_itself(world: &mut Prepared, mask: Term) -> Option<Term> {
    let members = members(world, mask, |world, set| {
        let asked = match set.mask {
            Some(asked) => names_itself(world, asked)?,
            None => world.terms.truth(),
        };
        Some(match set.members {
            Members::All | Members::Equal(_) => asked,
            Members::Voters(vote) => world.terms.and(asked, vote),
        })
    });
    let lane = lanes::lane(world);
    lanes::names(&mut world.terms, mask, lane, &mut |_, t| members.get(&t).copied())
}

/// Whether `mask` names the other thread of a pair, over [`Prepared::others`]; nothing if its form is not known.
pub(crate) fn names_other(world: &mut Prepared, mask: Term) -> Option<Term> {
    let members = members(world, mask, |world, set| {
        let asked = match set.mask {
            Some(asked) => names_other(world, asked)?,
            None => world.terms.truth(),
        };
        let comes = comes(world, set)?;
        let member = match set.members {
            Members::All => of_other(world, comes),
            Members::Voters(vote) => {
                let votes = world.terms.and(comes, vote);
                of_other(world, votes)
            }
            Members::Equal(value) => {
                let (comes, other) = (of_other(world, comes), of_other(world, value));
                let equal = world.terms.eq(value, other);
                world.terms.and(comes, equal)
            }
        };
        Some(world.terms.and(asked, member))
    });
    let lane = lanes::lane(world);
    let lane = of_other(world, lane);
    lanes::names(&mut world.terms, mask, lane, &mut |_, t| members.get(&t).copied())
}

/// Whether the thread comes to the places of all sets in `mask`, and is then one of its lanes; nothing if a form is not known.
pub(crate) fn is_member(world: &mut Prepared, mask: Term) -> Option<Term> {
    let mut all = vec![names_itself(world, mask)?];
    for (t, _) in world.terms.apps_of(&[mask]) {
        if let Some(set) = set(world, t) {
            all.push(comes(world, &set)?);
        }
    }
    Some(world.terms.all(all))
}

/// For each set of lanes in `mask`, whether a lane is in it, where that is known.
fn members(
    world: &mut Prepared,
    mask: Term,
    mut member: impl FnMut(&mut Prepared, &Gathered) -> Option<Term>,
) -> BTreeMap<Term, Term> {
    let mut found = BTreeMap::new();
    for (t, _) in world.terms.apps_of(&[mask]) {
        if let Some(set) = set(world, t)
            && let Some(member) = member(world, &set)
        {
            found.insert(t, member);
        }
    }
    found
}

/// The thread comes to the place of the set; nothing if its loops are not among the steps.
fn comes(world: &mut Prepared, set: &Gathered) -> Option<Term> {
    let mut loops = vec![];
    let body = std::mem::take(&mut world.kernel.body);
    let mut steps = &body;
    for counter in &set.params {
        let inner = steps.iter().find_map(|step| match step {
            Step::Loop(l) => (l.counter == *counter).then_some(l),
            Step::Access(_) | Step::Fence(_) | Step::Sync(_) => None,
        });
        let Some(inner) = inner else { break };
        loops.push(inner);
        steps = &inner.body;
    }
    let comes = (loops.len() == set.params.len()).then(|| reach(&mut world.terms, set.guard, &loops));
    world.kernel.body = body;
    comes
}

/// Whether the lanes that `mask` names are some of those that happen to be together.
pub(crate) fn is_active(world: &Prepared, mask: Term) -> bool {
    if let Node::Binary(BinaryOp::And, a, b) = *world.terms.node(mask) {
        return is_active(world, a) || is_active(world, b);
    }
    match set(world, mask) {
        Some(set) => set.mask.is_none_or(|asked| is_active(world, asked)),
        None => false,
    }
}

/// Whether the masks of two lanes, the one of which names the other, are seen to be the same by their form. `whole`: it is
/// all of the mask, so that the lane that is named has been asked for the set.
pub(crate) fn agree(world: &Prepared, mask: Term, whole: bool) -> bool {
    match *world.terms.node(mask) {
        Node::Const { .. } => true,
        Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
            agree(world, a, false) && agree(world, b, false)
        }
        Node::Apply(..) => set(world, mask).is_some_and(|set| {
            let all = set.mask.and_then(|asked| world.terms.as_const(asked)) == Some(ALL_LANES);
            whole || (all && !matches!(set.members, Members::Equal(_)))
        }),
        Node::Var(_) | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) => false,
    }
}

/// The counters that the values of the other thread in `t` depend on. In another iteration these values are others, which a
/// replacement of the counters in `t` does not see.
pub(crate) fn counters(world: &Prepared, t: Term) -> Vec<Var> {
    let vars = world.terms.vars_of(&[t]);
    let values: Vec<Term> = world.others.iter().filter(|(v, _)| vars.contains(v)).map(|(_, value)| *value).collect();
    let mut counters = world.terms.vars_of(&values);
    counters.retain(|v| world.terms.var_info(*v).kind == VarKind::Counter);
    counters
}

/// What stands for a value of the other thread.
pub(crate) fn of_other(world: &mut Prepared, value: Term) -> Term {
    if world.terms.as_const(value).is_some() {
        return value;
    }
    if let Some((var, _)) = world.others.iter().find(|(_, known)| *known == value) {
        return world.terms.var(*var);
    }
    let width = world.terms.width(value);
    let bounds = (value == lanes::lane(world)).then_some((0, i64::from(LANES) - 1));
    let name = format!("the other lane's value {}", world.others.len());
    let var = world.terms.declare_var(VarInfo { name, width, kind: VarKind::Local, bounds, owner: Owner::All });
    world.others.push((var, value));
    world.terms.var(var)
}

/// The set that a term stands for, in the current iterations of the loops around its place.
pub(crate) fn set(world: &Prepared, t: Term) -> Option<Gathered> {
    let Node::Apply(func, args) = world.terms.node(t) else { return None };
    let set = world.kernel.gathered.iter().find(|set| set.func == *func)?;
    let current = |(arg, var): (&Term, &Var)| matches!(world.terms.node(*arg), Node::Var(v) if v == var);
    (args.len() >= set.params.len() && args.iter().zip(&set.params).all(current)).then(|| set.clone())
}

//! Relations of one launch in their shortest form: what is known is put in, and what says nothing of the launch left out.

use crate::kernel::relation::{HostValue, Quantity};
use crate::term::CompareOp;
use std::collections::BTreeSet;

/// Puts what a branch decides on the way to the launch into what is chosen by the same condition.
fn decide(all: &mut [HostValue]) {
    let is_condition = |r: &&HostValue| r.width() == 1;
    let conditions: Vec<HostValue> = all.iter().filter(is_condition).cloned().collect();
    for relation in all {
        for condition in &conditions {
            let (condition, is) = if let HostValue::Not(not) = condition { (&**not, false) } else { (condition, true) };
            relation.decide(condition, is);
        }
    }
}

/// The place of a relation that names a value of the host, and that value with its name.
fn next_named(all: &[HostValue]) -> Option<(usize, (u32, HostValue))> {
    let named = |name: &dyn Fn(&HostValue) -> Option<(u32, HostValue)>| {
        all.iter().enumerate().find_map(|(at, relation)| Some((at, name(relation)?)))
    };
    named(&HostValue::names).or_else(|| named(&|relation| chosen_dimension(relation, all)))
}

/// A value that is chosen and what it is passed as, if that is a dimension.
fn chosen_dimension(relation: &HostValue, all: &[HostValue]) -> Option<(u32, HostValue)> {
    let HostValue::Compare(CompareOp::Eq, dimension, value) = relation else { return None };
    let (HostValue::Quantity(quantity, _), HostValue::Quantity(Quantity::Host(number, _), _)) =
        (&**dimension, &**value)
    else {
        return None;
    };
    let is_dimension = matches!(quantity, Quantity::BlockDim(_) | Quantity::GridDim(_));
    let is_choice = |r: &HostValue| matches!(r, HostValue::Compare(CompareOp::Eq, a, b) if a == value && matches!(**b, HostValue::Select(..)));
    (is_dimension && all.iter().any(is_choice)).then(|| (*number, (**dimension).clone()))
}

/// Calls the host's values what the kernel calls them, leaves out what says nothing of the launch, and numbers the rest anew.
pub(crate) fn linked(mut all: Vec<HostValue>) -> Vec<HostValue> {
    decide(&mut all);
    while let Some((at, (number, by))) = next_named(&all) {
        all.remove(at);
        all.iter_mut().for_each(|r| r.replace(number, &by));
        decide(&mut all);
    }
    let numbers = |r: &HostValue| -> Vec<u32> {
        let number = |q: &Quantity| if let Quantity::Host(n, _) = q { Some(*n) } else { None };
        r.quantities().into_iter().filter_map(number).collect()
    };
    let is_named = |r: &HostValue| r.quantities().iter().any(|q| !matches!(q, Quantity::Host(..)));
    let mut linked: BTreeSet<u32> = all.iter().filter(|r| is_named(r)).flat_map(numbers).collect();
    loop {
        let before = linked.len();
        let touched = all.iter().map(numbers).filter(|numbers| numbers.iter().any(|n| linked.contains(n)));
        linked = touched.flatten().chain(linked.iter().copied()).collect();
        if linked.len() == before {
            break;
        }
    }
    all.retain(|r| is_named(r) || numbers(r).iter().any(|n| linked.contains(n)));
    let times = |n: u32| all.iter().flat_map(numbers).filter(|other| *other == n).count();
    let is_free = |r: &HostValue| match r {
        HostValue::Compare(CompareOp::Eq, _, value) => {
            matches!(**value, HostValue::Quantity(Quantity::Host(n, _), _) if times(n) == 1)
        }
        _ => false,
    };
    let mut kept: Vec<HostValue> = all.iter().filter(|r| !is_free(r)).cloned().collect();
    let mut order: Vec<u32> = vec![];
    for relation in &mut kept {
        relation.renumber(&mut |n| {
            order.iter().position(|known| *known == n).unwrap_or_else(|| {
                order.push(n);
                order.len() - 1
            }) as u32
        });
    }
    kept
}

//! What holds of counts of bits, whoever's they are, and of sets that a lane finds itself in.
//!
//! There are at most as many ones as bits, none only in 0, and below a place at most as many as there are places. A lane is
//! among those that it finds to be together, and among those with its own value.
//!
//! Direction: sound. Of a set in a thread that does not come to its place nothing is used.

use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::threads::Copies;
use crate::kernel::Members;
use crate::term::{BitOp, FuncKind, PureOp, Term, Terms, Width};

/// The facts about what `asserted` mentions.
pub(crate) fn facts(copies: &Copies, world: &mut Prepared, asserted: &[Term]) -> Vec<Term> {
    let mut found = vec![];
    for (app, f) in world.terms.apps_of(asserted) {
        let (origin, _) = copies.origin(f);
        let holds_itself = world
            .kernel
            .gathered
            .iter()
            .any(|set| set.func == origin && matches!(set.members, Members::All | Members::Equal(_)));
        let terms = &mut world.terms;
        if holds_itself {
            let none = terms.constant(terms.width(app), 0);
            found.push(terms.ne(app, none));
        }
        if let FuncKind::Pure(PureOp::Bits { op, of }) = terms.func_info(f).kind {
            of_bits(terms, app, (op, of), &mut found);
        }
    }
    found
}

fn of_bits(terms: &mut Terms, app: Term, (op, of): (BitOp, Width), found: &mut Vec<Term>) {
    let width = terms.width(app);
    let args = terms.children(app);
    let Some(operand) = args.first().copied() else { return };
    let (zero, most) = (terms.constant(width, 0), terms.constant(width, u64::from(of)));
    match op {
        BitOp::ReversedBits | BitOp::ReversedBytes => return,
        BitOp::LeadingZeros | BitOp::TrailingZeros => {}
        BitOp::Ones | BitOp::FirstOne => {
            let nothing = terms.constant(of, 0);
            let (none, empty) = (terms.eq(app, zero), terms.eq(operand, nothing));
            found.push(terms.eq(none, empty));
        }
        BitOp::OnesBelow => {
            if let Some(place) = args.get(1).copied().filter(|place| terms.width(*place) == width) {
                let (before, beyond) = (terms.slt(place, zero), terms.sle(most, place));
                let below = terms.sle(app, place);
                found.push(terms.any([before, beyond, below]));
            }
        }
    }
    found.extend([terms.sle(zero, app), terms.sle(app, most)]);
}

#[cfg(test)]
mod tests {
    use super::of_bits;
    use crate::kernel::target::{MASK, REGISTER};
    use crate::term::{BitOp, FuncInfo, FuncKind, Owner, PureOp, Sharing, Terms};

    #[test]
    fn what_is_said_holds_of_all_numbers() {
        let ops = [BitOp::Ones, BitOp::FirstOne, BitOp::LeadingZeros, BitOp::TrailingZeros, BitOp::OnesBelow];
        for op in ops {
            let mut terms = Terms::new();
            let (name, kind, sharing) = (op.symbol(MASK), FuncKind::Pure(PureOp::Bits { op, of: MASK }), Sharing::Grid);
            let info = FuncInfo { name, width: REGISTER, kind, sharing, axiom: None, owner: Owner::All };
            let func = terms.declare_func(info);
            for value in [0, 1, 2, 3, 0x8000_0000, 0xffff_ffff, 0x0f0f_0f0f, 0x7fff_fffe] {
                for place in 0..if op == BitOp::OnesBelow { u64::from(MASK) } else { 1 } {
                    let mut args = vec![terms.constant(MASK, value)];
                    args.extend((op == BitOp::OnesBelow).then(|| terms.constant(REGISTER, place)));
                    let (app, mut found) = (terms.apply(func, args), vec![]);
                    of_bits(&mut terms, app, (op, MASK), &mut found);
                    assert!(found.iter().all(|f| terms.is_true(*f)), "{op} of {value:#x} below {place}");
                }
            }
        }
    }
}

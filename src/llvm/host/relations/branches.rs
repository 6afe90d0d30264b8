//! The branches on the way to a launch as relations.

use super::taken::Taken;
use super::{DEPTH, Relations};
use crate::kernel::relation::HostValue;
use crate::term::BinaryOp;

/// The most cases of a `switch` that are spoken of at once.
const MOST_CASES: usize = 8;

impl Relations<'_> {
    /// A branch on the way to the launch.
    pub(super) fn was_taken(&mut self, branch: Taken) {
        match branch {
            Taken::Is(condition, is) => self.condition(condition, is),
            // Each case is said by itself.
            Taken::OneOf(value, cases, false) => {
                for case in cases.into_iter().take(MOST_CASES) {
                    let other = self.is_taken(&Taken::OneOf(value, vec![case], false));
                    self.found.push(other);
                }
            }
            Taken::OneOf(_, ref cases, true) if cases.len() > MOST_CASES => {}
            Taken::OneOf(_, _, true) => {
                let one_of = self.is_taken(&branch);
                self.found.push(one_of);
            }
        }
    }

    /// Whether a branch goes one way.
    pub(super) fn is_taken(&mut self, branch: &Taken) -> HostValue {
        let (holds, is) = match branch {
            Taken::Is(condition, is) => (self.number(*condition, DEPTH), *is),
            Taken::OneOf(value, cases, is) => {
                let number = self.number(*value, DEPTH);
                let equals = |case: &u64| HostValue::equal(number.clone(), HostValue::Constant(number.width(), *case));
                let one_of =
                    cases.iter().map(equals).reduce(|a, b| HostValue::Binary(BinaryOp::Or, Box::new(a), Box::new(b)));
                (one_of.unwrap_or(HostValue::Constant(1, 0)), *is)
            }
        };
        if is { holds } else { HostValue::Not(Box::new(holds)) }
    }
}

//! Replaces the placeholders of a loop in the steps of its body, once they are known.

use super::Lowerer;
use crate::kernel::Step;
use crate::term::Substitution;

impl Lowerer<'_, '_> {
    /// Replaces them everywhere, in inner loops too.
    pub(super) fn substitute_steps(&mut self, steps: &mut [Step], by: &mut Substitution) {
        for step in steps {
            match step {
                Step::Access(a) => {
                    for t in [&mut a.guard, &mut a.offset, &mut a.bytes] {
                        *t = self.terms.substitute(*t, by);
                    }
                    if let crate::kernel::Mode::Write(Some(v)) = &mut a.mode {
                        *v = self.terms.substitute(*v, by);
                    }
                    if let Some(update) = &mut a.update {
                        update.map(&mut |t| self.terms.substitute(t, by));
                    }
                    if let Some(tile) = &mut a.tile {
                        *tile.part.term_mut() = self.terms.substitute(tile.part.term(), by);
                    }
                }
                Step::Fence(f) => f.guard = self.terms.substitute(f.guard, by),
                Step::Sync(s) => {
                    s.guard = self.terms.substitute(s.guard, by);
                    s.alive = self.terms.substitute(s.alive, by);
                    s.mask = s.mask.map(|m| self.terms.substitute(m, by));
                    s.named = s.named.map(|n| n.map(&mut |t| self.terms.substitute(t, by)));
                    for t in &mut s.agreed {
                        *t = self.terms.substitute(*t, by);
                    }
                }
                Step::Loop(l) => {
                    for t in [&mut l.executed, &mut l.entered, &mut l.continues, &mut l.returns] {
                        *t = self.terms.substitute(*t, by);
                    }
                    self.substitute_steps(&mut l.body, by);
                }
            }
        }
    }
}

//! Questions about visits of threads of one block, or of one cluster, to mbarriers: whether facts about two threads, or two moments of one thread,
//! exclude each other.
//!
//! Direction: "excluded" is a proof.

use super::objects::Object;
use super::visits::Instance;
use crate::analysis::asking::build::side;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::divisors;
use crate::analysis::facts::knowledge::Visit;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::target::LANES;
use crate::term::{BinaryOp, CastOp, Term, Terms, Var, Width};
use crate::verdict::Level;

/// Bits of a generation.
pub(super) const GENERATION: Width = 64;

/// Who the two sides of a question are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Two {
    /// One thread, at two moments.
    Same,
    /// Two threads of a warp.
    Lanes,
    /// Two threads of a block.
    Threads,
    /// Two threads of different blocks of a cluster.
    Blocks,
}

impl Two {
    /// Who may come to one object, one thread or two: also of other blocks, if these reach its array.
    pub(super) fn all(reached: bool) -> &'static [Two] {
        if reached { &[Two::Same, Two::Threads, Two::Blocks] } else { &[Two::Same, Two::Threads] }
    }
}

/// Two threads, and what is known of them.
pub(super) struct Asker<'a, 's> {
    pub(super) session: &'a mut Session<'s>,
    pub(super) world: &'a mut Prepared,
    pub(super) scene: Scene,
    pub(super) facts: Vec<Term>,
    two: Two,
}

impl<'a, 's> Asker<'a, 's> {
    pub(super) fn of(session: &'a mut Session<'s>, world: &'a mut Prepared, two: Two) -> Self {
        let copies = &mut session.copies;
        let scene = match two {
            Two::Same => Scene::alone(copies, world, &[]),
            Two::Lanes => Scene::new(copies, world, Level::Warp.into(), &[], None),
            Two::Threads => Scene::new(copies, world, Level::Block.into(), &[], None),
            Two::Blocks => Scene::new(copies, world, Level::Cluster.into(), &[], None),
        };
        let facts = scene.base.clone();
        Asker { session, world, scene, facts, two }
    }

    pub(super) fn terms(&mut self) -> &mut Terms {
        &mut self.world.terms
    }

    /// A term as a side has it.
    pub(super) fn own(&mut self, who: Who, t: Term) -> Term {
        self.scene.pairing.own(&mut self.world.terms, who, t)
    }

    /// Adds facts about a side.
    pub(super) fn holds(&mut self, who: Who, facts: impl IntoIterator<Item = Term>) {
        for t in facts {
            let own = self.own(who, t);
            self.facts.push(own);
        }
    }

    /// That the sides have one value.
    pub(super) fn agree(&mut self, left: Term, right: Term) -> Term {
        let (a, b) = (self.own(Who::Left, left), self.own(Who::Right, right));
        self.world.terms.eq(a, b)
    }

    /// That the sides' objects, of one array, are one. Each block has its own of those that no other one reaches.
    pub(super) fn is_one(&mut self, left: Object, right: Object) -> Term {
        if self.two == Two::Blocks && (left.rank.is_none() || right.rank.is_none()) {
            return self.world.terms.bool(false);
        }
        let (a, b) = (left.map(|t| self.own(Who::Left, t)), right.map(|t| self.own(Who::Right, t)));
        a.is(&mut self.world.terms, b)
    }

    /// That both sides come to one object.
    pub(super) fn meet(&mut self, left: &Visit, right: &Visit) {
        let same = self.is_one(Object::of(&left.access), Object::of(&right.access));
        self.facts.push(same);
        self.holds(Who::Left, [left.condition]);
        self.holds(Who::Right, [right.condition]);
    }

    /// That the sides are of one warp.
    pub(super) fn one_warp(&mut self) -> Term {
        let apart = different_warps(self.world, &mut self.scene.pairing, LANES);
        self.world.terms.not(apart)
    }

    /// What is left over by the sizes of rings that are not known, one round earlier: the same, and one round less.
    pub(super) fn with_rounds(&mut self, visit: &Visit, sizes: &[Term]) {
        for l in &visit.place.loops {
            for size in sizes {
                let facts = one_round_earlier(&mut self.world.terms, l.counter, *size);
                self.holds(Who::Left, facts.clone());
                self.holds(Who::Right, facts);
            }
        }
    }

    /// Whether the facts and these exclude each other.
    pub(super) fn excludes(&mut self, more: impl IntoIterator<Item = Term>) -> bool {
        let mut facts = self.facts.clone();
        facts.extend(more);
        if facts.iter().any(|f| self.world.terms.is_false(*f)) {
            return true;
        }
        let nonzero = divisors::nonzero(&mut self.world.terms, facts.clone());
        let divides = !nonzero.is_empty();
        facts.extend(nonzero);
        let sides = Who::BOTH.map(|who| side(self.world, &mut self.scene, who, &[]));
        let mut query = Query::new(Question::Parting, &self.scene, facts, sides);
        query.divides = divides;
        query.finish(&self.session.copies, self.world, &mut self.scene);
        self.session.refutes(&mut self.world.terms, &query)
    }
}

/// That an instance is at an object, for this generation or a later one: the instance's terms and the others' are one side's.
pub(super) fn covers(terms: &mut Terms, instance: &Instance, object: Object, generation: Term) -> Term {
    let (same, late) = (instance.object.is(terms, object), terms.sle(generation, instance.claim));
    terms.all([instance.condition, same, late])
}

/// `0 < n <= x` implies `(x - n) % n == x % n` and `(x - n) / n == x / n - 1`: a lemma, in the bits of the counter and in those of a
/// generation.
fn one_round_earlier(terms: &mut Terms, counter: Var, size: Term) -> Vec<Term> {
    if terms.as_const(size).is_some() {
        return vec![];
    }
    let (x, width) = (terms.var(counter), terms.var_info(counter).width);
    let n = if terms.width(size) <= width { size } else { terms.cast(CastOp::Trunc, width, size) };
    let zero = terms.constant(width, 0);
    let (some, enough, before) = (terms.slt(zero, n), terms.sle(n, x), terms.sub(x, n));
    let holds = terms.and(some, enough);
    let mut found = vec![];
    for bits in [width, GENERATION] {
        let [x, n, before] = [x, n, before].map(|t| terms.cast(CastOp::Zext, bits, t));
        let [rest, other] = [x, before].map(|t| terms.binary(BinaryOp::URem, t, n));
        let [turns, less] = [x, before].map(|t| terms.binary(BinaryOp::UDiv, t, n));
        let minus_one = terms.int(bits, -1);
        let (same, fewer) = (terms.eq(other, rest), terms.add(turns, minus_one));
        let one_less = terms.eq(less, fewer);
        let both = terms.and(same, one_less);
        found.push(terms.implies(holds, both));
    }
    found
}

/// A number without a sign in as many bits as a generation has.
pub(super) fn wide(terms: &mut Terms, t: Term) -> Term {
    terms.cast(CastOp::Zext, GENERATION, t)
}

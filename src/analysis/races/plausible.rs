//! Witnesses of conditional races that a reader takes for real ones: `pitch = 2` rather than `pitch = -1`.
//!
//! What a solver answers depends on what it was asked before. So these questions come behind all others of the kernel, and nothing
//! rests on their answers.

use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::judge::{Rest, is_of_values};
use crate::analysis::asking::query::Query;
use crate::analysis::asking::variables;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::meaning::{Meant, meant};
use crate::analysis::findings::weigh::odd;
use crate::analysis::findings::witness::{Sort, finding, name_cells};
use crate::analysis::pair::threads::LoopSymbols;
use crate::kernel::{Array, ArrayId};
use crate::smt::Model;
use crate::span::Span;
use crate::verdict::{Certainty, Finding, Level, Oddity};
use std::collections::BTreeMap;

/// The most findings of a kernel that are shown by other witnesses.
const MOST: usize = 8;

/// What a pair is called: the array, its places in order, and whether the writes are harmless.
pub(crate) type Key = (ArrayId, Span, Span, bool);

/// How a witness is told.
#[derive(Clone, Debug)]
pub(crate) struct Telling {
    pub(crate) query: Query,
    pub(crate) symbols: LoopSymbols,
    pub(crate) level: Level,
    pub(crate) sort: Sort,
    pub(crate) array: Array,
}

impl Telling {
    /// The finding of a witness, with what the variables of loops are in it.
    pub(crate) fn told(&self, world: &Prepared, witness: &Witness) -> Finding {
        let (query, array) = (&self.query, Some(&self.array));
        let mut new = finding(&world.terms, query, witness, self.level, self.sort, array, &world.fixed);
        variables::tell((&world.terms, world.kernel.launch), (query, witness), &self.symbols, &mut new);
        new
    }
}

/// Shows conditional findings whose witnesses have odd numbers by other witnesses, if there are any.
pub(crate) fn show(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &mut BTreeMap<Key, Finding>,
    told: Vec<(Key, Telling, Model)>,
) {
    let mut asked = 0;
    for (key, telling, model) in told {
        let Some(finding) = found.get_mut(&key).filter(|f| f.certainty == Certainty::Conditional) else { continue };
        let meant = meant(world, &telling.query);
        let meant: Vec<&Meant> = meant.iter().filter(|m| is_of_one_number(&m.odd)).collect();
        if odd(world, &meant, &model).is_empty() {
            continue;
        }
        asked += 1;
        if asked > MOST || session.used_up().is_some() {
            return;
        }
        let mut query = telling.query.clone();
        query.axioms.extend(meant.iter().filter_map(|m| m.fact()));
        let before = session.grounds();
        let outcome = session.ask(&mut world.terms, &query, &telling.symbols);
        session.back_to(before);
        let is_as_good = |rests: &[Rest]| rests.is_empty() || !finding.approximations.is_empty() && is_of_values(rests);
        if let Outcome::Found(witness) = outcome
            && is_as_good(&witness.approximations)
        {
            let mut new = telling.told(world, &witness);
            name_cells(&mut new, &world.kernel.arrays);
            let Finding { what, cell, mut parties, witness, approximations, given, .. } = new;
            parties.truncate(finding.parties.len());
            *finding = Finding { what, cell, parties, witness, approximations, given, ..finding.clone() };
        }
    }
}

/// Whether it is odd whatever other numbers are: a condition that excludes the race says how they are related.
fn is_of_one_number(odd: &Oddity) -> bool {
    match odd {
        Oddity::NotPositive { .. } | Oddity::Negative { .. } | Oddity::Large { .. } => true,
        Oddity::Narrowed
        | Oddity::NarrowRows { .. }
        | Oddity::Overlap { .. }
        | Oddity::WideGrid
        | Oddity::Long { .. }
        | Oddity::BeforeStart { .. }
        | Oddity::BehindEnd { .. }
        | Oddity::OutsideMember
        | Oddity::Cut
        | Oddity::Shape => false,
    }
}

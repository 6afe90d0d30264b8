//! A query as a script that another solver can run.

use super::facts::prepare;
use super::integers::encode::encode;
use super::integers::lemmas;
use super::{bitvector, smtlib};
use crate::term::{Term, Terms};

/// `facts` as SMT-LIB 2 text from the declarations to `(check-sat)`: as linearised integers with their lemmas, or, where
/// those leave bit operations free, as bit-vectors that do not wrap. Unsatisfiable text is a proof.
#[must_use]
pub fn to_smtlib(terms: &mut Terms, facts: &[Term]) -> String {
    let prepared = prepare(terms, facts);
    let mut encoder = encode(terms, &prepared);
    if prepared.contradiction {
        let falsity = encoder.query.bool(false);
        encoder.query.assert(falsity);
    } else if encoder.approximated.is_some() {
        let mut encoded = bitvector::encode(terms, &prepared.facts, prepared.intervals.clone());
        encoded.fits.iter().for_each(|e| encoded.query.assert(*e));
        return smtlib::print(&encoded.query);
    }
    lemmas::instantiate(&mut encoder);
    smtlib::print(&encoder.query)
}

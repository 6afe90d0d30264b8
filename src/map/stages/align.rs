//! Barrier aligning: no access leaks from one iteration of a synchronised loop into the next.
//!
//! Source: Faial, Fig. 3 (`align`, `A`) and Theorem 1: the history of the aligned protocol is safe iff that of the protocol
//! is. The accesses behind a loop body's last barrier are carried in front of the next iteration's first: the first iteration
//! is peeled off, the loop goes on from the second with the rest of the one before in front, and the rest of the last one
//! follows. Extended by
//! * synchronised conditionals: what is pending in front goes into both branches, what is left of both is one
//!   unsynchronised conditional;
//! * possibly empty loops: under the condition that there is a first iteration, unless a `where` says so;
//! * all forms of steps: where the last value of the variable has no closed form, what is left of the last iteration is a
//!   loop that does nothing in the others;
//! * conditions inside a loop that do not depend on it, where they decide whether an iteration passes a barrier: the loop
//!   stands under the condition, once for each case.
//!
//! **Invariant:** [`Piece`]s end with a barrier, and what precedes them does too (or is the start of the kernel).
//!
//! Direction: exact, or an error: an iteration that passes a barrier or none, as the iteration's number decides, has no
//! aligned form. Copies code, exponentially in the depth of synchronised loops: for reading, and to test `phases`, which
//! does the same for verdicts without copying.

use super::fragment::{Fragment, Loop, Replace, Unsynchronised, conditional, either, show, statements};
use super::iterations::{Last, Steps, counted, entered};
use super::wellformed::{Part, WellFormed};
use crate::kernel::SyncScope;
use crate::map::MapError;
use crate::map::ast::{At, BinaryOp, Expr, Protocol, Stmt};
use crate::verdict::Level;
use std::fmt::{self, Display, Formatter};

/// The longest aligned form of a part, in characters.
const LONGEST: usize = 1 << 17;

/// An aligned protocol with the accesses behind its last barrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aligned {
    /// The declarations; without statements.
    pub head: Protocol,
    pub level: Level,
    pub body: Vec<Piece>,
    pub rest: Fragment,
}

/// The `A` of the calculus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// `u; sync`
    Phase {
        fragment: Fragment,
        scope: SyncScope,
        at: At,
    },
    If {
        cond: Expr,
        then: Vec<Piece>,
        otherwise: Vec<Piece>,
    },
    /// The body is not empty.
    For(Box<Loop<Piece>>),
}

/// `protocol` aligned.
///
/// # Errors
/// The loop that has no aligned form, and why.
pub fn align(protocol: &WellFormed) -> Result<Aligned, MapError> {
    let facts = protocol.head.facts.iter().flat_map(conjuncts).map(|fact| (upward(fact), true));
    let (body, rest) = sequence(&protocol.body, vec![], &facts.collect::<Vec<_>>())?;
    Ok(Aligned { head: protocol.head.clone(), level: protocol.level, body, rest })
}

/// Conditions whose value is decided, compared upward.
type Known = [(Expr, bool)];
/// What ends with a barrier, and what follows.
type Ended = (Vec<Piece>, Fragment);
type Aligning = Result<Ended, MapError>;

fn value(cond: &Expr, known: &Known) -> Option<bool> {
    if let Expr::Bool(value) = cond {
        return Some(*value);
    }
    let cond = upward(cond);
    known.iter().find(|(k, _)| *k == cond).map(|(_, value)| *value)
}

/// `a > b` as `b < a`.
fn upward(cond: &Expr) -> Expr {
    match cond {
        Expr::Binary(BinaryOp::Gt, a, b) => Expr::Binary(BinaryOp::Lt, b.clone(), a.clone()),
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => cond.clone(),
        Expr::Unary(..) | Expr::Binary(..) | Expr::Choice(..) | Expr::Call(..) => cond.clone(),
    }
}

fn conjuncts(fact: &Expr) -> Vec<&Expr> {
    match fact {
        Expr::Binary(BinaryOp::Both, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => vec![fact],
        Expr::Unary(..) | Expr::Binary(..) | Expr::Choice(..) | Expr::Call(..) => vec![fact],
    }
}

/// `pending; parts` as pieces and what follows the last barrier.
fn sequence(parts: &[Part], mut pending: Fragment, known: &Known) -> Aligning {
    let mut pieces = vec![];
    for part in parts {
        let (more, left) = match part {
            Part::Fragment(u) => {
                pending.extend(u.iter().cloned());
                continue;
            }
            Part::Sync(scope, at) => (vec![Piece::Phase { fragment: pending, scope: *scope, at: at.clone() }], vec![]),
            Part::If { cond, then, otherwise, .. } => match value(cond, known) {
                Some(taken) => sequence(if taken { then } else { otherwise }, pending, known)?,
                None => {
                    let then = sequence(then, pending.clone(), known)?;
                    branch(cond, then, sequence(otherwise, pending, known)?)
                }
            },
            Part::For(l) => each(l, pending, known)?,
        };
        let length = |body: Vec<Stmt>| body.iter().map(|s| s.to_string().len()).sum::<usize>();
        if length(self::pieces(&more)) + length(statements(&left)) > LONGEST {
            return Err(error(&place(part), "the aligned form of this part is too long".to_owned()));
        }
        pieces.extend(more);
        pending = left;
    }
    Ok((pieces, pending))
}

fn place(part: &Part) -> At {
    match part {
        Part::Sync(_, at) | Part::If { at, .. } => at.clone(),
        Part::For(l) => l.var.at.clone(),
        Part::Fragment(_) => At::default(),
    }
}

fn branch(cond: &Expr, then: Ended, otherwise: Ended) -> Ended {
    let rest = either(cond, then.1, otherwise.1);
    if then.0.is_empty() && otherwise.0.is_empty() {
        return (vec![], rest);
    }
    (vec![Piece::If { cond: cond.clone(), then: then.0, otherwise: otherwise.0 }], rest)
}

/// `pending; for … { … }`
fn each(l: &Loop<Part>, pending: Fragment, known: &Known) -> Aligning {
    let entered = entered(l);
    if value(&entered, known) == Some(false) {
        return Ok((vec![], pending));
    }
    if let Some(body) = without_barriers(&l.body, known) {
        return Ok((vec![], [pending, vec![Unsynchronised::For(l.with(body))]].concat()));
    }
    if !passes(&l.body, known) {
        let conditions = undecided(&l.body, &[&l.var.text], known);
        let Some((cond, _)) = conditions.iter().find(|(_, fixed)| *fixed) else { return Err(outside(l, &conditions)) };
        let side = |holds| each(l, pending.clone(), &[known, &[(upward(cond), holds)]].concat());
        return Ok(branch(cond, side(true)?, side(false)?));
    }
    let (pieces, rest) = peeled(l, pending.clone(), known)?;
    match value(&entered, known) {
        Some(_) => Ok((pieces, rest)),
        None => Ok(branch(&entered, (pieces, rest), (vec![], pending))),
    }
}

/// `pending; for … { … }`, if there is a first iteration and each passes a barrier.
fn peeled(l: &Loop<Part>, pending: Fragment, known: &Known) -> Aligning {
    let counted = counted(l);
    let Loop { var, range, body } = &counted;
    let Steps { first, previous, remaining, renumbered, last } = Steps::of(var, range);
    // What is pending passes the first barrier of the body, so it takes no part in the rest of an iteration.
    let (once, rest) = sequence(body, pending, known)?;
    let (again, _) = sequence(body, rest.replace(&var.text, &previous), known)?;
    let mut pieces = once.replace(&var.text, &first);
    let again = again.replace(&var.text, &renumbered);
    pieces.push(Piece::For(Box::new(Loop { var: var.clone(), range: remaining, body: again })));
    let left = match last {
        Last::Value(value) => rest.replace(&var.text, &value),
        Last::Where(_) if rest.is_empty() => vec![],
        Last::Where(cond) => vec![Unsynchronised::For(counted.with(either(&cond, rest, vec![])))],
    };
    Ok((pieces, left))
}

fn error(at: &At, message: String) -> MapError {
    let span = &at.0;
    MapError { file: span.file.to_string(), line: span.line, column: span.column, message }
}

fn outside(l: &Loop<Part>, conditions: &[(Expr, bool)]) -> MapError {
    let conditions: Vec<String> = conditions.iter().map(|(cond, _)| format!("`{cond}`")).collect();
    let message = format!(
        "an iteration of `for {} {}` may pass a barrier or none, depending on {}, so the accesses behind its last barrier \
         reach over a number of iterations that is not fixed",
        l.var.text,
        l.range,
        conditions.join(", ")
    );
    error(&l.var.at, message)
}

// ---- which barriers are passed ----

/// Whether every way through passes a barrier.
fn passes(parts: &[Part], known: &Known) -> bool {
    parts.iter().any(|part| match part {
        Part::Sync(..) => true,
        Part::Fragment(_) => false,
        Part::If { cond, then, otherwise, .. } => match value(cond, known) {
            Some(taken) => passes(if taken { then } else { otherwise }, known),
            None => passes(then, known) && passes(otherwise, known),
        },
        Part::For(l) => value(&entered(l), known) == Some(true) && passes(&l.body, known),
    })
}

/// The parts, if no way through passes a barrier.
fn without_barriers(parts: &[Part], known: &Known) -> Option<Fragment> {
    let mut all = vec![];
    for part in parts {
        all.extend(match part {
            Part::Sync(..) => return None,
            Part::Fragment(u) => u.clone(),
            Part::If { cond, then, otherwise, .. } => match value(cond, known) {
                Some(taken) => without_barriers(if taken { then } else { otherwise }, known)?,
                None => either(cond, without_barriers(then, known)?, without_barriers(otherwise, known)?),
            },
            Part::For(l) if value(&entered(l), known) == Some(false) => vec![],
            Part::For(l) => vec![Unsynchronised::For(l.with(without_barriers(&l.body, known)?))],
        });
    }
    Some(all)
}

/// The conditions that decide about a barrier and are not decided, each with whether it mentions none of `varying` and of
/// the variables of loops inside.
fn undecided<'p>(parts: &'p [Part], varying: &[&'p str], known: &Known) -> Vec<(Expr, bool)> {
    let judged = |cond: &Expr| {
        let fixed = varying.iter().all(|name| cond.replace(name, &Expr::Int(0)) == *cond);
        value(cond, known).is_none().then(|| (cond.clone(), fixed))
    };
    let each = |part: &'p Part| match part {
        Part::Sync(..) | Part::Fragment(_) => vec![],
        Part::If { cond, then, otherwise, .. } => match value(cond, known) {
            Some(taken) => undecided(if taken { then } else { otherwise }, varying, known),
            None => {
                let inside = [then, otherwise].into_iter().flat_map(|p| undecided(p, varying, known));
                judged(cond).into_iter().chain(inside).collect()
            }
        },
        Part::For(l) => {
            let inside = undecided(&l.body, &[varying, &[&l.var.text]].concat(), known);
            judged(&entered(l)).into_iter().chain(inside).collect()
        }
    };
    parts.iter().flat_map(each).collect()
}

impl Replace for Piece {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        match self {
            Piece::Phase { fragment, scope, at } => {
                Piece::Phase { fragment: fragment.replace(name, by), scope: *scope, at: at.clone() }
            }
            Piece::If { cond, then, otherwise } => Piece::If {
                cond: cond.replace(name, by),
                then: then.replace(name, by),
                otherwise: otherwise.replace(name, by),
            },
            Piece::For(l) => Piece::For(Box::new(l.replace(name, by))),
        }
    }
}

impl Aligned {
    /// As a protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        let body = [pieces(&self.body), statements(&self.rest)].concat();
        Protocol { body, ..self.head.clone() }
    }
}

fn pieces(of: &[Piece]) -> Vec<Stmt> {
    let one = |piece: &Piece| match piece {
        Piece::Phase { fragment, scope, at } => {
            let mut all = statements(fragment);
            all.push(Stmt::Sync(*scope, at.clone()));
            all
        }
        Piece::If { cond, then, otherwise } => vec![conditional(cond.clone(), pieces(then), pieces(otherwise))],
        Piece::For(l) => vec![l.statement(pieces(&l.body))],
    };
    of.iter().flat_map(one).collect()
}

impl Display for Aligned {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(f, &self.protocol())
    }
}

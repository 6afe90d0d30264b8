//! Barrier aligning: no access leaks from one iteration of a synchronised loop into the next.
//!
//! Source: Faial, Fig. 3 (`align`, `A`) and Theorem 1: the history of the aligned protocol is safe iff that of the protocol
//! is. The accesses behind a loop body's last barrier are carried in front of the next iteration's first: the first iteration
//! is peeled off, the loop goes on from the second with the rest of the one before in front, and the rest of the last one
//! follows. Extended by
//! * synchronised conditionals: what is pending in front goes into both branches, what is left of both is one
//!   unsynchronised conditional;
//! * possibly empty loops: under the condition that there is a first iteration;
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

use super::fragment::{
    Fragment, Replace, Unsynchronised, both, conditional, either, fold, replace_loop, show, statements,
};
use super::wellformed::{Part, WellFormed};
use crate::kernel::SyncScope;
use crate::map::MapError;
use crate::map::ast::{At, BinaryOp, Expr, For, Name, Protocol, Range, Step, Stmt, UnaryOp};
use crate::verdict::Level;
use std::fmt::{self, Display, Formatter};

/// The most pieces of an aligned protocol.
const LONGEST: usize = 1 << 14;

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
    For {
        var: Name,
        range: Range,
        body: Vec<Piece>,
    },
}

/// `protocol` aligned.
///
/// # Errors
/// The loop that has no aligned form, and why.
pub fn align(protocol: &WellFormed) -> Result<Aligned, MapError> {
    let (body, rest) = sequence(&protocol.body, vec![], &[])?;
    Ok(Aligned { head: protocol.head.clone(), level: protocol.level, body, rest })
}

/// Conditions whose value is decided.
type Known = [(Expr, bool)];
type Result2 = Result<(Vec<Piece>, Fragment), MapError>;

fn value(cond: &Expr, known: &Known) -> Option<bool> {
    if let Expr::Bool(value) = cond {
        return Some(*value);
    }
    known.iter().find(|(k, _)| k == cond).map(|(_, value)| *value)
}

/// `pending; parts` as pieces and what follows the last barrier.
fn sequence(parts: &[Part], mut pending: Fragment, known: &Known) -> Result2 {
    let mut pieces = vec![];
    for part in parts {
        let (more, left) = match part {
            Part::Fragment(u) => {
                pending.extend(u.iter().cloned());
                continue;
            }
            Part::Sync(scope, at) => (vec![Piece::Phase { fragment: pending, scope: *scope, at: at.clone() }], vec![]),
            Part::If { cond, then, otherwise } => match value(cond, known) {
                Some(taken) => sequence(if taken { then } else { otherwise }, pending, known)?,
                None => {
                    let then = sequence(then, pending.clone(), known)?;
                    branch(cond, then, sequence(otherwise, pending, known)?)
                }
            },
            Part::For { var, range, body } => each(var, range, body, pending, known)?,
        };
        pieces.extend(more);
        pending = left;
    }
    Ok((pieces, pending))
}

fn branch(cond: &Expr, then: (Vec<Piece>, Fragment), otherwise: (Vec<Piece>, Fragment)) -> (Vec<Piece>, Fragment) {
    let rest = either(cond, then.1, otherwise.1);
    if then.0.is_empty() && otherwise.0.is_empty() {
        return (vec![], rest);
    }
    (vec![Piece::If { cond: cond.clone(), then: then.0, otherwise: otherwise.0 }], rest)
}

/// `pending; for var range { body }`
fn each(var: &Name, range: &Range, body: &[Part], pending: Fragment, known: &Known) -> Result2 {
    let entered = entered(var, range);
    if value(&entered, known) == Some(false) {
        return Ok((vec![], pending));
    }
    if let Some(body) = without_barriers(body, known) {
        let more = Unsynchronised::For { var: var.clone(), range: range.clone(), body };
        return Ok((vec![], [pending, vec![more]].concat()));
    }
    if !passes(body, known) {
        let mut inside = vec![&*var.text];
        let Some(cond) = open(body, &mut inside, known) else { return Err(outside(var, range)) };
        let side = |holds| each(var, range, body, pending.clone(), &[known, &[(cond.clone(), holds)]].concat());
        let (then, otherwise) = (side(true)?, side(false)?);
        return Ok(branch(&cond, then, otherwise));
    }
    let (range, body) = counted(var, range, body);
    let steps = Steps::of(var, &range);
    // What is pending passes the first barrier of the body, so it takes no part in the rest of an iteration.
    let (first, rest) = sequence(&body, pending.clone(), known)?;
    let (again, _) = sequence(&body, rest.replace(&var.text, &steps.previous), known)?;
    let mut pieces = first.replace(&var.text, &steps.first);
    let again = again.replace(&var.text, &steps.renumbered);
    pieces.push(Piece::For { var: var.clone(), range: steps.remaining, body: again });
    if pieces.iter().map(count).sum::<usize>() > LONGEST {
        return Err(error(var, format!("the aligned form of the loop over `{}` is too long", var.text)));
    }
    let left = match steps.last {
        Last::Value(value) => rest.replace(&var.text, &value),
        Last::Where(_) if rest.is_empty() => vec![],
        Last::Where(cond) => {
            vec![Unsynchronised::For { var: var.clone(), range, body: either(&cond, rest, vec![]) }]
        }
    };
    match value(&entered, known) {
        Some(_) => Ok((pieces, left)),
        None => Ok(branch(&entered, (pieces, left), (vec![], pending))),
    }
}

fn error(var: &Name, message: String) -> MapError {
    let span = &var.at.0;
    MapError { file: span.file.to_string(), line: span.line, column: span.column, message }
}

fn outside(var: &Name, range: &Range) -> MapError {
    let name = &var.text;
    let message = format!(
        "no aligned form: whether an iteration of `for {name} {range}` passes a barrier depends on `{name}`, so the \
         accesses behind its last barrier reach over a number of iterations that is not fixed"
    );
    error(var, message)
}

fn count(piece: &Piece) -> usize {
    1 + match piece {
        Piece::Phase { fragment, .. } => fragment.len(),
        Piece::If { then, otherwise, .. } => then.iter().chain(otherwise).map(count).sum(),
        Piece::For { body, .. } => body.iter().map(count).sum(),
    }
}

// ---- which barriers are passed ----

/// Whether every way through passes a barrier.
fn passes(parts: &[Part], known: &Known) -> bool {
    parts.iter().any(|part| match part {
        Part::Sync(..) => true,
        Part::Fragment(_) => false,
        Part::If { cond, then, otherwise } => match value(cond, known) {
            Some(taken) => passes(if taken { then } else { otherwise }, known),
            None => passes(then, known) && passes(otherwise, known),
        },
        Part::For { var, range, body } => value(&entered(var, range), known) == Some(true) && passes(body, known),
    })
}

/// The parts, if no way through passes a barrier.
fn without_barriers(parts: &[Part], known: &Known) -> Option<Fragment> {
    let mut all = vec![];
    for part in parts {
        all.extend(match part {
            Part::Sync(..) => return None,
            Part::Fragment(u) => u.clone(),
            Part::If { cond, then, otherwise } => match value(cond, known) {
                Some(taken) => without_barriers(if taken { then } else { otherwise }, known)?,
                None => either(cond, without_barriers(then, known)?, without_barriers(otherwise, known)?),
            },
            Part::For { var, range, .. } if value(&entered(var, range), known) == Some(false) => vec![],
            Part::For { var, range, body } => {
                let body = without_barriers(body, known)?;
                vec![Unsynchronised::For { var: var.clone(), range: range.clone(), body }]
            }
        });
    }
    Some(all)
}

/// A condition that is not decided and decides about a barrier, and mentions nothing that is bound `inside`.
fn open<'p>(parts: &'p [Part], inside: &mut Vec<&'p str>, known: &Known) -> Option<Expr> {
    let fixed = |cond: &Expr, inside: &[&str]| {
        value(cond, known).is_none() && !inside.iter().any(|name| cond.replace(name, &Expr::Int(0)) != *cond)
    };
    parts.iter().find_map(|part| match part {
        Part::Sync(..) | Part::Fragment(_) => None,
        Part::If { cond, .. } if fixed(cond, inside) => Some(cond.clone()),
        Part::If { cond, then, otherwise } => match value(cond, known) {
            Some(taken) => open(if taken { then } else { otherwise }, inside, known),
            None => open(then, inside, known).or_else(|| open(otherwise, inside, known)),
        },
        Part::For { var, range, body } => {
            let entered = entered(var, range);
            if fixed(&entered, inside) {
                return Some(entered);
            }
            inside.push(&var.text);
            let found = open(body, inside, known);
            inside.pop();
            found
        }
    })
}

// ---- iterations ----

/// How a loop variable goes on.
struct Steps {
    first: Expr,
    /// The value in the iteration before the one with the variable's value.
    previous: Expr,
    /// All iterations but the first; the variable's values in them, in terms of the remaining loop's variable.
    remaining: Range,
    renumbered: Expr,
    last: Last,
}

enum Last {
    Value(Expr),
    /// The iteration in which this holds.
    Where(Expr),
}

impl Steps {
    fn of(var: &Name, range: &Range) -> Self {
        let here = Expr::Name(var.clone());
        let one = Expr::Int(1);
        let (from, to, step) = match range {
            Range::While(cond) => {
                let next = fold(BinaryOp::Add, here.clone(), one.clone());
                let runs = cond.replace(&var.text, &next);
                return Steps {
                    first: Expr::Int(0),
                    previous: fold(BinaryOp::Sub, here, one),
                    remaining: Range::While(runs.clone()),
                    renumbered: next,
                    last: Last::Where(Expr::Unary(UnaryOp::Not, Box::new(runs))),
                };
            }
            Range::Steps { from, to, step } => (from, to, step),
        };
        let (on, back, by, beyond) = match step {
            Step::Up(by) => (BinaryOp::Add, BinaryOp::Sub, by.clone(), BinaryOp::Ge),
            Step::Down(by) => (BinaryOp::Sub, BinaryOp::Add, by.clone(), BinaryOp::Le),
            Step::Times(by) => (BinaryOp::Mul, BinaryOp::Div, Expr::Int(*by as i64), BinaryOp::Ge),
            // Made a count of iterations before.
            Step::Over(by) => (BinaryOp::Div, BinaryOp::Mul, Expr::Int(*by as i64), BinaryOp::Le),
        };
        let last = match step {
            Step::Up(Expr::Int(1)) | Step::Down(Expr::Int(1)) => Last::Value(fold(back, to.clone(), one)),
            Step::Up(_) | Step::Down(_) | Step::Times(_) | Step::Over(_) => {
                Last::Where(Expr::binary(beyond, fold(on, here.clone(), by.clone()), to.clone()))
            }
        };
        Steps {
            first: from.clone(),
            previous: fold(back, here.clone(), by.clone()),
            remaining: Range::Steps { from: fold(on, from.clone(), by), to: to.clone(), step: step.clone() },
            renumbered: here,
            last,
        }
    }
}

/// Under which condition there is a first iteration.
fn entered(var: &Name, range: &Range) -> Expr {
    let positive = |e: &Expr| fold(BinaryOp::Lt, Expr::Int(0), e.clone());
    match range {
        Range::While(cond) => cond.replace(&var.text, &Expr::Int(0)),
        Range::Steps { from, to, step } => {
            let up = fold(BinaryOp::Lt, from.clone(), to.clone());
            let down = fold(BinaryOp::Gt, from.clone(), to.clone());
            match step {
                Step::Up(by) => both(positive(by), up),
                Step::Down(by) => both(positive(by), down),
                Step::Times(_) => both(positive(from), up),
                Step::Over(_) => both(positive(from), down),
            }
        }
    }
}

/// A loop whose variable has an earlier value that its next one does not tell counts its iterations instead.
fn counted(var: &Name, range: &Range, body: &[Part]) -> (Range, Vec<Part>) {
    let Range::Steps { from, to, step: Step::Over(by) } = range else { return (range.clone(), body.to_vec()) };
    let bits = Expr::Int(i64::from(by.trailing_zeros()));
    let shift = fold(BinaryOp::Mul, Expr::Name(var.clone()), bits);
    let here = Expr::binary(BinaryOp::Shr, from.clone(), shift);
    let above = Expr::binary(BinaryOp::Gt, here.clone(), to.clone());
    let positive = Expr::binary(BinaryOp::Gt, here.clone(), Expr::Int(0));
    (Range::While(both(above, positive)), body.to_vec().replace(&var.text, &here))
}

impl Replace for Part {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        match self {
            Part::Sync(..) => self.clone(),
            Part::Fragment(u) => Part::Fragment(u.replace(name, by)),
            Part::If { cond, then, otherwise } => Part::If {
                cond: cond.replace(name, by),
                then: then.replace(name, by),
                otherwise: otherwise.replace(name, by),
            },
            Part::For { var, range, body } => {
                let (range, body) = replace_loop((var, range, body), name, by);
                Part::For { var: var.clone(), range, body }
            }
        }
    }
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
            Piece::For { var, range, body } => {
                let (range, body) = replace_loop((var, range, body), name, by);
                Piece::For { var: var.clone(), range, body }
            }
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
        Piece::For { var, range, body } => {
            vec![Stmt::For(For { var: var.clone(), range: range.clone(), body: pieces(body) })]
        }
    };
    of.iter().flat_map(one).collect()
}

impl Display for Aligned {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(f, &self.protocol())
    }
}

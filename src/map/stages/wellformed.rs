//! Well-formed protocols: synchronised and unsynchronised parts told apart, and every condition that decides about a
//! barrier the same for all threads that the barrier is for.
//!
//! Source: Faial, Fig. 2 (`W`) and Section 5, with conditionals, possibly empty loops and barriers of several scopes.
//! Deviations: nothing is asked of what stands between a part and the next barrier, and a loop may be empty; that is for
//! [`align`](super::align::align) to deal with.
//!
//! Uniform is a judgement by form: an expression is uniform for a barrier's scope if no name in it is per thread
//! (`threadIdx`, locals, unknown functions per thread) or, for a barrier beyond a block, per block (`blockIdx`, unknown
//! functions per block), nor a definition or loop variable that depends on such a name. **Direction:** `threadIdx.x * 0` is
//! refused; what is accepted has no barrier divergence. For reading and for tests: verdicts ask the solver instead
//! (`divergence`).
//!
//! **Invariant:** definitions (`let`) are put in, so that a part means the same wherever it stands.

use super::fragment::{Fragment, Loop, Replace, Unsynchronised, conditional, either, show, size, statements};
use crate::kernel::SyncScope;
use crate::map::ast::{At, Expr, For, Name, Protocol, Range, Step, Stmt};
use crate::map::{MapError, validate};
use crate::term::Sharing;
use crate::verdict::Level;
use std::fmt::{self, Display, Formatter};

/// The largest definition that is put in, in operators and operands.
const LARGEST: usize = 10_000;

/// A protocol in which all threads of a unit of `level` meet the same barriers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WellFormed {
    /// The declarations; without statements.
    pub head: Protocol,
    pub level: Level,
    pub body: Vec<Part>,
}

/// The `p` of the calculus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    Sync(SyncScope, At),
    /// All that stands between two synchronised parts: never empty, never next to another.
    Fragment(Fragment),
    /// The condition is uniform; there is a barrier in one branch at least.
    If {
        cond: Expr,
        then: Vec<Part>,
        otherwise: Vec<Part>,
        at: At,
    },
    /// The bounds are uniform; there is a barrier inside.
    For(Box<Loop<Part>>),
}

/// Tells the synchronised parts from the others, for two threads that share a unit of `level` and no smaller one. Barriers
/// that do not order such threads are left out.
///
/// # Errors
/// What [`validate()`] finds, else every condition and bound that is not uniform.
pub fn well_formed(protocol: &Protocol, level: Level) -> Result<WellFormed, Vec<MapError>> {
    validate(protocol)?;
    let mut check = Check { protocol, level, scope: vec![], errors: vec![] };
    let body = check.block(&protocol.body);
    let head = Protocol { body: vec![], ..protocol.clone() };
    if check.errors.is_empty() { Ok(WellFormed { head, level, body }) } else { Err(check.errors) }
}

/// Something that a name depends on and that is not the same for all threads.
type Root = (String, Sharing);

/// A definition or loop variable in scope.
struct Bound<'a> {
    name: &'a str,
    /// What is put in for a definition.
    value: Option<Expr>,
    roots: Vec<Root>,
}

struct Check<'a> {
    protocol: &'a Protocol,
    level: Level,
    /// Innermost last.
    scope: Vec<Bound<'a>>,
    errors: Vec<MapError>,
}

impl<'a> Check<'a> {
    fn block(&mut self, body: &'a [Stmt]) -> Vec<Part> {
        let depth = self.scope.len();
        let mut parts = vec![];
        for statement in body {
            self.statement(statement, &mut parts);
        }
        self.scope.truncate(depth);
        parts
    }

    fn statement(&mut self, statement: &'a Stmt, to: &mut Vec<Part>) {
        match statement {
            Stmt::Skip => {}
            Stmt::Access(access) => plain(to, vec![Unsynchronised::Access(Box::new(self.put_in(access)))]),
            Stmt::Sync(scope, at) => to.extend(scope.covers(self.level).then(|| Part::Sync(*scope, at.clone()))),
            Stmt::If { cond, then, otherwise, at } => {
                if let Some(barrier) = self.widest(&[then, otherwise]) {
                    self.uniform(cond, "the condition of an `if`", &barrier, at);
                }
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                let cond = self.put_in(cond);
                match (unsynchronised(&then), unsynchronised(&otherwise)) {
                    (Some(then), Some(otherwise)) => plain(to, either(&cond, then, otherwise)),
                    (Some(_) | None, None) | (None, Some(_)) => {
                        to.push(Part::If { cond, then, otherwise, at: at.clone() });
                    }
                }
            }
            Stmt::For(f) => self.for_loop(f, to),
            Stmt::Let(name, value) => {
                let roots = self.roots(value).into_iter().flat_map(|(_, roots)| roots).collect();
                let value = Some(self.put_in(value)).filter(|v| size(v) <= LARGEST);
                if value.is_none() {
                    let message = format!("`{}` stands for more than {LARGEST} operators and operands", name.text);
                    self.errors.push(error(&[&name.at], message));
                }
                self.scope.push(Bound { name: &name.text, value, roots });
            }
        }
    }

    fn for_loop(&mut self, f: &'a For, to: &mut Vec<Part>) {
        let range = self.put_in(&f.range);
        let bounds = match &f.range {
            Range::While(cond) => vec![("condition", cond)],
            Range::Steps { from, to, step } => {
                let mut bounds = vec![("start", from), ("bound", to)];
                match step {
                    Step::Up(by) | Step::Down(by) => bounds.push(("step", by)),
                    Step::Times(_) | Step::Over(_) => {}
                }
                bounds
            }
        };
        let roots = bounds.iter().flat_map(|(_, e)| self.roots(e)).flat_map(|(_, roots)| roots).collect();
        if let Some(barrier) = self.widest(&[&f.body]) {
            for (what, bound) in bounds {
                self.uniform(bound, &format!("the {what} of the loop over `{}`", f.var.text), &barrier, &f.var.at);
            }
        }
        self.scope.push(Bound { name: &f.var.text, value: None, roots });
        let body = self.block(&f.body);
        self.scope.pop();
        let var = f.var.clone();
        match unsynchronised(&body) {
            Some(body) if body.is_empty() => {}
            Some(body) => plain(to, vec![Unsynchronised::For(Box::new(Loop { var, range, body }))]),
            None => to.push(Part::For(Box::new(Loop { var, range, body }))),
        }
    }

    /// The barrier of the largest scope among those that count.
    fn widest(&self, bodies: &[&'a [Stmt]]) -> Option<(SyncScope, &'a At)> {
        let inside = |statement: &'a Stmt| match statement {
            Stmt::Sync(scope, at) => scope.covers(self.level).then_some((*scope, at)),
            Stmt::If { then, otherwise, .. } => self.widest(&[then, otherwise]),
            Stmt::For(f) => self.widest(&[&f.body]),
            Stmt::Skip | Stmt::Access(_) | Stmt::Let(..) => None,
        };
        bodies.iter().flat_map(|body| body.iter()).filter_map(inside).max_by_key(|(scope, _)| *scope)
    }

    // ---- uniformity ----

    /// Records an error if `e` is not the same for all threads of the barrier's unit.
    fn uniform(&mut self, e: &'a Expr, what: &str, (scope, barrier): &(SyncScope, &'a At), at: &'a At) {
        let (most, unit) = match scope {
            SyncScope::Warp => (Sharing::Warp, "warp"),
            SyncScope::Block => (Sharing::Block, "block"),
            SyncScope::Cluster => (Sharing::Grid, "cluster"),
            SyncScope::Grid => (Sharing::Grid, "grid"),
        };
        let (mut reasons, mut places) = (vec![], vec![]);
        for (name, roots) in self.roots(e) {
            let mut roots = roots.into_iter().filter(|(_, sharing)| *sharing > most).map(|(root, _)| root).peekable();
            if roots.peek().is_none() {
                continue;
            }
            places.push(&name.at);
            let roots: Vec<_> = roots.filter(|root| *root != name.text).map(|root| format!("`{root}`")).collect();
            let from = if roots.is_empty() { String::new() } else { format!(" (through {})", roots.join(", ")) };
            let reason = format!("`{}`{from}", name.text);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        if reasons.is_empty() {
            return;
        }
        places.extend([at, barrier, &self.protocol.name.at]);
        let reasons = reasons.join(" and ");
        let message = format!(
            "`{e}`, {what}, decides whether a barrier of the {unit} is reached, and is not uniform in the {unit}: it depends \
             on {reasons}"
        );
        self.errors.push(error(&places, message));
    }

    /// The names in an expression that are not the same for all threads of a launch.
    fn roots<'e>(&self, e: &'e Expr) -> Vec<(&'e Name, Vec<Root>)> {
        match e {
            Expr::Int(_) | Expr::Bool(_) => vec![],
            Expr::Name(name) => vec![(name, self.of_name(&name.text))],
            Expr::Unary(_, a) => self.roots(a),
            Expr::Binary(_, a, b) => [a, b].iter().flat_map(|e| self.roots(e)).collect(),
            Expr::Choice(a, b, c) => [a, b, c].iter().flat_map(|e| self.roots(e)).collect(),
            Expr::Call(f, args) => {
                let unknown = self.protocol.unknowns.iter().find(|u| u.name == *f);
                let own = unknown.map(|u| (f, vec![(f.text.clone(), u.sharing)]));
                own.into_iter().chain(args.iter().flat_map(|a| self.roots(a))).collect()
            }
        }
    }

    fn of_name(&self, name: &str) -> Vec<Root> {
        if let Some(bound) = self.scope.iter().rev().find(|b| b.name == name) {
            return bound.roots.clone();
        }
        let local = self.protocol.locals.iter().any(|l| l.text == name);
        let sharing = if local || name.starts_with("threadIdx.") {
            Sharing::Thread
        } else if name.starts_with("blockIdx.") {
            Sharing::Block
        } else {
            Sharing::Grid
        };
        vec![(name.to_owned(), sharing)]
    }

    /// With the definitions in scope put in.
    fn put_in<T: Replace + Clone>(&self, to: &T) -> T {
        let defined = self.scope.iter().filter_map(|b| Some((b.name, b.value.as_ref()?)));
        // Their values mention no definitions any more.
        defined.fold(to.clone(), |to, (name, value)| to.replace(name, value))
    }
}

/// The error at the first place that is known.
fn error(places: &[&At], message: String) -> MapError {
    let known = places.iter().find(|at| at.0.line > 0).or(places.last());
    let span = known.map(|at| at.0.clone()).unwrap_or_default();
    MapError { file: span.file.to_string(), line: span.line, column: span.column, message }
}

/// Appends to the fragment at the end.
fn plain(to: &mut Vec<Part>, more: Fragment) {
    if let Some(Part::Fragment(last)) = to.last_mut() {
        last.extend(more);
    } else if !more.is_empty() {
        to.push(Part::Fragment(more));
    }
}

/// What stands there, if that is one fragment or nothing.
fn unsynchronised(parts: &[Part]) -> Option<Fragment> {
    match parts {
        [] => Some(vec![]),
        [Part::Fragment(only)] => Some(only.clone()),
        [Part::Sync(..) | Part::If { .. } | Part::For(_)] | [_, _, ..] => None,
    }
}

impl WellFormed {
    /// As a protocol without definitions.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        Protocol { body: parts(&self.body), ..self.head.clone() }
    }
}

fn parts(of: &[Part]) -> Vec<Stmt> {
    let one = |part: &Part| match part {
        Part::Sync(scope, at) => vec![Stmt::Sync(*scope, at.clone())],
        Part::Fragment(u) => statements(u),
        Part::If { cond, then, otherwise, .. } => vec![conditional(cond.clone(), parts(then), parts(otherwise))],
        Part::For(l) => vec![l.statement(parts(&l.body))],
    };
    of.iter().flat_map(one).collect()
}

impl Replace for Part {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        match self {
            Part::Sync(..) => self.clone(),
            Part::Fragment(u) => Part::Fragment(u.replace(name, by)),
            Part::If { cond, then, otherwise, at } => Part::If {
                cond: cond.replace(name, by),
                then: then.replace(name, by),
                otherwise: otherwise.replace(name, by),
                at: at.clone(),
            },
            Part::For(l) => Part::For(Box::new(l.replace(name, by))),
        }
    }
}

impl Display for WellFormed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(f, &self.protocol())
    }
}

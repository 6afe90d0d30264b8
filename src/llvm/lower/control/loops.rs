//! Loops: recurrences in, closed forms and the values after the loop out.
//!
//! The body is lowered once, with a placeholder variable for each header phi; then the placeholders are replaced by their
//! closed forms (`flow/recurrence.rs`), or by a symbol over the enclosing counters whose axiom ties each iteration to the one
//! before. What is used after the loop is the value in the last iteration, a symbol of its own (see `Exit`).

use crate::kernel::{Loop, LoopVariable, Step, walk};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{BlockRef, Op, Val};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::waits::concerns_others;
use crate::llvm::flow::cfg::{Edge, LoopId};
use crate::llvm::flow::iteration::{self, Recurrence};
use crate::llvm::flow::{earlier_iterations, monotone, recurrence};
use crate::llvm::lower::control::carried::Open;
use crate::llvm::lower::control::rings::Turning;
use crate::llvm::lower::lowerer::{Enclosing, Lowerer};
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Target, Value, choose};
use crate::term::{Axiom, Owner, Substitution, Term, Var, VarInfo, VarKind};
use rustc_hash::FxHashMap;

/// Pointers whose object changes in a loop. Those that are set anew in each iteration have the value that they are set
/// to, over the counter beside it.
type Moving = FxHashMap<Val, Option<(Value, Var)>>;

/// A header phi during the walk over the body.
struct Phi {
    val: Val,
    next: Val,
    init: Value,
    /// The placeholder, for scalars and for pointers into one object (their offset).
    placeholder: Option<Var>,
    /// For pointers: the object.
    base: Option<Base>,
}

/// What the walk over a body gives, still over placeholders.
struct Body {
    steps: Vec<Step>,
    continues: Term,
    exits: Vec<(Edge, Term)>,
    stays: Option<Term>,
    variable: Option<LoopVariable>,
    functions: usize,
    exit_records: usize,
    defined: Vec<Val>,
}

/// The initial values that a phi takes by turns, if it and others pass their values round.
fn passed_round(phis: &[Phi], first: usize) -> Option<Vec<Value>> {
    let (mut round, mut at) = (vec![], first);
    loop {
        round.push(phis[at].init.clone());
        at = phis.iter().position(|q| q.val == phis[at].next)?;
        if at == first {
            break;
        }
        if round.len() == phis.len() {
            return None; // it ends in a round of others
        }
    }
    (round.len() > 1 && !round.contains(&Value::Opaque)).then_some(round)
}

/// The loop's phis, each with its first value.
fn begun(phis: &[Phi]) -> Vec<(Val, Value)> {
    phis.iter().map(|phi| (phi.val, phi.init.clone())).collect()
}

impl Lowerer<'_, '_> {
    pub(crate) fn lower_loop(&mut self, id: LoopId) {
        // Pointers whose object changes in the loop are found out only by walking the body.
        let mut moving = Moving::default();
        loop {
            let before = (self.out.unsupported.len(), self.out.assumptions.len(), self.walk.values.clone());
            let exchanges = (self.out.gathered.len(), self.out.shuffles.len(), self.out.butterflies.len());
            match self.attempt(id, &moving) {
                Ok(()) => return,
                Err(more) => {
                    moving.extend(more);
                    self.out.unsupported.truncate(before.0);
                    self.out.assumptions.truncate(before.1);
                    self.out.gathered.truncate(exchanges.0);
                    self.out.shuffles.truncate(exchanges.1);
                    self.out.butterflies.truncate(exchanges.2);
                    self.walk.values = before.2;
                }
            }
        }
    }

    fn attempt(&mut self, id: LoopId, moving: &Moving) -> Result<(), Moving> {
        let header = self.cfg.loop_data(id).header;
        let falsity = self.terms.falsity();
        let entered = self.walk.guards.get(&header).copied().unwrap_or(falsity);
        let counter = self.counter(id);
        let outer: Vec<Var> = self.walk.loops.iter().map(|l| l.counter).collect();
        self.walk.loops.push(Enclosing { counter, synchronised: self.survey.synchronised.contains(&id) });
        let outside = std::mem::take(&mut self.walk.defined);
        let (phis, turning) = self.header_phis(id, counter, moving);
        let mut body = self.body(id);
        body.defined = std::mem::replace(&mut self.walk.defined, outside);
        let closed = self.close(id, (&phis, &turning), counter, &outer);
        self.walk.loops.pop();
        self.walk.guards.insert(header, entered);
        let mut by = closed?;
        body.variable = self.variable(id, &mut by);
        self.name_counter(id, counter, body.variable.is_some());
        self.settle(id, body, &mut by, counter, entered, &outer);
        Ok(())
    }

    pub(crate) fn loop_span(&self, id: LoopId) -> crate::span::Span {
        let header = self.cfg.block(self.cfg.loop_data(id).header);
        header.get_terminator().map(|t| self.span(t)).unwrap_or_default()
    }

    /// `line 5`, or `queue.h:5` where the kernel is in another file: for people.
    pub(crate) fn loop_place(&self, id: LoopId) -> String {
        let (span, kernel) = (self.loop_span(id), debug_info::function_span(self.input.kernel.function));
        match span.file.rsplit('/').next() {
            Some(name) if kernel.is_some_and(|kernel| kernel.file != span.file) => format!("{name}:{}", span.line),
            Some(_) | None => format!("line {}", span.line),
        }
    }

    /// Gives the header's phis their values in the current iteration.
    fn header_phis(&mut self, id: LoopId, counter: Var, moving: &Moving) -> (Vec<Phi>, Vec<Turning>) {
        let data = self.cfg.loop_data(id).clone();
        let mut phis = vec![];
        for instruction in self.cfg.block(data.header).get_instructions() {
            let val = Val::of(&instruction);
            let Op::Phi(sources) = val.op(self.layout) else { break };
            let inside = |l: &Self, s: &(Val, BlockRef)| {
                s.1.block().and_then(|b| l.cfg.id(b)).is_some_and(|b| l.cfg.contains(id, b))
            };
            let (next, init): (Vec<&(Val, BlockRef)>, Vec<_>) = sources.iter().partition(|s| inside(self, s));
            // loop-simplify leaves one edge from outside and one back edge; anything else is not followed.
            let (next, init) = match (next.as_slice(), init.as_slice()) {
                ([next], [init]) => (next.0, self.value(init.0)),
                _ => (val, Value::Opaque),
            };
            phis.push(Phi { val, next, init, placeholder: None, base: None });
        }
        let turning = self.turning(&begun(&phis));
        for i in 0..phis.len() {
            let now = turning.iter().find_map(|t| t.now(phis[i].val));
            let value = match (now, passed_round(&phis, i)) {
                (Some(now), _) => Value::Term(now),
                (None, Some(round)) => self.by_turns(&round, counter),
                (None, None) => self.placeholder(&mut phis[i], counter, moving),
            };
            let (val, ty) = (phis[i].val, phis[i].val.ty());
            let value = self.or_opaque(value, &ty, &format!("the loop-carried value `{}`", val.name()));
            self.define(val, value);
        }
        (phis, turning)
    }

    /// The values by turns: the first in iteration 0, the next in iteration 1, and so on.
    fn by_turns(&mut self, values: &[Value], counter: Var) -> Value {
        let Some((last, others)) = values.split_last() else { return Value::Opaque };
        let mut value = last.clone();
        for (turn, other) in others.iter().enumerate().rev() {
            let is_turn = iteration::is_turn(&mut self.terms, counter, turn, values.len());
            value = choose(&mut self.terms, is_turn, other, &value);
        }
        value
    }

    fn placeholder(&mut self, phi: &mut Phi, counter: Var, moving: &Moving) -> Value {
        let width = scalar_width(&phi.val.ty());
        if width == 0 {
            return Value::Opaque;
        }
        if let Some(next) = moving.get(&phi.val) {
            return next.as_ref().map_or(Value::Opaque, |(next, then)| self.one_behind(phi, next, *then, counter));
        }
        let base = match &phi.init {
            Value::Pointer(targets) => match targets.as_slice() {
                [t] if self.terms.is_true(t.when) => Some(t.base),
                _ => return Value::Opaque,
            },
            Value::Term(_) => None,
            Value::Aggregate(_) | Value::Opaque => return Value::Opaque,
        };
        let name = format!("{}'", phi.val.name());
        let var =
            self.terms.declare_var(VarInfo { name, width, kind: VarKind::Counter, bounds: None, owner: Owner::All });
        phi.placeholder = Some(var);
        self.walk.placeholders.insert(var, phi.val);
        phi.base = base;
        let t = self.terms.var(var);
        match base {
            Some(base) => {
                let when = self.terms.truth();
                Value::Pointer(vec![Target { when, base, offset: t }])
            }
            None => Value::Term(t),
        }
    }

    /// A pointer that is set anew in each iteration: what the one before set it to.
    fn one_behind(&mut self, phi: &Phi, next: &Value, then: Var, counter: Var) -> Value {
        let x = self.terms.var(counter);
        let minus_one = self.terms.int(self.terms.width(x), -1);
        let before = self.terms.add(x, minus_one);
        let mut by = Substitution::new();
        by.var(then, before);
        let next = next.substitute(&mut self.terms, &mut by);
        let first = iteration::is_first(&mut self.terms, counter);
        choose(&mut self.terms, first, &phi.init, &next)
    }

    /// Walks the loop's blocks.
    fn body(&mut self, id: LoopId) -> Body {
        let outside = std::mem::take(&mut self.out.steps);
        let functions = self.terms.funcs().count();
        let exit_records = self.out.exits.len();
        let assumed = self.walk.assumed.len();
        self.region(Some(id));
        let data = self.cfg.loop_data(id).clone();
        let mut back = vec![];
        for latch in &data.latches {
            for edge in self.cfg.successors(*latch).to_vec() {
                if edge.to == data.header {
                    back.push(self.guard_of_edge(Some(id), edge));
                }
            }
        }
        let continues = self.terms.any(back);
        let open: Vec<Edge> = data.exits.iter().filter(|e| !self.is_dead_end(e.to)).copied().collect();
        let exits: Vec<(Edge, Term)> = open.into_iter().map(|e| (e, self.guard_of_edge(Some(id), e))).collect();
        let stays = self.header_test(id, &exits);
        self.walk.assumed.truncate(assumed);
        let steps = std::mem::replace(&mut self.out.steps, outside);
        Body { steps, continues, exits, stays, variable: None, functions, exit_records, defined: vec![] }
    }

    /// For a loop that tests at its top, before anything that others can see: the condition to run the body. A `return` there is
    /// in an iteration of its own, whose barriers do not wait for the thread.
    fn header_test(&mut self, id: LoopId, exits: &[(Edge, Term)]) -> Option<Term> {
        let header = self.cfg.loop_data(id).header;
        let (edge, leave) = exits.iter().find(|(e, _)| e.from == header)?;
        let visible = self
            .cfg
            .block(header)
            .get_instructions()
            .any(|i| Marker::of(i).is_some() || concerns_others(i, self.layout));
        let returns = self.is_return(*edge) && walk::syncs(&self.out.steps).any(|s| !s.waits_for_returned());
        if visible || returns { None } else { Some(self.terms.not(*leave)) }
    }

    /// What replaces the placeholders. Fails with the pointers whose object changes; with none if it is to begin anew.
    fn close(
        &mut self,
        id: LoopId,
        (phis, turning): (&[Phi], &[Turning]),
        counter: Var,
        outer: &[Var],
    ) -> Result<Substitution, Moving> {
        let (mut recurrences, mut names, mut moved) = (vec![], vec![], vec![]);
        for phi in phis {
            let Some(placeholder) = phi.placeholder else { continue };
            let next = self.value(phi.next);
            let pair = match (&phi.init, &next, phi.base) {
                (Value::Pointer(a), Value::Pointer(b), Some(base)) => match (a.as_slice(), b.as_slice()) {
                    ([a], [b]) if b.base == base && self.terms.is_true(b.when) => Some((a.offset, b.offset)),
                    _ => None,
                },
                (Value::Term(a), Value::Term(b), None) => Some((*a, *b)),
                _ => None,
            };
            match pair {
                Some((init, next)) => {
                    recurrences.push(Recurrence { placeholder, init, next });
                    names.push(phi.val.name());
                }
                None => moved.push((phi.val, next)),
            }
        }
        self.guess_rings(&recurrences);
        let next: Vec<(Val, Value)> = phis.iter().map(|phi| (phi.val, self.value(phi.next))).collect();
        let of_rings = self.proved_rings(turning, &next);
        names.extend(of_rings.iter().flatten().map(|_| "steps".to_owned()));
        recurrences.extend(of_rings.iter().flatten());
        let solved = recurrence::solve(&mut self.terms, &recurrences, counter);
        if !moved.is_empty() {
            return Err(self.moving(phis, &recurrences, &solved, moved, counter));
        }
        if of_rings.is_none() || turning.is_empty() && !self.turning(&begun(phis)).is_empty() {
            return Err(Moving::default());
        }
        let mut params = outer.to_vec();
        params.push(counter);
        let place = self.loop_place(id);
        let open: Vec<Open> = recurrences
            .into_iter()
            .zip(solved)
            .zip(names)
            .map(|((recurrence, solution), name)| Open { recurrence, solution, name })
            .collect();
        Ok(self.carried(&open, &params, counter, &place))
    }

    /// The pointers whose object changes, each with its next value where that does not depend on what is not known yet.
    fn moving(
        &mut self,
        phis: &[Phi],
        recurrences: &[Recurrence],
        solved: &[Option<Term>],
        moved: Vec<(Val, Value)>,
        counter: Var,
    ) -> Moving {
        let mut by = Substitution::new();
        for (r, s) in recurrences.iter().zip(solved) {
            if let Some(s) = s {
                by.var(r.placeholder, *s);
            }
        }
        let open: Vec<Var> = phis.iter().filter_map(|p| p.placeholder).collect();
        moved
            .into_iter()
            .map(|(val, next)| {
                let next = next.substitute(&mut self.terms, &mut by);
                let known = matches!(next, Value::Pointer(_)) && !open.iter().any(|v| next.mentions(&self.terms, *v));
                (val, known.then_some((next, counter)))
            })
            .collect()
    }

    /// Replaces the placeholders everywhere, appends the loop's step, and gives the values after the loop.
    fn settle(&mut self, id: LoopId, body: Body, by: &mut Substitution, counter: Var, entered: Term, outer: &[Var]) {
        let continues = self.terms.substitute(body.continues, by);
        let stays = body.stays.map(|s| self.terms.substitute(s, by));
        let mut steps = body.steps;
        walk::map_terms(&mut steps, &mut |t| self.terms.substitute(t, by));
        for func in self.terms.funcs().skip(body.functions).collect::<Vec<_>>() {
            if let Some(axiom) = self.terms.func_info(func).axiom.clone() {
                let body = self.terms.substitute(axiom.body, by);
                self.terms.set_axiom(func, Axiom { body, ..axiom });
            }
        }
        for i in body.exit_records..self.out.exits.len() {
            self.out.exits[i].continues = self.terms.substitute(self.out.exits[i].continues, by);
        }
        self.settle_exchanges(by, counter);
        if !steps.is_empty() {
            let returns = self.returned_earlier(&mut steps, &body.exits, by, counter);
            let executed = self.executed(entered, continues, stays, counter);
            let since = earlier_iterations::since(&mut self.terms, continues, counter);
            let span = self.loop_span(id);
            let may_be_last = self.may_be_last(id, &body.exits);
            self.out.steps.push(Step::Loop(Loop {
                counter,
                executed,
                since,
                entered,
                continues,
                returns,
                may_be_last,
                variable: body.variable,
                body: steps,
                span,
            }));
        }
        self.leave(id, &body.exits, &body.defined, by, counter, continues, entered, outer);
    }

    /// Iteration `counter` is executed, as far as it and the one before tell; exact where the conditions are monotone.
    fn executed(&mut self, entered: Term, continues: Term, stays: Option<Term>, counter: Var) -> Term {
        let implied = stays.is_some_and(|s| s == continues && monotone::is_monotone(&self.terms, s, counter));
        let mut condition = entered;
        if let Some(s) = stays {
            condition = self.terms.and(condition, s);
        }
        if !implied {
            let before = iteration::previous(&mut self.terms, continues, counter);
            let first = iteration::is_first(&mut self.terms, counter);
            let reached = self.terms.or(first, before);
            condition = self.terms.and(condition, reached);
        }
        condition
    }
}

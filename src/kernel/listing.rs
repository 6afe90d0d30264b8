//! A kernel as text, for `--emit=kernel`: shared terms are defined where they are first used.

use super::access::{Access, MemorySpace, Mode};
use super::definition::Kernel;
use super::steps::{Matching, Named, Step};
use super::update::{Change, MbarrierUse, Update};
use crate::term::{Lets, Term};
use std::fmt::{self, Write};

impl fmt::Display for Kernel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "kernel {}", self.name)?;
        for a in &self.arrays {
            let space = match a.space {
                MemorySpace::Shared => "shared",
                MemorySpace::Cluster => "distributed",
                MemorySpace::Global => "global",
                MemorySpace::Tabled => "tabled",
            };
            let dims: String = a.dims.iter().fold(String::new(), |mut s, d| {
                let _ = write!(s, "[{d}]");
                s
            });
            writeln!(out, "  {space} {}{dims} of {} bytes", a.name, a.element)?;
        }
        let mut listing = Listing { kernel: self, lets: self.terms.lets(&self.roots()) };
        listing.symbols(out)?;
        for u in &self.unsupported {
            writeln!(out, "  unsupported {u}")?;
        }
        listing.steps(out, &self.body, 1)
    }
}

impl Kernel {
    /// Every term that the listing shows.
    fn roots(&self) -> Vec<Term> {
        let mut roots = self.facts.clone();
        roots.extend(self.terms.funcs().filter_map(|f| Some(self.terms.func_info(f).axiom.as_ref()?.body)));
        shown(&self.body, &mut roots);
        roots
    }
}

fn shown(steps: &[Step], roots: &mut Vec<Term>) {
    for step in steps {
        match step {
            Step::Access(a) => roots.extend(of_access(a)),
            Step::Sync(s) => roots.extend(
                [s.guard, s.alive, s.survived]
                    .into_iter()
                    .chain(s.mask)
                    .chain(s.named.into_iter().flat_map(Named::terms)),
            ),
            Step::Fence(f) => roots.push(f.guard),
            Step::Loop(l) => {
                roots.extend([l.executed, l.since, l.continues]);
                shown(&l.body, roots);
            }
        }
    }
}

fn of_access(a: &Access) -> Vec<Term> {
    let value = match a.mode {
        Mode::Write(value) => value,
        Mode::Read | Mode::Atomic(_) => None,
    };
    let changes = a.update.iter().flat_map(Update::terms);
    [a.guard, a.offset, a.bytes].into_iter().chain(a.rank).chain(value).chain(changes).collect()
}

/// Writes lines, each after the definitions that it needs.
struct Listing<'k> {
    kernel: &'k Kernel,
    lets: Lets<'k>,
}

impl Listing<'_> {
    fn define(&mut self, out: &mut fmt::Formatter<'_>, indent: &str, roots: &[Term]) -> fmt::Result {
        self.lets.define(roots).iter().try_for_each(|line| writeln!(out, "{indent}{line}"))
    }

    fn symbols(&mut self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for f in &self.kernel.facts {
            self.define(out, "  ", &[*f])?;
            writeln!(out, "  fact {}", self.lets.show(*f))?;
        }
        let terms = &self.kernel.terms;
        for info in terms.funcs().map(|f| terms.func_info(f)) {
            if let Some(axiom) = &info.axiom {
                self.define(out, "  ", &[axiom.body])?;
                writeln!(out, "  axiom of {} ({:?}): {}", info.name, info.sharing, self.lets.show(axiom.body))?;
            }
        }
        Ok(())
    }

    fn steps(&mut self, out: &mut fmt::Formatter<'_>, steps: &[Step], depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for step in steps {
            match step {
                Step::Access(a) => self.access(out, &indent, a)?,
                Step::Sync(s) => {
                    let named = s.named.into_iter().flat_map(Named::terms);
                    let terms: Vec<_> = [s.guard, s.alive, s.survived].into_iter().chain(s.mask).chain(named).collect();
                    self.define(out, &indent, &terms)?;
                    let places = match s.matching {
                        Matching::Site => "",
                        Matching::Any => " at any place",
                    };
                    let (guard, alive) = (self.lets.show(s.guard), self.lets.show(s.alive));
                    let mask = s.mask.map_or_else(String::new, |m| format!(" of lanes {}", self.lets.show(m)));
                    let named = s.named.map_or_else(String::new, |n| {
                        let count = n.count.map_or_else(String::new, |c| format!(" for {}", self.lets.show(c)));
                        format!(" number {}{count}", self.lets.show(n.id))
                    });
                    let (what, line) = (if s.orders { "sync" } else { "exchange" }, s.span.line);
                    writeln!(
                        out,
                        "{indent}[{guard}] {what} {:?}{mask}{named}{places}, alive {alive}  // {line}",
                        s.scope
                    )?;
                }
                Step::Fence(f) => {
                    self.define(out, &indent, &[f.guard])?;
                    writeln!(out, "{indent}[{}] fence({:?})  // {}", self.lets.show(f.guard), f.scope, f.line)?;
                }
                Step::Loop(l) => {
                    self.define(out, &indent, &[l.executed, l.since, l.continues])?;
                    let counter = self.kernel.terms.var_name(l.counter);
                    let (executed, continues) = (self.lets.show(l.executed), self.lets.show(l.continues));
                    let is_plain = self.kernel.terms.is_true(l.since);
                    let since = if is_plain { String::new() } else { format!(" since {}", self.lets.show(l.since)) };
                    writeln!(out, "{indent}loop {counter} executed {executed}{since} continues {continues}")?;
                    self.steps(out, &l.body, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    fn update(&self, update: Option<&Update>) -> String {
        let Some(Update { change, acquires, releases, result: _, scope: _ }) = update else { return String::new() };
        let show = |t: &Term| self.lets.show(*t);
        let change = match change {
            Change::Nothing => " read".to_owned(),
            Change::Add(t) => format!(" add {} to", show(t)),
            Change::AddFloat(t) => format!(" add {} in floating point to", show(t)),
            Change::Set(t) => format!(" write {} to", show(t)),
            Change::Replace { expected, new } => format!(" replace {} by {} in", show(expected), show(new)),
            Change::Count(limit) => format!(" count to {} in", show(limit)),
            Change::SetBits(t) => format!(" set bits {} of", show(t)),
            Change::Mbarrier(done) => match done {
                MbarrierUse::Init(count) => format!(" set up for {} arrivals at", show(count)),
                MbarrierUse::Invalidate => " invalidate".to_owned(),
                MbarrierUse::Arrive(count) => format!(" {} arrivals at", show(count)),
                MbarrierUse::Drop(count) => format!(" {} last arrivals at", show(count)),
                MbarrierUse::ArriveExpecting(bytes) => {
                    format!(" arrival, and {} bytes expected, at", bytes.map_or("some".to_owned(), |b| show(&b)))
                }
                MbarrierUse::Expect(bytes) => {
                    format!(" {} bytes expected at", bytes.map_or("some".to_owned(), |b| show(&b)))
                }
                MbarrierUse::Complete(bytes) => {
                    format!(" {} bytes come at", bytes.map_or("the".to_owned(), |b| show(&b)))
                }
                MbarrierUse::Test(phase) => format!(" test {} of", show(&phase.term())),
                MbarrierUse::Wait(phase) => format!(" wait for {} of", show(&phase.term())),
            },
            Change::Unknown => String::new(),
        };
        let order = match (acquires, releases) {
            (false, false) => "",
            (true, false) => " acquire",
            (false, true) => " release",
            (true, true) => " acquire release",
        };
        format!("{order}{change}")
    }

    fn access(&mut self, out: &mut fmt::Formatter<'_>, indent: &str, a: &Access) -> fmt::Result {
        self.define(out, indent, &of_access(a))?;
        let mode = match a.mode {
            Mode::Read => "read".to_owned(),
            Mode::Write(None) => format!("write{}", self.update(a.update.as_ref())),
            Mode::Write(Some(v)) => format!("write {} to", self.lets.show(v)),
            Mode::Atomic(scope) => format!("atomic({scope:?}){}", self.update(a.update.as_ref())),
        };
        let [guard, offset, bytes] = [a.guard, a.offset, a.bytes].map(|t| self.lets.show(t));
        let array = self.kernel.arrays.get(a.array.0).map_or("?", |a| a.name.as_str());
        let rank = a.rank.map_or_else(String::new, |r| format!(" of rank {}", self.lets.show(r)));
        writeln!(out, "{indent}[{guard}] {mode} {array}{rank} + {offset}, {bytes} bytes  // {}", a.span.line)
    }
}

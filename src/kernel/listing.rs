//! A kernel as text, for `--emit=kernel`.

use super::{Kernel, MemorySpace, Mode, Step};
use std::fmt::{self, Write};

impl fmt::Display for Kernel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "kernel {}", self.name)?;
        for a in &self.arrays {
            let space = match a.space {
                MemorySpace::Shared => "shared",
                MemorySpace::Global => "global",
            };
            let dims: String = a.dims.iter().fold(String::new(), |mut s, d| {
                let _ = write!(s, "[{d}]");
                s
            });
            writeln!(out, "  {space} {}{dims} of {} bytes", a.name, a.element)?;
        }
        for f in &self.facts {
            writeln!(out, "  fact {}", self.terms.show(*f))?;
        }
        for f in self.terms.funcs() {
            let info = self.terms.func_info(f);
            if let Some(axiom) = &info.axiom {
                writeln!(out, "  axiom of {} ({:?}): {}", info.name, info.sharing, self.terms.show(axiom.body))?;
            }
        }
        for u in &self.unsupported {
            writeln!(out, "  unsupported {u}")?;
        }
        self.steps(out, &self.body, 1)
    }
}

impl Kernel {
    fn steps(&self, out: &mut fmt::Formatter<'_>, steps: &[Step], depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for step in steps {
            match step {
                Step::Access(a) => {
                    let mode = match a.mode {
                        Mode::Read => "read".to_owned(),
                        Mode::Write(None) => "write".to_owned(),
                        Mode::Write(Some(v)) => format!("write {} to", self.terms.show(v)),
                        Mode::Atomic(scope) => format!("atomic({scope:?})"),
                    };
                    let (guard, offset, bytes) =
                        (self.terms.show(a.guard), self.terms.show(a.offset), self.terms.show(a.bytes));
                    let array = &self.arrays[a.array.0].name;
                    writeln!(out, "{indent}[{guard}] {mode} {array} + {offset}, {bytes} bytes  // {}", a.span.line)?;
                }
                Step::Sync(s) => {
                    let (guard, alive) = (self.terms.show(s.guard), self.terms.show(s.alive));
                    writeln!(out, "{indent}[{guard}] sync {:?}, alive {alive}  // {}", s.scope, s.span.line)?;
                }
                Step::Loop(l) => {
                    let (executed, continues) = (self.terms.show(l.executed), self.terms.show(l.continues));
                    writeln!(
                        out,
                        "{indent}loop {} executed {executed} continues {continues}",
                        self.terms.var_name(l.counter)
                    )?;
                    self.steps(out, &l.body, depth + 1)?;
                }
            }
        }
        Ok(())
    }
}

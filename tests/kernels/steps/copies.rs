//! Statements of random kernels about asynchronous copies: alone, in rings of buffers, with commits and waits that are right
//! or nearly so.

use super::flights::{COMMIT, ISSUE, MARKS, WAIT, WAIT_ALL};
use super::generate::{Generator, Place};
use crate::text::{Node, block, line};

/// The instructions, with the marks that tell the machine of them.
pub(crate) fn macros() -> String {
    let mark = |cell: i64| format!("int w = {MARKS}[{cell}]");
    let shared = "(__attribute__((address_space(3))) void *)";
    let global = "(const __attribute__((address_space(1))) void *)";
    let copy = |name: &str, call: &str| {
        format!(
            "#define {name}(to, from) {{ {}; __nvvm_cp_async_{call}({shared}&(to), {global}&(from)); }}\n",
            mark(ISSUE)
        )
    };
    [
        copy("COPY4", "ca_shared_global_4"),
        copy("COPY16", "cg_shared_global_16"),
        format!("#define COMMIT {{ {}; __nvvm_cp_async_commit_group(); }}\n", mark(COMMIT)),
        format!("#define WAIT(n) {{ int w = {MARKS}[{WAIT} + n]; __nvvm_cp_async_wait_group(n); }}\n"),
        format!("#define WAIT_ALL {{ {}; __nvvm_cp_async_wait_all(); }}\n", mark(WAIT_ALL)),
    ]
    .concat()
}

impl Generator {
    /// A copy, what has to do with one, or a loop over a ring of buffers.
    pub(super) fn copies(&mut self, place: Place, out: &mut Vec<Node>) {
        let tidy = self.tidy && self.random.chance(80);
        match if tidy { 6 + self.random.below(6) } else { self.random.below(12) } {
            0 | 1 => {
                let copy = self.copy();
                out.push(line(copy));
            }
            2 => {
                let (c, copy) = (self.condition(place.uniform), self.copy());
                out.push(block(format!("if ({c})"), vec![line(copy), line("COMMIT")]));
            }
            3 => out.push(line("COMMIT")),
            4 => out.push(line(*self.random.pick(&["WAIT(0)", "WAIT(0)", "WAIT(1)", "WAIT(2)", "WAIT_ALL"]))),
            5 => out.push(line(format!("v += s0[{}];", self.own_cell()))),
            6..=8 if place.uniform => self.fetch(out),
            _ if place.uniform && place.depth < 2 => self.ring(out),
            _ => out.push(line("WAIT_ALL")),
        }
    }

    /// Some threads return, who may have waited before.
    fn leave(&mut self) -> String {
        let (uniform, waits) = (self.random.chance(20), ["", "", "WAIT_ALL", "COMMIT WAIT(0)", "COMMIT WAIT(1)"]);
        let c = self.condition(uniform);
        format!("if ({c}) {{ {} return; }}", self.random.pick(&waits))
    }

    fn copy(&mut self) -> String {
        let (own, from) = (self.own_cell(), *self.random.pick(&["b", "b", "b", "a"]));
        match self.random.below(5) {
            0 => format!("COPY16(s1[4 * (t)], {from}[4 * g])"),
            1 => format!("COPY4(s1[{own}], {from}[g])"),
            2 => format!("COPY4(s0[{own}], {from}[t])"),
            _ => format!("COPY4(s0[t], {from}[g])"),
        }
    }

    /// A copy that is waited for.
    fn fetch(&mut self, out: &mut Vec<Node>) {
        let (own, other, copy) = (self.own_cell(), self.index(), self.copy());
        let when = |c: &str, what: &str| if c.is_empty() { what.to_owned() } else { format!("if ({c}) {{ {what} }}") };
        let (copied, waited) = match self.random.below(4) {
            0 => (self.condition(false), self.condition(false)),
            1 => {
                let c = self.condition(false);
                (c.clone(), c)
            }
            _ => (String::new(), String::new()),
        };
        let leave = if self.random.chance(15) { self.leave() } else { String::new() };
        let waits = ["COMMIT WAIT(0)", "COMMIT WAIT(0)", "WAIT_ALL", "WAIT_ALL", "COMMIT COMMIT WAIT(1)", "COMMIT"];
        let steps = [
            when(&copied, &copy),
            leave,
            when(&waited, self.random.pick::<&str>(&waits)),
            "__syncthreads();".to_owned(),
            format!("v += s0[{}];", if self.random.chance(50) { other } else { own }),
            "__syncthreads();".to_owned(),
        ];
        out.extend(steps.into_iter().filter(|_| self.random.chance(97)).map(line));
    }

    /// Buffers that are filled some rounds before they are read.
    fn ring(&mut self, out: &mut Vec<Node>) {
        let (i, buffers) = (self.name(), 2 + self.random.below(2));
        let slip = |g: &mut Generator| g.random.chance(5);
        let ahead = if slip(self) { buffers } else { buffers - 1 };
        let cell = |at: &str, t: &str| format!("s0[64 * (({at}) % {buffers}) + {t}]");
        for k in 0..ahead {
            out.push(line(format!("COPY4({}, b[{k} * 64 + t])", cell(&k.to_string(), "t"))));
            if !slip(self) {
                out.push(line("COMMIT"));
            }
        }
        let bound = *self.random.pick(&["n", "4", "m", "(int)(u & 7)"]);
        let next = format!("{i} + {ahead}");
        let issue = line(format!("COPY4({}, b[({next}) * 64 + t])", cell(&next, "t")));
        let mut body = vec![];
        if self.random.chance(40) {
            // The last rounds fetch nothing, but their groups count.
            let inside = if slip(self) { vec![issue, line("COMMIT")] } else { vec![issue] };
            let counts = inside.len() == 1;
            body.push(block(format!("if ({next} < {bound})"), inside));
            body.extend(counts.then(|| line("COMMIT")));
        } else {
            body.extend([issue, line("COMMIT")]);
        }
        let open = if slip(self) { ahead + 1 } else { ahead };
        let other = self.random.pick(&["(t ^ 1)", "(t + 1) % blockDim.x", "t", "0"]).to_string();
        let rest = [
            format!("WAIT({open})"),
            "__syncthreads();".to_owned(),
            format!("v += {};", cell(&i, &other)),
            "__syncthreads();".to_owned(),
        ];
        body.extend(rest.into_iter().filter(|_| self.random.chance(98)).map(line));
        if self.random.chance(8) {
            let c = self.condition(true);
            body.push(line(format!("if ({c}) break;")));
        }
        if self.random.chance(8) {
            let (at, leave) = (self.random.below(body.len() + 1), self.leave());
            body.insert(at, line(leave));
        }
        let step = if self.random.chance(8) { 2 } else { 1 };
        out.push(block(format!("for (int {i} = 0; {i} < {bound}; {i} += {step})"), body));
        if self.random.chance(90) {
            out.extend([line("WAIT_ALL"), line("__syncthreads();")]);
        }
    }
}

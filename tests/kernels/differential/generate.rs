//! Random kernels: seeded, and mostly free of races, so that the few conditional ones matter.
//!
//! Most accesses are probes: a cell that several threads write under a random condition, or a cell per thread that a
//! second access shifts by a random value. A kernel has barriers only where all threads come, but for a few.

use super::expression::{Scope, Variable, condition, expression};
use super::features::{Feature, choose};
use crate::random::Random;
use crate::text::{Node, block, line, render};

/// The parameters of every kernel.
pub(crate) const PARAMETERS: &str =
    "int *a, int *b, unsigned *c, short *h, unsigned char *y, Rec *r, int n, int m, unsigned u";

/// Shared arrays of every kernel, each of `SHARED_CELLS` ints.
const SHARED: [&str; 4] = ["s0", "s1", "s2", "s3"];
const SHARED_CELLS: usize = 128;

#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) seed: u64,
    pub(crate) body: Vec<Node>,
    /// Reads `threadIdx.y`.
    pub(crate) planar: bool,
    pub(crate) features: Vec<Feature>,
    /// Definitions before the kernel; `@` stands for its name.
    pub(crate) head: String,
    /// Declarations of shared memory.
    pub(crate) shared: Vec<String>,
    pub(crate) takes_struct: bool,
}

impl Kernel {
    /// The definition, under this name.
    pub(crate) fn text(&self, name: &str) -> String {
        let more = if self.takes_struct { ", Par par" } else { "" };
        let mut text = format!("{}__global__ void {name}({PARAMETERS}{more}) {{\n", self.head);
        let mut body = String::new();
        render(&self.body, 1, &mut body);
        self.shared.iter().for_each(|s| text.push_str(&format!("    {s}\n")));
        for array in SHARED.iter().filter(|s| body.contains(*s)) {
            text.push_str(&format!("    RP_SHARED(int, {array}, {SHARED_CELLS});\n"));
        }
        (text + &body + "}\n").replace('@', name)
    }

    /// Reads cells that it may also write: then a race makes what it reads depend on the order of the threads.
    pub(crate) fn loads(&self) -> bool {
        if self.features.iter().any(|f| f.hides_names()) {
            return true;
        }
        let mut body = String::new();
        render(&self.body, 0, &mut body);
        ["& 15] & 7;", "find(", "r[t];", "] > ("].iter().any(|read| body.contains(read))
    }
}

/// Where a statement stands.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// All threads of the block come here together.
    pub(super) uniform: bool,
    /// The innermost loop's `break` and `continue` are allowed.
    pub(super) in_loop: bool,
    pub(super) depth: usize,
}

impl Place {
    pub(super) fn inside(self, in_loop: bool) -> Place {
        Place { in_loop: self.in_loop || in_loop, depth: self.depth + 1, ..self }
    }
}

pub(crate) struct Generator {
    pub(super) random: Random,
    pub(super) scope: Scope,
    names: usize,
    /// No more barriers after an early return.
    returned: bool,
    barriers: bool,
    /// Uses blockIdx.
    pub(super) grid: bool,
    pub(crate) head: String,
    pub(crate) shared: Vec<String>,
    pub(super) takes_struct: bool,
}

/// The kernel of this seed, with one or two of these features in most.
pub(crate) fn kernel(seed: u64, features: &[Feature]) -> Kernel {
    let features = choose(&mut Random::new(!seed), features);
    let mut random = Random::new(seed);
    let (planar, grid, barriers) = (random.chance(12), random.chance(20), random.chance(60));
    let (scope, head, shared) = (Scope::default(), String::new(), vec![]);
    let mut g =
        Generator { random, scope, names: 0, returned: false, barriers, grid, head, shared, takes_struct: false };
    let mut body = vec![];
    let t = match (planar, grid) {
        (true, _) => "threadIdx.y * blockDim.x + threadIdx.x",
        (false, true) => "blockIdx.x * blockDim.x + threadIdx.x",
        (false, false) => "threadIdx.x",
    };
    body.push(line(format!("int t = {t};")));
    g.scope.varying = vec!["t".into(), "t".into(), "t".into(), "t".into()];
    if grid {
        body.push(line("int g = blockIdx.x;"));
    }
    if planar {
        g.scope.varying.extend(["(int)threadIdx.x".into(), "(int)threadIdx.y".into()]);
    }
    g.scope.uniform = ["n", "m", "u", "n", "m"].map(str::to_owned).to_vec();
    if g.random.chance(30) {
        g.scope.uniform.push("(int)blockDim.x".into());
    }
    g.scope.sources = vec!["b".into(), "b".into(), "h".into(), "y".into(), "r[1].z".into()];
    let place = Place { uniform: true, in_loop: false, depth: 0 };
    if !features.is_empty() {
        g.featured(&features, place, &mut body);
        let Generator { head, shared, takes_struct, .. } = g;
        return Kernel { seed, body, planar, features, head, shared, takes_struct };
    }
    for _ in 0..1 + g.random.below(2) {
        g.declare(place, &mut body);
    }
    for _ in 0..2 + g.random.below(3) {
        g.statement(place, &mut body);
    }
    g.probe(place, &mut body);
    if g.random.chance(40) {
        g.probe(place, &mut body);
    }
    Kernel { seed, body, planar, features, head: g.head, shared: g.shared, takes_struct: false }
}

impl Generator {
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn expression(&mut self, depth: usize, uniform: bool) -> String {
        expression(&mut self.random, &self.scope, depth, uniform)
    }

    pub(super) fn condition(&mut self, uniform: bool) -> String {
        condition(&mut self.random, &self.scope, 1, uniform)
    }

    pub(super) fn declare(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(40);
        let ty = *self.random.pick(&["int", "int", "int", "int", "unsigned", "short", "unsigned char", "signed char"]);
        let depth = 1 + self.random.below(2);
        let value = self.expression(depth, uniform);
        let name = self.name("v");
        out.push(line(format!("{ty} {name} = {value};")));
        self.scope.vars.push(Variable { name, uniform });
    }

    fn pointer(&mut self, out: &mut Vec<Node>) {
        let name = self.name("p");
        let base = if self.scope.pointers.is_empty() || self.random.chance(60) {
            (*self.random.pick(&["s0", "s1", "s2", "a", "a"])).to_owned()
        } else {
            self.random.pick(&self.scope.pointers).clone()
        };
        let value = match self.random.below(4) {
            0 => base,
            1 => format!("{base} + ({} & 7)", self.expression(1, false)),
            2 => format!("{} ? {base} : {}", self.condition(false), self.random.pick(&["s3", "s1", "a"])),
            _ => format!("&{base}[{} & 15]", self.expression(1, false)),
        };
        out.push(line(format!("int *{name} = {value};")));
        self.scope.pointers.push(name);
    }

    fn assign(&mut self, place: Place, out: &mut Vec<Node>) {
        let can: Vec<Variable> = self.scope.vars.iter().filter(|v| place.uniform || !v.uniform).cloned().collect();
        if can.is_empty() {
            return self.declare(place, out);
        }
        let v = self.random.pick(&can).clone();
        let text = match self.random.below(9) {
            0..=3 => {
                let depth = 1 + self.random.below(2);
                format!("{} = {};", v.name, self.expression(depth, v.uniform))
            }
            4 | 5 => format!("{} += {};", v.name, self.expression(1, v.uniform)),
            6 => format!("{} -= {};", v.name, self.expression(1, v.uniform)),
            7 => (*self.random.pick(&[
                "V++;",
                "V--;",
                "V = 1 - V;",
                "V ^= 1;",
                "V *= 2;",
                "V >>= 1;",
                "V <<= 1;",
                "V /= 2;",
            ]))
            .replace('V', &v.name),
            _ => format!("{} = {} - {};", v.name, self.random.pick(&["1", "3", "n"]), v.name),
        };
        out.push(line(text));
    }

    fn bump(&mut self, out: &mut Vec<Node>) {
        if self.scope.pointers.is_empty() || self.random.chance(30) {
            return self.pointer(out);
        }
        let p = self.random.pick(&self.scope.pointers).clone();
        let q = self.random.pick(&self.scope.pointers).clone();
        match self.random.below(5) {
            0 => out.push(line(format!("{p} += {};", self.random.pick(&["1", "2", "4"])))),
            1 => out.push(line(format!("{p}++;"))),
            2 => {
                let c = self.condition(false);
                out.push(line(format!("{p} = {c} ? {p} : {q};")));
            }
            3 => out.push(line(format!("{{ int *w = {p}; {p} = {q}; {q} = w; }}"))),
            _ => {
                let c = self.condition(false);
                out.push(line(format!("if ({c}) {p} = {};", self.random.pick(&["s0", "s1", "s2", "a"]))));
            }
        }
    }

    pub(super) fn statement(&mut self, place: Place, out: &mut Vec<Node>) {
        let deep = place.depth >= 2;
        match self.random.below(30) {
            0..=5 => self.assign(place, out),
            6 | 7 => self.declare(place, out),
            8 | 9 => self.bump(out),
            10..=12 => self.probe(place, out),
            13..=16 if !deep => self.branch(place, out),
            17..=23 if !deep => self.repeat(place, out),
            24 if !deep => self.switch(place, out),
            25 | 26 if place.in_loop => {
                let c = self.condition(place.uniform);
                out.push(line(format!("if ({c}) {};", self.random.pick(&["break", "break", "continue"]))));
            }
            27 if place.depth == 0 => {
                let uniform = self.random.chance(50);
                self.returned |= !uniform;
                let c = self.condition(uniform);
                out.push(line(format!("if ({c}) return;")));
            }
            28 | 29 => self.barrier(place, out),
            _ => self.assign(place, out),
        }
    }

    pub(super) fn barrier(&mut self, place: Place, out: &mut Vec<Node>) {
        let right = place.uniform && !self.returned;
        if (self.barriers && right) || self.random.chance(1) {
            out.push(line("__syncthreads();"));
        }
    }

    /// Statements of a nested block; what they declare is not seen after it.
    pub(super) fn nested(&mut self, place: Place, most: usize) -> Vec<Node> {
        let (vars, pointers) = (self.scope.vars.len(), self.scope.pointers.len());
        let mut body = vec![];
        for _ in 0..1 + self.random.below(most) {
            self.statement(place, &mut body);
        }
        self.scope.vars.truncate(vars);
        self.scope.pointers.truncate(pointers);
        body
    }

    fn branch(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(50);
        let c = self.condition(uniform);
        let inner = Place { uniform, depth: place.depth + 1, ..place };
        let body = self.nested(inner, 3);
        out.push(block(format!("if ({c})"), body));
        if self.random.chance(40) {
            let body = self.nested(inner, 2);
            out.push(block("else", body));
        }
    }

    fn switch(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(40);
        let e = self.expression(1, uniform);
        let inner = Place { uniform, in_loop: false, depth: place.depth + 1 };
        let mut cases = vec![];
        for label in ["case 0:", "case 1:", "case 3:", "default:"] {
            if self.random.chance(70) {
                let body = self.nested(inner, 2);
                cases.push(block(label, body));
                if self.random.chance(65) {
                    cases.push(line("break;"));
                }
            }
        }
        cases.push(line(";"));
        out.push(block(format!("switch (({e}) & 3)"), cases));
    }

    fn repeat(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(65);
        let i = self.name("i");
        let bound = match self.random.below(4) {
            0 => (*self.random.pick(&["2", "3", "5", "8"])).to_owned(),
            1 if !uniform => "t".to_owned(),
            1 | 2 => (*self.random.pick(&["n", "m", "n", "(int)u", "n + m"])).to_owned(),
            _ => format!("({} & 7)", self.expression(1, uniform)),
        };
        let start = match self.random.below(4) {
            0 if !uniform => "t".to_owned(),
            1 => format!("({} & 3)", self.expression(1, uniform)),
            2 => "1".to_owned(),
            _ => "0".to_owned(),
        };
        let inner = Place { uniform, in_loop: true, depth: place.depth + 1 };
        let seen = if uniform { &mut self.scope.uniform } else { &mut self.scope.varying };
        seen.push(i.clone());
        let mut body = self.nested(inner, 4);
        if self.random.chance(25) && self.barriers && uniform && !self.returned {
            body.push(line("__syncthreads();"));
        }
        let head = self.shape(&i, &start, &bound, &mut body, out);
        out.push(head);
        // Half of the loops leave their variable behind.
        let known = if uniform { &mut self.scope.uniform } else { &mut self.scope.varying };
        let outside = matches!(out.last(), Some(Node::Block { open, .. }) if !open.contains("for (int") && !open.contains("for (unsigned"));
        if !outside || place.depth > 0 {
            known.retain(|n| *n != i);
        }
    }

    /// The loop around a body, in one of many shapes.
    fn shape(&mut self, i: &str, start: &str, bound: &str, body: &mut Vec<Node>, out: &mut Vec<Node>) -> Node {
        let body_now = std::mem::take(body);
        let step = *self.random.pick(&["1", "2", "3"]);
        match self.random.below(13) {
            0..=2 => block(format!("for (int {i} = {start}; {i} < {bound}; {i}++)"), body_now),
            3 => block(format!("for (int {i} = {bound}; {i} > {start}; {i}--)"), body_now),
            4 => block(format!("for (int {i} = {start}; {i} <= {bound}; {i} += {step})"), body_now),
            5 => block(format!("for (int {i} = {bound} - 1; {i} >= 0; {i} -= {step})"), body_now),
            6 => block(format!("for (int {i} = 1 + ({start} & 1); {i} < {bound} * 4; {i} *= 2)"), body_now),
            7 => block(format!("for (unsigned {i} = 8 * {bound}; {i} > 0; {i} >>= 1)"), body_now),
            8 => {
                out.push(line(format!("int {i} = {start};")));
                let mut with = body_now;
                with.push(line(format!("{i} += {step};")));
                block(format!("while ({i} < {bound})"), with)
            }
            9 => {
                out.push(line(format!("int {i} = {start};")));
                let mut with = body_now;
                with.push(line(format!("{i}++;")));
                Node::Block { open: "do".into(), body: with, close: format!(" while ({i} < {bound});") }
            }
            10 => {
                out.push(line(format!("int {i};")));
                block(format!("for ({i} = {start}; {i} != {bound} && {i} < 9; ++{i})"), body_now)
            }
            11 => {
                out.push(line(format!("int {i} = {start};")));
                let mut with = vec![line(format!("if ({i} >= {bound}) break;"))];
                with.push(line(format!("{i} += {step};")));
                with.extend(body_now);
                block("for (;;)", with)
            }
            _ => {
                out.push(line(format!("int {i} = {bound} + {start};")));
                block(format!("while ({i}-- > 0)"), body_now)
            }
        }
    }
}

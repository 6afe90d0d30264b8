//! Random kernels around barriers: shared arrays, atomics, indices that are affine or made of bits, loops of many shapes,
//! and ways to leave them. Seeded. Reads go anywhere; most writes go to a cell of the thread's own; and about half of the
//! kernels are tidy, with a barrier on either side of what threads share, but for a slip. So races are not the rule.

use super::flights::MARKS;
use crate::random::Random;
use crate::text::{Node, block, line, render};
use std::fmt::Write as _;

/// What the kernels have besides what all have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Blocks,
    /// Masks of lanes.
    Lanes,
    /// Asynchronous copies.
    Copies,
}

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) seed: u64,
    pub(crate) body: Vec<Node>,
    pub(crate) planar: bool,
    pub(crate) about: About,
}

impl Sample {
    /// The definition, under this name.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut body = String::new();
        render(&self.body, 1, &mut body);
        let (linear, size) = if self.planar {
            ("threadIdx.y * blockDim.x + threadIdx.x", "blockDim.x * blockDim.y")
        } else {
            ("threadIdx.x", "blockDim.x")
        };
        let marks = if self.about == About::Copies { format!(", const int *{MARKS}") } else { String::new() };
        let mut text = format!("__global__ void {name}(int *a, const int *b, int n, int m, unsigned u{marks}) {{\n");
        for array in ["int s0[256]", "int s1[256]", "int s2[16][17]", "unsigned char c0[256]"] {
            let _ = writeln!(text, "    __shared__ {array};");
        }
        let _ = writeln!(text, "    int t = {linear};\n    int g = blockIdx.x * {size} + t;\n    int v = 0;");
        if self.about == About::Lanes {
            text.push_str("    int lane = t & 31;\n");
        }
        let _ = writeln!(text, "{body}}}");
        text
    }
}

/// Where a statement stands.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// All threads of the block come here together.
    pub(super) uniform: bool,
    in_loop: bool,
    pub(super) depth: usize,
}

pub(crate) struct Generator {
    pub(super) random: Random,
    names: usize,
    /// Loop variables that all threads agree on, and others.
    pub(super) shared: Vec<String>,
    pub(super) own: Vec<String>,
    /// How many barriers in a hundred stand where threads may part.
    wild: usize,
    /// Barriers stand wherever threads share something, but for a few.
    pub(super) tidy: bool,
    pub(super) planar: bool,
    about: About,
}

pub(crate) fn sample(seed: u64, about: About) -> Sample {
    let mut random = Random::new(seed);
    let (planar, wild) = (random.chance(15), if random.chance(25) { 30 } else { 0 });
    let tidy = random.chance(55);
    let wild = if tidy { wild / 5 } else { wild };
    let mut g = Generator { random, names: 0, shared: vec![], own: vec![], wild, tidy, planar, about };
    let body = g.statements(Place { uniform: true, in_loop: false, depth: 0 }, 4, 4);
    Sample { seed, body, planar, about }
}

impl Generator {
    pub(super) fn name(&mut self) -> String {
        self.names += 1;
        format!("i{}", self.names)
    }

    fn statements(&mut self, place: Place, least: usize, more: usize) -> Vec<Node> {
        let known = (self.shared.len(), self.own.len());
        let mut body = vec![];
        for _ in 0..least + self.random.below(more) {
            self.statement(place, &mut body);
        }
        self.shared.truncate(known.0);
        self.own.truncate(known.1);
        body
    }

    fn statement(&mut self, place: Place, out: &mut Vec<Node>) {
        let deep = place.depth >= 3;
        match self.about {
            About::Lanes if self.random.chance(30) => return self.lanes(place, out),
            About::Copies if self.random.chance(40) => return self.copies(place, out),
            About::Blocks | About::Lanes | About::Copies => {}
        }
        match self.random.below(24) {
            0..=5 => self.touch(place, out),
            6..=10 => self.barrier(place, out),
            11 | 12 if place.uniform || !self.tidy => self.exchange(place, out),
            13..=15 if !deep => self.branch(place, out),
            16..=20 if !deep => self.repeat(place, out),
            21 if place.in_loop => {
                let uniform = place.uniform || self.random.chance(60);
                let c = self.condition(uniform);
                out.push(line(format!("if ({c}) {};", self.random.pick(&["break", "break", "continue"]))));
            }
            22 if self.random.chance(40) => {
                let uniform = self.random.chance(60);
                let c = self.condition(uniform);
                out.push(line(format!("if ({c}) return;")));
            }
            _ => self.touch(place, out),
        }
    }

    /// An access, in a tidy kernel to what is the thread's own or between barriers.
    fn touch(&mut self, place: Place, out: &mut Vec<Node>) {
        let slip = !self.tidy || self.random.chance(5);
        if slip || (place.uniform && self.random.chance(60)) {
            let access = self.access(!slip);
            out.push(line(access));
            if !slip {
                out.push(line("__syncthreads();"));
            }
        } else {
            let c = self.random.below(5);
            let text = match self.random.below(7) {
                0 | 1 => "a[g] = v;".to_owned(),
                2 => "v ^= a[g];".to_owned(),
                3 => format!("v += b[g + {c}];"),
                4 => format!("v = (v >> 1) ^ {c};"),
                5 => "v = t & 7;".to_owned(),
                _ => format!("v = b[{c}];"),
            };
            out.push(line(text));
        }
    }

    fn barrier(&mut self, place: Place, out: &mut Vec<Node>) {
        if place.uniform || self.random.chance(self.wild) {
            out.push(line(if self.random.chance(20) { "__syncwarp();" } else { "__syncthreads();" }));
        }
    }

    /// A cell of the thread's own, a barrier, and another's cell.
    fn exchange(&mut self, place: Place, out: &mut Vec<Node>) {
        let array = *self.random.pick(&["s0", "s1"]);
        let (own, other) = (self.own_cell(), self.index());
        out.push(line(format!("{array}[{own}] = t;")));
        self.between(place, out);
        out.push(line(format!("v += {array}[{other}];")));
        self.between(place, out);
    }

    /// Most often a barrier.
    fn between(&mut self, place: Place, out: &mut Vec<Node>) {
        if self.tidy && place.uniform && self.random.chance(97) {
            out.push(line("__syncthreads();"));
        } else {
            self.barrier(place, out);
        }
    }

    /// `alone`: no two threads conflict, as far as own cells are what they are called.
    fn access(&mut self, alone: bool) -> String {
        let array = *self.random.pick(if alone { &["s0", "s1", "c0"] } else { &["s0", "s0", "s1", "s1", "a", "c0"] });
        let (own, other, any) = (self.own_cell(), self.index(), self.index());
        let (plane, across) = (self.plane(), self.plane());
        match self.random.below(if alone { 9 } else { 18 }) {
            0 | 1 => format!("{array}[{own}] = t + v;"),
            2 => format!("v = {array}[{other}];"),
            3 => format!("v += b[{any}];"),
            4 => format!("s1[{own}] = s0[{other}];"),
            5 => format!("atomicAdd(&s1[{other}], {});", self.random.pick(&["1", "t", "2"])),
            6 => format!("v = {};", self.atomic(&other)),
            7 => format!("s2{plane} = v;"),
            8 => format!("v += s2{plane};"),
            9 => format!("s2{plane} = s2{across};"),
            10 => format!("{array}[{own}] += {array}[{other}];"),
            11 => format!("if ({}) {array}[{other}] = t;", self.condition(false)),
            12 => format!("{array}[{other}] = {};", self.random.pick(&["t", "v", "3"])),
            13 => format!("atomicAdd(&a[{other}], {});", self.random.pick(&["1", "t", "2"])),
            14 => format!("a[{}] = t;", self.atomic(&any)),
            15 => format!("((short *)s0)[{any}] = t;"),
            16 => {
                self.random.pick(&["atomicExch(&@, v);", "atomicCAS(&@, 0, t);"]).replace('@', &format!("s0[{other}]"))
            }
            _ => format!("{array}[{own}] = v;"),
        }
    }

    fn atomic(&mut self, at: &str) -> String {
        let array = *self.random.pick(&["s0", "s1", "a"]);
        match self.random.below(4) {
            0 | 1 => format!("atomicAdd(&{array}[{at}], 1)"),
            2 => format!("atomicMax(&{array}[{at}], t)"),
            _ => format!("atomicSub(&{array}[{at}], v)"),
        }
    }

    fn branch(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(50);
        let c = self.condition(uniform);
        let inner = Place { uniform, depth: place.depth + 1, ..place };
        let body = self.statements(inner, 1, 3);
        out.push(block(format!("if ({c})"), body));
        if self.random.chance(35) {
            let body = self.statements(inner, 1, 2);
            out.push(block("else", body));
        }
    }

    fn repeat(&mut self, place: Place, out: &mut Vec<Node>) {
        let uniform = place.uniform && self.random.chance(75);
        let i = self.name();
        let bound = match self.random.below(5) {
            0 => (*self.random.pick(&["2", "3", "4", "6"])).to_owned(),
            1 | 2 => (*self.random.pick(&["n", "m", "(int)(u & 7)"])).to_owned(),
            3 if uniform => "(int)blockDim.x".to_owned(),
            _ if uniform => "n + 1".to_owned(),
            _ => (*self.random.pick(&["t", "t + 1", "(t & 3)", "v & 3"])).to_owned(),
        };
        let (known, inner) =
            ((self.shared.len(), self.own.len()), Place { uniform, in_loop: true, depth: place.depth + 1 });
        if uniform {
            self.shared.push(i.clone())
        } else {
            self.own.push(i.clone())
        }
        let mut body = self.statements(inner, 1, 4);
        if uniform && self.random.chance(50) {
            body.push(line("__syncthreads();"));
        }
        self.shared.truncate(known.0);
        self.own.truncate(known.1);
        let head = self.shape(&i, &bound, body, out);
        out.push(head);
    }

    /// The loop around a body, in one of many shapes.
    fn shape(&mut self, i: &str, bound: &str, mut body: Vec<Node>, out: &mut Vec<Node>) -> Node {
        let step = 1 + self.random.below(2);
        match self.random.below(11) {
            0..=2 => block(format!("for (int {i} = 0; {i} < {bound}; {i} += {step})"), body),
            3 => block(format!("for (int {i} = {bound}; {i} > 0; {i} -= {step})"), body),
            4 | 5 => block(format!("for (int {i} = {bound} / 2; {i} > 0; {i} >>= 1)"), body),
            6 => block(format!("for (int {i} = 1; {i} < {bound}; {i} <<= 1)"), body),
            7 => block(format!("for (int {i} = 1; {i} <= {bound}; {i} *= 2)"), body),
            8 => {
                out.push(line(format!("int {i} = 0;")));
                body.push(line(format!("{i}++;")));
                Node::Block { open: "do".into(), body, close: format!(" while ({i} < {bound});") }
            }
            9 => {
                out.push(line(format!("int {i} = {bound};")));
                block(format!("while ({i}-- > 0)"), body)
            }
            _ => {
                out.push(line(format!("int {i} = 0;")));
                let mut with = vec![line(format!("if ({i} >= {bound}) break;")), line(format!("{i} += {step};"))];
                with.extend(body);
                block("for (;;)", with)
            }
        }
    }
}

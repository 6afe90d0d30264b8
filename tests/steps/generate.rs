//! Random kernels around barriers: shared arrays, indices that are affine or made of bits, loops of many shapes, and ways
//! to leave them. Seeded. Reads go anywhere; most writes go to a cell of the thread's own, so that races are not the rule.

use super::random::Random;
use super::text::{Node, block, line, render};

/// Cells of each shared array, for blocks of up to 64 threads.
const CELLS: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) seed: u64,
    pub(crate) body: Vec<Node>,
    pub(crate) planar: bool,
}

impl Sample {
    /// The definition, under this name.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut body = String::new();
        render(&self.body, 1, &mut body);
        let linear = if self.planar { "threadIdx.y * blockDim.x + threadIdx.x" } else { "threadIdx.x" };
        format!(
            "__global__ void {name}(int *a, const int *b, int n, int m, unsigned u) {{\n    __shared__ int s0[{CELLS}];\n    \
             __shared__ int s1[{CELLS}];\n    int t = {linear};\n    int g = blockIdx.x * blockDim.x + t;\n    int v = 0;\n\
             {body}}}\n"
        )
    }
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// All threads of the block come here together.
    uniform: bool,
    in_loop: bool,
    depth: usize,
}

struct Generator {
    random: Random,
    names: usize,
    /// Loop variables that all threads agree on, and others.
    shared: Vec<String>,
    own: Vec<String>,
    /// How many barriers in a hundred stand where threads may part.
    wild: usize,
}

pub(crate) fn sample(seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let (planar, wild) = (random.chance(15), if random.chance(25) { 30 } else { 0 });
    let mut g = Generator { random, names: 0, shared: vec![], own: vec![], wild };
    let body = g.statements(Place { uniform: true, in_loop: false, depth: 0 }, 4, 4);
    Sample { seed, body, planar }
}

impl Generator {
    fn name(&mut self) -> String {
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
        match self.random.below(24) {
            0..=5 => {
                let access = self.access();
                out.push(line(access));
            }
            6..=10 => self.barrier(place, out),
            11 | 12 => self.exchange(place, out),
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
            _ => {
                let access = self.access();
                out.push(line(access));
            }
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
        self.barrier(place, out);
        out.push(line(format!("v += {array}[{other}];")));
        self.barrier(place, out);
    }

    fn access(&mut self) -> String {
        let array = *self.random.pick(&["s0", "s0", "s1", "s1", "a"]);
        let (own, other, any) = (self.own_cell(), self.index(), self.index());
        match self.random.below(12) {
            0..=2 => format!("{array}[{own}] = t + v;"),
            3 => format!("{array}[{own}] += {array}[{other}];"),
            4 | 5 => format!("v = {array}[{other}];"),
            6 => {
                let c = self.condition(false);
                format!("if ({c}) {array}[{other}] = t;")
            }
            7 => format!("{array}[{other}] = {};", self.random.pick(&["t", "v", "3"])),
            8 => format!("atomicAdd(&{array}[{other}], {});", self.random.pick(&["1", "t", "2"])),
            9 => format!("v += b[{any}];"),
            10 => format!("s1[{own}] = s0[{other}];"),
            _ => format!("((short *)s0)[{any}] = t;"),
        }
    }

    /// An index that most often differs between threads.
    fn own_cell(&mut self) -> String {
        let (c, i) = (self.random.below(4), self.counter());
        match self.random.below(14) {
            0..=5 => "t".to_owned(),
            6 => format!("t + {c}"),
            7 => format!("t ^ {c}"),
            8 => "blockDim.x - 1 - t".to_owned(),
            9 => "g".to_owned(),
            10 => "(t << 1) | 1".to_owned(),
            11 => format!("t + 64 * ({i} & 1)"),
            12 => format!("(t & ~{c}) | ((t + 1) & {c})"),
            _ => format!("t * {}", 1 + c),
        }
    }

    /// Any index: affine, or made of bits.
    fn index(&mut self) -> String {
        let (c, i) = (self.random.below(8), self.counter());
        let text = match self.random.below(18) {
            0 | 1 => format!("t + {i}"),
            2 => format!("t - {i}"),
            3 => format!("t * {i}"),
            4 | 5 => format!("t ^ {i}"),
            6 => format!("t ^ {c}"),
            7 => format!("t >> {}", 1 + c % 3),
            8 => format!("t & {c}"),
            9 => format!("t % {}", 2 + c),
            10 => format!("(t & ~{i}) | {c}"),
            11 => "((t << 1) | (t >> 4)) & 31".to_owned(),
            12 => format!("t + blockDim.x * {c}"),
            13 => "(t + 1) % blockDim.x".to_owned(),
            14 => format!("2 * {i} * (t + 1) - 1"),
            15 => format!("t / {} + {i}", 1 + c),
            16 => i,
            _ => self.own_cell(),
        };
        if self.random.chance(50) { format!("({text}) & 127") } else { text }
    }

    /// A loop variable, or something like it.
    fn counter(&mut self) -> String {
        let all: Vec<&String> = self.shared.iter().chain(&self.own).collect();
        if all.is_empty() || self.random.chance(15) {
            return (*self.random.pick(&["n", "m", "1", "2", "(int)u", "v"])).to_owned();
        }
        self.random.pick(&all).to_string()
    }

    fn condition(&mut self, uniform: bool) -> String {
        let c = self.random.below(5);
        if uniform {
            let x = if self.shared.is_empty() { "n".to_owned() } else { self.random.pick(&self.shared).clone() };
            return match self.random.below(6) {
                0 => format!("{x} > {c}"),
                1 => format!("{x} & 1"),
                2 => format!("n == {c}"),
                3 => format!("{x} % {} == 0", 2 + c % 2),
                4 => format!("b[{c}] > 1"),
                _ => format!("{x} < m"),
            };
        }
        let i = self.counter();
        match self.random.below(9) {
            0 => format!("t < {i}"),
            1 => format!("t == {c}"),
            2 => format!("t % {} == 0", 2 + c % 3),
            3 => format!("(t & {i}) == 0"),
            4 => format!("t + {i} < blockDim.x"),
            5 => format!("(t ^ {i}) > t"),
            6 => "v > 2".to_owned(),
            7 => format!("t >= {c} && t < 2 * {i}"),
            _ => "t < n".to_owned(),
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

//! Flow without structure, and loops that are not `for (i = 0; i < n; i++)`.

use super::super::generate::{Generator, Place};
use super::EDGES;
use crate::text::{Node, block, line};

/// What a loop's body may read of its counter, and numbers to compare that with; none for truth values.
type Read = (String, Vec<String>);

/// Loops: the head, and what the body may read of the counter.
const LOOPS: [(&str, &[&str]); 22] = [
    (
        "for (int I = -2000000000; I < 2000000000; I += 500000000)",
        &["(I / 500000000)", "(I >> 28)", "(I > 0)", "((unsigned)I >> 28)"],
    ),
    ("for (int I = 2000000000; I > -2000000000; I -= 1000000000)", &["(I / 1000000000)", "(I < 0)"]),
    ("for (unsigned I = 0x90000000u; I < 0xf0000000u; I += 0x10000000u)", &["(I >> 28)", "(int)(I / 3)"]),
    ("for (unsigned I = 4000000000u; I > 3999999990u; I -= 2)", &["(I - 3999999990u)", "(I & 15)", "((int)I < 0)"]),
    ("for (unsigned I = 0x7ffffffeu; I != 0x80000003u; I++)", &["(I & 7)", "((int)I < 0)", "(I - 0x7ffffff0u)"]),
    ("for (unsigned I = (unsigned)n & 7; I-- > 0;)", &["I"]),
    ("for (unsigned I = 9; I >= 2; I -= 3)", &["I"]),
    ("for (unsigned I = u & 15; I > 0; I--)", &["I", "(I - 1)"]),
    ("for (unsigned char I = 250; I != 4; I++)", &["I", "(I & 3)"]),
    ("for (unsigned char I = (unsigned char)n; I > 2; I += 51)", &["I", "(I >> 4)"]),
    ("for (signed char I = 100; I > 0; I += 9)", &["I", "(I & 7)"]),
    ("for (signed char I = -3; I < 4; I++)", &["I"]),
    ("for (short I = 32760; I > 0; I += 3)", &["I", "(I - 32760)"]),
    ("for (short I = 1; I > 0; I *= 3)", &["I", "(I % 5)"]),
    ("for (unsigned short I = 65530; I; I++)", &["I", "(I & 7)"]),
    ("for (unsigned I = 0x80000000u; I; I >>= 3)", &["I", "(I & 15)", "((int)I < 0)"]),
    ("for (unsigned I = 1; I; I <<= 5)", &["I", "(I >> 20)"]),
    ("for (int I = 1; I > 0; I <<= 7)", &["I", "(I >> 14)"]),
    ("for (int I = -64; I < -1; I >>= 1)", &["I", "(-I)"]),
    ("for (long long I = -6000000000ll; I < 6000000000ll; I += 3000000000ll)", &["(int)(I / 1000000000ll)", "(int)I"]),
    ("for (unsigned long long I = 1ull << 34; I > 1; I >>= 6)", &["(int)(I >> 4)", "(unsigned)I"]),
    ("for (int I = 0x7ffffff0; I < 0x7ffffffe; I += 4)", &["(I & 15)", "(I - 0x7ffffff0)"]),
];

impl Generator {
    /// A loop of a few iterations whose counter goes far without wrapping, and what the body may read of it.
    fn long_steps(&mut self) -> (String, Vec<Read>) {
        let (ty, low, high) = *self.random.pick(&[
            ("int", i64::from(i32::MIN), i64::from(i32::MAX)),
            ("int", i64::from(i32::MIN), i64::from(i32::MAX)),
            ("unsigned", 0, i64::from(u32::MAX)),
            ("long long", -(1 << 40), 1 << 40),
            ("short", -32768, 32767),
        ]);
        let rounds = 2 + self.random.below(8) as i64;
        let exponent = self.random.below(if high > i64::from(u32::MAX) { 38 } else { 31 });
        let most = (high / rounds).max(1);
        let step = ((1i64 << exponent) + self.random.below(3) as i64 - 1).clamp(1, most);
        let room = high - low - step * rounds;
        let first = low + (room / 64) * self.random.below(65) as i64;
        let last = first + step * rounds;
        let name = if ty == "unsigned" { "u" } else { "ll" };
        let literal = |x: i64| if x < 0 { format!("({x}{name})") } else { format!("{x}{name}") };
        let number = |x: i64| if ty == "int" || ty == "short" { format!("({ty})({})", literal(x)) } else { literal(x) };
        let head = if self.random.chance(60) {
            format!("for ({ty} I = {}; I < {}; I += {})", number(first), number(last), number(step))
        } else {
            format!("for ({ty} I = {}; I > {}; I -= {})", number(last), number(first), number(step))
        };
        let middle = first + step * (self.random.below(rounds as usize) as i64);
        let near = |by: i64, from: i64| (0..=rounds).map(|k| ((first - from + k * step) / by).to_string()).collect();
        let shift = exponent.min(14);
        let mut reads = vec![
            (format!("(int)(I / {})", number(step)), near(step, 0)),
            (format!("(I > {})", number(middle)), vec![]),
            (format!("(I < {})", number(middle)), vec![]),
            (format!("(I == {})", number(middle)), vec![]),
            (format!("(int)(I >> {shift})"), near(1 << shift, 0)),
        ];
        if ty == "unsigned" || ty == "long long" {
            reads.push((format!("(int)((I - {}) / {})", number(first), number(step)), near(step, first)));
        }
        (head, reads)
    }

    pub(super) fn bounds(&mut self, place: Place, out: &mut Vec<Node>) {
        let i = self.name("i");
        let (head, reads) = if self.random.chance(50) {
            let (head, reads) = *self.random.pick(&LOOPS);
            (head.to_owned(), reads.iter().map(|r| ((*r).to_owned(), EDGES.map(str::to_owned).to_vec())).collect())
        } else {
            self.long_steps()
        };
        let named = |text: &str| text.replace('I', &i);
        let before = self.scope.clone();
        for (read, near) in &reads {
            self.offer_near(named(read), near.clone(), place.uniform);
        }
        let mut body = if self.random.chance(25) { self.nested(place.inside(true), 1) } else { vec![] };
        if self.random.chance(60) {
            self.featured_probe(&mut body);
        }
        let kept = self.name("z");
        let carried = self.random.chance(50).then(|| reads[self.random.below(reads.len())].clone());
        if let Some((read, _)) = &carried {
            body.push(line(format!("{kept} = {};", named(read))));
        }
        if self.random.chance(20) && place.uniform {
            body.push(line("__syncthreads();"));
        }
        self.scope = before;
        if carried.is_some() {
            out.push(line(format!("int {kept} = 0;")));
        }
        out.push(block(named(&head), body));
        if let Some((_, near)) = carried {
            let near = if near.is_empty() { vec!["0".to_owned(), "1".to_owned()] } else { near };
            self.offer_near(kept, near, place.uniform);
        }
    }

    /// Statements without declarations that later ones see.
    fn part(&mut self, place: Place, name: &str) -> Node {
        let mut body = if self.random.chance(20) { self.nested(place.inside(false), 1) } else { vec![] };
        body.push(line(format!("{name} += {};", self.random.pick(&["1", "1", "2", "t", "n"]))));
        if self.random.chance(20) {
            self.featured_probe(&mut body);
        }
        block("", body)
    }

    /// A nest of endless loops with ways out, ways on and barriers anywhere.
    fn nest(&mut self, place: Place, depth: usize, (x, k, label): (&str, &str, &str)) -> Node {
        let uniform = place.uniform;
        let most = 3 + self.random.below(5);
        let last = *self.random.pick(&["break", "return", "break"]);
        let mut body = vec![line(format!("if (++{k} > {most}) {last};"))];
        for _ in 0..2 + self.random.below(3) {
            let c = self.condition(uniform);
            let way = *self.random.pick(&["break", "continue", "continue", "return", "goto"]);
            let way = if way == "goto" { format!("goto {label}") } else { way.to_owned() };
            body.push(match self.random.below(6) {
                0 | 1 => line(format!("if ({c}) {way};")),
                2 => line(format!("if ({k} {} {}) {way};", self.random.pick(&["<", ">", "=="]), self.random.below(5))),
                3 if depth > 0 => self.nest(place, depth - 1, (x, k, label)),
                4 if self.random.chance(40) => line("__syncthreads();"),
                _ => self.part(place, x),
            });
        }
        if self.random.chance(40) {
            body.push(line("break;"));
        }
        block("for (;;)", body)
    }

    pub(super) fn gotos(&mut self, place: Place, out: &mut Vec<Node>) {
        let (x, k, l) = (self.name("g"), self.name("k"), self.name("L"));
        out.push(line(format!("int {x} = 0, {k} = 0;")));
        let uniform = self.random.chance(40);
        let inner = Place { uniform: place.uniform && uniform, ..place };
        self.offer(x.clone(), false);
        self.offer(k.clone(), false);
        let (c, d) = (self.condition(uniform), self.condition(uniform));
        let again = format!("if (++{k} < {}) goto", self.random.pick(&["3", "4", "(n & 7)", "(t & 3)"]));
        let (one, two, three) = (self.part(inner, &x), self.part(inner, &x), self.part(inner, &x));
        match self.random.below(12) {
            // Forward, out of two blocks.
            0 => {
                let jump = vec![one, line(format!("if ({d}) goto {l};")), two];
                out.push(block(format!("if ({c})"), jump));
                out.extend([three, line(format!("{l}: ;"))]);
            }
            // A loop.
            1 => out.extend([line(format!("{l}: ;")), one, line(format!("{again} {l};")), two]),
            // A loop with two entries.
            2 | 3 => out.extend([
                line(format!("if ({c}) goto {l}b;")),
                line(format!("{l}: ;")),
                one,
                line(format!("{l}b: ;")),
                two,
                line(format!("{again} {l};")),
            ]),
            // Two loops that share blocks.
            4 => out.extend([
                line(format!("{l}: ;")),
                one,
                line(format!("{l}b: ;")),
                two,
                line(format!("if ({d} && {k} < 3) {{ {k}++; goto {l}; }}")),
                line(format!("{again} {l}b;")),
            ]),
            // Duff's device.
            5 => {
                let body = vec![
                    block("do", vec![one, line("case 3: ;"), two, line("case 2: ;"), three]),
                    line(format!("while (++{k} < 3);")),
                    line("default: ;"),
                ];
                let e = self.expression(1, uniform);
                out.push(block(format!("switch (({e}) & 3)"), [vec![line("case 0: ;")], body].concat()));
            }
            6..=10 => {
                let nest = self.nest(inner, 2, (&x, &k, &l));
                out.extend([nest, line(format!("{l}: ;"))]);
            }
            // Into the middle of a branch.
            _ => {
                out.push(line(format!("if ({c}) goto {l};")));
                out.push(block(format!("if ({d})"), vec![one, line(format!("{l}: ;")), two]));
                out.push(three);
            }
        }
    }
}

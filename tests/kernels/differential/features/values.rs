//! Values whose bits are put together or taken apart in memory.

use super::super::generate::Generator;
use crate::text::{Node, line};

impl Generator {
    pub(super) fn unions(&mut self, out: &mut Vec<Node>) {
        self.head(
            "union @Word { int i; unsigned u; unsigned char b[4]; signed char s[4]; short h[2]; float f; };\n\
             union @Rows { int w[64]; struct { int low[32]; short high[64]; } p; };\n",
        );
        let v = self.name("u");
        let uniform = self.random.chance(40);
        let (e, k) = (self.expression(1, uniform), self.random.below(4));
        match self.random.below(5) {
            0 => {
                out.push(line(format!("@Word {v}; {v}.i = {e};")));
                let i = self.index(4);
                self.offer(format!("{v}.b[{k}]"), uniform);
                self.offer(format!("{v}.s[{k}]"), uniform);
                self.offer(format!("{v}.h[{}]", k & 1), uniform);
                self.offer(format!("{v}.b[{i}]"), false);
            }
            1 => {
                out.push(line(format!(
                    "@Word {v}; {v}.i = {e}; {v}.b[{k}] = {};",
                    self.random.pick(&["n", "t", "255"])
                )));
                self.offer(format!("{v}.i"), false);
                self.offer(format!("({v}.u >> {})", 4 * k), false);
            }
            2 => {
                out.push(line(format!("@Word {v}; {v}.f = (float)(({e}) & 15);")));
                self.offer(format!("({v}.i >> 23)"), uniform);
                self.offer(format!("{v}.u"), uniform);
            }
            3 => {
                self.shared(format!("RP_SHARED(@Word, {v}, 64);"));
                out.push(line(format!("{v}[t].i = {e};")));
                let i = self.index(4);
                out.push(line(format!("{v}[t].b[{i}] = n;")));
                self.offer(format!("{v}[t].h[1]"), false);
                self.offer(format!("{v}[t].i"), false);
                self.scope.places.push(format!("((int *){v})"));
            }
            _ => {
                self.shared(format!("RP_ONE(@Rows, {v});"));
                out.push(line(format!("{v}.p.low[t] = {e};")));
                let i = self.index(32);
                out.push(line(format!("{v}.p.high[{}] = n;", self.random.pick(&["t", "2 * t", "t + 32"]))));
                self.offer(format!("{v}.w[t]"), false);
                self.scope.places.push(format!("({v}.w + {i})"));
                self.scope.places.push(format!("{v}.p.low"));
            }
        }
    }

    pub(super) fn bit_fields(&mut self, out: &mut Vec<Node>) {
        let (first, second) = *self.random.pick(&[
            ("int x : 20", "int y : 12"),
            ("unsigned x : 3", "unsigned y : 29"),
            ("int x : 8", "unsigned y : 24"),
            ("unsigned x : 31", "unsigned y : 1"),
            ("int x : 1", "int y : 31"),
            ("long long x : 40", "unsigned long long y : 24"),
            ("unsigned x : 16", "int y : 16"),
        ]);
        self.head(&format!("struct @Bits {{ {first}; {second}; }};\n"));
        let v = self.name("f");
        let uniform = self.random.chance(40);
        match self.random.below(5) {
            0 | 1 => {
                let at = if uniform { "n & 3".to_owned() } else { self.index(16) };
                out.push(line(format!("const @Bits &{v} = ((const @Bits *)b)[{at}];")));
            }
            2 => {
                let at = if uniform { "n & 3".to_owned() } else { self.index(16) };
                out.push(line(format!("@Bits {v} = ((const @Bits *)c)[{at}];")));
            }
            3 => {
                let (e, g) = (self.expression(1, uniform), self.expression(1, uniform));
                out.push(line(format!("@Bits {v}; {v}.x = {e}; {v}.y = {g};")));
            }
            _ => {
                let (e, s) = (self.expression(1, uniform), self.name("sb"));
                self.shared(format!("RP_SHARED(@Bits, {s}, 64);"));
                out.push(line(format!("{s}[t].x = {e}; {s}[t].y = n;")));
                out.push(line(format!("@Bits &{v} = {s}[{}];", self.random.pick(&["t", "t", "(t ^ 1)"]))));
            }
        }
        self.offer(format!("{v}.x"), uniform);
        self.offer(format!("{v}.y"), uniform);
        self.offer(format!("({v}.x + {v}.y)"), uniform);
        for truth in ["(V.x > 0 && V.y > 0)", "(V.x < 0 || V.y < 0)", "(V.x > 1 && V.y != 0)", "(V.x < 0 && V.y > 0)"] {
            self.offer_near(truth.replace('V', &v), vec![], uniform);
        }
    }

    pub(super) fn packed(&mut self, out: &mut Vec<Node>) {
        self.head("struct @Four { unsigned char x, y, z, w; };\n");
        let v = self.name("k");
        let uniform = self.random.chance(40);
        let at = if uniform { "n & 3".to_owned() } else { self.index(8) };
        let (e, g) = (self.expression(1, uniform), self.expression(1, uniform));
        match self.random.below(8) {
            0 | 1 => {
                out.push(line(format!("@Four {v}c = ((const @Four *)y)[{at}];")));
                let or = *self.random.pick(&["|", "|", "+", "^"]);
                out.push(line(format!(
                    "unsigned {v} = {v}c.x {or} ({v}c.y << 8) {or} ({v}c.z << 16) {or} ((unsigned){v}c.w << 24);"
                )));
            }
            2 => {
                out.push(line(format!(
                    "unsigned long long {v}d = (unsigned long long)b[{at}] << 32 | (unsigned)({e});"
                )));
                let by = *self.random.pick(&["32", "33", "60", "16", "63"]);
                out.push(line(format!("int {v} = (int)({v}d >> {by});")));
                self.offer(format!("({v}d > 0x100000000ull)"), uniform);
            }
            3 => {
                out.push(line(format!("unsigned {v} = (unsigned)({e}); {v} = {v} << 5 | {v} >> 27;")));
                out.push(line(format!("{v} ^= {v} << 13; {v} ^= {v} >> 17;")));
            }
            4 => {
                out.push(line(format!("unsigned {v} = (h[{at}] & 0xffff) | (unsigned)h[({at}) + 1] << 16;")));
            }
            5 => {
                let by = *self.random.pick(&["24", "28", "30", "20"]);
                out.push(line(format!("int {v} = (int)((unsigned)({e}) << {by}) >> {by};")));
            }
            6 => {
                out.push(line(format!("unsigned {v} = ((unsigned)({e}) << 28) | ((unsigned)({g}) & 0x0fffffffu);")));
            }
            _ => {
                out.push(line(format!("long long {v}d = (long long)({e}) << 32;")));
                out.push(line(format!("{v}d |= (long long)(({g}) & 255) << 24;")));
                out.push(line(format!("int {v} = (int)({v}d >> {});", self.random.pick(&["31", "32", "24", "28"]))));
            }
        }
        self.offer(v.clone(), uniform);
        self.offer(format!("({v} >> 28)"), uniform);
        self.offer_near(format!("((int){v} < 0)"), vec![], uniform);
        self.offer_near(
            v.clone(),
            vec!["0x80000000u".to_owned(), "0xff000000u".to_owned(), "0x01000000u".to_owned()],
            uniform,
        );
        self.offer(format!("({v} & 255)"), uniform);
    }

    pub(super) fn signs(&mut self, out: &mut Vec<Node>) {
        let v = self.name("k");
        let uniform = self.random.chance(60);
        let e = self.expression(1, uniform);
        let e = if uniform { (*self.random.pick(&["n", "m", "u", &e])).to_owned() } else { e };
        let g = (*self.random.pick(&["u", "n", "m"])).to_owned();
        let mask = *self.random.pick(&["255", "15", "65535", "3"]);
        let by = *self.random.pick(&["24", "28", "16", "31", "30"]);
        let bits = format!("((unsigned)({e}) & {mask})");
        let text = match self.random.below(7) {
            0 => format!("int V = (int)({bits} << {by});"),
            1 => format!("int V = (int)({bits} * {}u);", self.random.pick(&["16777216", "65536", "0x10000001", "5"])),
            2 => format!("int V = (int)({bits} + 0x7ffffff0u);"),
            3 => format!("int V = (({e}) & {mask}) << {by};"),
            4 => format!("long long V = (int)({bits} << {by} | (unsigned){g} >> 8);"),
            5 => format!("int V = (int)((unsigned)({g}) + {bits});"),
            _ => format!("unsigned V = {bits} << {by};"),
        };
        out.push(line(text.replace('V', &v)));
        self.offer_near(format!("((int){v} < 0)"), vec![], uniform);
        self.offer_near(format!("((int){v} < -5)"), vec![], uniform);
        self.offer(format!("((int){v} / 0x01000000)"), uniform);
        self.offer(format!("((int){v} >> 28)"), uniform);
    }
}

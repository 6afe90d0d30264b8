//! Pointers that come out of memory or of integer arithmetic.

use super::super::generate::Generator;
use crate::text::{Node, block, line};

const OBJECTS: [&str; 6] = ["s0", "s1", "s2", "s3", "a", "s1 + 8"];

impl Generator {
    fn objects(&mut self, count: usize) -> Vec<String> {
        let all: Vec<String> = (0..count).map(|_| (*self.random.pick(&OBJECTS)).to_owned()).collect();
        self.scope.objects.extend(all.clone());
        all
    }

    /// Pointers in local arrays, in structs, and as integers.
    pub(super) fn tables(&mut self, out: &mut Vec<Node>) {
        let name = self.name("T");
        let x = self.objects(4);
        let pair = "struct @Pair { int *left, *right; int count; };\n";
        match self.random.below(9) {
            0 => {
                out.push(line(format!("int *{name}[2] = {{{}, {}}};", x[0], x[1])));
                self.places(&name, 2, "");
            }
            1 => {
                out.push(line(format!("int *{name}[4] = {{{}, {}, {}, {}}};", x[0], x[1], x[2], x[3])));
                if self.random.chance(40) {
                    let (c, i) = (self.condition(false), self.index(4));
                    out.push(line(format!("if ({c}) {name}[{i}] = {};", x[0])));
                }
                self.places(&name, 4, "");
            }
            2 => {
                out.push(line(format!("int *{name}[4];")));
                let fill = line(format!("{name}[i] = i & 1 ? {} : {} + i;", x[0], x[1]));
                out.push(block("for (int i = 0; i < 4; i++)", vec![fill]));
                self.places(&name, 4, "");
            }
            3 => {
                self.head(pair);
                out.push(line(format!("@Pair {name} = {{{}, {}, n}};", x[0], x[1])));
                if self.random.chance(40) {
                    let c = self.condition(false);
                    out.push(line(format!("if ({c}) {name}.left = {name}.right;")));
                }
                let c = self.condition(false);
                self.scope.places.push(format!("({c} ? {name}.left : {name}.right)"));
                self.scope.places.push(format!("{name}.left"));
            }
            4 => {
                self.head(pair);
                out.push(line(format!("@Pair {name}[2] = {{{{{}, {}, n}}, {{{}, {}, m}}}};", x[0], x[1], x[2], x[3])));
                self.places(&name, 2, ".left");
                self.places(&name, 2, ".right");
            }
            5 => {
                out.push(line(format!(
                    "unsigned long long {name}[2] = {{(unsigned long long)({}), (unsigned long long)({})}};",
                    x[0], x[1]
                )));
                let i = self.index(2);
                self.scope.places.push(format!("((int *){name}[{i}])"));
            }
            6 => {
                let (c, e) = (self.condition(false), self.expression(1, false));
                out.push(line(format!("unsigned long long {name} = (unsigned long long)({});", x[0])));
                out.push(line(format!("if ({c}) {name} += 4 * (({e}) & 7);")));
                self.scope.places.push(format!("((int *){name})"));
            }
            7 => {
                let (c, e) = (self.condition(false), self.expression(1, false));
                out.push(line(format!("int *{name}[2] = {{{}, {}}};", x[0], x[1])));
                out.push(line(format!("int **{name}p = {name} + (({e}) & 1);")));
                out.push(line(format!("if ({c}) *{name}p = {};", x[2])));
                self.places(&name, 2, "");
                self.scope.places.push(format!("(*{name}p)"));
            }
            _ => {
                out.push(line(format!("size_t {name} = (size_t)({}) ^ (size_t)({});", x[0], x[1])));
                let c = self.condition(false);
                self.scope.places.push(format!("((int *)({name} ^ (size_t)({c} ? {} : {})))", x[0], x[1]));
            }
        }
    }

    fn places(&mut self, name: &str, cells: usize, field: &str) {
        for _ in 0..2 {
            let i = self.index(cells);
            self.scope.places.push(format!("{name}[{i}]{field}"));
        }
    }

    /// Pointers in shared and in device memory.
    pub(super) fn shared_tables(&mut self, out: &mut Vec<Node>) {
        let name = self.name("sp");
        let x = self.objects(4);
        let first = |body: Vec<String>| block("if (t == 0)", body.into_iter().map(line).collect());
        let entries = |cells: usize| (0..cells).map(|i| format!("{name}[{i}] = {};", x[i])).collect::<Vec<_>>();
        match self.random.below(7) {
            0 | 1 => {
                self.shared(format!("RP_SHARED(int *, {name}, 4);"));
                out.push(first(entries(4)));
                out.push(line("__syncthreads();"));
                self.places(&name, 4, "");
            }
            2 => {
                self.shared(format!("RP_ONE(int *, {name});"));
                out.push(first(vec![format!("{name} = n > 2 ? {} : {};", x[0], x[1])]));
                out.push(line("__syncthreads();"));
                self.scope.places.extend([name.clone(), name]);
            }
            3 => {
                self.head("struct @Pair { int *left, *right; int count; };\n");
                self.shared(format!("RP_SHARED(@Pair, {name}, 2);"));
                out.push(first(vec![
                    format!("{name}[0].left = {}; {name}[0].right = {};", x[0], x[1]),
                    format!("{name}[1].left = {}; {name}[1].right = {};", x[2], x[3]),
                ]));
                out.push(line("__syncthreads();"));
                self.places(&name, 2, ".left");
                self.places(&name, 2, ".right");
            }
            4 => {
                self.shared(format!("RP_SHARED(int *, {name}, 128);"));
                let c = self.condition(false);
                out.push(line(format!("{name}[threadIdx.x] = {c} ? {} : {};", x[0], x[1])));
                self.scope.places.push(format!("{name}[threadIdx.x]"));
            }
            5 => {
                self.head("__device__ int *@table[4];\n");
                self.shared("RP_WATCH(@table);".to_owned());
                out.push(first((0..4).map(|i| format!("@table[{i}] = {};", x[i])).collect()));
                out.push(line("__syncthreads();"));
                self.places("@table", 4, "");
            }
            _ => {
                self.shared(format!("RP_SHARED(unsigned long long, {name}, 2);"));
                let integer = |i: usize| format!("{name}[{i}] = (unsigned long long)({});", x[i]);
                out.push(first(vec![integer(0), integer(1)]));
                out.push(line("__syncthreads();"));
                let i = self.index(2);
                self.scope.places.push(format!("((int *){name}[{i}])"));
            }
        }
    }

    /// Pointers that share their bytes with integers.
    pub(super) fn pointer_unions(&mut self, out: &mut Vec<Node>) {
        self.head("union @Either { int *p; unsigned long long w; unsigned half[2]; short *h; };\n");
        let name = self.name("e");
        let x = self.objects(2);
        match self.random.below(3) {
            0 => {
                let (c, e) = (self.condition(false), self.expression(1, false));
                out.push(line(format!("@Either {name}; {name}.p = {};", x[0])));
                out.push(line(format!("if ({c}) {name}.w += 4 * (({e}) & 7);")));
                self.scope.places.push(format!("{name}.p"));
            }
            1 => {
                out.push(line(format!("@Either {name}[2]; {name}[0].p = {}; {name}[1].p = {};", x[0], x[1])));
                let i = self.index(2);
                self.scope.places.push(format!("((int *)({name}[{i}].w))"));
                self.places(&name, 2, ".p");
            }
            _ => {
                out.push(line(format!("@Either {name}, {name}o; {name}.p = {}; {name}o.w = 0;", x[0])));
                out.push(line(format!("{name}o.half[0] = {name}.half[0]; {name}o.half[1] = {name}.half[1];")));
                self.scope.places.push(format!("{name}o.p"));
            }
        }
    }

    /// Several names for the dynamic shared memory, in several types.
    pub(super) fn externs(&mut self, out: &mut Vec<Node>) {
        for (ty, name) in
            [("int", "ext_one"), ("int", "ext_two"), ("unsigned char", "ext_bytes"), ("short", "ext_shorts")]
        {
            self.shared(format!("RP_EXTERN({ty}, {name});"));
        }
        self.scope.objects.extend(["ext_one", "ext_two", "(ext_one + blockDim.x)"].map(str::to_owned));
        self.scope.places.extend(["ext_one", "ext_two", "(ext_two + 4)", "((int *)ext_bytes)"].map(str::to_owned));
        let (e, v) = (self.expression(1, false), self.name("x"));
        match self.random.below(5) {
            0 => {
                out.push(line("ext_one[t] = 0;"));
                out.push(line("ext_two[t] = n;"));
                out.push(line(format!("int {v} = ext_one[t];")));
            }
            1 => {
                out.push(line("ext_one[t] = 3;"));
                out.push(line(format!("ext_bytes[4 * t] = {e};")));
                out.push(line(format!("int {v} = ext_one[t];")));
            }
            2 => {
                out.push(line("ext_shorts[2 * t + 1] = m; ext_shorts[2 * t] = n;"));
                out.push(line(format!("int {v} = ext_one[t] >> 16;")));
            }
            3 => {
                out.push(line("int *low = ext_one; int *high = ext_two + blockDim.x;"));
                out.push(line(format!("low[t] = {e}; high[t] = n;")));
                out.push(line(format!("int {v} = low[t];")));
                self.scope.places.push("high".to_owned());
            }
            _ => {
                out.push(block("if (t == 0)", vec![line(format!("ext_one[40] = 0; ext_two[40] = ({e}) & 7;"))]));
                out.push(line("__syncthreads();"));
                out.push(line(format!("int {v} = ext_one[40];")));
            }
        }
        self.offer(v, false);
    }

    /// Pointers rounded up to an alignment.
    pub(super) fn alignment(&mut self, out: &mut Vec<Node>) {
        let (raw, q) = (self.name("raw"), self.name("q"));
        let array = self.name("al");
        let declare =
            *self.random.pick(&["RP_ALIGNED(int, %, 160);", "RP_OFF(int, %, 160);", "RP_SHARED(int, %, 160);"]);
        self.shared(declare.replace('%', &array));
        let e = self.expression(1, false);
        let by = *self.random.pick(&["0", "4", "(n & 12)", "(E & 12)", "4 * (m & 3)", "4 * (t & 1)"]);
        out.push(line(format!("char *{raw} = (char *){array} + {};", by.replace('E', &format!("({e})")))));
        let to = *self.random.pick(&["16", "16", "32", "8", "128"]);
        let up = match self.random.below(6) {
            0 | 1 => format!("(int *)(((size_t){raw} + {to} - 1) & ~(size_t)({to} - 1))"),
            2 => format!("(int *)(((size_t){raw} + {to} - 1) / {to} * {to})"),
            3 => format!("(int *)((size_t){raw} + {to} - (size_t){raw} % {to})"),
            4 => format!("(int *)((unsigned long long)({raw} + {to} - 1) & -{to}ll)"),
            _ => format!("(int *)({raw} + ({to} - (size_t){raw} % {to}) % {to})"),
        };
        out.push(line(format!("int *{q} = {up};")));
        self.scope.places.extend([q.clone(), q.clone(), format!("({q} + 16)"), array.clone()]);
        self.scope.objects.extend([array.clone(), format!("({array} + 16)"), q.clone()]);
        if self.random.chance(40) {
            let r = self.name("q");
            out.push(line(format!("int *{r} = (int *)(((size_t)({q} + 4 + (n & 3)) + 15) & ~(size_t)15);")));
            self.scope.places.push(r);
        }
    }
}

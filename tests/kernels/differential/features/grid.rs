//! Several blocks.

use super::super::generate::Generator;
use crate::text::{Node, block, line};

impl Generator {
    pub(super) fn blocks(&mut self, out: &mut Vec<Node>) {
        self.grid = true;
        for value in ["(int)blockIdx.x", "(int)gridDim.x", "(int)blockIdx.y", "(int)gridDim.y"] {
            self.offer(value, true);
        }
        let w = self.name("id");
        let at = *self.random.pick(&[
            "blockIdx.x * blockDim.x + threadIdx.x",
            "blockIdx.y * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x",
            "(blockIdx.x + gridDim.x * blockIdx.y) * 8 + threadIdx.x",
            "threadIdx.x * gridDim.x + blockIdx.x",
            "blockIdx.x * n + threadIdx.x",
            "(blockIdx.x << 3) | threadIdx.x",
        ]);
        out.push(line(format!("int {w} = {at};")));
        self.offer(w.clone(), false);
        let value = format!("{w} * 16 + {}", self.random.below(16));
        let e = self.expression(1, false);
        let (own, i) = (self.name("x"), self.name("i"));
        match self.random.below(8) {
            0 => out.push(line(format!("a[{w}] = {value};"))),
            1 => out.push(line(format!("a[{w} + (({e}) & 1)] = {value};"))),
            2 => {
                let body = vec![line(format!("a[{i}] = {value};"))];
                out.push(block(format!("for (int {i} = {w}; {i} < n + 8; {i} += gridDim.x * blockDim.x)"), body));
            }
            3 => {
                out.push(line(format!("int {own} = atomicAdd(&b[3], 1);")));
                out.push(line(format!("a[{own}] = {value};")));
            }
            4 => {
                out.push(line(format!(
                    "if (atomicCAS(&b[{}], 0, 1) == 0) a[({e}) & 7] = {value};",
                    self.random.below(3)
                )));
            }
            5 => {
                let body =
                    vec![line(format!("a[blockIdx.x + {}] = {value};", self.random.pick(&["0", "n", "16", "m & 1"])))];
                out.push(block(format!("if (threadIdx.x == {})", self.random.pick(&["0", "1", "(n & 1)"])), body));
            }
            6 => {
                out.push(line(format!("atomicOr(&a[{w} & 7], {value});")));
                out.push(line(format!("int {own} = a[{w} + {}];", self.random.pick(&["8", "4", "n"]))));
                self.offer(own, false);
            }
            _ => {
                let c = self.condition(true);
                out.push(line(format!(
                    "if ({c}) a[{} + threadIdx.x] = {value};",
                    self.random.pick(&["64", "n", "32"])
                )));
            }
        }
        self.scope.places.extend(["a".to_owned(), format!("(a + {w})"), "(a + blockIdx.x * 16)".to_owned()]);
    }
}

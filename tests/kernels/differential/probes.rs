//! The accesses of the random kernels.

use super::expression::Variable;
use super::generate::{Generator, Place};
use crate::text::{Node, line};

impl Generator {
    /// A value that differs between threads.
    fn value(&mut self) -> String {
        format!("t * 16 + {}", self.random.below(16))
    }

    fn array(&mut self) -> String {
        if !self.scope.places.is_empty() && self.random.chance(50) {
            return self.random.pick(&self.scope.places).clone();
        }
        if !self.scope.pointers.is_empty() && self.random.chance(30) {
            return self.random.pick(&self.scope.pointers).clone();
        }
        if self.grid {
            return (*self.random.pick(&["a", "a", "s0", "s1", "s2"])).to_owned();
        }
        (*self.random.pick(&["a", "s0", "s1", "s2", "s3", "s0", "s1", "s2", "s3"])).to_owned()
    }

    /// An access, alone or under a condition.
    pub(super) fn probe(&mut self, place: Place, out: &mut Vec<Node>) {
        let (array, value) = (self.array(), self.value());
        let cell = self.random.below(16) + 64;
        let depth = 1 + self.random.below(2);
        let shift = self.expression(depth, false);
        let text = match self.random.below(20) {
            0..=4 => {
                let c = self.condition(false);
                format!("if ({c}) {array}[{cell}] = {value};")
            }
            5 => format!("{array}[t] = {value};"),
            6 | 7 => format!("{array}[(({shift}) & 7) + t] = {value};"),
            8 => format!("{array}[({shift}) + 32] = {value};"),
            9 => format!("{array}[({shift}) & 31] = {value};"),
            10 => format!("if (t == {}) {array}[{shift}] = {value};", self.expression(1, place.uniform)),
            11 => format!("atomicAdd(&{array}[({shift}) & 15], {value});"),
            12 => format!("if (({shift}) % 4 == t) {array}[{cell}] = {value};"),
            13 => self.wide(&shift, &value),
            14 => format!("put({array}, ({shift}) & 31, {value});"),
            15 => {
                let v = self.name("v");
                let text = format!("int {v} = {array}[({shift}) & 15] & 7;");
                self.scope.vars.push(Variable { name: v, uniform: false });
                text
            }
            16 => format!("{array}[t] += {array}[t + (({shift}) & 3)];"),
            17 => format!("if (find({array} + 8, t & 7, {shift}) > 2) {array}[{cell}] = {value};"),
            18 => format!("if ({array}[t] > ({shift})) s3[{cell}] = {value};"),
            _ => format!(
                "{array}[t * {} + {}] = {value};",
                self.random.pick(&["2", "3", "n", "m"]),
                self.random.below(4)
            ),
        };
        out.push(line(text));
    }

    fn wide(&mut self, shift: &str, value: &str) -> String {
        match self.random.below(7) {
            0 => format!("((unsigned char *)s2)[({shift}) & 63] = {value};"),
            1 => format!("((short *)s1)[({shift}) & 31] = {value};"),
            2 => format!("r[({shift}) & 15].y = {value};"),
            3 => format!("r[t].z[({shift}) & 1] = {value};"),
            4 => format!("r[t + (({shift}) & 1)] = r[t];"),
            5 => format!("h[t + (({shift}) & 1)] = {value};"),
            _ => format!("c[({shift}) & 15] = {value};"),
        }
    }
}

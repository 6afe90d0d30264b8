//! Indices and conditions of random kernels.

use super::generate::Generator;

impl Generator {
    /// An index that most often differs between threads.
    pub(super) fn own_cell(&mut self) -> String {
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
    pub(super) fn index(&mut self) -> String {
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
    pub(super) fn counter(&mut self) -> String {
        let all: Vec<&String> = self.shared.iter().chain(&self.own).collect();
        if all.is_empty() || self.random.chance(15) {
            return (*self.random.pick(&["n", "m", "1", "2", "(int)u", "v"])).to_owned();
        }
        self.random.pick(&all).to_string()
    }

    pub(super) fn condition(&mut self, uniform: bool) -> String {
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

    /// A cell of the array with two axes, of the thread's own more often than not.
    pub(super) fn plane(&mut self) -> String {
        let (x, y) = if self.planar { ("threadIdx.x", "threadIdx.y") } else { ("t % 16", "t / 16") };
        match self.random.below(8) {
            0..=3 => format!("[{y}][{x}]"),
            4 => format!("[({x}) & 15][{y}]"),
            5 => format!("[({y}) ^ 1][{x}]"),
            6 => format!("[{y}][(({x}) + 1) % 17]"),
            _ => format!("[({x}) & 15][({y}) + ({})]", self.counter()),
        }
    }
}

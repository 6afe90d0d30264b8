//! Statements of random kernels about the lanes of a warp: tiles that wait for themselves, halves that part, and masks that
//! name the wrong lanes. The halves of a warp and the masks in the texts are those of CUDA's 32 lanes.

use super::generate::{Generator, Place};
use crate::text::{Node, block, line};
use raceproof::kernel::target::{ALL_LANES, LANES};

const WARP: usize = LANES as usize;

impl Generator {
    /// Lanes that exchange something; `lane` is the thread's.
    pub(super) fn lanes(&mut self, place: Place, out: &mut Vec<Node>) {
        if !place.uniform && !self.random.chance(15) {
            return;
        }
        match self.random.below(13) {
            0..=4 => {
                let (mask, width) = self.tile();
                self.tiles(&mask, width, out);
            }
            5 => self.halves("lane < 16", ["0xffffu", "0xffff0000u"], 15, out),
            6 => self.halves("(lane & 1) == 0", ["0x55555555u", "0xaaaaaaaau"], 30, out),
            7 => self.falling(out),
            8 => {
                let (mask, width) = self.tile();
                let by = 1 + self.random.below(width);
                let value = match self.random.below(3) {
                    0 => format!("__shfl_xor_sync({mask}, v, {by})"),
                    1 => format!("__shfl_down_sync({mask}, v, {by})"),
                    _ => format!("__any_sync({mask}, v > {by})"),
                };
                out.push(line(format!("v += {value};")));
            }
            9 => {
                let n = 1 + self.random.below(20);
                let mask = format!("(1u << {}) - 1", if self.random.chance(80) { n } else { n + 1 });
                let body = vec![line("s0[t] = v;"), line(format!("__syncwarp({mask});")), line("v += s0[t / 2 * 2];")];
                out.push(block(format!("if (lane < {n})"), body));
            }
            10 => {
                let mask = *self.random.pick(&["0xffffu", "0x0f0f0f0fu", "0xffu", "0xffffff00u", "1u << lane"]);
                let test = *self.random.pick(&["lane < 16", "(lane & 4) == 0", "t < n", "lane < 8", "lane >= 8"]);
                out.push(block(format!("if ({test})"), vec![line(format!("__syncwarp({mask});"))]));
            }
            11 => self.relayed(out),
            _ => out.push(line("__syncwarp();")),
        }
        if self.random.chance(70) {
            out.push(line(*self.random.pick(&["__syncwarp();", "__syncthreads();"])));
        }
    }

    /// A mask that names the thread's tile, and the tile's lanes.
    fn tile(&mut self) -> (String, usize) {
        let width = *self.random.pick(&[2, 4, 8, 16, WARP]);
        if width == WARP {
            return (format!("{ALL_LANES:#x}u"), WARP);
        }
        let ones = (1u32 << width) - 1;
        (format!("{ones:#x}u << (lane & ~{})", width - 1), width)
    }

    /// A lane of the same tile, but for a slip.
    fn partner(&mut self, width: usize) -> String {
        let c = if self.random.chance(10) { width } else { self.random.below(width) };
        match self.random.below(4) {
            0 | 1 => format!("t ^ {c}"),
            2 => format!("(t & ~{0}) | ((t + {c}) & {0})", width - 1),
            _ => format!("t / {width} * {width} + {c}"),
        }
    }

    fn tiles(&mut self, mask: &str, width: usize, out: &mut Vec<Node>) {
        let array = *self.random.pick(&["s0", "s1"]);
        let wait = || line(format!("__syncwarp({mask});"));
        out.push(line(format!("{array}[t] = t + v;")));
        if self.random.chance(90) {
            out.push(wait());
        }
        let partner = self.partner(width);
        out.push(line(format!("v += {array}[{partner}];")));
        if self.random.chance(70) {
            out.push(wait());
        }
    }

    /// One lane of each tile passes on what its tile has done, or takes part in something else.
    fn relayed(&mut self, out: &mut Vec<Node>) {
        let width = *self.random.pick(&[2, 4, 8]);
        let (k, c) = (self.random.below(width), self.random.below(WARP));
        let every: u64 = (0..WARP).filter(|lane| lane % width == k).map(|lane| 1 << lane).sum();
        let tile = line(format!("__syncwarp({:#x}u << (lane & ~{}));", (1u32 << width) - 1, width - 1));
        let test = format!("if ((lane & {}) == {k})", width - 1);
        let wait = line(format!("__syncwarp({every:#x}u);"));
        out.push(line("s1[t] = v;"));
        if self.random.chance(25) {
            out.extend([block(test, vec![wait]), tile, line(format!("v += s1[t ^ {c}];"))]);
        } else {
            let mut body = vec![wait, line(format!("v += s1[t ^ {c}];"))];
            if self.random.chance(20) {
                body.reverse();
            }
            out.extend([tile, block(test, body)]);
        }
    }

    fn halves(&mut self, test: &str, masks: [&str; 2], partners: usize, out: &mut Vec<Node>) {
        let partner = 1 + self.random.below(partners);
        let partner = if self.random.chance(80) { partner & partners } else { partner };
        let side = |mask: &str| {
            let wait = line(format!("__syncwarp({mask});"));
            vec![line("s1[t] = v;"), wait, line(format!("v += s1[t ^ {partner}];"))]
        };
        out.push(block(format!("if ({test})"), side(masks[0])));
        if self.random.chance(80) {
            out.push(block("else", side(masks[1])));
        }
    }

    /// A sum over a tile.
    fn falling(&mut self, out: &mut Vec<Node>) {
        let (mask, width) = self.tile();
        let i = self.name();
        let wait = || line(format!("__syncwarp({mask});"));
        let mut body = vec![line("s0[t] = v;"), wait(), line(format!("v += s0[t ^ {i}];"))];
        if self.random.chance(70) {
            body.push(wait());
        }
        let start = if self.random.chance(85) { width / 2 } else { width };
        out.push(block(format!("for (int {i} = {start}; {i} > 0; {i} >>= 1)"), body));
    }
}

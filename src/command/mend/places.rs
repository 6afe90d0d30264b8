//! Where a barrier may be missing between two accesses, as lines behind which one is put.
//!
//! ```text
//! 4  for (int k = 0; k < n; ++k) {
//! 5    s[t] = k;
//! 6    y += s[u];
//! 7  }
//! ```
//!
//! Between lines 5 and 6 that is behind 5; since both are in a loop, also behind 6, at its end, and behind 4, at its start; and
//! behind 5 and 6 both. The least deep places come first: more threads come there. Direction: places by the text; which of them
//! is right, a check says.

use super::text::{Code, Kind};
use crate::span::Span;
use crate::verdict::Finding;

/// The most places between two lines that are tried.
const BETWEEN: usize = 3;
/// The most loops around them whose ends are tried.
const LOOPS: usize = 3;

/// The places of a finding's two accesses in the one function that both are made from, and whether that is the kernel itself.
pub(super) fn common(finding: &Finding) -> Option<([&Span; 2], bool)> {
    let [one, other] = finding.parties.as_slice() else { return None };
    let ([a, b], same) = Span::common(&one.span, &other.span);
    (a.file == b.file && a.line > 0 && b.line > 0).then_some(([a, b], same == 0))
}

/// Lines behind which barriers are put, together; those that are tried first come first.
pub(super) fn candidates(code: &Code, [a, b]: [u32; 2], is_round: bool) -> Vec<Vec<u32>> {
    let (first, last) = (a.min(b), a.max(b));
    let mut between: Vec<(usize, u32)> =
        (first..last).filter_map(|line| Some((code.depth_behind(line)?, line))).collect();
    between.sort_unstable();
    let least = between.first().map_or(0, |(depth, _)| *depth);
    // Right before the later access: behind what waits for a copy.
    if let Some(at) = between.iter().rposition(|(depth, _)| *depth == least).filter(|at| *at > 1) {
        let last = between.remove(at);
        between.insert(1, last);
    }
    let between: Vec<u32> = between.into_iter().map(|(_, line)| line).take(BETWEEN).collect();
    let loops = code.around(first, last).into_iter().filter(|block| block.kind == Kind::Loop).take(LOOPS);
    let ends: Vec<[Option<u32>; 2]> = loops
        .map(|block| {
            let may_stand = |line: &u32| code.depth_behind(*line).is_some();
            let end = (block.open..block.close).rev().find(may_stand).filter(|line| *line >= last);
            [end, Some(block.open).filter(may_stand)]
        })
        .collect();
    let singles = between.iter().map(|line| vec![*line]);
    let rounds = ends.iter().flatten().flatten().map(|line| vec![*line]);
    let mut all: Vec<Vec<u32>> =
        if is_round { rounds.chain(singles).collect() } else { singles.chain(rounds).collect() };
    for line in &between {
        for end in ends.iter().filter_map(|[end, start]| end.or(*start)).filter(|end| end != line) {
            all.push(vec![*line.min(&end), *line.max(&end)]);
        }
    }
    let mut kept: Vec<Vec<u32>> = vec![];
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::command::mend::text::Code;

    #[test]
    fn a_loop_has_a_start_and_an_end() {
        let code = Code::new("__global__ void k(int *s) {\n  for (;;) {\n    s[0] = 1;\n    s[1] = s[0];\n  }\n}\n");
        assert_eq!(candidates(&code, [3, 4], false), [vec![3], vec![4], vec![2], vec![3, 4]]);
        assert_eq!(candidates(&code, [4, 3], true), [vec![4], vec![2], vec![3], vec![3, 4]]);
        assert_eq!(candidates(&code, [4, 4], false), [vec![4], vec![2]]);
    }
}

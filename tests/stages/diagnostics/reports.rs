//! Reports and sources in memory, as the analysis would deliver them.

use raceproof::diagnostics::codes::Code;
use raceproof::span::Span;
use raceproof::verdict::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const KERNEL: &str = "\
__global__ void shift(float *out, const float *in, int nreps) {
  __shared__ float tile[256];
  for (int r = 0; r < nreps; r++) {
    tile[threadIdx.x] = in[threadIdx.x];

    __syncthreads();
    out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
  }
}
";

const ALLOW: &str = "\
// raceproof: allow(RP0004, data-race)
  tile[i] = 1;
  tile[i] = 2; // raceproof: allow(RP0001)
  // raceproof: allow(RP0002)
  tile[i] = 3;
  tile[i] = 4;
  say(\"raceproof: allow(RP0001)\");
";

pub(crate) fn sources() -> BTreeMap<String, Arc<str>> {
    let helper = "__device__ void put(float *p, int i) {\n    p[i] = i;\n}\n";
    let texts = [("a.cu", KERNEL), ("allow.cu", ALLOW), ("util.cuh", helper)];
    texts.into_iter().map(|(path, text)| (path.to_owned(), Arc::from(text))).collect()
}

pub(crate) fn span(file: &str, line: u32, column: u32) -> Span {
    Span { file: file.into(), line, column, inlined_at: Vec::new() }
}

pub(crate) fn party(mode: AccessMode, span: Span, thread: [u32; 3]) -> Party {
    Party { mode, span, thread, block: [0, 0, 0], values: Vec::new(), variables: Vec::new(), opaque: Vec::new() }
}

/// At the barrier in line 6.
pub(crate) fn barrier(thread: [u32; 3]) -> Party {
    party(AccessMode::Barrier, span("a.cu", 6, 5), thread)
}

/// A finding that is certain, with the severity of the table.
pub(crate) fn finding(code: &Code, parties: Vec<Party>) -> Finding {
    Finding {
        code: code.id,
        certainty: Certainty::Race,
        kind: code.rule.kind,
        severity: code.rule.severity,
        level: Level::Block,
        array: String::new(),
        cell: String::new(),
        what: String::new(),
        parties,
        witness: vec![("blockDim.x".into(), 16)],
        approximations: Vec::new(),
        conditions: vec![],
        launches: vec![],
        notes: Vec::new(),
        help: Vec::new(),
        given: None,
        replay: None,
        gaps: vec![],
        round: None,
        idle: vec![],
        parting: None,
        dependences: vec![],
        within_warp: false,
        fixes: vec![],
        also: vec![],
        same_as: None,
        together: None,
        picture: None,
    }
}

/// Without findings; all threads reach its barriers.
pub(crate) fn kernel(name: &str, verdict: Verdict) -> KernelReport {
    KernelReport {
        name: name.into(),
        symbol: format!("_Z{}", name.len()),
        span: span("a.cu", 1, 17),
        of_library: false,
        verdict,
        divergence: Divergence::Free,
        open: vec![],
        findings: Vec::new(),
        suppressed: Vec::new(),
        assumptions: Vec::new(),
        stats: Stats { phases: 3, queries: 12, ..Stats::default() },
    }
}

/// The read of one iteration against the write of the next.
pub(crate) fn race() -> KernelReport {
    let mut write = party(AccessMode::Write, span("a.cu", 4, 23), [15, 0, 0]);
    write.values = vec![("i".into(), 3)];
    let read = party(AccessMode::Read, span("a.cu", 7, 24), [14, 0, 0]);
    let mut entry = finding(&raceproof::diagnostics::codes::DATA_RACE, vec![write, read]);
    entry.array = "tile".into();
    entry.cell = "tile[15]".into();
    entry.what = "data race on `tile`".into();
    entry.witness.extend([("r".to_owned(), 1), ("nreps".to_owned(), 2)]);
    KernelReport { findings: vec![entry], ..kernel("shift(float*, float const*, int)", Verdict::Race) }
}

/// One file that was checked.
pub(crate) fn checked(kernels: Vec<KernelReport>) -> Vec<FileReport> {
    vec![FileReport { path: "a.cu".into(), status: FileStatus::Checked(kernels), ..FileReport::default() }]
}

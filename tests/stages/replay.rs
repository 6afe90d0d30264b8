//! Kernels that are executed from their prepared code: what they compute, and which of their accesses nothing orders.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use raceproof::front::clang::{Job, Side, compile};
use raceproof::front::config::Environment;
use raceproof::front::nvcc;
use raceproof::kernel::program::Program;
use raceproof::llvm::{Reading, programs};
use raceproof::replay::{Barrier, Contents, Input, Schedule, Unset, Wanted, execute, replay};
use raceproof::verdict::{Level, Missed, Missing, Obstacle, Refutation, Replay};
use std::ffi::OsString;
use std::fs;

/// What an execution left: the first words of `out`, and whether something raced.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    out: Vec<u32>,
    raced: bool,
}

fn program(source: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    fs::write(&file, source).unwrap();
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.cuda_path = None;
    let invocation = nvcc::parse(["-arch=sm_80", "-std=c++17"].map(OsString::from), &|_| None);
    let job = Job { file: &file, side: Side::Device, architecture: None, invocation: &invocation };
    let unit = compile(&job, &environment).unwrap_or_else(|e| panic!("{e}\n{}", e.details()));
    let mut all = programs(&file, Some(&unit.bitcode), Reading::default(), &["k".to_owned()]).unwrap();
    all.remove(0)
}

/// Runs `k` for blocks of so many threads; `in` holds the numbers from 0.
fn run(head: &str, body: &str, [blocks, threads]: [u32; 2], schedule: Schedule) -> Result<Left, Obstacle> {
    let program = program(&format!(
        "#include <cooperative_groups.h>\n{head}\nextern \"C\" __global__ void k(unsigned *out, unsigned *in) {{\n\
         unsigned t = threadIdx.x;\n{body}\n}}\n"
    ));
    let numbers = (0..256u32).flat_map(u32::to_le_bytes).collect();
    let input = Input {
        block_dim: [threads, 1, 1],
        grid_dim: [blocks, 1, 1],
        cluster_dim: [1; 3],
        blocks: (0..blocks).map(|block| [block, 0, 0]).collect(),
        parameters: vec![],
        contents: vec![Contents { object: "in".into(), at: 0, bytes: numbers, block: None }],
        fuel: 200_000,
        schedule,
        unset: Unset::Zero,
    };
    let execution = execute(&program, &input, &Wanted::All)?;
    let words = execution.bytes("out", 0, 4 * 64).unwrap();
    let out = words.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    Ok(Left { out, raced: execution.races().next().is_some() })
}

fn ran(body: &str, threads: u32) -> Left {
    run("", body, [1, threads], Schedule::InTurns).unwrap()
}

fn raced(body: &str, threads: u32) -> bool {
    ran(body, threads).raced
}

#[test]
fn barriers_of_the_block_order() {
    let kernel = |barrier: &str| format!("__shared__ unsigned s[64]; s[t] = in[t]; {barrier} out[t] = s[63 - t];");
    let left = ran(&kernel("__syncthreads();"), 64);
    assert_eq!((left.out[0], left.out[63], left.raced), (63, 0, false));
    assert!(raced(&kernel(""), 64));
    assert!(raced(&kernel("__syncwarp();"), 64));
    assert!(raced(&kernel("__threadfence();"), 64));
}

#[test]
fn barriers_of_a_warp_order_the_lanes_that_they_name() {
    let kernel =
        |barrier: &str| format!("__shared__ unsigned s[32]; s[t] = t; {barrier} out[t] = s[t ^ 1] + s[t ^ 8];");
    assert!(!raced(&kernel("__syncwarp();"), 32));
    assert!(!raced(&kernel("if (t < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000);"), 32));
    let quarters = "unsigned q = t / 8; __syncwarp(0xffu << (8 * q));";
    assert!(raced(&kernel(quarters), 32));
}

#[test]
fn lanes_exchange_values_and_order_nothing() {
    let left = ran("out[t] = __shfl_down_sync(0xffffffff, t * 10, 4) + __shfl_xor_sync(0xffffffff, t, 1);", 32);
    assert_eq!(left.out[..3], [41, 50, 63]);
    assert_eq!(left.out[31], 310 + 30);
    let left = ran("out[t] = __ballot_sync(0xffffffff, t % 3 == 0) & (t == 5 ? ~0u : 0);", 32);
    assert_eq!((left.out[5], left.out[6]), (0x4924_9249, 0));
    let left = ran("out[t] = __match_any_sync(0xffffffff, t / 4) + __reduce_add_sync(0xffffffff, t);", 32);
    assert_eq!(left.out[4], 0xf0 + 496);
    assert!(raced("__shared__ unsigned s[32]; s[t] = t; __ballot_sync(~0u, t); out[t] = s[t ^ 1];", 32));
}

#[test]
fn named_barriers_count_those_that_only_arrive() {
    let kernel = |arrival: &str| {
        format!(
            "__shared__ unsigned s[32]; if (t < 32) {{ s[t] = t + 7; {arrival} }}\n\
             else {{ asm volatile(\"bar.sync 1, 64;\" : : : \"memory\"); out[t] = s[t - 32]; }}"
        )
    };
    let left = ran(&kernel("asm volatile(\"bar.arrive 1, 64;\" : : : \"memory\");"), 64);
    assert_eq!((left.out[32], left.out[63], left.raced), (7, 38, false));
    let never = run("", &kernel(""), [1, 64], Schedule::InTurns);
    assert_eq!(never, Err(Obstacle::Deadlock));
}

#[test]
fn copies_are_under_way_until_they_are_waited_for() {
    let kernel = |wait: &str| {
        format!(
            "__shared__ unsigned s[32]; unsigned at = __cvta_generic_to_shared(&s[t]);\n\
             asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" : : \"r\"(at), \"l\"(in + t) : \"memory\");\n\
             {wait}\n__syncthreads(); out[t] = s[t ^ 1];"
        )
    };
    let group =
        |wait: &str| format!("asm volatile(\"cp.async.commit_group; cp.async.wait_group {wait};\" : : : \"memory\");");
    let left = ran(&kernel(&group("0")), 32);
    assert_eq!((left.out[0], left.raced), (1, false));
    assert!(!raced(&kernel("asm volatile(\"cp.async.wait_all;\" : : : \"memory\");"), 32));
    assert!(raced(&kernel(&group("1")), 32));
    // Their own thread's, too.
    assert!(raced(&kernel("s[t] = 1;"), 32));
}

#[test]
fn flags_hand_over_where_fences_are() {
    let kernel = |before: &str, after: &str| {
        format!(
            "if (blockIdx.x == 0) {{ in[100] = 5; {before} atomicExch(&in[200], 1); }}\n\
             else {{ while (atomicAdd(&in[200], 0) != 1) {{}} {after} out[0] = in[100]; }}"
        )
    };
    let by = |before, after| run("", &kernel(before, after), [2, 1], Schedule::InTurns).unwrap();
    let fence = "__threadfence();";
    assert!(!by(fence, fence).raced && by(fence, fence).out[0] == 5);
    assert!(by("", fence).raced && by(fence, "").raced);
}

#[test]
fn atomics_race_beyond_their_scope() {
    let by = |call: &str| run("", call, [2, 32], Schedule::InTurns).unwrap();
    let left = by("out[1 + t] = atomicAdd(&out[0], 2);");
    assert_eq!((left.out[0], left.out[32]), (128, 126));
    assert!(!by("atomicAdd(&out[0], 2);").raced && by("atomicAdd_block(&out[0], 2);").raced);
    assert!(by("atomicAdd(&out[0], 2); in[t] = out[0];").raced);
    assert!(!run("", "atomicAdd_block(&out[0], 2);", [1, 32], Schedule::InTurns).unwrap().raced);
}

#[test]
fn who_is_together_is_up_to_the_schedule() {
    let body = "if (t % 2) out[t] = __activemask();";
    let by = |schedule| run("", body, [1, 32], schedule).unwrap().out[3];
    assert_eq!((by(Schedule::InTurns), by(Schedule::SideBySide)), (0xaaaa_aaaa, 8));
}

#[test]
fn all_blocks_meet_at_a_barrier_of_the_grid() {
    let kernel = |barrier: &str| format!("in[blockIdx.x] = 9; {barrier} out[blockIdx.x] = in[1 - blockIdx.x];");
    let left = run("", &kernel("cooperative_groups::this_grid().sync();"), [2, 1], Schedule::InTurns).unwrap();
    assert_eq!((left.out[0], left.out[1], left.raced), (9, 9, false));
    assert!(run("", &kernel(""), [2, 1], Schedule::InTurns).unwrap().raced);
}

#[test]
fn numbers_are_computed_as_the_device_does() {
    let body = "\
        float x = 1.0f / (t + 3); out[t] = __float_as_uint(fmaf(x, x, 0.1f));\n\
        double d = sqrt((double)t); out[32 + t] = (unsigned)(d * 1000.0);\n\
        short local[4] = {1, -2, 3, -4}; if (t == 7) out[7] = local[t & 3] * 10;\n\
        switch (t) { case 1: out[1] = 77; break; case 2: out[2] = __clz(t) + __popc(t); break; }";
    let left = ran(body, 32);
    let x = 1.0f32 / 3.0;
    assert_eq!(left.out[0], x.mul_add(x, 0.1).to_bits());
    assert_eq!((left.out[34], left.out[7].cast_signed(), left.out[1], left.out[2]), (1414, -40, 77, 31));
}

#[test]
fn what_never_ends_is_given_up() {
    let forever = run("", "while (in[0] == 0) { in[1]++; } out[0] = 1;", [1, 1], Schedule::InTurns);
    assert_eq!(forever, Err(Obstacle::Instructions));
    let nowhere = run("", "*(unsigned *)(unsigned long long)in[3] = 1;", [1, 1], Schedule::InTurns);
    assert_eq!(nowhere, Err(Obstacle::Address));
}

/// What an execution shows of the `n`-th place where threads of `k` meet.
fn missed(body: &str, [n, threads]: [usize; 2], (level, how, any_place): (Level, Missing, bool)) -> Replay {
    let program = program(&format!(
        "extern \"C\" __global__ void k(unsigned *out, unsigned *in) {{\nunsigned t = threadIdx.x;\n{body}\n}}\n"
    ));
    let input = Input {
        block_dim: [threads as u32, 1, 1],
        grid_dim: [1; 3],
        cluster_dim: [1; 3],
        blocks: vec![[0; 3]],
        parameters: vec![],
        contents: vec![],
        fuel: 200_000,
        schedule: Schedule::InTurns,
        unset: Unset::Zero,
    };
    let missed = Missed { how, any_place, iterations: vec![] };
    replay(&program, &input, &Wanted::Missed(Barrier { span: program.meetings[n].clone(), level, missed }))
}

const MET: Replay = Replay::Refuted(Refutation::Met);
const OF_BLOCK: (Level, Missing, bool) = (Level::Block, Missing::Place, false);

#[test]
fn barriers_are_missed_by_who_does_not_come() {
    let by = |body: &str| missed(body, [0, 64], OF_BLOCK);
    assert_eq!(by("if (t < 16) __syncthreads();\nout[t] = 1;"), Replay::Confirmed);
    assert_eq!(by("if (t < 64) __syncthreads();\nout[t] = 1;"), MET);
    assert_eq!(by("if (t > 64) __syncthreads();\nout[t] = 1;"), Replay::Refuted(Refutation::NotReached { party: 1 }));
    // The others wait for the first at their next barrier, and it for them.
    let waits = "if (t < 16) __syncwarp();\n__syncthreads();\nout[t] = 1;";
    assert_eq!(missed(waits, [0, 32], (Level::Warp, Missing::Place, false)), Replay::Confirmed);
    assert_eq!(missed(waits, [1, 32], OF_BLOCK), Replay::NotExecutable(Obstacle::Deadlock));
    // Who is stopped before the barrier has not missed it.
    assert_eq!(by("if (t > 3) __trap();\n__syncthreads();\nout[t] = 1;"), MET);
}

#[test]
fn barriers_are_met_in_the_same_iterations() {
    let by = |body: &str| missed(body, [0, 64], OF_BLOCK);
    let often =
        |test: &str| format!("for (unsigned i = 0; i < 2; i++) {{ if ({test}) __syncthreads();\nout[t] += i; }}");
    assert_eq!(by(&often("(i ^ t) & 1")), Replay::Confirmed);
    assert_eq!(by(&often("i & 1")), MET);
    assert_eq!(by("for (unsigned i = 0; i < 1 + t % 2; i++) { __syncthreads();\nout[t] += i; }"), Replay::Confirmed);
}

#[test]
fn some_barriers_are_met_from_different_places() {
    let at = |n, any_place| {
        let body = "if (t < 16) { __barrier_sync(0); out[t] = 2;\n} else { __barrier_sync(0); out[t] = 1; }";
        missed(body, [n, 32], (Level::Block, Missing::Place, any_place))
    };
    assert_eq!([at(0, false), at(1, false)], [Replay::Confirmed, Replay::Confirmed]);
    assert_eq!([at(0, true), at(1, true)], [MET, MET]);
}

#[test]
fn masks_name_who_comes() {
    let by = |body: &str, how| missed(body, [0, 32], (Level::Warp, how, false));
    let shuffle = |mask: &str| format!("if (t < 8) out[t] = __shfl_sync({mask}, t, 0);");
    assert_eq!(by(&shuffle("0xffff"), Missing::Lane), Replay::Confirmed);
    assert_eq!(by(&shuffle("0xff"), Missing::Lane), MET);
    assert_eq!(by(&shuffle("0xf"), Missing::Itself), Replay::Confirmed);
    assert_eq!(by(&shuffle("0xff"), Missing::Itself), MET);
    assert_eq!(by(&shuffle("t < 4 ? 0xffu : 0xfeu"), Missing::Lane), Replay::Confirmed);
}

#[test]
fn named_barriers_are_for_as_many_as_come() {
    let by = |threads: u32| {
        let body = format!("if (t < {threads}) asm volatile(\"bar.sync 1, 64;\" : : : \"memory\");\nout[t] = 1;");
        missed(&body, [0, 128], (Level::Block, Missing::Count, false))
    };
    assert_eq!([by(32), by(64), by(96)], [Replay::Confirmed, MET, Replay::Confirmed]);
}

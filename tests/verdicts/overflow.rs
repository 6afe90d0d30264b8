//! What `--overflow` says of index arithmetic: that it does not wrap is an assumption of a verdict, or is followed.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

const ASSUMPTION: &str = "index arithmetic does not wrap";
/// In a grid of 2^22 blocks of 256 threads, thread 2^30 stores where thread 0 does.
const SPREAD: &str = "__global__ void spread(int *out) {
    GRID
    unsigned thread = blockIdx.x * 256 + threadIdx.x;
    out[thread * 4] = thread;
}";

/// The verdict, and whether it rests on the assumption.
fn verdict(source: &str, options: &[&str]) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spread.cu");
    std::fs::write(&file, source).unwrap();
    let kernel = &crate::checked(&file, options).1[0];
    let assumptions = kernel["assumptions"].as_array().unwrap();
    (kernel["verdict"].as_str().unwrap().to_owned(), assumptions.iter().any(|a| a == ASSUMPTION))
}

#[test]
fn a_product_that_wraps_is_a_race_where_it_is_followed() {
    let open = SPREAD.replace("GRID", "");
    assert_eq!(verdict(&open, &["--block-dim=256", "--overflow=assume"]), ("race-free".to_owned(), true));
    assert_eq!(verdict(&open, &["--block-dim=256", "--overflow=check"]), ("race".to_owned(), false));
}

#[test]
fn arithmetic_that_fits_needs_no_assumption() {
    let small = format!("#include <raceproof.h>\n{}", SPREAD.replace("GRID", "__requires(gridDim.x <= 65535);"));
    assert_eq!(verdict(&small, &["--block-dim=256", "--overflow=check"]), ("race-free".to_owned(), false));
}

/// Blocks of one column write the same: cell and value come from the same thread number, as long as `i` has not wrapped.
const COLUMNS: &str = "__global__ void columns(int *out, int n) {
    int id = threadIdx.x * gridDim.x + blockIdx.x;
    for (int i = id; i < n + 8; i += gridDim.x * blockDim.x) out[i] = id * 16 + 10;
}
int main() { int *out; cudaMalloc(&out, 4000); columns<<<dim3(2, 2), THREADS>>>(out, N); }";

#[test]
fn a_loop_that_ends_before_its_counter_wraps_is_counted_in_whole_numbers() {
    let small = COLUMNS.replace("THREADS", "3").replace("N)", "3)");
    assert_eq!(verdict(&small, &["--overflow=check"]), ("race-free".to_owned(), false));
    let wraps = COLUMNS.replace("2, 2", "3, 2").replace("THREADS", "256").replace("N)", "2147483639)");
    assert_eq!(verdict(&wraps, &["--overflow=check"]), ("race".to_owned(), false));
}

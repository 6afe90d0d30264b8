//! The `raceproof` command.
fn main() {
    for k in
        raceproof::llvm::kernels(std::path::Path::new(&std::env::args().nth(1).unwrap_or_default())).unwrap_or_default()
    {
        print!("{k}");
    }
}

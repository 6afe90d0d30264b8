//! raceproof: proves CUDA kernels free of data races and barrier divergence.

// raceproof: --block-dim 64 --grid-dim 1
// The sum of a warp, as libraries write it: lanes beyond the segment add nothing.
__global__ void sums(const float *in, float *out) {
  float x = in[threadIdx.x];
  for (int step = 1; step < 32; step *= 2)
    asm volatile(
        "{ .reg .f32 r; .reg .pred p; shfl.sync.down.b32 r|p, %1, %2, 31, -1; @p add.f32 r, r, %1; mov.f32 %0, r; }"
        : "=f"(x)
        : "f"(x), "r"(step));
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = x;
}

// raceproof: --block-dim 64
// What older GPUs did in lock step: volatile alone orders nothing between lanes.
__global__ void sum(float* out, const float* in) {
  __shared__ float cells[64];
  int tid = threadIdx.x;
  cells[tid] = in[blockIdx.x * 64 + tid];
  __syncthreads();
  if (tid < 32) {
    volatile float* s = cells;
    s[tid] += s[tid + 32]; //~ RACE
    s[tid] += s[tid + 16]; //~ RACE
    s[tid] += s[tid + 8]; //~ RACE
    s[tid] += s[tid + 4]; //~ RACE
    s[tid] += s[tid + 2]; //~ RACE
    s[tid] += s[tid + 1]; //~ RACE
    if (tid == 0) {
      out[blockIdx.x] = s[0];
    }
  }
}

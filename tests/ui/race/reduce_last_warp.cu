// raceproof: --block-dim 128
// The old idiom: no synchronisation inside the last warp, since Volta a race between its lanes.
__device__ void last_warp(volatile float* s, int tid) {
  s[tid] += s[tid + 32]; //~ RACE
  s[tid] += s[tid + 16]; //~ RACE
  s[tid] += s[tid + 8]; //~ RACE
  s[tid] += s[tid + 4]; //~ RACE
  s[tid] += s[tid + 2]; //~ RACE
  s[tid] += s[tid + 1]; //~ RACE
}

__global__ void reduce(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  if (tid < 64) {
    s[tid] += s[tid + 64];
  }
  __syncthreads();
  if (tid < 32) {
    last_warp(s, tid);
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}

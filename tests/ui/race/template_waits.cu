// raceproof: --block-dim 128
// The template argument says whether to wait, and it says no between a write and a read.
template <bool Wait>
__device__ void put(float* s, int at, float v) {
  s[at] = v; //~ RACE
  if constexpr (Wait) {
    __syncthreads();
  }
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  put<false>(s, tid, in[tid]);
  out[tid] = s[127 - tid]; //~ RACE
}

// raceproof: --block-dim 128
// The template argument says whether to wait; between a write and a read it does.
template <bool Wait>
__device__ void put(float* s, int at, float v) {
  s[at] = v;
  if constexpr (Wait) {
    __syncthreads();
  }
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  put<true>(s, tid, in[tid]);
  out[tid] = s[127 - tid];
}

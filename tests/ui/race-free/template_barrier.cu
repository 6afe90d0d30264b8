// raceproof: --block-dim 128
// Every instance of the template has its barriers outside the condition.
template <int Active>
__device__ void rotate(float* s, int tid) {
  float v = tid < Active ? s[(tid + 1) % Active] : s[tid];
  __syncthreads();
  s[tid] = v;
  __syncthreads();
}

__global__ void turn(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  rotate<128>(s, tid);
  rotate<96>(s, tid);
  out[tid] = s[tid];
}

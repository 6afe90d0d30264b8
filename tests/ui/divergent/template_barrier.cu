// raceproof: --block-dim 128
// Only the first instance of the template fills the block.
template <int Active>
__device__ void rotate(float* s, int tid) {
  if (tid < Active) {
    float v = s[(tid + 1) % Active];
    __syncthreads(); //~ DIVERGENT
    s[tid] = v; //~ RACE?
  }
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

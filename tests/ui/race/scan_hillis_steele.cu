// raceproof: --block-dim 128
// The barrier at the end of an iteration is missing: the next one reads s while it is written.
__global__ void scan(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    float v = tid >= d ? s[tid - d] : 0.0f; //~ RACE
    __syncthreads();
    s[tid] += v; //~ RACE
  }
  out[tid] = s[tid];
}

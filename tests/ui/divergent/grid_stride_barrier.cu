// raceproof: --block-dim 128 --grid-dim 4 --param n=1000
// In the second round 24 threads of the last block find nothing left.
__global__ void smooth(float* out, const float* in, int n) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) {
    s[tid] = in[i]; //~ RACE?
    __syncthreads(); //~ DIVERGENT
    sum += s[tid] + s[127 - tid]; //~ RACE?
    __syncthreads(); //~ DIVERGENT
  }
  out[blockIdx.x * blockDim.x + tid] = sum;
}

// raceproof: --block-dim 256
// Every thread leaves the loop by its own test.
__global__ void settle(float* a, float limit) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = a[tid];
  __syncthreads();
  bool done;
  do {
    float v = 0.5f * (s[tid] + s[(tid + 1) % 256]);
    __syncthreads(); //~ DIVERGENT
    s[tid] = v;
    done = v < limit;
    __syncthreads(); //~ DIVERGENT
  } while (!done);
  a[tid] = s[tid];
}

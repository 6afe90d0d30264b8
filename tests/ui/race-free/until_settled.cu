// raceproof: --block-dim 256
// All threads stop once all of them are done.
__global__ void settle(float* a, float limit) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = a[tid];
  __syncthreads();
  bool done;
  do {
    float v = 0.5f * (s[tid] + s[(tid + 1) % 256]);
    __syncthreads();
    s[tid] = v;
    done = v < limit;
  } while (!__syncthreads_and(done));
  a[tid] = s[tid];
}

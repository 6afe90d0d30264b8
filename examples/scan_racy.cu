// raceproof: --block-dim 128
// A prefix sum in place: thread t reads an element that thread t - d is about to change.
__global__ void prefix_sum(int* data) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (tid >= d) {
      s[tid] += s[tid - d]; //~ RACE
    }
    __syncthreads();
  }
  data[tid] = s[tid];
}

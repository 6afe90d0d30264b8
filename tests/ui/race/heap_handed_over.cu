// raceproof: --block-dim 64
// What the first thread has allocated is everybody's, and nobody waits for it to be filled.
__global__ void filled(int* out, int n) {
  __shared__ int* common;
  if (threadIdx.x == 0) {
    common = (int*)malloc(64 * sizeof(int));  //~ RACE
    common[0] = n;  //~ RACE?
  }
  out[blockIdx.x * 64 + threadIdx.x] = common[0];  //~ RACE
}

// raceproof: --block-dim 32 --grid-dim 8
// The lock is taken and given back, but no fence ties the sum to it.
__device__ int lock;

__global__ void add(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    *sum += in[blockIdx.x]; //~ RACE
    atomicExch(&lock, 0);
  }
}

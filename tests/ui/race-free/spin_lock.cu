// raceproof: --block-dim 32 --grid-dim 8
// Fences behind taking the lock and before giving it back.
__device__ int lock;

__global__ void add(float* sum, const float* in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += in[blockIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
  }
}

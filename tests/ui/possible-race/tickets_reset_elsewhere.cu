// raceproof: --block-dim 128
// Behind a barrier of its own block a thread sets the counter back, while another block still draws.
__global__ void slots(int* out, int* next) {
  __shared__ int owner[128];
  int tid = threadIdx.x;
  owner[atomicAdd(next, 1) & 127] = tid; //~ RACE
  __syncthreads();
  if (tid == 0) {
    atomicExch(next, 0);
  }
  out[blockIdx.x * 128 + tid] = owner[tid];
}

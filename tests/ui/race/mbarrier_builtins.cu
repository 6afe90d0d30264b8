// raceproof: --block-dim 64 -arch=sm_90
// clang's own functions for mbarriers: what is read was written behind the arrival.
__global__ void handed(float* out, const float* in) {
  __shared__ float buffer[64];
  __shared__ long full;
  if (threadIdx.x == 0) {
    __nvvm_mbarrier_init(&full, 64);
  }
  __syncthreads();
  long phase = __nvvm_mbarrier_arrive(&full);
  buffer[threadIdx.x] = in[threadIdx.x];  //~ RACE
  while (!__nvvm_mbarrier_test_wait(&full, phase)) {
  }
  out[threadIdx.x] = buffer[63 - threadIdx.x];  //~ RACE
}

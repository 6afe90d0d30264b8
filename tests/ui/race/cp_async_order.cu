// raceproof: --block-dim 128 -arch=sm_80
// First the barrier, then the wait: a thread knows about its own copies only.
__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4( //~ RACE
      (__attribute__((address_space(3))) void*)&s[tid], (const __attribute__((address_space(1))) void*)&in[tid]);
  __syncthreads();
  __nvvm_cp_async_wait_all();
  out[tid] = s[127 - tid]; //~ RACE
}

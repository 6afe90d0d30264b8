// raceproof: --block-dim 128 -arch=sm_80
// First the wait, then the barrier.
__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4(
      (__attribute__((address_space(3))) void*)&s[tid], (const __attribute__((address_space(1))) void*)&in[tid]);
  __nvvm_cp_async_wait_all();
  __syncthreads();
  out[tid] = s[127 - tid];
}

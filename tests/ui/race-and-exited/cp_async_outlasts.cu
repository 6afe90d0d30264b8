// raceproof: --block-dim 64 -arch=sm_80
// The barrier opens without the thread that has returned, and its copy may still be under way.
__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  __nvvm_cp_async_ca_shared_global_4( //~ RACE
      (__attribute__((address_space(3))) void*)&s[tid], (const __attribute__((address_space(1))) void*)&in[tid]);
  if (tid == 0) return;
  __nvvm_cp_async_wait_all();
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid]; //~ RACE
}

// What nvcc takes too, and what it does not.
__device__ void lane(unsigned* out) { asm("mov.u32 %0, %laneid;" : "=r"(*out)); }
__global__ void broken(int n, floot* out) {
  out[threadIdx.x] = 1.0f;
}

// What all threads of the block read through the read-only cache is one value, but not of every row: where it is small, nobody
// waits before the values of others are read.
__device__ int cached(const int* p) { return __nvvm_ldg_i(p); }

__global__ void no_barrier_in_empty_rows(float* out, const float* in, const int* lengths) {
  __shared__ float values[256];
  values[threadIdx.x] = in[threadIdx.x]; //~ RACE
  if (cached(lengths + blockIdx.y) > 3) __syncthreads();
  out[blockIdx.y * 256 + threadIdx.x] = values[255 - threadIdx.x]; //~ RACE
}

void launch(float* out, const float* in, const int* lengths, int batches) {
  no_barrier_in_empty_rows<<<dim3(1, batches), 256>>>(out, in, lengths);
}

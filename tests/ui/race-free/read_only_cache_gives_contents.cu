// What is read through the read-only cache, as the toolkit's `__ldg` does it, is what the memory contains: all threads of the
// block that read one cell get one value. So all come to the barriers or none does, and the places of a row are distinct.
__device__ int cached(const int* p) { return __nvvm_ldg_i(p); }

__device__ int streamed(const int* p) {
  int value;
  asm("ld.global.cs.s32 %0, [%1+4];" : "=r"(value) : "l"(p));
  return value;
}

__device__ int own_lane() {
  int lane;
  asm("mov.s32 %0, %laneid;" : "=r"(lane));
  return lane;
}

__global__ void rows_of_a_batch(float* out, const float* in, const int* lengths, const int* starts) {
  __shared__ float sum[256];
  int length = cached(lengths + blockIdx.y);
  if (length == 0) return;
  sum[threadIdx.x] = threadIdx.x < length ? in[threadIdx.x] : 0.0f;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) sum[threadIdx.x] += sum[threadIdx.x + half];
    __syncthreads();
  }
  int start = streamed(starts + blockIdx.y);
  if (blockIdx.y == 0) out[start + threadIdx.x] = sum[0];
}

__global__ void first_of_warps(float* out, const float* in) {
  __shared__ float first[8];
  if (own_lane() == 0) first[threadIdx.x / 32] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = first[threadIdx.x / 32];
}

void launch(float* out, const float* in, const int* lengths, const int* starts, int batches) {
  rows_of_a_batch<<<dim3(1, batches), 256>>>(out, in, lengths, starts);
  first_of_warps<<<batches, 256>>>(out, in);
}

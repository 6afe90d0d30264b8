// A trap ends the launch, but of the kinds that do not trap, few threads come to the barrier.
enum Kind { PLAIN, SQUARE, OTHER, NEVER };

__device__ float apply(float x, Kind kind) {
  switch (kind) {
    case PLAIN: break;
    case SQUARE: x *= x; break;
    case OTHER:
    case NEVER: __trap();
  }
  return x;
}

__global__ void sums_of_few(float* out, const float* in, Kind kind) {
  __shared__ float values[64];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  if (threadIdx.x < 16) {
    sum = apply(values[threadIdx.x ^ 1], kind);
    __syncthreads(); //~ DIVERGENT
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void launch(float* out, const float* in, Kind kind) { sums_of_few<<<4, 64>>>(out, in, kind); }

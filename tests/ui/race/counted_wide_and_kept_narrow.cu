// A place is counted with 64 bits and kept in fewer: where steps are too short, the loop's own constants make it wrap, or bits are
// cut off on purpose, threads meet.
__device__ unsigned long long place() {
  return (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
}

// One step is too short by one.
__global__ void short_steps(float* out, int n) {
  for (int i = place(); i < n; i += (unsigned long long)gridDim.x * blockDim.x - 1) out[i] = threadIdx.x; //~ RACE
}

// Cells 2^24 apart: from the 256th on they come back.
__global__ void far_apart(float* out, const float* in) {
  unsigned i = (unsigned long long)threadIdx.x * 16777216;
  out[i] = in[threadIdx.x]; //~ RACE
}

// The lower byte of a rank.
__global__ void lower_byte(float* out, const float* in) {
  unsigned char i = place();
  out[i] = in[threadIdx.x]; //~ RACE
}

void launch(float* a, float* b, int n, int blocks) {
  short_steps<<<blocks, 256>>>(a, n);
  far_apart<<<1, 512>>>(a, b);
  lower_byte<<<1, 512>>>(a, b);
}

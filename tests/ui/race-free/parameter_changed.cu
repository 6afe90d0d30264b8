// A kernel may use a parameter that is passed by value as a variable of its own.
struct Part {
  int begin, end;
  float* out;
  __device__ void skip(int n) { begin += n; }
};

__global__ void fill(Part part) {
  part.begin += blockIdx.x * blockDim.x + threadIdx.x;
  if (part.begin < part.end) part.out[part.begin] = 0;
}

__global__ void fill_by_steps(Part part) {
  if (part.begin < 0) return;
  part.skip(threadIdx.x);
  for (; part.begin < part.end; part.skip(blockDim.x)) {
    part.out[blockIdx.x * part.end + part.begin] = 1;
  }
}

// raceproof: --grid-dim 1
// Pointers at fixed places in memory that the kernel does not write lead to objects of their own.
struct Buffers {
  float* keys;
  float* values;
  int count;
};

__constant__ Buffers constants;
__device__ Buffers variable;
__constant__ float* table[4];

__global__ void in_constants(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) constants.keys[i] = constants.values[i + 1];
}

__global__ void in_a_variable() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < variable.count) variable.keys[i] = variable.values[i + 1];
}

__global__ void in_a_table(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) table[0][i] = table[1][i + 1];
}

__global__ void behind_a_parameter(const Buffers* buffers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < buffers->count) buffers->keys[i] = buffers->values[i + 1];
}

__global__ void read_again(float** parts) {
  float* part = parts[1];
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = parts[1][threadIdx.x ^ 1];
  __syncthreads();
  parts[1][threadIdx.x] = sum;
}

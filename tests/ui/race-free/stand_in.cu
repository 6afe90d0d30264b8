// Without -rdc=true nvcc links no other unit: a function without a body can only stand for a computation.
__device__ int bin(int value, int bins);

__global__ void count(int* histogram, const int* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&histogram[bin(values[i], 256)], 1);
}

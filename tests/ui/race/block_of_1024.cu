// Two blocks of as many threads as the array has room for have one cell.
__global__ void sums(int size, int* degrees, int* sums) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int s[1024];
  s[threadIdx.x] = id < size ? degrees[id] : 0;
  __syncthreads();
  if (threadIdx.x == 0) sums[(id >> 11) + 1] = s[0];  //~ RACE
}

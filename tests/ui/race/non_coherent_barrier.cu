// The barrier orders the accesses, but a read by this path need not see the write.
__global__ void shift(int* data) {
  int i = threadIdx.x;
  data[i] = i; //~ RACE
  __syncthreads();
  int next = __ldg(&data[i ^ 1]); //~ RACE
  __syncthreads();
  data[i] = next;
}

void run(int* data) { shift<<<1, 64>>>(data); }

// Hints to the caches do not make a read less coherent.
__global__ void shift(int* data) {
  int i = threadIdx.x;
  data[i] = i;
  __syncthreads();
  int a = __ldcg(&data[i ^ 1]), b = __ldcs(&data[i ^ 2]), c = __ldca(&data[i ^ 4]);
  __syncthreads();
  data[i] = a + b + c;
}

void run(int* data) { shift<<<1, 64>>>(data); }

// With two buffers nothing is written that is read.
__global__ void step(float* to, const float* from) {
  int i = threadIdx.x;
  to[i] = i;
  __syncthreads();
  float x = __ldg(&from[63 - i]);
  __syncthreads();
  to[i] = x;
}

void run(float* p, float* q) { step<<<1, 64>>>(p, q); }

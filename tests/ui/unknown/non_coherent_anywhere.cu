// The pointer that is read comes out of memory to which a pointer in memory leads: it may lead to what is written.
__global__ void step(float* to, float*** tables) {
  int i = threadIdx.x;
  to[i] = i;
  __syncthreads();
  float x = __ldg(&tables[i & 1][1][63 - i]);
  __syncthreads();
  to[i] = x;
}

void run(float* p, float*** tables) { step<<<1, 64>>>(p, tables); }

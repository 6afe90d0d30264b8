// With one buffer for both, what was read before the write and after it differs.
__global__ void both(int* to, const int* from) {
  __shared__ int last;
  int before = from[threadIdx.x];
  to[threadIdx.x] = before + 1;
  int after = from[threadIdx.x];
  if (before != after) {
    last = threadIdx.x; //~ RACE
  }
}

void run(int* p) {
  both<<<1, 64>>>(p, p);
}

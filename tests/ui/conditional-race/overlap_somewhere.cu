// How far apart the parts are is up to whoever calls.
__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE
}

void run(int* p, int offset) {
  copy<<<1, 64>>>(p, p + offset);
}

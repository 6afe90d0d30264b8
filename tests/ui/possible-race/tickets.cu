// Counters that do not hand out distinct slots.
__global__ void zero(int* out, int* length, int k) {
  out[atomicAdd(length, k)] = threadIdx.x; //~ RACE?
}

__global__ void back(int* out, int* length) {
  int slot = atomicAdd(length, 1);
  out[slot] = threadIdx.x; //~ RACE?
  atomicSub(length, 1);
}

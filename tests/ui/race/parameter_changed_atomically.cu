// raceproof: --block-dim 64 --grid-dim 1
// Atomic operations on a by-value parameter change this thread's copy of it: all threads meet in one cell.
struct Place {
  int first;
  int second;
};

__global__ void added(Place p, int* out) {
  atomicAdd(&p.first, -(int)threadIdx.x);
  out[threadIdx.x + p.first] = threadIdx.x; //~ RACE
}

__global__ void exchanged(Place p, int* out) {
  int expected = p.first;
  __atomic_compare_exchange_n(&p.first, &expected, -(int)threadIdx.x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  out[threadIdx.x + p.first] = threadIdx.x; //~ RACE
}

// raceproof: --block-dim 256
// The parts of dynamic shared memory begin at multiples of 16 bytes. Nothing waits for the writes.
__global__ void rounded_up() {
  extern __shared__ char raw[];
  int* words = (int*)(((size_t)raw + 15) & ~(size_t)15);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t; //~ RACE
  out[t] = words[t ^ 1]; //~ RACE
}

__global__ void by_builtin() {
  extern __shared__ char raw[];
  int* words = (int*)__builtin_align_down(raw + 15, 16);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t; //~ RACE
  out[t] = words[t ^ 1]; //~ RACE
}

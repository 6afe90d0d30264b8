// raceproof: --block-dim 256
// Inline PTX that copies an address is followed.
__global__ void copied_by_assembly() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t; //~ RACE
  unsigned long long copy;
  asm("mov.u64 %0, %1;" : "=l"(copy) : "l"(data));
  out[t] = ((int*)copy)[t ^ 1]; //~ RACE
}

// A number that starts with 0 is octal: 010 is 8.
__global__ void same_place(unsigned *out) {
  unsigned r;
  asm("sub.u32 %0, %1, 010;" : "=r"(r) : "r"(8));
  out[r * threadIdx.x] = threadIdx.x; //~ RACE
}

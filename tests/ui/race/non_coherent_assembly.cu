// The same path in inline assembly, with all the caches' hints.
__global__ void shift(int* data) {
  int i = threadIdx.x, next;
  data[i] = i; //~ RACE
  __syncthreads();
  asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(next) : "l"(&data[i ^ 1]) : "memory"); //~ RACE
  __syncthreads();
  data[i] = next; //~ RACE?
}

void run(int* data) { shift<<<1, 64>>>(data); }

// Additions that wrap a counter all the way round, in the one launch there is.
__global__ void handed_out_twice(int* s, unsigned* count) {
  s[atomicAdd(count, 0x10000000u)] = threadIdx.x; //~ RACE
}

void launch(int* s, unsigned* count) { handed_out_twice<<<1, 64>>>(s, count); }

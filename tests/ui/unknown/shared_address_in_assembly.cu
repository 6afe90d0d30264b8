// raceproof: --block-dim 256
// Inline assembly names the array, or gives an address in shared memory that is a number.
extern "C" __shared__ int named[256];

__global__ void by_name() {
  __shared__ int out[256];
  int t = threadIdx.x;
  named[t] = t;
  unsigned long long address;
  asm("{ .reg .u64 at; mov.u64 at, named; cvta.shared.u64 %0, at; }" : "=l"(address));
  out[t] = ((int*)address)[t ^ 1];
}

__global__ void by_number() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  unsigned long long address;
  asm("cvta.shared.u64 %0, %1;" : "=l"(address) : "l"(0ull));
  out[t] = ((int*)address)[t ^ 1];
}

__global__ void from_the_start() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  int* start = (int*)__cvta_shared_to_generic(0);
  out[t] = start[t ^ 1];
}

__global__ void from_a_lane() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  unsigned address = __shfl_sync(0xffffffff, (unsigned)__cvta_generic_to_shared(data), 0);
  out[t] = ((int*)__cvta_shared_to_generic(address))[t ^ 1];
}

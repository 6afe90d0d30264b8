// The first lane of a set draws, but not for all lanes that store: executions show it.
__device__ unsigned before(int lane) { return (1u << lane) - 1; }

__global__ void not_in_it(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] >= 0) out[base + __popc(mask & before(lane))] = i; //~ RACE
}

__global__ void some_draw(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader && in[i] > 3) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & before(lane))] = i; //~ RACE
}

__global__ void once(int* out, int* length, int n) {
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0) base = atomicAdd(length, 32);
  for (int j = 0; j < n; ++j) {
    int first = __shfl_sync(0xffffffff, base, 0);
    out[first + (lane + j) % 32] = blockIdx.x + j; //~ RACE
  }
}

__global__ void for_both(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  int first = __shfl_sync(0xffffffff, base, leader), second = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) {
    out[first + __popc(mask & before(lane))] = i; //~ RACE
  } else {
    out[second + __popc(~mask & before(lane))] = i; //~ RACE
  }
}

// The first lane of a set draws for all its lanes.

// Only the set's lanes come to the shuffle.
__global__ void by_members(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  bool keep = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(0xffffffff, keep);
  if (keep) {
    int leader = __ffs(mask) - 1;
    int base;
    if (lane == leader) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
  }
}

// All lanes come, in each iteration.
__global__ void in_rounds(int* out, int* length, const int* in, int n) {
  int lane = threadIdx.x & 31;
  for (int first = blockIdx.x * blockDim.x; first < n; first += blockDim.x * gridDim.x) {
    int i = first + threadIdx.x;
    bool keep = i < n && in[i] > 0;
    unsigned mask = __ballot_sync(0xffffffff, keep);
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(0xffffffff, base, leader);
    if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
  }
}

// Lanes that happen to be together, each in an iteration of its own.
__global__ void together(int* out, int* length, const int* in, int n) {
  int lane = threadIdx.x & 31;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (in[i] > 0) {
      unsigned mask = __activemask();
      int leader = __ffs(mask) - 1, base = 0;
      if (lane == leader) base = atomicAdd(length, __popc(mask));
      base = __shfl_sync(mask, base, leader);
      out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
    }
  }
}

// A ballot among those.
__global__ void some_together(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  if (i >= n) return;
  unsigned here = __activemask();
  unsigned mask = __ballot_sync(here, in[i] > 0);
  int leader = __ffs(mask) - 1, base = 0;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(here, base, leader);
  if (in[i] > 0) out[base + __popc(mask & ((1u << lane) - 1))] = i;
}

// Two places draw from one counter; slots of two elements.
__global__ void of_two(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1, base = 0;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & ((1u << lane) - 1))] = i;
  unsigned negative = __ballot_sync(0xffffffff, in[i] < 0);
  leader = __ffs(negative) - 1;
  if (lane == leader) base = atomicAdd(length, 2 * __popc(negative));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] < 0) out[base + 2 * __popc(negative & ((1u << lane) - 1)) + 1] = i;
}

// A counter of the block, which is set back in each round.
__global__ void of_block(int* out, const int* in, int n) {
  __shared__ int count;
  __shared__ int kept[1024];
  int lane = threadIdx.x & 31;
  for (int first = 0; first < n; first += blockDim.x) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int i = first + threadIdx.x;
    bool keep = i < n && in[i] > 0;
    unsigned mask = __ballot_sync(0xffffffff, keep);
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(&count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, leader);
    if (keep) kept[base + __popc(mask & ((1u << lane) - 1))] = i;
    __syncthreads();
    if (threadIdx.x < count && i < n) out[blockIdx.x * n + first + threadIdx.x] = kept[threadIdx.x];
    __syncthreads();
  }
}

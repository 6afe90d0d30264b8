// The first lane of a set draws, but not for all its lanes, or they take it for another set.
__device__ unsigned before(int lane) { return (1u << lane) - 1; }

// Ranks count the lane itself.
__global__ void with_itself(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & before(lane + 1))] = i; //~ RACE?
}

// One too few.
__global__ void too_few(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, __popc(mask) - 1);
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & before(lane))] = i; //~ RACE?
}

// As many as are in another set.
__global__ void others_size(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0), other = __ballot_sync(0xffffffff, in[i] > 5);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, max(1, __popc(other)));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & before(lane))] = i; //~ RACE?
}

// Ranks in another set.
__global__ void others_rank(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0), other = __ballot_sync(0xffffffff, in[i] > 5);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(other & before(lane))] = i; //~ RACE?
}

// The first lane of another set has not drawn.
__global__ void others_leader(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0), other = __ballot_sync(0xffffffff, in[i] > 5);
  if (lane == __ffs(mask) - 1) base = atomicAdd(length, __popc(mask));
  base = __shfl_sync(0xffffffff, base, __ffs(other) - 1);
  if (in[i] > 0) out[base + __popc(mask & before(lane))] = i; //~ RACE?
}

// Nor has lane 0, unless it is the first.
__global__ void lane_0(int* out, int* length, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  if (in[i] > 0) {
    unsigned mask = __activemask();
    if (lane == __ffs(mask) - 1) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(mask, base, 0);
    out[base + __popc(mask & before(lane))] = i; //~ RACE?
  }
}

// Lanes of other sets come too, and store.

// The leader may keep away, or not draw.
__global__ void returns(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, base = 0;
  unsigned mask = __ballot_sync(0xffffffff, in[i] > 0);
  int leader = __ffs(mask) - 1;
  if (lane == leader) {
    base = atomicAdd(length, __popc(mask));
    if (in[i] == 7) return;
  }
  base = __shfl_sync(0xffffffff, base, leader);
  if (in[i] > 0) out[base + __popc(mask & before(lane))] = i; //~ RACE?
}

// One draw for all iterations.

// One draw for a set and for the rest.

// The warp sets its counter back, which a faster lane does before the others have stored.
__global__ void __launch_bounds__(32) set_back(int* out, int* length, const int* in, int n) {
  int lane = threadIdx.x & 31;
  for (int j = 0; j < n; ++j) {
    unsigned mask = __ballot_sync(0xffffffff, in[lane + j] > 0);
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(0xffffffff, base, leader);
    if (in[lane + j] > 0) out[base + __popc(mask & before(lane))] = j; //~ RACE?
    if (lane == 0) atomicExch(length, 0);
  }
}

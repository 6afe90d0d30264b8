// A function is passed a structure of parameters by value, of which it chooses an element by a number that it computes: the copy
// is only read, so that its pointers and numbers are those of the parameter. The same is true of one of its members, and of an
// array of constants.
struct Grid {
  int width, height;
  int steps[4];
};

struct Request {
  const float* in;
  float* out;
  float* sums;
  Grid grid;
  int count;
  int wanted[8];
};

__device__ int neighbour(Grid grid, int at, int direction) { return at + grid.steps[direction & 3]; }

template <bool SUMS>
__device__ __forceinline__ void gather(const Request request) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= request.grid.width || y >= request.grid.height) return;
  int at = x + request.grid.width * y;
  request.out[at] = request.in[neighbour(request.grid, at, request.count)];
  if (SUMS)
    for (int i = 0; i < request.count; ++i) request.sums[at] += request.in[request.wanted[i]];
}

__global__ void with_sums(const Request request) { gather<true>(request); }
__global__ void without_sums(const Request request) { gather<false>(request); }

__global__ void turned(float* out, const float* in, int turn) {
  const int turns[4] = {0, 32, 64, 96};
  __shared__ float part[128];
  part[(threadIdx.x + turns[turn & 3]) % 128] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = part[threadIdx.x];
}

__global__ void quarters(float* out, const float* in) {
  const int starts[4] = {96, 0, 64, 32};
  __shared__ float part[128];
  part[threadIdx.x % 32 + starts[threadIdx.x / 32 & 3]] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = part[threadIdx.x];
}

void launch(Request request, float* out, const float* in, int turn) {
  if (request.grid.width > 0) {
    with_sums<<<dim3(4, 4), dim3(8, 8)>>>(request);
    without_sums<<<dim3(4, 4), dim3(8, 8)>>>(request);
  }
  turned<<<8, 128>>>(out, in, turn);
  quarters<<<8, 128>>>(out, in);
}

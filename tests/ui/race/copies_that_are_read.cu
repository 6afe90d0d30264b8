// A function is passed a structure of parameters by value: every fourth column is written at one place. And an array of
// constants sends two threads to one place.
struct Request {
  const float* in;
  float* out;
  int columns, width, height;
  int wanted[8];
};

__device__ __forceinline__ void gather(const Request request) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= request.width || y >= request.height) return;
  request.out[x % 4 + request.width * y] = request.in[request.wanted[x & 7]]; //~ RACE
}

__global__ void columns_that_overlap(const Request request) { gather(request); }

__global__ void turned(float* out, const float* in) {
  const int turns[4] = {0, 32, 31, 96};
  __shared__ float part[128];
  part[threadIdx.x % 32 + turns[threadIdx.x / 32 % 4]] = in[threadIdx.x]; //~ RACE
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = part[threadIdx.x];
}

void launch(Request request, float* out, const float* in) {
  columns_that_overlap<<<dim3(4, 4), dim3(8, 8)>>>(request);
  turned<<<8, 128>>>(out, in);
}

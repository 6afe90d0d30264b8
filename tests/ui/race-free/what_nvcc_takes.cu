// raceproof: --block-dim 16,16
// Eight things that nvcc compiles and clang refuses as they are written.
#define UNROLL #pragma unroll

extern __shared__ float staged[16][16];

struct Pair {
  int first;
  float second;
};

struct Twice {
  static const double by = 2.0;
  template <class T>
  static __device__ T of(T x) {
    return x * T(by);
  }
};

template <bool> int steps(int n);

template <bool> static int steps(int n) {
  return n / 2;
}

template <class Scale>
__device__ float scaled(float x) {
  return Scale::template of(x);
}

__global__ void turn(float* out, const float* in) {
  __shared__ alignas(16) float kept[16][17];
  __device__ __shared__ float first;
  kept[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  staged[threadIdx.y][threadIdx.x] = 1.0f;
  if (threadIdx.x == 0 && threadIdx.y == 0) first = in[0];
  __syncthreads();
  float sum = 0.0f;
  UNROLL
  for (int k = 0; k < 16; k++) {
    sum += kept[k][threadIdx.x] * staged[threadIdx.y][k];
  }
  Pair pair{threadIdx.y * 16 + threadIdx.x, 1.0};
  out[pair.first] = sum * pair.second + scaled<Twice>(first);
}

int main() {
  float* memory = nullptr;
  turn<<<1, {16, 16}, 1024>>>(memory, memory + 256);
  return steps<true>(1);
}

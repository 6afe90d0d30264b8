#include <raceproof.h>

// A helper launches what it is given; one of its calls gives too few threads.
template <int N>
__global__ void reverse(int* data) {
  __requires(blockDim.x == N);
  __shared__ int s[N];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[N - 1 - threadIdx.x];
}

template <class Kernel>
static void go(Kernel kernel, int threads, int* data) {
  kernel<<<1, threads>>>(data); //~ LAUNCH
}

void run(int* data) {
  go(reverse<64>, 64, data);
  auto again = [=](int threads) { go(reverse<64>, threads, data); };
  again(32);
}

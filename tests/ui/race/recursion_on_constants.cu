// raceproof: --block-dim 64
// As its namesake, but of one bit less, so that cells overlap: digits(15) is 4.
__device__ constexpr unsigned digits(unsigned x) { return x < 2 ? x : 1 + digits(x / 2); }

__device__ int power(int base, unsigned times) {
  int result = 1;
  switch (times % 2) {
    case 1: result = base; break;
    default: break;
  }
  return times < 2 ? result : result * power(base * base, times / 2);
}

__global__ void rotate(const int *in, int *out) {
  __shared__ int cells[64];
  cells[threadIdx.x >> (digits(15) - 3)] = in[threadIdx.x]; //~ RACE
  __syncthreads();
  out[threadIdx.x] = cells[(threadIdx.x + power(3, 5)) % 64];
}

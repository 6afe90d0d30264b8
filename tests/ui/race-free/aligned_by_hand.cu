// raceproof: --block-dim 256
// The parts of dynamic shared memory begin at multiples of 16 bytes.
__global__ void rounded_up() {
  extern __shared__ char raw[];
  int* words = (int*)(((size_t)raw + 15) & ~(size_t)15);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}

__global__ void two_parts(int n) {
  extern __shared__ char raw[];
  int* words = (int*)(((size_t)raw + 15) & ~(size_t)15);
  int* more = (int*)(((size_t)(words + n) + 15) / 16 * 16);
  int t = threadIdx.x;
  if (t < n) {
    words[t] = t;
    more[t] = n;
  }
}

__global__ void padded() {
  extern __shared__ char raw[];
  int* words = (int*)(raw + (16 - (size_t)raw % 16) % 16);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}

__global__ void shifted() {
  extern __shared__ char raw[];
  int* words = (int*)(((size_t)raw + 127) >> 7 << 7);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}

__global__ void in_32_bits() {
  extern __shared__ char raw[];
  unsigned at = ((unsigned)__cvta_generic_to_shared(raw) + 1023) & ~1023u;
  int* words = (int*)(raw + (at - (unsigned)__cvta_generic_to_shared(raw)));
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}

__global__ void by_builtin() {
  extern __shared__ char raw[];
  int* words = (int*)__builtin_align_up(raw, 16);
  __shared__ int out[256];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  out[t] = words[t ^ 1];
}

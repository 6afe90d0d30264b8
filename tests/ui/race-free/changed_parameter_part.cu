// raceproof: --block-dim 64
// A structure passed by value of which the kernel changes one field: the others are those that the host passed, also where the copy
// that the compiler makes of some of them is not used.
struct Share {
  long long unused[2];
  int first, end, step;
  __device__ void begin() { first = blockIdx.x * 64; }
  __device__ Share part() const { return *this; }
};

__global__ void sums(const int* in, int* out, Share share) {
  __shared__ int s[64];
  share.begin();
  int sum = 0;
  for (int at = share.first; at < share.end; at += share.step) {
    s[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

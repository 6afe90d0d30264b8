// The instance for one warp is launched with two.
template <int Threads> __global__ void neighbours(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  if (Threads > 32) {
    __syncthreads();
  } else {
    __syncwarp();
  }
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void run(int* out, const int* in) { neighbours<32><<<1, 64>>>(out, in); }

// Each instance is launched with blocks of its own size.
template <int Threads> __global__ void neighbours(int* out, const int* in) {
  __shared__ int s[Threads];
  int t = threadIdx.x;
  s[t] = in[t];
  if (Threads > 32) {
    __syncthreads();
  } else {
    __syncwarp();
  }
  out[t] = s[(t + 1) % Threads];
}

template <int Threads> void go(int* out, const int* in) { neighbours<Threads><<<1, Threads>>>(out, in); }

void run(int* out, const int* in) {
  go<32>(out, in);
  go<256>(out, in);
}

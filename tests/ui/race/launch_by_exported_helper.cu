// Other files may call the helper with more threads.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void go(int threads, int* out, const int* in) { neighbours<<<1, threads>>>(out, in); }

void run(int* out, const int* in) { go(32, out, in); }

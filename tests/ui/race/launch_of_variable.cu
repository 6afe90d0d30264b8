// The number of threads is 32 until somebody sets it.
static int threads = 32;
void set_threads(int number) { threads = number; }

__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void run(int* out, const int* in) { neighbours<<<1, threads>>>(out, in); }

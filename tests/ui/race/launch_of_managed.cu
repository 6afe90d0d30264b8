// raceproof: --kernel neighbours
// The first kernel changes how many threads the second one has.
static __device__ __managed__ int threads;

__global__ void more() { threads = 64; }

__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void run(int* out, const int* in) {
  threads = 32;
  more<<<1, 1>>>();
  cudaDeviceSynchronize();
  neighbours<<<1, threads>>>(out, in);
}

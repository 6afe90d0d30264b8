// Blocks have two warps, and __syncwarp orders only the lanes of one.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void run(int* out, const int* in) { neighbours<<<1, 64>>>(out, in); }

// More launches than are checked one by one, and the last one has blocks of two warps.
__global__ void neighbours(int* out, const int* in, int from) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[from + t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void run(int* out, const int* in) {
  neighbours<<<1, 32>>>(out, in, 0);
  neighbours<<<1, 16>>>(out, in, 1);
  neighbours<<<1, 8>>>(out, in, 2);
  neighbours<<<1, 4>>>(out, in, 4);
  neighbours<<<1, 64>>>(out, in, 8);
}

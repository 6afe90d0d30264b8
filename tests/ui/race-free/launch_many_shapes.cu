// More launches than are checked one by one. They have blocks of one warp in common, and that is enough.
__global__ void neighbours(int* out, const int* in, int from) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[from + t];
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];
}

void run(int* out, const int* in) {
  neighbours<<<1, 32>>>(out, in, 0);
  neighbours<<<1, 32>>>(out, in, 1);
  neighbours<<<1, 32>>>(out, in, 2);
  neighbours<<<1, 32>>>(out, in, 4);
  neighbours<<<1, 32>>>(out, in, 8);
}

// Lanes of one warp read what their neighbours wrote: __syncwarp is enough, since blocks have one warp.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];
}

void run(int* out, const int* in) { neighbours<<<1, 32>>>(out, in); }

// One of the launches has blocks of two warps.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];  //~ RACE
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];  //~ RACE
}

void one(int* out, const int* in) { neighbours<<<1, 32>>>(out, in); }
void two(int* out, const int* in) { neighbours<<<1, dim3(64, 1)>>>(out, in); }

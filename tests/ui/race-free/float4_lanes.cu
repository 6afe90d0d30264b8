// raceproof: --block-dim 64
// Four threads set the four fields of one element, and a barrier precedes the wide load.
__global__ void vectorised(float4* out, const float* in) {
  __shared__ float4 s[64];
  int tid = threadIdx.x;
  for (int i = tid; i < 256; i += 64) {
    switch (i % 4) {
      case 0: s[i / 4].x = in[i]; break;
      case 1: s[i / 4].y = in[i]; break;
      case 2: s[i / 4].z = in[i]; break;
      default: s[i / 4].w = in[i]; break;
    }
  }
  __syncthreads();
  out[tid] = s[tid];
}

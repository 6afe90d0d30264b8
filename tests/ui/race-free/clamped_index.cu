// Clamped reads behind a barrier; the clamped write never clamps.
__global__ void clamp(float* out, const float* in) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  int last = (int)blockDim.x - 1;
  s[min(tid, last)] = in[tid];
  __syncthreads();
  out[tid] = s[max(tid - 1, 0)] + s[min(tid + 1, last)];
}

// The runtime's function for launches says as much as the brackets.
__global__ void neighbours(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + 1) % blockDim.x];
}

void run(int* out, const int* in) {
  void* arguments[] = {&out, &in};
  dim3 blocks(1), threads(32);
  cudaFuncSetAttribute(neighbours, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaLaunchKernel((void*)neighbours, blocks, threads, arguments, 0, 0);
}

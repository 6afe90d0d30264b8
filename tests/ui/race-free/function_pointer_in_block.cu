// All threads call the one function that the launch names, so that all reach its barrier, and all store the same pointer.
typedef float (*Reduce)(float* s);
__device__ float last(float* s) {
  __syncthreads();
  return s[blockDim.x - 1];
}
__device__ float next(float* s) {
  __syncthreads();
  return s[(threadIdx.x + 1) % blockDim.x];
}
__device__ Reduce table[2] = {last, next};
__device__ Reduce chosen;

__global__ void reduce(float* out, const float* in, Reduce f) {
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  chosen = f; //~ BENIGN
  out[threadIdx.x] = f(s);
}

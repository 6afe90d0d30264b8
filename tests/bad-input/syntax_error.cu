// A brace and a type are missing.
__global__ void broken(floot* out {
  out[threadIdx.x] = 1.0f;

// All threads keep the same pointer of a table in one variable, and follow it.

__device__ float *sources[4];
__device__ float *source;

__global__ void gather(int which, float *out) {
    source = sources[which];  //~ BENIGN
    out[blockIdx.x * blockDim.x + threadIdx.x] = *source;  //~ BENIGN
}

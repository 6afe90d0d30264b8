// Threads keep different pointers of a table in one variable.

__device__ float *sources[1024];
__device__ float *source;

__global__ void gather(float *out) {
    source = sources[threadIdx.x];  //~ RACE
    out[blockIdx.x * blockDim.x + threadIdx.x] = *source;  //~ RACE
}

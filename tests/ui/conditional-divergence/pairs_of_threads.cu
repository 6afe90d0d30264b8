// The last thread of an odd number misses the barrier.
__global__ void pairs(float *out)
{
    if (threadIdx.x < blockDim.x / 2 * 2) __syncthreads(); //~ DIVERGENT
    out[threadIdx.x] = threadIdx.x;
}

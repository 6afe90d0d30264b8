// A part of the threads that is told from the rest says that there is a rest.
__global__ void half(float *out)
{
    if (threadIdx.x < 128) __syncthreads(); //~ DIVERGENT
    out[threadIdx.x] = threadIdx.x;
}

__global__ void first_rows(float *out)
{
    if (threadIdx.y < 16) __syncthreads(); //~ DIVERGENT
    out[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void all_but_one(float *out)
{
    if (threadIdx.x < (blockDim.x - 1) / 2 * 2) __syncthreads(); //~ DIVERGENT
    out[threadIdx.x] = threadIdx.x;
}

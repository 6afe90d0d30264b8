// raceproof: --block-dim 256 --grid-dim 1024

// What the kernel itself puts into an array before a barrier, with the number of the block in it.

__global__ void of_block(int *out, const int *in) {
    __shared__ int idx[256];
    int t = threadIdx.x;
    idx[t] = blockIdx.x * 256 + t;
    __syncthreads();
    out[idx[255 - t]] = in[t];
}

// In global memory, each block its own part.
__global__ void in_global(int *out, int *idx, const int *in) {
    int t = threadIdx.x, first = blockIdx.x * 256;
    idx[first + t] = first + 255 - t;
    __syncthreads();
    out[idx[first + 255 - t]] = in[t];
}

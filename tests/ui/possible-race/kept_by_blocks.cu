// Appending in two steps, wrongly. The twins are in race-free/kept_by_blocks.cu.

// There is one place more than are drawn.
__global__ void one_more(const int *in, int *out, int *count, int n)
{
    __shared__ int here, base;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = -1;
    if (i < n && in[i] > 0)
        place = atomicAdd(&here, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, here);
    __syncthreads();
    if (place >= 0)
        out[base + place + 1] = i; //~ RACE?
    if (threadIdx.x == 0)
        out[base] = blockIdx.x; //~ RACE?
}

// Each block draws as many places as the first thread has seen, before the others have come.
__global__ void too_soon(const int *in, int *out, int *count, int n)
{
    __shared__ int here, base;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = -1;
    if (i < n && in[i] > 0)
        place = atomicAdd(&here, 1); //~ RACE?
    if (threadIdx.x == 0)
        base = atomicAdd(count, here); //~ RACE?
    __syncthreads();
    if (place >= 0)
        out[base + place] = i; //~ RACE?
}

// The cell starts at 1.
__global__ void from_one(const int *in, int *out, int *count, int n)
{
    __shared__ int here, base;
    if (threadIdx.x == 0)
        here = -1;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = -1;
    bool is_kept = i < n && in[i] > 0;
    if (is_kept)
        place = atomicAdd(&here, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, here);
    __syncthreads();
    if (is_kept)
        out[base + place + 1] = i; //~ RACE?
}

// The block's counter comes round to 0.
__global__ void all_round(int *out, unsigned *count)
{
    __shared__ unsigned here, base;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    unsigned place = atomicAdd(&here, 1u << 24);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, here);
    __syncthreads();
    if (place == 0)
        out[base] = blockIdx.x; //~ RACE?
}

void all(int *out, unsigned *count)
{
    all_round<<<8, 256>>>(out, count);
}

// One launch is seen, of one block, and another use of the kernel is not followed: an error would need more blocks than are seen.
// The twin is race/blocks_with_other_uses.cu.
struct Node {
    void *function;
    unsigned grid[3];
};

void add(Node *node);

__global__ void last_sum(const double *in, double *result, size_t n) {
    __shared__ double part[256];
    double sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 128 && blockDim.x >= 256) part[threadIdx.x] += part[threadIdx.x + 128];
    __syncthreads();
    if (threadIdx.x == 0) result[0] = part[0]; //~ RACE
}

void run(const double *in, double *result, size_t n, Node *node) {
    node->function = (void *)last_sum;
    add(node);
    last_sum<<<1, 256>>>(in, result, n);
}

// A bitonic sort of more numbers than there are threads: i and i ^ stride are one pair, and one thread has it, whatever decides about it.
__global__ void order_of(const float *key, int *order, int n, int size) {
    extern __shared__ int place[];
    const float *row = key + blockIdx.x * n;
    for (int i = threadIdx.x; i < size; i += blockDim.x) {
        place[i] = i;
    }
    __syncthreads();
    for (int width = 2; width <= size; width *= 2) {
        for (int stride = width / 2; stride > 0; stride /= 2) {
            for (int i = threadIdx.x; i < size; i += blockDim.x) {
                int other = i ^ stride;
                if (other <= i) {
                    continue;
                }
                int a = place[i], b = place[other];
                bool before = b >= n || (a < n && row[a] < row[b]);
                if (((i & width) == 0) != before) {
                    place[i] = b;
                    place[other] = a;
                }
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        order[blockIdx.x * n + i] = place[i];
    }
}

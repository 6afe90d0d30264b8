// Both of a pair exchange it.
__global__ void order_of(const float *key, int *order, int n, int size) {
    extern __shared__ int place[];
    for (int width = 2; width <= size; width *= 2) {
        for (int stride = width / 2; stride > 0; stride /= 2) {
            for (int i = threadIdx.x; i < size; i += blockDim.x) {
                int other = i ^ stride;
                if ((i & width) == 0) {
                    place[i] = i; //~ RACE
                    place[other] = i; //~ RACE
                }
            }
            __syncthreads();
        }
    }
}

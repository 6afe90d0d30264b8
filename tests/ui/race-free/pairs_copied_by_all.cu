// Structures as long as a number are copied as one: all warps write what one of them would.
struct Pair {
    short first, second;
};
__global__ void same_pairs(const Pair *pairs, int *out) {
    __shared__ Pair tile[32];
    tile[threadIdx.x % 32] = pairs[threadIdx.x % 32]; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x + 1) % 32].first;
}

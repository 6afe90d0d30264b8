// As race-free/pairs_copied_by_all, but each warp copies pairs of its own to the one place.
struct Pair {
    short first, second;
};
__global__ void other_pairs(const Pair *pairs, int *out) {
    __shared__ Pair tile[32];
    tile[threadIdx.x % 32] = pairs[threadIdx.x]; //~ RACE
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x + 1) % 32].first;
}
// What is copied is written by the launch itself.
__global__ void changing_pairs(Pair *pairs, int *out) {
    __shared__ Pair tile[32];
    tile[threadIdx.x % 32] = pairs[threadIdx.x % 32]; //~ RACE
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x < 32) {
        pairs[threadIdx.x].first = tile[threadIdx.x].second; //~ RACE
    }
}

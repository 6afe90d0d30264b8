// A number that is masked, a remainder, and a byte take all their values, so that these sums pass 2^31.
__global__ void masked(int *out, unsigned n) {
    int sum = (int)((n & 255) + 0x7ffffff0u);
    if (sum < 0)
        out[0] = threadIdx.x; //~ RACE
}

__global__ void remainder_of(int *out, unsigned n) {
    int sum = (int)(n % 1000u + 0x7ffffff0u);
    if (sum < 0)
        out[0] = threadIdx.x; //~ RACE
}

__global__ void byte(int *out, unsigned char n) {
    int sum = (int)(n + 0x7ffffff0u);
    if (sum < 0)
        out[0] = threadIdx.x; //~ RACE
}

__global__ void of_threads(int *out) {
    int sum = (int)((threadIdx.x >> 2 & 15) << 30);
    if (sum < -5)
        out[0] = threadIdx.x; //~ RACE
}

// FIXME(wrong verdict): expected race, today possible-race: the search for a contract that excludes it is not finished.
// The last digit is forgotten.
__global__ void permuted(float *out, int a, int b, int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a * b * c) {
        int z = i % c, y = i / c % b, x = i / (b * c);
        out[(z * a + x) * b] = y; //~ RACE
    }
}

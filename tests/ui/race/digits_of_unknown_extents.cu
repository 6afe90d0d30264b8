// FIXME(wrong verdict): expected race, today conditional-race: extents no less than the threads of the grid leave one digit only.
// The last digit is forgotten.
__global__ void permuted(float *out, int a, int b, int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a * b * c) {
        int z = i % c, y = i / c % b, x = i / (b * c);
        out[(z * a + x) * b] = y; //~ RACE
    }
}

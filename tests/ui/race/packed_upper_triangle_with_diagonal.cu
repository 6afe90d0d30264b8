// FIXME(wrong verdict): expected race, today possible-race: the search for a contract that excludes it is not finished.
// The diagonal is stored, and the rows begin where they would without it.
__global__ void above(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n && j >= i) d[i * n - i * (i + 1) / 2 + j - i] = x[i] + x[j];  //~ RACE
}

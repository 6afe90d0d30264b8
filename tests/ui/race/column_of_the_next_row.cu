// Each thread reads its row's first cell while another one writes it: the distance is a whole number of rows.
__global__ void shift(float *data, int row, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k + 2 < n)
        data[k * row + 2 * row] = k * data[k * row]; //~ RACE
}

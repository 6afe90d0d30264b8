// Rows by number, and columns in them, each at a distance that the host chooses: nothing says which of the two is the larger one.
__global__ void scale_pairs(float *data, int row, int column, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        data[k * row + column] = k * data[k * row]; //~ RACE
}

struct Table {
    float *data;
    int row, column;
};

__global__ void normalize(Table t, int n) {
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int c = 0; c < 3; c++)
            sum += t.data[k * t.row + c * t.column]; //~ RACE
        for (int c = 0; c < 3; c++)
            t.data[k * t.row + c * t.column] /= sum; //~ RACE
    }
}

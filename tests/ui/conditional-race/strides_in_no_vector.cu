// Numbers of different kinds beside the pointer are fields, and no vector of strides: they may be anything.
struct Sizes {
    int row;
    long column;
};

struct Matrix {
    float *data;
    Sizes by;
};

__global__ void fill(Matrix m) {
    m.data[blockIdx.x * m.by.row + threadIdx.x * m.by.column] = blockIdx.x + threadIdx.x; //~ RACE
}

// Strides that are no numbers of one array beside the pointer may be anything.
struct Matrix {
    float *data;
    int row, column;
};

__global__ void fill(Matrix m) {
    m.data[blockIdx.x * m.row + threadIdx.x * m.column] = blockIdx.x + threadIdx.x; //~ RACE
}

struct Strides {
    int of[2];
};

// They are beside no pointer.
__global__ void fill_by(float *data, Strides s) {
    data[blockIdx.x * s.of[0] + threadIdx.x * s.of[1]] = blockIdx.x + threadIdx.x; //~ RACE
}

struct Table {
    float *data;
    int first[2];
};

// A number that is added is no stride: the other one is.
__global__ void fill_from(Table t, int n) {
    t.data[t.first[0] + blockIdx.x * n + threadIdx.x] = blockIdx.x; //~ RACE
}

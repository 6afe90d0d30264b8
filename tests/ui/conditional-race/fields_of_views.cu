// The contract on a field of a structure that is passed by value has the field's name.

struct Extent {
    int rows, columns;
};

template <class T> struct View {
    T *data;
    long long pitch;
    Extent extent;
    int strides[2];
};

__global__ void scaled(View<float> view) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < view.extent.columns && y < view.extent.rows) {
        view.data[y * view.pitch + x] *= 2;  //~ RACE
    }
}

__global__ void transposed(View<float> view) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < view.extent.columns && y < view.extent.rows) {
        view.data[y * view.strides[1] + x] += 1;  //~ RACE
    }
}

// What is private has a name that a contract in the kernel may not use.
class Table {
    float *cells;
    int pitch;

public:
    int columns;
    __device__ float &at(int row, int column) { return cells[row * pitch + column]; }
};

__global__ void doubled(Table table) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < table.columns) {
        table.at(y, x) *= 2;  //~ RACE
    }
}

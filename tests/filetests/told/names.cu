// Values and places that people are told of, by the names and numbers of the source.

// The compiler has another name for the second `i`.
__global__ void second(int *out) {
    __shared__ int s[64];
    for (int i = threadIdx.x; i < 64; i += 64) s[i] = i;
    __syncthreads();
    for (int i = 2; i < 11; i += 8) {
        if (i == 10) out[0] = threadIdx.x;
    }
}

__global__ void halved(int *out) {
    for (int half = 32; half > 0; half /= 2) {
        if (half == 8) out[0] = threadIdx.x;
    }
}

// The body computes the next value, too.
__global__ void ahead(int *out) {
    for (int k = 3; k < 5; k++) {
        if ((k + 1) % 5 == 0) out[0] = threadIdx.x;
    }
}

// At the access the variable has been changed.
__global__ void changed(int *out) {
    int k = 3;
    while (k < 5) {
        k++;
        if (k == 5) out[0] = threadIdx.x;
    }
}

struct Point {
    float x, y;
    int neighbours[4];
};

__global__ void moved(Point *points) { points[1].y = threadIdx.x; }

__global__ void joined(Point *points) { points[0].neighbours[2] = threadIdx.x; }

__global__ void counted(int *out) {
    __shared__ int size;
    size = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = size;
}

__global__ void left(int *out, const unsigned *todo) {
    if (threadIdx.x < todo[0] && todo[0] > 4294967290u) out[0] = threadIdx.x;
}

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
    if (x < table.columns) table.at(y, x) *= 2;
}

// Tensors that a structure describes: threads that have the same indices.
template <int N> struct View {
    float *data;
    int sizes[N];
    int strides[N];
    __device__ float &at(int i, int j) const { return data[i * strides[0] + j * strides[1]]; }
    __device__ float &at(int i, int j, int k) const { return data[i * strides[0] + j * strides[1] + k * strides[2]]; }
};

// A thread reads what its neighbour writes.
__global__ void smooth(View<2> a) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x + 1 < a.sizes[1])
        a.at(blockIdx.y, x) = (a.at(blockIdx.y, x) + a.at(blockIdx.y, x + 1)) / 2; //~ RACE
}

// The layers of the grid write one image.
__global__ void fill(View<3> a, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n)
        a.at(blockIdx.y, x, 0) = blockIdx.z; //~ RACE
}

// A column is taken for a row.
__global__ void diagonal(View<2> a) {
    a.at(blockIdx.x, blockIdx.x) = threadIdx.x; //~ RACE
}

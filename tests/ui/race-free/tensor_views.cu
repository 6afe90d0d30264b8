// Tensors that a structure describes, with strides in an array beside the pointer: cells of different indices are different.
template <typename T, int N, typename Index> struct Base {
    T *data;
    Index sizes[N];
    Index strides[N];
};

// A part of a tensor, as an index makes it.
template <typename T, int N, typename Index> struct Part {
    T *data;
    const Index *sizes, *strides;
    __device__ Part<T, N - 1, Index> operator[](Index i) const {
        return {data + i * strides[0], sizes + 1, strides + 1};
    }
};

template <typename T, typename Index> struct Part<T, 1, Index> {
    T *data;
    const Index *sizes, *strides;
    __device__ T &operator[](Index i) const { return data[i * strides[0]]; }
};

template <typename T, int N, typename Index = int> struct View : Base<T, N, Index> {
    __device__ Part<T, N - 1, Index> operator[](Index i) const {
        return {this->data + i * this->strides[0], this->sizes + 1, this->strides + 1};
    }
};

// A block for each image, a thread for each pixel.
__global__ void shade(View<float, 4> image, View<float, 3> light, int channels) {
    int b = blockIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.z * blockDim.z + threadIdx.z;
    if (y < image.sizes[2] && x < image.sizes[3])
        for (int c = 0; c < channels; c++)
            image[b][c][y][x] *= light[b][y][x];
}

// Indices are taken apart by the tensor's own sizes.
__global__ void twice(View<float, 3> out, View<float, 3> in) {
    int n = out.sizes[0] * out.sizes[1] * out.sizes[2];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = i % out.sizes[2], y = i / out.sizes[2] % out.sizes[1], z = i / out.sizes[2] / out.sizes[1];
        out[z][y][x] = 2 * in[z][y][x];
    }
}

// The same with numbers of 64 bits.
__global__ void rows(View<double, 2, long> out, View<double, 2, long> scale) {
    for (long j = threadIdx.x; j < out.sizes[1]; j += blockDim.x)
        out[blockIdx.x][j] = scale[blockIdx.x][0];
}

struct Point {
    float x, y;
};

// One thread writes both members of a cell.
__global__ void points(View<Point, 2> out) {
    out[blockIdx.x][threadIdx.x].x = threadIdx.x;
    out[blockIdx.x][threadIdx.x].y = blockIdx.x;
}

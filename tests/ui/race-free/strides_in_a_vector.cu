// Strides of a tensor in a vector of numbers beside the pointer: cells of different indices are different.
struct Image {
    void *pixels;
    int4 size;
    int4 stride;
};

template <typename T> __global__ void fill(Image image, T value) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < image.size.x && y < image.size.y)
        for (int c = 0; c < image.size.z; c++)
            ((T *)image.pixels)[x * image.stride.x + y * image.stride.y + c * image.stride.z + blockIdx.z * image.stride.w] = value;
}
template __global__ void fill<float>(Image, float);
template __global__ void fill<double>(Image, double);

struct Plane {
    float *cells;
    longlong2 step;
};

__global__ void twice(Plane plane) {
    plane.cells[blockIdx.x * plane.step.x + threadIdx.x * plane.step.y] *= 2;
}

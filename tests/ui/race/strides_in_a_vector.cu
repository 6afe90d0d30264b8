// Strides of a tensor in a vector of numbers beside the pointer: threads that have the same indices.
struct Image {
    float *pixels;
    int3 stride;
};

// A row for each thread is taken for a column.
__global__ void turn(Image image, int n) {
    int x = blockIdx.x, y = threadIdx.x;
    if (x < n && y < n) image.pixels[(x + y) * image.stride.x + x % 2 * image.stride.y] = x; //~ RACE
}

// Layers of the grid write one image.
__global__ void layers(Image image) {
    image.pixels[blockIdx.x * image.stride.x + threadIdx.x * image.stride.y] = blockIdx.y; //~ RACE
}

// The distance of the rows is a field of a parameter, which has no name in the device code.
struct Picture {
    int *cells;
    int width, pitch;
};

__global__ void clear(Picture picture) {
    for (int row = threadIdx.y; row < 8; row += blockDim.y) {
        for (int column = threadIdx.x; column < picture.width; column += blockDim.x) {
            picture.cells[row * picture.pitch + column] = row; //~ RACE
        }
    }
}

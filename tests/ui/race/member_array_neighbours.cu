// Neighbours within one member array: the structure's other members have no part in it.

struct Columns {
    float height[512];
    float width[512];
};

__global__ void smooth(Columns *table, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row > 0 && row < rows) {
        table->height[row] = 0.5f * (table->height[row] + table->height[row - 1]);  //~ RACE
    }
}

// Members of a structure that are arrays: an index of one that is behind its end is another's cell, and no index that a program means.

struct Columns {
    float height[512];
    float width[512];
    float area[512];
};

// Proved where rows are no more than a column has cells.
__global__ void areas(Columns *table, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        table->area[row] = table->height[row] * table->width[row];  //~ RACE
    }
}

// Each thread writes four elements of its block's row: the last of a row overlap the next row, unless four divide it.

__global__ void clear(float *out, int columns)
{
    float *row = out + blockIdx.x * columns;
    int i = 4 * threadIdx.x;
    if (i < columns) {
        for (int k = 0; k < 4; k++) {
            row[i + k] = i; //~ RACE
        }
    }
}

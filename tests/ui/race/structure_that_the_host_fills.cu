// What the host puts into a structure that it passes by value: rows that overlap by one cell.
struct Rows {
    float *out;
    const float *in;
    int rows, columns;
    unsigned pitch;
    float scale;
};

__global__ void scale(Rows r) {
    float *out = r.out + blockIdx.x * r.pitch;
    for (int i = threadIdx.x; i < r.columns; i += blockDim.x)
        out[i] = r.in[blockIdx.x * r.columns + i] * r.scale; //~ RACE
}

int main(int argc, char **) {
    int rows = argc, columns = 100 * argc;
    Rows r;
    cudaMalloc(&r.out, rows * columns * sizeof(float));
    cudaMalloc(&r.in, rows * columns * sizeof(float));
    r.rows = rows, r.columns = columns, r.pitch = columns - 1, r.scale = 2;
    scale<<<r.rows, 128>>>(r);
}

// An exception's handler changes a field and goes on.
struct Rows {
    float *out;
    int rows, columns;
    unsigned pitch;
    float scale;
};

void note(const char *text);

__global__ void scale(Rows r) {
    for (int i = threadIdx.x; i < r.columns; i += blockDim.x)
        r.out[blockIdx.x * r.pitch + i] *= r.scale; //~ RACE
}

int main(int argc, char **) {
    int columns = 100 * argc;
    Rows r;
    cudaMalloc(&r.out, argc * columns * sizeof(float));
    r.rows = argc, r.columns = columns, r.pitch = columns, r.scale = 2;
    try {
        note("before");
    } catch (...) {
        r.pitch = 1;
    }
    scale<<<r.rows, 128>>>(r);
}

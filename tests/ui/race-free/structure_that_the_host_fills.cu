// What the host puts into a structure that it passes by value relates its fields, and the launch.
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
        out[i] = r.in[blockIdx.x * r.columns + i] * r.scale;
}

template <int WARPS> __global__ void scale_by(Rows r) {
    float *out = r.out + blockIdx.x * r.pitch;
    for (int i = threadIdx.x; i < r.columns; i += 32 * WARPS)
        out[i] = r.in[blockIdx.x * r.columns + i] * r.scale;
}

// By a function that is passed the structure.
static void fill(Rows &r, int rows, int columns, float *out, const float *in) {
    r = {};
    r.rows = rows, r.columns = columns, r.pitch = (columns + 31) / 32 * 32;
    r.out = out, r.in = in, r.scale = 2;
}

template <int WARPS> static void launch(const Rows &r) { scale_by<WARPS><<<r.rows, 32 * WARPS>>>(r); }

int main(int argc, char **) {
    int rows = argc, columns = 100 * argc;
    float *out, *in;
    cudaMalloc(&out, rows * (columns + 32) * sizeof(float));
    cudaMalloc(&in, rows * columns * sizeof(float));
    Rows direct;
    direct.out = out, direct.in = in, direct.rows = rows, direct.columns = columns, direct.pitch = columns;
    direct.scale = 1;
    scale<<<direct.rows, 128>>>(direct);
    Rows filled;
    fill(filled, rows, columns, out, in);
    if (columns < 1000)
        launch<1>(filled);
    else
        launch<4>(filled);
}

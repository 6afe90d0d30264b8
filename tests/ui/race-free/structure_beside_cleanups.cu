// The host's functions may throw, and cleanups are on the way: they see nothing of what is launched, nor is anything launched there.
struct Rows {
    float *out;
    int rows, columns;
    unsigned pitch;
    float scale;
};

struct Log {
    char *text;
    Log();
    ~Log();
};
void note(const char *text);

__global__ void scale(Rows r) {
    for (int i = threadIdx.x; i < r.columns; i += blockDim.x)
        r.out[blockIdx.x * r.pitch + i] *= r.scale;
}

int main(int argc, char **) {
    Log log;
    int columns = 100 * argc;
    Rows r;
    cudaMalloc(&r.out, argc * columns * sizeof(float));
    r.rows = argc, r.columns = columns, r.pitch = columns, r.scale = 2;
    note("before");
    scale<<<r.rows, 128>>>(r);
    note("behind");
}

// Detectors write their boxes behind a counter that is a floating-point number as they are: the counter gives each thread a row of its own.
#define FIELDS 6

__global__ void boxes(const float *scores, int cells, float least, float *out, int most) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells) return;
    float score = scores[cell];
    if (score < least) return;
    int at = atomicAdd(out, 1);
    if (at >= most) return;
    float *box = out + 1 + at * FIELDS;
    *box++ = cell % 20;
    *box++ = cell / 20;
    *box++ = 3.0f;
    *box++ = 4.0f;
    *box++ = score;
    *box++ = 1;
}

// Two rows each, and the counter is an array of its own.
__global__ void pairs(const int *kept, int n, float *count, int2 *rows) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (kept[i]) {
            unsigned at = (unsigned)atomicAdd(count, 2.0f);
            rows[at] = make_int2(i, 0);
            rows[at + 1] = make_int2(i, 1);
        }
    }
}

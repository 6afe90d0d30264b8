// Counters in floating point that give two threads one number.

// 0.5f and 1.0f are both 0 and 1.
__global__ void halves(const int *kept, float *count, int *rows) {
    if (kept[threadIdx.x]) {
        int at = atomicAdd(count, 0.5f);
        rows[at] = threadIdx.x; //~ RACE?
    }
}

// What is added may be 0.
__global__ void weights(const float *weight, float *count, int *rows) {
    int at = atomicAdd(count, weight[threadIdx.x]);
    rows[at] = threadIdx.x; //~ RACE?
}

// The counter falls, too.
__global__ void falls(const int *kept, float *count, int *rows) {
    if (kept[threadIdx.x]) {
        int at = atomicAdd(count, 1.0f);
        rows[at] = threadIdx.x; //~ RACE?
    } else {
        atomicAdd(count, -1.0f);
    }
}

// Two numbers for each, and three rows.
__global__ void overlap(const int *kept, float *count, int *rows) {
    if (kept[threadIdx.x]) {
        int at = atomicAdd(count, 2.0f);
        rows[at] = threadIdx.x;     //~ RACE?
        rows[at + 2] = threadIdx.x; //~ RACE?
    }
}

// Numbers of one byte come again.
__global__ void bytes(const int *kept, float *count, int *rows) {
    if (kept[threadIdx.x]) {
        unsigned char at = (int)atomicAdd(count, 1.0f);
        rows[at] = threadIdx.x; //~ RACE?
    }
}

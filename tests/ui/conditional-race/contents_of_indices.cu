// Where a thread writes is read from memory: a contract on the contents excludes the race, and none holds of all contents.
// Each is proved with its contract in race-free/contracts_on_contents.cu.

// Two keys may be equal.
__global__ void permute(float *out, const float *in, const int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = in[i]; //~ RACE
}

// Both maps have to be injective, and the first one has to stay inside the second one.
__global__ void permute_twice(int *out, const int *first, const int *second, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[second[first[i]]] = i; //~ RACE
}

// Rows of a sparse matrix by thread: rows may overlap.
__global__ void rows_by_thread(float *values, const int *row, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        for (int k = row[r]; k < row[r + 1]; k++) values[k] = r; //~ RACE
    }
}

// By block: only blocks can be in each other's way.
__global__ void rows_by_block(float *values, const int *row) {
    int last = row[blockIdx.x + 1];
    for (int k = row[blockIdx.x] + threadIdx.x; k < last; k += blockDim.x) values[k] = blockIdx.x; //~ RACE
}

// The running sums of segments, in place, segment by segment.
__global__ void scan_segments(int *a, const int *offset, int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    int sum = 0;
    for (int k = offset[s]; k < offset[s + 1]; k++) {
        sum += a[k]; //~ RACE
        a[k] = sum; //~ RACE
    }
}

// The first position of each key: equal keys come one after another if keys are sorted.
__global__ void first_of_key(int *first, const int *key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (i == 0 || key[i] != key[i - 1])) first[key[i]] = i; //~ RACE
}

// A worklist may hold an item twice.
__global__ void work(float *x, const unsigned *list, unsigned items) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < items) x[list[i]] = i; //~ RACE
}

// Roots are hooked below their smaller neighbours; a root may be there in two edges.
__global__ void hook(int *parent, const int *from, const int *to, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges && to[e] < from[e]) parent[from[e]] = to[e]; //~ RACE
}

// Columns that leave their row.
__global__ void in_rows(char *grid, const int *column, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) grid[r * width + column[r]] = r; //~ RACE
}

// Rows of a sparse matrix in another order.
__global__ void reordered(float *y, const float *x, const short *order, const int *row, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = row[r]; k < row[r + 1]; k++) sum += x[k];
    y[order[r]] = sum; //~ RACE
}

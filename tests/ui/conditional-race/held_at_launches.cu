// At which launches a condition holds is said of those that are seen, though there may be others.

__global__ void rows(float *a, int stride, int n) {
    if (threadIdx.x < n) a[blockIdx.x * stride + threadIdx.x] = blockIdx.x; //~ RACE
}

__global__ void more_rows(float *a, int stride, int n) {
    if (threadIdx.x < n) a[blockIdx.x * stride + threadIdx.x] = blockIdx.x; //~ RACE
}

// All launches are known, but not by how much rows are apart.
__global__ void known(float *a, int stride, int n) {
    if (threadIdx.x < n) a[blockIdx.x * stride + threadIdx.x] = blockIdx.x; //~ RACE
}

void keep(void (*kernel)(float *, int, int));

void run(float *a, int stride, int n) {
    keep(rows);
    rows<<<8, 64>>>(a, 128, 100);
    rows<<<8, 32>>>(a, 64, 32);
    keep(more_rows);
    more_rows<<<8, 64>>>(a, 128, 100);
    more_rows<<<8, 64>>>(a, stride, 100);
    known<<<8, 64>>>(a, stride, n);
}

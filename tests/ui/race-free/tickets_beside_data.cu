// The counter lies in the array that the one who comes first may write: two places draw from it, and one thread at most is first.
__global__ void first_wrong(const int *x, const int *y, int *report, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    if (x[i] != y[i] && atomicAdd(&report[0], 1) == 0) {
        report[1] = i;
        report[2] = x[i];
    }
    if (x[i] < 0 && atomicAdd(&report[0], 1) == 0) {
        report[1] = -i;
        report[2] = x[i];
    }
}

// Each place draws from a counter of its own, so that two threads may be first.
__global__ void first_wrong(const int *x, const int *y, int *report, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    if (x[i] != y[i] && atomicAdd(&report[0], 1) == 0) {
        report[1] = i; //~ RACE
    }
    if (x[i] < 0 && atomicAdd(&report[2], 1) == 0) {
        report[1] = -i; //~ RACE
    }
}

// As race-free/both_sides_by_ifdef, with a race in a function that is of both sides.
#ifdef __CUDA_ARCH__
#define BOTH_SIDES __device__
#else
#define BOTH_SIDES
#endif

struct Cell {
    float *at;
    BOTH_SIDES Cell(float *at) : at(at) {}
    BOTH_SIDES void add(float x) { *at += x; } //~ RACE
};

struct Sum {
    Cell cell;
    Sum(float *at) : cell(at) { cell.add(1.f); }
};

__global__ void sums(float *sum, const float *a) {
    Cell(sum).add(a[threadIdx.x]);
}

// A thread's number is taken apart by constants: 32 threads fill a part of 256 cells, and a row has room for its parts.
__global__ void parts_of_rows(const float *a, float *out, long length) {
    float *part = out + blockIdx.x * length + blockIdx.y * 256;
    const int group = threadIdx.x / 8, place = threadIdx.x % 8;
    float *cells = part + 64 * group + 4 * place;
    for (int k = 0; k < 4; ++k) {
        cells[k] = a[threadIdx.x];          //~ RACE
        cells[k + 32] = a[threadIdx.x] + 1; //~ RACE
    }
}

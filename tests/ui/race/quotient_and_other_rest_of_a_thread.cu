// As conditional-race/quotient_and_rest_of_a_thread, but the rest is of another divisor: threads 8 and 16 meet in every block.
__global__ void parts_of_rows(const float *a, float *out, long length) {
    if (threadIdx.x >= 64) {
        return;
    }
    float *part = out + blockIdx.x * length + blockIdx.y * 256;
    const int group = threadIdx.x / 8, place = threadIdx.x % 16;
    float *cells = part + 32 * group + 4 * place;
    for (int k = 0; k < 4; ++k) {
        cells[k] = a[threadIdx.x]; //~ RACE
    }
}

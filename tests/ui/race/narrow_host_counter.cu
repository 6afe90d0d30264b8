// A counter of few bits comes back to 0 after all of its values: the launch with a stride of 0 is made.
__global__ void spread(int *out, unsigned char stride) {
    out[threadIdx.x * stride] = threadIdx.x; //~ RACE
}

void all(int *out, int times) {
    unsigned char stride = 1;
    do {
        spread<<<1, 32>>>(out, stride);
        stride++;
    } while (--times > 0);
}

// Images lie one channel apart, and each has two: the second of one is the first of the next.
__global__ void add_channels(const float *x, float *sum, int pixels) {
    int image = blockIdx.y, pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= pixels) {
        return;
    }
    for (int channel = 0; channel < 2; channel++) {
        sum[(image + channel) * pixels + pixel] += x[(image * 2 + channel) * pixels + pixel]; //~ RACE
    }
}

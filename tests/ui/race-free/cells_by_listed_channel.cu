// Which channel of its pixel a thread adds to is listed elsewhere; that the channel is one of them suffices.
#include <assert.h>
__global__ void add_listed(const unsigned *channel, const float *x, float *sum, size_t images, size_t kinds, size_t channels,
                           size_t pixels) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < images * pixels; i += blockDim.x * gridDim.x) {
        size_t image = i / pixels, pixel = i % pixels;
        for (unsigned kind = 0; kind < kinds; kind++) {
            size_t from = (image * kinds + kind) * pixels + pixel;
            unsigned to = channel[from];
            assert(to < channels);
            sum[(image * channels + to) * pixels + pixel] += x[from];
        }
    }
}
__global__ void add_listed_signed(const int *channel, const float *x, float *sum, int images, int kinds, int channels, int pixels) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < images * pixels; i += blockDim.x * gridDim.x) {
        int image = i / pixels, pixel = i % pixels;
        for (int kind = 0; kind < kinds; kind++) {
            int from = (image * kinds + kind) * pixels + pixel;
            int to = channel[from];
            if (to >= 0 && to < channels) {
                sum[(image * channels + to) * pixels + pixel] += x[from];
            }
        }
    }
}

// Images whose rows are apart by `pitch` elements, no less than the width: each thread changes cells of its own where their contents say so.
#include <raceproof.h>

__global__ void clamp(float* image, unsigned pitch, unsigned width, unsigned height, float least)
{
    __requires(pitch >= width && blockDim.x <= 16 && blockDim.y <= 16);
    unsigned x = threadIdx.x + 16 * blockIdx.x;
    if (x >= width) return;
    unsigned y = (threadIdx.y + 16 * blockIdx.y) * 32;
    for (unsigned i = 0; i < 32; ++i) {
        if (y >= height) break;
        if (image[y * pitch + x] < least) image[y * pitch + x] = least;
        ++y;
    }
}

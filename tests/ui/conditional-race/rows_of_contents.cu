// Images whose rows are apart by `pitch` elements, changed where their own contents say so: whatever these are, threads race only if rows overlap.

// Each thread has up to 32 rows of a column, and counts them by hand.
__global__ void clamp(float* image, unsigned pitch, unsigned width, unsigned height, float least)
{
    unsigned x = threadIdx.x + 16 * blockIdx.x;
    if (x >= width) return;
    unsigned y = (threadIdx.y + 16 * blockIdx.y) * 32;
    for (unsigned i = 0; i < 32; ++i) {
        if (y >= height) break;
        if (image[y * pitch + x] < least) image[y * pitch + x] = least; //~ RACE
        ++y;
    }
}

// The place advances by rows.
__global__ void invert(float* image, unsigned pitch, unsigned width, unsigned height)
{
    unsigned x = threadIdx.x + 16 * blockIdx.x;
    if (x >= width) return;
    unsigned y = (threadIdx.y + 16 * blockIdx.y) * 32;
    unsigned at = y * pitch + x;
    for (unsigned i = 0; i < 32; ++i) {
        if (y >= height) break;
        float value = image[at]; //~ RACE
        image[at] = value != 0 ? 1 / value : 0; //~ RACE
        at += pitch;
        ++y;
    }
}

// In blocks of a known size.
__global__ void invert_some(float* image, unsigned pitch, unsigned width, unsigned height)
{
    unsigned x = threadIdx.x + 16 * blockIdx.x;
    if (x >= width) return;
    unsigned y = (threadIdx.y + 16 * blockIdx.y) * 32;
    unsigned at = y * pitch + x;
    for (unsigned i = 0; i < 32; ++i) {
        if (y >= height) break;
        if (image[at] > 0.000001f) image[at] = 1 / image[at]; //~ RACE
        else image[at] = 0.0f; //~ RACE
        at += pitch;
        ++y;
    }
}

void launch(float* image, unsigned pitch, unsigned width, unsigned height)
{
    dim3 block(16, 16), grid((width + 15) / 16, (height + 511) / 512);
    invert_some<<<grid, block>>>(image, pitch, width, height);
}

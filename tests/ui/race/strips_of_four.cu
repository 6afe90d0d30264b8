// Tiles of 32 by 32 in strips that overlap, for blocks of 32 by 8.
__global__ void number(int *out, int width)
{
    if (threadIdx.x >= 32 || threadIdx.y >= 8) return;
    for (int strip = 0; strip < 32; strip += 4)
        out[(blockIdx.y * 32 + threadIdx.y + strip) * width + blockIdx.x * 32 + threadIdx.x] = threadIdx.y; //~ RACE
}

// Tiles of 32 by 32 in strips of 8 rows, for blocks of 32 by 8.
__global__ void number(int *out, int width)
{
    for (int strip = 0; strip < 32; strip += 8)
        out[(blockIdx.y * 32 + threadIdx.y + strip) * width + blockIdx.x * 32 + threadIdx.x] = threadIdx.y; //~ RACE
}

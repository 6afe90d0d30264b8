// The host bounds a radius by a diameter that it computes by a shift: `2 * radius + 1 <= 65`, which rows of 64 cells do not hold. The twin is
// race-free/radius_of_a_diameter.cu.
__global__ void blur(const float *in, float *out, int radius)
{
    __shared__ float row[8][64];
    int x = threadIdx.x, y = threadIdx.y;
    row[y][x] = in[y * 32 + x]; //~ RACE
    if (x < radius) {
        row[y][32 + x] = in[x];
        row[y][32 + radius + x] = in[x + radius]; //~ RACE
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i <= 2 * radius; i++)
        sum += row[y][x + i];
    out[y * 32 + x] = sum;
}

void run(const float *in, float *out, int diameter, int least)
{
    int radius = diameter <= 0 ? least : diameter >> 1;
    radius = radius > 1 ? radius : 1;
    diameter = (radius << 1) + 1;
    if (diameter <= 65)
        blur<<<1, dim3(32, 8)>>>(in, out, radius);
}

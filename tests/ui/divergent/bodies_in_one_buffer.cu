// Places and speeds share one buffer, and threads without a body do not come to the barrier: whatever the number of bodies is, the
// distance of the two follows from it.
#include <cstdlib>
__global__ void step(float2 *places, float2 *speeds, int n) {
    __shared__ float2 tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 own = places[i], force = {0, 0};
        for (int from = 0; from + 128 <= n; from += 128) {
            tile[threadIdx.x] = places[from + threadIdx.x];
            __syncthreads();  //~ DIVERGENT
            for (int k = 0; k < 128; k++) {
                force.x += tile[k].x - own.x;
                force.y += tile[k].y - own.y;
            }
            __syncthreads();  //~ DIVERGENT
        }
        speeds[i].x += force.x;
        speeds[i].y += force.y;
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    float2 *all;
    cudaMalloc(&all, 2 * n * sizeof(float2));
    step<<<(n + 127) / 128, 128>>>(all, all + n, n);
    cudaDeviceSynchronize();
}

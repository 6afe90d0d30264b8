// Walks of random steps, each of which ends where it leaves the room; what the steps are computed from says nothing of the cells.
#include <curand_kernel.h>

__global__ void walks(curandState *states, const float *wind, float *path, float *lengths, float width, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    curandState own = states[i];
    float x = 0, length = 0;
    for (int t = 0; t < steps; t++) {
        float along = wind[t * 2] + curand_normal(&own);
        float across = wind[t * 2 + 1] + curand_normal(&own);
        path[i * steps * 2 + t * 2] = along;
        path[i * steps * 2 + t * 2 + 1] = across;
        x += along;
        length += along * along + across * across;
        if (x < 0.0f || x > width) {
            length += 1;
            break;
        }
    }
    lengths[i] = length;
    states[i] = own;
}

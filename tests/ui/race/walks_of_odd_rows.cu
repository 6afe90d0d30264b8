// FIXME(wrong verdict): expected race, today possible-race: that the walk of the witness goes on is computed by functions that are not followed.
// Rows of one step less than a walk has.
__global__ void walks(float *seeds, float *path, float width, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || steps < 2) {
        return;
    }
    float own = seeds[i];
    float x = 0;
    for (int t = 0; t < steps; t++) {
        own = logf(own) + 3.0f;
        x += own;
        path[i * (steps - 1) + t] = x; //~ RACE
        if (x < 0.0f || x > width) {
            break;
        }
    }
    seeds[i] = own;
}

// raceproof: --block-dim 256
// One path takes tiles of a constant length, the other of a length that the host passes, which is the same one if it passes 8.
__global__ void mixed(const int *in, int *out, int n, bool wide, int each)
{
    if (wide) {
        int first = blockIdx.x * 2048;
        if (first + 2048 <= n) {
            for (int i = 0; i < 8; i++) out[first + i * 256 + threadIdx.x] = 3 * in[first + i * 256 + threadIdx.x]; //~ RACE
            return;
        }
    }
    int tile = each * 256, first = blockIdx.x * tile;
    int valid = min(n - first, tile);
    for (int j = 0; j < each; j++) {
        int i = j * 256 + threadIdx.x;
        if (i < valid) out[first + i] = 2 * in[first + i]; //~ RACE
    }
}

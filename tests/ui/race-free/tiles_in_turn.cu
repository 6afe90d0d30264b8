// Each launch takes as many tiles as it has blocks, behind those of the launch before. The twin is conditional-race/tiles_in_turn.cu.
const int TILE = 1920;

__global__ void fill(int *out, int first, unsigned n)
{
    int tile = first + blockIdx.x;
    unsigned start = unsigned(TILE) * tile;
    for (unsigned i = threadIdx.x; i < TILE && start + i < n; i += blockDim.x)
        out[start + i] = tile;
}

void all(int *out, int tiles, int most, unsigned n)
{
    int blocks = tiles < most ? tiles : most;
    for (int first = 0; first < tiles; first += blocks)
        fill<<<blocks, 128>>>(out, first, n);
}

// The first tile may be any: tiles before the array wrap around. The twin is race-free/tiles_in_turn.cu.
const int TILE = 1920;

__global__ void fill(int *out, int first, unsigned n)
{
    int tile = first + blockIdx.x;
    unsigned start = unsigned(TILE) * tile;
    for (unsigned i = threadIdx.x; i < TILE && start + i < n; i += blockDim.x)
        out[start + i] = tile; //~ RACE
}

void all(int *out, int tiles, int most, int start, unsigned n)
{
    int blocks = tiles < most ? tiles : most;
    for (int first = start; first < tiles; first += blocks)
        fill<<<blocks, 128>>>(out, first, n);
}

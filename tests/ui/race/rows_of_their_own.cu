// raceproof: --block-dim 64
// Two threads have one structure, or one row; an index that is computed is followed, and leaves its row.
struct State {
    int places[8];
    int free[8];
};

__global__ void structure_of_two(int k, State *states)
{
    State &own = states[blockIdx.x * blockDim.x + threadIdx.x / 2];
    own.places[k & 7] = threadIdx.x; //~ RACE
}

__global__ void row_of_two(int k, int (*rows)[16])
{
    rows[blockIdx.x * blockDim.x + threadIdx.x / 2][k & 15] = threadIdx.x; //~ RACE
}

__global__ void beyond_the_row(int (*rows)[16])
{
    rows[threadIdx.x][16 * (threadIdx.x & 1)] = threadIdx.x; //~ RACE
}

// raceproof: --block-dim 64
// Each thread has a structure or a row of its own in global memory; the index into its array comes from data, and is taken to stay in it.
struct State {
    int places[8];
    int free[8];
};

__global__ void first_member(const int *data, State *states, int n)
{
    State &own = states[blockIdx.x * blockDim.x + threadIdx.x];
    for (int i = 0; i < n; i++)
        own.places[data[i]] = threadIdx.x;
}

__global__ void row_of_a_pointer(const int *data, int (*rows)[16], int n)
{
    for (int i = 0; i < n; i++)
        rows[blockIdx.x * blockDim.x + threadIdx.x][data[i]] = threadIdx.x;
}

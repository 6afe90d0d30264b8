// What is written lies in the buffer that is read.
struct State {
    float *height[2];
    int turn;
    size_t cells;
};

__global__ void step(State s) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= s.cells) {
        return;
    }
    s.height[s.turn][i] = s.height[s.turn][i - 1]; //~ RACE
}

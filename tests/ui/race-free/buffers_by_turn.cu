// Two buffers each, in a structure that is passed by value; which one is read is said by a number that the launch passes, too.
struct State {
    float *height[2], *speed[2];
    int turn;
    size_t cells;
};

__global__ void begin(State s) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.cells) {
        s.height[s.turn][i] = i;
        s.speed[s.turn][i] = 0;
    }
}

__global__ void step(State s) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= s.cells) {
        return;
    }
    int now = s.turn, next = s.turn ^ 1;
    float slope = s.height[now][i] - s.height[now][i - 1];
    s.speed[next][i] = s.speed[now][i] - slope;
    s.height[next][i] = s.height[now][i] + s.speed[now][i - 1];
}

// raceproof: --block-dim 8,8 --grid-dim 1
// The tile of marks and the drawn part have their barriers.
#define TILE 8

__global__ void closure(unsigned* graph, int pass) {
  __shared__ unsigned tile[TILE][TILE];
  int row = pass * TILE + threadIdx.y, column = pass * TILE + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = graph[row * 64 + column];
  __syncthreads();
  unsigned mine = graph[row * 64 + column];
  for (unsigned k = 0; k < TILE; k++) {
    if (mine == 0 && tile[threadIdx.y][k] != 0) mine = pass * TILE + k + 2;
  }
  graph[row * 64 + column] = mine;
}

__device__ unsigned drawn;

__global__ void by_counter(float* image, unsigned parts) {
  __shared__ unsigned part;
  while (true) {
    if (threadIdx.x == 0 && threadIdx.y == 0) part = atomicAdd(&drawn, 1);
    __syncthreads();
    unsigned mine = part;
    __syncthreads();
    if (mine >= parts) break;
    image[threadIdx.y * 8 + threadIdx.x] += 1.0f;
  }
}

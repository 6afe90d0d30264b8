// raceproof: --block-dim 8,8 --grid-dim 1
// What a kernel compares with literals only is a mark, whatever it puts there: any may be there.
#define TILE 8

// Which vertices are reached, and by way of which one: a barrier is missing behind the tile's load.
__global__ void closure(unsigned* graph, int pass) {
  __shared__ unsigned tile[TILE][TILE];
  int row = pass * TILE + threadIdx.y, column = pass * TILE + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = graph[row * 64 + column]; //~ RACE
  unsigned mine = graph[row * 64 + column];
  for (unsigned k = 0; k < TILE; k++) {
    if (mine == 0 && tile[threadIdx.y][k] != 0) mine = pass * TILE + k + 2; //~ RACE
  }
  graph[row * 64 + column] = mine;
}

// Blocks of work by a counter, which starts at 0: a barrier is missing before the next one is drawn.
__device__ unsigned drawn;

__global__ void by_counter(float* image, unsigned parts) {
  __shared__ unsigned part;
  while (true) {
    if (threadIdx.x == 0 && threadIdx.y == 0) part = atomicAdd(&drawn, 1); //~ RACE
    __syncthreads();
    if (part >= parts) break; //~ RACE
    image[threadIdx.y * 8 + threadIdx.x] += 1.0f;
  }
}

// Loops of few iterations count through arrays of the thread's own. In one kernel the columns of neighbours overlap, in the other
// the next turn begins before all have read.
__global__ void columns_that_overlap(float* out, const float* in) {
  __shared__ float row[8][136];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int column[4];
  for (int i = 0; i < 4; ++i) column[i] = lane + 31 * i;
  for (int i = 0; i < 4; ++i) row[warp][column[i]] = in[4 * threadIdx.x + i]; //~ RACE
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = row[warp][lane];
}

__global__ void turns_without_an_end(float* out, int n) {
  __shared__ float turn[64];
  int partner[3][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) partner[i][j] = threadIdx.x ^ (1 << (2 * i + j));
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (i == n) break;
    turn[partner[i][0]] = i; //~ RACE
    __syncthreads();
    sum += turn[partner[i][1]]; //~ RACE
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void launch(float* out, const float* in, int n) {
  columns_that_overlap<<<4, 256>>>(out, in);
  turns_without_an_end<<<4, 64>>>(out, n);
}

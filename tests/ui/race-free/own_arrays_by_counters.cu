// Loops of few iterations count through arrays of the thread's own: what is in their elements is known.
__global__ void columns_of_a_row(float* out, const float* in, int n) {
  __shared__ float row[8][136];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value[4];
  int column[4];
  for (int i = 0; i < 4; ++i) {
    column[i] = lane + 32 * i;
    value[i] = column[i] < n ? in[warp * n + column[i]] : 0.0f;
  }
  for (int i = 0; i < 4; ++i)
    if (column[i] < 128) row[warp][column[i]] = value[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    if (column[i] < n) out[(blockIdx.x * 8 + warp) * n + column[i]] = row[warp][column[3 - i]];
}

// The barriers are in the loop, and what decides whether to go on is in the array.
__global__ void turns_in_order(float* out, int n) {
  __shared__ float turn[64];
  int partner[3][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) partner[i][j] = threadIdx.x ^ (1 << (2 * i + j));
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (i == n) break;
    turn[partner[i][0]] = i;
    __syncthreads();
    sum += turn[partner[i][1]];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void launch(float* out, const float* in, int n) {
  if (0 < n && n <= 128) columns_of_a_row<<<4, 256>>>(out, in, n);
  turns_in_order<<<4, 64>>>(out, n);
}

// FIXME(wrong verdict): expected race, today possible-race: the search for a contract is not finished
// The strips are as long as they are rounded up, but begin where they would if they were rounded down.
typedef unsigned long size;

__global__ void strips(float *out, const float *in, size n) {
  size threads = (size)gridDim.x * blockDim.x, length = (n + threads - 1) / threads;
  size t = (size)blockIdx.x * blockDim.x + threadIdx.x;
  for (size i = t * (n / threads); i < t * (n / threads) + length && i < n; i++)
    out[i] = 2 * in[i] + threadIdx.x; //~ RACE
}

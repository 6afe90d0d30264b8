// As its namesake, but columns are as long as blocks.
enum Layout { ROWS, COLUMNS };

__global__ void store(const float *in, float *out, Layout layout) {
  int at;
  switch (layout) {
    case ROWS: at = blockIdx.x * blockDim.x + threadIdx.x; break;
    case COLUMNS: at = threadIdx.x * blockDim.x + blockIdx.x; break;
  }
  out[at] = in[blockIdx.x * blockDim.x + threadIdx.x]; //~ RACE
}

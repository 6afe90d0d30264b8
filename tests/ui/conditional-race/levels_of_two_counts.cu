// Each thread fills a row by the number of its layers, and goes through it by the number of levels between them: one more.
__global__ void heat(double *levels, const double *first, int layers, int edges) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k <= layers; ++k) levels[column * (layers + 1) + k] = first[k]; //~ RACE
  for (int k = 0; k < edges; ++k) levels[column * edges + k] *= 2.0; //~ RACE
}

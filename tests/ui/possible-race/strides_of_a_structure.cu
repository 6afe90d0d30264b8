// Two strides that are fields of a structure: a contract that says that the rows of different heads do not meet is not found.
struct Parameters {
  float* out;
  int batch, head, step, heads;
};

__global__ void scale(Parameters p) {
  int b = blockIdx.x / p.heads, h = blockIdx.x % p.heads;
  p.out[b * p.batch + h * p.head + threadIdx.x * p.step] = b + h; //~ RACE
}

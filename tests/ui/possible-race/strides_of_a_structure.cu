// Two strides that are fields without a name: no contract can say that the rows of different heads do not meet.
struct Parameters {
  float* out;
  int batch, head, step, heads;
};

__global__ void scale(Parameters p) {
  int b = blockIdx.x / p.heads, h = blockIdx.x % p.heads;
  p.out[b * p.batch + h * p.head + threadIdx.x * p.step] = b + h; //~ RACE
}

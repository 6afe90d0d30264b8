// Strides that are fields of a structure, each of which has to be no less than all that the ones below it count.
struct Parameters {
  float* out;
  int batch, head, step, heads;
};

__global__ void scale(Parameters p) {
  int b = blockIdx.x / p.heads, h = blockIdx.x % p.heads;
  p.out[b * p.batch + h * p.head + threadIdx.x * p.step] = b + h; //~ RACE
}

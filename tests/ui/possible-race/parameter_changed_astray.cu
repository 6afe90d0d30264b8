// raceproof: --block-dim 64
// A field of a parameter is changed by way of a table of addresses.
struct Part {
  int at, step;
};

__global__ void fill(int* out, Part part, int n) {
  int* fields[2] = {&part.at, &part.step};
  *fields[n & 1] = 64 + threadIdx.x;
  out[threadIdx.x] = 0; //~ RACE?
  out[part.at] = 1; //~ RACE?
}

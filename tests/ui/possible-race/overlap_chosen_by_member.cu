// A member is looked at again after it may have changed.
struct Options {
  bool in_place;
};

void look();

__global__ void shift(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE?
}

void run(const Options& options, int* x, int* y) {
  int* to = options.in_place ? x : y;
  look();
  if (!options.in_place) shift<<<1, 64>>>(x, to);
}

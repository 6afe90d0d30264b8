// Names that are numbered: `args.coerce02` is the first part of the second structure.
struct Pair {
  int *first, *second;
};

template <class... A>
__global__ void shift(A... args) {
  [](Pair, Pair, int* to, const int* from, int* scratch) {
    to[threadIdx.x] = from[threadIdx.x]; //~ RACE
  }(args...);
}

__global__ void unnamed(Pair, Pair, int* to, const int* from, int* scratch) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE
}

void run(Pair a, Pair b, int* p) {
  shift<<<1, 64>>>(a, b, p, p + 1, p + 128);
  unnamed<<<1, 64>>>(a, b, p, p + 1, p + 128);
}

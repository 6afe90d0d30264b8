// The pointers come in structures, which are passed in registers or through memory.
struct Pair {
  int *to, *from;
};

struct Many {
  int unused;
  int *to, *from;
  float weight;
};

__global__ void pair(Pair p) {
  p.to[threadIdx.x] = p.from[threadIdx.x + 1]; //~ RACE
}

__global__ void many(Many m) {
  m.to[threadIdx.x] = m.from[threadIdx.x + 1]; //~ RACE
}

void run(int* p) {
  Pair both = {p, p};
  pair<<<1, 64>>>(both);
  Many m;
  m.unused = 1;
  m.to = p;
  m.from = p;
  m.weight = 0;
  many<<<1, 64>>>(m);
}

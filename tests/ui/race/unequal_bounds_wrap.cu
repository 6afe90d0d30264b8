// Products and sums that wrap before the loop ends at a constant: no iteration behind it is looked at.
__global__ void unequal(int* s) {
  for (unsigned i = 0; i != 4096; i++) {
    unsigned q = i * 2000000u;
    if (q % 2000000u != 0) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void left(int* s) {
  for (unsigned i = 0;; i++) {
    if (i == 4096) break;
    unsigned q = i * 2000000u;
    if (q % 2000000u != 0) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void sum(int* s) {
  unsigned sum = 1;
  for (unsigned i = 0; i != 4096; i++) {
    sum += 2000000u;
    if (sum < 1000u * i) s[0] = threadIdx.x; //~ RACE
  }
}

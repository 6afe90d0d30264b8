// Only one of the values that are chosen from is the other pointer.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE
}

void run(int* p, int* q, bool in_place) {
  shift<<<1, 64>>>(p, in_place ? p : q);
}

// The branch and the choice have nothing to do with each other.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE
}

void apart(int* p, int* q, bool in_place, int n) {
  if (n > 0) shift<<<1, 64>>>(p, in_place ? p : q);
}

void same(int* p, int* q, bool in_place) {
  const int* from = in_place ? p : q;
  if (in_place) shift<<<1, 64>>>(p, from);
}

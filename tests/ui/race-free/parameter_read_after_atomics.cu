// raceproof: --block-dim 64 --grid-dim 1
// What an atomic operation does to one by-value parameter changes no other.
struct Place {
  int first;
  int second;
};

__global__ void other(Place p, Place q, int* out) {
  atomicAdd(&q.second, 1);
  out[threadIdx.x + p.first] = q.second;
}

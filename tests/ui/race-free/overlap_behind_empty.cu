// Only what the kernel does not read lies in what it writes.
struct Tag {};

__global__ void shift(Tag, float* to, const float* from, float* scratch) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}

void run(float* p, float* q) {
  shift<<<1, 64>>>(Tag{}, p, q, q + 1);
}

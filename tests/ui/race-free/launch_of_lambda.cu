// raceproof: --extended-lambda
// What the kernel does is a lambda of the function that launches it.
template <class F> __global__ void each(F body) { body(threadIdx.x); }

void run(int* out) {
  each<<<1, 32>>>([=] __device__(int t) {
    out[t] += 1;
    __syncwarp();
    out[31 - t] += 1;
  });
}

// raceproof: --block-dim 64
// What follows assembly with jumps is followed, what it does itself is not: it may wait, or store.
__global__ void waits(int* out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = tid;  //~ RACE?
  asm goto("bar.sync 0;" : : : "memory" : done);
done:
  out[tid] = s[tid ^ 1];  //~ RACE?
}

__global__ void stores(int* out) {
  asm goto("st.global.u32 [%0], 1;" : : "l"(out) : "memory" : done);
done:
  out[threadIdx.x + 1] = 2;
}

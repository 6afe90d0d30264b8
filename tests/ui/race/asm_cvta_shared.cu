// raceproof: -arch=sm_80 --block-dim 32
// The address of a cell in shared memory is computed in inline PTX, by a template with a scope. Its row is read before other lanes have written it.
__device__ unsigned address_of(const void* pointer) {
  unsigned address;
  asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"(pointer));
  return address;
}

__global__ void rows(unsigned* out, const unsigned short* in) {
  __shared__ unsigned short tile[256];
  for (int i = threadIdx.x; i < 256; i += 32) tile[i] = in[i]; //~ RACE

  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16{%0, %1}, [%2];" //~ RACE
               : "=r"(a), "=r"(b)
               : "r"(address_of(tile + threadIdx.x % 16 * 8)));
  out[threadIdx.x] = a + b;
}

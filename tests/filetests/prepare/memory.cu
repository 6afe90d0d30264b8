#include "device.h"
struct Vec4 { float x, y, z, w; };
struct Table { int entry[16]; };
__constant__ const int weights[4] = {1, 2, 3, 4};

__global__ void copies_have_two_markers(Vec4 *to, const Vec4 *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void fill(char *to, int n) { __builtin_memset(to, 0, n); }
__global__ void copy_to_local(float *to, const Vec4 *from) { Vec4 local = *from; to[threadIdx.x] = local.y; }
__global__ void by_value_argument(int *to, Table table) { to[threadIdx.x] = table.entry[threadIdx.x & 15]; }
__global__ void constant(int *to) { to[threadIdx.x] = weights[threadIdx.x & 3]; }
__global__ void local_array(int *to, int i) {
  int local[8];
  for (int k = 0; k < 8; ++k) local[k] = k * i;
  to[threadIdx.x] = local[i & 7];
}
__global__ void one_of_two_locals(int *to, bool first) {
  int a = 1, b = 2;
  int *chosen = first ? &a : &b;
  *chosen = 5;
  to[0] = a + b;
}
__global__ void local_or_shared(int *to, bool local) {
  __shared__ int tile[4];
  int own = 1;
  int *chosen = local ? &own : &tile[0];
  *chosen = 5;
  to[0] = own;
}
__global__ void volatile_flag(volatile int *flag) { while (*flag == 0) {} }
__global__ void own_store_is_forwarded(int *a) {
  a[threadIdx.x] = 3;
  a[64] = a[threadIdx.x];
}
__global__ void shared_across_barrier(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  int mine = tile[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = mine + tile[threadIdx.x];
}
__global__ void atomics(int *a, float *f) {
  __nvvm_atom_cta_add_gen_i(a, 1);
  __nvvm_atom_sys_add_gen_i(a, 1);
  __nvvm_atom_inc_gen_ui((unsigned *)a, 7);
  __atomic_fetch_add(a, 1, __ATOMIC_RELAXED);
  __nvvm_atom_add_gen_f(f, 1.0f);
  __nvvm_atom_cas_gen_i(a, 0, 1);
  __nvvm_atom_cta_cas_gen_i(a, 0, 1);
  __atomic_store_n(a, 2, __ATOMIC_RELEASE);
  *a = __atomic_load_n(a, __ATOMIC_ACQUIRE);
}
__global__ void read_only_cache(int *out, const int *in) { out[0] = __nvvm_ldg_i(in); }
__global__ void assembly(int *out, int *in) {
  int lane, value;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(in));
  asm volatile("bar.sync 0;");
  out[lane] = 1;
}
extern "C" __device__ float __nv_sinf(float);
extern "C" __device__ __attribute__((pure)) int external_read(const int *);
__global__ void libdevice_only_computes(float *a) {
  a[0] = 2.0f;
  __nv_sinf(1.0f);
  a[1] = __nv_sinf(a[0]);
}
__global__ void unused_read_elsewhere(int *a) { external_read(a); }

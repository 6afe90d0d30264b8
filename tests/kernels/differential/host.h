// CUDA for the host's compiler: enough for the generated kernels. Memory accesses are seen by the callbacks of
// -fsanitize=thread, which emulator.cpp defines; so the kernels themselves are the same text for both compilers.
#pragma once
#define __global__
#define __device__ static
#define __constant__ static
#define __syncthreads() rp_barrier()
// An array that starts `off` bytes after an address divisible by 1024.
#define RP_ARRAY(type, name, count, off)                                                                               \
    __attribute__((section("rpshared"), aligned(1024))) static struct { char before[1024 + (off)]; type cells[count]; type after[1024]; } name##_; \
    rp_extent(#name, name##_.cells, sizeof name##_.cells)
#define RP_SHARED(type, name, count) RP_ARRAY(type, name, count, sizeof(type) < 16 ? 16 : 0); type *name = name##_.cells
#define RP_ALIGNED(type, name, count) RP_ARRAY(type, name, count, 16); type *name = name##_.cells
#define RP_OFF(type, name, count) RP_ARRAY(type, name, count, 4); type *name = name##_.cells
#define RP_ONE(type, name) RP_ARRAY(type, name, 1, 0); type &name = name##_.cells[0]
// A variable of the device.
#define RP_WATCH(name) rp_watch(#name, name, sizeof name)
#define RP_EXTERN(type, name) rp_extent("ext", rp_dynamic, 4096); type *name = (type *)rp_dynamic

typedef __SIZE_TYPE__ size_t;
struct rp_dim { unsigned x, y, z; };
extern char *const rp_dynamic;
extern rp_dim threadIdx, blockIdx, blockDim, gridDim;

__attribute__((noinline)) void rp_barrier();
void rp_watch(const char *name, void *start, unsigned long bytes);
void rp_extent(const char *name, void *start, unsigned long bytes);
int atomicAdd(int *cell, int value);
int atomicMax(int *cell, int value);
int atomicExch(int *cell, int value);
int atomicOr(int *cell, int value);
int atomicCAS(int *cell, int expected, int value);
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

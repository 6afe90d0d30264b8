// CUDA for the host's compiler: enough for the generated kernels. Memory accesses are seen by the callbacks of
// -fsanitize=thread, which emulator.cpp defines; so the kernels themselves are the same text for both compilers.
#pragma once
#define __global__
#define __device__ static
#define __syncthreads() rp_barrier()
#define RP_SHARED(type, name, count)                                                                                   \
    __attribute__((section("rpshared"))) static struct { type before[1024]; type cells[count]; type after[1024]; } name##_; \
    type *name = name##_.cells;                                                                                        \
    rp_extent(#name, name, sizeof name##_.cells)

struct rp_dim { unsigned x, y, z; };
extern rp_dim threadIdx, blockIdx, blockDim, gridDim;

__attribute__((noinline)) void rp_barrier();
void rp_extent(const char *name, void *start, unsigned long bytes);
int atomicAdd(int *cell, int value);
int atomicMax(int *cell, int value);
int atomicExch(int *cell, int value);
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

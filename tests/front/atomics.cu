// Every atomic at every type that CUDA has it for.
#define SCOPES(call, T, ...) \
    call((T *)p, __VA_ARGS__); \
    call##_block((T *)p, __VA_ARGS__); \
    call##_system((T *)p, __VA_ARGS__);
#define WORDS(call) SCOPES(call, int, 1) SCOPES(call, unsigned, 1u) SCOPES(call, unsigned long long, 1ull)

// Not among CUDA's, so that users may add it.
__device__ long long atomicAdd(long long *p, long long v) { return (long long)atomicAdd((unsigned long long *)p, (unsigned long long)v); }

__global__ void atomics(void *p) {
    WORDS(atomicAdd)
    SCOPES(atomicAdd, float, 1.0f)
#if __CUDA_ARCH__ >= 600
    SCOPES(atomicAdd, double, 1.0)
#endif
    atomicAdd((long long *)p, 1ll);
    SCOPES(atomicSub, int, 1)
    SCOPES(atomicSub, unsigned, 1u)
    WORDS(atomicExch)
    SCOPES(atomicExch, float, 1.0f)
    WORDS(atomicMin)
    WORDS(atomicMax)
    SCOPES(atomicMin, long long, 1ll)
    SCOPES(atomicMax, long long, 1ll)
    WORDS(atomicAnd)
    WORDS(atomicOr)
    WORDS(atomicXor)
    SCOPES(atomicInc, unsigned, 1u)
    SCOPES(atomicDec, unsigned, 1u)
    SCOPES(atomicCAS, int, 1, 2)
    SCOPES(atomicCAS, unsigned, 1u, 2u)
    SCOPES(atomicCAS, unsigned long long, 1ull, 2ull)
#if __CUDA_ARCH__ >= 700
    atomicCAS((unsigned short *)p, (unsigned short)1, (unsigned short)2);
#endif
    // Mixed arguments convert as in a call of a function.
    unsigned n = 3;
    atomicAdd((int *)p, n);
    atomicAdd((unsigned *)p, 1);
    atomicAdd((float *)p, 1);
    atomicMax((unsigned *)p, 1);
    atomicAdd((unsigned long long *)p, 1);
}

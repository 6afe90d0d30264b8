// clang always includes it; not every installation has cuRAND. The real one comes next on the path.
#pragma once
#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif

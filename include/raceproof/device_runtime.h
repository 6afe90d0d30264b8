// raceproof's CUDA declarations: what device code has of the C and C++ libraries.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>
#include <stddef.h>

extern "C" {
// clang turns a call of the first into one of the second.
__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(size_t) __rp_noexcept __attribute__((malloc));
__device__ void free(void *) __rp_noexcept;
__host__ int printf(const char *, ...);
__host__ void *malloc(size_t) __rp_noexcept;
__host__ void *calloc(size_t, size_t) __rp_noexcept;
__host__ void *realloc(void *, size_t) __rp_noexcept;
__host__ void free(void *) __rp_noexcept;
__host__ void exit(int) __rp_noexcept __attribute__((noreturn));
__host__ void abort() __rp_noexcept __attribute__((noreturn));
__host__ int abs(int) __rp_noexcept;
__host__ long labs(long) __rp_noexcept;
__host__ int rand() __rp_noexcept;
__host__ void srand(unsigned) __rp_noexcept;
__host__ void *memcpy(void *, const void *, size_t) __rp_noexcept;
__host__ void *memmove(void *, const void *, size_t) __rp_noexcept;
__host__ void *memset(void *, int, size_t) __rp_noexcept;
__host__ int memcmp(const void *, const void *, size_t) __rp_noexcept;
__host__ size_t strlen(const char *) __rp_noexcept;
__host__ int strcmp(const char *, const char *) __rp_noexcept;
}

__rp_device void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
__rp_device void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
__rp_device void *memset(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

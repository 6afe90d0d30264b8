// raceproof's CUDA declarations: what nvcc's implicit includes bring of the C library, for the device and for the host.
// Names, types and macros are those of glibc, which may be included after us.
#pragma once
#pragma clang system_header
#include <raceproof/qualifiers.h>
#include <stddef.h>

typedef struct _IO_FILE FILE;
typedef long time_t;
typedef long clock_t;
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VAL (__builtin_huge_val())

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
__host__ int atoi(const char *) __rp_noexcept;
__host__ long atol(const char *) __rp_noexcept;
__host__ double atof(const char *) __rp_noexcept;
__host__ char *getenv(const char *) __rp_noexcept;
__host__ time_t time(time_t *) __rp_noexcept;
__host__ clock_t clock() __rp_noexcept;
__host__ int fprintf(FILE *, const char *, ...);
__host__ FILE *fopen(const char *, const char *);
__host__ int fclose(FILE *);
__host__ int fflush(FILE *);
extern FILE *stdout;
extern FILE *stderr;
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

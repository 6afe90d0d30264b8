// Contracts for raceproof. Include it where a kernel relies on facts that its code does not show:
//
//     #include <raceproof.h>
//     __global__ void scale(float *a, int width) {
//         __requires(width >= gridDim.x * blockDim.x);
//
// raceproof takes each contract as an assumption at that point of the program and lists it with the verdict. Contracts on
// the first n cells of an array of whole numbers, which the kernel does not write:
//
//     __requires_distinct(a, n)       no two hold one value
//     __requires_sorted(a, n)         a[i] <= a[i + 1]
//     __requires_increasing(a, n)     a[i] < a[i + 1]
//     __requires_equal(a, n)          all hold one value
//     __requires_range(a, n, lo, hi)  lo <= a[i] && a[i] < hi
//     __requires_permutation(a, n)    they are the numbers from 0 to n - 1
//
// and of two such arrays:
//
//     __requires_offsets(a, n, c)     0 <= c[i] && a[i] + c[i] <= a[i + 1] && 0 <= a[0]: sums of those before (an exclusive scan)
//     __requires_sums(a, n, c)        0 <= c[i] && a[i] + c[i + 1] <= a[i + 1] && c[0] <= a[0]: sums up to each (an inclusive scan)
//     __requires_intervals(a, n, e)   a[i] <= e[i] && e[i] <= a[i + 1]: from a[i] up to e[i], one behind the other
//
// Every other compiler sees nothing; with -DRACEPROOF_ASSERT one for CUDA sees assertions. Contents are then checked by the first
// block, whose threads share the cells; that they are distinct takes time in proportion to n * n.
#ifndef RACEPROOF_H
#define RACEPROOF_H
#ifndef __RACEPROOF__
#if defined(RACEPROOF_ASSERT) && defined(__CUDACC__)
#include <cassert>
#ifndef __requires
#define __requires(e) assert(e)
#endif
#ifndef __assume
#define __assume(e) assert(e)
#endif
namespace raceproof {
// The first cell of this thread, and from one to the next; none of the host and of other blocks.
static inline __host__ __device__ long long first(long long n) {
#ifdef __CUDA_ARCH__
    if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0)
        return threadIdx.x + blockDim.x * (threadIdx.y + static_cast<long long>(blockDim.y) * threadIdx.z);
#endif
    return n;
}
static inline __host__ __device__ long long step() {
#ifdef __CUDA_ARCH__
    return static_cast<long long>(blockDim.x) * blockDim.y * blockDim.z;
#else
    return 1;
#endif
}
template <class T> inline __host__ __device__ void distinct(const T *a, long long n) {
    for (long long i = first(n); i < n; i += step())
        for (long long j = 0; j < i; j++) assert(a[j] != a[i]);
}
template <class T> inline __host__ __device__ void sorted(const T *a, long long n) {
    for (long long i = first(n); i < n; i += step()) assert(i == 0 || a[i - 1] <= a[i]);
}
template <class T> inline __host__ __device__ void increasing(const T *a, long long n) {
    for (long long i = first(n); i < n; i += step()) assert(i == 0 || a[i - 1] < a[i]);
}
template <class T> inline __host__ __device__ void equal(const T *a, long long n) {
    for (long long i = first(n); i < n; i += step()) assert(a[0] == a[i]);
}
template <class T> inline __host__ __device__ void range(const T *a, long long n, long long lo, long long hi) {
    for (long long i = first(n); i < n; i += step())
        assert(lo <= static_cast<long long>(a[i]) && static_cast<long long>(a[i]) < hi);
}
template <class T, class U> inline __host__ __device__ void offsets(const T *a, long long n, const U *c) {
    for (long long i = first(n); i < n; i += step())
        assert(static_cast<long long>(c[i]) >= 0 &&
               (i == 0 ? 0 : static_cast<long long>(a[i - 1]) + static_cast<long long>(c[i - 1])) <= static_cast<long long>(a[i]));
}
template <class T, class U> inline __host__ __device__ void sums(const T *a, long long n, const U *c) {
    for (long long i = first(n); i < n; i += step()) {
        const long long before = i == 0 ? 0 : static_cast<long long>(a[i - 1]);
        assert(static_cast<long long>(c[i]) >= 0 && before + static_cast<long long>(c[i]) <= static_cast<long long>(a[i]));
    }
}
template <class T, class U> inline __host__ __device__ void intervals(const T *a, long long n, const U *e) {
    for (long long i = first(n); i < n; i += step())
        assert(static_cast<long long>(a[i]) <= static_cast<long long>(e[i]) &&
               (i == 0 || static_cast<long long>(e[i - 1]) <= static_cast<long long>(a[i])));
}
}
#define __requires_distinct(a, n) ::raceproof::distinct(a, n)
#define __requires_sorted(a, n) ::raceproof::sorted(a, n)
#define __requires_increasing(a, n) ::raceproof::increasing(a, n)
#define __requires_equal(a, n) ::raceproof::equal(a, n)
#define __requires_range(a, n, lo, hi) ::raceproof::range(a, n, lo, hi)
#define __requires_permutation(a, n) (__requires_distinct(a, n), __requires_range(a, n, 0, n))
#define __requires_offsets(a, n, c) ::raceproof::offsets(a, n, c)
#define __requires_sums(a, n, c) ::raceproof::sums(a, n, c)
#define __requires_intervals(a, n, e) ::raceproof::intervals(a, n, e)
#else
#ifndef __requires
#define __requires(e) static_cast<void>(0)
#endif
#ifndef __assume
#define __assume(e) static_cast<void>(0)
#endif
#define __requires_distinct(a, n) static_cast<void>(0)
#define __requires_sorted(a, n) static_cast<void>(0)
#define __requires_increasing(a, n) static_cast<void>(0)
#define __requires_equal(a, n) static_cast<void>(0)
#define __requires_range(a, n, lo, hi) static_cast<void>(0)
#define __requires_permutation(a, n) static_cast<void>(0)
#define __requires_offsets(a, n, c) static_cast<void>(0)
#define __requires_sums(a, n, c) static_cast<void>(0)
#define __requires_intervals(a, n, e) static_cast<void>(0)
#endif
#endif
#endif

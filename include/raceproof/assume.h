// What a contract becomes: a call that raceproof reads as an assumption at that point of the program.
#pragma once
#pragma clang system_header

extern "C" __attribute__((device)) void __raceproof_assume(bool);
extern "C" __attribute__((host)) void __raceproof_assume(bool);
// An assertion holds from there on only.
extern "C" __attribute__((device)) void __raceproof_assert(bool);
extern "C" __attribute__((host)) void __raceproof_assert(bool);

// In a constant expression the call must not be evaluated.
#define __rp_assume(e) \
    (__builtin_is_constant_evaluated() ? static_cast<void>(0) : __raceproof_assume(static_cast<bool>(e)))
#define __rp_assert(e) \
    (__builtin_is_constant_evaluated() ? static_cast<void>(0) : __raceproof_assert(static_cast<bool>(e)))
#define __requires(e) __rp_assume(e)
#define __assume(e) __rp_assume(e)
// Contracts on contents, by the numbers that raceproof has for them; what they are about in bytes of a cell and signedness.
extern "C" __attribute__((device)) void __raceproof_contents(
    const volatile void *, unsigned long, bool, long long, int, long long, long long);
extern "C" __attribute__((host)) void __raceproof_contents(
    const volatile void *, unsigned long, bool, long long, int, long long, long long);
template <class T>
static __inline__ __attribute__((host, device, always_inline, nodebug)) void __rp_contents(
    const volatile T *cells, long long count, int pattern, long long from, long long to) {
    static_assert(__is_integral(T), "a contract on contents is about an array of whole numbers");
    __raceproof_contents(cells, sizeof(T), static_cast<T>(-1) < static_cast<T>(0), count, pattern, from, to);
}
// The same, and the cells of a second array.
extern "C" __attribute__((device)) void __raceproof_contents_of_two(
    const volatile void *, unsigned long, bool, long long, int, const volatile void *, unsigned long, bool);
extern "C" __attribute__((host)) void __raceproof_contents_of_two(
    const volatile void *, unsigned long, bool, long long, int, const volatile void *, unsigned long, bool);
template <class T, class U>
static __inline__ __attribute__((host, device, always_inline, nodebug)) void __rp_contents_of_two(
    const volatile T *cells, long long count, int pattern, const volatile U *others) {
    static_assert(__is_integral(T) && __is_integral(U), "a contract on contents is about arrays of whole numbers");
    __raceproof_contents_of_two(
        cells, sizeof(T), static_cast<T>(-1) < static_cast<T>(0), count, pattern, others, sizeof(U),
        static_cast<U>(-1) < static_cast<U>(0));
}
#define __requires_distinct(a, n) __rp_contents(a, n, 0, 0, 0)
#define __requires_sorted(a, n) __rp_contents(a, n, 1, 0, 0)
#define __requires_increasing(a, n) __rp_contents(a, n, 2, 0, 0)
#define __requires_equal(a, n) __rp_contents(a, n, 3, 0, 0)
#define __requires_range(a, n, lo, hi) __rp_contents(a, n, 4, lo, hi)
#define __requires_offsets(a, n, c) __rp_contents_of_two(a, n, 0, c)
#define __requires_sums(a, n, c) __rp_contents_of_two(a, n, 1, c)
#define __requires_intervals(a, n, e) __rp_contents_of_two(a, n, 2, e)
#define __requires_permutation(a, n) (__requires_distinct(a, n), __requires_range(a, n, 0, n))
// clang drops its own when the argument reads a builtin variable.
#define __builtin_assume(e) __rp_assume(e)

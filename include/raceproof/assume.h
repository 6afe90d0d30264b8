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
// clang drops its own when the argument reads a builtin variable.
#define __builtin_assume(e) __rp_assume(e)

// An assertion that fails ends the kernel: after it, it holds. No include guard, like the C library's.
#pragma clang system_header
#include <raceproof/assume.h>
// Some headers call what the C library's assert calls.
extern "C" __attribute__((host, noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *) throw();
#undef assert
#ifdef NDEBUG
#define assert(e) static_cast<void>(0)
#else
#define assert(e) __rp_assert(e)
#endif

// Types of pointers to functions of the driver, for those who ask the runtime for them.
#pragma once
#pragma clang system_header
#include <cuda.h>
#define __rp_pointer_to(name) \
    typedef decltype(&name) PFN_##name; \
    typedef decltype(&name) PFN_##name##_v12000;
__rp_pointer_to(cuTensorMapEncodeTiled) __rp_pointer_to(cuTensorMapEncodeIm2col) __rp_pointer_to(cuLaunchKernel)
#undef __rp_pointer_to

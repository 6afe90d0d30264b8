// Sources may see `__NVCC__`; these headers are told of clang, since it depends on the compiler which builtins there are.
#pragma clang system_header
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")

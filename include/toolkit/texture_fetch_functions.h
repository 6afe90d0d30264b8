// Gone from CUDA 13, and clang 19 still asks for it. Before that, the real one comes next on the path.
#pragma once
#if __has_include_next(<texture_fetch_functions.h>)
#include_next <texture_fetch_functions.h>
#endif

// What CUDA's own headers bring along of the C++ library, for sources that rely on it. Read only once clang misses something.
#pragma once
#pragma clang system_header
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

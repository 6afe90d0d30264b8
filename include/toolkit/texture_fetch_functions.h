// Gone from CUDA 13; clang 19 still asks for it.

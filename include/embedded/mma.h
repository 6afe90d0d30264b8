// raceproof's CUDA declarations: matrix fragments of a warp, in the shape 16x16x16 of halves and floats.
#pragma once
#pragma clang system_header
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {

struct row_major { static constexpr int column = 0; };
struct col_major { static constexpr int column = 1; };
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment;
template <class Layout> class fragment<matrix_a, 16, 16, 16, __half, Layout> {
public:
    static constexpr int num_elements = 16;
    __half x[num_elements];
};
template <class Layout> class fragment<matrix_b, 16, 16, 16, __half, Layout> {
public:
    static constexpr int num_elements = 16;
    __half x[num_elements];
};
template <> class fragment<accumulator, 16, 16, 16, float> {
public:
    static constexpr int num_elements = 8;
    float x[num_elements];
};

template <class Use, class T, class Layout>
__rp_device void fill_fragment(fragment<Use, 16, 16, 16, T, Layout> &f, T value) {
    for (int i = 0; i < f.num_elements; i++) f.x[i] = value;
}
template <class Layout>
__rp_device void load_matrix_sync(fragment<matrix_a, 16, 16, 16, __half, Layout> &f, const __half *p, unsigned stride) {
    __hmma_m16n16k16_ld_a((int *)f.x, (const int *)p, stride, Layout::column);
}
template <class Layout>
__rp_device void load_matrix_sync(fragment<matrix_b, 16, 16, 16, __half, Layout> &f, const __half *p, unsigned stride) {
    __hmma_m16n16k16_ld_b((int *)f.x, (const int *)p, stride, Layout::column);
}
__rp_device void load_matrix_sync(
    fragment<accumulator, 16, 16, 16, float> &f, const float *p, unsigned stride, layout_t layout) {
    if (layout == mem_row_major) __hmma_m16n16k16_ld_c_f32(f.x, p, stride, 0);
    else __hmma_m16n16k16_ld_c_f32(f.x, p, stride, 1);
}
__rp_device void store_matrix_sync(
    float *p, const fragment<accumulator, 16, 16, 16, float> &f, unsigned stride, layout_t layout) {
    if (layout == mem_row_major) __hmma_m16n16k16_st_c_f32(p, f.x, stride, 0);
    else __hmma_m16n16k16_st_c_f32(p, f.x, stride, 1);
}
template <class A, class B>
__rp_device void mma_sync(
    fragment<accumulator, 16, 16, 16, float> &d, const fragment<matrix_a, 16, 16, 16, __half, A> &a,
    const fragment<matrix_b, 16, 16, 16, __half, B> &b, const fragment<accumulator, 16, 16, 16, float> &c) {
    // Bit 1 of the layout is set where a goes by columns, bit 0 where b does; rows by columns is 1.
    constexpr int layout = A::column ? (B::column ? 3 : 2) : (B::column ? 1 : 0);
    __hmma_m16n16k16_mma_f32f32(d.x, (const int *)a.x, (const int *)b.x, c.x, layout, 0);
}

}  // namespace wmma
}  // namespace nvcuda

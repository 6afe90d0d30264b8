// raceproof's CUDA declarations: matrix fragments of a warp, in the shapes and types that clang has builtin functions for.
#pragma once
#pragma clang system_header
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {

struct row_major { static constexpr int column = 0; };
struct col_major { static constexpr int column = 1; };
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision { struct tf32 {}; }
namespace experimental {
namespace precision { struct u4 {}; struct s4 {}; struct b1 {}; }
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment;

// A fragment whose lanes hold `count` elements each.
#define __rp_fragment(use, m, n, k, type, element, count) \
    template <class Layout> class fragment<use, m, n, k, type, Layout> { \
    public: \
        typedef element element_type; \
        typedef element storage_element_type; \
        static constexpr int num_elements = count; \
        static constexpr int num_storage_elements = count; \
        element x[count]; \
    };

// What is multiplied lies in memory by rows or by columns, as its type says.
#define __rp_load(use, m, n, k, type, memory, word, builtin) \
    template <class Layout> __rp_device void load_matrix_sync( \
        fragment<use, m, n, k, type, Layout> &f, const memory *p, unsigned stride) { \
        builtin((word *)f.x, (const word *)p, stride, Layout::column); \
    }

// What is added lies by rows or by columns, as an argument says.
#define __rp_accumulator(m, n, k, type, count, word, load, store) \
    __rp_fragment(accumulator, m, n, k, type, type, count) \
    __rp_device void load_matrix_sync( \
        fragment<accumulator, m, n, k, type> &f, const type *p, unsigned stride, layout_t layout) { \
        if (layout == mem_row_major) load((word *)f.x, (const word *)p, stride, 0); \
        else load((word *)f.x, (const word *)p, stride, 1); \
    } \
    __rp_device void store_matrix_sync( \
        type *p, const fragment<accumulator, m, n, k, type> &f, unsigned stride, layout_t layout) { \
        if (layout == mem_row_major) store((word *)p, (const word *)f.x, stride, 0); \
        else store((word *)p, (const word *)f.x, stride, 1); \
    }

// Bit 1 of the layout is set where a goes by columns, bit 0 where b does; rows by columns is 1.
#define __rp_mma(m, n, k, type, word, d_type, d_word, c_type, c_word, builtin) \
    template <class A, class B> __rp_device void mma_sync( \
        fragment<accumulator, m, n, k, d_type> &d, const fragment<matrix_a, m, n, k, type, A> &a, \
        const fragment<matrix_b, m, n, k, type, B> &b, const fragment<accumulator, m, n, k, c_type> &c, \
        bool saturate = false) { \
        constexpr int layout = 2 * A::column + B::column; \
        builtin((d_word *)d.x, (const word *)a.x, (const word *)b.x, (const c_word *)c.x, layout, 0); \
    }

#define __rp_half_shape(M, N, K) \
    __rp_fragment(matrix_a, M, N, K, __half, __half, 16) \
    __rp_fragment(matrix_b, M, N, K, __half, __half, 16) \
    __rp_load(matrix_a, M, N, K, __half, __half, int, __hmma_m##M##n##N##k##K##_ld_a) \
    __rp_load(matrix_b, M, N, K, __half, __half, int, __hmma_m##M##n##N##k##K##_ld_b) \
    __rp_accumulator(M, N, K, float, 8, float, __hmma_m##M##n##N##k##K##_ld_c_f32, __hmma_m##M##n##N##k##K##_st_c_f32) \
    __rp_accumulator(M, N, K, __half, 8, int, __hmma_m##M##n##N##k##K##_ld_c_f16, __hmma_m##M##n##N##k##K##_st_c_f16) \
    __rp_mma(M, N, K, __half, int, float, float, float, float, __hmma_m##M##n##N##k##K##_mma_f32f32) \
    __rp_mma(M, N, K, __half, int, float, float, __half, int, __hmma_m##M##n##N##k##K##_mma_f32f16) \
    __rp_mma(M, N, K, __half, int, __half, int, float, float, __hmma_m##M##n##N##k##K##_mma_f16f32) \
    __rp_mma(M, N, K, __half, int, __half, int, __half, int, __hmma_m##M##n##N##k##K##_mma_f16f16)

#define __rp_char_shape(M, N, K, in_a, in_b) \
    __rp_fragment(matrix_a, M, N, K, signed char, signed char, in_a) \
    __rp_fragment(matrix_b, M, N, K, signed char, signed char, in_b) \
    __rp_fragment(matrix_a, M, N, K, unsigned char, unsigned char, in_a) \
    __rp_fragment(matrix_b, M, N, K, unsigned char, unsigned char, in_b) \
    __rp_load(matrix_a, M, N, K, signed char, signed char, int, __imma_m##M##n##N##k##K##_ld_a_s8) \
    __rp_load(matrix_b, M, N, K, signed char, signed char, int, __imma_m##M##n##N##k##K##_ld_b_s8) \
    __rp_load(matrix_a, M, N, K, unsigned char, unsigned char, int, __imma_m##M##n##N##k##K##_ld_a_u8) \
    __rp_load(matrix_b, M, N, K, unsigned char, unsigned char, int, __imma_m##M##n##N##k##K##_ld_b_u8) \
    __rp_accumulator(M, N, K, int, 8, int, __imma_m##M##n##N##k##K##_ld_c, __imma_m##M##n##N##k##K##_st_c_i32) \
    __rp_mma(M, N, K, signed char, int, int, int, int, int, __imma_m##M##n##N##k##K##_mma_s8) \
    __rp_mma(M, N, K, unsigned char, int, int, int, int, int, __imma_m##M##n##N##k##K##_mma_u8)

#define __rp_bfloat_shape(M, N, K, in_a, in_b) \
    __rp_fragment(matrix_a, M, N, K, __nv_bfloat16, __nv_bfloat16, in_a) \
    __rp_fragment(matrix_b, M, N, K, __nv_bfloat16, __nv_bfloat16, in_b) \
    __rp_load(matrix_a, M, N, K, __nv_bfloat16, __nv_bfloat16, int, __mma_bf16_m##M##n##N##k##K##_ld_a) \
    __rp_load(matrix_b, M, N, K, __nv_bfloat16, __nv_bfloat16, int, __mma_bf16_m##M##n##N##k##K##_ld_b) \
    __rp_mma(M, N, K, __nv_bfloat16, int, float, float, float, float, __mma_bf16_m##M##n##N##k##K##_mma_f32)

__rp_half_shape(16, 16, 16)
__rp_half_shape(32, 8, 16)
__rp_half_shape(8, 32, 16)
__rp_char_shape(16, 16, 16, 8, 8)
__rp_char_shape(32, 8, 16, 16, 4)
__rp_char_shape(8, 32, 16, 4, 16)
__rp_bfloat_shape(16, 16, 16, 8, 8)
__rp_bfloat_shape(32, 8, 16, 16, 4)
__rp_bfloat_shape(8, 32, 16, 4, 16)

__rp_fragment(matrix_a, 16, 16, 8, precision::tf32, float, 4)
__rp_fragment(matrix_b, 16, 16, 8, precision::tf32, float, 4)
__rp_load(matrix_a, 16, 16, 8, precision::tf32, float, int, __mma_tf32_m16n16k8_ld_a)
__rp_load(matrix_b, 16, 16, 8, precision::tf32, float, int, __mma_tf32_m16n16k8_ld_b)
__rp_accumulator(16, 16, 8, float, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
__rp_mma(16, 16, 8, precision::tf32, int, float, float, float, float, __mma_tf32_m16n16k8_mma_f32)

__rp_fragment(matrix_a, 8, 8, 4, double, double, 1)
__rp_fragment(matrix_b, 8, 8, 4, double, double, 1)
__rp_load(matrix_a, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_a)
__rp_load(matrix_b, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_b)
__rp_accumulator(8, 8, 4, double, 2, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
__rp_mma(8, 8, 4, double, double, double, double, double, double, __dmma_m8n8k4_mma_f64)

// Elements smaller than a byte: a lies by rows and b by columns.
#define __rp_small(k, type, load_a, load_b) \
    __rp_fragment(matrix_a, 8, 8, k, experimental::precision::type, unsigned, 1) \
    __rp_fragment(matrix_b, 8, 8, k, experimental::precision::type, unsigned, 1) \
    __rp_load(matrix_a, 8, 8, k, experimental::precision::type, void, int, load_a) \
    __rp_load(matrix_b, 8, 8, k, experimental::precision::type, void, int, load_b)
__rp_small(32, s4, __imma_m8n8k32_ld_a_s4, __imma_m8n8k32_ld_b_s4)
__rp_small(32, u4, __imma_m8n8k32_ld_a_u4, __imma_m8n8k32_ld_b_u4)
__rp_small(128, b1, __bmma_m8n8k128_ld_a_b1, __bmma_m8n8k128_ld_b_b1)
__rp_accumulator(8, 8, 32, int, 2, int, __imma_m8n8k32_ld_c, __imma_m8n8k32_st_c_i32)
__rp_accumulator(8, 8, 128, int, 2, int, __bmma_m8n8k128_ld_c, __bmma_m8n8k128_st_c_i32)
__rp_mma(8, 8, 32, experimental::precision::s4, int, int, int, int, int, __imma_m8n8k32_mma_s4)
__rp_mma(8, 8, 32, experimental::precision::u4, int, int, int, int, int, __imma_m8n8k32_mma_u4)

__rp_device void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
    const fragment<accumulator, 8, 8, 128, int> &c,
    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
    __bmma_m8n8k128_mma_xor_popc_b1(d.x, (const int *)a.x, (const int *)b.x, c.x, 1);
}

template <class Use, int M, int N, int K, class T, class Layout, class V>
__rp_device void fill_fragment(fragment<Use, M, N, K, T, Layout> &f, const V &value) {
    for (int i = 0; i < f.num_elements; i++) f.x[i] = value;
}

__rp_device float __float_to_tf32(float value) { return value; }

#undef __rp_fragment
#undef __rp_load
#undef __rp_accumulator
#undef __rp_mma
#undef __rp_half_shape
#undef __rp_char_shape
#undef __rp_bfloat_shape
#undef __rp_small

}  // namespace wmma
}  // namespace nvcuda

// What inline PTX computes is followed: each wrong value would be a race.

#define ONE(name, opcode) \
  __device__ unsigned name(unsigned a) { \
    unsigned r; \
    asm(opcode " %0, %1;" : "=r"(r) : "r"(a)); \
    return r; \
  }
#define TWO(name, opcode) \
  __device__ unsigned name(unsigned a, unsigned b) { \
    unsigned r; \
    asm(opcode " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); \
    return r; \
  }
#define THREE(name, opcode) \
  __device__ unsigned name(unsigned a, unsigned b, unsigned c) { \
    unsigned r; \
    asm(opcode " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
    return r; \
  }
#define FOUR(name, opcode) \
  __device__ unsigned name(unsigned a, unsigned b, unsigned c, unsigned d) { \
    unsigned r; \
    asm(opcode " %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(d)); \
    return r; \
  }

THREE(bfe_u32, "bfe.u32")
THREE(bfe_s32, "bfe.s32")
FOUR(bfi_b32, "bfi.b32")
TWO(shl_b32, "shl.b32")
TWO(shr_u32, "shr.u32")
TWO(shr_s32, "shr.s32")
THREE(shf_l_wrap_b32, "shf.l.wrap.b32")
THREE(shf_l_clamp_b32, "shf.l.clamp.b32")
THREE(shf_r_wrap_b32, "shf.r.wrap.b32")
THREE(shf_r_clamp_b32, "shf.r.clamp.b32")
TWO(bmsk_clamp_b32, "bmsk.clamp.b32")
TWO(bmsk_wrap_b32, "bmsk.wrap.b32")
TWO(add_u32, "add.u32")
TWO(sub_s32, "sub.s32")
TWO(mul_lo_u32, "mul.lo.u32")
TWO(min_u32, "min.u32")
TWO(min_s32, "min.s32")
TWO(max_u32, "max.u32")
TWO(max_s32, "max.s32")
TWO(and_b32, "and.b32")
TWO(or_b32, "or.b32")
TWO(xor_b32, "xor.b32")
THREE(mad_lo_s32, "mad.lo.s32")
ONE(not_b32, "not.b32")
ONE(neg_s32, "neg.s32")
ONE(abs_s32, "abs.s32")
ONE(popc_b32, "popc.b32")
ONE(clz_b32, "clz.b32")
ONE(brev_b32, "brev.b32")
ONE(mov_u32, "mov.u32")

__device__ unsigned long long wide(unsigned a, unsigned b) {
  unsigned long long r;
  asm("mad.wide.u32 %0, %1, %2, 1;" : "=l"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned upper(unsigned long long x) {
  unsigned low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(x));
  return high;
}

__device__ unsigned long long joined(unsigned low, unsigned high) {
  unsigned long long r;
  asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"(low), "r"(high));
  return r;
}

__device__ int chosen(int a, int b) {
  int r;
  asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, %1, %2, p; }" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ int grown(int x) {
  asm("add.s32 %0, %0, 3; shl.b32 %0, %0, 1;" : "+r"(x));
  return x;
}

__device__ long long extended(int x) {
  long long r;
  asm("cvt.s64.s32 %0, %1;" : "=l"(r) : "r"(x));
  return r;
}

__global__ void values(unsigned *out) {
  bool right = true;
  right &= bfe_u32(0xabcdef12u, 0x4u, 0x8u) == 0xf1u;
  right &= bfe_s32(0xabcdef12u, 0x4u, 0x8u) == 0xfffffff1u;
  right &= bfe_u32(0xabcdef12u, 0x0u, 0x20u) == 0xabcdef12u;
  right &= bfe_s32(0xabcdef12u, 0x0u, 0x20u) == 0xabcdef12u;
  right &= bfe_u32(0xabcdef12u, 0x1cu, 0x8u) == 0xau;
  right &= bfe_s32(0xabcdef12u, 0x1cu, 0x8u) == 0xfffffffau;
  right &= bfe_u32(0xabcdef12u, 0x28u, 0x4u) == 0x0u;
  right &= bfe_s32(0xabcdef12u, 0x28u, 0x4u) == 0xffffffffu;
  right &= bfe_u32(0xabcdef12u, 0x4u, 0x0u) == 0x0u;
  right &= bfe_s32(0xabcdef12u, 0x4u, 0x0u) == 0x0u;
  right &= bfe_u32(0xabcdef12u, 0x104u, 0x8u) == 0xf1u;
  right &= bfe_s32(0xabcdef12u, 0x104u, 0x8u) == 0xfffffff1u;
  right &= bfe_u32(0xabcdef12u, 0x0u, 0xc8u) == 0xabcdef12u;
  right &= bfe_s32(0xabcdef12u, 0x0u, 0xc8u) == 0xabcdef12u;
  right &= bfi_b32(0xffu, 0x12345678u, 0x8u, 0x4u) == 0x12345f78u;
  right &= bfi_b32(0xabcdef12u, 0x0u, 0x0u, 0x20u) == 0xabcdef12u;
  right &= bfi_b32(0xffu, 0x12345678u, 0x1cu, 0x8u) == 0xf2345678u;
  right &= bfi_b32(0xffu, 0x12345678u, 0x28u, 0x8u) == 0x12345678u;
  right &= bfi_b32(0xffu, 0x12345678u, 0x4u, 0x0u) == 0x12345678u;
  right &= shl_b32(0x80000701u, 0x0u) == 0x80000701u;
  right &= shr_u32(0x80000701u, 0x0u) == 0x80000701u;
  right &= shr_s32(0x80000701u, 0x0u) == 0x80000701u;
  right &= shf_l_wrap_b32(0x12345678u, 0x9abcdef0u, 0x0u) == 0x9abcdef0u;
  right &= shf_l_clamp_b32(0x12345678u, 0x9abcdef0u, 0x0u) == 0x9abcdef0u;
  right &= shf_r_wrap_b32(0x12345678u, 0x9abcdef0u, 0x0u) == 0x12345678u;
  right &= shf_r_clamp_b32(0x12345678u, 0x9abcdef0u, 0x0u) == 0x12345678u;
  right &= bmsk_clamp_b32(0x3u, 0x0u) == 0x0u;
  right &= bmsk_wrap_b32(0x3u, 0x0u) == 0x0u;
  right &= bmsk_clamp_b32(0x0u, 0x4u) == 0xfu;
  right &= shl_b32(0x80000701u, 0x5u) == 0xe020u;
  right &= shr_u32(0x80000701u, 0x5u) == 0x4000038u;
  right &= shr_s32(0x80000701u, 0x5u) == 0xfc000038u;
  right &= shf_l_wrap_b32(0x12345678u, 0x9abcdef0u, 0x5u) == 0x579bde02u;
  right &= shf_l_clamp_b32(0x12345678u, 0x9abcdef0u, 0x5u) == 0x579bde02u;
  right &= shf_r_wrap_b32(0x12345678u, 0x9abcdef0u, 0x5u) == 0x8091a2b3u;
  right &= shf_r_clamp_b32(0x12345678u, 0x9abcdef0u, 0x5u) == 0x8091a2b3u;
  right &= bmsk_clamp_b32(0x3u, 0x5u) == 0xf8u;
  right &= bmsk_wrap_b32(0x3u, 0x5u) == 0xf8u;
  right &= bmsk_clamp_b32(0x5u, 0x4u) == 0x1e0u;
  right &= shl_b32(0x80000701u, 0x1fu) == 0x80000000u;
  right &= shr_u32(0x80000701u, 0x1fu) == 0x1u;
  right &= shr_s32(0x80000701u, 0x1fu) == 0xffffffffu;
  right &= shf_l_wrap_b32(0x12345678u, 0x9abcdef0u, 0x1fu) == 0x91a2b3cu;
  right &= shf_l_clamp_b32(0x12345678u, 0x9abcdef0u, 0x1fu) == 0x91a2b3cu;
  right &= shf_r_wrap_b32(0x12345678u, 0x9abcdef0u, 0x1fu) == 0x3579bde0u;
  right &= shf_r_clamp_b32(0x12345678u, 0x9abcdef0u, 0x1fu) == 0x3579bde0u;
  right &= bmsk_clamp_b32(0x3u, 0x1fu) == 0xfffffff8u;
  right &= bmsk_wrap_b32(0x3u, 0x1fu) == 0xfffffff8u;
  right &= bmsk_clamp_b32(0x1fu, 0x4u) == 0x80000000u;
  right &= shl_b32(0x80000701u, 0x20u) == 0x0u;
  right &= shr_u32(0x80000701u, 0x20u) == 0x0u;
  right &= shr_s32(0x80000701u, 0x20u) == 0xffffffffu;
  right &= shf_l_wrap_b32(0x12345678u, 0x9abcdef0u, 0x20u) == 0x9abcdef0u;
  right &= shf_l_clamp_b32(0x12345678u, 0x9abcdef0u, 0x20u) == 0x12345678u;
  right &= shf_r_wrap_b32(0x12345678u, 0x9abcdef0u, 0x20u) == 0x12345678u;
  right &= shf_r_clamp_b32(0x12345678u, 0x9abcdef0u, 0x20u) == 0x9abcdef0u;
  right &= bmsk_clamp_b32(0x3u, 0x20u) == 0xfffffff8u;
  right &= bmsk_wrap_b32(0x3u, 0x20u) == 0x0u;
  right &= bmsk_clamp_b32(0x20u, 0x4u) == 0x0u;
  right &= shl_b32(0x80000701u, 0x4du) == 0x0u;
  right &= shr_u32(0x80000701u, 0x4du) == 0x0u;
  right &= shr_s32(0x80000701u, 0x4du) == 0xffffffffu;
  right &= shf_l_wrap_b32(0x12345678u, 0x9abcdef0u, 0x4du) == 0x9bde0246u;
  right &= shf_l_clamp_b32(0x12345678u, 0x9abcdef0u, 0x4du) == 0x12345678u;
  right &= shf_r_wrap_b32(0x12345678u, 0x9abcdef0u, 0x4du) == 0xf78091a2u;
  right &= shf_r_clamp_b32(0x12345678u, 0x9abcdef0u, 0x4du) == 0x9abcdef0u;
  right &= bmsk_clamp_b32(0x3u, 0x4du) == 0xfffffff8u;
  right &= bmsk_wrap_b32(0x3u, 0x4du) == 0xfff8u;
  right &= bmsk_clamp_b32(0x4du, 0x4u) == 0x0u;
  right &= add_u32(0x7u, 0xfffffffeu) == 0x5u;
  right &= sub_s32(0x7u, 0xfffffffeu) == 0x9u;
  right &= mul_lo_u32(0x7u, 0xfffffffeu) == 0xfffffff2u;
  right &= min_u32(0x7u, 0xfffffffeu) == 0x7u;
  right &= min_s32(0x7u, 0xfffffffeu) == 0xfffffffeu;
  right &= max_u32(0x7u, 0xfffffffeu) == 0xfffffffeu;
  right &= max_s32(0x7u, 0xfffffffeu) == 0x7u;
  right &= and_b32(0x7u, 0xfffffffeu) == 0x6u;
  right &= or_b32(0x7u, 0xfffffffeu) == 0xffffffffu;
  right &= xor_b32(0x7u, 0xfffffffeu) == 0xfffffff9u;
  right &= mad_lo_s32(0x7u, 0xfffffffeu, 0x9u) == 0xfffffffbu;
  right &= add_u32(0xfffffff0u, 0x5u) == 0xfffffff5u;
  right &= sub_s32(0xfffffff0u, 0x5u) == 0xffffffebu;
  right &= mul_lo_u32(0xfffffff0u, 0x5u) == 0xffffffb0u;
  right &= min_u32(0xfffffff0u, 0x5u) == 0x5u;
  right &= min_s32(0xfffffff0u, 0x5u) == 0xfffffff0u;
  right &= max_u32(0xfffffff0u, 0x5u) == 0xfffffff0u;
  right &= max_s32(0xfffffff0u, 0x5u) == 0x5u;
  right &= and_b32(0xfffffff0u, 0x5u) == 0x0u;
  right &= or_b32(0xfffffff0u, 0x5u) == 0xfffffff5u;
  right &= xor_b32(0xfffffff0u, 0x5u) == 0xfffffff5u;
  right &= mad_lo_s32(0xfffffff0u, 0x5u, 0x9u) == 0xffffffb9u;
  right &= not_b32(0xff00u) == 0xffff00ffu;
  right &= neg_s32(0x5u) == 0xfffffffbu;
  right &= abs_s32(0xfffffffbu) == 0x5u;
  right &= popc_b32(0xf0f1u) == 0x9u;
  right &= clz_b32(0xf0u) == 0x18u;
  right &= clz_b32(0x0u) == 0x20u;
  right &= brev_b32(0x1u) == 0x80000000u;
  right &= mov_u32(0x4du) == 0x4du;
  right &= wide(0xffffffffu, 0xffffffffu) == 0xfffffffe00000002ull;
  right &= upper(0x1234567800000001ull) == 0x12345678u;
  right &= joined(1, 0x12345678u) == 0x1234567800000001ull;
  right &= chosen(-3, 4) == -3;
  right &= grown(4) == 14;
  right &= extended(-3) == -3ll;
  if (!right) out[0] = threadIdx.x;
}

// cuRAND's functions of the device, as far as they reach memory: each reads and changes all of the state that it is given, and no
// index should rest on what it computes. The numbers are not cuRAND's.
#pragma once
#pragma clang system_header
#include <curand.h>
#include <raceproof/cuda.h>

#define QUALIFIERS __rp_device

struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateSobol32 {
    unsigned i, x, c;
    curandDirectionVectors32_t direction_vectors;
};
struct curandStateScrambledSobol32 {
    unsigned i, x, c;
    curandDirectionVectors32_t direction_vectors;
};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

__rp_device unsigned __rp_step(unsigned x) { return x * 1664525u + 1013904223u; }

__rp_device unsigned curand(curandStateXORWOW *state) {
    unsigned last = __rp_step(state->v[4] ^ state->v[0]);
    for (int i = 0; i < 4; i++) {
        state->v[i] = state->v[i + 1];
    }
    state->v[4] = last;
    state->d += 362437;
    return last + state->d;
}
__rp_device unsigned curand(curandStatePhilox4_32_10 *state) {
    unsigned turn = state->STATE++ & 3;
    if (turn == 0) {
        state->ctr.x++;
        state->output.x = __rp_step(state->ctr.x ^ state->key.x);
        state->output.y = __rp_step(state->ctr.y ^ state->key.y);
        state->output.z = __rp_step(state->ctr.z ^ state->key.x);
        state->output.w = __rp_step(state->ctr.w ^ state->key.y);
    }
    return turn == 0 ? state->output.x : turn == 1 ? state->output.y : turn == 2 ? state->output.z : state->output.w;
}
__rp_device unsigned curand(curandStateMRG32k3a *state) {
    unsigned first = __rp_step(state->s1[0]), second = __rp_step(state->s2[0]);
    for (int i = 0; i < 2; i++) {
        state->s1[i] = state->s1[i + 1];
        state->s2[i] = state->s2[i + 1];
    }
    state->s1[2] = first;
    state->s2[2] = second;
    return first - second;
}
#define __rp_sobol(State) \
    __rp_device unsigned curand(State *state) { \
        unsigned x = state->x ^ state->c; \
        state->x ^= state->direction_vectors[__ffs(~state->i) & 31]; \
        state->i++; \
        return x; \
    } \
    __rp_device void __rp_begin(unsigned *vectors, unsigned c, unsigned offset, State *state) { \
        for (int i = 0; i < 32; i++) { \
            state->direction_vectors[i] = vectors[i]; \
        } \
        state->i = offset; \
        state->x = 0; \
        state->c = c; \
    }
__rp_sobol(curandStateSobol32) __rp_sobol(curandStateScrambledSobol32)
#undef __rp_sobol
__rp_device void curand_init(curandDirectionVectors32_t vectors, unsigned offset, curandStateSobol32 *state) {
    __rp_begin(vectors, 0, offset, state);
}
__rp_device void curand_init(
    curandDirectionVectors32_t vectors, unsigned c, unsigned offset, curandStateScrambledSobol32 *state) {
    __rp_begin(vectors, c, offset, state);
}

__rp_device uint4 curand4(curandStatePhilox4_32_10 *state) {
    unsigned x = curand(state), y = curand(state), z = curand(state);
    return make_uint4(x, y, z, curand(state));
}

__rp_device void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *state) {
    state->d = (unsigned)(seed >> 32) + (unsigned)offset;
    for (int i = 0; i < 5; i++) {
        state->v[i] = __rp_step((unsigned)seed ^ (unsigned)sequence ^ i);
    }
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}
__rp_device void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *state) {
    state->ctr = make_uint4((unsigned)offset, (unsigned)(offset >> 32), (unsigned)sequence, (unsigned)(sequence >> 32));
    state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    state->output = make_uint4(0, 0, 0, 0);
    state->STATE = 0;
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}
__rp_device void curand_init(
    unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a *state) {
    for (int i = 0; i < 3; i++) {
        state->s1[i] = __rp_step((unsigned)seed ^ (unsigned)sequence ^ i);
        state->s2[i] = __rp_step((unsigned)(seed >> 32) ^ (unsigned)offset ^ i);
    }
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

template <class State>
__rp_device float curand_uniform(State *state) {
    return curand(state) * 2.3283064e-10f + 1.1641532e-10f;
}
template <class State>
__rp_device double curand_uniform_double(State *state) {
    double high = curand(state);
    return (high * 4294967296.0 + curand(state)) * 5.4210108624275222e-20;
}
template <class State>
__rp_device float2 curand_normal2(State *state) {
    float u = curand_uniform(state), v = 6.2831855f * curand_uniform(state);
    float radius = sqrtf(-2.0f * logf(u));
    return make_float2(radius * sinf(v), radius * cosf(v));
}
template <class State>
__rp_device double2 curand_normal2_double(State *state) {
    double u = curand_uniform_double(state), v = 6.283185307179586 * curand_uniform_double(state);
    double radius = sqrt(-2.0 * log(u));
    return make_double2(radius * sin(v), radius * cos(v));
}
// Of two numbers the second one is kept for the next call.
template <class State>
__rp_device float curand_normal(State *state) {
    if (state->boxmuller_flag != 0) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 two = curand_normal2(state);
    state->boxmuller_extra = two.y;
    state->boxmuller_flag = 1;
    return two.x;
}
template <class State>
__rp_device double curand_normal_double(State *state) {
    if (state->boxmuller_flag_double != 0) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 two = curand_normal2_double(state);
    state->boxmuller_extra_double = two.y;
    state->boxmuller_flag_double = 1;
    return two.x;
}
template <class State>
__rp_device float curand_log_normal(State *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <class State>
__rp_device double curand_log_normal_double(State *state, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(state));
}
template <class State>
__rp_device unsigned curand_poisson(State *state, double lambda) {
    double left = exp(-lambda);
    unsigned n = 0;
    for (double p = curand_uniform(state); p > left; p *= curand_uniform(state)) {
        n++;
    }
    return n;
}
__rp_device float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    uint4 x = curand4(state);
    return make_float4(
        x.x * 2.3283064e-10f, x.y * 2.3283064e-10f, x.z * 2.3283064e-10f, x.w * 2.3283064e-10f);
}
__rp_device double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
    double x = curand_uniform_double(state);
    return make_double2(x, curand_uniform_double(state));
}
__rp_device float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
template <class State>
__rp_device void skipahead(unsigned long long n, State *state) {
    if (n != 0) {
        curand(state);
    }
}
template <class State>
__rp_device void skipahead_sequence(unsigned long long n, State *state) {
    skipahead(n, state);
}

// Templates ask by an overload with `...` whether an expression is valid, on the device too.
template <class F> __host__ __device__ constexpr auto is_callable(int) -> decltype(F{}(), true) { return true; }
template <class F> __host__ __device__ constexpr auto is_callable(...) { return false; }

struct Doubled {
    __device__ float operator()(float x = 1) const { return 2 * x; }
};

template <bool Own> struct Place {
    static __device__ int of(int i) { return Own ? i : 0; }
};

__global__ void doubled(float *a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    constexpr bool own = is_callable<Doubled>(0);
    if (i < n) {
        a[Place<own>::of(i)] = is_callable<int>(0) ? 0.f : Doubled{}(a[i]);
    }
}

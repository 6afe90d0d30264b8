// Functions are of both sides by a macro that says `__device__` in a compilation for the device, where nvcc does not look at the host.
#include <vector>

#ifdef __CUDA_ARCH__
#define BOTH_SIDES __device__
#else
#define BOTH_SIDES
#endif

template <class T> struct Vector2 {
    T x, y;
    BOTH_SIDES Vector2() : x(0), y(0) {}
    BOTH_SIDES Vector2(T x, T y) : x(x), y(y) {}
    BOTH_SIDES T sum() const { return x + y; }
};

struct Image {
    Vector2<int> size;
    Image() : size(1, 2) {}
    Image(Vector2<int> other) { size = Vector2<int>(other.x, other.y); }
    int blocks() { return size.sum(); }
};

struct Holder {
    Vector2<float> value;
    int count;
    Holder() { count = 1; }
};

__global__ void sums(float *a, int n) {
    Vector2<float> v(threadIdx.x, n);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = v.sum();
    }
}

void run(float *a, int n) {
    Image image(Vector2<int>(3, 4));
    std::vector<Holder> holders(2);
    sums<<<image.blocks() + holders[1].count, 256>>>(a, n);
}

#include "device.h"
__device__ __attribute__((noinline)) void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
__global__ void __launch_bounds__(256, 2) locals_have_no_marker(int *out) {
  int x = threadIdx.x, y = 3;
  swap(x, y);
  out[x] = y;
}
__global__ void one_site_inlined_twice(int *out) {
  out[0] = sum(out, 4) + sum(out + 4, threadIdx.x);
}
template <class F> __device__ void apply(int n, F f) { for (int i = 0; i < n; ++i) f(i); }
__global__ void lambda(int *out, int n) {
  int scale = 2;
  apply(n, [&](int i) { out[i * scale] = i; });
}
struct Shape { __device__ virtual int area() const = 0; };
struct Square : Shape { int side; __device__ int area() const override { return side * side; } };
__device__ int measure(const Shape &s) { return s.area(); }
__global__ void known_virtual_call(int *out) { Square s; s.side = threadIdx.x; out[0] = measure(s); }
__device__ int twice(int x) { return 2 * x; }
__device__ int call_through(int (*f)(int), int x) { return f(x); }
__global__ void known_function_pointer(int *out) { out[threadIdx.x] = call_through(twice, 4); }
__global__ void unknown_function_pointer(int (**table)(int), int *out) { out[0] = table[threadIdx.x](1); }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__global__ void mutual_recursion(int *out) { out[0] = even(threadIdx.x); }
__device__ __attribute__((pure)) int peek(const int *a) { return a[threadIdx.x]; }
__device__ int call_on(int (*f)(const int *), const int *a) { return f(a); }
__global__ void pure_function_unused(int *a) { call_on(peek, a); }
struct Node { int value; const Node *next; };
__device__ int last(const Node *n) { while (n->next) n = n->next; return n->value; }
__global__ void pointers_to_locals(int *out) {
  Node b{2, nullptr}, a{1, &b};
  out[0] = last(&a);
}
__device__ int forever(int (*f)(void *, int), int n) { return f((void *)f, n); }
__device__ int peel(void *self, int n) { return ((int (*)(void *, int))self)(self, n) + 1; }
__global__ void recursion_through_a_pointer(int *out) { out[0] = forever(peel, 3); }

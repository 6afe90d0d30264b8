// x and y of one element belong to two threads; any even or odd block size.
struct Point {
  float x, y;
};

__global__ void points(Point* p, const float* in) {
  int tid = threadIdx.x;
  if (tid % 2 == 0) {
    p[tid / 2].x = in[tid];
  } else {
    p[tid / 2].y = 2.0f * in[tid];
  }
}

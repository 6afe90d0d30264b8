// raceproof: --block-dim 128
// The odd thread reads the field that the even one has just set.
struct Point {
  float x, y;
};

__global__ void points(Point* p, const float* in) {
  int tid = threadIdx.x;
  if (tid % 2 == 0) {
    p[tid / 2].x = in[tid]; //~ RACE
  } else {
    p[tid / 2].y = 2.0f * p[tid / 2].x; //~ RACE
  }
}

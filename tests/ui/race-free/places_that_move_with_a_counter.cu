// What a thread keeps goes behind what it has kept: the place moves on where the counter does.
__global__ void march(unsigned rays, unsigned steps, const float *far, const unsigned char *full, float *points, float *deltas) {
  unsigned ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (ray >= rays) return;
  points += ray * steps * 3;
  deltas += ray * steps * 2;
  float t = 0;
  unsigned step = 0;
  while (t < far[ray] && step < steps) {
    int cell = (int)(t * 8);
    if (full[cell / 8] & (1 << (cell % 8))) {
      points[0] = t;
      points[1] = t + 1;
      points[2] = t * 2;
      deltas[0] = 0.1f;
      deltas[1] = t;
      points += 3;
      deltas += 2;
      step++;
    }
    t += 0.1f;
  }
}

__global__ void kept(int rows, int n, int most, const int *weights, int *to) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  to += row * most;
  int found = 0;
  for (int k = 0; k < n && found < most; k++)
    if (weights[row * n + k] > 0) {
      *to++ = k;
      found++;
    }
}

// The limit is looked at behind what may have been kept, in each iteration.
__global__ void neighbours(const float *x, const float *y, const long *first, long *row, long *column, float r, long rows, long more) {
  long q = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (q >= rows || more < 0) return;
  long most = more + 1, count = 0;
  for (long i = first[0]; i < first[1]; i++) {
    float d = x[i] - y[q];
    if (d * d < r) {
      row[q * most + count] = q;
      column[q * most + count] = i;
      count++;
    }
    if (count >= most) break;
  }
}

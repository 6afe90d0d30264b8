// raceproof: --block-dim 64
// Both threads come to each store for some n, and the first one for negative ones only. That a loop adds n up makes no
// product of the program: n is no unsigned extent, though a sum of it is compared as an unsigned number.
__global__ void sums_of_negative_numbers(int n, int *out) {
  __shared__ int below[1], above[1];
  int sum = n;
  for (int i = 0; i < 4; i++) {
    if (i == 3 && sum < 0)
      below[0] = threadIdx.x; //~ RACE
    sum += threadIdx.x + n;
  }
  if (sum < 0x80000000u)
    above[0] = threadIdx.x; //~ RACE
}


struct Pair {
  int *first, *second;
};

__global__ void by_copy(int n) {
  __shared__ int data[256], more[256], out[256];
  Pair pair = {data, more};
  int* copies[2];
  memcpy(copies, &pair, sizeof pair);
  int t = threadIdx.x;
  data[t] = t; //~ RACE
  out[t] = copies[n & 1][t ^ 1]; //~ RACE
}

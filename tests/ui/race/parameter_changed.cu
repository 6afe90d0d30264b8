// Each block starts at the same place: it adds nothing to its own copy of the parameter.
struct Part {
  int begin, end;
  float* out;
};

__global__ void fill(Part part) {
  part.begin += threadIdx.x;
  if (part.begin < part.end) part.out[part.begin] = part.begin + blockIdx.x; //~ RACE
}

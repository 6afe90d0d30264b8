// Beyond the edge of a surface, an access that is clamped meets those to the edge: how large the surface is, is not known.
__global__ void paint(cudaSurfaceObject_t line) {
  surf1Dwrite((float)threadIdx.x, line, 4 * threadIdx.x, cudaBoundaryModeClamp);
}

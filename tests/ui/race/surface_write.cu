// All threads write one cell of a surface.
__global__ void put(cudaSurfaceObject_t target) {
  surf2Dwrite((float)threadIdx.x, target, 0, 4); //~ RACE
}

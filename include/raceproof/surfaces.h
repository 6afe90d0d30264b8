// Surface objects. The accesses are calls of functions that are only declared, with no promise about memory, so a kernel
// that has one is not judged. clang has no surfaces in any version up to 19.
#pragma once
#pragma clang system_header

#define __rp_surface(dimensions, ...) \
    template <class T> __attribute__((device)) void surf##dimensions##read( \
        T *, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T> __attribute__((device)) T surf##dimensions##read( \
        cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
    template <class T> __attribute__((device)) void surf##dimensions##write( \
        T, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
__rp_surface(1D, int)
__rp_surface(2D, int, int)
__rp_surface(3D, int, int, int)
__rp_surface(1DLayered, int, int)
__rp_surface(2DLayered, int, int, int)
__rp_surface(Cubemap, int, int, int)
#undef __rp_surface

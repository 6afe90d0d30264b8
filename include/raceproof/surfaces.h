// Surface objects; clang has none in any version up to 19. A surface is an object with a cell for each byte of each row: its handle
// is where the object starts, x counts bytes within a row, and rows and layers lie so far apart that they do not meet. Outside of the
// surface an access traps, does nothing or gives zeros; where it is clamped to the surface's edge, the function has no body,
// so that the kernel is not judged.
//
// Source: CUDA C++ Programming Guide, "Surface Functions" and "Compute Capabilities": a row has at most 2^21 bytes, a plane 2^16
// rows, and a stack or box 2^14 planes.
#pragma once
#pragma clang system_header

#define __rp_own static __inline__ __attribute__((device, always_inline, nodebug))

__attribute__((device)) void __raceproof_clamped_surface();

__rp_own bool __raceproof_on_surface(int x, int y, int z, cudaSurfaceBoundaryMode mode) {
    if (mode == cudaBoundaryModeClamp) __raceproof_clamped_surface();
    return ((unsigned)x < 1u << 22) & ((unsigned)y < 1u << 17) & ((unsigned)z < 1u << 15);
}

template <class T>
__rp_own T *__raceproof_texel(cudaSurfaceObject_t surface, int x, int y, int z) {
    unsigned long long row = (unsigned)y, plane = (unsigned)z;
    return (T *)((char *)surface + (unsigned)x + (row << 22) + (plane << 39));
}

// What is passed for x, y and z, and what these are.
#define __rp_surface(dimensions, where, x, y, z) \
    template <class T> __rp_own T surf##dimensions##read( \
        cudaSurfaceObject_t surface, __rp_##where, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        return __raceproof_on_surface(x, y, z, mode) ? *__raceproof_texel<T>(surface, x, y, z) : T{}; \
    } \
    template <class T> __rp_own void surf##dimensions##read( \
        T *to, cudaSurfaceObject_t surface, __rp_##where, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        *to = __raceproof_on_surface(x, y, z, mode) ? *__raceproof_texel<T>(surface, x, y, z) : T{}; \
    } \
    template <class T> __rp_own void surf##dimensions##write( \
        T value, cudaSurfaceObject_t surface, __rp_##where, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        if (__raceproof_on_surface(x, y, z, mode)) *__raceproof_texel<T>(surface, x, y, z) = value; \
    }
#define __rp_line int a
#define __rp_plane int a, int b
#define __rp_box int a, int b, int c
__rp_surface(1D, line, a, 0, 0)
__rp_surface(2D, plane, a, b, 0)
__rp_surface(3D, box, a, b, c)
__rp_surface(1DLayered, plane, a, 0, b)
__rp_surface(2DLayered, box, a, b, c)
__rp_surface(Cubemap, box, a, b, c)
__rp_surface(CubemapLayered, box, a, b, c)
#undef __rp_own
#undef __rp_box
#undef __rp_plane
#undef __rp_line
#undef __rp_surface

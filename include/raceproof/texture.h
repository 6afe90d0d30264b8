// raceproof's CUDA declarations: textures. They are read through functions that are only declared: no kernel can write a
// texture as such, and what it holds is left open.
#pragma once
#pragma clang system_header
#include <raceproof/host_api.h>

enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3, cudaSurfaceType2D = 2 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
template <class T, int Dimensions = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};

// What a fetch of a texture of T gives.
template <class T, cudaTextureReadMode Mode> struct __rp_texel { typedef T type; };
template <> struct __rp_texel<unsigned char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __rp_texel<signed char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __rp_texel<unsigned short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __rp_texel<uchar4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct __rp_texel<char4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct __rp_texel<ushort4, cudaReadModeNormalizedFloat> { typedef float4 type; };

#define __rp_texture(name, ...) \
    template <class T> __device__ __attribute__((pure)) T name(cudaTextureObject_t, __VA_ARGS__); \
    template <class T, int D, cudaTextureReadMode M> \
    __device__ __attribute__((pure)) typename __rp_texel<T, M>::type name(texture<T, D, M>, __VA_ARGS__);
__rp_texture(tex1Dfetch, int)
__rp_texture(tex1D, float)
__rp_texture(tex2D, float, float)
__rp_texture(tex3D, float, float, float)
__rp_texture(tex1DLayered, float, int)
__rp_texture(tex2DLayered, float, float, int)
__rp_texture(texCubemap, float, float, float)
__rp_texture(tex1DLod, float, float)
__rp_texture(tex2DLod, float, float, float)
__rp_texture(tex3DLod, float, float, float, float)
__rp_texture(tex2Dgather, float, float, int = 0)
#undef __rp_texture

// raceproof's own declarations of CUDA, so that a kernel needs no toolkit to be checked. Included before every file
// when no toolkit is there. It declares; what the functions compute is left open wherever no index depends on it.
#pragma once
#pragma clang system_header
#include <stddef.h>
#include <stdint.h>
#include <raceproof/qualifiers.h>
#include <raceproof/assume.h>
#include <raceproof/left_out.h>
#include <raceproof/nv_atomics.h>
#include <raceproof/vector_types.h>
#include <raceproof/host_api.h>
#include <raceproof/graphs.h>
#include <raceproof/sync.h>
#include <raceproof/atomics.h>
#include <raceproof/math_functions.h>
#include <raceproof/intrinsics.h>
#include <raceproof/cached.h>
#include <raceproof/texture.h>
#include <raceproof/arrays.h>
#include <raceproof/pools.h>
#include <raceproof/streams.h>
#include <raceproof/surfaces.h>
#include <raceproof/device_runtime.h>
#include <assert.h>
#include <raceproof/device_for_hosts.h>

// CUDA's runtime and driver interfaces.
#pragma once
#pragma clang system_header
#include <raceproof/cuda.h>
#include <raceproof/driver.h>

#pragma once
#pragma clang system_header
#include <cuda_pipeline_primitives.h>

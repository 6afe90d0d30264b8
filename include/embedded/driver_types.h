#include <raceproof/cuda.h>

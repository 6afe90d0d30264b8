// Contracts for raceproof. Include it where a kernel relies on facts that its code does not show:
//
//     #include <raceproof.h>
//     __global__ void scale(float *a, int width) {
//         __requires(width >= gridDim.x * blockDim.x);
//
// raceproof takes each contract as an assumption at that point of the program and lists it with the verdict. Every
// other compiler sees nothing.
#ifndef RACEPROOF_H
#define RACEPROOF_H
#ifndef __RACEPROOF__
#ifndef __requires
#define __requires(e) static_cast<void>(0)
#endif
#ifndef __assume
#define __assume(e) static_cast<void>(0)
#endif
#endif
#endif

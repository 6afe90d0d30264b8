// What the emulator and the generated kernels share.
#pragma once
#include "host.h"
struct Rec { int x; short y; unsigned char z[2]; };
struct Par { int cells[4]; unsigned char bytes[4]; int n; };
struct rp_parameters { int *a, *b; unsigned *c; short *h; unsigned char *y; Rec *r; int n, m; unsigned u; Par par; };
extern rp_parameters rp_arguments;
extern int rp_chosen;
// Calls the kernel of this number.
void rp_kernel(int number);

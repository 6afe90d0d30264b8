// One two-byte word per thread, of which it also reads the high byte.
__global__ void halves(unsigned short* buf, unsigned char* out) {
  int tid = threadIdx.x;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(buf);
  buf[tid] = (unsigned short)(3 * tid);
  out[tid] = bytes[2 * tid + 1];
}

; The promise of `noalias` is taken out, each access has its marker, and the helper is inlined.
target triple = "nvptx64-nvidia-cuda"

define internal void @store(ptr %p, i32 %v) {
  store i32 %v, ptr %p
  ret void
}

define ptx_kernel void @restrict(ptr noalias %a, ptr noalias %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  call void @llvm.nvvm.barrier0()
  %q = getelementptr i32, ptr %b, i64 %i
  call void @store(ptr %q, i32 %v)
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

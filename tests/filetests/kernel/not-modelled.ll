; What is not understood is named, whatever it is: an instruction, the end of a block, an intrinsic.
target triple = "nvptx64-nvidia-cuda"

declare void @unwinds()
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare void @llvm.nvvm.cp.async.mbarrier.arrive(ptr)
declare i32 @personality(...)

define ptx_kernel void @invokes() personality ptr @personality {
entry:
  invoke void @unwinds() to label %done unwind label %pad
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
done:
  ret void
}

define ptx_kernel void @jumps(ptr %to, ptr %out) {
entry:
  indirectbr ptr %to, [label %one, label %two]
one:
  store i32 1, ptr %out
  ret void
two:
  ret void
}

define ptx_kernel void @arguments(ptr %list) {
  %next = va_arg ptr %list, i32
  ret void
}

define ptx_kernel void @masked(ptr %out, <2 x i1> %mask) {
  %read = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %out, i32 4, <2 x i1> %mask, <2 x i32> zeroinitializer)
  call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 1, i32 2>, ptr %out, i32 4, <2 x i1> %mask)
  ret void
}

define ptx_kernel void @waits(ptr %barrier) {
  call void @llvm.nvvm.cp.async.mbarrier.arrive(ptr %barrier)
  ret void
}

define ptx_kernel void @fences(ptr %out) {
  fence seq_cst
  ret void
}

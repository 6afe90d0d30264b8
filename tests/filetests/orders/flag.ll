; raceproof: --block-dim 32 --grid-dim 2
; A value is handed over by a flag. Wrong: no fence between the value and the flag.
;
; __global__ __launch_bounds__(32) void right(int* out, int* value, int* ready) {
;   if (threadIdx.x == 0) {
;     if (blockIdx.x == 0) { *value = 42; __threadfence(); atomicExch(ready, 1); }
;     else { while (atomicAdd(ready, 0) == 0) {} __threadfence(); *out = *value; }
;   }
; }
; __global__ __launch_bounds__(32) void wrong(int* out, int* value, int* ready) {
;   if (threadIdx.x == 0) {
;     if (blockIdx.x == 0) { *value = 42; atomicExch(ready, 1); }
;     else { while (atomicAdd(ready, 0) == 0) {} __threadfence(); *out = *value; }
;   }
; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local void @right(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %16

6:
  %7 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %11

9:
  store i32 42, ptr %1, align 4
  call void @llvm.nvvm.membar.gl()
  %10 = atomicrmw xchg ptr %2, i32 1 seq_cst, align 4
  br label %16

11:
  %12 = atomicrmw or ptr %2, i32 0 seq_cst, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %11, label %14

14:
  call void @llvm.nvvm.membar.gl()
  %15 = load i32, ptr %1, align 4
  store i32 %15, ptr %0, align 4
  br label %16

16:
  ret void
}

define dso_local void @wrong(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %16

6:
  %7 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %11

9:
  store i32 42, ptr %1, align 4
  %10 = atomicrmw xchg ptr %2, i32 1 seq_cst, align 4
  br label %16

11:
  %12 = atomicrmw or ptr %2, i32 0 seq_cst, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %11, label %14

14:
  call void @llvm.nvvm.membar.gl()
  %15 = load i32, ptr %1, align 4
  store i32 %15, ptr %0, align 4
  br label %16

16:
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

declare void @llvm.nvvm.membar.gl() #2

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nounwind }

!nvvm.annotations = !{!4, !5, !6, !7}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @right, !"maxntidx", i32 32}
!6 = !{ptr @wrong, !"kernel", i32 1}
!7 = !{ptr @wrong, !"maxntidx", i32 32}

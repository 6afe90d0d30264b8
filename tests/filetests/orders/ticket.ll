; Each thread draws two cells and writes the first one. Wrong: the third one too.
;
; __global__ void right(int* out, int* used) { out[atomicAdd(used, 2)] = threadIdx.x; }
; __global__ void wrong(int* out, int* used) { int t = atomicAdd(used, 2); out[t] = 0; out[t + 2] = threadIdx.x; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local void @right(ptr noundef %0, ptr noundef %1) #0 {
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = atomicrmw add ptr %1, i32 2 seq_cst, align 4
  %5 = sext i32 %4 to i64
  %6 = getelementptr inbounds i32, ptr %0, i64 %5
  store i32 %3, ptr %6, align 4
  ret void
}

define dso_local void @wrong(ptr noundef %0, ptr noundef %1) #0 {
  %3 = atomicrmw add ptr %1, i32 2 seq_cst, align 4
  %4 = sext i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr %0, i64 %4
  store i32 0, ptr %5, align 4
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = sext i32 %3 to i64
  %8 = getelementptr i32, ptr %0, i64 %7
  %9 = getelementptr i8, ptr %8, i64 8
  store i32 %6, ptr %9, align 4
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!nvvm.annotations = !{!4, !5}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @wrong, !"kernel", i32 1}

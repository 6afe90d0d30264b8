; raceproof: --grid-dim 8
; A sum under a lock. Wrong: once more behind the lock.
;
; __global__ void right(int *lock, int* sum) {
;   if (threadIdx.x == 0) {
;     while (atomicCAS(lock, 0, 1) != 0) {}
;     __threadfence(); *sum += 1; __threadfence();
;     atomicExch(lock, 0);
;   }
; }
; __global__ void wrong(int *lock, int* sum) {
;   if (threadIdx.x == 0) {
;     while (atomicCAS(lock, 0, 1) != 0) {}
;     __threadfence(); *sum += 1; __threadfence();
;     atomicExch(lock, 0);
;     *sum += 1;
;   }
; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define dso_local void @right(ptr noundef %0, ptr noundef %1) #0 {
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %12

5:
  %6 = cmpxchg ptr %0, i32 0, i32 1 seq_cst seq_cst, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  br i1 %7, label %8, label %5

8:
  call void @llvm.nvvm.membar.gl()
  %9 = load i32, ptr %1, align 4
  %10 = add nsw i32 %9, 1
  store i32 %10, ptr %1, align 4
  call void @llvm.nvvm.membar.gl()
  %11 = atomicrmw xchg ptr %0, i32 0 seq_cst, align 4
  br label %12

12:
  ret void
}

define dso_local void @wrong(ptr noundef %0, ptr noundef %1) #0 {
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %14

5:
  %6 = cmpxchg ptr %0, i32 0, i32 1 seq_cst seq_cst, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  br i1 %7, label %8, label %5

8:
  call void @llvm.nvvm.membar.gl()
  %9 = load i32, ptr %1, align 4
  %10 = add nsw i32 %9, 1
  store i32 %10, ptr %1, align 4
  call void @llvm.nvvm.membar.gl()
  %11 = atomicrmw xchg ptr %0, i32 0 seq_cst, align 4
  %12 = load i32, ptr %1, align 4
  %13 = add nsw i32 %12, 1
  store i32 %13, ptr %1, align 4
  br label %14

14:
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.membar.gl() #2

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nounwind }

!nvvm.annotations = !{!4, !5}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @wrong, !"kernel", i32 1}

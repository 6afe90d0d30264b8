; raceproof: --block-dim 128
; Each half of the block waits at a barrier of its own. Wrong: what is read is the other half's.
;
; __global__ __launch_bounds__(128) void right(int* out) {
;   __shared__ int s[128];
;   s[threadIdx.x] = threadIdx.x;
;   asm volatile("bar.sync %0, 64;" : : "r"(1 + threadIdx.x / 64) : "memory");
;   out[threadIdx.x] = s[threadIdx.x ^ 63];
; }
; __global__ __launch_bounds__(128) void wrong(int* out) {
;   __shared__ int s[128];
;   s[threadIdx.x] = threadIdx.x;
;   asm volatile("bar.sync %0, 64;" : : "r"(1 + threadIdx.x / 64) : "memory");
;   out[threadIdx.x] = s[threadIdx.x ^ 127];
; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@0 = internal addrspace(3) global [128 x i32] undef, align 4
@1 = internal addrspace(3) global [128 x i32] undef, align 4

define dso_local void @right(ptr noundef %0) #0 {
  %2 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds [128 x i32], ptr addrspacecast (ptr addrspace(3) @0 to ptr), i64 0, i64 %4
  store i32 %2, ptr %5, align 4
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = lshr i32 %6, 6
  %8 = add nuw nsw i32 %7, 1
  call void asm sideeffect "bar.sync $0, 64;", "r,~{memory}"(i32 %8) #2
  %9 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = xor i32 %9, 63
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds [128 x i32], ptr addrspacecast (ptr addrspace(3) @0 to ptr), i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  store i32 %13, ptr %16, align 4
  ret void
}

define dso_local void @wrong(ptr noundef %0) #0 {
  %2 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds [128 x i32], ptr addrspacecast (ptr addrspace(3) @1 to ptr), i64 0, i64 %4
  store i32 %2, ptr %5, align 4
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = lshr i32 %6, 6
  %8 = add nuw nsw i32 %7, 1
  call void asm sideeffect "bar.sync $0, 64;", "r,~{memory}"(i32 %8) #2
  %9 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = xor i32 %9, 127
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds [128 x i32], ptr addrspacecast (ptr addrspace(3) @1 to ptr), i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %15 = zext i32 %14 to i64
  %16 = getelementptr inbounds i32, ptr %0, i64 %15
  store i32 %13, ptr %16, align 4
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nounwind }

!nvvm.annotations = !{!4, !5, !6, !7}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @right, !"maxntidx", i32 128}
!6 = !{ptr @wrong, !"kernel", i32 1}
!7 = !{ptr @wrong, !"maxntidx", i32 128}

; Lane 0 meets lane 15, which meets lane 30. Wrong: nobody is at both barriers.
;
; __global__ __launch_bounds__(32) void right(int* out) {
;   __shared__ int s[32];
;   s[threadIdx.x] = threadIdx.x;
;   if (threadIdx.x < 16) __syncwarp(0x0000ffff);
;   if (threadIdx.x >= 15 && threadIdx.x < 31) __syncwarp(0x7fff8000);
;   if (threadIdx.x == 30) out[0] = s[0];
; }
; __global__ __launch_bounds__(32) void wrong(int* out) {
;   __shared__ int s[32];
;   s[threadIdx.x] = threadIdx.x;
;   if (threadIdx.x < 16) __syncwarp(0x0000ffff);
;   if (threadIdx.x >= 16 && threadIdx.x < 31) __syncwarp(0x7fff0000);
;   if (threadIdx.x == 30) out[0] = s[0];
; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@0 = internal addrspace(3) global [32 x i32] undef, align 4
@1 = internal addrspace(3) global [32 x i32] undef, align 4

define dso_local void @right(ptr noundef %0) #0 {
  %2 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds [32 x i32], ptr addrspacecast (ptr addrspace(3) @0 to ptr), i64 0, i64 %4
  store i32 %2, ptr %5, align 4
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = icmp ult i32 %6, 16
  br i1 %7, label %8, label %9

8:
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %9

9:
  %10 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = icmp ugt i32 %10, 14
  %12 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = icmp ult i32 %12, 31
  %14 = and i1 %11, %13
  br i1 %14, label %15, label %16

15:
  call void @llvm.nvvm.bar.warp.sync(i32 2147450880)
  br label %16

16:
  %17 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %18 = icmp eq i32 %17, 30
  br i1 %18, label %19, label %21

19:
  %20 = load i32, ptr addrspacecast (ptr addrspace(3) @0 to ptr), align 4
  store i32 %20, ptr %0, align 4
  br label %21

21:
  ret void
}

define dso_local void @wrong(ptr noundef %0) #0 {
  %2 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds [32 x i32], ptr addrspacecast (ptr addrspace(3) @1 to ptr), i64 0, i64 %4
  store i32 %2, ptr %5, align 4
  %6 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = icmp ult i32 %6, 16
  br i1 %7, label %8, label %9

8:
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  br label %9

9:
  %10 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = icmp ugt i32 %10, 15
  %12 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = icmp ult i32 %12, 31
  %14 = and i1 %11, %13
  br i1 %14, label %15, label %16

15:
  call void @llvm.nvvm.bar.warp.sync(i32 2147418112)
  br label %16

16:
  %17 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %18 = icmp eq i32 %17, 30
  br i1 %18, label %19, label %21

19:
  %20 = load i32, ptr addrspacecast (ptr addrspace(3) @1 to ptr), align 4
  store i32 %20, ptr %0, align 4
  br label %21

21:
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

declare void @llvm.nvvm.bar.warp.sync(i32) #2

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }

!nvvm.annotations = !{!4, !5, !6, !7}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @right, !"maxntidx", i32 32}
!6 = !{ptr @wrong, !"kernel", i32 1}
!7 = !{ptr @wrong, !"maxntidx", i32 32}

; The block that draws the last ticket reads what all have written. Wrong: the last but one.
;
; __global__ void right(int* out, int* partial, unsigned* arrived) {
;   __shared__ bool last;
;   partial[blockIdx.x * blockDim.x + threadIdx.x] = 1;
;   __threadfence();
;   __syncthreads();
;   if (threadIdx.x == 0) last = atomicAdd(arrived, 1u) == gridDim.x - 1;
;   __syncthreads();
;   if (last) out[threadIdx.x] = partial[threadIdx.x];
; }
; __global__ void wrong(int* out, int* partial, unsigned* arrived) {
;   __shared__ bool last;
;   partial[blockIdx.x * blockDim.x + threadIdx.x] = 1;
;   __threadfence();
;   __syncthreads();
;   if (threadIdx.x == 0) last = atomicAdd(arrived, 1u) == gridDim.x - 2;
;   __syncthreads();
;   if (last) out[threadIdx.x] = partial[threadIdx.x];
; }
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@0 = internal addrspace(3) global i8 undef, align 1
@1 = internal addrspace(3) global i8 undef, align 1

define dso_local void @right(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %1, i64 %9
  store i32 1, ptr %10, align 4
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.barrier0()
  %11 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %19

13:
  %14 = atomicrmw add ptr %2, i32 1 seq_cst, align 4
  %15 = call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %16 = add i32 %15, -1
  %17 = icmp eq i32 %14, %16
  %18 = zext i1 %17 to i8
  store i8 %18, ptr addrspacecast (ptr addrspace(3) @0 to ptr), align 1
  br label %19

19:
  call void @llvm.nvvm.barrier0()
  %20 = load i8, ptr addrspacecast (ptr addrspace(3) @0 to ptr), align 1
  %21 = trunc nuw i8 %20 to i1
  br i1 %21, label %22, label %30

22:
  %23 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds i32, ptr %0, i64 %28
  store i32 %26, ptr %29, align 4
  br label %30

30:
  ret void
}

declare void @llvm.nvvm.barrier0() #1

define dso_local void @wrong(ptr noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = call noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %6 = mul i32 %4, %5
  %7 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = add i32 %6, %7
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds i32, ptr %1, i64 %9
  store i32 1, ptr %10, align 4
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.barrier0()
  %11 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %19

13:
  %14 = atomicrmw add ptr %2, i32 1 seq_cst, align 4
  %15 = call noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %16 = add i32 %15, -2
  %17 = icmp eq i32 %14, %16
  %18 = zext i1 %17 to i8
  store i8 %18, ptr addrspacecast (ptr addrspace(3) @1 to ptr), align 1
  br label %19

19:
  call void @llvm.nvvm.barrier0()
  %20 = load i8, ptr addrspacecast (ptr addrspace(3) @1 to ptr), align 1
  %21 = trunc nuw i8 %20 to i1
  br i1 %21, label %22, label %30

22:
  %23 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds i32, ptr %1, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = call noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds i32, ptr %0, i64 %28
  store i32 %26, ptr %29, align 4
  br label %30

30:
  ret void
}

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #2

declare noundef i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

declare void @llvm.nvvm.membar.gl() #3

declare noundef i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #2

attributes #0 = { convergent mustprogress norecurse nounwind }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nounwind }

!nvvm.annotations = !{!4, !5}

!4 = !{ptr @right, !"kernel", i32 1}
!5 = !{ptr @wrong, !"kernel", i32 1}

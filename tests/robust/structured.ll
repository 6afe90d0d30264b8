; A loop as LLVM's `structurizecfg` leaves it: one block in which all ways meet, and a flag that says where to go on.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %start = mul i32 %t, 2
  br label %head
head:
  %i = phi i32 [ %next, %flow ], [ %start, %entry ]
  %after = add nsw i32 %i, 1
  %more = icmp slt i32 %after, %n
  br i1 %more, label %body, label %flow
body:
  %at = getelementptr inbounds i32, ptr %out, i32 %i
  store i32 %t, ptr %at, align 4
  %there = getelementptr inbounds i32, ptr %out, i32 %after
  store i32 %t, ptr %there, align 4
  %twice = mul i32 %width, 2
  %later = add i32 %i, %twice
  br label %flow
flow:
  %next = phi i32 [ %later, %body ], [ %i, %head ]
  %done = phi i1 [ false, %body ], [ true, %head ]
  br i1 %done, label %end, label %head
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

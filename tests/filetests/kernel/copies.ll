; Two buffers: a copy stays open behind the barrier of its own iteration and is complete behind that of the next one.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [256 x i8] undef, align 4
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @stages(ptr addrspace(1) %in, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t4 = mul i32 %t, 4
  %to = getelementptr i8, ptr addrspace(3) @s, i32 %t4
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %next = add i32 %i, 1
  %half = and i32 %next, 1
  %far = mul i32 %half, 128
  %there = getelementptr i8, ptr addrspace(3) %to, i32 %far
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %there, ptr addrspace(1) %in)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier0()
  br label %loop
end:
  call void @llvm.nvvm.barrier0()
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @stages, !"kernel", i32 1}

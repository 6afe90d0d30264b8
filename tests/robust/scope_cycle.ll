; A lexical block that lies in another that lies in it.
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) !dbg !3 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !7
  store i32 %t, ptr addrspace(1) %p, align 4, !dbg !7
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DILexicalBlock(scope: !6, file: !1, line: 1)
!6 = distinct !DILexicalBlock(scope: !5, file: !1, line: 1)
!7 = !DILocation(line: 2, column: 1, scope: !5)

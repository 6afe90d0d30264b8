; ModuleID = 'kernels.cu'
source_filename = "kernels.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_threadIdx_t = type { i8 }

$_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv = comdat any

@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z23restrict_across_barrierPKfPf(ptr noalias noundef %in, ptr noalias noundef %out) #0 !dbg !12 {
entry:
  %in.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  %before = alloca float, align 4
  store ptr %in, ptr %in.addr, align 8, !tbaa !15
  store ptr %out, ptr %out.addr, align 8, !tbaa !15
  %0 = load ptr, ptr %in.addr, align 8, !dbg !19, !tbaa !15
  %arrayidx = getelementptr inbounds float, ptr %0, i64 0, !dbg !19
  %1 = load float, ptr %arrayidx, align 4, !dbg !19, !tbaa !20
  store float %1, ptr %before, align 4, !dbg !22, !tbaa !20
  %2 = load float, ptr %before, align 4, !dbg !23, !tbaa !20
  %3 = load ptr, ptr %out.addr, align 8, !dbg !24, !tbaa !15
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !25
  %idxprom = zext i32 %call to i64, !dbg !24
  %arrayidx1 = getelementptr inbounds float, ptr %3, i64 %idxprom, !dbg !24
  store float %2, ptr %arrayidx1, align 4, !dbg !26, !tbaa !20
  call void @llvm.nvvm.barrier0(), !dbg !27
  %4 = load ptr, ptr %in.addr, align 8, !dbg !28, !tbaa !15
  %arrayidx2 = getelementptr inbounds float, ptr %4, i64 0, !dbg !28
  %5 = load float, ptr %arrayidx2, align 4, !dbg !28, !tbaa !20
  %6 = load ptr, ptr %out.addr, align 8, !dbg !29, !tbaa !15
  %call3 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !30
  %add = add i32 %call3, 32, !dbg !31
  %idxprom4 = zext i32 %add to i64, !dbg !29
  %arrayidx5 = getelementptr inbounds float, ptr %6, i64 %idxprom4, !dbg !29
  store float %5, ptr %arrayidx5, align 4, !dbg !32, !tbaa !20
  ret void, !dbg !33
}

; Function Attrs: alwaysinline convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #1 comdat align 2 !dbg !34 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !36
  ret i32 %0, !dbg !36
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #2

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z11unused_loadPi(ptr noundef %a) #0 !dbg !37 {
entry:
  %a.addr = alloca ptr, align 8
  %unused = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !15
  %0 = load ptr, ptr %a.addr, align 8, !dbg !38, !tbaa !15
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !39
  %add = add i32 %call, 1, !dbg !40
  %idxprom = zext i32 %add to i64, !dbg !38
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !38
  %1 = load i32, ptr %arrayidx, align 4, !dbg !38, !tbaa !41
  store i32 %1, ptr %unused, align 4, !dbg !43, !tbaa !41
  %2 = load ptr, ptr %a.addr, align 8, !dbg !44, !tbaa !15
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !45
  %idxprom2 = zext i32 %call1 to i64, !dbg !44
  %arrayidx3 = getelementptr inbounds i32, ptr %2, i64 %idxprom2, !dbg !44
  store i32 1, ptr %arrayidx3, align 4, !dbg !46, !tbaa !41
  ret void, !dbg !47
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z17overwritten_storePi(ptr noundef %a) #0 !dbg !48 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !15
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !49
  %0 = load ptr, ptr %a.addr, align 8, !dbg !50, !tbaa !15
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !50
  store i32 %call, ptr %arrayidx, align 4, !dbg !51, !tbaa !41
  %1 = load ptr, ptr %a.addr, align 8, !dbg !52, !tbaa !15
  %arrayidx1 = getelementptr inbounds i32, ptr %1, i64 0, !dbg !52
  store i32 7, ptr %arrayidx1, align 4, !dbg !53, !tbaa !41
  ret void, !dbg !54
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z10write_backPi(ptr noundef %a) #0 !dbg !55 {
entry:
  %a.addr = alloca ptr, align 8
  %x = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !15
  %0 = load ptr, ptr %a.addr, align 8, !dbg !56, !tbaa !15
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !57
  %add = add i32 %call, 1, !dbg !58
  %idxprom = zext i32 %add to i64, !dbg !56
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !56
  %1 = load i32, ptr %arrayidx, align 4, !dbg !56, !tbaa !41
  store i32 %1, ptr %x, align 4, !dbg !59, !tbaa !41
  %2 = load i32, ptr %x, align 4, !dbg !60, !tbaa !41
  %3 = load ptr, ptr %a.addr, align 8, !dbg !61, !tbaa !15
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !62
  %add2 = add i32 %call1, 1, !dbg !63
  %idxprom3 = zext i32 %add2 to i64, !dbg !61
  %arrayidx4 = getelementptr inbounds i32, ptr %3, i64 %idxprom3, !dbg !61
  store i32 %2, ptr %arrayidx4, align 4, !dbg !64, !tbaa !41
  ret void, !dbg !65
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z12two_barriersPi(ptr noundef %a) #0 !dbg !66 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !15
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !67
  %cmp = icmp eq i32 %call, 0, !dbg !68
  br i1 %cmp, label %if.then, label %if.else, !dbg !67

if.then:                                          ; preds = %entry
  call void @llvm.nvvm.barrier0(), !dbg !69
  br label %if.end, !dbg !69

if.else:                                          ; preds = %entry
  call void @llvm.nvvm.barrier0(), !dbg !70
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %0 = load ptr, ptr %a.addr, align 8, !dbg !71, !tbaa !15
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !72
  %idxprom = zext i32 %call1 to i64, !dbg !71
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !71
  store i32 1, ptr %arrayidx, align 4, !dbg !73, !tbaa !41
  ret void, !dbg !74
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" "uniform-work-group-size"="true" }
attributes #1 = { alwaysinline convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "kernels.cu", directory: "prepare")
!2 = !{ptr @_Z23restrict_across_barrierPKfPf, !"kernel", i32 1}
!3 = !{ptr @_Z11unused_loadPi, !"kernel", i32 1}
!4 = !{ptr @_Z17overwritten_storePi, !"kernel", i32 1}
!5 = !{ptr @_Z10write_backPi, !"kernel", i32 1}
!6 = !{ptr @_Z12two_barriersPi, !"kernel", i32 1}
!7 = !{i32 7, !"Dwarf Version", i32 2}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!11 = !{i32 7, !"frame-pointer", i32 2}
!12 = distinct !DISubprogram(name: "restrict_across_barrier", scope: !1, file: !1, line: 2, type: !13, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!13 = !DISubroutineType(types: !14)
!14 = !{}
!15 = !{!16, !16, i64 0}
!16 = !{!"any pointer", !17, i64 0}
!17 = !{!"omnipotent char", !18, i64 0}
!18 = !{!"Simple C++ TBAA"}
!19 = !DILocation(line: 3, column: 18, scope: !12)
!20 = !{!21, !21, i64 0}
!21 = !{!"float", !17, i64 0}
!22 = !DILocation(line: 3, column: 9, scope: !12)
!23 = !DILocation(line: 4, column: 22, scope: !12)
!24 = !DILocation(line: 4, column: 3, scope: !12)
!25 = !DILocation(line: 4, column: 7, scope: !12)
!26 = !DILocation(line: 4, column: 20, scope: !12)
!27 = !DILocation(line: 5, column: 3, scope: !12)
!28 = !DILocation(line: 6, column: 27, scope: !12)
!29 = !DILocation(line: 6, column: 3, scope: !12)
!30 = !DILocation(line: 6, column: 7, scope: !12)
!31 = !DILocation(line: 6, column: 19, scope: !12)
!32 = !DILocation(line: 6, column: 25, scope: !12)
!33 = !DILocation(line: 7, column: 1, scope: !12)
!34 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !35, file: !35, line: 53, type: !13, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!35 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!36 = !DILocation(line: 53, column: 3, scope: !34)
!37 = distinct !DISubprogram(name: "unused_load", scope: !1, file: !1, line: 8, type: !13, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!38 = !DILocation(line: 9, column: 16, scope: !37)
!39 = !DILocation(line: 9, column: 18, scope: !37)
!40 = !DILocation(line: 9, column: 30, scope: !37)
!41 = !{!42, !42, i64 0}
!42 = !{!"int", !17, i64 0}
!43 = !DILocation(line: 9, column: 7, scope: !37)
!44 = !DILocation(line: 10, column: 3, scope: !37)
!45 = !DILocation(line: 10, column: 5, scope: !37)
!46 = !DILocation(line: 10, column: 18, scope: !37)
!47 = !DILocation(line: 11, column: 1, scope: !37)
!48 = distinct !DISubprogram(name: "overwritten_store", scope: !1, file: !1, line: 12, type: !13, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!49 = !DILocation(line: 13, column: 10, scope: !48)
!50 = !DILocation(line: 13, column: 3, scope: !48)
!51 = !DILocation(line: 13, column: 8, scope: !48)
!52 = !DILocation(line: 14, column: 3, scope: !48)
!53 = !DILocation(line: 14, column: 8, scope: !48)
!54 = !DILocation(line: 15, column: 1, scope: !48)
!55 = distinct !DISubprogram(name: "write_back", scope: !1, file: !1, line: 16, type: !13, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!56 = !DILocation(line: 17, column: 11, scope: !55)
!57 = !DILocation(line: 17, column: 13, scope: !55)
!58 = !DILocation(line: 17, column: 25, scope: !55)
!59 = !DILocation(line: 17, column: 7, scope: !55)
!60 = !DILocation(line: 18, column: 24, scope: !55)
!61 = !DILocation(line: 18, column: 3, scope: !55)
!62 = !DILocation(line: 18, column: 5, scope: !55)
!63 = !DILocation(line: 18, column: 17, scope: !55)
!64 = !DILocation(line: 18, column: 22, scope: !55)
!65 = !DILocation(line: 19, column: 1, scope: !55)
!66 = distinct !DISubprogram(name: "two_barriers", scope: !1, file: !1, line: 20, type: !13, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!67 = !DILocation(line: 21, column: 7, scope: !66)
!68 = !DILocation(line: 21, column: 19, scope: !66)
!69 = !DILocation(line: 21, column: 25, scope: !66)
!70 = !DILocation(line: 21, column: 47, scope: !66)
!71 = !DILocation(line: 22, column: 3, scope: !66)
!72 = !DILocation(line: 22, column: 5, scope: !66)
!73 = !DILocation(line: 22, column: 18, scope: !66)
!74 = !DILocation(line: 23, column: 1, scope: !66)

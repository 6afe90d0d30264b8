; ModuleID = 'control.cu'
source_filename = "control.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_threadIdx_t = type { i8 }

$_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv = comdat any

@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z11irreduciblePibi(ptr noundef %a, i1 noundef zeroext %c, i32 noundef %n) #0 !dbg !14 {
entry:
  %a.addr = alloca ptr, align 8
  %c.addr = alloca i8, align 1
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  %storedv = zext i1 %c to i8
  store i8 %storedv, ptr %c.addr, align 1, !tbaa !21
  store i32 %n, ptr %n.addr, align 4, !tbaa !23
  store i32 0, ptr %i, align 4, !dbg !25, !tbaa !23
  %0 = load i8, ptr %c.addr, align 1, !dbg !26, !tbaa !21, !range !27, !noundef !16
  %loadedv = trunc i8 %0 to i1, !dbg !26
  br i1 %loadedv, label %if.then, label %if.end, !dbg !26

if.then:                                          ; preds = %entry
  br label %second, !dbg !28

if.end:                                           ; preds = %entry
  br label %first, !dbg !26

first:                                            ; preds = %if.then4, %if.end
  %1 = load ptr, ptr %a.addr, align 8, !dbg !29, !tbaa !17
  %2 = load i32, ptr %i, align 4, !dbg !30, !tbaa !23
  %idxprom = sext i32 %2 to i64, !dbg !29
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %idxprom, !dbg !29
  store i32 1, ptr %arrayidx, align 4, !dbg !31, !tbaa !23
  %3 = load i32, ptr %i, align 4, !dbg !32, !tbaa !23
  %inc = add nsw i32 %3, 1, !dbg !32
  store i32 %inc, ptr %i, align 4, !dbg !32, !tbaa !23
  br label %second, !dbg !32

second:                                           ; preds = %first, %if.then
  %4 = load ptr, ptr %a.addr, align 8, !dbg !33, !tbaa !17
  %5 = load i32, ptr %i, align 4, !dbg !34, !tbaa !23
  %idxprom1 = sext i32 %5 to i64, !dbg !33
  %arrayidx2 = getelementptr inbounds i32, ptr %4, i64 %idxprom1, !dbg !33
  store i32 2, ptr %arrayidx2, align 4, !dbg !35, !tbaa !23
  %6 = load i32, ptr %i, align 4, !dbg !36, !tbaa !23
  %inc3 = add nsw i32 %6, 1, !dbg !36
  store i32 %inc3, ptr %i, align 4, !dbg !36, !tbaa !23
  %7 = load i32, ptr %i, align 4, !dbg !37, !tbaa !23
  %8 = load i32, ptr %n.addr, align 4, !dbg !38, !tbaa !23
  %cmp = icmp slt i32 %7, %8, !dbg !39
  br i1 %cmp, label %if.then4, label %if.end5, !dbg !37

if.then4:                                         ; preds = %second
  br label %first, !dbg !40

if.end5:                                          ; preds = %second
  ret void, !dbg !41
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z25loop_entered_at_one_placePii(ptr noundef %a, i32 noundef %n) #0 !dbg !42 {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  store i32 %n, ptr %n.addr, align 4, !tbaa !23
  store i32 0, ptr %i, align 4, !dbg !43, !tbaa !23
  br label %again, !dbg !44

again:                                            ; preds = %if.then, %entry
  %0 = load ptr, ptr %a.addr, align 8, !dbg !45, !tbaa !17
  %1 = load i32, ptr %i, align 4, !dbg !46, !tbaa !23
  %inc = add nsw i32 %1, 1, !dbg !46
  store i32 %inc, ptr %i, align 4, !dbg !46, !tbaa !23
  %idxprom = sext i32 %1 to i64, !dbg !45
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !45
  store i32 1, ptr %arrayidx, align 4, !dbg !47, !tbaa !23
  %2 = load i32, ptr %i, align 4, !dbg !48, !tbaa !23
  %3 = load i32, ptr %n.addr, align 4, !dbg !49, !tbaa !23
  %cmp = icmp slt i32 %2, %3, !dbg !50
  br i1 %cmp, label %if.then, label %if.end, !dbg !48

if.then:                                          ; preds = %again
  br label %again, !dbg !51

if.end:                                           ; preds = %again
  ret void, !dbg !52
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z6nestedPii(ptr noundef %a, i32 noundef %n) #0 !dbg !53 {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  store i32 %n, ptr %n.addr, align 4, !tbaa !23
  store i32 0, ptr %i, align 4, !dbg !54, !tbaa !23
  br label %for.cond, !dbg !55

for.cond:                                         ; preds = %for.inc12, %entry
  %0 = load i32, ptr %i, align 4, !dbg !56, !tbaa !23
  %1 = load i32, ptr %n.addr, align 4, !dbg !57, !tbaa !23
  %cmp = icmp slt i32 %0, %1, !dbg !58
  br i1 %cmp, label %for.body, label %for.end14, !dbg !59

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !60, !tbaa !23
  br label %for.cond1, !dbg !61

for.cond1:                                        ; preds = %for.inc, %for.body
  %2 = load i32, ptr %j, align 4, !dbg !62, !tbaa !23
  %3 = load i32, ptr %i, align 4, !dbg !63, !tbaa !23
  %cmp2 = icmp slt i32 %2, %3, !dbg !64
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !65

for.body3:                                        ; preds = %for.cond1
  %4 = load ptr, ptr %a.addr, align 8, !dbg !66, !tbaa !17
  %5 = load i32, ptr %j, align 4, !dbg !67, !tbaa !23
  %idxprom = sext i32 %5 to i64, !dbg !66
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %idxprom, !dbg !66
  %6 = load i32, ptr %arrayidx, align 4, !dbg !66, !tbaa !23
  %cmp4 = icmp eq i32 %6, 3, !dbg !68
  br i1 %cmp4, label %if.then, label %if.end, !dbg !66

if.then:                                          ; preds = %for.body3
  br label %for.end, !dbg !69

if.end:                                           ; preds = %for.body3
  %7 = load ptr, ptr %a.addr, align 8, !dbg !70, !tbaa !17
  %8 = load i32, ptr %j, align 4, !dbg !71, !tbaa !23
  %idxprom5 = sext i32 %8 to i64, !dbg !70
  %arrayidx6 = getelementptr inbounds i32, ptr %7, i64 %idxprom5, !dbg !70
  %9 = load i32, ptr %arrayidx6, align 4, !dbg !70, !tbaa !23
  %cmp7 = icmp eq i32 %9, 4, !dbg !72
  br i1 %cmp7, label %if.then8, label %if.end9, !dbg !70

if.then8:                                         ; preds = %if.end
  br label %return, !dbg !73

if.end9:                                          ; preds = %if.end
  call void @llvm.nvvm.barrier0(), !dbg !74
  br label %for.inc, !dbg !75

for.inc:                                          ; preds = %if.end9
  %10 = load i32, ptr %j, align 4, !dbg !76, !tbaa !23
  %inc = add nsw i32 %10, 1, !dbg !76
  store i32 %inc, ptr %j, align 4, !dbg !76, !tbaa !23
  br label %for.cond1, !dbg !65, !llvm.loop !77

for.end:                                          ; preds = %if.then, %for.cond1
  %11 = load ptr, ptr %a.addr, align 8, !dbg !80, !tbaa !17
  %12 = load i32, ptr %i, align 4, !dbg !81, !tbaa !23
  %idxprom10 = sext i32 %12 to i64, !dbg !80
  %arrayidx11 = getelementptr inbounds i32, ptr %11, i64 %idxprom10, !dbg !80
  store i32 0, ptr %arrayidx11, align 4, !dbg !82, !tbaa !23
  br label %for.inc12, !dbg !83

for.inc12:                                        ; preds = %for.end
  %13 = load i32, ptr %i, align 4, !dbg !84, !tbaa !23
  %inc13 = add nsw i32 %13, 1, !dbg !84
  store i32 %inc13, ptr %i, align 4, !dbg !84, !tbaa !23
  br label %for.cond, !dbg !59, !llvm.loop !85

for.end14:                                        ; preds = %for.cond
  %14 = load ptr, ptr %a.addr, align 8, !dbg !86, !tbaa !17
  %15 = load i32, ptr %n.addr, align 4, !dbg !87, !tbaa !23
  %idxprom15 = sext i32 %15 to i64, !dbg !86
  %arrayidx16 = getelementptr inbounds i32, ptr %14, i64 %idxprom15, !dbg !86
  store i32 1, ptr %arrayidx16, align 4, !dbg !88, !tbaa !23
  br label %return, !dbg !89

return:                                           ; preds = %for.end14, %if.then8
  ret void, !dbg !89
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z9continuesPii(ptr noundef %a, i32 noundef %n) #0 !dbg !90 {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  store i32 %n, ptr %n.addr, align 4, !tbaa !23
  store i32 0, ptr %i, align 4, !dbg !91, !tbaa !23
  br label %for.cond, !dbg !92

for.cond:                                         ; preds = %if.end6, %if.then5, %if.then, %entry
  %0 = load i32, ptr %i, align 4, !dbg !93, !tbaa !23
  %1 = load i32, ptr %n.addr, align 4, !dbg !94, !tbaa !23
  %cmp = icmp slt i32 %0, %1, !dbg !95
  br i1 %cmp, label %for.body, label %for.end, !dbg !96

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %a.addr, align 8, !dbg !97, !tbaa !17
  %3 = load i32, ptr %i, align 4, !dbg !98, !tbaa !23
  %idxprom = sext i32 %3 to i64, !dbg !97
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !97
  %4 = load i32, ptr %arrayidx, align 4, !dbg !97, !tbaa !23
  %cmp1 = icmp eq i32 %4, 0, !dbg !99
  br i1 %cmp1, label %if.then, label %if.end, !dbg !97

if.then:                                          ; preds = %for.body
  br label %for.cond, !dbg !100, !llvm.loop !101

if.end:                                           ; preds = %for.body
  %5 = load ptr, ptr %a.addr, align 8, !dbg !103, !tbaa !17
  %6 = load i32, ptr %i, align 4, !dbg !104, !tbaa !23
  %idxprom2 = sext i32 %6 to i64, !dbg !103
  %arrayidx3 = getelementptr inbounds i32, ptr %5, i64 %idxprom2, !dbg !103
  %7 = load i32, ptr %arrayidx3, align 4, !dbg !103, !tbaa !23
  %cmp4 = icmp eq i32 %7, 1, !dbg !105
  br i1 %cmp4, label %if.then5, label %if.end6, !dbg !103

if.then5:                                         ; preds = %if.end
  %8 = load i32, ptr %i, align 4, !dbg !106, !tbaa !23
  %inc = add nsw i32 %8, 1, !dbg !106
  store i32 %inc, ptr %i, align 4, !dbg !106, !tbaa !23
  br label %for.cond, !dbg !107, !llvm.loop !101

if.end6:                                          ; preds = %if.end
  %9 = load ptr, ptr %a.addr, align 8, !dbg !108, !tbaa !17
  %10 = load i32, ptr %i, align 4, !dbg !109, !tbaa !23
  %inc7 = add nsw i32 %10, 1, !dbg !109
  store i32 %inc7, ptr %i, align 4, !dbg !109, !tbaa !23
  %idxprom8 = sext i32 %10 to i64, !dbg !108
  %arrayidx9 = getelementptr inbounds i32, ptr %9, i64 %idxprom8, !dbg !108
  store i32 2, ptr %arrayidx9, align 4, !dbg !110, !tbaa !23
  br label %for.cond, !dbg !96, !llvm.loop !101

for.end:                                          ; preds = %for.cond
  ret void, !dbg !111
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z12switch_casesPii(ptr noundef %a, i32 noundef %k) #0 !dbg !112 {
entry:
  %a.addr = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  store i32 %k, ptr %k.addr, align 4, !tbaa !23
  %0 = load i32, ptr %k.addr, align 4, !dbg !113, !tbaa !23
  switch i32 %0, label %sw.default [
    i32 0, label %sw.bb
    i32 1, label %sw.bb1
    i32 2, label %sw.bb1
    i32 5, label %sw.bb2
  ], !dbg !114

sw.bb:                                            ; preds = %entry
  %1 = load ptr, ptr %a.addr, align 8, !dbg !115, !tbaa !17
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 0, !dbg !115
  store i32 1, ptr %arrayidx, align 4, !dbg !116, !tbaa !23
  br label %sw.epilog, !dbg !117

sw.bb1:                                           ; preds = %entry, %entry
  call void @llvm.nvvm.barrier0(), !dbg !118
  br label %sw.epilog, !dbg !119

sw.bb2:                                           ; preds = %entry
  call void @llvm.nvvm.barrier0(), !dbg !120
  br label %sw.default, !dbg !120

sw.default:                                       ; preds = %entry, %sw.bb2
  %2 = load ptr, ptr %a.addr, align 8, !dbg !121, !tbaa !17
  %arrayidx3 = getelementptr inbounds i32, ptr %2, i64 1, !dbg !121
  store i32 2, ptr %arrayidx3, align 4, !dbg !122, !tbaa !23
  br label %sw.epilog, !dbg !123

sw.epilog:                                        ; preds = %sw.default, %sw.bb1, %sw.bb
  ret void, !dbg !124
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z18same_barrier_twicePi(ptr noundef %a) #0 !dbg !125 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  %0 = load ptr, ptr %a.addr, align 8, !dbg !126, !tbaa !17
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !127
  %idxprom = zext i32 %call to i64, !dbg !126
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !126
  store i32 1, ptr %arrayidx, align 4, !dbg !128, !tbaa !23
  call void @llvm.nvvm.barrier0(), !dbg !129
  call void @llvm.nvvm.barrier0(), !dbg !130
  %1 = load ptr, ptr %a.addr, align 8, !dbg !131, !tbaa !17
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #4, !dbg !132
  %add = add i32 %call1, 1, !dbg !133
  %idxprom2 = zext i32 %add to i64, !dbg !131
  %arrayidx3 = getelementptr inbounds i32, ptr %1, i64 %idxprom2, !dbg !131
  store i32 1, ptr %arrayidx3, align 4, !dbg !134, !tbaa !23
  ret void, !dbg !135
}

; Function Attrs: alwaysinline convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #2 comdat align 2 !dbg !136 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !138
  ret i32 %0, !dbg !138
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z7endlessPVi(ptr noundef %a) #0 !dbg !139 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !17
  br label %for.cond, !dbg !140

for.cond:                                         ; preds = %for.cond, %entry
  %0 = load ptr, ptr %a.addr, align 8, !dbg !141, !tbaa !17
  store volatile i32 1, ptr %0, align 4, !dbg !142, !tbaa !23
  br label %for.cond, !dbg !140, !llvm.loop !143
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" "uniform-work-group-size"="true" }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { alwaysinline convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.module.flags = !{!9, !10, !11, !12, !13}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "control.cu", directory: "prepare")
!2 = !{ptr @_Z11irreduciblePibi, !"kernel", i32 1}
!3 = !{ptr @_Z25loop_entered_at_one_placePii, !"kernel", i32 1}
!4 = !{ptr @_Z6nestedPii, !"kernel", i32 1}
!5 = !{ptr @_Z9continuesPii, !"kernel", i32 1}
!6 = !{ptr @_Z12switch_casesPii, !"kernel", i32 1}
!7 = !{ptr @_Z18same_barrier_twicePi, !"kernel", i32 1}
!8 = !{ptr @_Z7endlessPVi, !"kernel", i32 1}
!9 = !{i32 7, !"Dwarf Version", i32 2}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!13 = !{i32 7, !"frame-pointer", i32 2}
!14 = distinct !DISubprogram(name: "irreducible", scope: !1, file: !1, line: 2, type: !15, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!15 = !DISubroutineType(types: !16)
!16 = !{}
!17 = !{!18, !18, i64 0}
!18 = !{!"any pointer", !19, i64 0}
!19 = !{!"omnipotent char", !20, i64 0}
!20 = !{!"Simple C++ TBAA"}
!21 = !{!22, !22, i64 0}
!22 = !{!"bool", !19, i64 0}
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !19, i64 0}
!25 = !DILocation(line: 3, column: 7, scope: !14)
!26 = !DILocation(line: 4, column: 7, scope: !14)
!27 = !{i8 0, i8 2}
!28 = !DILocation(line: 4, column: 10, scope: !14)
!29 = !DILocation(line: 6, column: 3, scope: !14)
!30 = !DILocation(line: 6, column: 5, scope: !14)
!31 = !DILocation(line: 6, column: 8, scope: !14)
!32 = !DILocation(line: 7, column: 3, scope: !14)
!33 = !DILocation(line: 9, column: 3, scope: !14)
!34 = !DILocation(line: 9, column: 5, scope: !14)
!35 = !DILocation(line: 9, column: 8, scope: !14)
!36 = !DILocation(line: 10, column: 3, scope: !14)
!37 = !DILocation(line: 11, column: 7, scope: !14)
!38 = !DILocation(line: 11, column: 11, scope: !14)
!39 = !DILocation(line: 11, column: 9, scope: !14)
!40 = !DILocation(line: 11, column: 14, scope: !14)
!41 = !DILocation(line: 12, column: 1, scope: !14)
!42 = distinct !DISubprogram(name: "loop_entered_at_one_place", scope: !1, file: !1, line: 13, type: !15, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!43 = !DILocation(line: 14, column: 7, scope: !42)
!44 = !DILocation(line: 14, column: 3, scope: !42)
!45 = !DILocation(line: 16, column: 3, scope: !42)
!46 = !DILocation(line: 16, column: 6, scope: !42)
!47 = !DILocation(line: 16, column: 10, scope: !42)
!48 = !DILocation(line: 17, column: 7, scope: !42)
!49 = !DILocation(line: 17, column: 11, scope: !42)
!50 = !DILocation(line: 17, column: 9, scope: !42)
!51 = !DILocation(line: 17, column: 14, scope: !42)
!52 = !DILocation(line: 18, column: 1, scope: !42)
!53 = distinct !DISubprogram(name: "nested", scope: !1, file: !1, line: 19, type: !15, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!54 = !DILocation(line: 20, column: 12, scope: !53)
!55 = !DILocation(line: 20, column: 8, scope: !53)
!56 = !DILocation(line: 20, column: 19, scope: !53)
!57 = !DILocation(line: 20, column: 23, scope: !53)
!58 = !DILocation(line: 20, column: 21, scope: !53)
!59 = !DILocation(line: 20, column: 3, scope: !53)
!60 = !DILocation(line: 21, column: 14, scope: !53)
!61 = !DILocation(line: 21, column: 10, scope: !53)
!62 = !DILocation(line: 21, column: 21, scope: !53)
!63 = !DILocation(line: 21, column: 25, scope: !53)
!64 = !DILocation(line: 21, column: 23, scope: !53)
!65 = !DILocation(line: 21, column: 5, scope: !53)
!66 = !DILocation(line: 22, column: 11, scope: !53)
!67 = !DILocation(line: 22, column: 13, scope: !53)
!68 = !DILocation(line: 22, column: 16, scope: !53)
!69 = !DILocation(line: 22, column: 22, scope: !53)
!70 = !DILocation(line: 23, column: 11, scope: !53)
!71 = !DILocation(line: 23, column: 13, scope: !53)
!72 = !DILocation(line: 23, column: 16, scope: !53)
!73 = !DILocation(line: 23, column: 22, scope: !53)
!74 = !DILocation(line: 24, column: 7, scope: !53)
!75 = !DILocation(line: 25, column: 5, scope: !53)
!76 = !DILocation(line: 21, column: 28, scope: !53)
!77 = distinct !{!77, !65, !75, !78, !79}
!78 = !{!"llvm.loop.mustprogress"}
!79 = !{!"llvm.loop.unroll.disable"}
!80 = !DILocation(line: 26, column: 5, scope: !53)
!81 = !DILocation(line: 26, column: 7, scope: !53)
!82 = !DILocation(line: 26, column: 10, scope: !53)
!83 = !DILocation(line: 27, column: 3, scope: !53)
!84 = !DILocation(line: 20, column: 26, scope: !53)
!85 = distinct !{!85, !59, !83, !78, !79}
!86 = !DILocation(line: 28, column: 3, scope: !53)
!87 = !DILocation(line: 28, column: 5, scope: !53)
!88 = !DILocation(line: 28, column: 8, scope: !53)
!89 = !DILocation(line: 29, column: 1, scope: !53)
!90 = distinct !DISubprogram(name: "continues", scope: !1, file: !1, line: 30, type: !15, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!91 = !DILocation(line: 31, column: 12, scope: !90)
!92 = !DILocation(line: 31, column: 8, scope: !90)
!93 = !DILocation(line: 31, column: 19, scope: !90)
!94 = !DILocation(line: 31, column: 23, scope: !90)
!95 = !DILocation(line: 31, column: 21, scope: !90)
!96 = !DILocation(line: 31, column: 3, scope: !90)
!97 = !DILocation(line: 32, column: 9, scope: !90)
!98 = !DILocation(line: 32, column: 11, scope: !90)
!99 = !DILocation(line: 32, column: 14, scope: !90)
!100 = !DILocation(line: 32, column: 20, scope: !90)
!101 = distinct !{!101, !96, !102, !78, !79}
!102 = !DILocation(line: 35, column: 3, scope: !90)
!103 = !DILocation(line: 33, column: 9, scope: !90)
!104 = !DILocation(line: 33, column: 11, scope: !90)
!105 = !DILocation(line: 33, column: 14, scope: !90)
!106 = !DILocation(line: 33, column: 22, scope: !90)
!107 = !DILocation(line: 33, column: 27, scope: !90)
!108 = !DILocation(line: 34, column: 5, scope: !90)
!109 = !DILocation(line: 34, column: 8, scope: !90)
!110 = !DILocation(line: 34, column: 12, scope: !90)
!111 = !DILocation(line: 36, column: 1, scope: !90)
!112 = distinct !DISubprogram(name: "switch_cases", scope: !1, file: !1, line: 37, type: !15, scopeLine: 37, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!113 = !DILocation(line: 38, column: 11, scope: !112)
!114 = !DILocation(line: 38, column: 3, scope: !112)
!115 = !DILocation(line: 39, column: 11, scope: !112)
!116 = !DILocation(line: 39, column: 16, scope: !112)
!117 = !DILocation(line: 39, column: 21, scope: !112)
!118 = !DILocation(line: 41, column: 11, scope: !112)
!119 = !DILocation(line: 41, column: 28, scope: !112)
!120 = !DILocation(line: 42, column: 11, scope: !112)
!121 = !DILocation(line: 43, column: 12, scope: !112)
!122 = !DILocation(line: 43, column: 17, scope: !112)
!123 = !DILocation(line: 44, column: 3, scope: !112)
!124 = !DILocation(line: 45, column: 1, scope: !112)
!125 = distinct !DISubprogram(name: "same_barrier_twice", scope: !1, file: !1, line: 46, type: !15, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!126 = !DILocation(line: 47, column: 3, scope: !125)
!127 = !DILocation(line: 47, column: 5, scope: !125)
!128 = !DILocation(line: 47, column: 18, scope: !125)
!129 = !DILocation(line: 48, column: 3, scope: !125)
!130 = !DILocation(line: 49, column: 3, scope: !125)
!131 = !DILocation(line: 50, column: 3, scope: !125)
!132 = !DILocation(line: 50, column: 5, scope: !125)
!133 = !DILocation(line: 50, column: 17, scope: !125)
!134 = !DILocation(line: 50, column: 22, scope: !125)
!135 = !DILocation(line: 51, column: 1, scope: !125)
!136 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !137, file: !137, line: 53, type: !15, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!137 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!138 = !DILocation(line: 53, column: 3, scope: !136)
!139 = distinct !DISubprogram(name: "endless", scope: !1, file: !1, line: 52, type: !15, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!140 = !DILocation(line: 52, column: 44, scope: !139)
!141 = !DILocation(line: 52, column: 54, scope: !139)
!142 = !DILocation(line: 52, column: 56, scope: !139)
!143 = distinct !{!143, !140, !144, !78, !79}
!144 = !DILocation(line: 52, column: 58, scope: !139)

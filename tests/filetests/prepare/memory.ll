; ModuleID = 'memory.cu'
source_filename = "memory.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_threadIdx_t = type { i8 }
%struct.Vec4 = type { float, float, float, float }
%struct.Table = type { [16 x i32] }

$_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv = comdat any

@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1
@_ZL7weights = internal addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@_ZZ15local_or_sharedPibE4tile = internal addrspace(3) global [4 x i32] undef, align 4
@_ZZ21shared_across_barrierPiE4tile = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z23copies_have_two_markersP4Vec4PKS_(ptr noundef %to, ptr noundef %from) #0 !dbg !23 {
entry:
  %to.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  store ptr %from, ptr %from.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %from.addr, align 8, !dbg !30, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !31
  %idxprom = zext i32 %call to i64, !dbg !30
  %arrayidx = getelementptr inbounds %struct.Vec4, ptr %0, i64 %idxprom, !dbg !30
  %1 = load ptr, ptr %to.addr, align 8, !dbg !32, !tbaa !26
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !33
  %idxprom2 = zext i32 %call1 to i64, !dbg !32
  %arrayidx3 = getelementptr inbounds %struct.Vec4, ptr %1, i64 %idxprom2, !dbg !32
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %arrayidx3, ptr align 4 %arrayidx, i64 16, i1 false), !dbg !34, !tbaa.struct !35
  ret void, !dbg !38
}

; Function Attrs: alwaysinline convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #1 comdat align 2 !dbg !39 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !41
  ret i32 %0, !dbg !41
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z4fillPci(ptr noundef %to, i32 noundef %n) #0 !dbg !42 {
entry:
  %to.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  store i32 %n, ptr %n.addr, align 4, !tbaa !43
  %0 = load ptr, ptr %to.addr, align 8, !dbg !45, !tbaa !26
  %1 = load i32, ptr %n.addr, align 4, !dbg !46, !tbaa !43
  %conv = sext i32 %1 to i64, !dbg !46
  call void @llvm.memset.p0.i64(ptr align 1 %0, i8 0, i64 %conv, i1 false), !dbg !47
  ret void, !dbg !48
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z13copy_to_localPfPK4Vec4(ptr noundef %to, ptr noundef %from) #0 !dbg !49 {
entry:
  %to.addr = alloca ptr, align 8
  %from.addr = alloca ptr, align 8
  %local = alloca %struct.Vec4, align 4
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  store ptr %from, ptr %from.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %from.addr, align 8, !dbg !50, !tbaa !26
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %local, ptr align 4 %0, i64 16, i1 false), !dbg !51, !tbaa.struct !35
  %y = getelementptr inbounds %struct.Vec4, ptr %local, i32 0, i32 1, !dbg !52
  %1 = load float, ptr %y, align 4, !dbg !52, !tbaa !53
  %2 = load ptr, ptr %to.addr, align 8, !dbg !55, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !56
  %idxprom = zext i32 %call to i64, !dbg !55
  %arrayidx = getelementptr inbounds float, ptr %2, i64 %idxprom, !dbg !55
  store float %1, ptr %arrayidx, align 4, !dbg !57, !tbaa !36
  ret void, !dbg !58
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z17by_value_argumentPi5Table(ptr noundef %to, ptr noundef byval(%struct.Table) align 4 %table) #0 !dbg !59 {
entry:
  %to.addr = alloca ptr, align 8
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  %entry1 = getelementptr inbounds %struct.Table, ptr %table, i32 0, i32 0, !dbg !60
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !61
  %and = and i32 %call, 15, !dbg !62
  %idxprom = zext i32 %and to i64, !dbg !63
  %arrayidx = getelementptr inbounds [16 x i32], ptr %entry1, i64 0, i64 %idxprom, !dbg !63
  %0 = load i32, ptr %arrayidx, align 4, !dbg !63, !tbaa !43
  %1 = load ptr, ptr %to.addr, align 8, !dbg !64, !tbaa !26
  %call2 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !65
  %idxprom3 = zext i32 %call2 to i64, !dbg !64
  %arrayidx4 = getelementptr inbounds i32, ptr %1, i64 %idxprom3, !dbg !64
  store i32 %0, ptr %arrayidx4, align 4, !dbg !66, !tbaa !43
  ret void, !dbg !67
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z8constantPi(ptr noundef %to) #0 !dbg !68 {
entry:
  %to.addr = alloca ptr, align 8
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !69
  %and = and i32 %call, 3, !dbg !70
  %idxprom = zext i32 %and to i64, !dbg !71
  %arrayidx = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(4) @_ZL7weights to ptr), i64 0, i64 %idxprom, !dbg !71
  %0 = load i32, ptr %arrayidx, align 4, !dbg !71, !tbaa !43
  %1 = load ptr, ptr %to.addr, align 8, !dbg !72, !tbaa !26
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !73
  %idxprom2 = zext i32 %call1 to i64, !dbg !72
  %arrayidx3 = getelementptr inbounds i32, ptr %1, i64 %idxprom2, !dbg !72
  store i32 %0, ptr %arrayidx3, align 4, !dbg !74, !tbaa !43
  ret void, !dbg !75
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z11local_arrayPii(ptr noundef %to, i32 noundef %i) #0 !dbg !76 {
entry:
  %to.addr = alloca ptr, align 8
  %i.addr = alloca i32, align 4
  %local = alloca [8 x i32], align 4
  %k = alloca i32, align 4
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  store i32 %i, ptr %i.addr, align 4, !tbaa !43
  store i32 0, ptr %k, align 4, !dbg !77, !tbaa !43
  br label %for.cond, !dbg !78

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4, !dbg !79, !tbaa !43
  %cmp = icmp slt i32 %0, 8, !dbg !80
  br i1 %cmp, label %for.body, label %for.end, !dbg !81

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %k, align 4, !dbg !82, !tbaa !43
  %2 = load i32, ptr %i.addr, align 4, !dbg !83, !tbaa !43
  %mul = mul nsw i32 %1, %2, !dbg !84
  %3 = load i32, ptr %k, align 4, !dbg !85, !tbaa !43
  %idxprom = sext i32 %3 to i64, !dbg !86
  %arrayidx = getelementptr inbounds [8 x i32], ptr %local, i64 0, i64 %idxprom, !dbg !86
  store i32 %mul, ptr %arrayidx, align 4, !dbg !87, !tbaa !43
  br label %for.inc, !dbg !86

for.inc:                                          ; preds = %for.body
  %4 = load i32, ptr %k, align 4, !dbg !88, !tbaa !43
  %inc = add nsw i32 %4, 1, !dbg !88
  store i32 %inc, ptr %k, align 4, !dbg !88, !tbaa !43
  br label %for.cond, !dbg !81, !llvm.loop !89

for.end:                                          ; preds = %for.cond
  %5 = load i32, ptr %i.addr, align 4, !dbg !92, !tbaa !43
  %and = and i32 %5, 7, !dbg !93
  %idxprom1 = sext i32 %and to i64, !dbg !94
  %arrayidx2 = getelementptr inbounds [8 x i32], ptr %local, i64 0, i64 %idxprom1, !dbg !94
  %6 = load i32, ptr %arrayidx2, align 4, !dbg !94, !tbaa !43
  %7 = load ptr, ptr %to.addr, align 8, !dbg !95, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !96
  %idxprom3 = zext i32 %call to i64, !dbg !95
  %arrayidx4 = getelementptr inbounds i32, ptr %7, i64 %idxprom3, !dbg !95
  store i32 %6, ptr %arrayidx4, align 4, !dbg !97, !tbaa !43
  ret void, !dbg !98
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z17one_of_two_localsPib(ptr noundef %to, i1 noundef zeroext %first) #0 !dbg !99 {
entry:
  %to.addr = alloca ptr, align 8
  %first.addr = alloca i8, align 1
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %chosen = alloca ptr, align 8
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  %storedv = zext i1 %first to i8
  store i8 %storedv, ptr %first.addr, align 1, !tbaa !100
  store i32 1, ptr %a, align 4, !dbg !102, !tbaa !43
  store i32 2, ptr %b, align 4, !dbg !103, !tbaa !43
  %0 = load i8, ptr %first.addr, align 1, !dbg !104, !tbaa !100, !range !105, !noundef !25
  %loadedv = trunc i8 %0 to i1, !dbg !104
  br i1 %loadedv, label %cond.true, label %cond.false, !dbg !104

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !104

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !104

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %a, %cond.true ], [ %b, %cond.false ], !dbg !104
  store ptr %cond, ptr %chosen, align 8, !dbg !106, !tbaa !26
  %1 = load ptr, ptr %chosen, align 8, !dbg !107, !tbaa !26
  store i32 5, ptr %1, align 4, !dbg !108, !tbaa !43
  %2 = load i32, ptr %a, align 4, !dbg !109, !tbaa !43
  %3 = load i32, ptr %b, align 4, !dbg !110, !tbaa !43
  %add = add nsw i32 %2, %3, !dbg !111
  %4 = load ptr, ptr %to.addr, align 8, !dbg !112, !tbaa !26
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 0, !dbg !112
  store i32 %add, ptr %arrayidx, align 4, !dbg !113, !tbaa !43
  ret void, !dbg !114
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z15local_or_sharedPib(ptr noundef %to, i1 noundef zeroext %local) #0 !dbg !115 {
entry:
  %to.addr = alloca ptr, align 8
  %local.addr = alloca i8, align 1
  %own = alloca i32, align 4
  %chosen = alloca ptr, align 8
  store ptr %to, ptr %to.addr, align 8, !tbaa !26
  %storedv = zext i1 %local to i8
  store i8 %storedv, ptr %local.addr, align 1, !tbaa !100
  store i32 1, ptr %own, align 4, !dbg !116, !tbaa !43
  %0 = load i8, ptr %local.addr, align 1, !dbg !117, !tbaa !100, !range !105, !noundef !25
  %loadedv = trunc i8 %0 to i1, !dbg !117
  br i1 %loadedv, label %cond.true, label %cond.false, !dbg !117

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !117

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !117

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr [ %own, %cond.true ], [ addrspacecast (ptr addrspace(3) @_ZZ15local_or_sharedPibE4tile to ptr), %cond.false ], !dbg !117
  store ptr %cond, ptr %chosen, align 8, !dbg !118, !tbaa !26
  %1 = load ptr, ptr %chosen, align 8, !dbg !119, !tbaa !26
  store i32 5, ptr %1, align 4, !dbg !120, !tbaa !43
  %2 = load i32, ptr %own, align 4, !dbg !121, !tbaa !43
  %3 = load ptr, ptr %to.addr, align 8, !dbg !122, !tbaa !26
  %arrayidx = getelementptr inbounds i32, ptr %3, i64 0, !dbg !122
  store i32 %2, ptr %arrayidx, align 4, !dbg !123, !tbaa !43
  ret void, !dbg !124
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z13volatile_flagPVi(ptr noundef %flag) #0 !dbg !125 {
entry:
  %flag.addr = alloca ptr, align 8
  store ptr %flag, ptr %flag.addr, align 8, !tbaa !26
  br label %while.cond, !dbg !126

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr %flag.addr, align 8, !dbg !127, !tbaa !26
  %1 = load volatile i32, ptr %0, align 4, !dbg !128, !tbaa !43
  %cmp = icmp eq i32 %1, 0, !dbg !129
  br i1 %cmp, label %while.body, label %while.end, !dbg !126

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !126, !llvm.loop !130

while.end:                                        ; preds = %while.cond
  ret void, !dbg !132
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z22own_store_is_forwardedPi(ptr noundef %a) #0 !dbg !133 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %a.addr, align 8, !dbg !134, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !135
  %idxprom = zext i32 %call to i64, !dbg !134
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !134
  store i32 3, ptr %arrayidx, align 4, !dbg !136, !tbaa !43
  %1 = load ptr, ptr %a.addr, align 8, !dbg !137, !tbaa !26
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !138
  %idxprom2 = zext i32 %call1 to i64, !dbg !137
  %arrayidx3 = getelementptr inbounds i32, ptr %1, i64 %idxprom2, !dbg !137
  %2 = load i32, ptr %arrayidx3, align 4, !dbg !137, !tbaa !43
  %3 = load ptr, ptr %a.addr, align 8, !dbg !139, !tbaa !26
  %arrayidx4 = getelementptr inbounds i32, ptr %3, i64 64, !dbg !139
  store i32 %2, ptr %arrayidx4, align 4, !dbg !140, !tbaa !43
  ret void, !dbg !141
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z21shared_across_barrierPi(ptr noundef %out) #0 !dbg !142 {
entry:
  %out.addr = alloca ptr, align 8
  %mine = alloca i32, align 4
  store ptr %out, ptr %out.addr, align 8, !tbaa !26
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !143
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !144
  %idxprom = zext i32 %call1 to i64, !dbg !145
  %arrayidx = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ21shared_across_barrierPiE4tile to ptr), i64 0, i64 %idxprom, !dbg !145
  store i32 %call, ptr %arrayidx, align 4, !dbg !146, !tbaa !43
  %call2 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !147
  %idxprom3 = zext i32 %call2 to i64, !dbg !148
  %arrayidx4 = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ21shared_across_barrierPiE4tile to ptr), i64 0, i64 %idxprom3, !dbg !148
  %0 = load i32, ptr %arrayidx4, align 4, !dbg !148, !tbaa !43
  store i32 %0, ptr %mine, align 4, !dbg !149, !tbaa !43
  call void @llvm.nvvm.barrier0(), !dbg !150
  %1 = load i32, ptr %mine, align 4, !dbg !151, !tbaa !43
  %call5 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !152
  %idxprom6 = zext i32 %call5 to i64, !dbg !153
  %arrayidx7 = getelementptr inbounds [64 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ21shared_across_barrierPiE4tile to ptr), i64 0, i64 %idxprom6, !dbg !153
  %2 = load i32, ptr %arrayidx7, align 4, !dbg !153, !tbaa !43
  %add = add nsw i32 %1, %2, !dbg !154
  %3 = load ptr, ptr %out.addr, align 8, !dbg !155, !tbaa !26
  %call8 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #10, !dbg !156
  %idxprom9 = zext i32 %call8 to i64, !dbg !155
  %arrayidx10 = getelementptr inbounds i32, ptr %3, i64 %idxprom9, !dbg !155
  store i32 %add, ptr %arrayidx10, align 4, !dbg !157, !tbaa !43
  ret void, !dbg !158
}

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z7atomicsPiPf(ptr noundef %a, ptr noundef %f) #0 !dbg !159 {
entry:
  %a.addr = alloca ptr, align 8
  %f.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !26
  store ptr %f, ptr %f.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %a.addr, align 8, !dbg !160, !tbaa !26
  %1 = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %0, i32 1), !dbg !161
  %2 = load ptr, ptr %a.addr, align 8, !dbg !162, !tbaa !26
  %3 = call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr %2, i32 1), !dbg !163
  %4 = load ptr, ptr %a.addr, align 8, !dbg !164, !tbaa !26
  %5 = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %4, i32 7), !dbg !165
  %6 = load ptr, ptr %a.addr, align 8, !dbg !166, !tbaa !26
  store i32 1, ptr %.atomictmp, align 4, !dbg !167, !tbaa !43
  %7 = load i32, ptr %.atomictmp, align 4, !dbg !167
  %8 = atomicrmw add ptr %6, i32 %7 monotonic, align 4, !dbg !167
  store i32 %8, ptr %atomic-temp, align 4, !dbg !167
  %9 = load i32, ptr %atomic-temp, align 4, !dbg !167, !tbaa !43
  %10 = load ptr, ptr %f.addr, align 8, !dbg !168, !tbaa !26
  %11 = atomicrmw fadd ptr %10, float 1.000000e+00 seq_cst, align 4, !dbg !169
  %12 = load ptr, ptr %a.addr, align 8, !dbg !170, !tbaa !26
  %13 = cmpxchg ptr %12, i32 0, i32 1 seq_cst seq_cst, align 4, !dbg !171
  %14 = extractvalue { i32, i1 } %13, 0, !dbg !171
  %15 = load ptr, ptr %a.addr, align 8, !dbg !172, !tbaa !26
  %16 = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %15, i32 0, i32 1), !dbg !173
  %17 = load ptr, ptr %a.addr, align 8, !dbg !174, !tbaa !26
  store i32 2, ptr %.atomictmp1, align 4, !dbg !175, !tbaa !43
  %18 = load i32, ptr %.atomictmp1, align 4, !dbg !175
  store atomic i32 %18, ptr %17 release, align 4, !dbg !175
  %19 = load ptr, ptr %a.addr, align 8, !dbg !176, !tbaa !26
  %20 = load atomic i32, ptr %19 acquire, align 4, !dbg !177
  store i32 %20, ptr %atomic-temp2, align 4, !dbg !177
  %21 = load i32, ptr %atomic-temp2, align 4, !dbg !177, !tbaa !43
  %22 = load ptr, ptr %a.addr, align 8, !dbg !178, !tbaa !26
  store i32 %21, ptr %22, align 4, !dbg !179, !tbaa !43
  ret void, !dbg !180
}

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr nocapture, i32) #5

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr nocapture, i32) #5

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr nocapture, i32) #5

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr nocapture, i32, i32) #5

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z15read_only_cachePiPKi(ptr noundef %out, ptr noundef %in) #0 !dbg !181 {
entry:
  %out.addr = alloca ptr, align 8
  %in.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !26
  store ptr %in, ptr %in.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %in.addr, align 8, !dbg !182, !tbaa !26
  %1 = call i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr %0, i32 4), !dbg !183
  %2 = load ptr, ptr %out.addr, align 8, !dbg !184, !tbaa !26
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 0, !dbg !184
  store i32 %1, ptr %arrayidx, align 4, !dbg !185, !tbaa !43
  ret void, !dbg !186
}

; Function Attrs: nocallback nounwind memory(argmem: read)
declare i32 @llvm.nvvm.ldg.global.i.i32.p0(ptr nocapture, i32) #6

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z8assemblyPiS_(ptr noundef %out, ptr noundef %in) #0 !dbg !187 {
entry:
  %out.addr = alloca ptr, align 8
  %in.addr = alloca ptr, align 8
  %lane = alloca i32, align 4
  %value = alloca i32, align 4
  store ptr %out, ptr %out.addr, align 8, !tbaa !26
  store ptr %in, ptr %in.addr, align 8, !tbaa !26
  %0 = call i32 asm "mov.u32 $0, %laneid;", "=r"() #11, !dbg !188, !srcloc !189
  store i32 %0, ptr %lane, align 4, !dbg !188, !tbaa !43
  %1 = load ptr, ptr %in.addr, align 8, !dbg !190, !tbaa !26
  %2 = call i32 asm "ld.global.u32 $0, [$1];", "=r,l"(ptr %1) #11, !dbg !191, !srcloc !192
  store i32 %2, ptr %value, align 4, !dbg !191, !tbaa !43
  call void asm sideeffect "bar.sync 0;", ""() #10, !dbg !193, !srcloc !194
  %3 = load ptr, ptr %out.addr, align 8, !dbg !195, !tbaa !26
  %4 = load i32, ptr %lane, align 4, !dbg !196, !tbaa !43
  %idxprom = sext i32 %4 to i64, !dbg !195
  %arrayidx = getelementptr inbounds i32, ptr %3, i64 %idxprom, !dbg !195
  store i32 1, ptr %arrayidx, align 4, !dbg !197, !tbaa !43
  ret void, !dbg !198
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z23libdevice_only_computesPf(ptr noundef %a) #0 !dbg !199 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %a.addr, align 8, !dbg !200, !tbaa !26
  %arrayidx = getelementptr inbounds float, ptr %0, i64 0, !dbg !200
  store float 2.000000e+00, ptr %arrayidx, align 4, !dbg !201, !tbaa !36
  %call = call contract float @__nv_sinf(float noundef 1.000000e+00) #10, !dbg !202
  %1 = load ptr, ptr %a.addr, align 8, !dbg !203, !tbaa !26
  %arrayidx1 = getelementptr inbounds float, ptr %1, i64 0, !dbg !203
  %2 = load float, ptr %arrayidx1, align 4, !dbg !203, !tbaa !36
  %call2 = call contract float @__nv_sinf(float noundef %2) #10, !dbg !204
  %3 = load ptr, ptr %a.addr, align 8, !dbg !205, !tbaa !26
  %arrayidx3 = getelementptr inbounds float, ptr %3, i64 1, !dbg !205
  store float %call2, ptr %arrayidx3, align 4, !dbg !206, !tbaa !36
  ret void, !dbg !207
}

; Function Attrs: convergent nounwind
declare dso_local float @__nv_sinf(float noundef) #7

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z21unused_read_elsewherePi(ptr noundef %a) #0 !dbg !208 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !26
  %0 = load ptr, ptr %a.addr, align 8, !dbg !209, !tbaa !26
  %call = call i32 @external_read(ptr noundef %0) #12, !dbg !210
  ret void, !dbg !211
}

; Function Attrs: convergent nounwind willreturn memory(read)
declare dso_local i32 @external_read(ptr noundef) #8

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #9

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" "uniform-work-group-size"="true" }
attributes #1 = { alwaysinline convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { nocallback nounwind memory(argmem: readwrite) }
attributes #6 = { nocallback nounwind memory(argmem: read) }
attributes #7 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #8 = { convergent nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { convergent nounwind }
attributes #11 = { convergent nounwind memory(none) }
attributes #12 = { convergent nounwind willreturn memory(read) }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17}
!llvm.module.flags = !{!18, !19, !20, !21, !22}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "memory.cu", directory: "prepare")
!2 = !{ptr @_Z23copies_have_two_markersP4Vec4PKS_, !"kernel", i32 1}
!3 = !{ptr @_Z4fillPci, !"kernel", i32 1}
!4 = !{ptr @_Z13copy_to_localPfPK4Vec4, !"kernel", i32 1}
!5 = !{ptr @_Z17by_value_argumentPi5Table, !"kernel", i32 1}
!6 = !{ptr @_Z8constantPi, !"kernel", i32 1}
!7 = !{ptr @_Z11local_arrayPii, !"kernel", i32 1}
!8 = !{ptr @_Z17one_of_two_localsPib, !"kernel", i32 1}
!9 = !{ptr @_Z15local_or_sharedPib, !"kernel", i32 1}
!10 = !{ptr @_Z13volatile_flagPVi, !"kernel", i32 1}
!11 = !{ptr @_Z22own_store_is_forwardedPi, !"kernel", i32 1}
!12 = !{ptr @_Z21shared_across_barrierPi, !"kernel", i32 1}
!13 = !{ptr @_Z7atomicsPiPf, !"kernel", i32 1}
!14 = !{ptr @_Z15read_only_cachePiPKi, !"kernel", i32 1}
!15 = !{ptr @_Z8assemblyPiS_, !"kernel", i32 1}
!16 = !{ptr @_Z23libdevice_only_computesPf, !"kernel", i32 1}
!17 = !{ptr @_Z21unused_read_elsewherePi, !"kernel", i32 1}
!18 = !{i32 7, !"Dwarf Version", i32 2}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!22 = !{i32 7, !"frame-pointer", i32 2}
!23 = distinct !DISubprogram(name: "copies_have_two_markers", scope: !1, file: !1, line: 6, type: !24, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!24 = !DISubroutineType(types: !25)
!25 = !{}
!26 = !{!27, !27, i64 0}
!27 = !{!"any pointer", !28, i64 0}
!28 = !{!"omnipotent char", !29, i64 0}
!29 = !{!"Simple C++ TBAA"}
!30 = !DILocation(line: 6, column: 89, scope: !23)
!31 = !DILocation(line: 6, column: 94, scope: !23)
!32 = !DILocation(line: 6, column: 71, scope: !23)
!33 = !DILocation(line: 6, column: 74, scope: !23)
!34 = !DILocation(line: 6, column: 87, scope: !23)
!35 = !{i64 0, i64 4, !36, i64 4, i64 4, !36, i64 8, i64 4, !36, i64 12, i64 4, !36}
!36 = !{!37, !37, i64 0}
!37 = !{!"float", !28, i64 0}
!38 = !DILocation(line: 6, column: 108, scope: !23)
!39 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !40, file: !40, line: 53, type: !24, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!40 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!41 = !DILocation(line: 53, column: 3, scope: !39)
!42 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 7, type: !24, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!43 = !{!44, !44, i64 0}
!44 = !{!"int", !28, i64 0}
!45 = !DILocation(line: 7, column: 58, scope: !42)
!46 = !DILocation(line: 7, column: 65, scope: !42)
!47 = !DILocation(line: 7, column: 41, scope: !42)
!48 = !DILocation(line: 7, column: 69, scope: !42)
!49 = distinct !DISubprogram(name: "copy_to_local", scope: !1, file: !1, line: 8, type: !24, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!50 = !DILocation(line: 8, column: 76, scope: !49)
!51 = !DILocation(line: 8, column: 75, scope: !49)
!52 = !DILocation(line: 8, column: 106, scope: !49)
!53 = !{!54, !37, i64 4}
!54 = !{!"_ZTS4Vec4", !37, i64 0, !37, i64 4, !37, i64 8, !37, i64 12}
!55 = !DILocation(line: 8, column: 82, scope: !49)
!56 = !DILocation(line: 8, column: 85, scope: !49)
!57 = !DILocation(line: 8, column: 98, scope: !49)
!58 = !DILocation(line: 8, column: 109, scope: !49)
!59 = distinct !DISubprogram(name: "by_value_argument", scope: !1, file: !1, line: 9, type: !24, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!60 = !DILocation(line: 9, column: 83, scope: !59)
!61 = !DILocation(line: 9, column: 89, scope: !59)
!62 = !DILocation(line: 9, column: 101, scope: !59)
!63 = !DILocation(line: 9, column: 77, scope: !59)
!64 = !DILocation(line: 9, column: 59, scope: !59)
!65 = !DILocation(line: 9, column: 62, scope: !59)
!66 = !DILocation(line: 9, column: 75, scope: !59)
!67 = !DILocation(line: 9, column: 108, scope: !59)
!68 = distinct !DISubprogram(name: "constant", scope: !1, file: !1, line: 10, type: !24, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!69 = !DILocation(line: 10, column: 63, scope: !68)
!70 = !DILocation(line: 10, column: 75, scope: !68)
!71 = !DILocation(line: 10, column: 55, scope: !68)
!72 = !DILocation(line: 10, column: 37, scope: !68)
!73 = !DILocation(line: 10, column: 40, scope: !68)
!74 = !DILocation(line: 10, column: 53, scope: !68)
!75 = !DILocation(line: 10, column: 81, scope: !68)
!76 = distinct !DISubprogram(name: "local_array", scope: !1, file: !1, line: 11, type: !24, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!77 = !DILocation(line: 13, column: 12, scope: !76)
!78 = !DILocation(line: 13, column: 8, scope: !76)
!79 = !DILocation(line: 13, column: 19, scope: !76)
!80 = !DILocation(line: 13, column: 21, scope: !76)
!81 = !DILocation(line: 13, column: 3, scope: !76)
!82 = !DILocation(line: 13, column: 42, scope: !76)
!83 = !DILocation(line: 13, column: 46, scope: !76)
!84 = !DILocation(line: 13, column: 44, scope: !76)
!85 = !DILocation(line: 13, column: 37, scope: !76)
!86 = !DILocation(line: 13, column: 31, scope: !76)
!87 = !DILocation(line: 13, column: 40, scope: !76)
!88 = !DILocation(line: 13, column: 26, scope: !76)
!89 = distinct !{!89, !81, !83, !90, !91}
!90 = !{!"llvm.loop.mustprogress"}
!91 = !{!"llvm.loop.unroll.disable"}
!92 = !DILocation(line: 14, column: 27, scope: !76)
!93 = !DILocation(line: 14, column: 29, scope: !76)
!94 = !DILocation(line: 14, column: 21, scope: !76)
!95 = !DILocation(line: 14, column: 3, scope: !76)
!96 = !DILocation(line: 14, column: 6, scope: !76)
!97 = !DILocation(line: 14, column: 19, scope: !76)
!98 = !DILocation(line: 15, column: 1, scope: !76)
!99 = distinct !DISubprogram(name: "one_of_two_locals", scope: !1, file: !1, line: 16, type: !24, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!100 = !{!101, !101, i64 0}
!101 = !{!"bool", !28, i64 0}
!102 = !DILocation(line: 17, column: 7, scope: !99)
!103 = !DILocation(line: 17, column: 14, scope: !99)
!104 = !DILocation(line: 18, column: 17, scope: !99)
!105 = !{i8 0, i8 2}
!106 = !DILocation(line: 18, column: 8, scope: !99)
!107 = !DILocation(line: 19, column: 4, scope: !99)
!108 = !DILocation(line: 19, column: 11, scope: !99)
!109 = !DILocation(line: 20, column: 11, scope: !99)
!110 = !DILocation(line: 20, column: 15, scope: !99)
!111 = !DILocation(line: 20, column: 13, scope: !99)
!112 = !DILocation(line: 20, column: 3, scope: !99)
!113 = !DILocation(line: 20, column: 9, scope: !99)
!114 = !DILocation(line: 21, column: 1, scope: !99)
!115 = distinct !DISubprogram(name: "local_or_shared", scope: !1, file: !1, line: 22, type: !24, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!116 = !DILocation(line: 24, column: 7, scope: !115)
!117 = !DILocation(line: 25, column: 17, scope: !115)
!118 = !DILocation(line: 25, column: 8, scope: !115)
!119 = !DILocation(line: 26, column: 4, scope: !115)
!120 = !DILocation(line: 26, column: 11, scope: !115)
!121 = !DILocation(line: 27, column: 11, scope: !115)
!122 = !DILocation(line: 27, column: 3, scope: !115)
!123 = !DILocation(line: 27, column: 9, scope: !115)
!124 = !DILocation(line: 28, column: 1, scope: !115)
!125 = distinct !DISubprogram(name: "volatile_flag", scope: !1, file: !1, line: 29, type: !24, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!126 = !DILocation(line: 29, column: 53, scope: !125)
!127 = !DILocation(line: 29, column: 61, scope: !125)
!128 = !DILocation(line: 29, column: 60, scope: !125)
!129 = !DILocation(line: 29, column: 66, scope: !125)
!130 = distinct !{!130, !126, !131, !90, !91}
!131 = !DILocation(line: 29, column: 73, scope: !125)
!132 = !DILocation(line: 29, column: 75, scope: !125)
!133 = distinct !DISubprogram(name: "own_store_is_forwarded", scope: !1, file: !1, line: 30, type: !24, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!134 = !DILocation(line: 31, column: 3, scope: !133)
!135 = !DILocation(line: 31, column: 5, scope: !133)
!136 = !DILocation(line: 31, column: 18, scope: !133)
!137 = !DILocation(line: 32, column: 11, scope: !133)
!138 = !DILocation(line: 32, column: 13, scope: !133)
!139 = !DILocation(line: 32, column: 3, scope: !133)
!140 = !DILocation(line: 32, column: 9, scope: !133)
!141 = !DILocation(line: 33, column: 1, scope: !133)
!142 = distinct !DISubprogram(name: "shared_across_barrier", scope: !1, file: !1, line: 34, type: !24, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!143 = !DILocation(line: 36, column: 23, scope: !142)
!144 = !DILocation(line: 36, column: 8, scope: !142)
!145 = !DILocation(line: 36, column: 3, scope: !142)
!146 = !DILocation(line: 36, column: 21, scope: !142)
!147 = !DILocation(line: 37, column: 19, scope: !142)
!148 = !DILocation(line: 37, column: 14, scope: !142)
!149 = !DILocation(line: 37, column: 7, scope: !142)
!150 = !DILocation(line: 38, column: 3, scope: !142)
!151 = !DILocation(line: 39, column: 22, scope: !142)
!152 = !DILocation(line: 39, column: 34, scope: !142)
!153 = !DILocation(line: 39, column: 29, scope: !142)
!154 = !DILocation(line: 39, column: 27, scope: !142)
!155 = !DILocation(line: 39, column: 3, scope: !142)
!156 = !DILocation(line: 39, column: 7, scope: !142)
!157 = !DILocation(line: 39, column: 20, scope: !142)
!158 = !DILocation(line: 40, column: 1, scope: !142)
!159 = distinct !DISubprogram(name: "atomics", scope: !1, file: !1, line: 41, type: !24, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!160 = !DILocation(line: 42, column: 29, scope: !159)
!161 = !DILocation(line: 42, column: 3, scope: !159)
!162 = !DILocation(line: 43, column: 29, scope: !159)
!163 = !DILocation(line: 43, column: 3, scope: !159)
!164 = !DILocation(line: 44, column: 38, scope: !159)
!165 = !DILocation(line: 44, column: 3, scope: !159)
!166 = !DILocation(line: 45, column: 22, scope: !159)
!167 = !DILocation(line: 45, column: 3, scope: !159)
!168 = !DILocation(line: 46, column: 25, scope: !159)
!169 = !DILocation(line: 46, column: 3, scope: !159)
!170 = !DILocation(line: 47, column: 25, scope: !159)
!171 = !DILocation(line: 47, column: 3, scope: !159)
!172 = !DILocation(line: 48, column: 29, scope: !159)
!173 = !DILocation(line: 48, column: 3, scope: !159)
!174 = !DILocation(line: 49, column: 20, scope: !159)
!175 = !DILocation(line: 49, column: 3, scope: !159)
!176 = !DILocation(line: 50, column: 24, scope: !159)
!177 = !DILocation(line: 50, column: 8, scope: !159)
!178 = !DILocation(line: 50, column: 4, scope: !159)
!179 = !DILocation(line: 50, column: 6, scope: !159)
!180 = !DILocation(line: 51, column: 1, scope: !159)
!181 = distinct !DISubprogram(name: "read_only_cache", scope: !1, file: !1, line: 52, type: !24, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!182 = !DILocation(line: 52, column: 82, scope: !181)
!183 = !DILocation(line: 52, column: 69, scope: !181)
!184 = !DILocation(line: 52, column: 60, scope: !181)
!185 = !DILocation(line: 52, column: 67, scope: !181)
!186 = !DILocation(line: 52, column: 87, scope: !181)
!187 = distinct !DISubprogram(name: "assembly", scope: !1, file: !1, line: 53, type: !24, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!188 = !DILocation(line: 55, column: 3, scope: !187)
!189 = !{i64 2027}
!190 = !DILocation(line: 56, column: 53, scope: !187)
!191 = !DILocation(line: 56, column: 3, scope: !187)
!192 = !{i64 2072}
!193 = !DILocation(line: 57, column: 3, scope: !187)
!194 = !{i64 2139}
!195 = !DILocation(line: 58, column: 3, scope: !187)
!196 = !DILocation(line: 58, column: 7, scope: !187)
!197 = !DILocation(line: 58, column: 13, scope: !187)
!198 = !DILocation(line: 59, column: 1, scope: !187)
!199 = distinct !DISubprogram(name: "libdevice_only_computes", scope: !1, file: !1, line: 62, type: !24, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!200 = !DILocation(line: 63, column: 3, scope: !199)
!201 = !DILocation(line: 63, column: 8, scope: !199)
!202 = !DILocation(line: 64, column: 3, scope: !199)
!203 = !DILocation(line: 65, column: 20, scope: !199)
!204 = !DILocation(line: 65, column: 10, scope: !199)
!205 = !DILocation(line: 65, column: 3, scope: !199)
!206 = !DILocation(line: 65, column: 8, scope: !199)
!207 = !DILocation(line: 66, column: 1, scope: !199)
!208 = distinct !DISubprogram(name: "unused_read_elsewhere", scope: !1, file: !1, line: 67, type: !24, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!209 = !DILocation(line: 67, column: 63, scope: !208)
!210 = !DILocation(line: 67, column: 49, scope: !208)
!211 = !DILocation(line: 67, column: 67, scope: !208)

; ModuleID = 'inlining.cu'
source_filename = "inlining.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_threadIdx_t = type { i8 }
%struct.Node = type { i32, ptr }
%class.anon = type { ptr, ptr }
%struct.Square = type <{ %struct.Shape, i32, [4 x i8] }>
%struct.Shape = type { ptr }

$_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv = comdat any

$_ZN6SquareC1Ev = comdat any

$_ZN6SquareC2Ev = comdat any

$_ZN5ShapeC2Ev = comdat any

$_ZNK6Square4areaEv = comdat any

$_ZTV6Square = comdat any

$_ZTV5Shape = comdat any

@threadIdx = extern_weak dso_local addrspace(1) global %struct.__cuda_builtin_threadIdx_t, align 1
@__const._Z18pointers_to_localsPi.b = private unnamed_addr constant %struct.Node { i32 2, ptr null }, align 8
@_ZTV6Square = linkonce_odr dso_local unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZNK6Square4areaEv] }, comdat, align 8
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual] }, comdat, align 8

; Function Attrs: convergent mustprogress noinline nounwind
define dso_local void @_Z4swapRiS_(ptr noundef nonnull align 4 dereferenceable(4) %a, ptr noundef nonnull align 4 dereferenceable(4) %b) #0 !dbg !19 {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !22
  store ptr %b, ptr %b.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %a.addr, align 8, !dbg !26, !tbaa !22
  %1 = load i32, ptr %0, align 4, !dbg !26, !tbaa !27
  store i32 %1, ptr %t, align 4, !dbg !29, !tbaa !27
  %2 = load ptr, ptr %b.addr, align 8, !dbg !30, !tbaa !22
  %3 = load i32, ptr %2, align 4, !dbg !30, !tbaa !27
  %4 = load ptr, ptr %a.addr, align 8, !dbg !31, !tbaa !22
  store i32 %3, ptr %4, align 4, !dbg !32, !tbaa !27
  %5 = load i32, ptr %t, align 4, !dbg !33, !tbaa !27
  %6 = load ptr, ptr %b.addr, align 8, !dbg !34, !tbaa !22
  store i32 %5, ptr %6, align 4, !dbg !35, !tbaa !27
  ret void, !dbg !36
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z3sumPKii(ptr noundef %p, i32 noundef %n) #1 !dbg !37 {
entry:
  %p.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %p, ptr %p.addr, align 8, !tbaa !22
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  store i32 0, ptr %s, align 4, !dbg !38, !tbaa !27
  store i32 0, ptr %i, align 4, !dbg !39, !tbaa !27
  br label %for.cond, !dbg !40

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !41, !tbaa !27
  %1 = load i32, ptr %n.addr, align 4, !dbg !42, !tbaa !27
  %cmp = icmp slt i32 %0, %1, !dbg !43
  br i1 %cmp, label %for.body, label %for.end, !dbg !44

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %p.addr, align 8, !dbg !45, !tbaa !22
  %3 = load i32, ptr %i, align 4, !dbg !46, !tbaa !27
  %idxprom = sext i32 %3 to i64, !dbg !45
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !45
  %4 = load i32, ptr %arrayidx, align 4, !dbg !45, !tbaa !27
  %5 = load i32, ptr %s, align 4, !dbg !47, !tbaa !27
  %add = add nsw i32 %5, %4, !dbg !47
  store i32 %add, ptr %s, align 4, !dbg !47, !tbaa !27
  br label %for.inc, !dbg !48

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4, !dbg !49, !tbaa !27
  %inc = add nsw i32 %6, 1, !dbg !49
  store i32 %inc, ptr %i, align 4, !dbg !49, !tbaa !27
  br label %for.cond, !dbg !44, !llvm.loop !50

for.end:                                          ; preds = %for.cond
  %7 = load i32, ptr %s, align 4, !dbg !54, !tbaa !27
  ret i32 %7, !dbg !55
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z21locals_have_no_markerPi(ptr noundef %out) #2 !dbg !56 {
entry:
  %out.addr = alloca ptr, align 8
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !57
  store i32 %call, ptr %x, align 4, !dbg !58, !tbaa !27
  store i32 3, ptr %y, align 4, !dbg !59, !tbaa !27
  call void @_Z4swapRiS_(ptr noundef nonnull align 4 dereferenceable(4) %x, ptr noundef nonnull align 4 dereferenceable(4) %y) #8, !dbg !60
  %0 = load i32, ptr %y, align 4, !dbg !61, !tbaa !27
  %1 = load ptr, ptr %out.addr, align 8, !dbg !62, !tbaa !22
  %2 = load i32, ptr %x, align 4, !dbg !63, !tbaa !27
  %idxprom = sext i32 %2 to i64, !dbg !62
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %idxprom, !dbg !62
  store i32 %0, ptr %arrayidx, align 4, !dbg !64, !tbaa !27
  ret void, !dbg !65
}

; Function Attrs: alwaysinline convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #3 comdat align 2 !dbg !66 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !68
  ret i32 %0, !dbg !68
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z22one_site_inlined_twicePi(ptr noundef %out) #2 !dbg !69 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %out.addr, align 8, !dbg !70, !tbaa !22
  %call = call noundef i32 @_Z3sumPKii(ptr noundef %0, i32 noundef 4) #8, !dbg !71
  %1 = load ptr, ptr %out.addr, align 8, !dbg !72, !tbaa !22
  %add.ptr = getelementptr inbounds i32, ptr %1, i64 4, !dbg !73
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !74
  %call2 = call noundef i32 @_Z3sumPKii(ptr noundef %add.ptr, i32 noundef %call1) #8, !dbg !75
  %add = add nsw i32 %call, %call2, !dbg !76
  %2 = load ptr, ptr %out.addr, align 8, !dbg !77, !tbaa !22
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 0, !dbg !77
  store i32 %add, ptr %arrayidx, align 4, !dbg !78, !tbaa !27
  ret void, !dbg !79
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z6lambdaPii(ptr noundef %out, i32 noundef %n) #2 !dbg !80 {
entry:
  %out.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %scale = alloca i32, align 4
  %agg.tmp = alloca %class.anon, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  store i32 2, ptr %scale, align 4, !dbg !81, !tbaa !27
  %0 = load i32, ptr %n.addr, align 4, !dbg !82, !tbaa !27
  %1 = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 0, !dbg !83
  store ptr %out.addr, ptr %1, align 8, !dbg !83, !tbaa !22
  %2 = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 1, !dbg !83
  store ptr %scale, ptr %2, align 8, !dbg !83, !tbaa !22
  call void @_Z5applyIZ6lambdaPiiEUliE_EviT_(i32 noundef %0, ptr noundef byval(%class.anon) align 8 %agg.tmp) #8, !dbg !84
  ret void, !dbg !85
}

; Function Attrs: convergent mustprogress nounwind
define internal void @_Z5applyIZ6lambdaPiiEUliE_EviT_(i32 noundef %n, ptr noundef byval(%class.anon) align 8 %f) #1 !dbg !86 {
entry:
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  store i32 0, ptr %i, align 4, !dbg !87, !tbaa !27
  br label %for.cond, !dbg !88

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !89, !tbaa !27
  %1 = load i32, ptr %n.addr, align 4, !dbg !90, !tbaa !27
  %cmp = icmp slt i32 %0, %1, !dbg !91
  br i1 %cmp, label %for.body, label %for.end, !dbg !92

for.body:                                         ; preds = %for.cond
  %2 = load i32, ptr %i, align 4, !dbg !93, !tbaa !27
  call void @_ZZ6lambdaPiiENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %f, i32 noundef %2) #8, !dbg !94
  br label %for.inc, !dbg !94

for.inc:                                          ; preds = %for.body
  %3 = load i32, ptr %i, align 4, !dbg !95, !tbaa !27
  %inc = add nsw i32 %3, 1, !dbg !95
  store i32 %inc, ptr %i, align 4, !dbg !95, !tbaa !27
  br label %for.cond, !dbg !92, !llvm.loop !96

for.end:                                          ; preds = %for.cond
  ret void, !dbg !98
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z7measureRK5Shape(ptr noundef nonnull align 8 dereferenceable(8) %s) #1 !dbg !99 {
entry:
  %s.addr = alloca ptr, align 8
  store ptr %s, ptr %s.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %s.addr, align 8, !dbg !100, !tbaa !22
  %vtable = load ptr, ptr %0, align 8, !dbg !101, !tbaa !102
  %vfn = getelementptr inbounds ptr, ptr %vtable, i64 0, !dbg !101
  %1 = load ptr, ptr %vfn, align 8, !dbg !101
  %call = call noundef i32 %1(ptr noundef nonnull align 8 dereferenceable(8) %0) #8, !dbg !101
  ret i32 %call, !dbg !104
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z18known_virtual_callPi(ptr noundef %out) #2 !dbg !105 {
entry:
  %out.addr = alloca ptr, align 8
  %s = alloca %struct.Square, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  call void @_ZN6SquareC1Ev(ptr noundef nonnull align 8 dereferenceable(12) %s) #8, !dbg !106
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !107
  %side = getelementptr inbounds %struct.Square, ptr %s, i32 0, i32 1, !dbg !108
  store i32 %call, ptr %side, align 8, !dbg !109, !tbaa !110
  %call1 = call noundef i32 @_Z7measureRK5Shape(ptr noundef nonnull align 8 dereferenceable(8) %s) #8, !dbg !113
  %0 = load ptr, ptr %out.addr, align 8, !dbg !114, !tbaa !22
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !114
  store i32 %call1, ptr %arrayidx, align 4, !dbg !115, !tbaa !27
  ret void, !dbg !116
}

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN6SquareC1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !117 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !22
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6SquareC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1) #8, !dbg !118
  ret void, !dbg !118
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z5twicei(i32 noundef %x) #1 !dbg !119 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4, !tbaa !27
  %0 = load i32, ptr %x.addr, align 4, !dbg !120, !tbaa !27
  %mul = mul nsw i32 2, %0, !dbg !121
  ret i32 %mul, !dbg !122
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z12call_throughPFiiEi(ptr noundef %f, i32 noundef %x) #1 !dbg !123 {
entry:
  %f.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8, !tbaa !22
  store i32 %x, ptr %x.addr, align 4, !tbaa !27
  %0 = load ptr, ptr %f.addr, align 8, !dbg !124, !tbaa !22
  %1 = load i32, ptr %x.addr, align 4, !dbg !125, !tbaa !27
  %call = call noundef i32 %0(i32 noundef %1) #8, !dbg !124
  ret i32 %call, !dbg !126
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z22known_function_pointerPi(ptr noundef %out) #2 !dbg !127 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %call = call noundef i32 @_Z12call_throughPFiiEi(ptr noundef @_Z5twicei, i32 noundef 4) #8, !dbg !128
  %0 = load ptr, ptr %out.addr, align 8, !dbg !129, !tbaa !22
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !130
  %idxprom = zext i32 %call1 to i64, !dbg !129
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !129
  store i32 %call, ptr %arrayidx, align 4, !dbg !131, !tbaa !27
  ret void, !dbg !132
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z24unknown_function_pointerPPFiiEPi(ptr noundef %table, ptr noundef %out) #2 !dbg !133 {
entry:
  %table.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  store ptr %table, ptr %table.addr, align 8, !tbaa !22
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %table.addr, align 8, !dbg !134, !tbaa !22
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !135
  %idxprom = zext i32 %call to i64, !dbg !134
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 %idxprom, !dbg !134
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !134, !tbaa !22
  %call1 = call noundef i32 %1(i32 noundef 1) #8, !dbg !134
  %2 = load ptr, ptr %out.addr, align 8, !dbg !136, !tbaa !22
  %arrayidx2 = getelementptr inbounds i32, ptr %2, i64 0, !dbg !136
  store i32 %call1, ptr %arrayidx2, align 4, !dbg !137, !tbaa !27
  ret void, !dbg !138
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z4eveni(i32 noundef %n) #1 !dbg !139 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  %0 = load i32, ptr %n.addr, align 4, !dbg !140, !tbaa !27
  %cmp = icmp eq i32 %0, 0, !dbg !141
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !140

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !140

cond.false:                                       ; preds = %entry
  %1 = load i32, ptr %n.addr, align 4, !dbg !142, !tbaa !27
  %sub = sub nsw i32 %1, 1, !dbg !143
  %call = call noundef i32 @_Z3oddi(i32 noundef %sub) #8, !dbg !144
  br label %cond.end, !dbg !140

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 1, %cond.true ], [ %call, %cond.false ], !dbg !140
  ret i32 %cond, !dbg !145
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z3oddi(i32 noundef %n) #1 !dbg !146 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  %0 = load i32, ptr %n.addr, align 4, !dbg !147, !tbaa !27
  %cmp = icmp eq i32 %0, 0, !dbg !148
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !147

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !147

cond.false:                                       ; preds = %entry
  %1 = load i32, ptr %n.addr, align 4, !dbg !149, !tbaa !27
  %sub = sub nsw i32 %1, 1, !dbg !150
  %call = call noundef i32 @_Z4eveni(i32 noundef %sub) #8, !dbg !151
  br label %cond.end, !dbg !147

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 0, %cond.true ], [ %call, %cond.false ], !dbg !147
  ret i32 %cond, !dbg !152
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z16mutual_recursionPi(ptr noundef %out) #2 !dbg !153 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !154
  %call1 = call noundef i32 @_Z4eveni(i32 noundef %call) #8, !dbg !155
  %0 = load ptr, ptr %out.addr, align 8, !dbg !156, !tbaa !22
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !156
  store i32 %call1, ptr %arrayidx, align 4, !dbg !157, !tbaa !27
  ret void, !dbg !158
}

; Function Attrs: convergent mustprogress nounwind willreturn memory(read)
define dso_local noundef i32 @_Z4peekPKi(ptr noundef %a) #5 !dbg !159 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %a.addr, align 8, !dbg !160, !tbaa !22
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #8, !dbg !161
  %idxprom = zext i32 %call to i64, !dbg !160
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !160
  %1 = load i32, ptr %arrayidx, align 4, !dbg !160, !tbaa !27
  ret i32 %1, !dbg !162
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z7call_onPFiPKiES0_(ptr noundef %f, ptr noundef %a) #1 !dbg !163 {
entry:
  %f.addr = alloca ptr, align 8
  %a.addr = alloca ptr, align 8
  store ptr %f, ptr %f.addr, align 8, !tbaa !22
  store ptr %a, ptr %a.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %f.addr, align 8, !dbg !164, !tbaa !22
  %1 = load ptr, ptr %a.addr, align 8, !dbg !165, !tbaa !22
  %call = call noundef i32 %0(ptr noundef %1) #8, !dbg !164
  ret i32 %call, !dbg !166
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z20pure_function_unusedPi(ptr noundef %a) #2 !dbg !167 {
entry:
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8, !tbaa !22
  %0 = load ptr, ptr %a.addr, align 8, !dbg !168, !tbaa !22
  %call = call noundef i32 @_Z7call_onPFiPKiES0_(ptr noundef @_Z4peekPKi, ptr noundef %0) #8, !dbg !169
  ret void, !dbg !170
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z4lastPK4Node(ptr noundef %n) #1 !dbg !171 {
entry:
  %n.addr = alloca ptr, align 8
  store ptr %n, ptr %n.addr, align 8, !tbaa !22
  br label %while.cond, !dbg !172

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr %n.addr, align 8, !dbg !173, !tbaa !22
  %next = getelementptr inbounds %struct.Node, ptr %0, i32 0, i32 1, !dbg !174
  %1 = load ptr, ptr %next, align 8, !dbg !174, !tbaa !175
  %tobool = icmp ne ptr %1, null, !dbg !173
  br i1 %tobool, label %while.body, label %while.end, !dbg !172

while.body:                                       ; preds = %while.cond
  %2 = load ptr, ptr %n.addr, align 8, !dbg !177, !tbaa !22
  %next1 = getelementptr inbounds %struct.Node, ptr %2, i32 0, i32 1, !dbg !178
  %3 = load ptr, ptr %next1, align 8, !dbg !178, !tbaa !175
  store ptr %3, ptr %n.addr, align 8, !dbg !179, !tbaa !22
  br label %while.cond, !dbg !172, !llvm.loop !180

while.end:                                        ; preds = %while.cond
  %4 = load ptr, ptr %n.addr, align 8, !dbg !181, !tbaa !22
  %value = getelementptr inbounds %struct.Node, ptr %4, i32 0, i32 0, !dbg !182
  %5 = load i32, ptr %value, align 8, !dbg !182, !tbaa !183
  ret i32 %5, !dbg !184
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z18pointers_to_localsPi(ptr noundef %out) #2 !dbg !185 {
entry:
  %out.addr = alloca ptr, align 8
  %b = alloca %struct.Node, align 8
  %a = alloca %struct.Node, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 @__const._Z18pointers_to_localsPi.b, i64 16, i1 false), !dbg !186
  %value = getelementptr inbounds %struct.Node, ptr %a, i32 0, i32 0, !dbg !187
  store i32 1, ptr %value, align 8, !dbg !187, !tbaa !183
  %next = getelementptr inbounds %struct.Node, ptr %a, i32 0, i32 1, !dbg !187
  store ptr %b, ptr %next, align 8, !dbg !187, !tbaa !175
  %call = call noundef i32 @_Z4lastPK4Node(ptr noundef %a) #8, !dbg !188
  %0 = load ptr, ptr %out.addr, align 8, !dbg !189, !tbaa !22
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !189
  store i32 %call, ptr %arrayidx, align 4, !dbg !190, !tbaa !27
  ret void, !dbg !191
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z7foreverPFiPviEi(ptr noundef %f, i32 noundef %n) #1 !dbg !192 {
entry:
  %f.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8, !tbaa !22
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  %0 = load ptr, ptr %f.addr, align 8, !dbg !193, !tbaa !22
  %1 = load ptr, ptr %f.addr, align 8, !dbg !194, !tbaa !22
  %2 = load i32, ptr %n.addr, align 4, !dbg !195, !tbaa !27
  %call = call noundef i32 %0(ptr noundef %1, i32 noundef %2) #8, !dbg !193
  ret i32 %call, !dbg !196
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z4peelPvi(ptr noundef %self, i32 noundef %n) #1 !dbg !197 {
entry:
  %self.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  store ptr %self, ptr %self.addr, align 8, !tbaa !22
  store i32 %n, ptr %n.addr, align 4, !tbaa !27
  %0 = load ptr, ptr %self.addr, align 8, !dbg !198, !tbaa !22
  %1 = load ptr, ptr %self.addr, align 8, !dbg !199, !tbaa !22
  %2 = load i32, ptr %n.addr, align 4, !dbg !200, !tbaa !27
  %call = call noundef i32 %0(ptr noundef %1, i32 noundef %2) #8, !dbg !201
  %add = add nsw i32 %call, 1, !dbg !202
  ret i32 %add, !dbg !203
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z27recursion_through_a_pointerPi(ptr noundef %out) #2 !dbg !204 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !22
  %call = call noundef i32 @_Z7foreverPFiPviEi(ptr noundef @_Z4peelPvi, i32 noundef 3) #8, !dbg !205
  %0 = load ptr, ptr %out.addr, align 8, !dbg !206, !tbaa !22
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !206
  store i32 %call, ptr %arrayidx, align 4, !dbg !207, !tbaa !27
  ret void, !dbg !208
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #7

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN6SquareC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !209 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !22
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #8, !dbg !210
  store ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @_ZTV6Square, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !210, !tbaa !102
  ret void, !dbg !210
}

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #4 comdat align 2 !dbg !211 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !22
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @_ZTV5Shape, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !212, !tbaa !102
  ret void, !dbg !212
}

; Function Attrs: convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZNK6Square4areaEv(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #1 comdat align 2 !dbg !213 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !22
  %this1 = load ptr, ptr %this.addr, align 8
  %side = getelementptr inbounds %struct.Square, ptr %this1, i32 0, i32 1, !dbg !214
  %0 = load i32, ptr %side, align 8, !dbg !214, !tbaa !110
  %side2 = getelementptr inbounds %struct.Square, ptr %this1, i32 0, i32 1, !dbg !215
  %1 = load i32, ptr %side2, align 8, !dbg !215, !tbaa !110
  %mul = mul nsw i32 %0, %1, !dbg !216
  ret i32 %mul, !dbg !217
}

declare dso_local void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: convergent inlinehint mustprogress nounwind
define internal void @_ZZ6lambdaPiiENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %i) #4 align 2 !dbg !218 {
entry:
  %this.addr = alloca ptr, align 8
  %i.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !22
  store i32 %i, ptr %i.addr, align 4, !tbaa !27
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %i.addr, align 4, !dbg !219, !tbaa !27
  %1 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 0, !dbg !220
  %2 = load ptr, ptr %1, align 8, !dbg !220, !tbaa !221
  %3 = load ptr, ptr %2, align 8, !dbg !220, !tbaa !22
  %4 = load i32, ptr %i.addr, align 4, !dbg !223, !tbaa !27
  %5 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 1, !dbg !224
  %6 = load ptr, ptr %5, align 8, !dbg !224, !tbaa !225
  %7 = load i32, ptr %6, align 4, !dbg !224, !tbaa !27
  %mul = mul nsw i32 %4, %7, !dbg !226
  %idxprom = sext i32 %mul to i64, !dbg !220
  %arrayidx = getelementptr inbounds i32, ptr %3, i64 %idxprom, !dbg !220
  store i32 %0, ptr %arrayidx, align 4, !dbg !227, !tbaa !27
  ret void, !dbg !228
}

attributes #0 = { convergent mustprogress noinline nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #1 = { convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #2 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" "uniform-work-group-size"="true" }
attributes #3 = { alwaysinline convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #4 = { convergent inlinehint mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #5 = { convergent mustprogress nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13}
!llvm.module.flags = !{!14, !15, !16, !17, !18}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "inlining.cu", directory: "prepare")
!2 = !{ptr @_Z21locals_have_no_markerPi, !"kernel", i32 1}
!3 = !{ptr @_Z21locals_have_no_markerPi, !"maxntidx", i32 256}
!4 = !{ptr @_Z21locals_have_no_markerPi, !"minctasm", i32 2}
!5 = !{ptr @_Z22one_site_inlined_twicePi, !"kernel", i32 1}
!6 = !{ptr @_Z6lambdaPii, !"kernel", i32 1}
!7 = !{ptr @_Z18known_virtual_callPi, !"kernel", i32 1}
!8 = !{ptr @_Z22known_function_pointerPi, !"kernel", i32 1}
!9 = !{ptr @_Z24unknown_function_pointerPPFiiEPi, !"kernel", i32 1}
!10 = !{ptr @_Z16mutual_recursionPi, !"kernel", i32 1}
!11 = !{ptr @_Z20pure_function_unusedPi, !"kernel", i32 1}
!12 = !{ptr @_Z18pointers_to_localsPi, !"kernel", i32 1}
!13 = !{ptr @_Z27recursion_through_a_pointerPi, !"kernel", i32 1}
!14 = !{i32 7, !"Dwarf Version", i32 2}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!18 = !{i32 7, !"frame-pointer", i32 2}
!19 = distinct !DISubprogram(name: "swap", scope: !1, file: !1, line: 2, type: !20, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!20 = !DISubroutineType(types: !21)
!21 = !{}
!22 = !{!23, !23, i64 0}
!23 = !{!"any pointer", !24, i64 0}
!24 = !{!"omnipotent char", !25, i64 0}
!25 = !{!"Simple C++ TBAA"}
!26 = !DILocation(line: 2, column: 74, scope: !19)
!27 = !{!28, !28, i64 0}
!28 = !{!"int", !24, i64 0}
!29 = !DILocation(line: 2, column: 70, scope: !19)
!30 = !DILocation(line: 2, column: 81, scope: !19)
!31 = !DILocation(line: 2, column: 77, scope: !19)
!32 = !DILocation(line: 2, column: 79, scope: !19)
!33 = !DILocation(line: 2, column: 88, scope: !19)
!34 = !DILocation(line: 2, column: 84, scope: !19)
!35 = !DILocation(line: 2, column: 86, scope: !19)
!36 = !DILocation(line: 2, column: 91, scope: !19)
!37 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 3, type: !20, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!38 = !DILocation(line: 3, column: 47, scope: !37)
!39 = !DILocation(line: 3, column: 63, scope: !37)
!40 = !DILocation(line: 3, column: 59, scope: !37)
!41 = !DILocation(line: 3, column: 70, scope: !37)
!42 = !DILocation(line: 3, column: 74, scope: !37)
!43 = !DILocation(line: 3, column: 72, scope: !37)
!44 = !DILocation(line: 3, column: 54, scope: !37)
!45 = !DILocation(line: 3, column: 87, scope: !37)
!46 = !DILocation(line: 3, column: 89, scope: !37)
!47 = !DILocation(line: 3, column: 84, scope: !37)
!48 = !DILocation(line: 3, column: 82, scope: !37)
!49 = !DILocation(line: 3, column: 77, scope: !37)
!50 = distinct !{!50, !44, !51, !52, !53}
!51 = !DILocation(line: 3, column: 90, scope: !37)
!52 = !{!"llvm.loop.mustprogress"}
!53 = !{!"llvm.loop.unroll.disable"}
!54 = !DILocation(line: 3, column: 100, scope: !37)
!55 = !DILocation(line: 3, column: 93, scope: !37)
!56 = distinct !DISubprogram(name: "locals_have_no_marker", scope: !1, file: !1, line: 4, type: !20, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!57 = !DILocation(line: 5, column: 11, scope: !56)
!58 = !DILocation(line: 5, column: 7, scope: !56)
!59 = !DILocation(line: 5, column: 24, scope: !56)
!60 = !DILocation(line: 6, column: 3, scope: !56)
!61 = !DILocation(line: 7, column: 12, scope: !56)
!62 = !DILocation(line: 7, column: 3, scope: !56)
!63 = !DILocation(line: 7, column: 7, scope: !56)
!64 = !DILocation(line: 7, column: 10, scope: !56)
!65 = !DILocation(line: 8, column: 1, scope: !56)
!66 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !67, file: !67, line: 53, type: !20, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!67 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!68 = !DILocation(line: 53, column: 3, scope: !66)
!69 = distinct !DISubprogram(name: "one_site_inlined_twice", scope: !1, file: !1, line: 9, type: !20, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!70 = !DILocation(line: 10, column: 16, scope: !69)
!71 = !DILocation(line: 10, column: 12, scope: !69)
!72 = !DILocation(line: 10, column: 30, scope: !69)
!73 = !DILocation(line: 10, column: 34, scope: !69)
!74 = !DILocation(line: 10, column: 39, scope: !69)
!75 = !DILocation(line: 10, column: 26, scope: !69)
!76 = !DILocation(line: 10, column: 24, scope: !69)
!77 = !DILocation(line: 10, column: 3, scope: !69)
!78 = !DILocation(line: 10, column: 10, scope: !69)
!79 = !DILocation(line: 11, column: 1, scope: !69)
!80 = distinct !DISubprogram(name: "lambda", scope: !1, file: !1, line: 13, type: !20, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!81 = !DILocation(line: 14, column: 7, scope: !80)
!82 = !DILocation(line: 15, column: 9, scope: !80)
!83 = !DILocation(line: 15, column: 12, scope: !80)
!84 = !DILocation(line: 15, column: 3, scope: !80)
!85 = !DILocation(line: 16, column: 1, scope: !80)
!86 = distinct !DISubprogram(name: "apply<(lambda at inlining.cu:15:12)>", scope: !1, file: !1, line: 12, type: !20, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!87 = !DILocation(line: 12, column: 65, scope: !86)
!88 = !DILocation(line: 12, column: 61, scope: !86)
!89 = !DILocation(line: 12, column: 72, scope: !86)
!90 = !DILocation(line: 12, column: 76, scope: !86)
!91 = !DILocation(line: 12, column: 74, scope: !86)
!92 = !DILocation(line: 12, column: 56, scope: !86)
!93 = !DILocation(line: 12, column: 86, scope: !86)
!94 = !DILocation(line: 12, column: 84, scope: !86)
!95 = !DILocation(line: 12, column: 79, scope: !86)
!96 = distinct !{!96, !92, !97, !52, !53}
!97 = !DILocation(line: 12, column: 87, scope: !86)
!98 = !DILocation(line: 12, column: 90, scope: !86)
!99 = distinct !DISubprogram(name: "measure", scope: !1, file: !1, line: 19, type: !20, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!100 = !DILocation(line: 19, column: 49, scope: !99)
!101 = !DILocation(line: 19, column: 51, scope: !99)
!102 = !{!103, !103, i64 0}
!103 = !{!"vtable pointer", !25, i64 0}
!104 = !DILocation(line: 19, column: 42, scope: !99)
!105 = distinct !DISubprogram(name: "known_virtual_call", scope: !1, file: !1, line: 20, type: !20, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!106 = !DILocation(line: 20, column: 55, scope: !105)
!107 = !DILocation(line: 20, column: 67, scope: !105)
!108 = !DILocation(line: 20, column: 60, scope: !105)
!109 = !DILocation(line: 20, column: 65, scope: !105)
!110 = !{!111, !28, i64 8}
!111 = !{!"_ZTS6Square", !112, i64 0, !28, i64 8}
!112 = !{!"_ZTS5Shape"}
!113 = !DILocation(line: 20, column: 89, scope: !105)
!114 = !DILocation(line: 20, column: 80, scope: !105)
!115 = !DILocation(line: 20, column: 87, scope: !105)
!116 = !DILocation(line: 20, column: 101, scope: !105)
!117 = distinct !DISubprogram(name: "Square", scope: !1, file: !1, line: 18, type: !20, scopeLine: 18, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!118 = !DILocation(line: 18, column: 8, scope: !117)
!119 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 21, type: !20, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!120 = !DILocation(line: 21, column: 42, scope: !119)
!121 = !DILocation(line: 21, column: 40, scope: !119)
!122 = !DILocation(line: 21, column: 31, scope: !119)
!123 = distinct !DISubprogram(name: "call_through", scope: !1, file: !1, line: 22, type: !20, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!124 = !DILocation(line: 22, column: 60, scope: !123)
!125 = !DILocation(line: 22, column: 62, scope: !123)
!126 = !DILocation(line: 22, column: 53, scope: !123)
!127 = distinct !DISubprogram(name: "known_function_pointer", scope: !1, file: !1, line: 23, type: !20, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!128 = !DILocation(line: 23, column: 71, scope: !127)
!129 = !DILocation(line: 23, column: 52, scope: !127)
!130 = !DILocation(line: 23, column: 56, scope: !127)
!131 = !DILocation(line: 23, column: 69, scope: !127)
!132 = !DILocation(line: 23, column: 95, scope: !127)
!133 = distinct !DISubprogram(name: "unknown_function_pointer", scope: !1, file: !1, line: 24, type: !20, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!134 = !DILocation(line: 24, column: 83, scope: !133)
!135 = !DILocation(line: 24, column: 89, scope: !133)
!136 = !DILocation(line: 24, column: 74, scope: !133)
!137 = !DILocation(line: 24, column: 81, scope: !133)
!138 = !DILocation(line: 24, column: 106, scope: !133)
!139 = distinct !DISubprogram(name: "even", scope: !1, file: !1, line: 26, type: !20, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!140 = !DILocation(line: 26, column: 37, scope: !139)
!141 = !DILocation(line: 26, column: 39, scope: !139)
!142 = !DILocation(line: 26, column: 54, scope: !139)
!143 = !DILocation(line: 26, column: 56, scope: !139)
!144 = !DILocation(line: 26, column: 50, scope: !139)
!145 = !DILocation(line: 26, column: 30, scope: !139)
!146 = distinct !DISubprogram(name: "odd", scope: !1, file: !1, line: 27, type: !20, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!147 = !DILocation(line: 27, column: 36, scope: !146)
!148 = !DILocation(line: 27, column: 38, scope: !146)
!149 = !DILocation(line: 27, column: 54, scope: !146)
!150 = !DILocation(line: 27, column: 56, scope: !146)
!151 = !DILocation(line: 27, column: 49, scope: !146)
!152 = !DILocation(line: 27, column: 29, scope: !146)
!153 = distinct !DISubprogram(name: "mutual_recursion", scope: !1, file: !1, line: 28, type: !20, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!154 = !DILocation(line: 28, column: 60, scope: !153)
!155 = !DILocation(line: 28, column: 55, scope: !153)
!156 = !DILocation(line: 28, column: 46, scope: !153)
!157 = !DILocation(line: 28, column: 53, scope: !153)
!158 = !DILocation(line: 28, column: 74, scope: !153)
!159 = distinct !DISubprogram(name: "peek", scope: !1, file: !1, line: 29, type: !20, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!160 = !DILocation(line: 29, column: 66, scope: !159)
!161 = !DILocation(line: 29, column: 68, scope: !159)
!162 = !DILocation(line: 29, column: 59, scope: !159)
!163 = distinct !DISubprogram(name: "call_on", scope: !1, file: !1, line: 30, type: !20, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!164 = !DILocation(line: 30, column: 70, scope: !163)
!165 = !DILocation(line: 30, column: 72, scope: !163)
!166 = !DILocation(line: 30, column: 63, scope: !163)
!167 = distinct !DISubprogram(name: "pure_function_unused", scope: !1, file: !1, line: 31, type: !20, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!168 = !DILocation(line: 31, column: 62, scope: !167)
!169 = !DILocation(line: 31, column: 48, scope: !167)
!170 = !DILocation(line: 31, column: 66, scope: !167)
!171 = distinct !DISubprogram(name: "last", scope: !1, file: !1, line: 33, type: !20, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!172 = !DILocation(line: 33, column: 38, scope: !171)
!173 = !DILocation(line: 33, column: 45, scope: !171)
!174 = !DILocation(line: 33, column: 48, scope: !171)
!175 = !{!176, !23, i64 8}
!176 = !{!"_ZTS4Node", !28, i64 0, !23, i64 8}
!177 = !DILocation(line: 33, column: 58, scope: !171)
!178 = !DILocation(line: 33, column: 61, scope: !171)
!179 = !DILocation(line: 33, column: 56, scope: !171)
!180 = distinct !{!180, !172, !178, !52, !53}
!181 = !DILocation(line: 33, column: 74, scope: !171)
!182 = !DILocation(line: 33, column: 77, scope: !171)
!183 = !{!176, !28, i64 0}
!184 = !DILocation(line: 33, column: 67, scope: !171)
!185 = distinct !DISubprogram(name: "pointers_to_locals", scope: !1, file: !1, line: 34, type: !20, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!186 = !DILocation(line: 35, column: 8, scope: !185)
!187 = !DILocation(line: 35, column: 24, scope: !185)
!188 = !DILocation(line: 36, column: 12, scope: !185)
!189 = !DILocation(line: 36, column: 3, scope: !185)
!190 = !DILocation(line: 36, column: 10, scope: !185)
!191 = !DILocation(line: 37, column: 1, scope: !185)
!192 = distinct !DISubprogram(name: "forever", scope: !1, file: !1, line: 38, type: !20, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!193 = !DILocation(line: 38, column: 63, scope: !192)
!194 = !DILocation(line: 38, column: 73, scope: !192)
!195 = !DILocation(line: 38, column: 76, scope: !192)
!196 = !DILocation(line: 38, column: 56, scope: !192)
!197 = distinct !DISubprogram(name: "peel", scope: !1, file: !1, line: 39, type: !20, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!198 = !DILocation(line: 39, column: 72, scope: !197)
!199 = !DILocation(line: 39, column: 78, scope: !197)
!200 = !DILocation(line: 39, column: 84, scope: !197)
!201 = !DILocation(line: 39, column: 49, scope: !197)
!202 = !DILocation(line: 39, column: 87, scope: !197)
!203 = !DILocation(line: 39, column: 42, scope: !197)
!204 = distinct !DISubprogram(name: "recursion_through_a_pointer", scope: !1, file: !1, line: 40, type: !20, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!205 = !DILocation(line: 40, column: 66, scope: !204)
!206 = !DILocation(line: 40, column: 57, scope: !204)
!207 = !DILocation(line: 40, column: 64, scope: !204)
!208 = !DILocation(line: 40, column: 84, scope: !204)
!209 = distinct !DISubprogram(name: "Square", scope: !1, file: !1, line: 18, type: !20, scopeLine: 18, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!210 = !DILocation(line: 18, column: 8, scope: !209)
!211 = distinct !DISubprogram(name: "Shape", scope: !1, file: !1, line: 17, type: !20, scopeLine: 17, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!212 = !DILocation(line: 17, column: 8, scope: !211)
!213 = distinct !DISubprogram(name: "area", scope: !1, file: !1, line: 18, type: !20, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!214 = !DILocation(line: 18, column: 81, scope: !213)
!215 = !DILocation(line: 18, column: 88, scope: !213)
!216 = !DILocation(line: 18, column: 86, scope: !213)
!217 = !DILocation(line: 18, column: 74, scope: !213)
!218 = distinct !DISubprogram(name: "operator()", scope: !1, file: !1, line: 15, type: !20, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!219 = !DILocation(line: 15, column: 42, scope: !218)
!220 = !DILocation(line: 15, column: 25, scope: !218)
!221 = !{!222, !23, i64 0}
!222 = !{!"_ZTSZ6lambdaPiiEUliE_", !23, i64 0, !23, i64 8}
!223 = !DILocation(line: 15, column: 29, scope: !218)
!224 = !DILocation(line: 15, column: 33, scope: !218)
!225 = !{!222, !23, i64 8}
!226 = !DILocation(line: 15, column: 31, scope: !218)
!227 = !DILocation(line: 15, column: 40, scope: !218)
!228 = !DILocation(line: 15, column: 45, scope: !218)

; ModuleID = 'inlining.cu'
source_filename = "inlining.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.__cuda_builtin_threadIdx_t = type { i8 }
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
@_ZTV6Square = linkonce_odr dso_local unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZNK6Square4areaEv] }, comdat, align 8
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual] }, comdat, align 8

; Function Attrs: convergent mustprogress noinline nounwind
define dso_local void @_Z4swapRiS_(ptr noundef nonnull align 4 dereferenceable(4) %a, ptr noundef nonnull align 4 dereferenceable(4) %b) #0 !dbg !16 {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8, !tbaa !19
  store ptr %b, ptr %b.addr, align 8, !tbaa !19
  %0 = load ptr, ptr %a.addr, align 8, !dbg !23, !tbaa !19
  %1 = load i32, ptr %0, align 4, !dbg !23, !tbaa !24
  store i32 %1, ptr %t, align 4, !dbg !26, !tbaa !24
  %2 = load ptr, ptr %b.addr, align 8, !dbg !27, !tbaa !19
  %3 = load i32, ptr %2, align 4, !dbg !27, !tbaa !24
  %4 = load ptr, ptr %a.addr, align 8, !dbg !28, !tbaa !19
  store i32 %3, ptr %4, align 4, !dbg !29, !tbaa !24
  %5 = load i32, ptr %t, align 4, !dbg !30, !tbaa !24
  %6 = load ptr, ptr %b.addr, align 8, !dbg !31, !tbaa !19
  store i32 %5, ptr %6, align 4, !dbg !32, !tbaa !24
  ret void, !dbg !33
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z3sumPKii(ptr noundef %p, i32 noundef %n) #1 !dbg !34 {
entry:
  %p.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %p, ptr %p.addr, align 8, !tbaa !19
  store i32 %n, ptr %n.addr, align 4, !tbaa !24
  store i32 0, ptr %s, align 4, !dbg !35, !tbaa !24
  store i32 0, ptr %i, align 4, !dbg !36, !tbaa !24
  br label %for.cond, !dbg !37

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !38, !tbaa !24
  %1 = load i32, ptr %n.addr, align 4, !dbg !39, !tbaa !24
  %cmp = icmp slt i32 %0, %1, !dbg !40
  br i1 %cmp, label %for.body, label %for.end, !dbg !41

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %p.addr, align 8, !dbg !42, !tbaa !19
  %3 = load i32, ptr %i, align 4, !dbg !43, !tbaa !24
  %idxprom = sext i32 %3 to i64, !dbg !42
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !42
  %4 = load i32, ptr %arrayidx, align 4, !dbg !42, !tbaa !24
  %5 = load i32, ptr %s, align 4, !dbg !44, !tbaa !24
  %add = add nsw i32 %5, %4, !dbg !44
  store i32 %add, ptr %s, align 4, !dbg !44, !tbaa !24
  br label %for.inc, !dbg !45

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4, !dbg !46, !tbaa !24
  %inc = add nsw i32 %6, 1, !dbg !46
  store i32 %inc, ptr %i, align 4, !dbg !46, !tbaa !24
  br label %for.cond, !dbg !41, !llvm.loop !47

for.end:                                          ; preds = %for.cond
  %7 = load i32, ptr %s, align 4, !dbg !51, !tbaa !24
  ret i32 %7, !dbg !52
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z21locals_have_no_markerPi(ptr noundef %out) #2 !dbg !53 {
entry:
  %out.addr = alloca ptr, align 8
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !54
  store i32 %call, ptr %x, align 4, !dbg !55, !tbaa !24
  store i32 3, ptr %y, align 4, !dbg !56, !tbaa !24
  call void @_Z4swapRiS_(ptr noundef nonnull align 4 dereferenceable(4) %x, ptr noundef nonnull align 4 dereferenceable(4) %y) #6, !dbg !57
  %0 = load i32, ptr %y, align 4, !dbg !58, !tbaa !24
  %1 = load ptr, ptr %out.addr, align 8, !dbg !59, !tbaa !19
  %2 = load i32, ptr %x, align 4, !dbg !60, !tbaa !24
  %idxprom = sext i32 %2 to i64, !dbg !59
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %idxprom, !dbg !59
  store i32 %0, ptr %arrayidx, align 4, !dbg !61, !tbaa !24
  ret void, !dbg !62
}

; Function Attrs: alwaysinline convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #3 comdat align 2 !dbg !63 {
entry:
  %0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !65
  ret i32 %0, !dbg !65
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z22one_site_inlined_twicePi(ptr noundef %out) #2 !dbg !66 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  %0 = load ptr, ptr %out.addr, align 8, !dbg !67, !tbaa !19
  %call = call noundef i32 @_Z3sumPKii(ptr noundef %0, i32 noundef 4) #6, !dbg !68
  %1 = load ptr, ptr %out.addr, align 8, !dbg !69, !tbaa !19
  %add.ptr = getelementptr inbounds i32, ptr %1, i64 4, !dbg !70
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !71
  %call2 = call noundef i32 @_Z3sumPKii(ptr noundef %add.ptr, i32 noundef %call1) #6, !dbg !72
  %add = add nsw i32 %call, %call2, !dbg !73
  %2 = load ptr, ptr %out.addr, align 8, !dbg !74, !tbaa !19
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 0, !dbg !74
  store i32 %add, ptr %arrayidx, align 4, !dbg !75, !tbaa !24
  ret void, !dbg !76
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z6lambdaPii(ptr noundef %out, i32 noundef %n) #2 !dbg !77 {
entry:
  %out.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %scale = alloca i32, align 4
  %agg.tmp = alloca %class.anon, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  store i32 %n, ptr %n.addr, align 4, !tbaa !24
  store i32 2, ptr %scale, align 4, !dbg !78, !tbaa !24
  %0 = load i32, ptr %n.addr, align 4, !dbg !79, !tbaa !24
  %1 = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 0, !dbg !80
  store ptr %out.addr, ptr %1, align 8, !dbg !80, !tbaa !19
  %2 = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 1, !dbg !80
  store ptr %scale, ptr %2, align 8, !dbg !80, !tbaa !19
  call void @_Z5applyIZ6lambdaPiiEUliE_EviT_(i32 noundef %0, ptr noundef byval(%class.anon) align 8 %agg.tmp) #6, !dbg !81
  ret void, !dbg !82
}

; Function Attrs: convergent mustprogress nounwind
define internal void @_Z5applyIZ6lambdaPiiEUliE_EviT_(i32 noundef %n, ptr noundef byval(%class.anon) align 8 %f) #1 !dbg !83 {
entry:
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !24
  store i32 0, ptr %i, align 4, !dbg !84, !tbaa !24
  br label %for.cond, !dbg !85

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !86, !tbaa !24
  %1 = load i32, ptr %n.addr, align 4, !dbg !87, !tbaa !24
  %cmp = icmp slt i32 %0, %1, !dbg !88
  br i1 %cmp, label %for.body, label %for.end, !dbg !89

for.body:                                         ; preds = %for.cond
  %2 = load i32, ptr %i, align 4, !dbg !90, !tbaa !24
  call void @_ZZ6lambdaPiiENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %f, i32 noundef %2) #6, !dbg !91
  br label %for.inc, !dbg !91

for.inc:                                          ; preds = %for.body
  %3 = load i32, ptr %i, align 4, !dbg !92, !tbaa !24
  %inc = add nsw i32 %3, 1, !dbg !92
  store i32 %inc, ptr %i, align 4, !dbg !92, !tbaa !24
  br label %for.cond, !dbg !89, !llvm.loop !93

for.end:                                          ; preds = %for.cond
  ret void, !dbg !95
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z7measureRK5Shape(ptr noundef nonnull align 8 dereferenceable(8) %s) #1 !dbg !96 {
entry:
  %s.addr = alloca ptr, align 8
  store ptr %s, ptr %s.addr, align 8, !tbaa !19
  %0 = load ptr, ptr %s.addr, align 8, !dbg !97, !tbaa !19
  %vtable = load ptr, ptr %0, align 8, !dbg !98, !tbaa !99
  %vfn = getelementptr inbounds ptr, ptr %vtable, i64 0, !dbg !98
  %1 = load ptr, ptr %vfn, align 8, !dbg !98
  %call = call noundef i32 %1(ptr noundef nonnull align 8 dereferenceable(8) %0) #6, !dbg !98
  ret i32 %call, !dbg !101
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z18known_virtual_callPi(ptr noundef %out) #2 !dbg !102 {
entry:
  %out.addr = alloca ptr, align 8
  %s = alloca %struct.Square, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  call void @_ZN6SquareC1Ev(ptr noundef nonnull align 8 dereferenceable(12) %s) #6, !dbg !103
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !104
  %side = getelementptr inbounds %struct.Square, ptr %s, i32 0, i32 1, !dbg !105
  store i32 %call, ptr %side, align 8, !dbg !106, !tbaa !107
  %call1 = call noundef i32 @_Z7measureRK5Shape(ptr noundef nonnull align 8 dereferenceable(8) %s) #6, !dbg !110
  %0 = load ptr, ptr %out.addr, align 8, !dbg !111, !tbaa !19
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !111
  store i32 %call1, ptr %arrayidx, align 4, !dbg !112, !tbaa !24
  ret void, !dbg !113
}

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN6SquareC1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !114 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !19
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6SquareC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1) #6, !dbg !115
  ret void, !dbg !115
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z5twicei(i32 noundef %x) #1 !dbg !116 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4, !tbaa !24
  %0 = load i32, ptr %x.addr, align 4, !dbg !117, !tbaa !24
  %mul = mul nsw i32 2, %0, !dbg !118
  ret i32 %mul, !dbg !119
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z12call_throughPFiiEi(ptr noundef %f, i32 noundef %x) #1 !dbg !120 {
entry:
  %f.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8, !tbaa !19
  store i32 %x, ptr %x.addr, align 4, !tbaa !24
  %0 = load ptr, ptr %f.addr, align 8, !dbg !121, !tbaa !19
  %1 = load i32, ptr %x.addr, align 4, !dbg !122, !tbaa !24
  %call = call noundef i32 %0(i32 noundef %1) #6, !dbg !121
  ret i32 %call, !dbg !123
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z22known_function_pointerPi(ptr noundef %out) #2 !dbg !124 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  %call = call noundef i32 @_Z12call_throughPFiiEi(ptr noundef @_Z5twicei, i32 noundef 4) #6, !dbg !125
  %0 = load ptr, ptr %out.addr, align 8, !dbg !126, !tbaa !19
  %call1 = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !127
  %idxprom = zext i32 %call1 to i64, !dbg !126
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom, !dbg !126
  store i32 %call, ptr %arrayidx, align 4, !dbg !128, !tbaa !24
  ret void, !dbg !129
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z24unknown_function_pointerPPFiiEPi(ptr noundef %table, ptr noundef %out) #2 !dbg !130 {
entry:
  %table.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  store ptr %table, ptr %table.addr, align 8, !tbaa !19
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  %0 = load ptr, ptr %table.addr, align 8, !dbg !131, !tbaa !19
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !132
  %idxprom = zext i32 %call to i64, !dbg !131
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 %idxprom, !dbg !131
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !131, !tbaa !19
  %call1 = call noundef i32 %1(i32 noundef 1) #6, !dbg !131
  %2 = load ptr, ptr %out.addr, align 8, !dbg !133, !tbaa !19
  %arrayidx2 = getelementptr inbounds i32, ptr %2, i64 0, !dbg !133
  store i32 %call1, ptr %arrayidx2, align 4, !dbg !134, !tbaa !24
  ret void, !dbg !135
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z4eveni(i32 noundef %n) #1 !dbg !136 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !24
  %0 = load i32, ptr %n.addr, align 4, !dbg !137, !tbaa !24
  %cmp = icmp eq i32 %0, 0, !dbg !138
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !137

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !137

cond.false:                                       ; preds = %entry
  %1 = load i32, ptr %n.addr, align 4, !dbg !139, !tbaa !24
  %sub = sub nsw i32 %1, 1, !dbg !140
  %call = call noundef i32 @_Z3oddi(i32 noundef %sub) #6, !dbg !141
  br label %cond.end, !dbg !137

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 1, %cond.true ], [ %call, %cond.false ], !dbg !137
  ret i32 %cond, !dbg !142
}

; Function Attrs: convergent mustprogress nounwind
define dso_local noundef i32 @_Z3oddi(i32 noundef %n) #1 !dbg !143 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !24
  %0 = load i32, ptr %n.addr, align 4, !dbg !144, !tbaa !24
  %cmp = icmp eq i32 %0, 0, !dbg !145
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !144

cond.true:                                        ; preds = %entry
  br label %cond.end, !dbg !144

cond.false:                                       ; preds = %entry
  %1 = load i32, ptr %n.addr, align 4, !dbg !146, !tbaa !24
  %sub = sub nsw i32 %1, 1, !dbg !147
  %call = call noundef i32 @_Z4eveni(i32 noundef %sub) #6, !dbg !148
  br label %cond.end, !dbg !144

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 0, %cond.true ], [ %call, %cond.false ], !dbg !144
  ret i32 %cond, !dbg !149
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @_Z16mutual_recursionPi(ptr noundef %out) #2 !dbg !150 {
entry:
  %out.addr = alloca ptr, align 8
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  %call = call noundef i32 @_ZN26__cuda_builtin_threadIdx_t17__fetch_builtin_xEv() #6, !dbg !151
  %call1 = call noundef i32 @_Z4eveni(i32 noundef %call) #6, !dbg !152
  %0 = load ptr, ptr %out.addr, align 8, !dbg !153, !tbaa !19
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 0, !dbg !153
  store i32 %call1, ptr %arrayidx, align 4, !dbg !154, !tbaa !24
  ret void, !dbg !155
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.tid.x() #5

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN6SquareC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !156 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !19
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !157
  store ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @_ZTV6Square, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !157, !tbaa !99
  ret void, !dbg !157
}

; Function Attrs: convergent inlinehint mustprogress nounwind
define linkonce_odr dso_local void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #4 comdat align 2 !dbg !158 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !19
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @_ZTV5Shape, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !159, !tbaa !99
  ret void, !dbg !159
}

; Function Attrs: convergent mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZNK6Square4areaEv(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #1 comdat align 2 !dbg !160 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !19
  %this1 = load ptr, ptr %this.addr, align 8
  %side = getelementptr inbounds %struct.Square, ptr %this1, i32 0, i32 1, !dbg !161
  %0 = load i32, ptr %side, align 8, !dbg !161, !tbaa !107
  %side2 = getelementptr inbounds %struct.Square, ptr %this1, i32 0, i32 1, !dbg !162
  %1 = load i32, ptr %side2, align 8, !dbg !162, !tbaa !107
  %mul = mul nsw i32 %0, %1, !dbg !163
  ret i32 %mul, !dbg !164
}

declare dso_local void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: convergent inlinehint mustprogress nounwind
define internal void @_ZZ6lambdaPiiENKUliE_clEi(ptr noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %i) #4 align 2 !dbg !165 {
entry:
  %this.addr = alloca ptr, align 8
  %i.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !19
  store i32 %i, ptr %i.addr, align 4, !tbaa !24
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %i.addr, align 4, !dbg !166, !tbaa !24
  %1 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 0, !dbg !167
  %2 = load ptr, ptr %1, align 8, !dbg !167, !tbaa !168
  %3 = load ptr, ptr %2, align 8, !dbg !167, !tbaa !19
  %4 = load i32, ptr %i.addr, align 4, !dbg !170, !tbaa !24
  %5 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 1, !dbg !171
  %6 = load ptr, ptr %5, align 8, !dbg !171, !tbaa !172
  %7 = load i32, ptr %6, align 4, !dbg !171, !tbaa !24
  %mul = mul nsw i32 %4, %7, !dbg !173
  %idxprom = sext i32 %mul to i64, !dbg !167
  %arrayidx = getelementptr inbounds i32, ptr %3, i64 %idxprom, !dbg !167
  store i32 %0, ptr %arrayidx, align 4, !dbg !174, !tbaa !24
  ret void, !dbg !175
}

attributes #0 = { convergent mustprogress noinline nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #1 = { convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #2 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" "uniform-work-group-size"="true" }
attributes #3 = { alwaysinline convergent mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #4 = { convergent inlinehint mustprogress nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx42,+sm_70" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6, !7, !8, !9, !10}
!llvm.module.flags = !{!11, !12, !13, !14, !15}

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
!11 = !{i32 7, !"Dwarf Version", i32 2}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!13 = !{i32 1, !"wchar_size", i32 4}
!14 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = distinct !DISubprogram(name: "swap", scope: !1, file: !1, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!17 = !DISubroutineType(types: !18)
!18 = !{}
!19 = !{!20, !20, i64 0}
!20 = !{!"any pointer", !21, i64 0}
!21 = !{!"omnipotent char", !22, i64 0}
!22 = !{!"Simple C++ TBAA"}
!23 = !DILocation(line: 2, column: 74, scope: !16)
!24 = !{!25, !25, i64 0}
!25 = !{!"int", !21, i64 0}
!26 = !DILocation(line: 2, column: 70, scope: !16)
!27 = !DILocation(line: 2, column: 81, scope: !16)
!28 = !DILocation(line: 2, column: 77, scope: !16)
!29 = !DILocation(line: 2, column: 79, scope: !16)
!30 = !DILocation(line: 2, column: 88, scope: !16)
!31 = !DILocation(line: 2, column: 84, scope: !16)
!32 = !DILocation(line: 2, column: 86, scope: !16)
!33 = !DILocation(line: 2, column: 91, scope: !16)
!34 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 3, type: !17, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!35 = !DILocation(line: 3, column: 47, scope: !34)
!36 = !DILocation(line: 3, column: 63, scope: !34)
!37 = !DILocation(line: 3, column: 59, scope: !34)
!38 = !DILocation(line: 3, column: 70, scope: !34)
!39 = !DILocation(line: 3, column: 74, scope: !34)
!40 = !DILocation(line: 3, column: 72, scope: !34)
!41 = !DILocation(line: 3, column: 54, scope: !34)
!42 = !DILocation(line: 3, column: 87, scope: !34)
!43 = !DILocation(line: 3, column: 89, scope: !34)
!44 = !DILocation(line: 3, column: 84, scope: !34)
!45 = !DILocation(line: 3, column: 82, scope: !34)
!46 = !DILocation(line: 3, column: 77, scope: !34)
!47 = distinct !{!47, !41, !48, !49, !50}
!48 = !DILocation(line: 3, column: 90, scope: !34)
!49 = !{!"llvm.loop.mustprogress"}
!50 = !{!"llvm.loop.unroll.disable"}
!51 = !DILocation(line: 3, column: 100, scope: !34)
!52 = !DILocation(line: 3, column: 93, scope: !34)
!53 = distinct !DISubprogram(name: "locals_have_no_marker", scope: !1, file: !1, line: 4, type: !17, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!54 = !DILocation(line: 5, column: 11, scope: !53)
!55 = !DILocation(line: 5, column: 7, scope: !53)
!56 = !DILocation(line: 5, column: 24, scope: !53)
!57 = !DILocation(line: 6, column: 3, scope: !53)
!58 = !DILocation(line: 7, column: 12, scope: !53)
!59 = !DILocation(line: 7, column: 3, scope: !53)
!60 = !DILocation(line: 7, column: 7, scope: !53)
!61 = !DILocation(line: 7, column: 10, scope: !53)
!62 = !DILocation(line: 8, column: 1, scope: !53)
!63 = distinct !DISubprogram(name: "__fetch_builtin_x", scope: !64, file: !64, line: 53, type: !17, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!64 = !DIFile(filename: "clang/__clang_cuda_builtin_vars.h", directory: "")
!65 = !DILocation(line: 53, column: 3, scope: !63)
!66 = distinct !DISubprogram(name: "one_site_inlined_twice", scope: !1, file: !1, line: 9, type: !17, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!67 = !DILocation(line: 10, column: 16, scope: !66)
!68 = !DILocation(line: 10, column: 12, scope: !66)
!69 = !DILocation(line: 10, column: 30, scope: !66)
!70 = !DILocation(line: 10, column: 34, scope: !66)
!71 = !DILocation(line: 10, column: 39, scope: !66)
!72 = !DILocation(line: 10, column: 26, scope: !66)
!73 = !DILocation(line: 10, column: 24, scope: !66)
!74 = !DILocation(line: 10, column: 3, scope: !66)
!75 = !DILocation(line: 10, column: 10, scope: !66)
!76 = !DILocation(line: 11, column: 1, scope: !66)
!77 = distinct !DISubprogram(name: "lambda", scope: !1, file: !1, line: 13, type: !17, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!78 = !DILocation(line: 14, column: 7, scope: !77)
!79 = !DILocation(line: 15, column: 9, scope: !77)
!80 = !DILocation(line: 15, column: 12, scope: !77)
!81 = !DILocation(line: 15, column: 3, scope: !77)
!82 = !DILocation(line: 16, column: 1, scope: !77)
!83 = distinct !DISubprogram(name: "apply<(lambda at inlining.cu:15:12)>", scope: !1, file: !1, line: 12, type: !17, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!84 = !DILocation(line: 12, column: 65, scope: !83)
!85 = !DILocation(line: 12, column: 61, scope: !83)
!86 = !DILocation(line: 12, column: 72, scope: !83)
!87 = !DILocation(line: 12, column: 76, scope: !83)
!88 = !DILocation(line: 12, column: 74, scope: !83)
!89 = !DILocation(line: 12, column: 56, scope: !83)
!90 = !DILocation(line: 12, column: 86, scope: !83)
!91 = !DILocation(line: 12, column: 84, scope: !83)
!92 = !DILocation(line: 12, column: 79, scope: !83)
!93 = distinct !{!93, !89, !94, !49, !50}
!94 = !DILocation(line: 12, column: 87, scope: !83)
!95 = !DILocation(line: 12, column: 90, scope: !83)
!96 = distinct !DISubprogram(name: "measure", scope: !1, file: !1, line: 19, type: !17, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!97 = !DILocation(line: 19, column: 49, scope: !96)
!98 = !DILocation(line: 19, column: 51, scope: !96)
!99 = !{!100, !100, i64 0}
!100 = !{!"vtable pointer", !22, i64 0}
!101 = !DILocation(line: 19, column: 42, scope: !96)
!102 = distinct !DISubprogram(name: "known_virtual_call", scope: !1, file: !1, line: 20, type: !17, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!103 = !DILocation(line: 20, column: 55, scope: !102)
!104 = !DILocation(line: 20, column: 67, scope: !102)
!105 = !DILocation(line: 20, column: 60, scope: !102)
!106 = !DILocation(line: 20, column: 65, scope: !102)
!107 = !{!108, !25, i64 8}
!108 = !{!"_ZTS6Square", !109, i64 0, !25, i64 8}
!109 = !{!"_ZTS5Shape"}
!110 = !DILocation(line: 20, column: 89, scope: !102)
!111 = !DILocation(line: 20, column: 80, scope: !102)
!112 = !DILocation(line: 20, column: 87, scope: !102)
!113 = !DILocation(line: 20, column: 101, scope: !102)
!114 = distinct !DISubprogram(name: "Square", scope: !1, file: !1, line: 18, type: !17, scopeLine: 18, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!115 = !DILocation(line: 18, column: 8, scope: !114)
!116 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 21, type: !17, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!117 = !DILocation(line: 21, column: 42, scope: !116)
!118 = !DILocation(line: 21, column: 40, scope: !116)
!119 = !DILocation(line: 21, column: 31, scope: !116)
!120 = distinct !DISubprogram(name: "call_through", scope: !1, file: !1, line: 22, type: !17, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!121 = !DILocation(line: 22, column: 60, scope: !120)
!122 = !DILocation(line: 22, column: 62, scope: !120)
!123 = !DILocation(line: 22, column: 53, scope: !120)
!124 = distinct !DISubprogram(name: "known_function_pointer", scope: !1, file: !1, line: 23, type: !17, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!125 = !DILocation(line: 23, column: 71, scope: !124)
!126 = !DILocation(line: 23, column: 52, scope: !124)
!127 = !DILocation(line: 23, column: 56, scope: !124)
!128 = !DILocation(line: 23, column: 69, scope: !124)
!129 = !DILocation(line: 23, column: 95, scope: !124)
!130 = distinct !DISubprogram(name: "unknown_function_pointer", scope: !1, file: !1, line: 24, type: !17, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!131 = !DILocation(line: 24, column: 83, scope: !130)
!132 = !DILocation(line: 24, column: 89, scope: !130)
!133 = !DILocation(line: 24, column: 74, scope: !130)
!134 = !DILocation(line: 24, column: 81, scope: !130)
!135 = !DILocation(line: 24, column: 106, scope: !130)
!136 = distinct !DISubprogram(name: "even", scope: !1, file: !1, line: 26, type: !17, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!137 = !DILocation(line: 26, column: 37, scope: !136)
!138 = !DILocation(line: 26, column: 39, scope: !136)
!139 = !DILocation(line: 26, column: 54, scope: !136)
!140 = !DILocation(line: 26, column: 56, scope: !136)
!141 = !DILocation(line: 26, column: 50, scope: !136)
!142 = !DILocation(line: 26, column: 30, scope: !136)
!143 = distinct !DISubprogram(name: "odd", scope: !1, file: !1, line: 27, type: !17, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!144 = !DILocation(line: 27, column: 36, scope: !143)
!145 = !DILocation(line: 27, column: 38, scope: !143)
!146 = !DILocation(line: 27, column: 54, scope: !143)
!147 = !DILocation(line: 27, column: 56, scope: !143)
!148 = !DILocation(line: 27, column: 49, scope: !143)
!149 = !DILocation(line: 27, column: 29, scope: !143)
!150 = distinct !DISubprogram(name: "mutual_recursion", scope: !1, file: !1, line: 28, type: !17, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!151 = !DILocation(line: 28, column: 60, scope: !150)
!152 = !DILocation(line: 28, column: 55, scope: !150)
!153 = !DILocation(line: 28, column: 46, scope: !150)
!154 = !DILocation(line: 28, column: 53, scope: !150)
!155 = !DILocation(line: 28, column: 74, scope: !150)
!156 = distinct !DISubprogram(name: "Square", scope: !1, file: !1, line: 18, type: !17, scopeLine: 18, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!157 = !DILocation(line: 18, column: 8, scope: !156)
!158 = distinct !DISubprogram(name: "Shape", scope: !1, file: !1, line: 17, type: !17, scopeLine: 17, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!159 = !DILocation(line: 17, column: 8, scope: !158)
!160 = distinct !DISubprogram(name: "area", scope: !1, file: !1, line: 18, type: !17, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!161 = !DILocation(line: 18, column: 81, scope: !160)
!162 = !DILocation(line: 18, column: 88, scope: !160)
!163 = !DILocation(line: 18, column: 86, scope: !160)
!164 = !DILocation(line: 18, column: 74, scope: !160)
!165 = distinct !DISubprogram(name: "operator()", scope: !1, file: !1, line: 15, type: !17, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!166 = !DILocation(line: 15, column: 42, scope: !165)
!167 = !DILocation(line: 15, column: 25, scope: !165)
!168 = !{!169, !20, i64 0}
!169 = !{!"_ZTSZ6lambdaPiiEUliE_", !20, i64 0, !20, i64 8}
!170 = !DILocation(line: 15, column: 29, scope: !165)
!171 = !DILocation(line: 15, column: 33, scope: !165)
!172 = !{!169, !20, i64 8}
!173 = !DILocation(line: 15, column: 31, scope: !165)
!174 = !DILocation(line: 15, column: 40, scope: !165)
!175 = !DILocation(line: 15, column: 45, scope: !165)

; What LLVM has learnt between 15 and 19: opaque pointers, records of debug information, new flags and attributes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }

@text = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@signed = global ptr ptrauth (ptr @text, i32 0), align 8
@sized = global i32 7, align 4, code_model "large"
@table = internal constant [2 x ptr] [ptr @scale, ptr @walk], align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local noundef i32 @scale(ptr noundef nonnull captures(none) dereferenceable(4) %where, i32 range(i32 0, 100) %by) #0 !dbg !6 {
entry:
    #dbg_value(i32 %by, !12, !DIExpression(), !13)
  %old = load i32, ptr %where, align 4, !tbaa !14
  %wide = zext nneg i32 %by to i64
  %both = or disjoint i32 %old, 1
  %less = trunc nuw nsw i64 %wide to i32
  %float = uitofp nneg i32 %both to float
  %place = getelementptr inbounds nuw i8, ptr %where, i64 4
  %same = icmp samesign ult i32 %less, %both
  #dbg_declare(ptr %where, !11, !DIExpression(DW_OP_deref), !13)
  br i1 %same, label %then, label %end, !dbg !13

then:
  store i32 %both, ptr %place, align 4
  %back = fptosi float %float to i32
  #dbg_assign(i32 %back, !12, !DIExpression(), !18, ptr %where, !DIExpression(), !13)
  br label %end

end:
  %result = phi i32 [ %back, %then ], [ %less, %entry ]
  ret i32 %result, !dbg !13
}

define <4 x i32> @spread(<4 x i32> %v) {
  %sum = add <4 x i32> %v, splat (i32 3)
  %small = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %sum, <4 x i32> splat (i32 9))
  ret <4 x i32> %small
}

define target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) @image(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image) {
  ret target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0) %image
}

define void @walk(ptr dead_on_unwind noalias writable sret(%pair) align 8 %out, ptr initializes((0, 4)) %in) local_unnamed_addr nounwind uwtable(sync) {
  %n = load atomic i32, ptr %in syncscope("singlethread") acquire, align 4
  %low = call i32 @llvm.umin.i32(i32 %n, i32 5)
  %x = atomicrmw uinc_wrap ptr %in, i32 %low monotonic, align 4
  %f = atomicrmw fmax ptr %out, float 1.0e+00 seq_cst, align 4
  %pair = cmpxchg weak ptr %in, i32 %n, i32 %x acq_rel monotonic, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  %frozen = freeze i1 %done
  call void @llvm.assume(i1 %frozen) [ "align"(ptr %in, i64 4) ]
  %kept = select nnan nsz i1 %frozen, float %f, float 0.000000e+00
  tail call void @free(ptr allocptr noundef %in) #1
  store float %kept, ptr %out, align 4, !nontemporal !19
  ret void
}

declare <4 x i32> @llvm.smin.v4i32(<4 x i32>, <4 x i32>)

declare i32 @llvm.umin.i32(i32, i32) #2

declare void @llvm.assume(i1 noundef)

declare void @free(ptr allocptr nocapture noundef) allockind("free")

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "target-cpu"="x86-64" }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "none", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!6 = distinct !DISubprogram(name: "scale", scope: !1, file: !1, line: 1, type: !7, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !10)
!7 = !DISubroutineType(types: !8)
!8 = !{!9, !9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!11, !12}
!11 = !DILocalVariable(name: "where", arg: 1, scope: !6, file: !1, line: 1, type: !9)
!12 = !DILocalVariable(name: "by", arg: 2, scope: !6, file: !1, line: 1, type: !9)
!13 = !DILocation(line: 2, column: 3, scope: !6)
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C/C++ TBAA"}
!18 = distinct !DIAssignID()
!19 = !{i32 1}

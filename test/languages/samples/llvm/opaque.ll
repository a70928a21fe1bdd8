; What later versions have: pointers without types, records for debuggers.
source_filename = "opaque.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

@names = dso_local global [2 x ptr] [ptr @.a, ptr getelementptr inbounds (i8, ptr @.b, i64 1)], align 16
@.a = private unnamed_addr constant [2 x i8] c"a\00", align 1
@.b = private unnamed_addr constant [3 x i8] c"bc\00", align 1

declare void @use(ptr noundef captures(none), i32 noundef range(i32 0, 10)) #0

define dso_local noundef i32 @walk(ptr noundef %list, i32 %n) local_unnamed_addr #0 !dbg !4 {
entry:
    #dbg_value(ptr %list, !8, !DIExpression(), !10)
  %slot = getelementptr inbounds nuw i8, ptr %list, i64 8
  %empty = icmp eq ptr %list, null
  br i1 %empty, label %end, label %body

body:
  %next = load ptr, ptr %slot, align 8
    #dbg_value(!DIArgList(ptr %next, i32 %n), !8, !DIExpression(DW_OP_LLVM_arg, 0), !10)
  %small = trunc nuw nsw i32 %n to i8
  %wide = zext nneg i8 %small to i32
  %both = or disjoint i32 %wide, 1
  %vec = add <4 x i32> splat (i32 3), splat (i32 1)
  %lane = extractelement <4 x i32> %vec, i64 0
  tail call void @use(ptr noundef %next, i32 noundef %both), !dbg !10
  %x = freeze i32 poison
  br label %end

end:
  %r = phi i32 [ 0, %entry ], [ %lane, %body ]
  ret i32 %r, !dbg !10
}

attributes #0 = { nounwind memory(argmem: readwrite) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "ours", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "opaque.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "walk", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "list", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!10 = !DILocation(line: 2, column: 3, scope: !4)

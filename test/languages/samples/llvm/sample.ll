; A bit of everything that LLVM 14 takes.
source_filename = "sample.c"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, %pair* }

$shared = comdat any

@text = private unnamed_addr constant [7 x i8] c"%d %f\0A\00", align 1
@shared = linkonce_odr global i32 7, comdat, align 4
@table = internal global [2 x i32 (i32)*] [i32 (i32)* @pick, i32 (i32)* @count], align 16
@ways = internal constant [2 x i8*] [i8* blockaddress(@jump, %left), i8* blockaddress(@jump, %right)]
@again = alias i32, i32* @shared

declare i32 @printf(i8* nocapture readonly, ...) #1

declare i32 @__gxx_personality_v0(...)

declare void @risky(i32) #1

; Function Attrs: nounwind
define internal i32 @pick(i32 noundef %0) #0 {
  switch i32 %0, label %5 [
    i32 0, label %2
    i32 1, label %3
  ]

2:                                                ; preds = %1
  br label %5

3:                                                ; preds = %1
  %4 = mul nsw i32 %0, 7
  br label %5

5:                                                ; preds = %3, %2, %1
  %6 = phi i32 [ -1, %1 ], [ 3, %2 ], [ %4, %3 ]
  ret i32 %6
}

define i32 @count(i32 %n) {
entry:
  %list = alloca %pair, align 8
  %first = getelementptr inbounds %pair, %pair* %list, i64 0, i32 0
  store i32 %n, i32* %first, align 4, !tbaa !2
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
  %old = load i32, i32* %first, align 4, !tbaa !2
  %total = add nsw i32 %sum, %old
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !5

done:                                             ; preds = %loop
  %wide = sitofp i32 %total to double
  %half = fmul fast double %wide, 5.000000e-01
  %0 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([7 x i8], [7 x i8]* @text, i64 0, i64 0), i32 %total, double %half)
  %big = icmp sgt i32 %total, 100
  %which = select i1 %big, i32 %total, i32 %0
  ret i32 %which
}

define i32 @jump(i64 %i) {
  %place = getelementptr inbounds [2 x i8*], [2 x i8*]* @ways, i64 0, i64 %i
  %way = load i8*, i8** %place, align 8
  indirectbr i8* %way, [label %left, label %right]

left:                                             ; preds = %0
  ret i32 1

right:                                            ; preds = %0
  ret i32 2
}

define i32 @caught(i32 %x) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  invoke void @risky(i32 %x)
          to label %fine unwind label %bad

fine:                                             ; preds = %0
  %seen = atomicrmw add i32* @shared, i32 1 seq_cst, align 4
  ret i32 %seen

bad:                                              ; preds = %0
  %thrown = landingpad { i8*, i32 }
          cleanup
          catch i8* null
  %what = extractvalue { i8*, i32 } %thrown, 1
  %v = insertelement <4 x i32> zeroinitializer, i32 %what, i32 0
  %w = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %last = extractelement <4 x i32> %w, i32 3
  ret i32 %last
}

attributes #0 = { nounwind uwtable "frame-pointer"="all" }
attributes #1 = { "frame-pointer"="all" }

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!"ours"}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}

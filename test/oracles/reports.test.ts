/** Reports of programs that are not on every machine, as they print them. */
import { describe, expect, test } from "vitest";
import { crashFacts } from "../../src/oracles/crash-reports.ts";
import { diagnostics } from "../../src/oracles/reports/diagnostics.ts";

const read = (text: string): readonly string[] => crashFacts(text.split("\n"), "bug.c").map((fact) => fact.text);

describe("assertions", () => {
  test.each([
    [
      'clang: llvm/lib/IR/Type.cpp:12: void llvm::f(int): Assertion `a == b && "bad"\' failed.',
      'assertion failed: a == b && "bad" in void llvm::f(int) (Type.cpp)',
    ],
    ["Assertion failed: (x > 1), function f, file /src/x.c, line 12.", "assertion failed: x > 1 in f (x.c)"],
    ["Assertion failed: x > 1 (x.c: f: 12)", "assertion failed: x > 1 in f (x.c)"],
    ["ERROR:../tests/a.c:12:test_a: assertion failed: (n == 1)", "assertion failed: (n == 1) in test_a (a.c)"],
    [
      "(dia:123): Gtk-CRITICAL **: 12:00:00.123: gtk_x: assertion 'GTK_IS_X (x)' failed",
      "assertion failed: GTK_IS_X (x) in gtk_x",
    ],
    ["F0102 12:00:00.1 77 a/b.cc:12] Check failed: x == y (1 vs. 2)", "assertion failed: x == y (1 vs. 2) (b.cc)"],
    ["UNREACHABLE executed at ../lib/A.cpp:99!", "assertion failed: unreachable (A.cpp)"],
  ])("%s", (line, fact) => {
    expect(read(line)).toEqual([fact]);
  });
});

describe("programs that catch their panics, and what runs them", () => {
  const PANIC = [
    '✘ [ERROR] panic: Expected scope (7, 633) in a.ts, found scope (7, 591) (while parsing "a.ts")',
    "",
    "  debug.Stack (runtime/debug/stack.go:26)",
    "  helpers.PrettyPrintedStack (internal/helpers/stack.go:9)",
    "  js_parser.Parse.func1 (internal/js_parser/js_parser.go:17334)",
    "  panic (runtime/panic.go:785)",
    "  js_parser.(*parser).pushScope (internal/js_parser/js_parser.go:8421)",
    "  js_parser.(*parser).visitExpr (internal/js_parser/js_parser.go:12819)",
    "",
    "1 error",
  ];
  const WRAPPER = [
    "node:child_process:930",
    "    throw err;",
    "",
    "Error: Command failed: /x/bin/esbuild a.ts",
    "    at genericNodeError (node:internal/errors:984:15)",
    "    at Object.<anonymous> (/x/bin/esbuild:220:28)",
  ];

  test("the panic counts, not the program that was told of it", () => {
    expect(read([...PANIC, ...WRAPPER].join("\n"))).toEqual([
      'panic: Expected scope (‹n›, ‹n›) in a.ts, found scope (‹n›, ‹n›) (while parsing "a.ts") in js_parser.(*parser).pushScope < js_parser.(*parser).visitExpr',
    ]);
    expect(read(WRAPPER.join("\n"))).toEqual([]);
    expect(diagnostics(WRAPPER, "a.ts")).toEqual([]);
  });
});

describe("compilers that break", () => {
  test("GCC says in which function and file", () => {
    const text = [
      "bug.c:3:1: internal compiler error: in expand_expr_real_1, at expr.c:9999",
      "    3 | int f() { }",
      "0x6a1b2c fancy_abort(char const*, int, char const*)",
    ];
    expect(read(text.join("\n"))).toEqual(["internal compiler error: in expand_expr_real_1, at expr.c"]);
  });

  test("GCC that is ended by a signal has its innermost functions told", () => {
    const text = [
      "bug.c:3:1: internal compiler error: Segmentation fault",
      "0xd2b7ff crash_signal",
      "\t../../src/gcc/toplev.c:327",
      "0x8a3f10 tree_check(tree_node*, char const*)",
      "\t../../src/gcc/tree.h:3300",
      "0x8a3f10 fold_cast(tree_node*)",
    ];
    expect(read(text.join("\n"))).toEqual(["internal compiler error: Segmentation fault in tree_check < fold_cast"]);
  });

  test("rustc", () => {
    const line = "error: internal compiler error: compiler/rustc_x/src/y.rs:12:3: broken MIR in DefId(0:3)";
    expect(read(line)[0]).toMatch(/^internal compiler error: .*broken MIR in DefId/);
  });

  test("LLVM: the stack below the handlers", () => {
    const text = [
      "PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/",
      "Stack dump:",
      "0.\tProgram arguments: clang -cc1 bug.c",
      " #0 0x0000556f llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/bin/clang+0x1a2b)",
      " #1 0x0000556f SignalHandler(int) Signals.cpp:0:0",
      " #2 0x00007f13 __restore_rt (/lib/libc.so.6+0x3c050)",
      " #3 0x0000556f clang::Sema::Check(clang::Expr*) /src/clang/lib/Sema/Sema.cpp:12:3",
      " #4 0x0000556f clang::Parser::Parse() (/usr/bin/clang+0x77)",
    ];
    expect(read(text.join("\n"))).toEqual(["crash in clang::Sema::Check < clang::Parser::Parse"]);
    expect(read("LLVM ERROR: Cannot select: t1: i32 = add t2, 0x55d0aa")).toEqual([
      "LLVM ERROR: Cannot select: t1: i32 = add t2, ‹hex›",
    ]);
  });

  test("the Java machine", () => {
    const text =
      "#  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2\n# Problematic frame:\n# V  [libjvm.so+0x5d1a2b]  Node::cmp()+0x1b";
    expect(read(text)).toEqual(["crash of the Java machine in Node::cmp()"]);
  });
});

describe("traces and panics", () => {
  test.each([
    ["thread 'main' panicked at 'no luck: 7', src/main.rs:2:5", ["panicked at main.rs: no luck: ‹n›"]],
    ["thread 'main' has overflowed its stack", ["thread has overflowed its stack"]],
    [
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.wait(0xc000)\n\t/src/a.go:7 +0x1d\n",
      ["fatal error: all goroutines are asleep - deadlock! in main.wait"],
    ],
    [
      "panic: runtime error: index out of range [5] with length 3 [recovered, repanicked]\n\ngoroutine 1 [running]:\nt.Load.func1()\n\t/t/a.go:7 +0x1d\npanic({0x4a, 0xc0})\n\t/go/panic.go:1 +0x2\nt.(*lexer).next(0xc0, {0x1, 0x2})\n\t/t/l.go:3 +0x4\nt.Load(...)\n\t/t/a.go:9\n",
      ["panic: runtime error: index out of range [‹n›] with length ‹n› in t.(*lexer).next < t.Load"],
    ],
    [
      "Unhandled exception. System.InvalidOperationException: no\n   at App.Run(String s) in /src/App.cs:line 3\n   at App.Main()",
      ["System.InvalidOperationException: no in App.Run < App.Main"],
    ],
    [
      'Traceback (most recent call last):\n  File "/x/t.py", line 3, in f\n    f()\n  [Previous line repeated 996 more times]\n' +
        "RecursionError: maximum recursion depth exceeded",
      ["RecursionError: maximum recursion depth exceeded"],
    ],
    [
      "RangeError: Maximum call stack size exceeded\n    at f (/x/t.js:1:2)",
      ["RangeError: Maximum call stack size exceeded"],
    ],
    [
      "==7==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x55 in memcpy /llvm/x.cpp:3:1\n    #1 0x55 in get /src/a.cc:3:5\n",
      ["MemorySanitizer: use-of-uninitialized-value in get"],
    ],
    [
      "WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 4 at 0x7f by thread T1:\n    #0 put /src/a.c:3 (a.out+0x12)\n",
      ["ThreadSanitizer: data race in put"],
    ],
    [
      "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x55)\n    #0 0x55 in f /src/a.c:3\n",
      ["AddressSanitizer: SEGV in f"],
    ],
    [
      "==7==ERROR: AddressSanitizer: stack-overflow on address 0x7f\n    #0 0x55 in f /src/a.c:3\n",
      ["AddressSanitizer: stack-overflow"],
    ],
  ])("%s", (text, facts) => {
    expect(read(text)).toEqual(facts);
  });
});

test("output without a report holds none", () => {
  expect(read('hello\nerror: no\n  at the end of the day\nFile "x", line 3\nfatal error: x.h: No such file\n')).toEqual(
    [],
  );
});

describe("errors of compilers", () => {
  test.each([
    ["bug.c:1:2: error: expected ‘;’ before ‘}’ token", ["error: expected ‘;’ before ‘}’ token"]],
    ["bug.c:1:2: error: ‘T’ {aka ‘struct S’} has no member ‘b’", ["error: ‘T’ has no member ‘b’"]],
    ["bug.c:1:2: error: no member named 'b' in 'T' (aka 'S')", ["error: no member named 'b' in 'T'"]],
    ["bug.ts(1,2): error TS2304: Cannot find name 'x'.", ["error TS2304: Cannot find name 'x'."]],
    ["Bug.java:3: error: cannot find symbol\n    x();\n    ^\n1 error", ["error: cannot find symbol"]],
    ["bug.c:1:2: warning: unused\nbug.c:1:3: note: here", []],
    ["bug.c:1:2: fatal error: a.h: No such file\ncompilation terminated.", ["fatal error: a.h: No such file"]],
  ])("%s", (text, facts) => {
    expect(diagnostics(text.split("\n"), "bug.c").map((fact) => fact.text)).toEqual(facts);
  });
});

describe("what compilers say below an error", () => {
  const details = (text: string): readonly string[] =>
    diagnostics(text.split("\n"), "bug.c").flatMap((fact) => (fact.isDetail === true ? [fact.text] : []));

  test.each([
    [
      "error[E0308]: mismatched types\n --> a.rs:7:5\n  |\n2 |   fn f() -> u32 {\n  |             --- expected `u32`\n...\n7 |     x\n  |     ^ expected `u32`, found `String`\n",
      ["expected `u32`, found `String`"],
    ],
    [
      "A.java:6: error: cannot find symbol\n    f(x);\n    ^\n  symbol:   method f(int)\n  location: class A",
      ["symbol: method f(int)"],
    ],
    [
      "a.ts(5,7): error TS2322: Type 'A' is not assignable to type 'B'.\n  Property 'x' is missing in type 'A'.\na.ts(6,1): error TS1: no.",
      ["Property 'x' is missing in type 'A'."],
    ],
    ["a.c:1:2: error: no\n  int x = f.\n        ^\na.c:1:2: note: here\n  This is a note.", []],
    ["warning: unused\n --> a.rs:1:1\n  |\n1 | x\n  | ^ never used", []],
    ["error[E0425]: no value\n --> a.rs:1:1\n  |\n1 | x\n  | ^ help: a value exists: `y`", []],
  ])("%s", (text, expected) => {
    expect(details(text)).toEqual(expected);
  });
});

test("reading much output that is nearly a report comes to an end", () => {
  const lines = [
    ...Array.from({ length: 3000 }, (_, line) => `    at step ${line} (/some/where/${line}.js:${line}:1) (((((((( `),
    ...Array.from({ length: 3000 }, (_, line) => `#${line} 0x55 in f (((((()))))) (a (b) (c /x:1`),
    "1".repeat(2000),
    "a/".repeat(1000),
    `0x55 ${"(".repeat(1500)}`,
    `=${"'".repeat(1999)}`,
  ];
  expect(crashFacts(lines, "bug.c")).toEqual([]);
});

/** What coupled passes and those beside them offer: for each notion, texts in several languages before and after one change. */
import { describe, expect, test } from "vitest";
import { passes, type Edit, type Pass, type PassName } from "../../src/passes/index.ts";
import { types } from "../../src/passes/types.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { languageNamed, syntaxOf } from "./support.ts";

type Sample = readonly [language: string, before: string, after: string];

/** By what is done: the pass that does it, and samples. */
const NOTIONS: Readonly<Record<string, readonly [pass: PassName, ...samples: readonly Sample[]]>> = {
  "a function goes with its calls": [
    "definitions",
    ["c", "int f(int a){return a;}int x;int main(){f(1);g();}", "int x;int main(){g();}"],
    ["javascript", "function f(a){return a}let x;f(1);g();", "let x;g();"],
    ["python", "def f(a):\n  return a\nx=1\nf(2)\n", "x=1\n"],
    ["go", "package m\nfunc f(){}\nfunc g(){f();h()}\n", "package m\n\nfunc g(){h()}\n"],
  ],
  "calls become a literal where the function goes": [
    "definitions",
    ["c", "int f(int a){return a;}int x(){return f(1)+2;}", "int x(){return 0+2;}"],
    ["javascript", "function f(a){return a}let x=f(1)+2;", "let x=0+2;"],
    ["python", "def f(a):\n  return a\nx=f(1)+2\n", "x=0+2\n"],
  ],
  "an import goes with its uses": [
    "definitions",
    ["python", "import os\nx=1\nos.g(x)\n", "x=1\n"],
    ["javascript", 'import a from"b";let x=1;a(x);', "let x=1;"],
    ["rust", "use a::B;fn f(){B::g();h();}", "fn f(){h();}"],
  ],
  "a member goes with its uses": [
    "definitions",
    ["c", "struct S{int a;int b;}s;int f(){return s.a+s.b;}", "struct S{int b;}s;int f(){return 0+s.b;}"],
    ["typescript", "interface S{a:number;b:number}let s:S;f(s.a,s.b)", "interface S{b:number}let s:S;f(0,s.b)"],
    ["rust", "struct S{a:u8,b:u8}fn f(s:S)->u8{s.a+s.b}", "struct S{b:u8}fn f(s:S)->u8{0+s.b}"],
  ],
  "a variable goes, and a literal stands for it": [
    "definitions",
    ["c", "int f(){int a=g();return a+1;}", "int f(){return 0+1;}"],
    ["javascript", "let a=g();h(a,1);", "h(0,1);"],
    ["python", "a=g()\nh(a,1)\n", "h(0,1)\n"],
  ],
  "a parameter goes with its argument everywhere": [
    "arguments",
    ["c", "int f(int a,int b){return b;}int g(){return f(1,2);}", "int f(int b){return b;}int g(){return f(2);}"],
    ["javascript", "function f(a,b){return b}f(1,2);", "function f(b){return b}f(2);"],
    ["python", "def f(a,b):\n  return b\nf(1,2)\n", "def f(b):\n  return b\nf(2)\n"],
  ],
  "a variable is replaced by another of its kind": [
    "merge",
    ["c", "int a;int b;int f(){return a+b;}", "int a;int f(){return a+a;}"],
    ["javascript", "let a=1;let b=2;f(a,b);", "let a=1;f(a,a);"],
    ["python", "a=1\nb=2\nf(a,b)\n", "a=1\nf(a,a)\n"],
    ["plain", "{a b}{c -> b}", "{a}{c -> a}"],
  ],
  "an alias or a constant is inlined": [
    "inline",
    ["c", "typedef unsigned long T;T a;", "unsigned long a;"],
    ["cpp", "using T=int;T a;", "int a;"],
    ["typescript", "type T=string;let a:T;", "let a:string;"],
    ["go", "package m\nconst c=1\nvar x=c\n", "package m\n\nvar x=1\n"],
    ["python", "a=g()\nh(a)\n", "h(g())\n"],
  ],
  "a definition moves to its first use": [
    "inline",
    ["c", "struct A{int g;};int f(){struct A k;}", "int f(){struct A{int g;}k;}"],
    ["cpp", "class A{int g;};A k;", "class A{int g;}k;"],
    ["javascript", "class A{}new A();", "new class A{}();"],
  ],
  "what a function returns stands for its call": [
    "inline",
    ["c", "int f(int a){return 7;}int g(){return f(1);}", "int g(){return 7;}"],
    ["javascript", "function f(a){return 7}g(f(1));", "g(7);"],
    ["python", "def f(a):\n  return 7\ng(f(1))\n", "g(7)\n"],
  ],
  "an array dimension goes with its index": [
    "postfixes",
    ["c", "int k[2][3];int f(){return k[0][1];}", "int k[2];int f(){return k[0];}"],
    [
      "java",
      "class A{int[][] k=new int[2][3];int f(){return k[0][1];}}",
      "class A{int[] k=new int[2];int f(){return k[0];}}",
    ],
    ["go", "package m\nvar k [2][3]int\nvar x=k[0][1]\n", "package m\nvar k [2]int\nvar x=k[0]\n"],
  ],
  "an array becomes a scalar": [
    "postfixes",
    ["c", "int k[2][3];int f(){return k[0][1];}", "int k;int f(){return k;}"],
    ["java", "class A{int[][] k;int f(){return k[0][1];}}", "class A{int k;int f(){return k;}}"],
    ["go", "package m\nvar k [2][3]int\nvar x=k[0][1]\n", "package m\nvar k int\nvar x=k\n"],
  ],
  "a function becomes a variable": [
    "postfixes",
    ["c", "char b(){}int f(){return b();}", "char b;int f(){return b;}"],
    ["cpp", "char b(){}int f(){return b();}", "char b;int f(){return b;}"],
    ["java", "class A{int b(){return 1;}int f(){return b();}}", "class A{int b;int f(){return b;}}"],
  ],
  "an aggregate becomes a scalar": [
    "postfixes",
    ["c", "struct S s;int f(){return s.a+s.b;}", "int s;int f(){return s+s;}"],
    ["java", "class A{Some s;int f(){return s.a+s.b;}}", "class A{int s;int f(){return s+s;}}"],
    ["typescript", "let s:Some;f(s.a,s.b)", "let s:any;f(s,s)"],
  ],
  "a level of indirection goes": [
    "pointers",
    ["c", "int *p;int f(){return *p;}", "int p;int f(){return p;}"],
    ["cpp", "S *p;int f(){return p->x;}", "S p;int f(){return p.x;}"],
    ["go", "package m\nvar p *int\nvar x=*p\n", "package m\nvar p int\nvar x=p\n"],
  ],
  "a type parameter goes with its arguments": [
    "generics",
    ["cpp", "template<class T>struct A{T x;};A<long>a;", "struct A{int x;};A a;"],
    ["java", "class A<T,U>{U x;T y;A<T,U>z;}", "class A<T>{int x;T y;A<T>z;}"],
    ["typescript", "class A<T>{x:T}let a:A<string>;", "class A{x:any}let a:A;"],
    ["rust", "struct A<T>{x:T}fn f(a:A<u64>){}", "struct A{x:u8}fn f(a:A){}"],
  ],
  "a namespace goes with its name before members": [
    "qualifiers",
    ["cpp", "namespace N{int y;}int z=N::y;", "int y;int z=y;"],
    ["rust", "mod m{pub fn g(){}}fn f(){m::g()}", "pub fn g(){}fn f(){g()}"],
    ["typescript", "namespace N{export let y=1;}f(N.y)", "export let y=1;f(y)"],
    ["csharp", "namespace N{class A{}}class B:N.A{}", "class A{}class B:A{}"],
  ],
  "types become simple": [
    "types",
    ["c", "unsigned long f();", "int f();"],
    ["typescript", "let a:Map<string,number>;", "let a:any;"],
    ["go", "package m\nvar a map[string]bool\n", "package m\nvar a int\n"],
    ["rust", "fn f(a:Vec<u64>){}", "fn f(a:u8){}"],
  ],
  "equal words go together": [
    "twins",
    ["cpp", "int f()const;int f()const{}", "int f();int f(){}"],
    ["java", "class A{static int a;static int b;}", "class A{int a;int b;}"],
    ["javascript", "async function f(){}async function g(){}", "function f(){}function g(){}"],
    ["plain", "a -> b c -> d", "a b c d"],
  ],
  "strings lose their quotes at all occurrences": [
    "bare strings",
    ["plain", '"one two" -> "one two"', "a -> a"],
    ["javascript", 'f("one","one")', "f(a,a)"],
    ["python", 'f("one","one")\n', "f(a,a)\n"],
  ],
  "a block takes the place of its wrapping": [
    "unwrap",
    [
      "javascript",
      "try{first(1);second(2);third(3);fourth(4);fifth(5);}catch(e){f()}",
      "first(1);second(2);third(3);fourth(4);fifth(5);",
    ],
    [
      "java",
      "class A{void f(){if(a){first(1);second(2);third(3);fourth(4);fifth(5);}else g();}}",
      "class A{void f(){first(1);second(2);third(3);fourth(4);fifth(5);}}",
    ],
    ["python", "class A:\n  def f(self):\n    a()\n    b()\n", "def f(self):\n  a()\n  b()\n"],
    ["python", "if a:\n  b()\n  c()\nelse:\n  d()\n  e()\n", "d()\ne()\n"],
  ],
};

/** White space that separates nothing does not matter; line ends and indentation do. */
const squeezed = (text: string): string =>
  text
    .replaceAll(/(?<=\S)[ \t]+(?![\w"])|(?<=[^\w\s])[ \t]+/g, "")
    .replaceAll(/[ \t]*\n\s*\n/g, "\n")
    .replaceAll(/^[ \n]+|\n$/g, "");

/** All texts that one change of a pass comes to. */
const resultsOf = async (name: PassName, language: string, text: string): Promise<readonly string[]> => {
  const pass: Pass = passes[name];
  const syntax = syntaxOf(await languageNamed(language), text);
  const changes = (): readonly (readonly Edit[])[] => {
    if (pass.kind === "coupled") return pass.changes(syntax);
    if (pass.kind === "rewrites") return pass.rewrites(syntax);
    return pass.kind === "edits" ? pass.edits(syntax, 0).map((edit) => [edit]) : [];
  };
  return changes().map((edits) => squeezed(applied(text, edits)));
};

describe.each(Object.entries(NOTIONS))("%s", (_, [pass, ...samples]) => {
  test.each(samples)("in %s: %s", async (name, before, after) => {
    const language = await languageNamed(name);
    expect(await resultsOf(pass, name, before)).toContain(squeezed(after));
    expect(language.parse(after).errors).toBeLessThanOrEqual(language.parse(before).errors);
  });

  test("is shown in at least three languages", () => {
    expect(new Set(samples.map(([name]) => name)).size).toBeGreaterThanOrEqual(3);
  });
});

test("without --rename no type comes in that the text does not name", async () => {
  const java = await languageNamed("java");
  const textsOf = (text: string, rename: boolean): readonly string[] =>
    types.edits(syntaxOf(java, text, rename), 0).map((edit) => edit.text);
  expect(textsOf("class A{Some<B> a;}", true)).toContain("int");
  expect(textsOf("class A{Some<B> a;}", false)).toEqual([]);
  expect(textsOf("class A{Some<B> a;int b;}", false)).toContain("int");
});

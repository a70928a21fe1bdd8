/** Which language a file is taken for. */
import { describe, expect, test } from "vitest";
import { detectLanguage } from "../../src/languages/detect.ts";
import { languages } from "../../src/languages/registry.ts";
import { SAMPLES, sampleText } from "../passes/support.ts";

describe("samples", () => {
  test.each(Object.entries(SAMPLES))("%s is %s by its name", (path, language) => {
    expect(detectLanguage(path, sampleText(path))).toBe(language);
    expect(detectLanguage(`some/folder/${path.toUpperCase()}`, sampleText(path))).toBe(language);
  });

  test.each(Object.entries(SAMPLES))("%s is %s or unknown by its content", (path, language) => {
    const { features, isContent } = languages.find(language) ?? {};
    const isTelling = features !== undefined || isContent !== undefined;
    expect(detectLanguage("unknown", sampleText(path))).toBe(isTelling ? language : undefined);
  });

  test.each(Object.entries(SAMPLES))("any half of %s is never taken for another language", (path, language) => {
    const lines = sampleText(path).split("\n");
    const half = Math.floor(lines.length / 2);
    const family = languages.find(language)?.extends;
    for (const part of [lines.slice(0, half), lines.slice(half)])
      expect([language, family, undefined]).toContain(detectLanguage("unknown", part.join("\n")));
  });
});

test.each([
  ["a.h", "int f(void);\n", "c"],
  ["a.h", "namespace n {\nint f();\n}\n", "cpp"],
  ["a.h", "@interface A : NSObject\n@end\n", "objc"],
  ["a.h", "// -*- C++ -*-\nint f();\n", "cpp"],
  ["A.HPP", "", "cpp"],
  ["x.i", '# 1 "x.c"\nint f(void);\n', "c"],
  ["x.i", "std::string s;\n", "cpp"],
  ["a.jsx", "", "javascript"],
  ["a.cts", "", "typescript"],
  ["a.pyi", "", "python"],
  ["a.kts", "", "kotlin"],
  ["a.sc", "", "scala"],
  ["a.phtml", "", "php"],
  ["a.yml", "", "yaml"],
  ["a.HTM", "", "html"],
  ["rules.mk", "", "make"],
  ["GNUmakefile", "", "make"],
  ["Makefile.linux", "", "make"],
  ["BUILD", "", "python"],
  ["lib/Gemfile", "", "ruby"],
  ["C:\\home\\.bashrc", "", "bash"],
  ["package.json", "", "json"],
  ["Cargo.lock", "", "toml"],
  ["crash.c.orig", "", "c"],
  ["a.json5", '{"a": 1}', "json"],
  ["a.json5", "{a: 1}", undefined],
  ["a.m", "% makes a matrix\nfunction y = f(x)\n", undefined],
  ["a.ts", '<?xml version="1.0"?>\n<TS></TS>', undefined],
  ["Dockerfile", "FROM node:20\n", undefined],
  ["notes.md", "```c\n#include <stdio.h>\nint main() {\n```\n", undefined],
])("%s with %j is %s", (name, text, language) => {
  expect(detectLanguage(name, text)).toBe(language);
});

test.each([
  ["#!/usr/bin/env -S python3.11 -u", "python"],
  ["#!/usr/bin/env NODE_ENV=x node", "javascript"],
  ["#! /usr/bin/deno run", "typescript"],
  ["#!/usr/local/bin/ruby2.7", "ruby"],
  ["#!/usr/bin/php8.2", "php"],
  ["#!/usr/bin/lua5.4", "lua"],
  ["#!/bin/dash", "bash"],
  ["#!/bin/zsh -f", "bash"],
  ["#!/usr/bin/env julia", "julia"],
  ["#!/usr/bin/make -f", "make"],
  ["#!/usr/bin/perl", undefined],
])("a file that begins with %s is %s", (line, language) => {
  expect(detectLanguage("unknown", `${line}\n`)).toBe(language);
});

test.each([
  ["// vim: set ft=cpp sw=2:\n", "cpp"],
  [`${"x\n".repeat(20)}# vim: filetype=python\n`, "python"],
  ["# -*- mode: ruby; coding: utf-8 -*-\n", "ruby"],
  ["(* -*- tuareg -*- *)\n", "ocaml"],
  ["# -*- coding: utf-8 -*-\n", undefined],
  ["# vim: ft=perl\n", undefined],
])("what %j says to editors is taken as %s", (text, language) => {
  expect(detectLanguage("unknown", text)).toBe(language);
});

test.each([
  ["#include <stdio.h>\nint main(void) {\n  return 0;\n}\n", "c"],
  ['fn main() {\n    let mut x = 1;\n    println!("{}", x);\n}\n', "rust"],
  ["package main\n\nfunc main() {\n}\n", "go"],
  ["<?php echo 1;", "php"],
  ["<!DOCTYPE html>\n<p>", "html"],
  ['{"a": [1, 2]}', "json"],
  ['{"a": 1}\n{"a": 2}\n', "json"],
  [`{"a": [${"1, ".repeat(20_000)}1]}`, "json"],
  ["---\na: 1\nb:\n  - c\n", "yaml"],
])("%j is %s by its content", (text, language) => {
  expect(detectLanguage("unknown", text)).toBe(language);
});

test.each([
  "",
  "Hello, this is a letter.\n\nLet us import the class of 1999: it's a function of time; see below.\n",
  '2024-05-01 12:00:00 INFO [main] started {id=1, name="x"}\n'.repeat(50),
  "[2024-05-01] ERROR: failed to include <module>\n    at com.example.Main.run(Main.java:12)\n".repeat(20),
  'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    import x\nImportError: no x\n',
  "name,age\nAnn,3\nBen,4\n",
  "Dear all,\n\n- one\n- two\n\n# heading\n\nfrom here import nothing\n",
  "---\ntitle: A page\n---\n# Heading\n\nSome words of prose, and more of them.\n",
  "[section]\nkey = some value without quotes\nother = 3\n",
  "Subject: hello\nFrom: me\nTo: you\n\nthe body\n",
  "\0\u0001\u0002\uFFFF",
])("%j is plain text", (text) => {
  expect(detectLanguage("unknown", text)).toBeUndefined();
});

test("only the first 20,000 characters are looked at", () => {
  expect(detectLanguage("unknown", `${"word ".repeat(4000)}\n#include <stdio.h>\nint main(void) {\n`)).toBeUndefined();
});

test.each([
  "def f(a)(b)",
  "def f\n",
  "class A {\n",
  "<!--",
  "(*",
  "<<<",
  "if x then\n",
  "let x ",
  "fun f(",
  "-*- ",
  "ex: ",
  "module A (\n",
])("a text of nothing but %j takes no undue time", (piece) => {
  expect(detectLanguage("unknown", piece.repeat(20_000))).toBeUndefined();
  expect(detectLanguage("unknown", `${piece}${" ".repeat(20_000)};`)).toBeUndefined();
});

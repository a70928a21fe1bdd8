/** Which files are one bug: reports of fuzzers, recursions without end, lack of memory. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bugsIn, triagePlace, type TriagePlace } from "./support.ts";

/** The target prints what stands in the input and ends as it says. */
const echoing = (): TriagePlace => {
  const place = triagePlace();
  const target = join(place.path, "target.sh");
  writeFileSync(target, '#!/bin/sh\nsed 1d "$1" >&2\nexit "$(head -n 1 "$1")"\n');
  chmodSync(target, 0o755);
  return place;
};

const frames = (...names: readonly string[]): string =>
  names.map((name, at) => `    #${at} 0x55${at} in ${name} /src/${name}.c:${at + 1}:3\n`).join("");

test("libFuzzer's deadly signals are told apart by the functions that called for them", async () => {
  const place = echoing();
  const deadly = (...names: readonly string[]): string =>
    `77\n==17== ERROR: libFuzzer: deadly signal\n${frames("__sanitizer_print_stack_trace", "fuzzer::PrintStackTrace()", "fuzzer::Fuzzer::CrashCallback()", "raise", "abort", ...names, "LLVMFuzzerTestOneInput")}`;
  place.write("a1", deadly("read_head"));
  place.write("a2", `${deadly("read_head")}more\n`);
  place.write("b", deadly("read_tail"));
  place.write("slow", `70\n==9== ERROR: libFuzzer: timeout after 3 seconds\n${frames("loop", "main")}`);
  place.write("large", `71\n==9== ERROR: libFuzzer: out-of-memory (used: 314Mb; limit: 300Mb)\n`);
  expect(bugsIn(await place.triage({ sortOnly: true }))).toEqual([
    ["libFuzzer: deadly signal in read_head < LLVMFuzzerTestOneInput", 2],
    ["libFuzzer: deadly signal in read_tail < LLVMFuzzerTestOneInput", 1],
    ["libFuzzer: out-of-memory", 1],
    ["libFuzzer: timeout after ‹n› seconds in loop < main", 1],
  ]);
});

test("recursions without end are told apart by their round, wherever in it the stack ends", async () => {
  const place = echoing();
  const overflow = (...names: readonly string[]): string =>
    `1\n==17==ERROR: AddressSanitizer: stack-overflow on address 0x7ffc (pc 0x5 bp 0x7 sp 0x7 T0)\n${frames(...names)}`;
  place.write("a1", overflow("ping", "pong", "ping", "pong", "ping", "pong"));
  place.write("a2", overflow("leaf", "pong", "ping", "pong", "ping", "pong"));
  place.write("b", overflow("deep", "deep", "deep", "main"));
  const at = (...names: readonly string[]): string =>
    `1\nRangeError: Maximum call stack size exceeded\n${names.map((name) => `    at ${name} (/app/x.js:1:2)\n`).join("")}`;
  place.write("c1", at("odd", "even", "odd", "even"));
  place.write("c2", at("even", "odd", "even", "odd"));
  place.write("d", at("walk", "walk", "walk"));
  const result = await place.triage({ sortOnly: true });
  expect(bugsIn(result)).toEqual([
    ["AddressSanitizer: stack-overflow in ping < pong", 2],
    ["AddressSanitizer: stack-overflow in deep", 1],
    ["RangeError: Maximum call stack size exceeded in even < odd", 2],
    ["RangeError: Maximum call stack size exceeded in walk", 1],
  ]);
});

test("a program that takes all memory is a bug; a sanitizer without room for its own is none", async () => {
  const place = echoing();
  place.write("greedy", "1\nfatal: out of memory\n");
  place.write("shadow", "1\n==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes of shadow memory\n");
  const { bugs, aside } = await place.triage({ sortOnly: true });
  expect(bugs.map(({ title, files }) => [title, files])).toEqual([["runs out of memory", ["crashes/greedy"]]]);
  expect(aside.map(({ shown, reason }) => [shown, reason])).toEqual([["crashes/shadow", "memory"]]);
});

/** java: which part of the virtual machine does it? The good end interprets only (-Xint), with what can be switched off switched off. */
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "./ask-program.ts";
import type { Flag, Preset, PresetOptions } from "./flag.ts";

/** What contains others comes first: the search then names the narrower one. */
const PARTS = [
  "TieredCompilation",
  "BackgroundCompilation",
  "UseOnStackReplacement",
  "Inline",
  "IncrementalInline",
  "UseBimorphicInlining",
  "DoEscapeAnalysis",
  "EliminateAllocations",
  "EliminateLocks",
  "EliminateNestedLocks",
  "EliminateAutoBox",
  "UseTypeProfile",
  "UseTypeSpeculation",
  "UseLoopPredicate",
  "UseProfiledLoopPredicate",
  "RangeCheckElimination",
  "LoopUnswitching",
  "PartialPeelLoop",
  "SplitIfBlocks",
  "ReassociateInvariants",
  "UseSuperWord",
  "SuperWordReductions",
  "UseSubwordForMaxVector",
  "OptimizeStringConcat",
  "OptimizeFill",
  "ReduceFieldZeroing",
  "ReduceBulkZeroing",
  "ReduceInitialCardMarks",
  "UseJumpTables",
  "UseDivMod",
  "UseFPUForSpilling",
  "OptoRegScheduling",
  "UseInlineCaches",
  "UseAES",
  "UseSHA",
  "UseFMA",
  "UseCLMUL",
  "UseBASE64Intrinsics",
  "UseSSE42Intrinsics",
  "UseBMI1Instructions",
  "UseBMI2Instructions",
  "RewriteBytecodes",
  "CompactStrings",
  "UseCompressedClassPointers",
  "UseCompressedOops",
  "UseTLAB",
  "UseSharedSpaces",
  "ClassUnloading",
  "OmitStackTraceInFastThrow",
] as const;

export const javaPreset: Preset = {
  name: "java",
  about: "java  the parts of the virtual machine that can be switched off: compilers, inlining, escape analysis, …",
  programs: /^java$/,
  levels: /^$/,
  list: async (order) => {
    const on = await enabled(order);
    const parts = PARTS.filter((part) => on.has(part));
    if (parts.length === 0)
      throw new UserError("NO_FLAGS", `${order.program} does not list its flags.`, {
        advice:
          "The preset reads what -XX:+PrintFlagsFinal of HotSpot prints. Otherwise list the flags: --flags '-Xint|' -- java {flags} Main",
      });
    const interpreted: Flag = { kind: "flag", id: "-Xint", good: ["-Xint"], bad: [] };
    return {
      always: [],
      switches: [
        interpreted,
        ...parts.map((part): Flag => ({ kind: "flag", id: `-XX:+${part}`, good: [`-XX:-${part}`], bad: [] })),
      ],
      titles: { good: `${order.program} -Xint with ${parts.length} parts off`, bad: order.program },
    };
  },
};

/** Parts that are on without any flag and can be switched without unlocking. */
const enabled = async ({ program, origin, signal }: PresetOptions): Promise<ReadonlySet<string>> => {
  const { stdout } = await askProgram([program, "-XX:+PrintFlagsFinal", "-version"], { cwd: origin, signal });
  return new Set(
    [...stdout.matchAll(/^\s*bool (\w+)\s+= true\s+\{[^}]*product[^}]*\}/gm)].map(([, part = ""]) => part),
  );
};
